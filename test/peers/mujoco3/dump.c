// A model as holdfast sees it, as JSON: what compare.mjs puts beside MuJoCo's.
//
//   dump MODEL.xml STATES            STATES: a text file; a number of states, and for each q, v, controls and
//                                    activations
//   dump MODEL.xml STATES moving     the same, with the accelerations of a very short step
//   dump MODEL.xml run KEY STEPS     a run from a keyframe
//
// The first line of the output is the model (counts, shapes, pairs that may touch), then one line a state. Of a run:
// how short and long actuators can be, then q at the start and after each step.

#include "collide/broad/scene.h"
#include "holdfast/scene.h"
#include "holdfast/sense.h"
#include "model/model.h"
#include "model/rows/actuator.h"
#include "world/world.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum
{
    LARGE = 500 // velocities beyond which the mass matrix is left out
};

static const double SHORT = 1e-6; // a step whose end shows what accelerates [s]

typedef struct subject
{
    hf_model *model;
    hf_world *world;
    int nq, nv, nu, nt;
    double *q, *v, *row; // row: nv² at least
    bool moving;
} subject;

static void print_array(const char *name, const double *x, size_t count)
{
    printf(",\"%s\":[", name);
    for (size_t k = 0; k < count; k++) printf(k ? ",%.17g" : "%.17g", x[k]);
    printf("]");
}

static void print_model(const subject *s)
{
    printf("{\"nq\":%d,\"nv\":%d,\"nu\":%d,\"ntendon\":%d,\"nbody\":%d,\"shapes\":[", s->nq, s->nv, s->nu, s->nt,
           hf_model_count(s->model, HF_ITEM_BODY));
    int n = hf_model_count(s->model, HF_ITEM_SHAPE);
    for (int k = 0; k < n; k++)
    {
        hf_shape_def def = hf_model_shape(s->model, k);
        printf("%s[%d,\"%s\",%u,%u]", k ? "," : "", def.body, hf_shape_kind_name(def.kind), (unsigned)def.category,
               (unsigned)def.mask);
    }
    printf("],\"sensor\":[");
    for (int k = 0; k < hf_model_count(s->model, HF_ITEM_SENSOR); k++)
        printf("%s[\"%s\",%d]", k ? "," : "", hf_sensor_kind_name(hf_model_sensor(s->model, k).kind),
               hf_model_sensor_size(s->model, k));
    printf("],\"lengthrange\":[");
    for (int k = 0; k < s->nu; k++)
    {
        hf_actuator_def def = hf_model_actuator(s->model, k);
        printf("%s%.17g,%.17g", k ? "," : "", def.length_range[0], def.length_range[1]);
    }
    printf("],\"silent\":[");
    for (int k = 0; k < s->nu; k++)
        printf("%s%d", k ? "," : "", hf_model_actuator(s->model, k).transmission == HF_TRANSMISSION_NONE);
    printf("],\"pairs\":[");
    bool first = true;
    for (int a = 0; a < n; a++)
        for (int b = a + 1; b < n; b++)
        {
            if (!scene_collides(s->model->scene, a, b)) continue;
            printf("%s[%d,%d]", first ? "" : ",", a, b);
            first = false;
        }
    printf("]}\n");
}

/// (v⁺ - v) / h of a short step; the state is as it was afterwards, but for the time.
static hf_status print_accelerations(subject *s, hf_error *error)
{
    hf_status status = hf_world_step(s->world, SHORT, NULL, error);
    for (int k = 0; k < s->nv; k++) s->row[k] = (hf_world_v(s->world)[k] - s->v[k]) / SHORT;
    if (status == HF_STATUS_OK) print_array("qacc", s->row, (size_t)s->nv);
    return status;
}

static hf_status print_state(subject *s, hf_error *error)
{
    size_t n = (size_t)s->nv;
    bool mass = s->nv <= LARGE;
    hf_status status = hf_world_set_q(s->world, s->q, s->v, error);
    printf("{\"time\":%.17g", hf_world_time(s->world));
    if (mass && status == HF_STATUS_OK) status = hf_world_mass_matrix(s->world, s->row, error);
    if (mass && status == HF_STATUS_OK) print_array("M", s->row, n * n);
    if (status == HF_STATUS_OK) status = hf_world_bias(s->world, s->row, error);
    if (status != HF_STATUS_OK) return status;
    print_array("bias", s->row, n);
    double *length = calloc((size_t)(s->nt + s->nu) * (n + 2) + 1, sizeof *length);
    for (int of = 0; of < 2 && length && status == HF_STATUS_OK; of++)
    {
        size_t count = (size_t)(of ? s->nu : s->nt);
        double *velocity = length + count, *moments = velocity + count;
        status = of ? hf_world_actuator_lengths(s->world, length, velocity, moments, error)
                    : hf_world_tendon_lengths(s->world, length, velocity, moments, error);
        if (status != HF_STATUS_OK) break;
        print_array(of ? "actuator_length" : "ten_length", length, count);
        print_array(of ? "actuator_velocity" : "ten_velocity", velocity, count);
        print_array(of ? "actuator_moment" : "ten_moment", moments, count * n);
    }
    if (status == HF_STATUS_OK && length) status = hf_world_actuator_forces(s->world, length, error);
    if (status == HF_STATUS_OK && length) print_array("actuator_force", length, (size_t)s->nu);
    free(length);
    double *sensors = calloc((size_t)hf_model_sensor_total(s->model) + 1, sizeof *sensors);
    if (status == HF_STATUS_OK && sensors) status = hf_world_sensors(s->world, sensors, error);
    if (status == HF_STATUS_OK && sensors) print_array("sensors", sensors, (size_t)hf_model_sensor_total(s->model));
    free(sensors);
    if (status == HF_STATUS_OK && s->moving) status = print_accelerations(s, error);
    printf("}\n");
    return status;
}

