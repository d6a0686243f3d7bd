// Mass, centre and inertia of bodies: from <inertial>, or from the geoms.

#include "base/elementary.h"
#include "base/error.h"
#include "collide/shapes/hull.h"
#include "scene/mjcf/mjcf.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const double pi = 3.14159265358979323846;
static const double smallest_mass = 1e-14; // [kg]: below it a geom does not count, as in MuJoCo

// ---- tensors ----

/// R I Rᵀ of a symmetric tensor xx yy zz xy xz yz.
static void rotate_tensor(const double in[6], quat turn, double out[6])
{
    double R[9], A[9] = {in[0], in[3], in[4], in[3], in[1], in[5], in[4], in[5], in[2]}, B[9];
    quat_to_matrix(turn, R);
    m3_multiply(R, A, B);
    static const int rows[6] = {0, 1, 2, 0, 0, 1}, columns[6] = {0, 1, 2, 1, 2, 2};
    for (int k = 0; k < 6; k++)
    {
        out[k] = 0;
        for (int i = 0; i < 3; i++) out[k] += B[3 * rows[k] + i] * R[3 * columns[k] + i];
    }
}

/// Adds m (|d|² 1 - d dᵀ).
static void add_offset(double tensor[6], double mass, vec3 d)
{
    tensor[0] += mass * (d.y * d.y + d.z * d.z);
    tensor[1] += mass * (d.x * d.x + d.z * d.z);
    tensor[2] += mass * (d.x * d.x + d.y * d.y);
    tensor[3] -= mass * d.x * d.y;
    tensor[4] -= mass * d.x * d.z;
    tensor[5] -= mass * d.y * d.z;
}

mass_properties mjcf_place_mass(const mass_properties *own, mjcf_pose at)
{
    mass_properties out = {.mass = own->mass};
    out.center = v3_add(at.position, quat_rotate(at.turn, own->center));
    rotate_tensor(own->inertia, at.turn, out.inertia);
    return out;
}

void mjcf_add_mass(mass_properties *sum, const mass_properties *part)
{
    double mass = sum->mass + part->mass;
    if (!(mass > 0)) return;
    vec3 center = v3_scale(1 / mass, v3_add(v3_scale(sum->mass, sum->center), v3_scale(part->mass, part->center)));
    add_offset(sum->inertia, sum->mass, v3_sub(sum->center, center));
    for (int i = 0; i < 6; i++) sum->inertia[i] += part->inertia[i];
    add_offset(sum->inertia, part->mass, v3_sub(part->center, center));
    sum->mass = mass;
    sum->center = center;
}

// ---- geoms ----

static hf_status hull_mass(mjcf_reader *reader, const mjcf_mesh *mesh, mesh_mass *mass)
{
    hf_mesh_def def = {.name = mesh->name, .vertex_count = mesh->data.vertex_count, .vertices = mesh->data.vertices};
    convex_hull *hull;
    hf_error error = {0};
    hf_status status = hull_create(&def, &hull, &error);
    if (status == HF_STATUS_NO_MEMORY) return error_no_memory(reader->error);
    if (status != HF_STATUS_OK) return mjcf_fail(reader, mesh->node, status, "%s", error.message);
    *mass = mesh_mass_compute(hull->vertices, hull->triangles, hull->triangle_count, MESH_INERTIA_EXACT);
    hull_destroy(hull);
    return HF_STATUS_OK;
}

/// An open surface has no inside. MuJoCo's own rule for files that say nothing (legacy) gives it a mass all the same:
/// the cones from the middle of the surface to each triangle.
static hf_status check_closed(mjcf_reader *reader, const mjcf_mesh *mesh, mesh_inertia_kind kind)
{
    bool closed = true;
    if (kind != MESH_INERTIA_EXACT) return HF_STATUS_OK;
    hf_status status =
        mesh_is_closed(mesh->data.triangles, mesh->data.first_part_count, reader->arena, &closed, reader->error);
    if (status == HF_STATUS_OK && !closed)
        return mjcf_fail(reader, mesh->node, HF_STATUS_INVALID,
                         "inertia: the mesh '%s' is open, so it has no exact volume; close it, write "
                         "inertia=\"convex\" (or legacy, or shell) here, or give the body an <inertial>",
                         mesh->name);
    return status;
}

