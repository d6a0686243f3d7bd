#include "record/page/page_data.h"

#include "base/elementary.h"
#include "base/error.h"
#include "base/memory.h"
#include "linalg/vec3.h"

#include <math.h>
#include <stdlib.h>

static const size_t POSE_BUDGET = 12 << 20;   // bytes
static const size_t CONTACT_BUDGET = 8 << 20; // bytes
static const size_t FIBRE_BUDGET = 20 << 20;  // bytes
static const double FRAME_PERIOD = 1.0 / 120; // closer frames than this are not shown [s]
enum
{
    POSE_BYTES = 3 * 4 + 4 * 2,
    CONTACT_BYTES = 6 + 4 + 6 + 2 + 1,
    PLOT_POINTS = 3000,
};

const char *const page_array_names[PAGE_ARRAY_COUNT] = {
    "time",         "positions",    "turns",         "contactEnd", "contactBox", "contactPoint", "contactNormal",
    "contactForce", "contactAngle", "contactStatus", "stepTime",   "kinetic",    "potential",    "residual",
    "seconds",      "stepContacts", "mark",          "vertices",   "triangles",  "heights",      "fibreSegments",
    "fibreScale",   "fibreLook",    "fibreNear",     "fibreBox",   "fibreRoot",  "fibreEdge",
};
const char *const page_array_types[PAGE_ARRAY_COUNT] = {
    "f64", "f32", "i16", "u32", "f32", "u16", "i16", "i16", "u16", "u8",  "f32", "f32", "f32", "f32",
    "f32", "f32", "u8",  "f32", "u32", "f32", "u32", "f32", "f32", "u32", "f32", "u16", "i8",
};
const int page_array_sizes[PAGE_ARRAY_COUNT] = {8, 4, 2, 4, 4, 2, 2, 2, 2, 1, 4, 4, 4, 4,
                                                4, 4, 1, 4, 4, 4, 4, 4, 4, 4, 4, 2, 1};

// ---- frames ----

/// The stride that keeps the poses below their budget, and frames no closer than an eye can tell.
static int choose_stride(const hf_recording *recording)
{
    size_t count = recording->frame_count, bytes = (size_t)recording->model.moving_count * POSE_BYTES + 8;
    size_t stride = 1 + count * bytes / POSE_BUDGET;
    size_t for_fibres = 1 + count * page_fibre_bytes(&recording->model) / FIBRE_BUDGET;
    if (for_fibres > stride) stride = for_fibres;
    double span = count > 1 ? recording->frames[count - 1].time - recording->frames[0].time : 0.0;
    double period = count > 1 ? span / (double)(count - 1) : 1.0;
    if (period > 0.0 && period < FRAME_PERIOD && count > 240)
        stride = stride > (size_t)(FRAME_PERIOD / period) ? stride : (size_t)(FRAME_PERIOD / period);
    return (int)stride;
}

static int choose_contact_stride(const hf_recording *recording, int stride)
{
    size_t total = 0;
    for (size_t k = 0; k < recording->frame_count; k += (size_t)stride)
        total += (size_t)recording->frames[k].contact_count;
    return (int)(1 + total * CONTACT_BYTES / CONTACT_BUDGET);
}

static bool add_poses(page_data *data, const pose_row *poses, int count)
{
    bool well = true;
    for (int k = 0; k < count && well; k++)
    {
        for (int c = 0; c < 3; c++) well = well && bytes_put_float(&data->arrays[PAGE_POSITIONS], poses[k].position[c]);
        for (int c = 0; c < 4; c++)
            well = well && bytes_put_signed(&data->arrays[PAGE_TURNS], (double)poses[k].orientation[c]);
    }
    return well;
}

// ---- contacts ----

/// Normal and force on the body that the arrows are drawn for: of the two that moves freely, or if both do the one above.
static void face_contact(const hf_recording *recording, const frame_row *frame, const touch_row *c, vec3 *normal,
                         vec3 *force)
{
    const recorded_model *m = &recording->model;
    vec3 n = {c->normal[0], c->normal[1], c->normal[2]}, t = {c->tangent[0], c->tangent[1], c->tangent[2]};
    double per = frame->h > 0.0 ? 1.0 / frame->h : 0.0;
    vec3 f = v3_add(v3_scale(per * (double)c->r[0], n),
                    v3_add_scaled(v3_scale(per * (double)c->r[1], t), per * (double)c->r[2], v3_cross(n, t)));
    bool free_a = m->bodies[m->shapes[c->shape_a].body].motion == HF_MOTION_FREE;
    bool free_b = m->bodies[m->shapes[c->shape_b].body].motion == HF_MOTION_FREE;
    bool flip = free_a == free_b ? n.z < 0.0 : free_b;
    *normal = flip ? v3_scale(-1.0, n) : n;
    *force = flip ? v3_scale(-1.0, f) : f;
}

