// Discrete rods (der, corde) in worlds: rest, contacts with friction, ends on bodies, the capstan, states that resume,
// threads.

#include "support/fibre_world.h"

static const hf_fibre_kind kinds[2] = {HF_FIBRE_DER, HF_FIBRE_CORDE};

TEST(clamped_rod_hangs_and_comes_to_rest)
{
    for (int k = 0; k < 2; k++)
    {
        scene s = begin();
        hf_fibre_def def = rod(kinds[k]);
        def.ends[0].hold = HF_HOLD_CLAMPED;
        def.drag[0] = def.drag[1] = 0.1;
        OK(hf_builder_add_fibre(s.builder, &def, NULL, error));
        start(&s);
        double x[3 * 21], last = INFINITY;
        CHECK(hf_model_fibre_vertex_count(s.model, 0) == 21);
        for (int i = 0; i < 1500; i++)
        {
            hf_step_report r = step(&s, 0.002);
            CHECK(r.kinetic + r.potential < last + 1e-9);
            last = r.kinetic + r.potential;
        }
        hf_world_fibre_points(s.world, 0, x);
        CHECK(x[0] == 0 && x[2] == 0.5 && x[3 * 20 + 2] < 0.3);
        for (int b = 1; b <= 20; b++) CHECK(fabs(hf_world_body(s.world, b).velocity[2]) < 1e-6);
        end(&s);
    }
}

TEST(free_rod_falls_and_lies_still)
{
    for (int k = 0; k < 2; k++)
    {
        scene s = begin();
        hf_fibre_def def = rod(kinds[k]);
        def.position[2] = 0.05;
        def.friction = 0.5;
        OK(hf_builder_add_fibre(s.builder, &def, NULL, error));
        add_plane(&s, 0.5);
        start(&s);
        for (int i = 0; i < 400; i++)
        {
            hf_step_report r = step(&s, 0.002);
            CHECK(r.certified);
            CHECK(r.penetration < 1e-5);
        }
        double x[3 * 21];
        hf_world_fibre_points(s.world, 0, x);
        for (int j = 0; j < 21; j++) CHECK_NEAR(x[3 * j + 2], 1.5e-3, 1e-6);
        for (int b = 1; b <= 20; b++)
            for (int c = 0; c < 3; c++) CHECK(fabs(hf_world_body(s.world, b).velocity[c]) < 1e-6);
        end(&s);
    }
}

/// A rod that lies across a slope sticks below the angle of friction, and above slides at g (sin α - μ cos α).
TEST(rods_slide_at_the_angle_of_friction)
{
    const double mu = 0.4, slope[2] = {0.98 * 0.4, 1.25 * 0.4}, h = 2e-3;
    for (int k = 0; k < 4; k++)
    {
        scene s = begin();
        hf_fibre_def def = rod(kinds[k / 2]);
        const double angle = atan(slope[k % 2]);
        def.position[2] = 1.5e-3;
        def.friction = mu;
        hf_settings settings = hf_builder_settings(s.builder);
        settings.physics.gravity[0] = 9.81 * sin(angle), settings.physics.gravity[2] = -9.81 * cos(angle);
        OK(hf_builder_set(s.builder, &settings, error));
        OK(hf_builder_add_fibre(s.builder, &def, NULL, error));
        add_plane(&s, mu);
        start(&s);
        double x[3 * 21], before, t = 0;
        hf_world_fibre_points(s.world, 0, x);
        before = x[30];
        for (int i = 0; i < 100; i++, t += h) CHECK(step(&s, h).certified);
        hf_world_fibre_points(s.world, 0, x);
        double way = 0.5 * 9.81 * (sin(angle) - mu * cos(angle)) * t * t;
        if (k % 2) CHECK_NEAR(x[30] - before, way, 0.02 * way);
        else CHECK_NEAR(x[30] - before, 0, 1e-6);
        end(&s);
    }
}

/// A rod that leans on a plate, pushed along its axis: its tip holds if the lean from the plate's normal is less than
/// atan μ, and starts to slip beyond. What balances the push is the force of the plate alone. It touches with a radius
/// of 10 µm: friction at a thick rod's surface also turns it, and takes 2 % off at 0.3 mm. Returns the largest speed of
/// its slip.
static double pushed_tip(hf_fibre_kind kind, double mu, double lean)
{
    scene s = begin();
    hf_fibre_def def = rod(kind);
    const double sine = sin(lean), cosine = cos(lean), push = 1e-3;
    double most = 0;
    def.section[0] = def.section[1] = 3e-4;
    def.radius = 1e-5;
    def.friction = mu;
    def.position[0] = -def.length * sine, def.position[2] = def.radius + def.length * cosine;
    def.tangent[0] = sine, def.tangent[2] = -cosine;
    hf_settings settings = hf_builder_settings(s.builder);
    memset(settings.physics.gravity, 0, sizeof settings.physics.gravity);
    OK(hf_builder_set(s.builder, &settings, error));
    OK(hf_builder_add_fibre(s.builder, &def, NULL, error));
    add_plane(&s, mu);
    start(&s);
    const double force[3] = {push * sine, 0, -push * cosine};
    OK(hf_world_set_wrench(s.world, hf_model_fibre_body(s.model, 0, 0), force, (const double[3]){0}, error));
    for (int i = 0; i < 5; i++)
    {
        CHECK(step(&s, 1e-3).certified);
        CHECK(hf_world_contact_count(s.world) == 1);
        hf_contact contact = hf_world_contact(s.world, 0);
        most = fmax(most, hypot(contact.u[1], contact.u[2]));
    }
    end(&s);
    return most;
}

