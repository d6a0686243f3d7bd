// Derivatives over many steps: the adjoint is the transpose of the tangents, and what a robot on its feet does with
// small changes of controls and velocities.

#include "holdfast/derivative.h"
#include "support/ok.h"
#include "support/scene_text.h"

enum
{
    STEPS = 30,
    MOTORS = 2,
    STATES = 9 // four places, four velocities, one activation
};

/// An arm that drags a ball at its tip over the floor; one of its motors has an activation.
static const char arm[] =
    "<mujoco><worldbody><geom type='plane' size='9 9 1' friction='0'/><body pos='0 0 0.6'>"
    "<joint name='a' axis='0 1 0' damping='0.1'/><joint name='y' axis='0 0 1' damping='0.3'/>"
    "<geom type='capsule' fromto='0 0 0 0.4 0 -0.2' size='0.03' contype='0' conaffinity='0'/><body pos='0.4 0 -0.2'>"
    "<joint name='b' axis='0 1 0' stiffness='3' damping='0.1'/><joint name='c' axis='1 0 0' stiffness='3' "
    "damping='0.1'/>"
    "<geom type='capsule' fromto='0 0 0 0.2 0 -0.34' size='0.03' contype='0' conaffinity='0'/>"
    "<geom type='sphere' pos='0.2 0 -0.35' size='0.05' friction='0.2'/></body></body></worldbody><actuator>"
    "<motor joint='y'/><general joint='b' dyntype='filter' dynprm='0.02'/></actuator></mujoco>";

/// What a loss is of: weights of q and v at the end, and of the controls.
typedef struct weights
{
    int steps, n;
    const double *x, *u;
} weights;

static hf_status weighted(void *context, int step, const hf_world *world, const double *u, double *loss, double *dx,
                          double *du, hf_error *error)
{
    const weights *w = context;
    (void)error;
    for (int k = 0; step == w->steps && k < w->n; k++)
    {
        *loss += w->x[k] * hf_world_q(world)[k] + w->x[w->n + k] * hf_world_v(world)[k];
        dx[k] += w->x[k];
        dx[w->n + k] += w->x[w->n + k];
    }
    for (int k = 0; du && k < MOTORS; k++) *loss += w->u[k] * u[k], du[k] += w->u[k];
    return HF_STATUS_OK;
}

TEST(adjoint_is_the_transpose_of_tangents)
{
    hf_model *model = text_model(arm);
    hf_world *world = world_of(model);
    double u[STEPS * MOTORS], du[STEPS * MOTORS], change[STEPS * MOTORS], dx[STATES], dp[1], x[STATES], p = 0.3;
    const double end[8] = {1.0, -2.0, 0.5, 3.0, 0.1, 0.2, -0.3, 0.4}, own[MOTORS] = {0.01, -0.02};
    const hf_parameter mu = {HF_PARAMETER_FRICTION, 3, 0};
    const weights w = {STEPS, 4, end, own};
    for (int k = 0; k < STEPS * MOTORS; k++) u[k] = 0.3 * (k % 3) - 0.2, change[k] = 0.1 * (k % 5) - 0.15;
    for (int k = 0; k < STATES; k++) x[k] = 0.01 * k;
    double start[STATES];
    for (int k = 0; k < STATES; k++) start[k] = x[k];
    hf_gradient_def def = hf_gradient_def_default();
    def.step_count = STEPS;
    def.controls = u;
    def.parameter_count = 1;
    def.parameters = &mu;
    def.loss = weighted;
    def.context = (void *)(uintptr_t)&w;
    hf_gradient_result result = {.dx = dx, .du = du, .dp = dp};
    OK(hf_rollout_gradient(world, &def, &result, error));
    CHECK(result.numeric_steps <= 2);
    OK(hf_rollout_tangents(world, &def, 1, change, &p, x, error));
    double forward = 0.0, back = dp[0] * p;
    for (int k = 0; k < 8; k++) forward += end[k] * x[k];
    for (int k = 0; k < STEPS * MOTORS; k++) forward += own[k % MOTORS] * change[k], back += du[k] * change[k];
    for (int k = 0; k < STATES; k++) back += dx[k] * start[k];
    CHECK(fabs(forward) > 1e-3);
    CHECK_NEAR(back, forward, 1e-12 * fabs(forward) + 1e-12);
    def.checkpoints = STEPS; // all states are kept: the same bits
    double kept[STATES];
    hf_gradient_result again = {.dx = kept, .du = change};
    OK(hf_rollout_gradient(world, &def, &again, error));
    for (int k = 0; k < STATES; k++) CHECK(kept[k] == dx[k]);
    CHECK(again.loss == result.loss);
    hf_world_destroy(world);
    hf_model_destroy(model);
}

// ---- a robot on its feet ----

static double height(hf_world *world, const hf_model *model, const void *state, size_t size, int motor, double by)
{
    OK(hf_world_state_load(world, state, size, error));
    for (int k = 0; k < hf_model_count(model, HF_ITEM_ACTUATOR); k++)
        OK(hf_world_set_control(world, k, hf_world_control(world, k) + (k == motor ? by : 0.0), error));
    text_run(world, STEPS);
    return hf_world_q(world)[2] + 0.1 * hf_world_q(world)[0];
}

static hf_status base_height(void *context, int step, const hf_world *world, const double *u, double *loss, double *dx,
                             double *du, hf_error *error)
{
    (void)context, (void)u, (void)du, (void)error;
    if (step != STEPS) return HF_STATUS_OK;
    *loss += hf_world_q(world)[2] + 0.1 * hf_world_q(world)[0];
    dx[0] += 0.1;
    dx[2] += 1.0;
    return HF_STATUS_OK;
}

/// Feet that bear stay on the floor, whatever a control does: by changes that are thousands of times what a step leaves
/// alone. Elbows and knees are straight, at their limits, where each side has a derivative of its own, and what opens one
/// knee may press the other: each control moves the base as the adjoint says on one of its sides, to a twentieth of the
/// largest effect.
TEST(humanoid_on_its_feet)
{
    hf_model *model = scene_model(HOLDFAST_SOURCE_DIR "/scenes/humanoid.xml");
    hf_world *world = world_of(model), *probe = world_of(model);
    int motors = hf_model_count(model, HF_ITEM_ACTUATOR);
    text_run(world, 200);
    size_t size = hf_world_state_size(world);
    void *state = malloc(size);
    hf_world_state_save(world, state);
    double *du = malloc(sizeof *du * (size_t)(STEPS * motors)), worst = 0.0, most = 0.0;
    hf_gradient_def def = hf_gradient_def_default();
    def.step_count = STEPS;
    def.loss = base_height;
    hf_gradient_result result = {.du = du};
    OK(hf_rollout_gradient(world, &def, &result, error));
    double still = height(probe, model, state, size, -1, 0.0);
    for (int k = 0; k < motors; k++)
    {
        const double BY = 1e-4;
        double gradient = 0.0, slope[2];
        for (int s = 0; s < STEPS; s++) gradient += du[s * motors + k];
        for (int side = 0; side < 2; side++)
        {
            double by = side == 0 ? BY : -BY;
            slope[side] = (height(probe, model, state, size, k, by) - still) / by;
            most = fmax(most, fabs(slope[side]));
        }
        worst = fmax(worst, fmin(fabs(gradient - slope[0]), fabs(gradient - slope[1])));
    }
    CHECK(result.numeric_steps == 0);
    CHECK(most > 1e-3);
    CHECK_NEAR(worst / most, 0.0, 0.06);
    free(du);
    free(state);
    hf_world_destroy(probe);
    hf_world_destroy(world);
    hf_model_destroy(model);
}
