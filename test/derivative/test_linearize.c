// The derivative of a step by differences, its options, and derivatives over many steps: closed forms.

#include "holdfast/derivative.h"
#include "support/ok.h"
#include "support/scene_text.h"

static const double G = 9.81;

/// A box that slides along x on the ground.
static const char slider[] = "<mujoco><option timestep='0.002'/><worldbody>"
                             "<geom type='plane' size='9 9 1' friction='0'/>"
                             "<body pos='0 0 0.1'><freejoint/><geom type='box' size='0.1 0.1 0.1' friction='0.3'/>"
                             "</body></worldbody></mujoco>";

/// The loss is the x of the end.
static hf_status loss_of_way(void *context, int step, const hf_world *world, const double *u, double *loss, double *dx,
                             double *du, hf_error *error)
{
    (void)u, (void)du, (void)error;
    if (step != *(int *)context) return HF_STATUS_OK;
    *loss += hf_world_q(world)[0];
    dx[0] += 1.0;
    return HF_STATUS_OK;
}

static hf_world *start(const hf_model *model, const double *v)
{
    hf_world *world = world_of(model);
    OK(hf_world_set_q(world, NULL, v, error));
    return world;
}

static double at(const double *matrix, int columns, int i, int j)
{
    return matrix[i * columns + j];
}

TEST(slider_by_differences)
{
    hf_model *model = text_model(slider);
    const double v[6] = {1, 0, 0, 0, 0, 0}, h = 0.002;
    const hf_parameter mu[2] = {{HF_PARAMETER_FRICTION, 1, 0}, {HF_PARAMETER_GRAVITY, 0, 2}};
    hf_world *world = start(model, v);
    hf_linearizer *linearizer;
    const hf_linearization *s;
    hf_linearize_options options = hf_linearize_options_default();
    options.method = HF_LINEARIZE_DIFFERENCES;
    options.parameter_count = 2;
    options.parameters = mu;
    OK(hf_linearizer_create(world, &linearizer, error));
    OK(hf_world_linearize(world, linearizer, &options, &s, error));
    CHECK(s->x_count == 12 && s->p_count == 2 && s->contact_count == 4 && s->method == HF_LINEARIZE_DIFFERENCES);
    CHECK_NEAR(at(s->A, 12, 0, 6), h, 1e-8);                 // x by vx
    CHECK_NEAR(at(s->A, 12, 6, 6), 1.0, 1e-6);               // vx by vx
    CHECK_NEAR(at(s->A, 12, 7, 7), 1.0 - 0.3 * G * h, 1e-6); // vy by vy: friction turns with the slip
    CHECK_NEAR(at(s->P, 2, 6, 0), -G * h, 1e-6);             // vx by mu
    CHECK_NEAR(at(s->P, 2, 0, 0), -0.5 * G * h * h, 1e-8);   // x by mu
    CHECK_NEAR(at(s->P, 2, 6, 1), 0.3 * h, 1e-6);            // vx by gz
    CHECK(s->border_count == 0 && s->blocks[0].state == HF_BLOCK_SLIDES);
    CHECK_NEAR(s->blocks[0].slip, 1.0 - 0.3 * G * h, 1e-9);
    uint64_t hash = hf_world_hash(world);
    text_run(world, 1);
    OK(hf_world_linearize(world, linearizer, &options, &s, error)); // the step that was made is the same
    CHECK_NEAR(at(s->A, 12, 7, 7), 1.0 - 0.3 * G * h, 1e-6);
    CHECK(hash != hf_world_hash(world));
    hf_linearizer_destroy(linearizer);
    hf_world_destroy(world);
    hf_model_destroy(model);
}