hf_status mjcf_mesh_volume(mjcf_reader *reader, const mjcf_geom *geom, mesh_mass *mass)
{
    mjcf_mesh *mesh = mjcf_find_mesh(reader, geom->mesh);
    hf_status status = mjcf_load_mesh(reader, mesh);
    if (status != HF_STATUS_OK) return status;
    mesh_inertia_kind kind = mesh->inertia >= 0                                   ? (mesh_inertia_kind)mesh->inertia
                             : mjcf_compiler_of(reader, mesh->node)->exact_meshes ? MESH_INERTIA_EXACT
                                                                                  : MESH_INERTIA_LEGACY;
    const mesh_data *data = &mesh->data;
    if (data->triangle_count == 0) kind = MESH_INERTIA_CONVEX;
    if (kind == MESH_INERTIA_CONVEX) status = hull_mass(reader, mesh, mass);
    else
    {
        status = check_closed(reader, mesh, kind);
        if (status != HF_STATUS_OK) return status;
        *mass = mesh_mass_compute(data->vertices, data->triangles, data->first_part_count, kind);
    }
    if (status == HF_STATUS_OK && !(mass->volume > 1e-15))
        status = mjcf_fail(reader, mesh->node, HF_STATUS_INVALID,
                           "the mesh '%s' has the volume %g m³: it is flat, or its triangles face inwards", mesh->name,
                           mass->volume);
    return status;
}

hf_status mjcf_geom_mass(mjcf_reader *reader, mjcf_geom *geom, mass_properties *out)
{
    *out = (mass_properties){0};
    if (geom->type == GEOM_PLANE || geom->type == GEOM_HFIELD) return HF_STATUS_OK;
    if (geom->has_mass ? geom->mass < smallest_mass : geom->density == 0) return HF_STATUS_OK;
    mass_properties own = {0};
    if (geom->type == GEOM_MESH)
    {
        mesh_mass mesh = {0};
        hf_status status = mjcf_mesh_volume(reader, geom, &mesh);
        if (status != HF_STATUS_OK) return status;
        own.mass = geom->has_mass ? geom->mass : geom->density * mesh.volume;
        own.center = mesh.center;
        for (int i = 0; i < 6; i++) own.inertia[i] = mesh.inertia[i] * (own.mass / mesh.volume);
    }
    else
    {
        double volume = mjcf_primitive_volume(geom, own.inertia);
        own.mass = geom->has_mass ? geom->mass : geom->density * volume;
        for (int i = 0; i < 3; i++) own.inertia[i] *= own.mass;
    }
    *out = mjcf_place_mass(&own, geom->pose);
    return HF_STATUS_OK;
}

// ---- bodies ----

static hf_status read_inertial(mjcf_reader *reader, const xml_node *node, mass_properties *out)
{
    double position[3] = {0}, mass = 0, diagonal[3] = {0}, full[6];
    int has_mass, has_diagonal, has_full;
    mjcf_orientation orientation = {.quat = {1, 0, 0, 0}};
    quat turn;
    hf_status status = mjcf_numbers(reader, node, "pos", position, 3, 3, NULL);
    if (status == HF_STATUS_OK) status = mjcf_numbers(reader, node, "mass", &mass, 1, 1, &has_mass);
    if (status == HF_STATUS_OK) status = mjcf_numbers(reader, node, "diaginertia", diagonal, 3, 3, &has_diagonal);
    if (status == HF_STATUS_OK) status = mjcf_numbers(reader, node, "fullinertia", full, 6, 6, &has_full);
    if (status == HF_STATUS_OK) status = mjcf_read_orientation(reader, node, &orientation);
    if (status == HF_STATUS_OK) status = mjcf_orient(reader, node, &orientation, &turn);
    if (status != HF_STATUS_OK) return status;
    if (!has_mass) return mjcf_fail(reader, node, HF_STATUS_FORMAT, "needs the attribute mass");
    if (mass < 0) return mjcf_fail(reader, node, HF_STATUS_INVALID, "mass: %g kg is negative", mass);
    bool turned = turn.x != 0 || turn.y != 0 || turn.z != 0;
    if (has_full && (has_diagonal || turned))
        return mjcf_fail(reader, node, HF_STATUS_FORMAT,
                         "fullinertia: goes with neither diaginertia nor an orientation; remove one");
    *out = (mass_properties){.mass = mass, .center = v3_load(position)};
    const double tensor[6] = {diagonal[0], diagonal[1], diagonal[2], 0, 0, 0};
    if (has_full) memcpy(out->inertia, full, sizeof full);
    else rotate_tensor(tensor, turn, out->inertia);
    for (int i = 0; i < 3; i++)
        if (out->inertia[i] < 0) return mjcf_fail(reader, node, HF_STATUS_INVALID, "the inertia is negative");
    return HF_STATUS_OK;
}

