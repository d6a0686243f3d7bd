// Primitives that are fitted to meshes: <geom type="box" mesh="…"/>.
//
// The mesh has volume V and, about its centre, the principal moments I (density 1, descending). The box with the same
// moments has half sizes
//   b_i = ½ √(6 (I_j + I_k - I_i) / V),
// and the primitive takes its sizes from them: sphere their mean, capsule and cylinder the mean of the first two as
// radius and the third as length (a capsule's less half its radius), box and ellipsoid as they are. With the compiler's
// fitaabb the mesh's box along its principal axes stands in for b. The geom's pose is that of the mesh's centre and
// axes in the geom's frame.

#include "base/error.h"
#include "bodies/rigid.h"
#include "scene/mjcf/mjcf.h"

#include <math.h>

void mjcf_principal_axes(const double tensor[6], double moments[3], quat *axes)
{
    double unsorted[3], R[9], sorted[9];
    quat frame;
    rigid_principal_axes(tensor, unsorted, &frame);
    quat_to_matrix(frame, R);
    int order[3] = {0, 1, 2};
    for (int i = 0; i < 3; i++)
        for (int j = i + 1; j < 3; j++)
            if (unsorted[order[j]] > unsorted[order[i]])
            {
                int swap = order[i];
                order[i] = order[j];
                order[j] = swap;
            }
    bool odd = (order[1] + 3 - order[0]) % 3 == 2; // an odd permutation: one axis is turned round to keep the hand
    for (int k = 0; k < 3; k++)
    {
        moments[k] = unsorted[order[k]];
        for (int r = 0; r < 3; r++) sorted[3 * r + k] = (odd && k == 2 ? -1 : 1) * R[3 * r + order[k]];
    }
    *axes = quat_normalize(quat_from_matrix(sorted));
}

static void inertia_box(const double moments[3], double volume, double half[3])
{
    for (int i = 0; i < 3; i++)
        half[i] = 0.5 * sqrt(fmax(0, 6 * (moments[(i + 1) % 3] + moments[(i + 2) % 3] - moments[i]) / volume));
}

/// The box of the mesh's points in the frame; its middle moves the frame.
static void bounding_box(const mesh_data *data, mjcf_pose *frame, double half[3])
{
    vec3 low = v3(INFINITY, INFINITY, INFINITY), high = v3_negate(low);
    for (int k = 0; k < data->vertex_count; k++)
    {
        vec3 p = quat_rotate_back(frame->turn, v3_sub(v3_load(&data->vertices[3 * k]), frame->position));
        low = v3_min(low, p);
        high = v3_max(high, p);
    }
    v3_store(half, v3_scale(0.5, v3_sub(high, low)));
    frame->position = v3_add(frame->position, quat_rotate(frame->turn, v3_mix(low, high, 0.5)));
}

static void take_sizes(mjcf_geom *geom, const double box[3], bool bounding)
{
    double radius = bounding ? fmax(box[0], box[1]) : (box[0] + box[1]) / 2;
    double *size = geom->size;
    switch (geom->type)
    {
    case GEOM_SPHERE: size[0] = bounding ? fmax(radius, box[2]) : (box[0] + box[1] + box[2]) / 3; break;
    case GEOM_CAPSULE:
        size[0] = radius;
        size[1] = fmax(0, box[2] - (bounding ? radius : radius / 2));
        break;
    case GEOM_CYLINDER:
        size[0] = radius;
        size[1] = box[2];
        break;
    default:
        for (int i = 0; i < 3; i++) size[i] = box[i];
        break;
    }
    for (int i = 0; i < 3; i++) size[i] *= geom->fitscale;
}

static hf_status fit(mjcf_reader *reader, mjcf_geom *geom)
{
    if (geom->type == GEOM_PLANE || geom->type == GEOM_HFIELD)
        return mjcf_fail(reader, geom->node, HF_STATUS_FORMAT, "mesh: this type is not fitted to meshes");
    if (geom->has_fromto)
        return mjcf_fail(reader, geom->node, HF_STATUS_FORMAT, "fromto: goes with no mesh; remove one");
    mesh_mass mass = {0};
    double moments[3], box[3];
    mjcf_pose frame;
    hf_status status = mjcf_mesh_volume(reader, geom, &mass);
    if (status != HF_STATUS_OK) return status;
    mjcf_principal_axes(mass.inertia, moments, &frame.turn);
    frame.position = mass.center;
    bool whole = mjcf_compiler_of(reader, geom->node)->fit_box;
    if (whole) bounding_box(&mjcf_find_mesh(reader, geom->mesh)->data, &frame, box);
    else inertia_box(moments, mass.volume, box);
    take_sizes(geom, box, whole);
    geom->pose = mjcf_compose(geom->pose, frame);
    geom->mesh = NULL;
    return HF_STATUS_OK;
}

/// Whether anybody asks for the geom's form.
static bool is_needed(const mjcf_reader *reader, const mjcf_geom *geom)
{
    const mjcf_body *body = &reader->bodies[geom->body];
    bool weighs = body->moves && (!body->inertial || mjcf_compiler_of(reader, body->node)->inertia_from_geom == 1) &&
                  (geom->has_mass ? geom->mass > 0 : geom->density > 0);
    return mjcf_collides(geom) || weighs || reader->compiler.total_mass > 0;
}

hf_status mjcf_fit_geoms(mjcf_reader *reader)
{
    for (int k = 0; k < reader->geom_count; k++)
    {
        mjcf_geom *geom = &reader->geoms[k];
        if (geom->mesh && geom->type != GEOM_MESH && is_needed(reader, geom)) TRY(fit(reader, geom));
    }
    return HF_STATUS_OK;
}
