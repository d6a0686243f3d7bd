// A model as one JSON object.

#include "info_model.h"

#include "json.h"
#include "start.h"

static const char *text_or_none(const char *text)
{
    return text ? text : "";
}

static void write_bodies(json_writer *json, const hf_model *model)
{
    static const char *const motions[] = {"free", "static", "prescribed"};
    json_array_begin(json, "bodies");
    for (int b = 0; b < hf_model_count(model, HF_ITEM_BODY); b++)
    {
        hf_body_def body = hf_model_body(model, b);
        bool moves = body.motion == HF_MOTION_FREE;
        json_item_begin(json);
        json_text(json, "name", text_or_none(body.name));
        json_text(json, "motion", body.parent >= 0 ? "link" : motions[body.motion]);
        json_integer(json, "parent", body.parent);
        json_number(json, "mass", moves ? body.mass : 0);
        json_number(json, "x", body.position[0]);
        json_number(json, "y", body.position[1]);
        json_number(json, "z", body.position[2]);
        json_item_end(json);
    }
    json_array_end(json);
}

static void write_joints(json_writer *json, const hf_model *model)
{
    json_array_begin(json, "joints");
    for (int j = 0; j < hf_model_count(model, HF_ITEM_JOINT); j++)
    {
        hf_joint_def joint = hf_model_joint(model, j);
        json_item_begin(json);
        json_text(json, "name", text_or_none(joint.name));
        json_text(json, "type", hf_joint_kind_name(joint.kind));
        json_integer(json, "body", joint.body);
        json_integer(json, "q", hf_model_joint_q(model, j));
        json_integer(json, "v", hf_model_joint_v(model, j));
        if (joint.limited) json_numbers(json, "range", joint.range, 2);
        json_item_end(json);
    }
    json_array_end(json);
}

static void write_loops(json_writer *json, const hf_model *model)
{
    json_array_begin(json, "loops");
    for (int k = 0; k < hf_model_count(model, HF_ITEM_LOOP); k++)
    {
        hf_loop_def loop = hf_model_loop(model, k);
        json_item_begin(json);
        json_text(json, "name", text_or_none(loop.name));
        json_text(json, "type", hf_loop_kind_name(loop.kind));
        json_boolean(json, "active", loop.active);
        json_item_end(json);
    }
    json_array_end(json);
}

static void write_tendons(json_writer *json, const hf_model *model)
{
    json_array_begin(json, "tendons");
    for (int k = 0; k < hf_model_count(model, HF_ITEM_TENDON); k++)
    {
        hf_tendon_def tendon = hf_model_tendon(model, k);
        json_item_begin(json);
        json_text(json, "name", text_or_none(tendon.name));
        json_text(json, "type", tendon.spatial ? "spatial" : "fixed");
        if (tendon.limited) json_numbers(json, "range", tendon.range, 2);
        json_item_end(json);
    }
    json_array_end(json);
}

static void write_actuators(json_writer *json, const hf_model *model)
{
    static const char *const ways[HF_TRANSMISSION_COUNT] = {"joint", "tendon", "site", "crank", "free", "body", "none"};
    json_array_begin(json, "actuators");
    for (int k = 0; k < hf_model_count(model, HF_ITEM_ACTUATOR); k++)
    {
        hf_actuator_def actuator = hf_model_actuator(model, k);
        json_item_begin(json);
        json_text(json, "name", text_or_none(actuator.name));
        json_text(json, "on", ways[actuator.transmission]);
        json_integer(json, "target", actuator.target);
        json_number(json, "gear", actuator.gear[0]);
        json_numbers(json, "gain", actuator.gain, 3);
        json_numbers(json, "bias", actuator.bias, 3);
        if (actuator.control_limited) json_numbers(json, "ctrlrange", actuator.control_range, 2);
        if (actuator.force_limited) json_numbers(json, "forcerange", actuator.force_range, 2);
        json_item_end(json);
    }
    json_array_end(json);
}

static void write_keys(json_writer *json, const hf_model *model)
{
    json_array_begin(json, "keys");
    for (int k = 0; k < hf_model_count(model, HF_ITEM_KEY); k++)
    {
        json_item_begin(json);
        json_text(json, "name", text_or_none(hf_model_key(model, k).name));
        json_item_end(json);
    }
    json_array_end(json);
}

void info_json(const char *scene, const hf_model *model, const hf_scene_info *info, const model_start *start)
{
    hf_settings settings = hf_model_settings(model);
    json_writer json = json_begin(stdout);
    json_text(&json, "scene", scene);
    json_integer(&json, "nbody", info->body_count);
    json_integer(&json, "njoint", info->joint_count);
    json_integer(&json, "nq", hf_model_q_count(model));
    json_integer(&json, "nv", info->dof_count);
    json_integer(&json, "nu", info->actuator_count);
    json_integer(&json, "ngeom", info->colliding_count);
    json_integer(&json, "nshape", info->shape_count);
    json_integer(&json, "npair", info->pair_count);
    json_integer(&json, "nloop", info->loop_count);
    json_integer(&json, "ntendon", info->tendon_count);
    json_integer(&json, "nfibre", hf_model_count(model, HF_ITEM_FIBRE));
    json_number(&json, "mass", info->mass);
    json_number(&json, "timestep", settings.step.timestep);
    json_number(&json, "duration", settings.step.duration);
    write_bodies(&json, model);
    write_joints(&json, model);
    write_loops(&json, model);
    write_tendons(&json, model);
    write_actuators(&json, model);
    write_keys(&json, model);
    if (start->mass_matrix)
    {
        int n = info->dof_count;
        json_number(&json, "time", hf_world_time(start->world));
        json_numbers(&json, "qpos", hf_world_q(start->world), hf_model_q_count(model));
        json_numbers(&json, "qvel", hf_world_v(start->world), n);
        json_matrix(&json, "mass_matrix", start->mass_matrix, n, n);
        json_numbers(&json, "bias", start->bias, n);
    }
    start_json(&json, model, start->world);
    json_end(&json);
}
