#include "record/page/page_data.h"

#include "base/error.h"
#include "base/memory.h"

#include <math.h>
#include <stdlib.h>

static const size_t POSE_BUDGET = 12 << 20;   // bytes
static const size_t CONTACT_BUDGET = 8 << 20; // bytes
static const size_t FIBRE_BUDGET = 20 << 20;  // bytes
static const double FRAME_PERIOD = 1.0 / 120; // closer frames than this are not shown [s],
// Long runs of few bodies: beyond so many bytes frames and contacts need not be closer than this.
static const size_t SMALL_BUDGET = 1500 << 10;
static const double CALM_PERIOD = 1.0 / 20; // [s]
enum
{
    SHORT_RUN = 240, // but for runs of so few frames
};

const char *const page_array_names[PAGE_ARRAY_COUNT] = {
    "time",          "positions",        "turns",         "contactEnd",    "contactBox",
    "contactPoint",  "contactNormal",    "contactForce",  "contactAngle",  "contactStatus",
    "contactPair",   "contactSlip",      "contactMoment", "stepTime",      "kinetic",
    "potential",     "residual",         "seconds",       "stepContacts",  "mark",
    "vertices",      "triangles",        "heights",       "fibreSegments", "fibreScale",
    "fibreLook",     "fibreNear",        "fibreBox",      "fibreRoot",     "fibreEdge",
    "surfacePoints", "surfaceTriangles", "surfaceMaps",   "pixels",        "signals",
};
const char *const page_array_types[PAGE_ARRAY_COUNT] = {
    "f64", "f32", "i16", "u32", "f32", "u16", "i16", "i16", "u16", "u8",  "u16", "u16",
    "i16", "f32", "f32", "f32", "f32", "f32", "f32", "u8",  "f32", "u32", "f32", "u32",
    "f32", "f32", "u32", "f32", "u16", "i8",  "u16", "u16", "u16", "u8",  "f32",
};
const int page_array_sizes[PAGE_ARRAY_COUNT] = {8, 4, 2, 4, 4, 2, 2, 2, 2, 1, 2, 2, 2, 4, 4, 4, 4, 4,
                                                4, 1, 4, 4, 4, 4, 4, 4, 4, 4, 2, 1, 2, 2, 2, 1, 4};

// ---- the beginning ----

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

hf_status page_data_begin(page_data *data, const recorded_model *model, hf_error *error)
{
    *data = (page_data){.frame_stride = 1, .contact_stride = 1, .point_steps = 1};
    data->points = MEMORY_ARRAY(plot_point, PLOT_POINTS);
    hf_status status = data->points && add_surfaces(data, model) ? HF_STATUS_OK : error_no_memory(error);
    if (status == HF_STATUS_OK) status = page_fibres_begin(data, model, error);
    if (status == HF_STATUS_OK) status = page_visuals_begin(data, model, error);
    if (status != HF_STATUS_OK) page_data_free(data);
    return status;
}

void page_data_free(page_data *data)
{
    for (int k = 0; k < PAGE_ARRAY_COUNT; k++) free(data->arrays[k].bytes);
    free(data->fibre_steps);
    free(data->surfaces);
    free(data->images);
    free(data->points);
    *data = (page_data){.frame_count = 0};
}

// ---- frames ----

bool page_data_wants_frame(const page_data *data)
{
    return data->seen % data->frame_stride == 0;
}

bool page_data_wants_contacts(const page_data *data)
{
    return page_data_wants_frame(data) && data->frame_count % data->contact_stride == 0;
}

static void add_poses(page_data *data, const pose_row *poses, int count)
{
    for (int k = 0; k < count; k++)
    {
        for (int c = 0; c < 3; c++) bytes_put_float(&data->arrays[PAGE_POSITIONS], poses[k].position[c]);
        for (int c = 0; c < 4; c++) bytes_put_signed(&data->arrays[PAGE_TURNS], (double)poses[k].orientation[c]);
    }
}

/// Every other frame goes, with its contacts if it has some.
static void thin_frames(page_data *data, const recorded_model *m)
{
    byte_buffer *a = data->arrays;
    size_t moving = recorded_pose_count(m), fibres = (size_t)m->fibre_count, vertices = (size_t)m->vertex_count;
    bytes_thin(&a[PAGE_TIME], 8);
    bytes_thin(&a[PAGE_POSITIONS], 12 * moving);
    bytes_thin(&a[PAGE_TURNS], 8 * moving);
    bytes_thin(&a[PAGE_SIGNALS], 4 * (size_t)m->signal_count);
    bytes_thin(&a[PAGE_FIBRE_BOX], 24);
    bytes_thin(&a[PAGE_FIBRE_ROOT], 6 * fibres);
    bytes_thin(&a[PAGE_FIBRE_EDGE], 3 * (vertices - fibres));
    if (data->contact_stride > 1) data->contact_stride /= 2; // frames with contacts are all among those that stay
    else page_contacts_thin(data);
    data->frame_count = (data->frame_count + 1) / 2;
    data->frame_stride *= 2;
}

