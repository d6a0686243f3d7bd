// Parameters from motions that were recorded with other steps and noise: what is found, how sure it is, and what is not
// determined.

#include "support/harness.h"
#include "support/ok.h"
#include "support/scene_text.h"

#include "base/random.h"
#include "holdfast/holdfast.h"
#include "holdfast/identify.h"
#include "holdfast/tangent.h"

/// A block of 1 kg on a slope of 30 degrees that it slides down.
#define SLOPE(friction, mass)                                                                                          \
    "<mujoco><option timestep='0.005'/><worldbody><geom name='slope' type='plane' size='9 9 .1' euler='0 30 0' "       \
    "friction='" friction                                                                                              \
    "'/><body name='block' pos='.1 0 .2' euler='0 30 0'><freejoint/><geom name='face' type='box' "                     \
    "size='.1 .1 .05' mass='" mass "' friction='0'/></body></worldbody></mujoco>"

/// Two joints with springs and dampers, and a motor on the first.
#define ARM(damping, stiffness, gain)                                                                                  \
    "<mujoco><option timestep='0.004'/><worldbody><body name='upper' pos='0 0 1'><joint name='a' axis='0 1 0' "        \
    "damping='" damping "' stiffness='" stiffness                                                                      \
    "'/><geom type='capsule' size='.03' fromto='0 0 0 .3 0 0' mass='.8' contype='0' "                                  \
    "conaffinity='0'/><body name='lower' pos='.3 0 0'><joint name='b' axis='0 1 0' damping='.03'/><geom "              \
    "type='capsule' "                                                                                                  \
    "size='.03' fromto='0 0 0 .3 0 0' mass='.5' contype='0' "                                                          \
    "conaffinity='0'/></body></body></worldbody><actuator><motor "                                                     \
    "name='m' joint='a' gear='" gain "'/></actuator></mujoco>"

enum
{
    COLUMNS = 16
};

/// A table that grows.
typedef struct table
{
    int columns, rows;
    const char *names[COLUMNS];
    double *values;
} table;

static double *table_row(table *t)
{
    t->values = realloc(t->values, (size_t)(t->rows + 1) * (size_t)t->columns * sizeof *t->values);
    CHECK(t->values);
    return t->values + (size_t)t->columns * (size_t)t->rows++;
}

/// time, run, and the pose of a body with noise of position and turn.
static const char *const pose_names[9] = {"time",     "run",      "block.x",  "block.y", "block.z",
                                          "block.qw", "block.qx", "block.qy", "block.qz"};

static void put_pose(table *t, const hf_world *world, int run, int body, double noise, double turn,
                     random_state *random)
{
    double *row = table_row(t), twist[3];
    hf_body_state s = hf_world_body(world, body);
    row[0] = hf_world_time(world);
    row[1] = run;
    for (int k = 0; k < 3; k++) row[2 + k] = s.position[k] + noise * random_normal(random);
    for (int k = 0; k < 3; k++) twist[k] = turn * random_normal(random);
    hf_quaternion_integrate(s.orientation, twist);
    for (int k = 0; k < 4; k++) row[5 + k] = s.orientation[k];
}

/// Blocks that slide for half a second, of `runs` starts.
static table slide(const char *scene, int runs, double step, double noise)
{
    table t = {.columns = 9};
    memcpy(t.names, pose_names, sizeof pose_names);
    hf_model *model = text_model(scene);
    random_state random = random_seed(17);
    int body = hf_model_find(model, HF_ITEM_BODY, "block");
    for (int run = 0; run < runs; run++)
    {
        hf_world *world = world_of(model);
        hf_body_state s = hf_world_body(world, body);
        double speed = 0.3 * run;
        s.velocity[0] = speed * cos(3.14159265358979 / 6), s.velocity[2] = -speed * sin(3.14159265358979 / 6);
        s.velocity[1] = 0.2;
        OK(hf_world_set_body(world, body, &s, error));
        for (int k = 0; k <= 50; k++)
        {
            put_pose(&t, world, run, body, noise, 5.0 * noise, &random);
            for (int i = 0; i < (int)(0.01 / step + 0.5); i++) OK(hf_world_step(world, step, NULL, error));
        }
        hf_world_destroy(world);
    }
    hf_model_destroy(model);
    return t;
}