static bool read_numbers(FILE *file, double *x, int count)
{
    for (int k = 0; k < count; k++)
        if (fscanf(file, "%lf", &x[k]) != 1) return false;
    return true;
}

static hf_status print_states(subject *s, FILE *states, hf_error *error)
{
    int count = 0;
    hf_status status = HF_STATUS_OK;
    if (fscanf(states, "%d", &count) != 1) return HF_STATUS_OK;
    for (int k = 0; k < count && status == HF_STATUS_OK; k++)
    {
        if (!read_numbers(states, s->q, s->nq) || !read_numbers(states, s->v, s->nv)) break;
        for (int u = 0; u < s->nu && status == HF_STATUS_OK; u++)
        {
            double control = 0;
            if (!read_numbers(states, &control, 1)) break;
            status = hf_world_set_control(s->world, u, control, error);
        }
        for (int u = 0; u < s->nu && status == HF_STATUS_OK; u++)
        {
            double *first = s->world->state.activation + s->model->mechanism.activation[u];
            hf_actuator_def def = hf_model_actuator(s->model, u);
            int own = actuator_states(&def);
            if (own > 0 && !read_numbers(states, first, own)) break;
        }
        if (status == HF_STATUS_OK) status = print_state(s, error);
    }
    return status;
}

static hf_status print_run(subject *s, int steps, hf_error *error)
{
    hf_status status = HF_STATUS_OK;
    for (int k = 0; k < s->nu; k++)
    {
        hf_actuator_def def = hf_model_actuator(s->model, k);
        printf("%s%.17g,%.17g", k ? "," : "[", def.length_range[0], def.length_range[1]);
    }
    puts(s->nu ? "]" : "[]");
    for (int k = 0; k <= steps && status == HF_STATUS_OK; k++)
    {
        if (k > 0) status = hf_world_step(s->world, 0, NULL, error);
        for (int i = 0; i < s->nq; i++) printf("%s%.17g", i ? "," : "[", hf_world_q(s->world)[i]);
        puts("]");
    }
    return status;
}

static hf_status open_subject(const char *path, const char *key, subject *s, hf_error *error)
{
    hf_builder *builder = NULL;
    hf_status status = hf_scene_read_mjcf_key(path, key, NULL, NULL, &builder, error);
    if (status == HF_STATUS_OK) status = hf_model_build(builder, &s->model, error);
    hf_builder_destroy(builder);
    if (status == HF_STATUS_OK) status = hf_world_create(s->model, &s->world, error);
    if (status != HF_STATUS_OK) return status;
    s->nq = hf_model_q_count(s->model);
    s->nv = hf_model_v_count(s->model);
    s->nu = hf_model_count(s->model, HF_ITEM_ACTUATOR);
    s->nt = hf_model_count(s->model, HF_ITEM_TENDON);
    s->q = calloc((size_t)s->nq + 1, sizeof(double));
    s->v = calloc((size_t)s->nv + 1, sizeof(double));
    size_t square = (size_t)s->nv * (size_t)(s->nv <= LARGE ? s->nv : 1);
    s->row = calloc(square + 1, sizeof(double));
    return s->q && s->v && s->row ? HF_STATUS_OK : HF_STATUS_NO_MEMORY;
}

int main(int argc, char **argv)
{
    subject s = {0};
    hf_error error = {0};
    bool runs = argc == 5 && strcmp(argv[2], "run") == 0;
    s.moving = argc == 4 && strcmp(argv[3], "moving") == 0;
    FILE *states = argc == 3 || s.moving ? fopen(argv[2], "r") : NULL;
    if (!runs && !states)
    {
        fprintf(stderr, "usage: dump MODEL.xml STATES [moving]|run KEY STEPS\n");
        return 2;
    }
    hf_status status = open_subject(argv[1], runs ? argv[3] : "", &s, &error);
    if (status == HF_STATUS_OK && runs) status = print_run(&s, (int)strtol(argv[4], NULL, 10), &error);
    else if (status == HF_STATUS_OK)
    {
        print_model(&s);
        status = print_states(&s, states, &error);
    }
    if (status != HF_STATUS_OK) fprintf(stderr, "%s\n", error.message);
    hf_world_destroy(s.world);
    hf_model_destroy(s.model);
    free(s.q), free(s.v), free(s.row);
    if (states) fclose(states);
    return status != HF_STATUS_OK;
}
