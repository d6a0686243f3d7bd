// How many answers a step has: by hand, and beside the bounds of margins, which come from other programs.

#include "base/random.h"
#include "support/scene_text.h"

#include <holdfast/holdfast.h>
#include <holdfast/margin.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

enum
{
    TEXT = 20000,
    MOST = 64
};

typedef struct counted
{
    hf_answers all;
    hf_answer_count contact[MOST];
    int count;
} counted;

static counted count_answers(hf_world *world)
{
    counted c = {.count = hf_world_contact_count(world)};
    hf_error error = {0};
    uint64_t before = hf_world_hash(world);
    CHECK(c.count <= MOST);
    if (hf_world_answers(world, &c.all, c.contact, &error) != HF_STATUS_OK)
        harness_fail(__FILE__, __LINE__, "%s", error.message);
    CHECK(hf_world_hash(world) == before);
    return c;
}

static counted count_after(const char *text, int steps)
{
    hf_model *model = text_model(text);
    hf_world *world = world_of(model);
    text_run(world, steps);
    counted c = count_answers(world);
    hf_world_destroy(world);
    hf_model_destroy(model);
    return c;
}

/// A plate of 4 kg on round feet; its centre of mass at (x, y).
static const char *plate(int feet, double (*at)[2], double x, double y, double mu)
{
    static char text[TEXT];
    int n = snprintf(text, sizeof text,
                     "<mujoco><option gravity='0 0 -10'/><worldbody><geom type='plane' size='5 5 1' friction='%g'/>"
                     "<body name='plate' pos='0 0 0.125'><freejoint/>"
                     "<inertial pos='%.17g %.17g 0' mass='4' diaginertia='1 1 1'/>",
                     mu, x, y);
    for (int k = 0; k < feet; k++)
        n += snprintf(text + n, sizeof text - (size_t)n,
                      "<geom type='sphere' size='0.125' pos='%.17g %.17g 0' friction='%g'/>", at[k][0], at[k][1], mu);
    snprintf(text + n, sizeof text - (size_t)n, "</body></worldbody></mujoco>");
    return text;
}

static double corners[4][2] = {{1, 1}, {-1, 1}, {-1, -1}, {1, -1}};

TEST(three_feet_have_one_answer_and_four_many)
{
    counted c = count_after(plate(3, corners, 0.2, 0.3, 0.0), 3);
    CHECK(c.all.forces == HF_ANSWERS_ONE && c.all.touching == 3 && c.all.many == 0 && c.all.unknown == 0);
    c = count_after(plate(4, corners, 0.1, 0.2, 0.0), 3);
    CHECK(c.all.forces == HF_ANSWERS_MANY && c.all.many == 4 && c.all.stood == 0 && c.all.moved == 0);
    // friction of three feet may pull them against each other
    c = count_after(plate(3, corners, 0.2, 0.3, 0.5), 3);
    CHECK(c.all.forces == HF_ANSWERS_MANY && c.all.many == 3);
}

TEST(feet_that_cannot_carry_leave_one_answer)
{
    // above a foot, or between two: the opposite ones would have to pull
    counted c = count_after(plate(4, corners, 1.0, 1.0, 0.0), 1);
    CHECK(c.all.touching == 4 && c.all.many == 0 && c.all.unknown == 0);
    c = count_after(plate(4, corners, 0.3, 1.0, 0.0), 1);
    CHECK(c.all.touching == 4 && c.all.many == 0 && c.all.unknown == 0);
    // three in a row and one aside, the load above the row: the one aside carries nothing, the row is redundant
    static double row[4][2] = {{-1, 0}, {0, 0}, {1, 0}, {0, 1}};
    c = count_after(plate(4, row, 0.1, 0.0, 0.0), 1);
    CHECK(c.all.touching == 4 && c.all.many == 3 && c.all.unknown == 0);
}