static bool put_octahedral(byte_buffer *buffer, vec3 n)
{
    double sum = fabs(n.x) + fabs(n.y) + fabs(n.z);
    double x = sum > 0.0 ? n.x / sum : 0.0, y = sum > 0.0 ? n.y / sum : 0.0;
    double fold_x = (1.0 - fabs(y)) * (x >= 0.0 ? 1.0 : -1.0), fold_y = (1.0 - fabs(x)) * (y >= 0.0 ? 1.0 : -1.0);
    bool below = n.z < 0.0;
    return bytes_put_signed(buffer, below ? fold_x : x) && bytes_put_signed(buffer, below ? fold_y : y);
}

static bool add_contacts(page_data *data, const hf_recording *recording, const frame_row *frame,
                         const touch_row *contacts)
{
    double lo[3] = {0, 0, 0}, extent[3] = {0, 0, 0}, strongest = 0.0;
    int count = frame->contact_count;
    for (int d = 0; d < 3; d++)
    {
        double least = INFINITY, most = -INFINITY;
        for (int k = 0; k < count; k++)
        {
            least = fmin(least, (double)contacts[k].point[d]);
            most = fmax(most, (double)contacts[k].point[d]);
        }
        if (count > 0) lo[d] = least, extent[d] = most - least;
    }
    vec3 normal, force;
    for (int k = 0; k < count; k++)
    {
        face_contact(recording, frame, &contacts[k], &normal, &force);
        strongest = fmax(strongest, fmax(fabs(force.x), fmax(fabs(force.y), fabs(force.z))));
    }
    byte_buffer *a = data->arrays;
    bool well = true;
    for (int d = 0; d < 3; d++) well = well && bytes_put_float(&a[PAGE_CONTACT_BOX], lo[d]);
    for (int d = 0; d < 3; d++) well = well && bytes_put_float(&a[PAGE_CONTACT_BOX], extent[d]);
    well = well && bytes_put_float(&a[PAGE_CONTACT_BOX], strongest);
    for (int k = 0; k < count && well; k++)
    {
        const touch_row *c = &contacts[k];
        face_contact(recording, frame, c, &normal, &force);
        double unit = strongest > 0.0 ? 1.0 / strongest : 0.0;
        for (int d = 0; d < 3; d++)
            well = well && bytes_put_unsigned(&a[PAGE_CONTACT_POINT],
                                              extent[d] > 0.0 ? ((double)c->point[d] - lo[d]) / extent[d] : 0.0);
        well = well && put_octahedral(&a[PAGE_CONTACT_NORMAL], normal) &&
               bytes_put_signed(&a[PAGE_CONTACT_FORCE], unit * force.x) &&
               bytes_put_signed(&a[PAGE_CONTACT_FORCE], unit * force.y) &&
               bytes_put_signed(&a[PAGE_CONTACT_FORCE], unit * force.z) &&
               bytes_put_unsigned(&a[PAGE_CONTACT_ANGLE], real_atan2((double)c->mu, 1.0) / 1.5707963267948966) &&
               bytes_put(&a[PAGE_CONTACT_STATUS], (uint64_t)c->status, 1);
    }
    size_t total = a[PAGE_CONTACT_STATUS].count;
    return well && bytes_put(&a[PAGE_CONTACT_END], total, 4);
}