TEST(what_is_asked_for_wrongly)
{
    hf_model *model = text_model(slider);
    hf_model *empty = text_model("<mujoco><worldbody><geom type='plane' size='9 9 1'/></worldbody></mujoco>");
    hf_world *world = world_of(model), *nothing = world_of(empty);
    hf_linearizer *linearizer, *none;
    const hf_linearization *s;
    OK(hf_linearizer_create(world, &linearizer, error));
    OK(hf_linearizer_create(nothing, &none, error));
    hf_error error = {0};
    CHECK(hf_world_linearize(nothing, none, NULL, &s, &error) == HF_STATUS_INVALID);
    CHECK(strstr(error.message, "no degrees of freedom; give it") != NULL);
    hf_linearize_options options = hf_linearize_options_default();
    const hf_parameter wrong[] = {{HF_PARAMETER_FRICTION, 2, 0}, {HF_PARAMETER_MASS, 0, 0},
                                  {HF_PARAMETER_SIZE, 0, 0},     {HF_PARAMETER_GRAVITY, 0, 3},
                                  {HF_PARAMETER_DAMPING, 0, 0},  {(hf_parameter_kind)99, 0, 0}};
    const char *says[] = {"no shape 2 among 2", "it has no mass", "0 sizes", "0 … 2", "no joint 0 among 0", "kind 99"};
    for (int k = 0; k < 6; k++)
    {
        options.parameter_count = 1;
        options.parameters = &wrong[k];
        CHECK(hf_world_linearize(world, linearizer, &options, &s, &error) == HF_STATUS_INVALID && !s);
        if (!strstr(error.message, says[k])) harness_fail(__FILE__, __LINE__, "%s", error.message);
    }
    options.parameter_count = 0;
    options.difference[1] = 0.0;
    CHECK(hf_world_linearize(world, linearizer, &options, &s, &error) == HF_STATUS_INVALID);
    CHECK(strstr(error.message, "difference[1] = 0: must be finite and > 0") != NULL);
    hf_linearizer_destroy(linearizer);
    hf_linearizer_destroy(none);
    hf_world_destroy(world);
    hf_world_destroy(nothing);
    hf_model_destroy(model);
    hf_model_destroy(empty);
}

/// A step that fails has no derivative, and leaves what was there: the message says what to do, and the same linearizer
/// takes the step that is made when more is allowed.
TEST(after_a_step_that_failed)
{
    hf_model *model = text_model(slider);
    const double v[6] = {1, 0, 0, 0, 0.5, 0};
    hf_world *world = start(model, v);
    hf_settings good = hf_model_settings(model), poor = good;
    hf_linearizer *linearizer;
    const hf_linearization *s;
    hf_step_report report;
    snprintf(poor.solver.name, sizeof poor.solver.name, "%s", "mfb");
    poor.solver.max_iterations = 1;
    poor.solver.accept = 0.0;
    poor.solver.tolerance = 1e-300;
    OK(hf_world_set_settings(world, &poor, error));
    OK(hf_linearizer_create(world, &linearizer, error));
    OK(hf_world_step(world, 0.0, &report, error));
    CHECK(report.substeps == 0);
    hf_error why = {0};
    for (int method = 0; method < HF_LINEARIZE_METHOD_COUNT; method++)
    {
        hf_linearize_options options = hf_linearize_options_default();
        options.method = (hf_linearize_method)method;
        CHECK(hf_world_linearize(world, linearizer, &options, &s, &why) != HF_STATUS_OK && !s);
        if (method != HF_LINEARIZE_EXACT) CHECK(strstr(why.message, "fails") && strstr(why.message, "shorten it"));
    }
    int steps = 3;
    double dx[12];
    hf_gradient_def def = hf_gradient_def_default();
    hf_gradient_result result = {.dx = dx};
    def.step_count = 3;
    def.loss = loss_of_way;
    def.context = &steps;
    CHECK(hf_rollout_gradient(world, &def, &result, &why) == HF_STATUS_INVALID);
    CHECK(strstr(why.message, "step 0: it fails") && strstr(why.message, "smaller timestep"));
    OK(hf_world_set_settings(world, &good, error));
    OK(hf_world_linearize(world, linearizer, NULL, &s, error));
    OK(hf_rollout_gradient(world, &def, &result, error));
    hf_linearizer_destroy(linearizer);
    hf_world_destroy(world);
    hf_model_destroy(model);
}

