// An arm with a hand of two flat pads, of sixteen taxels each, that takes a box of 1 kg off a table beside its
// middle, lifts it and carries it round.

#ifndef HF_TEST_PAD_ARM_H
#define HF_TEST_PAD_ARM_H

#include "support/scene_text.h"

#define PAD_SIDE 4

/// Text of a pad: its taxels are named by `name` and their place.
static inline int pad_text(char *text, size_t size, const char *name, double friction)
{
    int n = 0;
    for (int i = 0; i < PAD_SIDE; i++)
        for (int k = 0; k < PAD_SIDE; k++)
            n += snprintf(text + n, size - (size_t)n,
                          "<geom name='%s%d%d' type='box' size='.0025 .004 .0025' pos='%.15g 0 %.15g' mass='.005' "
                          "friction='%.15g'/>",
                          name, i, k, 0.005 * (i - 1.5), 0.005 * (k - 1.5), friction);
    return n;
}

static inline hf_model *pad_arm_model(double friction)
{
    char left[8000], right[8000];
    static char text[20000];
    pad_text(left, sizeof left, "l", friction);
    pad_text(right, sizeof right, "r", friction);
    snprintf(
        text, sizeof text,
        "<mujoco><compiler angle='radian'/><default><joint armature='.1' damping='1'/>"
        "<position kp='8000' kv='400'/></default><worldbody>"
        "<geom name='table' type='box' size='.2 .2 .05' pos='.5 0 -.05' friction='.5'/>"
        "<body name='turret' pos='0 0 .4' gravcomp='1'><joint name='yaw' axis='0 0 1'/><geom type='sphere' size='.05' "
        "mass='3' "
        "contype='0' conaffinity='0'/>"
        "<body name='upper' gravcomp='1'><joint name='shoulder' axis='0 1 0'/>"
        "<geom type='capsule' fromto='0 0 0 .4 0 0' size='.04' mass='3' contype='0' conaffinity='0'/>"
        "<body name='fore' pos='.4 0 0' gravcomp='1'><joint name='elbow' axis='0 1 0'/>"
        "<geom type='capsule' fromto='0 0 0 .4 0 0' size='.04' mass='2' contype='0' conaffinity='0'/>"
        "<body name='hand' pos='.4 0 0' gravcomp='1'><joint name='wrist' axis='0 1 0'/>"
        "<geom type='box' size='.03 .06 .02' mass='.7' contype='0' conaffinity='0'/>"
        "<body name='left' pos='0 -.03 -.1' gravcomp='1'><joint name='l' type='slide' axis='0 1 0' armature='0' "
        "damping='10'/>%s</body>"
        "<body name='right' pos='0 .03 -.1' gravcomp='1'><joint name='r' type='slide' axis='0 -1 0' armature='0' "
        "damping='10'/>%s</body>"
        "</body></body></body></body>"
        "<body name='box' pos='.5047 0 .03'><freejoint/><geom type='box' size='.04 .02 .03' mass='1' "
        "friction='%.15g'/></body>"
        "</worldbody><actuator><position joint='yaw'/><position joint='shoulder'/><position joint='elbow'/><position "
        "joint='wrist'/><motor joint='l'/><motor joint='r'/></actuator></mujoco>",
        left, right, friction);
    return text_model(text);
}

/// Angles that put the wrist at x = 0.5 m, z, with the hand level.
static inline void pad_arm_reach(double z, double angle[3])
{
    double x = 0.5, down = 0.4 - z, d2 = x * x + down * down, L = 0.4;
    angle[1] = acos((d2 - 2 * L * L) / (2 * L * L));
    angle[0] = atan2(down, x) - atan2(L * sin(angle[1]), L + L * cos(angle[1]));
    angle[2] = -angle[0] - angle[1];
}

typedef struct pad_arm_end
{
    double slip, turn;                     // of the box in the hand, since it is lifted [m, rad]
    double taxels[2][PAD_SIDE * PAD_SIDE]; // normal forces at the end [N]
    double creep;                          // of the slip, in the last second [m]
    bool certified;
    double rise;
} pad_arm_end;

static inline double ease(double t)
{
    t = fmin(fmax(t, 0.0), 1.0);
    return t * t * (3.0 - 2.0 * t);
}