static hf_status add_frames(page_data *data, const hf_recording *recording, hf_error *error)
{
    pose_row *poses = MEMORY_ARRAY(pose_row, (size_t)recording->model.moving_count);
    touch_row *contacts = MEMORY_ARRAY(touch_row, recording_most_contacts(recording));
    vertex_row *vertices = MEMORY_ARRAY(vertex_row, (size_t)recording->model.vertex_count);
    hf_status status = poses && contacts && vertices ? HF_STATUS_OK : error_no_memory(error);
    for (size_t f = 0; f < recording->frame_count && status == HF_STATUS_OK; f += (size_t)data->frame_stride)
    {
        bool whole = data->frame_count % data->contact_stride == 0;
        frame_parts parts = {.poses = poses, .vertices = vertices, .contacts = whole ? contacts : NULL};
        status = recording_frame(recording, (int)f, parts, error);
        if (status != HF_STATUS_OK) break;
        bool well = bytes_put_double(&data->arrays[PAGE_TIME], recording->frames[f].time) &&
                    add_poses(data, poses, recording->model.moving_count) &&
                    page_fibres_add(data, &recording->model, vertices) &&
                    (!whole || add_contacts(data, recording, &recording->frames[f], contacts));
        if (!well) status = error_no_memory(error);
        data->frame_count++;
    }
    free(poses);
    free(contacts);
    free(vertices);
    return status;
}

// ---- the plots ----

static page_mark mark_of(const step_row *s)
{
    if (s->quality == HF_STEP_FAILED) return MARK_FAILED;
    if (s->quality == HF_STEP_APPROXIMATE) return MARK_APPROXIMATE;
    return s->substeps > 1 ? MARK_CUT : MARK_NONE;
}

/// Many steps become one point: the last energies, the largest of the rest, so that no peak is lost.
static bool add_steps(page_data *data, const hf_recording *recording)
{
    byte_buffer *a = data->arrays;
    size_t count = recording->step_count, points = count < PLOT_POINTS ? count : PLOT_POINTS;
    bool well = true;
    for (size_t p = 0; p < points && well; p++)
    {
        size_t begin = p * count / points, end = (p + 1) * count / points;
        double residual = 0.0, seconds = 0.0, contacts = 0.0;
        page_mark mark = MARK_NONE;
        for (size_t k = begin; k < end; k++)
        {
            const step_row *s = &recording->steps[k];
            residual = fmax(residual, s->residual);
            seconds = fmax(seconds, s->seconds);
            contacts = fmax(contacts, (double)s->contacts);
            if (mark_of(s) > mark) mark = mark_of(s);
        }
        const step_row *last = &recording->steps[end - 1];
        well = bytes_put_float(&a[PAGE_STEP_TIME], last->time) && bytes_put_float(&a[PAGE_KINETIC], last->kinetic) &&
               bytes_put_float(&a[PAGE_POTENTIAL], last->potential) && bytes_put_float(&a[PAGE_RESIDUAL], residual) &&
               bytes_put_float(&a[PAGE_SECONDS], seconds) && bytes_put_float(&a[PAGE_STEP_CONTACTS], contacts) &&
               bytes_put(&a[PAGE_MARK], (uint64_t)mark, 1);
    }
    return well;
}

static bool add_surfaces(page_data *data, const recorded_model *m)
{
    byte_buffer *a = data->arrays;
    bool well = true;
    for (int k = 0; k < m->mesh_count; k++)
    {
        for (int v = 0; v < 3 * m->meshes[k].vertex_count && well; v++)
            well = bytes_put_float(&a[PAGE_VERTICES], m->meshes[k].vertices[v]);
        for (int t = 0; t < 3 * m->meshes[k].triangle_count && well; t++)
            well = bytes_put(&a[PAGE_TRIANGLES], (uint32_t)m->meshes[k].triangles[t], 4);
    }
    for (int k = 0; k < m->field_count; k++)
        for (int v = 0; v < m->fields[k].rows * m->fields[k].columns && well; v++)
            well = bytes_put_float(&a[PAGE_HEIGHTS], m->fields[k].heights[v]);
    return well;
}

hf_status page_data_make(const hf_recording *recording, page_data *data, hf_error *error)
{
    int stride = choose_stride(recording);
    *data = (page_data){.frame_stride = stride, .contact_stride = choose_contact_stride(recording, stride)};
    hf_status status = page_fibres_begin(data, recording, error);
    if (status == HF_STATUS_OK) status = add_frames(data, recording, error);
    if (status == HF_STATUS_OK && !(add_steps(data, recording) && add_surfaces(data, &recording->model)))
        status = error_no_memory(error);
    if (status != HF_STATUS_OK) page_data_free(data);
    return status;
}

void page_data_free(page_data *data)
{
    for (int k = 0; k < PAGE_ARRAY_COUNT; k++) free(data->arrays[k].bytes);
    free(data->fibre_steps);
    *data = (page_data){.frame_count = 0};
}
