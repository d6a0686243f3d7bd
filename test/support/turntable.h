// A box on something that turns at 2 rad/s, half a metre from the axis, and how far it comes from where it was.

#ifndef HF_TEST_TURNTABLE_H
#define HF_TEST_TURNTABLE_H

#include "support/scene_text.h"

#define TURNTABLE_DISC(mass) "<geom type='cylinder' size='.8 .05' mass='" mass "' friction='1'/>"
#define TURNTABLE_BOX                                                                                                  \
    "<body name='box' pos='.5 0 .1'><freejoint/><geom type='box' size='.05 .05 .05' mass='1' friction='1'/></body>"
#define TURNTABLE_HEAD "<mujoco><compiler angle='radian'/><worldbody>"
#define TURNTABLE_HINGE TURNTABLE_HEAD "<body name='table'><joint axis='0 0 1'/>" TURNTABLE_DISC("100") "</body>"
#define TURNTABLE_KEY(q, v)                                                                                            \
    "</worldbody><keyframe><key qpos='" q ".5 0 .1 1 0 0 0' qvel='" v "0 1 0 0 0 2'/></keyframe>"

typedef struct turntable
{
    const char *name, *text, *table;
    double settles; // what moves is at its speed, and the box rests on it [s]
} turntable;

/// A hinge in both coordinates, a free disc, a prescribed one, bodies that change their shape, the rod of a
/// slider-crank, a box between fingers on an arm that turns about its own length
/// and about the vertical, one on a tray at the wrist of an arm, and one that is pressed on a wall by a rotor in a
/// vertical plane.
static const turntable turntables[] = {
    {"hinge", TURNTABLE_HINGE TURNTABLE_BOX TURNTABLE_KEY("0 ", "2 ") "</mujoco>", "table", 0},
    {"maximal", TURNTABLE_HINGE TURNTABLE_BOX TURNTABLE_KEY("0 ", "2 ") "<holdfast coordinates='maximal'/></mujoco>",
     "table", 0},
    {"free",
     TURNTABLE_HEAD "<geom type='plane' size='3 3 .1' pos='0 0 -.05' friction='0' priority='1'/><body "
                    "name='table'><freejoint/>" TURNTABLE_DISC("1e5") "</body>" TURNTABLE_BOX TURNTABLE_KEY(
                        "0 0 0 1 0 0 0 ", "0 0 0 0 0 2 ") "</mujoco>",
     "table", 0},
    {"prescribed",
     TURNTABLE_HEAD "<body name='table'>" TURNTABLE_DISC("100") "</body>" TURNTABLE_BOX TURNTABLE_KEY(
         "", "") "<holdfast><prescribe body='table' angular_velocity='0 0 2'/></holdfast></mujoco>",
     "table", 0},
    {"scaled",
     TURNTABLE_HEAD "<body name='table'><joint name='j' axis='0 0 1'/>" TURNTABLE_DISC(
         "100") "</body>" TURNTABLE_BOX
                "</worldbody><actuator><velocity joint='j' kv='50'/></actuator><keyframe><key ctrl='2'/></keyframe>"
                "<holdfast><body name='box' form='scale' young='1e6' strain_damping='.003'/></holdfast></mujoco>",
     "table", 5},
    {"crank",
     "<mujoco><compiler angle='radian'/><default><geom friction='1'/></default><worldbody>"
     "<body name='crank'><joint name='c' axis='0 0 1'/><geom type='capsule' fromto='0 0 0 .2 0 0' size='.02' mass='5' "
     "contype='0' conaffinity='0'/>"
     "<body name='rod' pos='.2 0 0'><joint axis='0 0 1'/><geom type='box' pos='.3 0 0' size='.3 .1 .02' "
     "mass='5'/></body></body>"
     "<body name='slider' pos='.8 0 0'><joint type='slide' axis='1 0 0'/><geom type='box' size='.02 .02 .02' mass='2' "
     "contype='0' conaffinity='0'/></body>"
     "<body name='box' pos='.5 0 .07'><freejoint/><geom type='box' size='.05 .05 .05' mass='1'/></body>"
     "</worldbody><equality><connect body1='rod' body2='slider' anchor='.6 0 0'/></equality>"
     "<actuator><velocity joint='c' kv='1e4'/></actuator><keyframe><key ctrl='2'/></keyframe></mujoco>",
     "rod", 0.5},
#define TURNTABLE_PINCH(axis, v)                                                                                       \
    "<mujoco><compiler angle='radian'/><default><geom friction='.8'/></default><worldbody>"                            \
    "<body name='arm'><joint name='j' axis='" axis                                                                     \
    "'/><geom type='capsule' fromto='0 0 0 .35 0 0' size='.03' mass='200' "                                            \
    "contype='0' conaffinity='0'/>"                                                                                    \
    "<body name='left' pos='.5 .045 0'><joint name='l' type='slide' axis='0 -1 0' damping='5'/><geom type='box' "      \
    "size='.03 .005 .02' mass='.1'/></body>"                                                                           \
    "<body name='right' pos='.5 -.045 0'><joint name='r' type='slide' axis='0 1 0' damping='5'/><geom type='box' "     \
    "size='.03 .005 .02' mass='.1'/></body></body>"                                                                    \
    "<body name='box' pos='.5 0 0'><freejoint/><geom type='box' size='.02 .04 .03' mass='.2'/></body></worldbody>"     \
    "<actuator><velocity joint='j' kv='1e5'/><position joint='l' kp='1e5' kv='300'/><motor joint='r'/></actuator>"     \
    "<keyframe><key qpos='0 0 0 .5 0 0 1 0 0 0' qvel='2 0 0 " v "' ctrl='2 0 20'/></keyframe></mujoco>"
    {"pinch about x", TURNTABLE_PINCH("1 0 0", "0 0 0 2 0 0"), "left", 0.5},
    {"pinch about z", TURNTABLE_PINCH("0 0 1", "0 1 0 0 0 2"), "left", 0.5},
    {"tray",
     "<mujoco><compiler angle='radian'/><default><geom friction='1'/></default><worldbody>"
     "<body name='arm'><joint name='j' axis='0 0 1'/><geom type='capsule' fromto='0 0 0 .4 0 0' size='.03' mass='10' "
     "contype='0' conaffinity='0'/>"
     "<body name='tray' pos='.5 0 0'><joint name='w' axis='0 1 0'/><geom type='box' size='.12 .12 .01' mass='2'/>"
     "</body></body><body name='box' pos='.5 0 .06'><freejoint/><geom type='box' size='.05 .05 .05' mass='1'/></body>"
     "</worldbody><actuator><velocity joint='j' kv='1e5'/><position joint='w' kp='1e5' kv='1e3'/></actuator>"
     "<keyframe><key qpos='0 0 .5 0 .06 1 0 0 0' qvel='2 0 0 1 0 0 0 2' ctrl='2 0'/></keyframe></mujoco>",
     "tray", 0.5},
    {"rotor",
     "<mujoco><compiler angle='radian'/><default><geom friction='1'/></default><worldbody>"
     "<body name='table'><joint name='j' axis='0 -1 0'/><geom type='box' pos='.55 0 0' size='.05 .2 .2' mass='100'/>"
     "<geom type='box' pos='-.55 0 0' size='.05 .2 .2' mass='100'/></body>"
     "<body name='box' pos='.45 0 0'><freejoint/><geom type='box' size='.05 .05 .05' mass='1'/></body></worldbody>"
     "<actuator><velocity joint='j' kv='1e5'/></actuator>"
     "<keyframe><key qpos='0 .45 0 0 1 0 0 0' qvel='8 0 0 3.6 0 -8 0' ctrl='8'/></keyframe></mujoco>",
     "table", 0}};