TEST(gradients_that_cannot_be_meant)
{
    hf_model *model = text_model("<mujoco><worldbody><body><joint name='x' type='slide'/><geom size='0.1'/></body>"
                                 "</worldbody><actuator><motor joint='x'/></actuator></mujoco>");
    hf_model *empty = text_model("<mujoco><worldbody><geom type='plane' size='9 9 1'/></worldbody></mujoco>");
    hf_world *world = world_of(model), *nothing = world_of(empty);
    const hf_parameter none = {HF_PARAMETER_DAMPING, 7, 0};
    const double hole[3] = {0.0, NAN, 0.0};
    int steps = 3;
    double dx[2];
    hf_gradient_def def = hf_gradient_def_default();
    hf_gradient_result result = {.dx = dx};
    hf_error error = {0};
    def.step_count = 3;
    def.loss = loss_of_way;
    def.context = &steps;
    def.controls = hole;
    CHECK(hf_rollout_gradient(world, &def, &result, &error) == HF_STATUS_INVALID && strstr(error.message, "step 1"));
    def.controls = NULL;
    def.parameter_count = 1;
    def.parameters = &none;
    CHECK(hf_rollout_gradient(world, &def, &result, &error) == HF_STATUS_INVALID);
    CHECK(strstr(error.message, "no joint 7 among 1") != NULL);
    def.parameter_count = 0;
    CHECK(hf_rollout_gradient(nothing, &def, &result, &error) == HF_STATUS_INVALID);
    CHECK(strstr(error.message, "no degrees of freedom") != NULL);
    def.loss = NULL;
    CHECK(hf_rollout_gradient(world, &def, &result, &error) == HF_STATUS_INVALID && strstr(error.message, "loss"));
    hf_world_destroy(world);
    hf_world_destroy(nothing);
    hf_model_destroy(model);
    hf_model_destroy(empty);
}

TEST(parameters_are_set_and_read)
{
    hf_model *model = text_model(slider);
    hf_world *world = world_of(model);
    const struct
    {
        hf_parameter p;
        double value;
    } rows[] = {{{HF_PARAMETER_FRICTION, 1, 0}, 0.7}, {{HF_PARAMETER_RESTITUTION, 0, 0}, 0.4},
                {{HF_PARAMETER_SIZE, 1, 2}, 0.2},     {{HF_PARAMETER_MASS, 1, 0}, 3.0},
                {{HF_PARAMETER_CENTER, 1, 0}, 0.01},  {{HF_PARAMETER_INERTIA, 1, 3}, 1e-3},
                {{HF_PARAMETER_GRAVITY, 0, 1}, 2.0}};
    hf_body_state before = hf_world_body(world, 1);
    for (int k = 0; k < 7; k++)
    {
        double value;
        OK(hf_world_set_parameter(world, &rows[k].p, rows[k].value, error));
        OK(hf_world_parameter(world, &rows[k].p, &value, error));
        CHECK(value == rows[k].value);
        hf_body_state now = hf_world_body(world, 1);
        for (int i = 0; i < 3; i++) CHECK_NEAR(now.position[i], before.position[i], 1e-15);
    }
    hf_error error = {0};
    CHECK(hf_world_set_parameter(world, &rows[0].p, -1.0, &error) == HF_STATUS_INVALID);
    CHECK(strstr(error.message, "and >= 0") != NULL);
    CHECK(hf_world_set_parameter(world, &rows[5].p, 100.0, &error) == HF_STATUS_INVALID); // no body has that
    hf_world_destroy(world);
    hf_model_destroy(model);
}