static hf_fit *fit(const char *scene, const table *t, int count, const char *const *names,
                   const hf_fit_options *options)
{
    hf_model *model = text_model(scene);
    hf_measurements *m;
    hf_fit_parameter parameters[8];
    hf_fit *found;
    OK(hf_measurements_create(model, t->columns, t->names, t->rows, t->values, &m, error));
    for (int k = 0; k < count; k++) OK(hf_model_find_parameter(model, names[k], &parameters[k], error));
    OK(hf_identify(model, m, count, parameters, options, &found, error));
    hf_measurements_destroy(m);
    hf_model_destroy(model);
    return found;
}

TEST(friction_of_a_slider)
{
    table t = slide(SLOPE("0.31", "1"), 3, 0.001, 3e-4);
    const char *const names[] = {"mu"};
    hf_fit_options options = hf_fit_options_default();
    options.window = 0.0; // whole runs: nothing but sliding is in them
    options.starts = 2;
    hf_fit *found = fit(SLOPE("0.15", "1"), &t, 1, names, &options);
    printf("        mu %.5f +- %.5f, spread %.3f, %d iterations\n", found->values[0].value, found->values[0].error,
           found->spread, found->iterations);
    CHECK(found->values[0].determined);
    CHECK_NEAR(found->values[0].value, 0.31, 0.005 * 0.31);
    CHECK(fabs(found->values[0].value - 0.31) < 4.0 * found->values[0].error); // it knows how sure it is
    CHECK(found->values[0].error < 0.005 * 0.31 && found->spread > 0.8 && found->spread < 1.2);
    CHECK(found->agreed == found->starts);
    CHECK(found->cost < 0.1 * found->cost_before);
    hf_fit_destroy(found);
    free(t.values);
}

TEST(mass_on_a_slope_without_friction_is_not_determined)
{
    table t = slide(SLOPE("0", "1.7"), 2, 0.001, 3e-4);
    const char *const names[] = {"mass:block", "mu"};
    hf_fit_options options = hf_fit_options_default();
    options.starts = 1;
    hf_fit *found = fit(SLOPE("0.05", "1"), &t, 2, names, &options);
    printf("        mass %.5g +- %.3g, mu %.2g +- %.2g\n", found->values[0].value, found->values[0].error,
           found->values[1].value, found->values[1].error);
    CHECK(!found->values[0].determined && found->values[0].error > found->values[0].value);
    CHECK(fabs(found->directions[2]) > 0.999); // what stays free is the mass alone
    CHECK(found->singular[1] < 1e-3 * found->singular[0]);
    CHECK(found->values[1].value < 0.004);
    hf_fit_destroy(found);
    free(t.values);
}

static table swing(const char *scene, double step, double noise)
{
    static const char *const names[4] = {"time", "m.ctrl", "a.q", "b.q"};
    table t = {.columns = 4};
    memcpy(t.names, names, sizeof names);
    hf_model *model = text_model(scene);
    hf_world *world = world_of(model);
    random_state random = random_seed(3);
    for (int k = 0; k <= 100; k++)
    {
        double *row = table_row(&t), u = sin(0.11 * k) + 0.5 * sin(0.37 * k);
        const double numbers[4] = {hf_world_time(world), u, hf_world_q(world)[0] + noise * random_normal(&random),
                                   hf_world_q(world)[1] + noise * random_normal(&random)};
        memcpy(row, numbers, sizeof numbers);
        OK(hf_world_set_control(world, 0, u, error));
        for (int i = 0; i < (int)(0.01 / step + 0.5); i++) OK(hf_world_step(world, step, NULL, error));
    }
    hf_world_destroy(world);
    hf_model_destroy(model);
    return t;
}