/// The place of a body in the frame of another.
static inline void turntable_place(const hf_world *world, int body, int frame, double place[3])
{
    hf_body_state a = hf_world_body(world, body), b = hf_world_body(world, frame);
    const double *q = b.orientation;
    double d[3], t[3];
    for (int k = 0; k < 3; k++) d[k] = a.position[k] - b.position[k];
    t[0] = 2 * (q[3] * d[1] - q[2] * d[2]); // 2 (d × q_v): turned back
    t[1] = 2 * (q[1] * d[2] - q[3] * d[0]);
    t[2] = 2 * (q[2] * d[0] - q[1] * d[1]);
    place[0] = d[0] + q[0] * t[0] + q[3] * t[1] - q[2] * t[2];
    place[1] = d[1] + q[0] * t[1] + q[1] * t[2] - q[3] * t[0];
    place[2] = d[2] + q[0] * t[2] + q[2] * t[0] - q[1] * t[1];
}

/// The farthest that the box comes from where it was on its table [m].
static inline double turntable_drift(const turntable *of, double h, double duration)
{
    hf_error error = {0};
    hf_model *model = text_model(of->text);
    hf_world *world = world_of(model);
    int box = hf_model_find(model, HF_ITEM_BODY, "box"), table = hf_model_find(model, HF_ITEM_BODY, of->table);
    double from[3], place[3], worst = 0.0;
    turntable_place(world, box, table, from);
    while (hf_world_time(world) < of->settles + duration)
    {
        hf_step_report report;
        if (hf_world_step(world, h, &report, &error) != HF_STATUS_OK)
            harness_fail(__FILE__, __LINE__, "%s: %s", of->name, error.message);
        CHECK(report.certified && report.energy_rise == 0);
        turntable_place(world, box, table, place);
        if (hf_world_time(world) <= of->settles) memcpy(from, place, sizeof from);
        worst = fmax(worst, sqrt(pow(place[0] - from[0], 2) + pow(place[1] - from[1], 2) + pow(place[2] - from[2], 2)));
    }
    hf_world_destroy(world);
    hf_model_destroy(model);
    return worst;
}

#endif
