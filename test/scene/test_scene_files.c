// The scenes in scenes/ can be read, and are equal to the built-in ones of the same name.

#include "support/scene_text.h"

#include "holdfast/world.h"

static void check_near(const char *what, const double *a, const double *b, int count)
{
    for (int i = 0; i < count; i++)
        if (!(fabs(a[i] - b[i]) <= 1e-12 * (1 + fabs(b[i]))))
            harness_fail(__FILE__, __LINE__, "%s[%d]: %.17g and %.17g", what, i, a[i], b[i]);
}

/// Quaternions of either sign are the same turn.
static void check_turn(const char *what, const double *a, const double *b)
{
    double sign = a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3] < 0 ? -1 : 1;
    const double other[4] = {sign * b[0], sign * b[1], sign * b[2], sign * b[3]};
    check_near(what, a, other, 4);
}

static void check_bodies(const hf_model *file, const hf_model *builtin)
{
    CHECK(hf_model_count(file, HF_ITEM_BODY) == hf_model_count(builtin, HF_ITEM_BODY));
    for (int b = 1; b < hf_model_count(file, HF_ITEM_BODY); b++)
    {
        hf_body_def x = hf_model_body(file, b), y = hf_model_body(builtin, b);
        CHECK(strcmp(x.name, y.name) == 0);
        CHECK(x.motion == y.motion);
        check_near("force", x.force, y.force, 3);
        check_near("amplitude", x.amplitude, y.amplitude, 3);
        check_near("frequency", &x.frequency, &y.frequency, 1);
        if (x.motion != HF_MOTION_FREE) continue;
        check_near("mass", &x.mass, &y.mass, 1);
        check_near("center", x.center, y.center, 3);
        check_near("inertia", x.inertia, y.inertia, 6);
    }
}

/// Where they start: a file says it by a keyframe.
static void check_states(const hf_model *file, const hf_model *builtin)
{
    hf_world *first = NULL, *second = NULL;
    hf_error error;
    CHECK(hf_world_create(file, &first, &error) == HF_STATUS_OK);
    CHECK(hf_world_create(builtin, &second, &error) == HF_STATUS_OK);
    for (int b = 1; b < hf_model_count(file, HF_ITEM_BODY); b++)
    {
        hf_body_state x = hf_world_body(first, b), y = hf_world_body(second, b);
        check_near("position", x.position, y.position, 3);
        check_turn("orientation", x.orientation, y.orientation);
        check_near("velocity", x.velocity, y.velocity, 3);
        check_near("angular velocity", x.angular_velocity, y.angular_velocity, 3);
    }
    hf_world_destroy(first);
    hf_world_destroy(second);
}

static void check_shapes(const hf_model *file, const hf_model *builtin)
{
    CHECK(hf_model_count(file, HF_ITEM_SHAPE) == hf_model_count(builtin, HF_ITEM_SHAPE));
    for (int s = 0; s < hf_model_count(file, HF_ITEM_SHAPE); s++)
    {
        hf_shape_def x = hf_model_shape(file, s), y = hf_model_shape(builtin, s);
        CHECK(x.kind == y.kind && x.body == y.body && x.priority == y.priority);
        CHECK(x.category == y.category && x.mask == y.mask);
        if (x.kind != HF_SHAPE_PLANE) check_near("size", x.size, y.size, x.kind == HF_SHAPE_SPHERE ? 1 : 2);
        if (x.kind == HF_SHAPE_BOX) check_near("size", x.size, y.size, 3);
        check_near("position", x.position, y.position, 3);
        check_turn("orientation", x.orientation, y.orientation);
        check_near("friction", &x.friction, &y.friction, 1);
        check_near("restitution", &x.restitution, &y.restitution, 1);
        for (int i = 0; i < 4; i++) CHECK_NEAR((double)x.color[i], (double)y.color[i], 1e-6);
    }
}

TEST(files_are_equal_to_the_built_in_scenes)
{
    static const char *const pairs[][2] = {
        {"incline", "incline"}, {"launch", "launch"}, {"wall", "wall"},   {"bounce", "bounce"},
        {"table", "table"},     {"pinch", "pinch"},   {"grasp", "grasp"}, {"dominoes", "dominoes:n=10"},
    };
    for (size_t k = 0; k < sizeof pairs / sizeof pairs[0]; k++)
    {
        char path[512];
        snprintf(path, sizeof path, "%s/scenes/%s.xml", HOLDFAST_SOURCE_DIR, pairs[k][0]);
        hf_model *file = scene_model(path), *builtin = scene_model(pairs[k][1]);
        printf("        %s\n", pairs[k][0]);
        check_bodies(file, builtin);
        check_states(file, builtin);
        check_shapes(file, builtin);
        hf_settings x = hf_model_settings(file), y = hf_model_settings(builtin);
        check_near("gravity", x.physics.gravity, y.physics.gravity, 3);
        check_near("timestep", &x.step.timestep, &y.step.timestep, 1);
        check_near("duration", &x.step.duration, &y.step.duration, 1);
        hf_model_destroy(file);
        hf_model_destroy(builtin);
    }
}