TEST(damping_stiffness_and_gain_of_an_arm)
{
    table t = swing(ARM("0.12", "2.5", "1.4"), 0.0005, 5e-4);
    const char *const names[] = {"damping:a", "stiffness:a", "mass:lower", "gain:m.0"};
    const double truth[] = {0.12, 2.5, 0.5, 2.0}; // the gain of a motor with half the gear
    hf_fit_options options = hf_fit_options_default();
    options.window = 0.5;
    options.starts = 1;
    options.timestep = 0.0005; // of the data; a longer one would damp by itself, and be taken for less damping
    hf_fit *found = fit(ARM("0.3", "1", "0.7"), &t, 4, names, &options), *other;
    for (int k = 0; k < 4; k++)
    {
        double expected = truth[k];
        printf("        %s %.5f +- %.5f\n", names[k], found->values[k].value, found->values[k].error);
        CHECK_NEAR(found->values[k].value, expected, 0.005 * expected);
        CHECK(found->values[k].determined && fabs(found->values[k].value - expected) < 4.0 * found->values[k].error);
    }
    options.threads = 2; // the bits of one
    other = fit(ARM("0.3", "1", "0.7"), &t, 4, names, &options);
    for (int k = 0; k < 4; k++) CHECK(other->values[k].value == found->values[k].value);
    CHECK(memcmp(other->simulated, found->simulated, (size_t)(t.rows * t.columns) * sizeof(double)) == 0);
    hf_fit_destroy(found);
    hf_fit_destroy(other);
    free(t.values);
}

TEST(names_of_parameters)
{
    hf_model *model = text_model(ARM("1", "1", "1"));
    hf_fit_parameter p;
    hf_error error = {0};
    CHECK(hf_model_find_parameter(model, "damping", &p, &error) == HF_STATUS_OK && p.count == 2);
    CHECK(hf_model_find_parameter(model, "damping:b", &p, &error) == HF_STATUS_OK && p.parts[0].index == 1);
    CHECK(hf_model_find_parameter(model, "mass:2", &p, &error) == HF_STATUS_OK && p.parts[0].index == 2);
    CHECK(hf_model_find_parameter(model, "center:lower.2", &p, &error) == HF_STATUS_OK && p.parts[0].element == 2);
    CHECK(hf_model_find_parameter(model, "gravity.2", &p, &error) == HF_STATUS_OK && p.parts[0].element == 2);
    CHECK(hf_model_find_parameter(model, "e", &p, &error) == HF_STATUS_OK && p.most == 1.0);
    CHECK(hf_model_find_parameter(model, "mass", &p, &error) == HF_STATUS_INVALID && strstr(error.message, "which"));
    CHECK(hf_model_find_parameter(model, "weight", &p, &error) == HF_STATUS_INVALID && strstr(error.message, "mass"));
    CHECK(hf_model_find_parameter(model, "damping:c", &p, &error) == HF_STATUS_INVALID && strstr(error.message, "'c'"));
    CHECK(hf_model_find_parameter(model, "gravity", &p, &error) == HF_STATUS_INVALID && strstr(error.message, ".0"));
    hf_model_destroy(model);
}

static void refused(const hf_model *model, int columns, const char *const *names, int rows, const double *values,
                    const char *says)
{
    hf_measurements *m = NULL;
    hf_error error = {0};
    CHECK(hf_measurements_create(model, columns, names, rows, values, &m, &error) == HF_STATUS_INVALID && !m);
    if (!strstr(error.message, says)) harness_fail(__FILE__, __LINE__, "'%s' has no '%s'", error.message, says);
}

