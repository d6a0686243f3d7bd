// Units, joints and their system.

#include "bodies/maximal/maximal.h"

#include "base/error.h"
#include "base/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// ---- creating ----

static const char *const heavy = "in maximal coordinates every link needs mass and inertia, of its own or of what is "
                                 "fixed to it; give it some, or use reduced ones";

/// The centre of mass of a link in its head's frame.
static vec3 link_center(const maximal_tree *tree, int i)
{
    return v3_add(tree->link_position[i], quat_rotate(tree->link_orientation[i], tree->links->links[i].center));
}

/// sum += inertia of link i about its unit's centre, in the head's axes.
static void add_inertia(const maximal_tree *tree, int i, hf_body_def *sum)
{
    const articulated_link *link = &tree->links->links[i];
    const double *J = link->inertia;
    const double I[9] = {J[0], J[3], J[4], J[3], J[1], J[5], J[4], J[5], J[2]};
    double R[9], RI[9], own[9], back[9];
    quat_to_matrix(tree->link_orientation[i], R);
    for (int a = 0; a < 3; a++)
        for (int b = 0; b < 3; b++) back[3 * a + b] = R[3 * b + a];
    m3_multiply(R, I, RI);
    m3_multiply(RI, back, own); // R I Rᵀ
    vec3 d = v3_sub(link_center(tree, i), v3_load(sum->center));
    const double arm[3] = {d.x, d.y, d.z}, square = v3_norm2(d);
    const int at[6] = {0, 4, 8, 1, 2, 5};
    for (int k = 0; k < 6; k++)
    {
        int a = at[k] / 3, b = at[k] % 3;
        sum->inertia[k] += own[at[k]] + link->mass * ((a == b ? square : 0.0) - arm[a] * arm[b]);
    }
}

/// Mass, centre and inertia of the links that are fixed to each other, in the head's frame.
static hf_status weigh_units(maximal_tree *tree, hf_body_def *sums, int *fault, hf_error *error)
{
    const articulated_tree *t = tree->links;
    for (int u = 0; u < tree->unit_count; u++)
    {
        sums[u] = hf_body_def_default();
        sums[u].gravity_scale = 0.0;
    }
    for (int i = 0; i < t->link_count; i++)
    {
        const articulated_link *link = &t->links[i];
        hf_body_def *sum = &sums[tree->link_unit[i]];
        sum->mass += link->mass;
        sum->gravity_scale += link->mass * link->gravity_scale;
        v3_store(sum->center, v3_add_scaled(v3_load(sum->center), link->mass, link_center(tree, i)));
    }
    for (int u = 0; u < tree->unit_count; u++)
    {
        double share = sums[u].mass > 0.0 ? 1.0 / sums[u].mass : 0.0;
        sums[u].gravity_scale *= share;
        v3_store(sums[u].center, v3_scale(share, v3_load(sums[u].center)));
    }
    for (int i = 0; i < t->link_count; i++) add_inertia(tree, i, &sums[tree->link_unit[i]]);
    for (int u = 0; u < tree->unit_count; u++)
    {
        *fault = tree->units[u].head;
        if (rigid_constants_make("unit", &sums[u], &tree->units[u].constants, NULL) != HF_STATUS_OK)
            return error_set(error, HF_STATUS_INVALID, "%s", heavy);
    }
    return HF_STATUS_OK;
}

/// link_unit and places in units; heads and parents.
static void find_units(maximal_tree *tree)
{
    const articulated_tree *t = tree->links;
    for (int i = 0; i < t->link_count; i++)
    {
        const articulated_link *link = &t->links[i];
        tree->link_position[i] = v3_zero();
        tree->link_orientation[i] = quat_identity();
        bool floats = t->floating && i == 0;
        if (link->parent >= 0 && link->joint_count == 0)
        {
            int p = link->parent;
            tree->link_unit[i] = tree->link_unit[p];
            tree->link_position[i] =
                v3_add(tree->link_position[p], quat_rotate(tree->link_orientation[p], link->position));
            tree->link_orientation[i] = quat_normalize(quat_multiply(tree->link_orientation[p], link->orientation));
            continue;
        }
        tree->link_unit[i] = tree->unit_count;
        tree->units[tree->unit_count++] =
            (maximal_unit){.head = i,
                           .parent = link->parent < 0 ? -1 : tree->link_unit[link->parent],
                           .dof = link->v_begin,
                           .freedom = link->v_count,
                           .floating = floats,
                           .joint = -1};
    }
}

/// Hard rows first, then soft ones.
static void choose_rows(maximal_tree *tree, int u, const bool *soft)
{
    const articulated_tree *t = tree->links;
    maximal_unit *unit = &tree->units[u];
    int hard = 6 - unit->freedom;
    for (int r = 0; r < hard; r++) unit->rows[unit->row_count++] = r;
    for (int pass = 0; pass < 2; pass++)
    {
        for (int k = 0; k < unit->freedom; k++)
        {
            int d = unit->dof + k;
            bool wanted = pass == 0 ? t->prescribed[d] : !t->prescribed[d] && (soft[d] || t->armature[d] > 0.0);
            if (wanted) unit->rows[unit->row_count++] = hard + k;
        }
        if (pass == 0) unit->hard_count = unit->row_count;
    }
    if (unit->row_count == 0) return;
    unit->joint = tree->joint_count;
    tree->joints[tree->joint_count++] = (tree_joint){.dimension = unit->row_count, .body = {u, unit->parent}};
}

