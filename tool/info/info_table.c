// A model as a table: bodies indented by what they hang on, then what closes loops and drives them.

#include "info_model.h"

#include "console.h"
#include "start.h"

enum
{
    LISTED = 40, // bodies that the table shows, unless all are asked for
    NAME = 26,
};

static const char *text_or(const char *text, const char *otherwise)
{
    return text ? text : otherwise;
}

static void write_kinds(const hf_scene_info *info)
{
    bool first = true;
    for (int k = 0; k < HF_SHAPE_KIND_COUNT; k++)
    {
        if (!info->kind_count[k]) continue;
        printf("%s%d %s", first ? " (" : ", ", info->kind_count[k], hf_shape_kind_name((hf_shape_kind)k));
        first = false;
    }
    puts(first ? "" : ")");
}

// ---- bodies ----

static const char *motion_name(const hf_body_def *body)
{
    static const char *const motions[] = {"free", "static", "prescribed"};
    return body->parent >= 0 ? "link" : motions[body->motion];
}

/// "hinge knee -1 … 0.5": the joints of a body.
static void write_joints(const hf_model *model, int body)
{
    for (int j = 0; j < hf_model_count(model, HF_ITEM_JOINT); j++)
    {
        hf_joint_def joint = hf_model_joint(model, j);
        if (joint.body != body) continue;
        printf("  %s", hf_joint_kind_name(joint.kind));
        if (joint.name) printf(" %s", joint.name);
        if (joint.limited) printf(" %.4g … %.4g", joint.range[0], joint.range[1]);
    }
}

/// "rope 3": a segment of a fibre, which has no name of its own. False if the body is none.
static bool segment_name(const hf_model *model, int body, char name[64])
{
    int segment, fibre = hf_model_body_fibre(model, body, &segment);
    if (fibre < 0) return false;
    const char *own = hf_model_fibre(model, fibre).name;
    if (own) snprintf(name, 64, "%.40s, segment %d", own, segment);
    else snprintf(name, 64, "fibre %d, segment %d", fibre, segment);
    return true;
}

static void write_bodies(const hf_model *model, int count)
{
    console_cell(stdout, "body", NAME, COLOUR_DIM);
    console_cell(stdout, "motion", 12, COLOUR_DIM);
    console_cell(stdout, "mass [kg]", -12, COLOUR_DIM);
    console_cell(stdout, "  at [m], joints", 0, COLOUR_DIM);
    fputc('\n', stdout);
    for (int b = 0; b < count; b++)
    {
        hf_body_def body = hf_model_body(model, b);
        char name[64], indented[64], mass[32] = "";
        int depth = 0;
        for (int up = body.parent; up > 0; up = hf_model_body(model, up).parent) depth++;
        if (body.name || !segment_name(model, b, indented))
            snprintf(indented, sizeof indented, "%*s%.40s", depth < 10 ? depth : 10, "",
                     text_or(body.name, "(unnamed)"));
        shorten(indented, NAME - 2, name, sizeof name);
        if (body.motion == HF_MOTION_FREE) snprintf(mass, sizeof mass, "%.6g", body.mass);
        console_cell(stdout, name, NAME, COLOUR_BOLD);
        console_cell(stdout, motion_name(&body), 12, COLOUR_PLAIN);
        console_cell(stdout, mass, -12, COLOUR_PLAIN);
        printf("  %.6g %.6g %.6g", body.position[0], body.position[1], body.position[2]);
        write_joints(model, b);
        fputc('\n', stdout);
    }
}

// ---- what closes and drives them ----

static void write_loops(const hf_model *model)
{
    if (hf_model_count(model, HF_ITEM_LOOP) > 0) puts("\nloops");
    for (int k = 0; k < hf_model_count(model, HF_ITEM_LOOP); k++)
    {
        hf_loop_def loop = hf_model_loop(model, k);
        printf("  %-9s %s", hf_loop_kind_name(loop.kind), text_or(loop.name, ""));
        if (loop.kind != HF_LOOP_JOINT && loop.kind != HF_LOOP_TENDON)
            printf(" %s and %s", text_or(hf_model_body(model, loop.body_a).name, "?"),
                   text_or(hf_model_body(model, loop.body_b).name, "?"));
        else if (loop.kind == HF_LOOP_JOINT)
            printf(" %s by %s", text_or(hf_model_joint(model, loop.joint_a).name, "?"),
                   loop.joint_b < 0 ? "a constant" : text_or(hf_model_joint(model, loop.joint_b).name, "?"));
        puts(loop.active ? "" : " (off)");
    }
}