/// The first geom of a body or of a later one: they are in the order of bodies (mjcf_find_welds).
static int first_geom(const mjcf_reader *reader, int body)
{
    int low = 0, high = reader->geom_count;
    while (low < high)
    {
        int middle = low + (high - low) / 2;
        if (reader->geoms[middle].body < body) low = middle + 1;
        else high = middle;
    }
    return low;
}

static hf_status mass_from_geoms(mjcf_reader *reader, int body, mass_properties *out)
{
    *out = (mass_properties){0};
    for (int k = first_geom(reader, body); k < reader->geom_count && reader->geoms[k].body == body; k++)
    {
        mjcf_geom *geom = &reader->geoms[k];
        const int *range = mjcf_compiler_of(reader, geom->node)->group_range;
        if (geom->group < range[0] || geom->group > range[1]) continue;
        mass_properties part;
        hf_status status = mjcf_geom_mass(reader, geom, &part);
        if (status != HF_STATUS_OK) return status;
        if (part.mass > smallest_mass) mjcf_add_mass(out, &part);
    }
    return HF_STATUS_OK;
}

/// Principal moments of a symmetric tensor, ascending, in closed form (Smith 1961).
static void principal_moments(const double t[6], double moments[3])
{
    double off = t[3] * t[3] + t[4] * t[4] + t[5] * t[5], mean = (t[0] + t[1] + t[2]) / 3;
    double spread = (t[0] - mean) * (t[0] - mean) + (t[1] - mean) * (t[1] - mean) + (t[2] - mean) * (t[2] - mean);
    double p = sqrt((spread + 2 * off) / 6);
    for (int i = 0; i < 3; i++) moments[i] = mean;
    if (!(p > 0)) return;
    double a = (t[0] - mean) / p, b = (t[1] - mean) / p, c = (t[2] - mean) / p, d = t[3] / p, e = t[4] / p,
           f = t[5] / p;
    double half = (a * (b * c - f * f) - d * (d * c - f * e) + e * (d * f - b * e)) / 2;
    double angle = real_atan2(sqrt(fmax(0, (1 - half) * (1 + half))), half) / 3;
    moments[2] = mean + 2 * p * real_cos(angle);
    moments[0] = mean + 2 * p * real_cos(angle + 2 * pi / 3);
    moments[1] = 3 * mean - moments[0] - moments[2];
}

hf_status mjcf_check_mass(mjcf_reader *reader, const xml_node *where, mass_properties *m)
{
    const mjcf_compiler *c = mjcf_compiler_of(reader, where);
    m->mass = fmax(m->mass, c->bound_mass);
    double moments[3];
    principal_moments(m->inertia, moments);
    if (c->bound_inertia > 0 && moments[0] < c->bound_inertia)
    {
        bool diagonal = m->inertia[3] == 0 && m->inertia[4] == 0 && m->inertia[5] == 0;
        quat axes = quat_identity();
        double bound[6] = {m->inertia[0], m->inertia[1], m->inertia[2], 0, 0, 0};
        if (!diagonal) mjcf_principal_axes(m->inertia, bound, &axes);
        for (int i = 0; i < 3; i++) bound[i] = fmax(bound[i], c->bound_inertia);
        if (diagonal) memcpy(m->inertia, bound, sizeof bound);
        else rotate_tensor(bound, axes, m->inertia);
        principal_moments(m->inertia, moments);
    }
    if (moments[0] < -1e-12 * moments[2] && !c->any_inertia)
        return mjcf_fail(reader, where, HF_STATUS_INVALID, "the inertia is not positive");
    bool point = moments[2] == 0, rod = c->any_inertia && !point && moments[0] < 1e-12 * moments[2];
    if (rod && moments[0] > -1e-12 * moments[2]) moments[0] = 0; // rounding
    if (moments[0] + moments[1] >= moments[2] * (1 - 1e-9) && !rod) return HF_STATUS_OK;
    if (!c->balance_inertia && !c->any_inertia)
        return mjcf_fail(reader, where, HF_STATUS_INVALID,
                         "no body has the moments of inertia %.4g, %.4g, %.4g: two of them must exceed the third; "
                         "correct them, or write <compiler balanceinertia=\"true\"/>",
                         moments[0], moments[1], moments[2]);
    if (!c->balance_inertia)
    {
        char text[200];
        snprintf(text, sizeof text,
                 "no body has the moments of inertia %.4g, %.4g, %.4g, of which each is above 0 and two exceed the "
                 "third: all are set to their mean",
                 moments[0], moments[1], moments[2]);
        mjcf_note(reader, where, text);
    }
    double mean = (moments[0] + moments[1] + moments[2]) / 3;
    for (int i = 0; i < 6; i++) m->inertia[i] = i < 3 ? mean : 0;
    return HF_STATUS_OK;
}

