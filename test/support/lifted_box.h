// A box that two flat pads lift off its middle, near the limit of what the friction of their corners can carry: with a
// coefficient of 0.84 some answer holds it from the floor on, with 0.82 it turns on its way up.

#ifndef HF_TEST_LIFTED_BOX_H
#define HF_TEST_LIFTED_BOX_H

#include "support/scene_text.h"

#include <holdfast/holdfast.h>

#include <math.h>
#include <stdio.h>

static const char lifted_box_of[] = // friction of the pads and the box, as a text, three times
    "<mujoco><worldbody><geom type='plane' size='0 0 1' friction='0.5'/>"
    "<body name='lift' pos='0 0 0.05'><joint name='z' type='slide' axis='0 0 1'/>"
    "<geom type='sphere' size='0.005' mass='0.5' contype='0' conaffinity='0' pos='0 0 0.2'/>"
    "<body pos='0 -0.041 0'><joint name='l' type='slide' axis='0 1 0'/><geom type='box' "
    "size='0.012 0.01 0.012' mass='0.1' friction='%g'/></body>"
    "<body pos='0 0.041 0'><joint name='r' type='slide' axis='0 -1 0'/><geom type='box' "
    "size='0.012 0.01 0.012' mass='0.1' friction='%g'/></body>"
    "</body><body name='box' pos='0.008 0 0.0301'><freejoint/><geom type='box' size='0.06 "
    "0.03 0.03' mass='0.9' friction='%g'/></body></worldbody>"
    "<actuator><position name='z' joint='z' kp='2000' kv='100'/><motor name='l' "
    "joint='l'/><motor name='r' joint='r'/></actuator></mujoco>";

/// Where the box is after 2 s: x, z [m] and turn [rad], and how far it came off where it was between the pads before
/// they rose [m]. Pads close with 6 N in 0.2 s, and rise by 0.1 m from 0.5 to 1.5 s; controls change from step to step.
/// Every step is certified.
static inline void lift_box(double mu, double h, double accuracy, double end[4])
{
    hf_error error = {0};
    char text[sizeof lifted_box_of + 64];
    snprintf(text, sizeof text, lifted_box_of, mu, mu, mu);
    hf_model *model = text_model(text);
    hf_world *world;
    CHECK(hf_world_create(model, &world, &error) == HF_STATUS_OK);
    hf_settings settings = hf_model_settings(model);
    settings.step.timestep = h;
    settings.step.accuracy = accuracy;
    CHECK(hf_world_set_settings(world, &settings, &error) == HF_STATUS_OK);
    int steps = (int)lround(2.0 / h), box = hf_model_find(model, HF_ITEM_BODY, "box"),
        lift = hf_model_find(model, HF_ITEM_BODY, "lift");
    double from[3] = {0.0};
    for (int k = 0; k < steps; k++)
    {
        double t = k * h, rise = fmin(fmax(t - 0.5, 0.0), 1.0), force = fmin(30.0 * t, 6.0);
        const double control[3] = {0.1 * rise * rise * (3.0 - 2.0 * rise), force, force};
        for (int i = 0; i < 3; i++) CHECK(hf_world_set_control(world, i, control[i], &error) == HF_STATUS_OK);
        hf_step_report report;
        CHECK(hf_world_step(world, 0.0, &report, &error) == HF_STATUS_OK);
        CHECK(report.certified && report.solve.unselected == 0);
        for (int i = 0; 2 * k < steps / 2 && i < 3; i++)
            from[i] = hf_world_body(world, box).position[i] - hf_world_body(world, lift).position[i];
    }
    hf_body_state state = hf_world_body(world, box);
    end[0] = state.position[0];
    end[1] = state.position[2];
    end[2] = 2.0 * asin(fmin(1.0, hypot(hypot(state.orientation[1], state.orientation[2]), state.orientation[3])));
    end[3] = hypot(end[0] - hf_world_body(world, lift).position[0] - from[0],
                   end[1] - hf_world_body(world, lift).position[2] - from[2]);
    CHECK(end[1] > 0.1); // it is held
    hf_world_destroy(world);
    hf_model_destroy(model);
}

#endif