TEST(data_that_cannot_be_used)
{
    hf_model *model = text_model(ARM("1", "1", "1"));
    const char *const good[] = {"time", "a.q", "b.q"}, *const odd[] = {"time", "a.q", "elbow"};
    const char *const timeless[] = {"a.v", "a.q", "b.q"}, *const half[] = {"time", "upper.qw", "b.q"};
    const double rows[9] = {0, 0, 0, 0.1, 0, 0, 0.2, 0, 0}, back[9] = {0, 0, 0, 0.2, 0, 0, 0.1, 0, 0};
    const double holes[9] = {0, 0, 0, 0.1, INFINITY, 0, 0.2, 0, 0};
    refused(model, 3, odd, 3, rows, "'elbow', is neither");
    refused(model, 3, timeless, 3, rows, "no column 'time'");
    refused(model, 3, half, 3, rows, "needs all of qw");
    refused(model, 3, good, 3, back, "row 2: time goes from 0.2 to 0.1");
    refused(model, 3, good, 3, holes, "row 1, column 'a.q'");
    refused(model, 3, good, 1, rows, "two rows");
    const double timed[9] = {0, 0, 0, NAN, 0, 0, 0.2, 0, 0};
    refused(model, 3, good, 3, timed, "row 1: the time is not finite");

    hf_measurements *m;
    hf_fit_parameter p[2];
    hf_fit *found = NULL;
    hf_error why = {0};
    OK(hf_measurements_create(model, 3, good, 3, rows, &m, error));
    OK(hf_model_find_parameter(model, "damping:a", &p[0], error));
    CHECK(hf_identify(model, m, 0, p, NULL, &found, &why) == HF_STATUS_INVALID && strstr(why.message, "no param"));
    CHECK(hf_identify(model, m, 1, p, NULL, &found, &why) == HF_STATUS_OK || !found);
    hf_fit_destroy(found);
    p[1] = p[0];
    CHECK(hf_identify(model, m, 2, p, NULL, &found, &why) == HF_STATUS_INVALID && strstr(why.message, "twice"));
    hf_fit_options short_windows = hf_fit_options_default();
    short_windows.window = 0.1;
    CHECK(hf_identify(model, m, 1, p, &short_windows, &found, &why) == HF_STATUS_INVALID);
    CHECK(strstr(why.message, "longer windows"));
    hf_measurements_destroy(m);

    // more to find than was measured: what is not there does not count
    const double few[9] = {0, 0, 0, 0.1, NAN, 0, 0.2, NAN, NAN}, no_start[9] = {0, NAN, 0, 0.1, NAN, 0, 0.2, NAN, 0};
    hf_fit_parameter three[3];
    OK(hf_model_find_parameter(model, "damping:a", &three[0], error));
    OK(hf_model_find_parameter(model, "damping:b", &three[1], error));
    OK(hf_model_find_parameter(model, "stiffness:a", &three[2], error));
    OK(hf_measurements_create(model, 3, good, 3, few, &m, error));
    CHECK(hf_identify(model, m, 3, three, NULL, &found, &why) == HF_STATUS_INVALID && !found);
    CHECK(strstr(why.message, "numbers were measured") && strstr(why.message, "fewer parameters, or more data"));
    hf_measurements_destroy(m);
    OK(hf_measurements_create(model, 3, good, 3, no_start, &m, error));
    CHECK(hf_identify(model, m, 1, three, NULL, &found, &why) == HF_STATUS_INVALID);
    CHECK(strstr(why.message, "no window can start"));
    hf_measurements_destroy(m);

    const char *const one[] = {"time", "a.q"};
    const double pairs[6] = {0, 0, 0.1, 0, 0.2, 0};
    OK(hf_measurements_create(model, 2, one, 3, pairs, &m, error));
    CHECK(hf_identify(model, m, 1, p, NULL, &found, &why) == HF_STATUS_INVALID && strstr(why.message, "'b.q'"));
    hf_measurements_destroy(m);
    hf_model_destroy(model);
    model = text_model("<mujoco><worldbody><geom type='plane' size='1 1 1'/></worldbody></mujoco>");
    CHECK(hf_model_v_count(model) == 0);
    refused(model, 2, one, 3, pairs, "'a.q', is neither"); // nothing moves, nothing can be measured
    hf_model_destroy(model);
}

TEST(tables_are_read_from_files)
{
    hf_model *model = text_model(ARM("1", "1", "1"));
    hf_measurements *m = NULL;
    hf_error why = {0};
    OK(hf_measurements_read(text_file("good.csv", "time, a.q, b.q\n0, 1e-1, 2\n\n# a remark\n0.1, , nan\r\n"), model,
                            &m, error));
    CHECK(hf_measurements_row_count(m) == 2 && hf_measurements_column_count(m) == 3);
    CHECK(hf_measurements_values(m)[1] == 0.1 && isnan(hf_measurements_values(m)[4]) &&
          isnan(hf_measurements_values(m)[5]));
    CHECK(strcmp(hf_measurements_name(m, 2), "b.q") == 0);
    hf_measurements_destroy(m);
    CHECK(hf_measurements_read(text_file("bad.csv", "time,a.q\n0,1\n0.1,x\n"), model, &m, &why) == HF_STATUS_FORMAT);
    CHECK(strstr(why.message, "row 1, column 1: 'x'"));
    CHECK(hf_measurements_read(text_file("long.csv", "time,a.q\n0,1\n0.1,2,3\n"), model, &m, &why) == HF_STATUS_FORMAT);
    CHECK(strstr(why.message, "3 numbers"));
    CHECK(hf_measurements_read("/nowhere.csv", model, &m, &why) == HF_STATUS_FILE);
    hf_model_destroy(model);
}