static hf_status body_mass(mjcf_reader *reader, int index, mass_properties *out)
{
    const mjcf_body *body = &reader->bodies[index];
    int from_geom = mjcf_compiler_of(reader, body->node)->inertia_from_geom;
    hf_status status;
    if (body->inertial && from_geom != 1) status = read_inertial(reader, body->inertial, out);
    else if (from_geom == 0) // and none is written
    {
        *out = (mass_properties){0};
        status = HF_STATUS_OK;
    }
    else status = mass_from_geoms(reader, index, out);
    return status == HF_STATUS_OK ? mjcf_check_mass(reader, body->inertial ? body->inertial : body->node, out) : status;
}

// ---- all ----

/// sums ◄ the mass of each body with joints and of those that are fixed to it, in its frame.
static void weigh_welds(const mjcf_reader *reader, mass_properties *sums)
{
    for (int k = 1; k < reader->body_count; k++)
    {
        const mjcf_body *body = &reader->bodies[k];
        const mjcf_body *first = &reader->bodies[body->weld];
        if (!first->moves) continue;
        quat turn = first->world.turn;
        mjcf_pose back = {quat_rotate_back(turn, v3_negate(first->world.position)), quat_conjugate(turn)};
        mass_properties placed = mjcf_place_mass(&body->mass, mjcf_compose(back, body->world));
        mjcf_add_mass(&sums[body->weld], &placed);
    }
}

/// What moves has mass: a body with joints, or the bodies that are fixed to it.
static hf_status check_weld(mjcf_reader *reader, int weld, const mass_properties *sum)
{
    const xml_node *node = reader->bodies[weld].node;
    const char *name = reader->bodies[weld].name;
    char label[96];
    snprintf(label, sizeof label, "the body%s%.60s%s", name ? " '" : "", name ? name : "", name ? "'" : "");
    if (!(sum->mass > 1e-15))
        return mjcf_fail(reader, node, HF_STATUS_INVALID,
                         "%s moves, but has no mass; give it an <inertial>, or geoms with mass or density", label);
    double moments[3];
    principal_moments(sum->inertia, moments);
    bool points = reader->compiler.any_inertia; // masses in points, which joints beside them turn about
    if (!(moments[0] > 1e-15) && !(points && !reader->bodies[weld].free))
        return mjcf_fail(reader, node, HF_STATUS_INVALID, "%s moves, but a moment of inertia is %g kg m²", label,
                         moments[0]);
    return HF_STATUS_OK;
}

/// Of all bodies, or of those that move: nobody needs the others unless the sum is prescribed.
static hf_status weigh_bodies(mjcf_reader *reader, double *total)
{
    for (int k = 1; k < reader->body_count; k++)
    {
        mjcf_body *body = &reader->bodies[k];
        if (!body->moves && !(reader->compiler.total_mass > 0)) continue;
        hf_status status = body->weighed ? HF_STATUS_OK : body_mass(reader, k, &body->mass);
        if (status != HF_STATUS_OK) return status;
        *total += body->mass.mass;
    }
    return HF_STATUS_OK;
}

hf_status mjcf_weigh(mjcf_reader *reader)
{
    double total = 0;
    mass_properties *sums = ARENA_ZEROED(reader->arena, mass_properties, reader->body_count);
    hf_status status = sums ? weigh_bodies(reader, &total) : error_no_memory(reader->error);
    if (status == HF_STATUS_OK) weigh_welds(reader, sums);
    for (int k = 1; k < reader->body_count && status == HF_STATUS_OK; k++)
        if (reader->bodies[k].moves && reader->bodies[k].weld == k) status = check_weld(reader, k, &sums[k]);
    if (status != HF_STATUS_OK || !(reader->compiler.total_mass > 0) || !(total > 0)) return status;
    double factor = reader->compiler.total_mass / total;
    for (int k = 1; k < reader->body_count; k++)
    {
        mass_properties *mass = &reader->bodies[k].mass;
        mass->mass *= factor;
        for (int i = 0; i < 6; i++) mass->inertia[i] *= factor;
    }
    return HF_STATUS_OK;
}