TEST(what_slides_shares_its_weight_as_it_likes)
{
    static const char slope[] =
        "<mujoco><option gravity='3 0 -10'/><worldbody><geom type='plane' size='9 9 1' friction='0.1'/>"
        "<body pos='0 0 0.1'><freejoint/><geom type='box' size='0.1 0.1 0.1' mass='1' friction='0.1'/></body>"
        "<body pos='0 3 0.1'><freejoint/><geom type='sphere' size='0.1' mass='1' friction='0.1'/></body>"
        "</worldbody></mujoco>";
    counted c = count_after(slope, 5);
    CHECK(c.all.touching == 5 && c.all.many == 4 && c.all.unknown == 0); // the ball's own point is unique
}

TEST(before_a_step_and_in_flight_there_is_nothing_to_count)
{
    static const char ball[] = "<mujoco><worldbody><geom type='plane' size='9 9 1'/><body pos='0 0 9'><freejoint/>"
                               "<geom type='sphere' size='0.1' mass='1'/></body></worldbody></mujoco>";
    for (int steps = 0; steps < 2; steps++)
    {
        counted c = count_after(ball, steps);
        CHECK(c.all.forces == HF_ANSWERS_ONE && c.all.touching == 0);
    }
}

/// Random plates, some with their load on the edge of what the feet can carry, some with feet in a row.
TEST(counts_agree_with_bounds)
{
    random_state random = random_seed(7);
    int many = 0, one = 0;
    for (int trial = 0; trial < 300; trial++)
    {
        double at[6][2], x = 0.0, y = 0.0, sum = 0.0;
        int feet = 3 + (int)(random_unit(&random) * 3.999), kind = (int)(random_unit(&random) * 3.0);
        for (int k = 0; k < feet; k++)
        {
            at[k][0] = floor(random_unit(&random) * 5.0) - 2.0 + 0.01 * k;
            at[k][1] = floor(random_unit(&random) * 5.0) - 2.0;
        }
        for (int k = 0; k < (kind == 0 ? feet : kind); k++) // of all feet, or above one, or between two
        {
            double weight = 0.1 + random_unit(&random);
            x += weight * at[k][0];
            y += weight * at[k][1];
            sum += weight;
        }
        hf_model *model = text_model(plate(feet, at, x / sum, y / sum, kind == 2 && trial % 2 ? 0.4 : 0.0));
        hf_world *world = world_of(model);
        hf_margin_options options = hf_margin_options_default();
        hf_margin *margin;
        hf_error error = {0};
        options.bounds = true;
        CHECK(hf_margin_create(world, &options, &margin, &error) == HF_STATUS_OK);
        hf_verdict verdict = hf_margin_get(margin).verdict;
        double range[MOST] = {0.0};
        for (int k = 0; k < hf_margin_get(margin).contact_count; k++)
        {
            hf_contact_bounds c = hf_margin_contact(margin, k);
            for (int j = 0; j < 3; j++) range[k] = fmax(range[k], c.greatest[j] - c.least[j]);
        }
        text_run(world, 1);
        counted c = count_answers(world);
        hf_margin_destroy(margin);
        bool same = verdict == HF_VERDICT_HOLDS && hf_world_contact_count(world) == feet;
        for (int k = 0; same && k < c.count; k++)
        {
            if (c.contact[k] == HF_ANSWERS_UNKNOWN || (c.contact[k] == HF_ANSWERS_MANY) != (range[k] > 1e-3))
                harness_fail(__FILE__, __LINE__, "trial %d, foot %d of %d: %s, but a range of %g N", trial, k, feet,
                             hf_answer_count_name(c.contact[k]), range[k]);
            many += c.contact[k] == HF_ANSWERS_MANY;
            one += c.contact[k] == HF_ANSWERS_ONE;
        }
        hf_world_destroy(world);
        hf_model_destroy(model);
    }
    CHECK(many > 200 && one > 200);
}