/// The place of the box in the frame of a pad.
static inline void pad_arm_place(const hf_world *world, int box, int hand, double place[3], double *turn)
{
    hf_body_state a = hf_world_body(world, box), b = hf_world_body(world, hand);
    const double *q = b.orientation, *p = a.orientation;
    double d[3], t[3];
    for (int k = 0; k < 3; k++) d[k] = a.position[k] - b.position[k];
    t[0] = 2 * (q[3] * d[1] - q[2] * d[2]);
    t[1] = 2 * (q[1] * d[2] - q[3] * d[0]);
    t[2] = 2 * (q[2] * d[0] - q[1] * d[1]);
    place[0] = d[0] + q[0] * t[0] + q[3] * t[1] - q[2] * t[2];
    place[1] = d[1] + q[0] * t[1] + q[1] * t[2] - q[3] * t[0];
    place[2] = d[2] + q[0] * t[2] + q[2] * t[0] - q[1] * t[1];
    double w = q[0] * p[0] + q[1] * p[1] + q[2] * p[2] + q[3] * p[3];
    *turn = 2.0 * acos(fmin(1.0, fabs(w)));
}

/// Pads close with 10 N each in 0.3 s; from 0.5 s to 1.5 s the hand rises by 0.2 m, and from 1.5 s to 3 s it goes
/// round by 1 rad.
static inline pad_arm_end pad_arm_lift(double friction, double h, double duration)
{
    hf_error error = {0};
    hf_model *model = pad_arm_model(friction);
    hf_world *world = world_of(model);
    hf_settings settings = hf_model_settings(model);
    settings.step.timestep = h;
    CHECK(hf_world_set_settings(world, &settings, &error) == HF_STATUS_OK);
    int steps = (int)lround(duration / h), box = hf_model_find(model, HF_ITEM_BODY, "box"),
        hand = hf_model_find(model, HF_ITEM_BODY, "left");
    pad_arm_end end = {.certified = true};
    double from[3] = {0}, turned = 0.0, place[3] = {0}, angle[3], q[32], last[3] = {0};
    pad_arm_reach(0.13, angle);
    memcpy(q, hf_world_q(world), (size_t)hf_model_q_count(model) * sizeof *q);
    for (int k = 0; k < 3; k++) q[1 + k] = angle[k];
    double v[32] = {0};
    CHECK(hf_world_set_q(world, q, v, &error) == HF_STATUS_OK);
    for (int k = 0; k < steps; k++)
    {
        double t = k * h, force = 10.0 * fmin(t / 0.3, 1.0);
        pad_arm_reach(0.13 + 0.2 * ease(t - 0.5), angle);
        const double control[6] = {ease((t - 1.5) / 1.5), angle[0], angle[1], angle[2], force, force};
        for (int i = 0; i < 6; i++) CHECK(hf_world_set_control(world, i, control[i], &error) == HF_STATUS_OK);
        hf_step_report report;
        if (hf_world_step(world, 0.0, &report, &error) != HF_STATUS_OK)
            harness_fail(__FILE__, __LINE__, "%s", error.message);
        end.certified &= report.certified;
        end.rise += report.energy_rise;
        pad_arm_place(world, box, hand, place, &end.turn);
        if (t <= 0.45) memcpy(from, place, sizeof from), turned = end.turn;
        if (t <= duration - 1.0) memcpy(last, place, sizeof last);
    }
    end.slip = sqrt(pow(place[0] - from[0], 2) + pow(place[1] - from[1], 2) + pow(place[2] - from[2], 2));
    end.creep = sqrt(pow(place[0] - last[0], 2) + pow(place[1] - last[1], 2) + pow(place[2] - last[2], 2));
    end.turn = fabs(end.turn - turned);
    for (int k = 0; k < hf_world_contact_count(world); k++)
    {
        hf_contact c = hf_world_contact(world, k);
        for (int s = 0; s < 2; s++)
        {
            const char *name = hf_model_shape(model, s == 0 ? c.shape_a : c.shape_b).name;
            if (!name || (name[0] != 'l' && name[0] != 'r') || strlen(name) != 3) continue;
            end.taxels[name[0] == 'r'][PAD_SIDE * (name[1] - '0') + name[2] - '0'] += c.r[0] / h;
        }
    }
    hf_world_destroy(world);
    hf_model_destroy(model);
    return end;
}

#endif
