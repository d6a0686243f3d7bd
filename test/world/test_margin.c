// Margins against statics by hand.

#include "support/harness.h"
#include "support/scene_text.h"

#include <holdfast/holdfast.h>
#include <holdfast/margin.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

typedef struct scene
{
    hf_model *model;
    hf_world *world;
    hf_margin *margin;
} scene;

static scene look(const char *text, hf_margin_options options)
{
    scene s;
    hf_error error = {0};
    s.model = text_model(text);
    CHECK(hf_world_create(s.model, &s.world, &error) == HF_STATUS_OK);
    if (hf_margin_create(s.world, &options, &s.margin, &error) != HF_STATUS_OK)
        harness_fail(__FILE__, __LINE__, "%s", error.message);
    return s;
}

static void leave(scene *s)
{
    hf_margin_destroy(s->margin);
    hf_world_destroy(s->world);
    hf_model_destroy(s->model);
}

static void check_proof(const scene *s)
{
    static const char path[] = "test_margin.proof";
    hf_error error = {0};
    hf_proof_report report;
    CHECK(hf_margin_write_proof(s->margin, path, &error) == HF_STATUS_OK);
    CHECK(hf_proof_check(path, 0.0, &report, &error) == HF_STATUS_OK);
    CHECK(report.claim_count > 0 && report.true_count == report.claim_count);
    remove(path);
}

static hf_margin_options of_kind(hf_margin_kind kind)
{
    hf_margin_options options = hf_margin_options_default();
    options.kind = kind;
    return options;
}

// A box of 2 kg on a floor, mu = 0.4: it slides at mu m g.
static const char box[] =
    "<mujoco><option gravity='0 0 -10'/><worldbody><geom type='plane' size='5 5 1' friction='0.4'/>"
    "<body name='box' pos='0 0 0.5'><freejoint/><geom type='box' size='0.5 0.5 0.5' mass='2' "
    "friction='0.4'/></body></worldbody></mujoco>";

TEST(a_push_slides_a_box_at_mu_m_g)
{
    hf_margin_options options = of_kind(HF_MARGIN_FORCE);
    options.body = 1;
    options.force[0] = 3.0;
    options.force[1] = 4.0;
    scene s = look(box, options);
    hf_margin_result r = hf_margin_get(s.margin);
    CHECK(r.verdict == HF_VERDICT_HOLDS && !r.self_stress && r.contact_count == 4 && r.pair_count == 1);
    CHECK_NEAR(r.may, 8.0 / 5.0, 1e-7);
    CHECK_NEAR(r.cannot, 8.0 / 5.0, 1e-7);
    CHECK_NEAR(r.holds, 8.0 / 5.0, 1e-6);
    check_proof(&s);
    leave(&s);
}

TEST(a_box_tilts_to_its_friction_angle)
{
    hf_margin_options options = of_kind(HF_MARGIN_TILT);
    options.axis[1] = 1.0;
    scene s = look(box, options);
    hf_margin_result r = hf_margin_get(s.margin);
    CHECK_NEAR(r.may, atan(0.4), 1e-8);
    CHECK_NEAR(r.cannot, atan(0.4), 1e-8);
    CHECK_NEAR(r.holds, atan(0.4), 1e-6);
    check_proof(&s);
    leave(&s);
}

// A plate of 4 kg on four round feet without friction: of each diagonal one foot may have all of its half.
static const char table[] =
    "<mujoco><option gravity='0 0 -10'/><worldbody><geom type='plane' size='5 5 1' friction='0'/>"
    "<body name='table' pos='0 0 0.125'><freejoint/><inertial pos='0 0 0' mass='4' diaginertia='1 1 1'/>"
    "<geom type='sphere' size='0.125' pos='1 1 0' friction='0'/>"
    "<geom type='sphere' size='0.125' pos='-1 1 0' friction='0'/>"
    "<geom type='sphere' size='0.125' pos='-1 -1 0' friction='0'/>"
    "<geom type='sphere' size='0.125' pos='1 -1 0' friction='0'/></body></worldbody></mujoco>";

TEST(legs_of_a_table_share_as_they_like)
{
    hf_margin_options options = of_kind(HF_MARGIN_POSE);
    options.bounds = true;
    scene s = look(table, options);
    hf_margin_result r = hf_margin_get(s.margin);
    CHECK(r.verdict == HF_VERDICT_HOLDS && r.contact_count == 4 && !r.self_stress);
    for (int i = 0; i < 4; i++)
    {
        hf_contact_bounds c = hf_margin_contact(s.margin, i);
        CHECK_NEAR(c.least[0], 0.0, 1e-7);
        CHECK_NEAR(c.greatest[0], 20.0, 1e-7);
        CHECK(c.carries == HF_CARRIES_MAYBE);
    }
    hf_pair_bounds p = hf_margin_pair(s.margin, 0);
    CHECK_NEAR(p.least_load, 40.0, 1e-7);
    CHECK_NEAR(p.greatest_load, 40.0, 1e-7);
    CHECK(p.carries == HF_CARRIES_SURELY);
    leave(&s);
}

// A box between two walls with nothing below.
static const char walls[] =
    "<mujoco><option gravity='0 0 -10'/><worldbody><geom type='box' size='0.5 2 2' pos='-1 0 0' friction='0.3'/>"
    "<geom type='box' size='0.5 2 2' pos='1 0 0' friction='0.3'/>"
    "<body name='box'><freejoint/><geom type='box' size='0.5 0.5 0.5' mass='3' friction='0.3'/></body>"
    "</worldbody></mujoco>";

TEST(a_box_between_walls_hangs_only_if_prestressed)
{
    hf_margin_options options = of_kind(HF_MARGIN_POSE);
    options.bounds = true;
    scene s = look(walls, options);
    hf_margin_result r = hf_margin_get(s.margin);
    CHECK(r.verdict == HF_VERDICT_PRESTRESSED && r.self_stress && r.pair_count == 1);
    hf_pair_bounds p = hf_margin_pair(s.margin, 0);
    CHECK_NEAR(p.least_load, 30.0 / 0.3, 1e-5); // both walls are the world
    CHECK(isinf(p.greatest_load));
    check_proof(&s);
    leave(&s);
}

TEST(options_that_make_no_sense_are_refused)
{
    hf_error error = {0};
    hf_model *model = text_model(box);
    hf_world *world;
    hf_margin *margin;
    CHECK(hf_world_create(model, &world, &error) == HF_STATUS_OK);
    uint64_t before = hf_world_hash(world);
    hf_margin_options options = of_kind(HF_MARGIN_FORCE);
    options.force[2] = 1.0;
    for (int body = -1; body < 3; body++)
    {
        options.body = body;
        CHECK((hf_margin_create(world, &options, &margin, &error) == HF_STATUS_OK) == (body == 1));
        hf_margin_destroy(margin);
    }
    options.body = 1;
    options.force[0] = NAN;
    CHECK(hf_margin_create(world, &options, &margin, &error) == HF_STATUS_INVALID && !margin);
    options = of_kind(HF_MARGIN_TILT);
    options.axis[2] = 1.0;
    CHECK(hf_margin_create(world, &options, &margin, &error) == HF_STATUS_INVALID);
    CHECK(hf_world_hash(world) == before);
    hf_world_destroy(world);
    hf_model_destroy(model);
}