/// A block that is pulled as hard as friction holds: one side of that it stands, on the other it slides.
TEST(both_sides_of_a_threshold)
{
    hf_model *model = text_model("<mujoco><option timestep='0.002'/><worldbody><geom type='plane' size='9 9 1' "
                                 "friction='0'/><body pos='0 0 0.1'><joint name='x' type='slide' axis='1 0 0'/>"
                                 "<joint type='slide' axis='0 0 1'/><geom size='0.1' mass='1' friction='0.5'/></body>"
                                 "</worldbody><actuator><motor joint='x'/></actuator></mujoco>");
    hf_world *world = world_of(model);
    hf_linearizer *linearizer;
    const hf_linearization *s;
    hf_linearize_options options = hf_linearize_options_default();
    double direction[5] = {0};
    OK(hf_world_set_control(world, 0, 0.5 * G, error));
    OK(hf_linearizer_create(world, &linearizer, error));
    OK(hf_world_linearize(world, linearizer, &options, &s, error));
    CHECK(s->border_count == 1 && s->blocks[0].at_border && s->blocks[0].impulse < 1e-9);
    options.direction = direction;
    direction[4] = -1e-4;
    OK(hf_world_linearize(world, linearizer, &options, &s, error));
    CHECK(s->border_count == 0 && s->blocks[0].state == HF_BLOCK_STICKS);
    CHECK_NEAR(s->blocks[0].impulse, 0.002 * 1e-4, 1e-9);
    CHECK_NEAR(s->B[2], 0.0, 1e-9);
    direction[4] = 1e-2;
    OK(hf_world_linearize(world, linearizer, &options, &s, error));
    CHECK(s->blocks[0].state == HF_BLOCK_SLIDES);
    CHECK_NEAR(s->B[2], 0.002, 1e-9); // h/m
    CHECK(hf_world_control(world, 0) == 0.5 * G);
    hf_linearizer_destroy(linearizer);
    hf_world_destroy(world);
    hf_model_destroy(model);
}

// ---- memory ----

TEST(repeated_calls_allocate_nothing)
{
    hf_model *model = text_model(slider);
    const double v[6] = {1, 0, 0, 0, 0, 0};
    hf_world *world = start(model, v);
    hf_linearizer *linearizer;
    const hf_linearization *s;
    hf_linearize_options options = hf_linearize_options_default();
    options.outputs = HF_DERIVATIVE_STATE | HF_DERIVATIVE_IMPULSES;
    OK(hf_linearizer_create(world, &linearizer, error));
    for (int k = 0; k < 3; k++) OK(hf_world_linearize(world, linearizer, &options, &s, error));
    CHECK(s->method == HF_LINEARIZE_EXACT);
    fail_allocation(-1);
    for (int k = 0; k < 5; k++) OK(hf_world_linearize(world, linearizer, &options, &s, error));
    CHECK(fail_allocation_count() == 0);
    hf_linearizer_destroy(linearizer);
    hf_world_destroy(world);
    hf_model_destroy(model);
}

TEST(memory_that_fails)
{
    hf_model *model = text_model(slider);
    const hf_parameter mu = {HF_PARAMETER_FRICTION, 1, 0};
    hf_world *world = world_of(model);
    hf_linearize_options options = hf_linearize_options_default();
    options.outputs = HF_DERIVATIVE_STATE | HF_DERIVATIVE_IMPULSES | HF_DERIVATIVE_SENSORS;
    options.parameter_count = 1;
    options.parameters = &mu;
    uint64_t hash = hf_world_hash(world);
    long k = 0;
    for (;; k++)
    {
        hf_linearizer *linearizer = NULL;
        const hf_linearization *s = NULL;
        hf_error error = {0};
        fail_allocation(k);
        hf_status status = hf_linearizer_create(world, &linearizer, &error);
        if (status == HF_STATUS_OK) status = hf_world_linearize(world, linearizer, &options, &s, &error);
        bool failed = k < fail_allocation_count();
        fail_allocation(-1);
        hf_linearizer_destroy(linearizer);
        CHECK(hf_world_hash(world) == hash);
        if (!failed && status == HF_STATUS_OK) break;
        bool made_do = failed && status == HF_STATUS_OK; // an arena that stays small
        if (status != HF_STATUS_NO_MEMORY && !made_do)
            harness_fail(__FILE__, __LINE__, "allocation %ld: %s", k, error.message);
    }
    CHECK(k > 20);
    hf_world_destroy(world);
    hf_model_destroy(model);
}

// ---- closed forms of a step ----

