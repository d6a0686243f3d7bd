// A frame as bytes: a head of whole numbers and floats, then arrays, each beginning at a multiple of four.
// viewer/src/answers.ts reads it. Turns and contacts are quantized as in the replay page (record/page): 20 bytes for a
// body, 25 for a contact (31 where there are moments), 6 for a vertex of a fibre, so that a thousand bodies at 60
// frames a second take 1.2 MB/s.

#include "live/live.h"

#include "base/elementary.h"
#include "holdfast/fibre.h"
#include "holdfast/sense.h"
#include "linalg/vec3.h"
#include "record/recording.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool put_floats(byte_buffer *to, const double *values, int count)
{
    bool well = true;
    for (int k = 0; k < count && well; k++) well = bytes_put_float(to, values[k]);
    return well;
}

static bool put_head(hf_live *live, const recorded_model *m, int contacts)
{
    byte_buffer *to = &live->answer;
    const hf_step_report *r = &live->report;
    uint32_t whole[] = {
        (uint32_t)live->step,
        (uint32_t)live->made,
        (uint32_t)(live->made > 0 ? live->worst : 0),
        (uint32_t)r->substeps,
        (uint32_t)r->contact_count,
        (uint32_t)r->island_count,
        (uint32_t)(r->solve.iterations < 1 << 30 ? r->solve.iterations : 1 << 30),
        (uint32_t)live->history.count,
        (uint32_t)recorded_pose_count(m),
        (uint32_t)m->vertex_count,
        (uint32_t)hf_model_count(live->model, HF_ITEM_JOINT),
        (uint32_t)hf_model_count(live->model, HF_ITEM_ACTUATOR),
        (uint32_t)contacts,
        live->late,
        (uint32_t)m->signal_count, // and the double after it begins at a multiple of eight
    };
    double floats[] = {r->kinetic,     r->potential,  live->worst_residual, r->tolerance,
                       r->penetration, live->seconds, (double)r->work};
    bool well = live_answer_text(live, "FRAM", "");
    for (size_t k = 0; k < sizeof whole / sizeof whole[0] && well; k++) well = bytes_put(to, whole[k], 4);
    return well && bytes_put_double(to, hf_world_time(live->world)) &&
           put_floats(to, floats, sizeof floats / sizeof floats[0]) &&
           put_floats(to, live->timing.stage, HF_STAGE_COUNT);
}

/// Positions, then turns; of bodies that change their shape stretches after both (recording.h).
static bool put_poses(hf_live *live, const recorded_model *m)
{
    byte_buffer *to = &live->answer;
    bool well = true;
    double u[7] = {0};
    for (int k = 0; k < m->moving_count && well; k++)
    {
        hf_body_state s = hf_world_body(live->world, m->moving[k]);
        well = put_floats(to, s.position, 3);
    }
    for (int k = 0; k < m->deformable_count && well; k++)
    {
        recorded_stretch(live->world, m->forms[k], u);
        well = put_floats(to, u, 3);
    }
    for (int k = 0; k < m->moving_count && well; k++)
    {
        hf_body_state s = hf_world_body(live->world, m->moving[k]);
        for (int c = 0; c < 4 && well; c++) well = bytes_put_signed(to, s.orientation[c]);
    }
    for (int k = 0; k < m->deformable_count && well; k++)
    {
        recorded_stretch(live->world, m->forms[k], u);
        for (int c = 0; c < 4 && well; c++) well = bytes_put_signed(to, u[3 + c]);
    }
    return well;
}

/// Corner and extents of the box about `count` points, and then the points as parts of it.
static bool put_boxed(byte_buffer *to, const double *points, size_t count)
{
    double lo[3] = {0}, extent[3] = {0};
    for (int d = 0; d < 3 && count > 0; d++)
    {
        double least = INFINITY, most = -INFINITY;
        for (size_t k = 0; k < count; k++)
        {
            least = fmin(least, points[3 * k + (size_t)d]);
            most = fmax(most, points[3 * k + (size_t)d]);
        }
        lo[d] = least, extent[d] = most - least;
    }
    bool well = put_floats(to, lo, 3) && put_floats(to, extent, 3);
    for (size_t k = 0; k < 3 * count && well; k++)
        well = bytes_put_unsigned(to, extent[k % 3] > 0.0 ? (points[k] - lo[k % 3]) / extent[k % 3] : 0.0);
    return well && bytes_align(to, 4);
}

static bool put_fibres(hf_live *live, const recorded_model *m)
{
    double *points = malloc((3 * (size_t)m->vertex_count + 3) * sizeof *points);
    if (!points) return false;
    for (int k = 0; k < m->fibre_count; k++)
        hf_world_fibre_points(live->world, k, points + 3 * (size_t)m->fibres[k].vertex_begin);
    bool well = put_boxed(&live->answer, points, (size_t)m->vertex_count);
    free(points);
    return well;
}