/// A cube of 64 g whose centre of mass is 4 mm beside the middle of two pads that press with 3.5 N each.
TEST(a_cube_between_pads_both_stands_and_moves)
{
    char text[TEXT];
    const double mu = 1.02 * 0.064 * 9.81 / 7.0;
    snprintf(
        text, sizeof text,
        "<mujoco><worldbody><body pos='-0.004 -0.0276 0'><joint name='l' type='slide' axis='0 1 0'/>"
        "<geom type='box' size='0.009 0.0076 0.008' mass='0.015' friction='%.12g'/></body>"
        "<body pos='-0.004 0.0276 0'><joint name='r' type='slide' axis='0 -1 0'/>"
        "<geom type='box' size='0.009 0.0076 0.008' mass='0.015' friction='%.12g'/></body>"
        "<body name='cube'><freejoint/><geom type='box' size='0.02 0.02 0.02' mass='0.064' friction='%.12g'/></body>"
        "</worldbody><equality><joint joint1='l' joint2='r'/></equality>"
        "<actuator><motor name='m' joint='l'/></actuator></mujoco>",
        mu, mu, mu);
    hf_model *model = text_model(text);
    hf_world *world = world_of(model);
    hf_error error = {0};
    CHECK(hf_world_set_control(world, 0, 7.0, &error) == HF_STATUS_OK);
    hf_step_report report;
    CHECK(hf_world_step(world, 0.0, &report, &error) == HF_STATUS_OK);
    CHECK(report.solve.stood == 1 && report.solve.moved == 0);
    counted c = count_answers(world);
    CHECK(c.all.stood == 1 && c.all.forces == HF_ANSWERS_MANY);
    hf_world_destroy(world);
    hf_model_destroy(model);
}

TEST(numbers_that_are_none_are_refused)
{
    hf_model *model = text_model(plate(4, corners, 0.1, 0.2, 0.3));
    hf_world *world = world_of(model);
    const double *r;
    double own[12];
    hf_error error = {0};
    hf_workspace *workspace;
    hf_answers answers;
    text_run(world, 1);
    const hf_problem *problem = hf_world_problem(world, &r);
    memcpy(own, r, sizeof own);
    CHECK(hf_workspace_create(&workspace, &error) == HF_STATUS_OK);
    CHECK(hf_answers_count(problem, own, 1e-9, workspace, &answers, NULL, &error) == HF_STATUS_OK);
    CHECK(answers.forces == HF_ANSWERS_MANY && answers.many == 4);
    CHECK(hf_answers_count(problem, own, 0.0, workspace, &answers, NULL, &error) == HF_STATUS_INVALID);
    own[3] = NAN;
    CHECK(hf_answers_count(problem, own, 1e-9, workspace, &answers, NULL, &error) == HF_STATUS_INVALID);
    CHECK(strstr(error.message, "r[3]"));
    hf_workspace_destroy(workspace);
    hf_world_destroy(world);
    hf_model_destroy(model);
}

TEST(every_allocation_may_fail)
{
    hf_model *model = text_model(plate(4, corners, 0.3, 1.0, 0.0));
    for (long k = 0;; k++)
    {
        hf_world *world = world_of(model);
        hf_error error = {0};
        hf_answers answers;
        text_run(world, 1);
        fail_allocation(k);
        hf_status status = hf_world_answers(world, &answers, NULL, &error);
        bool failed = k < fail_allocation_count();
        fail_allocation(-1);
        hf_world_destroy(world);
        CHECK(status == (failed ? HF_STATUS_NO_MEMORY : HF_STATUS_OK));
        if (!failed) break;
    }
    hf_model_destroy(model);
}

/// Large islands: what is drawn at random proves it, contact by contact.
TEST(forces_of_large_heaps_are_not_unique)
{
    static const struct
    {
        const char *scene;
        int least; // of contacts that it is proved of
    } heaps[] = {{"box_wall", 7744}, {"pyramid:base=20", 2000}, {"card_house:levels=9", 414}};
    for (int k = 0; k < 3; k++)
    {
        hf_model *model = scene_model(heaps[k].scene);
        hf_world *world = world_of(model);
        hf_answers a;
        text_run(world, 2);
        CHECK(hf_world_answers(world, &a, NULL, NULL) == HF_STATUS_OK);
        CHECK(a.forces == HF_ANSWERS_MANY && a.many >= heaps[k].least && a.many + a.unknown <= a.touching);
        hf_world_destroy(world);
        hf_model_destroy(model);
    }
}
