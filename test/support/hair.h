// A recording made by hand: a head of every kind of shape that turns, and fibres on it that wave. Nothing is simulated:
// exports and pages are tested with motions that are known.

#ifndef HF_TEST_SUPPORT_HAIR_H
#define HF_TEST_SUPPORT_HAIR_H

#include "support/harness.h"

#include "base/memory.h"
#include "record/recording.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct hair_plan
{
    int fibres, segments, frames;
    double length, radius; // [m]
} hair_plan;

static char *hair_name(const char *kind, int index)
{
    char text[32];
    snprintf(text, sizeof text, "%s %d", kind, index);
    char *copy = memory_copy(text, strlen(text) + 1, 1);
    CHECK(copy);
    return copy;
}

/// The root of fibre f on a ball of radius 0.1, evenly over its upper half.
static void hair_root(const hair_plan *plan, int f, double out[3])
{
    double z = (f + 0.5) / plan->fibres, angle = 2.399963229728653 * f, r = sqrt(1.0 - z * z);
    out[0] = 0.1 * r * cos(angle), out[1] = 0.1 * r * sin(angle), out[2] = 0.1 * z;
}

/// Vertex k of fibre f at time t: it leaves the ball, hangs, and sways.
static void hair_vertex(const hair_plan *plan, int f, int k, double t, double out[3])
{
    double root[3], s = plan->length * k / plan->segments, turn = 0.4 * sin(3.0 * t);
    hair_root(plan, f, root);
    double level = hypot(root[0], root[1]), side = level > 1e-9 ? 1.0 / level : 0.0;
    double grow = fmin(s, 0.09) * 0.9, fall = fmax(s - 0.05, 0.0);
    double x = root[0] + root[0] * side * grow, y = root[1] + root[1] * side * grow,
           z = root[2] * (1.0 + 0.4 * grow / 0.1) - fall;
    x += 0.15 * fall * sin(4.0 * t - 6.0 * s), y += 0.004 * sin(90.0 * s + f);
    double c = cos(turn), w = sin(turn);
    out[0] = c * x - w * y, out[1] = w * x + c * y, out[2] = z;
}

static void hair_shapes(recorded_model *m)
{
    static const double sizes[HF_SHAPE_KIND_COUNT][3] = {[HF_SHAPE_SPHERE] = {0.1, 0, 0},
                                                         [HF_SHAPE_CAPSULE] = {0.03, 0.05, 0},
                                                         [HF_SHAPE_BOX] = {0.05, 0.02, 0.01},
                                                         [HF_SHAPE_CYLINDER] = {0.03, 0.06, 0},
                                                         [HF_SHAPE_ELLIPSOID] = {0.05, 0.03, 0.02}};
    static const double vertices[12] = {0, 0, 0, 0.1, 0, 0, 0, 0.1, 0, 0, 0, 0.1};
    static const int triangles[12] = {0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3};
    static const double heights[6] = {0, 0.1, 0, 0.05, 0, 0.1};
    m->meshes = MEMORY_ARRAY(hf_mesh_def, 1);
    m->fields = MEMORY_ARRAY(hf_field_def, 1);
    CHECK(m->meshes && m->fields);
    m->mesh_count = m->field_count = 1;
    m->meshes[0] = (hf_mesh_def){.vertex_count = 4,
                                 .vertices = memory_copy(vertices, 12, sizeof(double)),
                                 .triangle_count = 4,
                                 .triangles = memory_copy(triangles, 12, sizeof(int))};
    m->fields[0] = (hf_field_def){.rows = 2,
                                  .columns = 3,
                                  .half_x = 1,
                                  .half_y = 0.5,
                                  .base = 0.1,
                                  .heights = memory_copy(heights, 6, sizeof(double))};
    for (int k = 0; k < HF_SHAPE_KIND_COUNT; k++)
    {
        hf_shape_def s = hf_shape_def_default();
        s.name = hair_name("shape", k);
        s.kind = (hf_shape_kind)k;
        s.body = k == HF_SHAPE_PLANE || k == HF_SHAPE_FIELD ? 0 : k == HF_SHAPE_SPHERE ? 1 : 2;
        s.mesh = k == HF_SHAPE_HULL || k == HF_SHAPE_MESH || k == HF_SHAPE_FIELD ? 0 : -1;
        memcpy(s.size, sizes[k], sizeof s.size);
        if (k == HF_SHAPE_PLANE || k == HF_SHAPE_FIELD) s.position[2] = -0.6;
        else if (s.body == 2) s.position[0] = 0.2 * (k - 4);
        m->shapes[m->shape_count++] = s;
    }
}

