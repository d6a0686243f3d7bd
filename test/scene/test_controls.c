// Tables of controls over time.

#include "support/scene_text.h" // before the kit, whose `error` its parameters would hide

#include "support/mechanism_kit.h"

/// Two links on hinges, each with a motor.
static kit make_arm(void)
{
    kit k = kit_begin();
    int link = 0;
    for (int j = 0; j < 2; j++)
    {
        link = add_rod(&k, link, j, 0.0, 0.0, 1.0, 1.0);
        hf_actuator_def motor = hf_actuator_def_default();
        motor.name = j ? "elbow" : "shoulder";
        motor.target = add_joint(&k, hinge_y(link));
        OK(hf_builder_add_actuator(k.builder, &motor, NULL, &error));
    }
    set_timestep(&k, 0.1);
    kit_build(&k);
    return k;
}

static hf_controls *read_table(const kit *k, const char *text)
{
    hf_controls *controls;
    OK(hf_controls_read(text_file("table.csv", text), k->model, &controls, &error));
    return controls;
}

TEST(a_row_holds_until_the_next)
{
    kit k = make_arm();
    hf_controls *controls = read_table(&k, "time, \"elbow\",shoulder\r\n\n0.1,1,2\n \t\n0.3,-3,4");
    OK(hf_world_set_control(k.world, 0, 7.0, &error));
    // by sums of 0.1 the third step begins at 0.30000000000000004, and others fall short of their row
    static const double shoulder[] = {7, 2, 2, 4, 4}, elbow[] = {0, 1, 1, -3, -3};
    for (int s = 0; s < 5; s++)
    {
        OK(hf_controls_apply(controls, k.world, &error));
        CHECK(hf_world_control(k.world, 0) == shoulder[s]);
        CHECK(hf_world_control(k.world, 1) == elbow[s]);
        kit_step(&k);
    }
    hf_controls_destroy(controls);
    kit_end(&k);
}

TEST(controls_run_straight_where_that_is_asked)
{
    kit k = make_arm();
    hf_controls *controls = read_table(&k, "time,shoulder\n0.1,1\n0.3,5\n0.3,7\n0.4,8\n");
    hf_controls_interpolate(controls, true);
    static const double shoulder[] = {0, 1, 3, 7, 8, 8};
    for (int s = 0; s < 6; s++)
    {
        OK(hf_controls_apply(controls, k.world, &error));
        CHECK_NEAR(hf_world_control(k.world, 0), shoulder[s], 1e-12);
        kit_step(&k);
    }
    hf_controls_destroy(controls);
    kit_end(&k);
}

TEST(of_rows_at_one_time_the_last_counts)
{
    kit k = make_arm();
    hf_controls *controls = read_table(&k, "time,elbow\n-1,5\n0,1\n0,2\n");
    OK(hf_controls_apply(controls, k.world, &error));
    CHECK(hf_world_control(k.world, 1) == 2.0);
    hf_controls_destroy(controls);
    kit_end(&k);
}

TEST(tables_that_make_no_sense_are_refused_by_line)
{
    static const struct
    {
        const char *text, *says;
    } cases[] = {
        {"", "is empty"},
        {"\n\n", "is empty"},
        {"elbow\n1\n", ":1: the first column is called time, not 'elbow'"},
        {"time\n1\n", ":1: there are no columns beside time"},
        {"time,wrist\n0,1\n", ":1: there is no actuator 'wrist'"},
        {"time,\n0,1\n", ":1: there is no actuator ''"},
        {"time,elbow,elbow\n0,1,2\n", ":1: actuator 'elbow' has two columns"},
        {"time,elbow\n", "has no rows"},
        {"time,elbow\n0,1\n1\n", ":3: 1 numbers, the head names 2 columns"},
        {"time,elbow\n0,1\n\n1,2,3\n", ":4: 3 numbers, the head names 2 columns"},
        {"time,elbow\n0,\n", ":2: '' is no number"},
        {"time,elbow\n0,1x\n", ":2: '1x' is no number"},
        {"time,elbow\n0,nan\n", ":2: 'nan' is no number"},
        {"time,elbow\n1e999,1\n", ":2: '1e999' is no number"},
        {"time,elbow\n1,1\n0.5,1\n", ":3: time goes back from 1 to 0.5"},
    };
    kit k = make_arm();
    hf_controls *controls;
    for (size_t c = 0; c < sizeof cases / sizeof cases[0]; c++)
    {
        CHECK(hf_controls_read(text_file("table.csv", cases[c].text), k.model, &controls, &error) != HF_STATUS_OK);
        CHECK(!controls);
        if (!strstr(error.message, "table.csv") || !strstr(error.message, cases[c].says))
            harness_fail(__FILE__, __LINE__, "'%s' lacks '%s'", error.message, cases[c].says);
    }
    const char *zero = text_file_sized("table.csv", "time,elbow\n0,1\0\n", 16);
    CHECK(hf_controls_read(zero, k.model, &controls, &error) == HF_STATUS_FORMAT);
    CHECK(hf_controls_read("/nowhere/table.csv", k.model, &controls, &error) == HF_STATUS_FILE);
    CHECK(hf_controls_read("/dev/zero", k.model, &controls, &error) == HF_STATUS_FILE);
    kit_end(&k);
}

TEST(every_allocation_may_fail)
{
    kit k = make_arm();
    const char *path = text_file("table.csv", "time,elbow,shoulder\n0,1,2\n");
    hf_controls *controls = NULL;
    long at = 0;
    for (;; at++)
    {
        fail_allocation(at);
        hf_status status = hf_controls_read(path, k.model, &controls, &error);
        bool failed = at < fail_allocation_count();
        fail_allocation(-1);
        if (!failed) break;
        CHECK(status == HF_STATUS_NO_MEMORY && !controls);
    }
    CHECK(at > 1 && controls);
    hf_controls_destroy(controls);
    kit_end(&k);
}
