// Newton's cradle of balls that hang on something: the impact is handed on through joints and loops.

#include "support/mechanism_kit.h"

enum
{
    BALLS = 5
};

typedef enum hanging
{
    ON_HINGES = 0, // trees in joint coordinates
    ON_RODS,       // free bodies, each joined to the ground by a loop that is solved with it
    ON_ROWS,       // the same, loops as rows of the contact problem
} hanging;

/// Balls of 1 kg that touch in a row, half a metre below the ceiling; the first `raised` of them are at an angle. No
/// friction: balls on rods would spin.
static kit cradle_make(hanging how, double restitution, int raised, double angle)
{
    const double radius = 0.05, length = 0.5;
    kit k = kit_begin();
    hf_settings settings = hf_settings_default();
    settings.step.timestep = 0.001;
    settings.step.separate_loops = how == ON_ROWS;
    OK(hf_builder_set(k.builder, &settings, &error));
    for (int b = 0; b < BALLS; b++)
    {
        hf_shape_def shape = hf_shape_def_default();
        hf_body_def def = hf_body_def_default();
        double turn = b < raised ? angle : 0.0;
        def.position[0] = 2 * radius * b - (how == ON_HINGES ? 0.0 : length * sin(turn));
        def.position[2] = how == ON_HINGES ? 0.0 : -length * cos(turn);
        def.mass = 1;
        def.parent = how == ON_HINGES ? 0 : -1;
        OK(hf_builder_add_body(k.builder, &def, &shape.body, &error));
        shape.kind = HF_SHAPE_SPHERE;
        shape.size[0] = radius;
        shape.position[2] = how == ON_HINGES ? -length : 0.0;
        shape.friction = 0.0;
        shape.restitution = restitution;
        OK(hf_builder_add_shape(k.builder, &shape, NULL, &error));
        if (how == ON_HINGES)
        {
            add_joint(&k, hinge_y(shape.body));
            continue;
        }
        hf_loop_def loop = hf_loop_def_default();
        loop.kind = HF_LOOP_ROD;
        loop.body_a = shape.body;
        loop.point_b[0] = 2 * radius * b;
        loop.point_b_given = true;
        OK(hf_builder_add_loop(k.builder, &loop, NULL, &error));
    }
    kit_build(&k);
    double q[BALLS] = {0}, v[BALLS] = {0};
    for (int b = 0; how == ON_HINGES && b < raised; b++) q[b] = angle;
    if (how == ON_HINGES) OK(hf_world_set_q(k.world, q, v, &error));
    return k;
}

/// The raised balls stop, and as many leave on the other side: at e = 1, whatever the balls hang on. What is left of
/// the others' velocities is of the order of g h.
TEST(a_jointed_cradle_hands_its_impact_on)
{
    for (int how = ON_HINGES; how <= ON_ROWS; how++)
        for (int raised = 1; raised <= 2; raised++)
        {
            const double angle = 0.3;
            kit k = cradle_make((hanging)how, 1.0, raised, angle);
            double fastest = 0, energy = 0;
            kit_step(&k);
            energy = k.report.kinetic + k.report.potential;
            for (int s = 1; s < 360; s++) // a quarter of a swing takes 0.356 s
            {
                kit_step(&k);
                fastest = fmax(fastest, hf_world_body(k.world, 1).velocity[0]);
            }
            for (int s = 0; s < 60; s++) kit_step(&k);
            for (int b = 0; b < BALLS; b++)
            {
                double u = hf_world_body(k.world, b + 1).velocity[0];
                if (b < BALLS - raised) CHECK_NEAR(u, 0.0, 0.02 * fastest);
                else CHECK(u > 0.9 * fastest);
            }
            double now = k.report.kinetic + k.report.potential;
            CHECK(now <= energy + 1e-3);
            CHECK(now >= energy - 0.02 * fabs(fastest * fastest));
            kit_end(&k);
        }
}