/// Bodies: the world, the head, a thing that falls, and the segments of the fibres, each with a capsule.
static void hair_model(const hair_plan *plan, recorded_model *m)
{
    int bodies = 3 + plan->fibres * plan->segments;
    m->settings = hf_settings_default();
    m->bodies = MEMORY_ARRAY(hf_body_def, (size_t)bodies);
    m->shapes = MEMORY_ARRAY(hf_shape_def, (size_t)(HF_SHAPE_KIND_COUNT + bodies));
    m->fibres = MEMORY_ARRAY(recorded_fibre, (size_t)plan->fibres);
    CHECK(m->bodies && m->shapes && m->fibres);
    for (; m->body_count < bodies; m->body_count++)
    {
        m->bodies[m->body_count] = hf_body_def_default();
        m->bodies[m->body_count].name = hair_name(m->body_count == 1 ? "head \"a\" \\" : "body", m->body_count);
        if (m->body_count == 1) m->bodies[1].motion = HF_MOTION_PRESCRIBED;
    }
    hair_shapes(m);
    for (int f = 0; f < plan->fibres; f++)
    {
        m->fibres[m->fibre_count++] = (recorded_fibre){.name = hair_name("fibre", f),
                                                       .body = 3 + f * plan->segments,
                                                       .segment_count = plan->segments,
                                                       .vertex_begin = m->vertex_count,
                                                       .root = 1,
                                                       .radius = plan->radius,
                                                       .color = {0.35F, 0.2F, 0.1F, 1.0F}};
        m->vertex_count += plan->segments + 1;
        for (int s = 0; s < plan->segments; s++)
        {
            hf_shape_def shape = hf_shape_def_default();
            shape.name = hair_name("segment", s);
            shape.kind = HF_SHAPE_CAPSULE;
            shape.body = 3 + f * plan->segments + s;
            shape.size[0] = plan->radius, shape.size[1] = 0.5 * plan->length / plan->segments;
            m->shapes[m->shape_count++] = shape;
        }
    }
    hf_error error;
    CHECK(recorded_model_list_moving(m, &error) == HF_STATUS_OK);
}

/// 50 frames a second. Free with recording_free.
static hf_recording *hair_recording(hair_plan plan)
{
    hf_recording *r = MEMORY_ARRAY(hf_recording, 1);
    CHECK(r);
    hair_model(&plan, &r->model);
    size_t frames = (size_t)plan.frames, moving = (size_t)r->model.moving_count,
           vertices = (size_t)r->model.vertex_count;
    r->every = 1;
    r->complete = true;
    r->frames = MEMORY_ARRAY(frame_row, frames);
    r->steps = MEMORY_ARRAY(step_row, frames);
    r->poses = MEMORY_ARRAY(pose_row, frames * moving);
    r->vertices = MEMORY_ARRAY(vertex_row, frames * vertices);
    r->contacts = MEMORY_ARRAY(touch_row, 1);
    CHECK(r->frames && r->steps && r->poses && r->vertices && r->contacts);
    for (size_t k = 0; k < frames; k++)
    {
        double t = 0.02 * (double)k, turn = 0.5 * 0.4 * sin(3.0 * t);
        r->frames[k] = (frame_row){.time = t, .h = k > 0 ? 0.02 : 0.0, .step = (int64_t)k};
        r->steps[k] = (step_row){.time = t, .residual = 1e-9, .substeps = 1, .certified = 1};
        pose_row *p = &r->poses[k * moving];
        p[0] = (pose_row){.orientation = {(float)cos(turn), 0, 0, (float)sin(turn)}};
        p[1] = (pose_row){.position = {0, 0.5, 0.5 - 0.5 * t}, .orientation = {0, 1, 0, 0}};
        for (int f = 0; f < plan.fibres; f++)
            for (int v = 0; v <= plan.segments; v++)
            {
                double at[3];
                hair_vertex(&plan, f, v, t, at);
                vertex_row *row = &r->vertices[k * vertices + (size_t)(f * (plan.segments + 1) + v)];
                for (int d = 0; d < 3; d++) row->at[d] = (float)at[d];
            }
    }
    r->frame_count = r->step_count = frames;
    return r;
}

#endif
