// Controls that reach their actuators late, as MuJoCo 3.14 delays them; states of actuators with several numbers.

#include "holdfast/sense.h"
#include "support/scene_text.h"

enum
{
    STEPS = 10
};

static hf_world *slider(const char *actuator, hf_model **model)
{
    char text[600];
    snprintf(text, sizeof text,
             "<mujoco><option timestep='.002' gravity='0 0 0'/><worldbody><body><joint name='j' type='slide'/>"
             "<geom size='.1' mass='1'/></body></worldbody><actuator><motor joint='j' %s/><motor joint='j'/></actuator>"
             "</mujoco>",
             actuator);
    *model = text_model(text);
    return world_of(*model);
}

static void end(hf_world *world, hf_model *model)
{
    hf_world_destroy(world);
    hf_model_destroy(model);
}

static double step_with(hf_world *world, double u)
{
    hf_error error = {0};
    CHECK(hf_world_set_control(world, 0, u, &error) == HF_STATUS_OK);
    text_run(world, 1);
    return hf_world_actuator_force(world, 0);
}

TEST(controls_come_as_late_as_in_mujoco)
{
    static const struct
    {
        const char *actuator;
        bool squares; // of the step's number, or that number plus one
        double force[STEPS];
    } cases[] = {
        {"delay='.01' nsample='5'", false, {0, 0, 0, 0, 0, 1, 2, 3, 4, 5}},
        {"delay='.01' nsample='20' interp='linear'", false, {0, 0, 0, 0, 0, 1, 2, 3, 4, 5}},
        {"delay='.01' nsample='3'", false, {0, 0, 0, 1, 2, 3, 4, 5, 6, 7}}, // the buffer is too short
        {"delay='.009' nsample='5' interp='zoh'", false, {0, 0, 0, 0, 0, 1, 2, 3, 4, 5}},
        {"delay='.009' nsample='5' interp='linear'", false, {0, 0, 0, 0, 0.5, 1.5, 2.5, 3.5, 4.5, 5.5}},
        {"delay='.009' nsample='5' interp='cubic'", true, {0, 0, 0, 0, -0.0625, 0.25, 2, 5.75, 11.5, 19.25}},
        {"delay='.009' nsample='8' interp='cubic'", true, {0, 0, 0, 0, -0.0625, 0.3125, 2.25, 6.25, 12.25, 20.25}},
        {"delay='.009' nsample='2' interp='linear'", false, {0, 0, 1, 2, 3, 4, 5, 6, 7, 8}},
        {"delay='.001' nsample='1'", false, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9}}, // never less than a step
        {"delay='0' nsample='3'", false, {1, 2, 3, 4, 5, 6, 7, 8, 9, 10}},
    };
    for (size_t c = 0; c < sizeof cases / sizeof cases[0]; c++)
    {
        hf_model *model;
        hf_world *world = slider(cases[c].actuator, &model);
        for (int k = 0; k < STEPS; k++)
            CHECK_NEAR(step_with(world, cases[c].squares ? k * k : k + 1), cases[c].force[k], 1e-9);
        end(world, model);
    }
}

TEST(what_is_on_its_way_is_a_part_of_the_state)
{
    hf_model *model;
    hf_world *world = slider("delay='.006' nsample='4' interp='linear'", &model), *other = world_of(model);
    hf_error error = {0};
    for (int k = 0; k < 5; k++) step_with(world, k);
    unsigned char bytes[4096];
    CHECK(hf_world_state_size(world) <= sizeof bytes);
    hf_world_state_save(world, bytes);
    CHECK(hf_world_state_load(other, bytes, hf_world_state_size(world), &error) == HF_STATUS_OK);
    for (int k = 0; k < 5; k++) CHECK(step_with(world, 7) == step_with(other, 7));
    CHECK(hf_world_hash(world) == hf_world_hash(other));
    double force[2];
    CHECK(hf_world_set_control(world, 1, 3, &error) == HF_STATUS_OK); // the other one is not delayed
    CHECK(hf_world_actuator_forces(world, force, &error) == HF_STATUS_OK);
    CHECK_NEAR(force[0], 7, 1e-12);
    CHECK_NEAR(force[1], 3, 1e-12);
    hf_world_destroy(other);
    end(world, model);
}

TEST(a_delay_is_written_and_may_not_be_without_samples)
{
    hf_error error = {0};
    char path[600];
    hf_model *model;
    hf_world *world = slider("delay='.006' nsample='4' interp='cubic'", &model);
    snprintf(path, sizeof path, "%s/flat.xml", text_folder());
    CHECK(hf_scene_write_mjcf(model, path, &error) == HF_STATUS_OK);
    hf_model *again = scene_model(path);
    hf_actuator_def def = hf_model_actuator(again, 0);
    CHECK(def.delay == 0.006 && def.samples == 4 && def.interpolation == HF_DELAY_CUBIC);
    hf_model_destroy(again);
    end(world, model);
    hf_builder *builder = NULL;
    CHECK(hf_builder_create(&builder, &error) == HF_STATUS_OK);
    def = hf_actuator_def_default();
    def.transmission = HF_TRANSMISSION_NONE;
    def.delay = 1;
    CHECK(hf_builder_add_actuator(builder, &def, NULL, &error) == HF_STATUS_INVALID &&
          strstr(error.message, "samples"));
    hf_builder_destroy(builder);
}

TEST(all_states_of_a_motor_are_read_and_set)
{
    hf_error error = {0};
    hf_model *model =
        text_model("<mujoco><worldbody><body><joint name='j'/><geom size='.1'/></body></worldbody><actuator>"
                   "<general joint='j' dyntype='integrator'/><dcmotor joint='j' motorconst='.1' "
                   "resistance='2' inductance='0 .01' thermal='1 2 0 4 5 6'/></actuator></mujoco>");
    hf_world *world = world_of(model);
    int first = -2, total = hf_model_activation_count(model);
    CHECK(hf_model_actuator_states(model, 0, &first) == 1 && first == 0);
    CHECK(hf_model_actuator_states(model, 1, &first) == 2 && first == 1 && total == 3);
    const double a[3] = {0.5, 20, 3};
    CHECK(hf_world_set_activations(world, a, &error) == HF_STATUS_OK);
    for (int k = 0; k < 3; k++) CHECK(hf_world_activations(world)[k] == a[k]);
    const double bad[3] = {0, NAN, 0};
    CHECK(hf_world_set_activations(world, bad, &error) == HF_STATUS_INVALID && hf_world_activation(world, 0) == 0.5);
    end(world, model);
}