static hf_status create_system(const maximal_tree *tree, tree_system **system, hf_error *error)
{
    int *six = MEMORY_ARRAY(int, (size_t)tree->unit_count + 1);
    if (!six) return error_no_memory(error);
    for (int u = 0; u < tree->unit_count; u++) six[u] = 6;
    hf_status status = tree_system_create(tree->unit_count, six, tree->joint_count, tree->joints, system, error);
    free(six);
    return status;
}

/// Where half vectors have the units.
static hf_status find_places(maximal_tree *tree, hf_error *error)
{
    tree_system *system = NULL;
    TRY(create_system(tree, &system, error));
    tree->dimension = tree_half_dimension(system);
    for (int u = 0; u < tree->unit_count; u++) tree->place[u] = tree_half_at(system, u);
    tree_system_destroy(system);
    return HF_STATUS_OK;
}

static hf_status fill(maximal_tree *tree, const bool *soft, int *fault, hf_error *error)
{
    find_units(tree);
    hf_body_def *sums = MEMORY_ARRAY(hf_body_def, (size_t)tree->unit_count);
    hf_status status = sums ? weigh_units(tree, sums, fault, error) : error_no_memory(error);
    free(sums);
    for (int u = 0; u < tree->unit_count && status == HF_STATUS_OK; u++)
    {
        maximal_unit *unit = &tree->units[u];
        if (unit->floating) continue;
        *fault = unit->head;
        if (unit->freedom > 6)
            status = error_set(error, HF_STATUS_INVALID,
                               "%d velocities against its parent: maximal coordinates have six; use reduced ones",
                               unit->freedom);
        else choose_rows(tree, u, soft);
    }
    return status == HF_STATUS_OK ? find_places(tree, error) : status;
}

hf_status maximal_tree_create(const articulated_tree *links, const bool *soft, maximal_tree **tree, int *fault,
                              hf_error *error)
{
    size_t n = (size_t)links->link_count;
    *fault = 0;
    maximal_tree *t = *tree = MEMORY_ARRAY(maximal_tree, 1);
    if (!t) return error_no_memory(error);
    t->links = links;
    t->units = MEMORY_ARRAY(maximal_unit, n);
    t->link_unit = MEMORY_ARRAY(int, n);
    t->link_position = MEMORY_ARRAY(vec3, n);
    t->link_orientation = MEMORY_ARRAY(quat, n);
    t->place = MEMORY_ARRAY(int, n);
    t->joints = MEMORY_ARRAY(tree_joint, n);
    hf_status status = HF_STATUS_OK;
    if (!t->units || !t->link_unit || !t->link_position || !t->link_orientation || !t->place || !t->joints)
        status = error_no_memory(error);
    if (status == HF_STATUS_OK) status = fill(t, soft, fault, error);
    if (status == HF_STATUS_OK) return HF_STATUS_OK;
    maximal_tree_destroy(t);
    *tree = NULL;
    return status;
}

void maximal_tree_destroy(maximal_tree *t)
{
    if (!t) return;
    free(t->units);
    free(t->link_unit);
    free(t->link_position);
    free(t->link_orientation);
    free(t->place);
    free(t->joints);
    free(t);
}

hf_status maximal_scratch_create(const maximal_tree *tree, maximal_scratch **scratch, hf_error *error)
{
    size_t n = (size_t)tree->unit_count;
    maximal_scratch *s = *scratch = MEMORY_ARRAY(maximal_scratch, 1);
    if (!s) return error_no_memory(error);
    s->units = MEMORY_ARRAY(rigid_state, n);
    s->joints = MEMORY_ARRAY(maximal_joint, n);
    s->V = MEMORY_ARRAY(double, 6 * n);
    s->half = MEMORY_ARRAY(double, 6 * n);
    s->turn = MEMORY_ARRAY(double, 6 * n);
    s->P = MEMORY_ARRAY(double, 6 * n);
    s->c = MEMORY_ARRAY(double, 6 * n);
    s->weight = MEMORY_ARRAY(double, (size_t)tree->links->v_count + 1);
    s->wide = MEMORY_ARRAY(double, (size_t)tree->dimension + 1);
    bool enough = s->units && s->joints && s->V && s->half && s->turn && s->P && s->c && s->weight && s->wide;
    hf_status status = enough ? create_system(tree, &s->system, error) : error_no_memory(error);
    if (status == HF_STATUS_OK) return HF_STATUS_OK;
    maximal_scratch_destroy(s);
    *scratch = NULL;
    return status;
}

void maximal_scratch_destroy(maximal_scratch *s)
{
    if (!s) return;
    tree_system_destroy(s->system);
    free(s->units);
    free(s->joints);
    free(s->V);
    free(s->half);
    free(s->turn);
    free(s->P);
    free(s->c);
    free(s->weight);
    free(s->wide);
    free(s);
}