static bool put_drives(hf_live *live)
{
    byte_buffer *to = &live->answer;
    int count = hf_model_count(live->model, HF_ITEM_ACTUATOR);
    bool well = true;
    for (int k = 0; k < hf_model_count(live->model, HF_ITEM_JOINT) && well; k++) // poses tell what free bodies do
        well = bytes_put_float(to, hf_world_q(live->world)[hf_model_joint_q(live->model, k)]);
    for (int k = 0; k < count && well; k++) well = bytes_put_float(to, hf_world_control(live->world, k));
    for (int k = 0; k < count && well; k++) well = bytes_put_float(to, hf_world_actuator_force(live->world, k));
    return well;
}

/// Joints, actuators and sensors, as a recording names them.
static bool put_signals(hf_live *live, const recorded_model *m)
{
    if (m->signal_count == 0) return true;
    double *values = malloc((size_t)m->signal_count * sizeof *values);
    bool well = values && hf_world_signals(live->world, values, NULL) == HF_STATUS_OK &&
                put_floats(&live->answer, values, m->signal_count);
    free(values);
    return well;
}

// ---- contacts ----

/// What is drawn of a contact, in world axes.
typedef struct facing
{
    vec3 normal, force, moment;
} facing;

/// A vector of the contact's frame, by the length of the step.
static vec3 from_frame(const double *r, vec3 n, vec3 t, double per)
{
    return v3_scale(per, v3_add(v3_scale(r[0], n), v3_add_scaled(v3_scale(r[1], t), r[2], v3_cross(n, t))));
}

/// Normal, force and moment on the body that arrows are drawn for: of the two the one that moves freely, or if both do
/// the one above.
static facing face(const hf_model *model, const hf_contact *c, double h)
{
    vec3 n = v3_load(c->normal), t = v3_load(c->tangent);
    bool free_a = hf_model_body(model, c->body_a).motion == HF_MOTION_FREE;
    bool free_b = hf_model_body(model, c->body_b).motion == HF_MOTION_FREE;
    double side = (free_a == free_b ? n.z < 0.0 : free_b) ? -1.0 : 1.0, per = h > 0.0 ? side / h : 0.0;
    return (facing){v3_scale(side, n), from_frame(c->r, n, t, per), from_frame(c->moment, n, t, per)};
}

static bool put_parts(byte_buffer *to, const double *values, int count, double unit)
{
    bool well = true;
    for (int k = 0; k < count && well; k++) well = bytes_put_signed(to, unit > 0.0 ? values[k] / unit : 0.0);
    return well;
}

static double largest(const double *values, int count)
{
    double most = 0.0;
    for (int k = 0; k < count; k++) most = fmax(most, fabs(values[k]));
    return most;
}

/// Units of force and moment, points, normals, forces, cones, moments where there are some, shapes, sliding, status.
static bool put_contacts(hf_live *live, int count)
{
    byte_buffer *to = &live->answer;
    size_t n = 3 * (size_t)count;
    double *points = malloc((4 * n + 1) * sizeof *points), *normals, *forces, *moments;
    if (!points) return false;
    normals = points + n, forces = normals + n, moments = forces + n;
    for (int k = 0; k < count; k++)
    {
        hf_contact c = hf_world_contact(live->world, k);
        facing f = face(live->model, &c, live->settings.step.timestep);
        memcpy(points + 3 * k, c.point, sizeof c.point);
        v3_store(normals + 3 * k, f.normal);
        v3_store(forces + 3 * k, f.force);
        v3_store(moments + 3 * k, f.moment);
    }
    double strongest = largest(forces, 3 * count), twist = largest(moments, 3 * count);
    bool well = bytes_put_float(to, strongest) && bytes_put_float(to, twist) && put_boxed(to, points, (size_t)count);
    for (int k = 0; k < count && well; k++) well = bytes_put_octahedral(to, normals + 3 * k);
    well = well && put_parts(to, forces, 3 * count, strongest);
    for (int k = 0; k < count && well; k++)
        well = bytes_put_unsigned(to, real_atan2(hf_world_contact(live->world, k).mu, 1.0) / 1.5707963267948966);
    if (twist > 0.0) well = well && put_parts(to, moments, 3 * count, twist);
    for (int k = 0; k < count && well; k++)
    {
        hf_contact c = hf_world_contact(live->world, k);
        well = bytes_put_pair(to, c.shape_a, c.shape_b);
    }
    for (int k = 0; k < count && well; k++)
    {
        hf_contact c = hf_world_contact(live->world, k);
        well = bytes_put_short(to, sqrt(c.u[1] * c.u[1] + c.u[2] * c.u[2]));
    }
    for (int k = 0; k < count && well; k++) well = bytes_put(to, (uint64_t)hf_world_contact(live->world, k).status, 1);
    free(points);
    return well;
}

bool live_answer_frame(hf_live *live, bool contacts)
{
    const recorded_model *m = &hf_recorder_recording(live->recorder)->model;
    int count = contacts ? hf_world_contact_count(live->world) : 0;
    bool well = put_head(live, m, contacts ? count : -1) && put_poses(live, m) && put_fibres(live, m) &&
                put_drives(live) && put_signals(live, m) && (!contacts || put_contacts(live, count));
    live->made = 0, live->seconds = live->worst_residual = 0.0, live->worst = HF_STEP_EXACT;
    return well;
}
