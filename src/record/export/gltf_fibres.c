// Fibres of a glTF file: lines or tubes, and a morph target for each frame but the first.
//
// A tube has a ring of SIDES vertices at each point. The first ring stands across the first segment, in a direction
// that the segment alone decides; each next one is the ring before it turned by the least rotation that takes the one
// tangent to the other, so that tubes do not twist. Normals are left to whoever shows the file: they would have to be
// targets, too.

#include "record/export/gltf.h"

#include "base/elementary.h"
#include "base/error.h"
#include "base/memory.h"
#include "linalg/vec3.h"

#include <math.h>
#include <string.h>

enum
{
    SIDES = 6,
    MOST_TARGETS = 4096, // weights are a table of targets × frames
};
static const size_t TUBE_BUDGET = 32 << 20; // bytes of targets up to which fibres are tubes

static vec3 point_at(const float *points, size_t k)
{
    return v3((double)points[3 * k], (double)points[3 * k + 1], (double)points[3 * k + 2]);
}

/// Tangent at the k-th of n points.
static vec3 tangent_at(const float *points, size_t k, size_t n)
{
    vec3 along = v3_sub(point_at(points, k + 1 < n ? k + 1 : k), point_at(points, k > 0 ? k - 1 : 0));
    return v3_unit_or(along, v3(0, 0, 1));
}

/// v turned by the least rotation from the unit vector a to b; a + b = 0 leaves it.
static vec3 transport(vec3 v, vec3 a, vec3 b)
{
    vec3 axis = v3_cross(a, b);
    double cosine = v3_dot(a, b);
    if (cosine < -0.999999) return v;
    return v3_add(v3_add_scaled(v3_cross(axis, v), cosine, v), v3_scale(v3_dot(axis, v) / (1.0 + cosine), axis));
}

static void put_vertex(float *vertices, size_t k, vec3 at)
{
    vertices[3 * k] = (float)at.x, vertices[3 * k + 1] = (float)at.y, vertices[3 * k + 2] = (float)at.z;
}

static void tube(const float *points, size_t n, double radius, float *vertices)
{
    vec3 tangent = tangent_at(points, 0, n), across = v3_perpendicular(tangent);
    for (size_t k = 0; k < n; k++)
    {
        vec3 next = tangent_at(points, k, n);
        across = transport(across, tangent, next);
        across =
            v3_unit_or(v3_add_scaled(across, -v3_dot(across, next), next), v3_perpendicular(next)); // against drift
        tangent = next;
        vec3 other = v3_cross(tangent, across);
        for (size_t s = 0; s < SIDES; s++)
        {
            double sine, cosine;
            real_sin_cos(2.0 * 3.14159265358979323846 * (double)s / SIDES, &sine, &cosine);
            vec3 out = v3_add_scaled(v3_scale(radius * cosine, across), radius * sine, other);
            put_vertex(vertices, SIDES * k + s, v3_add(point_at(points, k), out));
        }
    }
}

void gltf_fibre_vertices(const gltf_file *g, float *vertices)
{
    const exporter *ex = &g->ex;
    if (g->sides == 0)
    {
        memcpy(vertices, ex->points, 3 * ex->point_count * sizeof *vertices);
        return;
    }
    for (size_t s = 0; s < ex->strand_count; s++)
        tube(ex->points + 3 * ex->strand_begin[s], ex->strand_begin[s + 1] - ex->strand_begin[s], ex->strand_radius[s],
             vertices + 3 * SIDES * ex->strand_begin[s]);
}

size_t gltf_size(const gltf_file *g)
{
    size_t targets = g->fibre_targets >= 0 ? (size_t)g->ex.frame_count - 1 : 0;
    return (g->bytes.count + 3) / 4 * 4 + targets * 12 * g->fibre_vertices;
}

// ---- the mesh ----

static bool put_indices(gltf_file *g)
{
    const exporter *ex = &g->ex;
    size_t edges = ex->point_count - ex->strand_count;
    g->fibre_indices = gltf_accessor_add(g, GLTF_UINT, 1, g->sides ? 6 * SIDES * edges : 2 * edges, GLTF_INDICES);
    bool well = g->fibre_indices >= 0;
    for (size_t s = 0; s < ex->strand_count && well; s++)
        for (size_t k = ex->strand_begin[s]; k + 1 < ex->strand_begin[s + 1] && well; k++)
        {
            if (g->sides == 0) well = bytes_put(&g->bytes, k, 4) && bytes_put(&g->bytes, k + 1, 4);
            for (size_t i = 0; i < (size_t)g->sides && well; i++)
            {
                size_t a = SIDES * k + i, b = SIDES * k + (i + 1) % SIDES, c = b + SIDES, d = a + SIDES;
                const size_t corners[6] = {a, b, c, a, c, d};
                for (int j = 0; j < 6 && well; j++) well = bytes_put(&g->bytes, corners[j], 4);
            }
        }
    return well;
}