TEST(a_pushed_tip_slips_at_the_angle_of_friction)
{
    for (int kind = 0; kind < 3; kind++)
        for (int i = 0; i < 3; i++)
        {
            double mu = 0.2 + 0.3 * i;
            CHECK(pushed_tip((hf_fibre_kind)kind, mu, atan(0.99 * mu)) < 1e-9);
            CHECK(pushed_tip((hf_fibre_kind)kind, mu, atan(1.01 * mu)) > 1e-6);
        }
}

/// A rope between two points that hold it hangs as a catenary: of length 0.3 over 0.2 the sag is 0.1027 (to second
/// order in the length of its segments).
TEST(a_rope_held_at_both_ends_hangs_as_a_catenary)
{
    // 2 a sinh(d / 2a) = 0.3 with d = 0.2
    double a = 0.1;
    for (int i = 0; i < 100; i++)
    {
        double f = 2 * a * sinh(0.1 / a) - 0.3, df = 2 * sinh(0.1 / a) - 0.2 / a * cosh(0.1 / a);
        a -= f / df;
    }
    const double sag = a * (cosh(0.1 / a) - 1);
    for (int k = 0; k < 2; k++)
    {
        scene s = begin();
        hf_fibre_def def = rod(kinds[k]);
        double points[3 * 31];
        for (int i = 0; i <= 30; i++) // a catenary already, along its own length
        {
            double arc = -0.15 + 0.01 * i, u = a * asinh(arc / a);
            points[3 * i] = u, points[3 * i + 1] = 0, points[3 * i + 2] = a * cosh(u / a);
        }
        def.point_count = 31, def.points = points, def.element_count = 30;
        def.section[0] = def.section[1] = 3e-4;
        def.young = 4e6; // all but limp, Γ = 4,000, and stretched by 0.1 % of CoRdE
        def.ends[0].hold = def.ends[1].hold = HF_HOLD_PINNED;
        def.drag[0] = def.drag[1] = 0.02;
        OK(hf_builder_add_fibre(s.builder, &def, NULL, error));
        start(&s);
        for (int i = 0; i < 600; i++)
        {
            hf_step_report r = step(&s, 5e-3);
            CHECK(r.certified);
        }
        double x[3 * 31];
        hf_world_fibre_points(s.world, 0, x);
        CHECK_NEAR(x[2] - x[45 + 2], sag, 0.01 * sag);
        CHECK_NEAR(x[90] - x[0], 0.2, 1e-3);
        for (int b = 1; b <= 30; b++)
            for (int c = 0; c < 3; c++) CHECK(fabs(hf_world_body(s.world, b).velocity[c]) < 1e-4);
        end(&s);
    }
}

/// The capstan: held at 0.99 of exp(μ π), and sliding at 1.01. The long test has μ = 0.1 … 0.5, and shorter edges.
TEST(capstan)
{
    const double law = exp(0.3 * pi);
    CHECK(capstan_slip(HF_FIBRE_DER, 20, 0.3, 0.99 * law) < 1e-5);
    CHECK(capstan_slip(HF_FIBRE_DER, 20, 0.3, 1.01 * law) > 1e-4);
}

/// The same bits from a state that was saved in between, and on three threads: two rods fall across each other on a
/// plane.
TEST(a_run_that_is_resumed_and_threads_give_the_same_bits)
{
    for (int k = 0; k < 2; k++)
    {
        uint64_t hash[3];
        for (int round = 0; round < 3; round++)
        {
            scene s = begin();
            for (int i = 0; i < 2; i++)
            {
                hf_fibre_def def = rod(kinds[k]);
                def.position[0] = i ? 0.1 : 0, def.position[1] = i ? -0.1 : 0, def.position[2] = i ? 0.05 : 0.01;
                def.tangent[0] = !i, def.tangent[1] = i;
                def.natural[0] = 3, def.natural[2] = 2;
                OK(hf_builder_add_fibre(s.builder, &def, NULL, error));
            }
            add_plane(&s, 0.4);
            start(&s);
            if (round == 1) (void)hf_world_set_threads(s.world, 3);
            for (int i = 0; i < 60; i++)
            {
                step(&s, 2e-3);
                if (round != 2 || i != 30) continue;
                size_t size = hf_world_state_size(s.world);
                void *bytes = malloc(size);
                hf_world_state_save(s.world, bytes);
                hf_world_destroy(s.world);
                OK(hf_world_create(s.model, &s.world, error));
                OK(hf_world_state_load(s.world, bytes, size, error));
                free(bytes);
            }
            hash[round] = hf_world_hash(s.world);
            end(&s);
        }
        CHECK(hash[0] == hash[1] && hash[0] == hash[2]);
    }
}

