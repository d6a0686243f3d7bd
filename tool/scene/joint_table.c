#include "joint_table.h"

#include "holdfast/mechanism.h"

enum
{
    NAME_SIZE = 1024 // what is longer is cut
};

void signal_names(FILE *out, const hf_model *model, int begin, int end)
{
    char name[NAME_SIZE];
    for (int k = begin; k < end; k++)
    {
        hf_model_signal_name(model, k, name, sizeof name);
        fputc(',', out);
        for (const char *c = name; *c; c++) fputc(*c == '"' || *c == ',' || *c == '\n' ? '_' : *c, out);
    }
}

void joint_table_head(FILE *out, const hf_model *model)
{
    fputs("time", out);
    signal_names(out, model, 0, hf_model_signal_count(model) - hf_model_sensor_total(model));
    fputc('\n', out);
}

void joint_table_row(FILE *out, const hf_model *model, const hf_world *world)
{
    const double *q = hf_world_q(world), *v = hf_world_v(world);
    fprintf(out, "%.17g", hf_world_time(world));
    for (int k = 0; k < hf_model_count(model, HF_ITEM_JOINT); k++)
    {
        bool ball = hf_model_joint(model, k).kind == HF_JOINT_BALL;
        for (int c = 0; c < (ball ? 4 : 1); c++) fprintf(out, ",%.17g", q[hf_model_joint_q(model, k) + c]);
        for (int c = 0; c < (ball ? 3 : 1); c++) fprintf(out, ",%.17g", v[hf_model_joint_v(model, k) + c]);
    }
    for (int k = 0; k < hf_model_count(model, HF_ITEM_ACTUATOR); k++)
        fprintf(out, ",%.17g,%.17g", hf_world_control(world, k), hf_world_actuator_force(world, k));
    fputc('\n', out);
}

static void name_member(json_writer *json, const char *name)
{
    json_text(json, "name", name ? name : "");
}

void joint_state_json(json_writer *json, const hf_model *model, const hf_world *world)
{
    json_numbers(json, "qpos", hf_world_q(world), hf_model_q_count(model));
    json_numbers(json, "qvel", hf_world_v(world), hf_model_v_count(model));
    json_array_begin(json, "joints");
    for (int k = 0; k < hf_model_count(model, HF_ITEM_JOINT); k++)
    {
        hf_joint_def joint = hf_model_joint(model, k);
        bool ball = joint.kind == HF_JOINT_BALL;
        json_item_begin(json);
        name_member(json, joint.name);
        json_numbers(json, "q", hf_world_q(world) + hf_model_joint_q(model, k), ball ? 4 : 1);
        json_numbers(json, "v", hf_world_v(world) + hf_model_joint_v(model, k), ball ? 3 : 1);
        json_item_end(json);
    }
    json_array_end(json);
    json_array_begin(json, "actuators");
    for (int k = 0; k < hf_model_count(model, HF_ITEM_ACTUATOR); k++)
    {
        json_item_begin(json);
        name_member(json, hf_model_actuator(model, k).name);
        json_number(json, "ctrl", hf_world_control(world, k));
        json_number(json, "force", hf_world_actuator_force(world, k));
        json_item_end(json);
    }
    json_array_end(json);
    json_array_begin(json, "body_states");
    for (int k = 1; k < hf_model_count(model, HF_ITEM_BODY); k++)
    {
        hf_body_state state = hf_world_body(world, k);
        json_item_begin(json);
        name_member(json, hf_model_body(model, k).name);
        json_numbers(json, "position", state.position, 3);
        json_numbers(json, "orientation", state.orientation, 4);
        json_numbers(json, "velocity", state.velocity, 3);
        json_numbers(json, "angular_velocity", state.angular_velocity, 3);
        json_item_end(json);
    }
    json_array_end(json);
}