static const char *target_name(const hf_model *model, const hf_actuator_def *actuator)
{
    if (actuator->transmission == HF_TRANSMISSION_NONE) return "(a control that others read)";
    if (actuator->transmission == HF_TRANSMISSION_FREE || actuator->transmission == HF_TRANSMISSION_BODY)
        return text_or(hf_model_body(model, actuator->target).name, "?");
    const char *name = actuator->transmission == HF_TRANSMISSION_JOINT ? hf_model_joint(model, actuator->target).name
                       : actuator->transmission == HF_TRANSMISSION_TENDON
                           ? hf_model_tendon(model, actuator->target).name
                           : hf_model_site(model, actuator->target).name;
    return text_or(name, "?");
}

static void write_actuators(const hf_model *model)
{
    static const char *const ways[HF_TRANSMISSION_COUNT] = {"joint", "tendon", "site", "crank", "free", "body", "none"};
    if (hf_model_count(model, HF_ITEM_ACTUATOR) > 0) puts("\nactuators");
    for (int k = 0; k < hf_model_count(model, HF_ITEM_ACTUATOR); k++)
    {
        hf_actuator_def actuator = hf_model_actuator(model, k);
        char name[64];
        shorten(text_or(actuator.name, "(unnamed)"), NAME - 4, name, sizeof name);
        printf("  ");
        console_cell(stdout, name, NAME - 2, COLOUR_BOLD);
        printf("%s %s, gear %.4g, gain %.4g, bias %.4g %.4g %.4g", ways[actuator.transmission],
               target_name(model, &actuator), actuator.gear[0], actuator.gain[0], actuator.bias[0], actuator.bias[1],
               actuator.bias[2]);
        if (actuator.damping_ratio > 0) printf(", damping ratio %.4g", actuator.damping_ratio);
        if (actuator.control_limited)
            printf(", control %.4g … %.4g", actuator.control_range[0], actuator.control_range[1]);
        if (actuator.force_limited) printf(", force %.4g … %.4g", actuator.force_range[0], actuator.force_range[1]);
        fputc('\n', stdout);
    }
}

static void write_keys(const hf_model *model)
{
    if (hf_model_count(model, HF_ITEM_KEY) > 0) fputs("\nkeyframes", stdout);
    for (int k = 0; k < hf_model_count(model, HF_ITEM_KEY); k++)
        printf(" %s", text_or(hf_model_key(model, k).name, "(unnamed)"));
    if (hf_model_count(model, HF_ITEM_KEY) > 0) fputc('\n', stdout);
}

/// The diagonal alone: a table has no room for more.
static void write_dynamics(const hf_model *model, const model_start *start)
{
    int n = hf_model_v_count(model);
    puts("\nvelocity    q̇             diagonal of M  bias");
    for (int i = 0; i < n; i++)
        printf("%8d    %-12.6g  %-13.6g  %.6g\n", i, hf_world_v(start->world)[i],
               start->mass_matrix[(size_t)i * (size_t)(n + 1)], start->bias[i]);
    if (hf_model_count(model, HF_ITEM_LOOP) > 0)
        printf("widest gap of a loop: %.3g\n", hf_world_loop_gap(start->world));
}

void info_table(const hf_model *model, const hf_scene_info *info, bool all, const model_start *start)
{
    hf_settings settings = hf_model_settings(model);
    printf("bodies    %d: %d free, %d links, %d prescribed, %d static (the world is one)\n", info->body_count,
           info->free_count, info->link_count, info->prescribed_count, info->static_count);
    printf("joints    %d (free ones count), %d loops, %d tendons, %d actuators\n", info->joint_count, info->loop_count,
           info->tendon_count, info->actuator_count);
    if (hf_model_count(model, HF_ITEM_FIBRE) > 0)
        printf("fibres    %d, whose segments count as free bodies\n", hf_model_count(model, HF_ITEM_FIBRE));
    printf("freedom   %d degrees\n", info->dof_count);
    printf("mass      %.9g kg\n", info->mass);
    printf("shapes    %d, %d of them collide", info->shape_count, info->colliding_count);
    write_kinds(info);
    printf("pairs     %lld that may touch\n", info->pair_count);
    printf("step      %g s, theta %g, solver %s, tolerance %g\n", settings.step.timestep, settings.step.theta,
           settings.solver.name, settings.solver.tolerance);
    printf("duration  %g s\n", settings.step.duration);
    start_text(model, start->world, "overlap", 10);
    fputc('\n', stdout);
    int shown = all || info->body_count <= LISTED ? info->body_count : LISTED;
    write_bodies(model, shown);
    if (shown < info->body_count) printf("… and %d more (--all shows them)\n", info->body_count - shown);
    write_loops(model);
    write_actuators(model);
    write_keys(model);
    if (start->mass_matrix) write_dynamics(model, start);
}