/// A rope that is pinned at one end falls from level and cracks: rounds that do not end are cut short or done by
/// Euler's rule, and every step is made.
TEST(a_whip_is_followed)
{
    for (int k = 0; k < 2; k++)
    {
        scene s = begin();
        hf_fibre_def def = rod(kinds[k]);
        def.length = 1;
        def.young = 1e6;
        def.section[0] = def.section[1] = 2e-3;
        def.element_count = 50;
        def.damping = 0;
        def.ends[0].hold = HF_HOLD_PINNED;
        OK(hf_builder_add_fibre(s.builder, &def, NULL, error));
        start(&s);
        double first = 0;
        for (int i = 0; i < 250; i++)
        {
            hf_step_report r = step(&s, 5e-3);
            CHECK(r.quality != HF_STEP_FAILED && r.substeps > 0);
            if (i == 0) first = r.kinetic + r.potential;
            CHECK(r.kinetic + r.potential < first + 1e-3);
        }
        end(&s);
    }
}

/// Strains that no step can follow once made the end of a step a million times as strained as its beginning: of a
/// coarse rod at 10 ms, and of a fine one.
TEST(soft_rods_that_swing_undamped_do_not_snap)
{
    const struct
    {
        hf_fibre_kind kind;
        int elements, steps;
        double section, h;
    } cases[] = {{HF_FIBRE_CORDE, 20, 100, 1e-3, 0.01}, {HF_FIBRE_DER, 1000, 60, 5e-4, 0.002}};
    for (int k = 0; k < 2; k++)
    {
        scene s = begin();
        hf_fibre_def def = rod(cases[k].kind);
        def.length = 0.2;
        def.section[0] = def.section[1] = cases[k].section;
        def.element_count = cases[k].elements;
        def.damping = 0.0;
        def.position[0] = 0.05, def.position[2] = 0.3;
        def.ends[0].hold = HF_HOLD_CLAMPED;
        OK(hf_builder_add_fibre(s.builder, &def, NULL, error));
        start(&s);
        double first = 0.0;
        for (int i = 0; i < cases[k].steps; i++)
        {
            hf_step_report r = step(&s, cases[k].h);
            CHECK(r.certified);
            if (first == 0.0) first = r.kinetic + r.potential;
            CHECK(r.kinetic + r.potential < 3.0 * first);
        }
        end(&s);
    }
}

/// A ball of 120 times its weight hangs on a rope and swings: waves along the rope, which are faster than steps, once
/// gave it 36 J of 0.8 J.
TEST(a_load_on_a_tight_rope_does_not_feed_it)
{
    scene s = begin();
    hf_fibre_def def = rod(HF_FIBRE_DER);
    hf_body_def ball = hf_body_def_default();
    hf_shape_def shape = hf_shape_def_default();
    const double from[6] = {0, 0, 1, 0.1, 0, 0.82};
    int body = 0;
    ball.mass = 0.1;
    ball.inertia[0] = ball.inertia[1] = ball.inertia[2] = 1.6e-5;
    memcpy(ball.position, from + 3, sizeof ball.position);
    OK(hf_builder_add_body(s.builder, &ball, &body, error));
    shape.body = body;
    shape.kind = HF_SHAPE_SPHERE;
    shape.size[0] = 0.02;
    shape.category = shape.mask = 0;
    OK(hf_builder_add_shape(s.builder, &shape, NULL, error));
    def.points = from, def.point_count = 2;
    def.section[0] = def.section[1] = 1e-3;
    def.damping = 0.0;
    def.category = def.mask = 0;
    def.ends[0].hold = def.ends[1].hold = HF_HOLD_PINNED;
    def.ends[1].body = body;
    OK(hf_builder_add_fibre(s.builder, &def, NULL, error));
    start(&s);
    double first = 0.0;
    for (int i = 0; i < 300; i++)
    {
        hf_step_report r = step(&s, 0.0005);
        CHECK(r.certified);
        if (i == 0) first = r.kinetic + r.potential;
        CHECK(r.kinetic + r.potential < 1.1 * first);
    }
    end(&s);
}
