// Fibres: constants of a definition, poses of segments, and a step of one fibre alone.
//
// An ellipse with half axes a along d1 and b along d2 has the second moments of area
//     I1 = π a b³ / 4 about d1,    I2 = π a³ b / 4 about d2,    J = π a³ b³ / (a² + b²)  (Saint-Venant),
// and bending and twisting cost E I1, E I2 and G J with G = E / (2 (1 + ν)). Its rotary inertia about t is
// that of the area, ρ (I1 + I2), not ρ J: the two are equal of a circle alone.

#include "bodies/fibre/fibre.h"

#include "base/error.h"
#include "base/memory.h"
#include "bodies/fibre/corde.h"
#include "bodies/fibre/der.h"
#include "linalg/lane_quat.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const fibre_kernel *const kernels[HF_FIBRE_KIND_COUNT] = {
    [HF_FIBRE_SUPERHELIX] = &fibre_superhelix,
    [HF_FIBRE_DER] = &fibre_der,
    [HF_FIBRE_CORDE] = &fibre_corde,
};

const fibre_kernel *fibre_kernel_of(hf_fibre_kind kind)
{
    return kernels[kind];
}

const char *hf_fibre_kind_name(hf_fibre_kind kind)
{
    static const char *const names[HF_FIBRE_KIND_COUNT] = {"superhelix", "der", "corde"};
    return (unsigned)kind < HF_FIBRE_KIND_COUNT ? names[kind] : "?";
}

const char *hf_fibre_hold_name(hf_fibre_hold hold)
{
    static const char *const names[HF_HOLD_COUNT] = {"free", "pinned", "clamped"};
    return (unsigned)hold < HF_HOLD_COUNT ? names[hold] : "?";
}

static void fill_section(const hf_fibre_def *def, fibre *f)
{
    const double PI = 3.14159265358979323846;
    double a = def->section[0], b = def->section[1], shear = def->young / (2.0 * (1.0 + def->poisson));
    double area = PI * a * b, I1 = 0.25 * area * b * b, I2 = 0.25 * area * a * a;
    f->line_density = def->density * area;
    f->inertia[0] = def->density * I1;
    f->inertia[1] = def->density * I2;
    f->inertia[2] = def->density * (I1 + I2);
    f->stiffness[0] = def->young * I1;
    f->stiffness[1] = def->young * I2;
    f->stiffness[2] = shear * area * a * a * b * b / (a * a + b * b);
    memcpy(f->section, def->section, sizeof f->section);
}

hf_status fibre_create(const hf_fibre_def *def, bool floating, fibre *f, hf_error *error)
{
    *f = (fibre){.kernel = kernels[def->kind],
                 .kind = def->kind,
                 .floating = floating,
                 .element_count = def->element_count,
                 .twist_count = def->twist_count,
                 .segment_count = def->segment_count,
                 .length = def->length,
                 .damping = def->damping,
                 .drag = {def->drag[0], def->drag[1]},
                 .gravity_scale = def->gravity_scale};
    if (!f->kernel)
        return error_set(error, HF_STATUS_INVALID, "fibre: kind '%s' is not there", hf_fibre_kind_name(def->kind));
    fill_section(def, f);
    f->natural = MEMORY_ARRAY(double, 3 * (size_t)def->element_count);
    if (!f->natural) return error_no_memory(error);
    for (int e = 0; e < def->element_count; e++)
        memcpy(f->natural + 3 * e, def->natural_elements ? def->natural_elements + 3 * e : def->natural,
               3 * sizeof(double));
    hf_status status = f->kernel->create(f, error);
    if (status != HF_STATUS_OK) fibre_destroy(f);
    return status;
}

void fibre_destroy(fibre *f)
{
    if (f->kernel && f->kernel->destroy) f->kernel->destroy(f);
    free(f->natural);
    f->natural = NULL;
    f->kernel = NULL;
}

hf_status fibre_set_rest(fibre *f, const double *q, hf_error *error)
{
    f->kernel->strains(f, q, f->natural);
    if (f->kernel->rest)
    {
        f->kernel->rest(f, q);
        return HF_STATUS_OK;
    }
    if (f->kernel->destroy) f->kernel->destroy(f);
    return f->kernel->create(f, error);
}

/// Four neighbouring segments between nodes.
INLINED void poses_of_four(const vec3 *x, const quat *turn, lane3 *centre, lane_quat *frame)
{
    const lanes one = lanes_of(1.0), zero = lanes_of(0.0);
    lane3 x0 = {lanes_gather(&x->x, 3), lanes_gather(&x->y, 3), lanes_gather(&x->z, 3)};
    lane3 x1 = {lanes_gather(&x[1].x, 3), lanes_gather(&x[1].y, 3), lanes_gather(&x[1].z, 3)}, way = l3_sub(x1, x0);
    lane_quat turn0 = lq_load(turn), turn1 = lq_load(turn + 1);
    lane3 first = lq_rotate(turn0, (lane3){one, zero, zero}),
          mean = l3_add(first, lq_rotate(turn1, (lane3){one, zero, zero}));
    lanes length = l3_norm(way);
    lane3 a =
        l3_pick(lanes_above(length, zero), l3_scale(1.0 / length, way), lq_rotate(turn0, (lane3){zero, zero, one}));
    lane3 across = l3_add_scaled(mean, -l3_dot(mean, a), a), either = l3_add_scaled(first, -l3_dot(first, a), a);
    across = l3_pick(lanes_above(l3_norm(across), lanes_of(1e-6)), across,
                     either); // the frames of both ends may be half a turn apart
    lanes size = l3_norm(across);
    lane3 d1 = l3_scale(1.0 / size, across);
    for (int l = 0; l < LANES && !lanes_all(lanes_above(size, zero)); l++)
    {
        if (size[l] > 0.0) continue;
        vec3 any = v3_perpendicular(v3(a.x[l], a.y[l], a.z[l]));
        d1.x[l] = any.x, d1.y[l] = any.y, d1.z[l] = any.z;
    }
    *centre = l3_add_scaled(x0, lanes_of(0.5), l3_sub(x1, x0));
    *frame = lq_from_axes(d1, l3_cross(a, d1), a);
}

INLINED void segment_poses(int count, const vec3 *x, const quat *turn, vec3 *centre, quat *frame)
{
    for (int s = 0; s < count; s += LANES)
    {
        vec3 nodes[LANES + 1];
        quat turns[LANES + 1];
        lane3 c;
        lane_quat q;
        if (s + LANES <= count) poses_of_four(x + s, turn + s, &c, &q);
        else
        {
            for (int k = 0; k <= LANES; k++) // behind the last one its end, once more and again
            {
                int at = s + k < count ? s + k : count;
                nodes[k] = x[at], turns[k] = turn[at];
            }
            poses_of_four(nodes, turns, &c, &q);
        }
        for (int l = 0; l < LANES && s + l < count; l++)
            centre[s + l] = v3(c.x[l], c.y[l], c.z[l]), frame[s + l] = lq_take(&q, l);
    }
}

WIDE static void segment_poses_wide(int count, const vec3 *x, const quat *turn, vec3 *centre, quat *frame)
{
    segment_poses(count, x, turn, centre, frame);
}

void fibre_segment_poses(int count, const vec3 *x, const quat *turn, vec3 *centre, quat *frame)
{
    if (wide_runs()) segment_poses_wide(count, x, turn, centre, frame);
    else segment_poses(count, x, turn, centre, frame);
}
