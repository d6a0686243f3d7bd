// Our column of the table in docs/mjcf.md, "Meanings that differ"; MuJoCo's is in test/peers/mujoco3/meanings.mjs.

#include "support/scene_text.h"

#include "holdfast/sense.h"

#include <math.h>

static const char scene[] =
    "<mujoco><worldbody><body gravcomp='.25'>"
    "<joint name='j' type='slide' axis='0 0 1' actuatorfrcrange='-5 5'/><geom size='.1'/></body></worldbody>"
    "<actuator><motor name='a' joint='j' gear='2'/></actuator>"
    "<sensor><jointactuatorfrc joint='j'/><actuatorfrc actuator='a'/></sensor>"
    "<keyframe><key qpos='.3'/></keyframe></mujoco>";

TEST(meanings_that_differ_from_mujocos_are_those_of_the_page)
{
    hf_error error;
    hf_model *model = text_model(scene);
    hf_world *world = world_of(model);
    hf_step_report report;
    double mass = 1000.0 * 4.0 / 3.0 * acos(-1.0) * 1e-3, weight = 9.81 * mass, bias, sensors[2];
    CHECK(hf_world_q(world)[0] == 0.3);
    CHECK(hf_world_bias(world, &bias, &error) == HF_STATUS_OK);
    CHECK_NEAR(bias, 0.75 * weight, 1e-12 * weight);
    CHECK(hf_world_set_control(world, 0, 10.0, &error) == HF_STATUS_OK);
    CHECK(hf_world_step(world, 0.0, &report, &error) == HF_STATUS_OK);
    CHECK_NEAR(hf_world_v(world)[0], report.time * (5.0 - 0.75 * weight) / mass, 1e-12);
    CHECK_NEAR(hf_world_actuator_force(world, 0), 2.5, 1e-12);
    CHECK(hf_world_sensors(world, sensors, &error) == HF_STATUS_OK);
    CHECK_NEAR(sensors[0], 5.0, 1e-12);
    CHECK_NEAR(sensors[1], 2.5, 1e-12);
    hf_world_destroy(world);
    hf_model_destroy(model);
}
