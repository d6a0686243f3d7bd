// Scenes that engines are compared on: pyramids side by side, a curtain of joints.

#include "samples/builtin/scene_helpers.h"

#define MU(value)                                                                                                      \
    {                                                                                                                  \
        "mu", "coefficient of friction", value, 0, 100, false                                                          \
    }

// ---- pyramids side by side ----

static const hf_builtin_parameter pyramids_parameters[] = {
    {"n", "pyramids", 10, 1, 1000, true},
    {"base", "boxes in the lowest course of each", 10, 1, 100, true},
    {"drop", "how far all of them fall first [m]", 0, 0, 1, false},
    MU(0.6),
};

/// Boxes of 1 m, which touch their neighbours; two metres are free between pyramids.
static void make_pyramids(scene_helpers *k)
{
    const double half = 0.5;
    double mu = helper_value(k, "mu"), drop = helper_value(k, "drop");
    int n = helper_count(k, "n"), base = helper_count(k, "base");
    helper_floor(k, mu);
    for (int p = 0, i = 0; p < n; p++)
        for (int course = 0; course < base; course++)
            for (int j = 0; j < base - course; j++, i++)
            {
                char name[HELPER_NAME];
                hf_shape_def box = helper_box(half, half, half, mu);
                vec3 place = v3((2 * j + course + 1 - base) * half, 6 * half * (p - 0.5 * (n - 1)),
                                drop + (2 * course + 1) * half);
                helper_colour(&box, (course + j) % 2 ? 0 : 6);
                helper_free_shape(k, helper_name(name, "box", i), place, 0, &box);
            }
    k->settings.step.timestep = 1.0 / 60.0;
    k->settings.step.duration = 5;
}

// ---- a curtain of balls on joints ----

static const hf_builtin_parameter joint_grid_parameters[] = {
    {"n", "columns, and balls in a column with the fixed one", 20, 2, 200, true},
    {"pull", "a constant acceleration across the curtain [m/s²]", 0, -100, 100, false},
};

/// Balls of 0.4 m, 1 m apart, each joined to the one above and to the one beside it at half the way; the upper ones are
/// fixed. Nothing touches.
static void make_joint_grid(scene_helpers *k)
{
    int n = helper_count(k, "n");
    int above[200];
    for (int row = 0; row < n; row++)
        for (int column = 0, beside = 0; column < n; column++)
        {
            char name[HELPER_NAME];
            hf_shape_def ball = helper_sphere(0.4, 0);
            ball.category = ball.mask = 0;
            helper_colour(&ball, row == 0 ? 3 : 1);
            hf_body_def def =
                helper_free(helper_name(name, "ball", row * n + column), v3(column - 0.5 * (n - 1), 0, n - row));
            if (row == 0) def.motion = HF_MOTION_STATIC;
            int body = helper_body(k, &def);
            helper_shape(k, body, &ball);
            if (row > 0) helper_connect(k, NULL, above[column], v3(0, 0, -0.5), body, v3(0, 0, 0.5));
            if (row > 0 && column > 0) helper_connect(k, NULL, beside, v3(0.5, 0, 0), body, v3(-0.5, 0, 0));
            beside = above[column] = body;
        }
    k->settings.physics.gravity[1] = helper_value(k, "pull");
    k->settings.step.timestep = 1.0 / 60.0;
    k->settings.step.duration = 5;
}

const builtin_def compared_scenes[] = {
    {{"pyramids", "pyramids of boxes side by side", HELPER_PARAMETERS(pyramids_parameters)}, make_pyramids},
    {{"joint_grid", "a curtain of balls on joints", HELPER_PARAMETERS(joint_grid_parameters)}, make_joint_grid},
};
const int compared_scene_count = sizeof compared_scenes / sizeof compared_scenes[0];