/// A ball that comes down on the ground with restitution e leaves with e times the speed of its impact.
TEST(bounce_by_restitution)
{
    hf_model *model =
        text_model("<mujoco><option timestep='0.001' gravity='0 0 0'/><worldbody>"
                   "<geom type='plane' size='9 9 1'/><body pos='0 0 0.1005'><freejoint/><geom size='0.1'/></body>"
                   "</worldbody></mujoco>");
    const double down[6] = {0, 0, -2, 0, 0, 0};
    const hf_parameter e = {HF_PARAMETER_RESTITUTION, 1, 0};
    hf_world *world = start(model, down);
    hf_linearizer *linearizer;
    const hf_linearization *s;
    hf_linearize_options options = hf_linearize_options_default();
    OK(hf_world_set_parameter(world, &e, 0.6, error));
    options.parameter_count = 1;
    options.parameters = &e;
    OK(hf_linearizer_create(world, &linearizer, error));
    OK(hf_world_linearize(world, linearizer, &options, &s, error));
    CHECK_NEAR(s->P[8], 2.0, 1e-6); // v⁺ = -e v
    CHECK_NEAR(at(s->A, 12, 8, 8), -0.6, 1e-6);
    CHECK((s->numeric & HF_NUMERIC_STEP) != 0); // and it is said how
    hf_linearizer_destroy(linearizer);
    hf_world_destroy(world);
    hf_model_destroy(model);
}

/// A billiard ball that is struck without spin rolls at 5/7 of its speed, whatever the friction.
TEST(billiard_ball_from_slip_to_roll)
{
    hf_model *model =
        text_model("<mujoco><option timestep='0.002'/><worldbody><geom type='plane' size='99 99 1' friction='0'/>"
                   "<body pos='0 0 0.1'><freejoint/><geom size='0.1' friction='0.2'/></body></worldbody></mujoco>");
    const double v[6] = {1, 0, 0, 0, 0, 0};
    const hf_parameter mu = {HF_PARAMETER_FRICTION, 1, 0};
    hf_world *world = start(model, v);
    hf_gradient_def def = hf_gradient_def_default();
    double dx[12] = {0}, dp = 0.0;
    dx[6] = 1.0;
    def.step_count = 100;
    OK(hf_rollout_tangents(world, &def, 1, NULL, NULL, dx, error));
    CHECK_NEAR(dx[6], 5.0 / 7.0, 1e-5);
    for (int k = 0; k < 12; k++) dx[k] = 0.0;
    dp = 1.0;
    def.parameter_count = 1;
    def.parameters = &mu;
    OK(hf_rollout_tangents(world, &def, 1, NULL, &dp, dx, error));
    CHECK_NEAR(dx[6], 0.0, 1e-4); // the place where it begins to roll moves, its speed does not
    hf_world_destroy(world);
    hf_model_destroy(model);
}

// ---- over many steps ----

// It stops in the middle of a step: there the way, which is off by mu g h² s (1 - s)/2, is off by nothing of first order.
#define SPEED (50.5 * 0.3 * 9.81 * 0.002)

static double stopping_distance_by_mu(int threads, int checkpoints, double *by_v, hf_gradient_result *result)
{
    hf_model *model = text_model(slider);
    const double v[6] = {SPEED, 0, 0, 0, 0, 0};
    const hf_parameter mu = {HF_PARAMETER_FRICTION, 1, 0};
    hf_world *world = start(model, v);
    hf_gradient_def def = hf_gradient_def_default();
    int steps = def.step_count = 80;
    double dx[12], dp[1];
    def.threads = threads;
    def.checkpoints = checkpoints;
    def.parameter_count = 1;
    def.parameters = &mu;
    def.loss = loss_of_way;
    def.context = &steps;
    *result = (hf_gradient_result){.dx = dx, .dp = dp};
    OK(hf_rollout_gradient(world, &def, result, error));
    *by_v = dx[6];
    hf_world_destroy(world);
    hf_model_destroy(model);
    return dp[0];
}

TEST(stopping_distance_by_friction_over_a_run)
{
    const double v = SPEED, mu = 0.3;
    hf_gradient_result result, same;
    double by_v, other, dp = stopping_distance_by_mu(1, 0, &by_v, &result);
    CHECK_NEAR(result.loss, v * v / (2.0 * mu * G), mu * G * 0.002 * 0.002);
    CHECK_NEAR(dp, -v * v / (2.0 * mu * mu * G), 1e-4 * v * v / (2.0 * mu * mu * G));
    CHECK_NEAR(by_v, v / (mu * G), 1e-4 * v / (mu * G));
    CHECK(stopping_distance_by_mu(2, 3, &other, &same) == dp && other == by_v && same.loss == result.loss);
}