/// Keeps each kind within its budget, and frames no closer than an eye can tell.
static void thin(page_data *data, const recorded_model *m)
{
    const byte_buffer *a = data->arrays;
    size_t poses = a[PAGE_TIME].count + a[PAGE_POSITIONS].count + a[PAGE_TURNS].count;
    size_t fibres = a[PAGE_FIBRE_BOX].count + a[PAGE_FIBRE_ROOT].count + a[PAGE_FIBRE_EDGE].count;
    int count = data->frame_count;
    double period = count > 1 ? (data->times[1] - data->times[0]) / (count - 1) : FRAME_PERIOD;
    bool close = period > 0.0 && 2.0 * period <= FRAME_PERIOD && count > SHORT_RUN;
    bool large = poses > SMALL_BUDGET && period > 0.0 && 2.0 * period <= CALM_PERIOD;
    if (count > 1 && (poses + a[PAGE_SIGNALS].count > POSE_BUDGET || fibres > FIBRE_BUDGET || close || large))
        thin_frames(data, m);
    size_t contacts = page_contacts_bytes(data);
    bool calm = period > 0.0 && 2.0 * period * data->contact_stride <= CALM_PERIOD;
    if (a[PAGE_CONTACT_END].count > 4 && (contacts > CONTACT_BUDGET || (contacts > SMALL_BUDGET && calm)))
    {
        page_contacts_thin(data);
        data->contact_stride *= 2;
    }
}

hf_status page_data_add_frame(page_data *data, const recorded_model *m, const frame_row *frame, frame_parts parts,
                              hf_error *error)
{
    byte_buffer *a = data->arrays;
    size_t moving = recorded_pose_count(m);
    bool contacts = page_data_wants_contacts(data);
    if (!page_data_wants_frame(data))
    {
        data->seen++;
        return HF_STATUS_OK;
    }
    if (!bytes_reserve(&a[PAGE_TIME], 8) || !bytes_reserve(&a[PAGE_POSITIONS], 12 * moving) ||
        !bytes_reserve(&a[PAGE_TURNS], 8 * moving) || !bytes_reserve(&a[PAGE_SIGNALS], 4 * (size_t)m->signal_count) ||
        !page_fibres_reserve(data, m) || (contacts && !page_contacts_reserve(data, frame->contact_count)))
        return error_no_memory(error);
    hf_status status = page_fibres_add(data, m, parts.vertices, error);
    if (status != HF_STATUS_OK) return status;
    bytes_put_double(&a[PAGE_TIME], frame->time);
    add_poses(data, parts.poses, (int)moving);
    for (int k = 0; k < m->signal_count; k++) bytes_put_float(&a[PAGE_SIGNALS], parts.signals[k]);
    if (contacts) page_contacts_add(data, m, frame, parts.contacts);
    data->times[data->frame_count > 0] = frame->time;
    data->frame_count++;
    data->seen++;
    thin(data, m);
    return HF_STATUS_OK;
}

// ---- the plots ----

static page_mark mark_of(const step_row *s)
{
    if (s->quality == HF_STEP_FAILED) return MARK_FAILED;
    if (s->quality == HF_STEP_APPROXIMATE) return MARK_APPROXIMATE;
    return s->substeps > 1 ? MARK_CUT : MARK_NONE;
}

/// Two points become one.
static plot_point merged(plot_point first, plot_point then)
{
    then.residual = fmax(first.residual, then.residual);
    then.seconds = fmax(first.seconds, then.seconds);
    then.contacts = fmax(first.contacts, then.contacts);
    if (first.mark > then.mark) then.mark = first.mark;
    return then;
}

void page_data_add_step(page_data *data, const step_row *s)
{
    plot_point point = {.time = s->time,
                        .kinetic = s->kinetic,
                        .potential = s->potential,
                        .residual = s->residual,
                        .seconds = s->seconds,
                        .contacts = s->contacts,
                        .mark = mark_of(s)};
    plot_point *points = data->points;
    if (data->step_count++ % data->point_steps != 0)
        points[data->point_count - 1] = merged(points[data->point_count - 1], point);
    else
    {
        if (data->point_count == PLOT_POINTS)
        {
            for (int k = 0; k < PLOT_POINTS / 2; k++) points[k] = merged(points[2 * k], points[2 * k + 1]);
            data->point_count = PLOT_POINTS / 2;
            data->point_steps *= 2;
        }
        points[data->point_count++] = point;
    }
    step_row_count(s, &data->quality);
}

static bool put_points(page_data *data)
{
    byte_buffer *a = data->arrays;
    bool well = true;
    for (int k = PAGE_STEP_TIME; k <= PAGE_MARK; k++) a[k].count = 0;
    for (int k = 0; k < data->point_count && well; k++)
    {
        const plot_point *p = &data->points[k];
        well = bytes_put_float(&a[PAGE_STEP_TIME], p->time) && bytes_put_float(&a[PAGE_KINETIC], p->kinetic) &&
               bytes_put_float(&a[PAGE_POTENTIAL], p->potential) && bytes_put_float(&a[PAGE_RESIDUAL], p->residual) &&
               bytes_put_float(&a[PAGE_SECONDS], p->seconds) && bytes_put_float(&a[PAGE_STEP_CONTACTS], p->contacts) &&
               bytes_put(&a[PAGE_MARK], (uint64_t)p->mark, 1);
    }
    return well;
}

hf_status page_data_finish(page_data *data, const recorded_model *model, hf_error *error)
{
    return put_points(data) ? page_fibres_finish(data, model, error) : error_no_memory(error);
}