/// Colours of strands, in the linear space that the format wants.
static bool put_colors(gltf_file *g)
{
    const exporter *ex = &g->ex;
    size_t each = g->sides ? SIDES : 1;
    g->fibre_colors = gltf_accessor_add(g, GLTF_UBYTE, 4, g->fibre_vertices, GLTF_VERTICES);
    bool well = g->fibre_colors >= 0;
    if (well) g->accessors[g->fibre_colors].normalized = true;
    for (size_t s = 0; s < ex->strand_count && well; s++)
    {
        uint64_t bits = (uint64_t)255 << 24;
        for (int c = 0; c < 3; c++)
        {
            double level = (double)ex->strand_color[s][c]; // about the power 2.2
            bits |= (uint64_t)lround(255.0 * level * level) << (8 * c);
        }
        for (size_t k = each * ex->strand_begin[s]; k < each * ex->strand_begin[s + 1] && well; k++)
            well = bytes_put(&g->bytes, bits, 4);
    }
    return well;
}

/// Weight k is 1 at frame k and 0 at all others.
static bool put_weights(gltf_file *g)
{
    size_t frames = (size_t)g->ex.frame_count;
    g->fibre_weights = gltf_accessor_add(g, GLTF_FLOAT, 1, frames * (frames - 1), 0);
    bool well = g->fibre_weights >= 0;
    for (size_t k = 0; k < frames && well; k++)
        for (size_t t = 1; t < frames && well; t++) well = bytes_put_float(&g->bytes, k == t ? 1.0 : 0.0);
    return well;
}

/// Accessors of the targets, with their ranges: displacements as the floats that are written.
static hf_status plan_targets(gltf_file *g, hf_error *error)
{
    hf_status status = HF_STATUS_OK;
    if (!bytes_align(&g->bytes, 4)) return error_no_memory(error);
    for (int k = 1; k < g->ex.frame_count && status == HF_STATUS_OK; k++)
    {
        int target = gltf_accessor_add(g, GLTF_FLOAT, 3, g->fibre_vertices, GLTF_VERTICES);
        if (target < 0) return error_no_memory(error);
        if (k == 1) g->fibre_targets = target;
        gltf_accessor *a = &g->accessors[target];
        a->offset = g->bytes.count + (size_t)(k - 1) * 12 * g->fibre_vertices;
        a->ranged = true;
        status = exporter_frame(&g->ex, k, error);
        if (status != HF_STATUS_OK) break;
        gltf_fibre_vertices(g, g->fibre_now);
        for (size_t v = 0; v < 3 * g->fibre_vertices; v++)
        {
            float moved = g->fibre_now[v] - g->fibre_first[v];
            a->min[v % 3] = v < 3 ? moved : fminf(a->min[v % 3], moved);
            a->max[v % 3] = v < 3 ? moved : fmaxf(a->max[v % 3], moved);
        }
    }
    return status;
}

hf_status gltf_add_fibres(gltf_file *g, hf_error *error)
{
    exporter *ex = &g->ex;
    if (ex->strand_count == 0) return HF_STATUS_OK;
    if (ex->frame_count > MOST_TARGETS)
        return error_set(
            error, HF_STATUS_UNSUPPORTED,
            "glTF: %d frames of fibres would be as many morph targets, and %d are the most; take fewer (every)",
            ex->frame_count, MOST_TARGETS);
    hf_status status = exporter_frame(ex, 0, error);
    if (status != HF_STATUS_OK) return status;
    bool thick = true;
    for (size_t s = 0; s < ex->strand_count; s++) thick = thick && ex->strand_radius[s] > 0.0;
    bool small = ex->point_count <= TUBE_BUDGET / 12 / SIDES / (size_t)ex->frame_count;
    g->sides = thick && small ? SIDES : 0;
    g->fibre_vertices = ex->point_count * (g->sides ? SIDES : 1);
    g->fibre_first = MEMORY_ARRAY(float, 3 * g->fibre_vertices);
    g->fibre_now = MEMORY_ARRAY(float, 3 * g->fibre_vertices);
    if (!g->fibre_first || !g->fibre_now) return error_no_memory(error);
    gltf_fibre_vertices(g, g->fibre_first);
    g->fibre_positions = gltf_accessor_add(g, GLTF_FLOAT, 3, g->fibre_vertices, GLTF_VERTICES);
    bool well = g->fibre_positions >= 0;
    for (size_t v = 0; v < 3 * g->fibre_vertices && well; v++)
        well = bytes_put_float(&g->bytes, (double)g->fibre_first[v]);
    if (well) gltf_accessor_range(g, g->fibre_positions);
    well = well && put_colors(g) && put_indices(g) && (ex->frame_count < 2 || put_weights(g));
    if (!well) return error_no_memory(error);
    return ex->frame_count > 1 ? plan_targets(g, error) : HF_STATUS_OK;
}
