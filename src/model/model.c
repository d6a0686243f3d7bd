// Compiling a builder into a model: mass from shapes, principal axes, collision scene.

#include "model/model.h"

#include "base/elementary.h"
#include "base/error.h"
#include "base/item.h"
#include "base/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// ---- mass ----

/// Volume, first and second moments of the shapes of one body, in its frame, density 1.
typedef struct moments
{
    double volume;
    double first[3];  // Σ V c
    double second[6]; // inertia about the body's origin: xx, yy, zz, xy, xz, yz
} moments;

/// inertia (packed) += mass m at c: the parallel axis theorem.
static void add_parallel(double m, const double c[3], double inertia[6])
{
    inertia[0] += m * (c[1] * c[1] + c[2] * c[2]);
    inertia[1] += m * (c[0] * c[0] + c[2] * c[2]);
    inertia[2] += m * (c[0] * c[0] + c[1] * c[1]);
    inertia[3] -= m * c[0] * c[1];
    inertia[4] -= m * c[0] * c[2];
    inertia[5] -= m * c[1] * c[2];
}

/// R J Rᵀ, packed.
static void turn_inertia(const double *R, const double J[6], double out[6])
{
    const double full[9] = {J[0], J[3], J[4], J[3], J[1], J[5], J[4], J[5], J[2]};
    double RJ[9], transposed[9], turned[9];
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) transposed[3 * i + j] = R[3 * j + i];
    m3_multiply(R, full, RJ);
    m3_multiply(RJ, transposed, turned);
    const int at[6] = {0, 4, 8, 1, 2, 5};
    for (int k = 0; k < 6; k++) out[k] = turned[at[k]];
}

static void add_shape(const collide_scene *scene, int shape, moments *sum)
{
    const hf_shape_def *def = collide_shape(scene, shape);
    double volume, center[3], inertia[6], R[9], turned[6];
    collide_shape_mass(scene, shape, &volume, center, inertia);
    quat q = quat_load(def->orientation);
    quat_to_matrix(q, R);
    turn_inertia(R, inertia, turned);
    double c[3];
    v3_store(c, v3_add(v3_load(def->position), quat_rotate(q, v3_load(center))));
    sum->volume += volume;
    for (int k = 0; k < 3; k++) sum->first[k] += volume * c[k];
    for (int k = 0; k < 6; k++) sum->second[k] += turned[k];
    add_parallel(volume, c, sum->second);
}

/// Fills in mass, centre and inertia where the definition leaves them to the shapes.
static hf_status complete_mass(const char *label, const moments *sum, hf_body_def *body, hf_error *error)
{
    bool inertia_given = false;
    for (int k = 0; k < 6; k++) inertia_given |= body->inertia[k] != 0.0;
    if (body->mass > 0.0 && inertia_given) return HF_STATUS_OK;
    if (!(sum->volume > 0.0) || isinf(sum->volume))
        return error_set(error, HF_STATUS_INVALID,
                         "%s: no %s is given, and its shapes have no volume to take it from (closed meshes with their "
                         "triangles outwards do)",
                         label, body->mass > 0.0 ? "inertia" : "mass");
    if (inertia_given)
        return error_set(error, HF_STATUS_INVALID, "%s: an inertia is given, but no mass (mass = %g kg)", label,
                         body->mass);
    if (!(body->mass > 0.0)) body->mass = body->density * sum->volume;
    double scale = body->mass / sum->volume;
    for (int k = 0; k < 3; k++) body->center[k] = sum->first[k] / sum->volume;
    memcpy(body->inertia, sum->second, sizeof body->inertia);
    add_parallel(-sum->volume, body->center, body->inertia);
    for (int k = 0; k < 6; k++) body->inertia[k] *= scale;
    return HF_STATUS_OK;
}

/// A link may be a point of mass, or without any: what is fixed to it can have some (check_welds).
static void light_link(const hf_body_def *def, rigid_constants *c)
{
    quat axes;
    *c = (rigid_constants){.motion = def->motion, .mass = def->mass, .gravity_scale = def->gravity_scale};
    rigid_principal_axes(def->inertia, c->inertia, &axes);
    c->inverse_mass = def->mass > 0.0 ? 1.0 / def->mass : 0.0;
    for (int k = 0; k < 3; k++) c->inverse_inertia[k] = c->inertia[k] > 0.0 ? 1.0 / c->inertia[k] : 0.0;
    memcpy(c->center, def->center, sizeof c->center);
    quat_store(c->principal, axes);
}

static hf_status complete_body(hf_model *m, int k, const moments *sum, hf_error *error)
{
    char label[LABEL_SIZE];
    hf_body_def *def = &m->bodies[k];
    label_make(label, "body", k, def->name);
    if (def->motion != HF_MOTION_FREE) return rigid_constants_make(label, def, &m->rigid[k], error);
    bool in_tree = m->mechanism.body_tree[k] >= 0, inertia_given = false;
    for (int i = 0; i < 6; i++) inertia_given |= def->inertia[i] != 0.0;
    bool point =
        def->direction_count > 0 && def->mass > 0.0 && !(sum->volume > 0.0); // what does not turn needs no inertia
    bool light = !inertia_given && (point || (in_tree && (def->density == 0.0 || !(sum->volume > 0.0))));
    hf_status status = light ? HF_STATUS_OK : complete_mass(label, sum, def, error);
    if (status != HF_STATUS_OK) return status;
    if (light) light_link(def, &m->rigid[k]);
    else status = rigid_constants_make(label, def, &m->rigid[k], error);
    return status;
}

/// Whatever moves has mass, itself or by what is fixed to it.
static hf_status check_welds(const hf_model *m, hf_error *error)
{
    double *mass = MEMORY_ARRAY(double, (size_t)m->body_count);
    if (!mass) return error_no_memory(error);
    for (int k = 0; k < m->body_count; k++)
        if (m->bodies[k].motion == HF_MOTION_FREE) mass[m->weld[k]] += m->bodies[k].mass;
    hf_status status = HF_STATUS_OK;
    for (int k = 1; k < m->body_count && status == HF_STATUS_OK; k++)
    {
        char label[LABEL_SIZE];
        if (m->bodies[k].motion == HF_MOTION_FREE && m->weld[k] == k && !(mass[k] > 0.0))
            status =
                error_set(error, HF_STATUS_INVALID, "%s moves, but neither it nor what is fixed to it has any mass",
                          label_make(label, "body", k, m->bodies[k].name));
    }
    free(mass);
    return status;
}

static hf_status complete_bodies(hf_model *m, hf_error *error)
{
    moments *sums = MEMORY_ARRAY(moments, (size_t)m->body_count);
    if (!sums) return error_no_memory(error);
    for (int s = 0; s < collide_shape_count(m->scene); s++)
        if (m->bodies[collide_shape(m->scene, s)->body].motion == HF_MOTION_FREE)
            add_shape(m->scene, s, &sums[collide_shape(m->scene, s)->body]);
    hf_status status = HF_STATUS_OK;
    for (int k = 0; k < m->body_count && status == HF_STATUS_OK; k++) status = complete_body(m, k, &sums[k], error);
    if (status == HF_STATUS_OK) status = check_welds(m, error);
    m->twist_count = m->body_count;
    for (int k = 0; k < m->body_count && status == HF_STATUS_OK; k++)
        if (m->bodies[k].form != HF_FORM_RIGID) status = model_add_deformable(m, k, sums[k].volume, error);
        else if (m->body_fibre[k] >= 0 && m->fibres[m->body_fibre[k]].rod.kernel->node_place && !model_add_strain(m, k))
            status = error_no_memory(error);
    free(sums);
    return status;
}

// ---- sizes ----

/// Farthest distance of a mesh's vertices from a point in its frame.
static double mesh_reach(hf_mesh_def mesh, vec3 from)
{
    double farthest = 0.0;
    for (int k = 0; k < mesh.vertex_count; k++)
        farthest = fmax(farthest, v3_distance(v3_load(mesh.vertices + 3 * k), from));
    return farthest;
}

/// Farthest point of a shape from `from`, a point in the shape's frame.
static double shape_reach(const collide_scene *scene, const hf_shape_def *def, vec3 from)
{
    const double *s = def->size;
    switch (def->kind)
    {
    case HF_SHAPE_SPHERE: return v3_norm(from) + s[0];
    case HF_SHAPE_CAPSULE: return s[0] + v3_norm(v3(from.x, from.y, fabs(from.z) + s[1]));
    case HF_SHAPE_BOX: return v3_norm(v3_add(v3_abs(from), v3_load(s)));
    case HF_SHAPE_CYLINDER: return real_hypot(real_hypot(from.x, from.y) + s[0], fabs(from.z) + s[1]);
    case HF_SHAPE_ELLIPSOID: return v3_norm(from) + fmax(s[0], fmax(s[1], s[2]));
    case HF_SHAPE_HULL:
    case HF_SHAPE_MESH: return mesh_reach(collide_mesh(scene, def->mesh), from);
    default: return INFINITY;
    }
}

/// Half of the least width of a shape, or a lower bound of it: what a fast body must not step over.
static double shape_thickness(const hf_shape_def *def)
{
    const double *s = def->size;
    switch (def->kind)
    {
    case HF_SHAPE_SPHERE:
    case HF_SHAPE_CAPSULE: return s[0];
    case HF_SHAPE_CYLINDER: return fmin(s[0], s[1]);
    case HF_SHAPE_BOX:
    case HF_SHAPE_ELLIPSOID: return fmin(s[0], fmin(s[1], s[2]));
    default: return INFINITY;
    }
}

static void measure_bodies(hf_model *m)
{
    for (int k = 0; k < m->body_count; k++) m->thickness[k] = INFINITY;
    for (int s = 0; s < collide_shape_count(m->scene); s++)
    {
        const hf_shape_def *def = collide_shape(m->scene, s);
        vec3 center = v3_load(m->rigid[def->body].center);
        vec3 from = quat_rotate_back(quat_load(def->orientation), v3_sub(center, v3_load(def->position)));
        m->radius[def->body] = fmax(m->radius[def->body], shape_reach(m->scene, def, from));
        m->thickness[def->body] = fmin(m->thickness[def->body], shape_thickness(def));
    }
}

// ---- pairs and names ----

static int compare_pairs(const void *a, const void *b)
{
    const shape_pair *x = a, *y = b;
    if (x->shape[0] != y->shape[0]) return x->shape[0] < y->shape[0] ? -1 : 1;
    return (x->shape[1] > y->shape[1]) - (x->shape[1] < y->shape[1]);
}

/// What two shapes have of their own; NULL if nothing.
static const shape_pair *find_pair(const hf_model *model, int shape_a, int shape_b)
{
    if (model->pair_count == 0) return NULL;
    shape_pair key = {.shape = {shape_a < shape_b ? shape_a : shape_b, shape_a < shape_b ? shape_b : shape_a}};
    return bsearch(&key, model->pairs, (size_t)model->pair_count, sizeof key, compare_pairs);
}

contact_surface model_surface(const hf_model *model, int shape_a, int shape_b)
{
    const hf_shape_def *a = collide_shape(model->scene, shape_a), *b = collide_shape(model->scene, shape_b);
    double pull = a->adhesion + b->adhesion, range = a->adhesion_range + b->adhesion_range;
    if (a->priority > b->priority) b = a; // the stronger one decides alone
    if (b->priority > a->priority) a = b;
    double sliding = fmax(a->friction, b->friction), rolling = fmax(a->rolling, b->rolling);
    contact_surface surface = {.condim = a->condim > b->condim ? a->condim : b->condim,
                               .friction = {.tangent = {sliding, sliding},
                                            .torsion = fmax(a->torsion, b->torsion),
                                            .rolling = {rolling, rolling}},
                               .restitution = fmax(a->restitution, b->restitution),
                               .adhesion = pull,
                               .adhesion_range = range};
    const shape_pair *pair = find_pair(model, shape_a, shape_b);
    if (pair) surface.condim = pair->condim, surface.friction = pair->friction;
    if (pair && pair->sticky) surface.adhesion = pair->adhesion;
    if (surface.condim == 1) surface.friction = (hf_friction_coefficients){0};
    return surface;
}

static bool has_grain(const hf_shape_def *shape)
{
    return v3_norm2(v3_load(shape->grip.grain)) > 0.0;
}

contact_grip model_grip(const hf_model *model, int shape_a, int shape_b)
{
    if (find_pair(model, shape_a, shape_b)) return (contact_grip){.rest = 1.0, .speed = 1.0};
    const hf_shape_def *a = collide_shape(model->scene, shape_a), *b = collide_shape(model->scene, shape_b);
    if (a->priority > b->priority) b = a; // the stronger one decides alone
    if (b->priority > a->priority) a = b;
    const hf_grip *slow = a->grip.rest >= b->grip.rest ? &a->grip : &b->grip;
    return (contact_grip){slow->rest, slow->speed, has_grain(a) ? a : has_grain(b) ? b : NULL};
}

static int compare_names(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static hf_status check_names(const hf_model *m, hf_error *error)
{
    const char **names = MEMORY_ARRAY(const char *, (size_t)m->body_count);
    if (!names) return error_no_memory(error);
    size_t count = 0;
    for (int k = 0; k < m->body_count; k++)
        if (m->bodies[k].name) names[count++] = m->bodies[k].name;
    qsort(names, count, sizeof *names, compare_names);
    hf_status status = HF_STATUS_OK;
    for (size_t k = 1; k < count && status == HF_STATUS_OK; k++)
        if (strcmp(names[k - 1], names[k]) == 0)
            status = error_set(error, HF_STATUS_INVALID, "two bodies are named '%.100s'", names[k]);
    free(names);
    return status;
}

// ---- building ----

static hf_status copy_definitions(const hf_builder *b, hf_model *m, hf_error *error)
{
    size_t bodies = b->bodies.count, pairs = b->pairs.count;
    m->settings = b->settings;
    m->start = b->start - 1;
    m->bodies = MEMORY_ARRAY(hf_body_def, bodies);
    m->rigid = MEMORY_ARRAY(rigid_constants, bodies);
    m->radius = MEMORY_ARRAY(double, bodies);
    m->thickness = MEMORY_ARRAY(double, bodies);
    m->pairs = memory_copy(b->pairs.items, pairs, sizeof(shape_pair));
    if (!m->bodies || !m->rigid || !m->radius || !m->thickness || !m->pairs) return error_no_memory(error);
    m->pair_count = (int)pairs;
    for (size_t k = 0; k < pairs; k++)
    {
        m->moments |= m->pairs[k].condim > 3;
        m->adheres |= m->pairs[k].adhesion != 0.0;
    }
    for (size_t k = 0; k < b->shapes.count; k++)
    {
        m->moments |= GROWING_AT(b->shapes, hf_shape_def, k)->condim > 3;
        m->adheres |= GROWING_AT(b->shapes, hf_shape_def, k)->adhesion != 0.0;
        m->grains |= has_grain(GROWING_AT(b->shapes, hf_shape_def, k));
        m->grips |= m->grains || GROWING_AT(b->shapes, hf_shape_def, k)->grip.rest > 1.0;
    }
    for (size_t k = 0; k < b->actuators.count; k++)
        m->adheres |= GROWING_AT(b->actuators, hf_actuator_def, k)->transmission == HF_TRANSMISSION_BODY;
    qsort(m->pairs, pairs, sizeof *m->pairs, compare_pairs);
    for (size_t k = 0; k < bodies; k++)
    {
        hf_body_def *body = &m->bodies[k];
        *body = *GROWING_AT(b->bodies, hf_body_def, k);
        m->body_count++;
        if (!name_copy(body->name, &body->name)) return error_no_memory(error);
    }
    return check_names(m, error);
}

/// What is fixed to what: a link without joints to its parent, a static body to the world.
static hf_status find_welds(hf_model *m, hf_error *error)
{
    m->weld = MEMORY_ARRAY(int, (size_t)m->body_count);
    bool *jointed = MEMORY_ARRAY(bool, (size_t)m->body_count);
    if (m->weld && jointed)
    {
        for (int j = 0; j < m->mechanism.joint_count; j++) jointed[m->mechanism.joints[j].body] = true;
        for (int k = 1; k < m->body_count; k++) // parents come first
        {
            const hf_body_def *def = &m->bodies[k];
            bool fixed = def->parent >= 0 && !jointed[k];
            m->weld[k] = fixed ? m->weld[def->parent] : def->motion == HF_MOTION_STATIC ? 0 : k;
        }
    }
    hf_status status = m->weld && jointed ? HF_STATUS_OK : error_no_memory(error);
    free(jointed);
    return status;
}

/// Which static bodies are mounted on each other, by their definitions or because the reader says so.
static hf_status find_mounts(const hf_builder *b, hf_model *m, hf_error *error)
{
    m->mount = MEMORY_ARRAY(int, (size_t)m->body_count);
    if (!m->mount) return error_no_memory(error);
    for (int k = 0; k < m->body_count; k++)
    {
        bool fixed = k > 0 && m->bodies[k].motion == HF_MOTION_STATIC;
        int on = k < (int)b->bodies.count ? GROWING_AT(b->bodies, hf_body_def, k)->parent : -1;
        m->mount[k] = !fixed ? -1 : on > 0 && m->mount[on] >= 0 ? m->mount[on] : k; // parents come first
    }
    for (size_t k = 0; k < b->mounts.count; k++)
    {
        const int *mount = GROWING_AT(b->mounts, int, 2 * k);
        if (mount[0] == 0) m->mount[0] = 0;
        else if (m->mount[mount[1]] >= 0) m->mount[mount[0]] = m->mount[mount[1]];
    }
    return HF_STATUS_OK;
}

/// Which bodies are segments of fibres.
static bool find_chains(const hf_builder *b, hf_model *m)
{
    m->chain = MEMORY_ARRAY(int, (size_t)m->body_count);
    if (!m->chain) return false;
    for (int k = 0; k < m->body_count; k++) m->chain[k] = -1;
    for (size_t c = 0; c < b->chains.count; c++)
    {
        const int *chain = GROWING_AT(b->chains, int, 2 * c);
        for (int k = 0; k < chain[1]; k++) m->chain[chain[0] + k] = (int)c;
    }
    return true;
}

static hf_status create_scene(const hf_builder *b, hf_model *m, hf_error *error)
{
    bool *moves = MEMORY_ARRAY(bool, (size_t)m->body_count);
    double(*plane)[3] = memory_zeroed((size_t)m->body_count, sizeof *plane);
    hf_form *form = MEMORY_ARRAY(hf_form, (size_t)m->body_count);
    int *above = MEMORY_ARRAY(int, (size_t)m->body_count);
    int(*pairs)[2] = memory_zeroed(b->pairs.count, sizeof *pairs);
    deforming_mesh *deforming = MEMORY_ARRAY(deforming_mesh, b->meshes.count);
    bool made = moves && plane && form && above && pairs && deforming && find_chains(b, m);
    hf_status status = made ? HF_STATUS_OK : error_no_memory(error);
    if (status == HF_STATUS_OK)
    {
        model_deforms_bound(b, deforming);
        for (int k = 0; k < m->body_count; k++) moves[k] = m->bodies[k].motion != HF_MOTION_STATIC;
        for (int k = 0; k < m->body_count; k++) memcpy(plane[k], m->bodies[k].plane, sizeof plane[k]);
        for (int k = 0; k < m->body_count; k++) form[k] = m->bodies[k].form;
        for (int k = 0; k < m->body_count; k++)
        {
            int parent = m->bodies[m->weld[k]].parent;
            above[k] = parent >= 0 ? m->weld[parent] : 0;
        }
        for (size_t k = 0; k < b->pairs.count; k++) memcpy(pairs[k], m->pairs[k].shape, sizeof pairs[k]);
        const collide_scene_def def = {.body_count = m->body_count,
                                       .moves = moves,
                                       .weld = m->weld,
                                       .above = above,
                                       .chain = b->chains.count ? m->chain : NULL,
                                       .plane = (const double(*)[3])plane,
                                       .form = form,
                                       .shape_count = (int)b->shapes.count,
                                       .shapes = b->shapes.items,
                                       .mesh_count = (int)b->meshes.count,
                                       .meshes = b->meshes.items,
                                       .deforming = b->deforms.count ? deforming : NULL,
                                       .field_count = (int)b->fields.count,
                                       .fields = b->fields.items,
                                       .exclude_count = (int)b->excludes.count,
                                       .excludes = (const int(*)[2])b->excludes.items,
                                       .pair_count = (int)b->pairs.count,
                                       .pairs = (const int(*)[2])pairs};
        status = collide_scene_create(&def, &m->scene, error);
    }
    free(moves);
    free(plane);
    free(form);
    free(above);
    free(pairs);
    free(deforming);
    return status;
}

hf_status model_compile(const hf_builder *builder, hf_model **model, hf_error *error)
{
    hf_model *m = *model = MEMORY_ARRAY(hf_model, 1);
    if (!m) return error_no_memory(error);
    hf_status status = copy_definitions(builder, m, error);
    if (status == HF_STATUS_OK)
        status = model_motions_create(builder, m->body_count, &m->motion_count, &m->motions, &m->body_motion, error);
    if (status == HF_STATUS_OK) status = model_deforms_create(builder, &m->deform_count, &m->deforms, error);
    if (status == HF_STATUS_OK) status = model_deforms_check(builder, error);
    if (status == HF_STATUS_OK) status = visuals_copy(&builder->visuals, &m->visuals, error);
    if (status == HF_STATUS_OK)
        status = model_fibres_create(builder, m->body_count, &m->fibre_count, &m->fibres, &m->body_fibre, error);
    if (status == HF_STATUS_OK) status = mechanism_build(builder, m->body_count, m->bodies, &m->mechanism, error);
    if (status == HF_STATUS_OK) status = find_welds(m, error);
    if (status == HF_STATUS_OK) status = find_mounts(builder, m, error);
    if (status == HF_STATUS_OK) status = model_check_planes(m, error);
    if (status == HF_STATUS_OK) status = create_scene(builder, m, error);
    if (status == HF_STATUS_OK) status = model_fluid_ellipsoids(m, error);
    if (status == HF_STATUS_OK) status = complete_bodies(m, error);
    if (status == HF_STATUS_OK) status = model_trees_create(m, error);
    if (status == HF_STATUS_OK) status = model_reference(m, error);
    if (status == HF_STATUS_OK) measure_bodies(m);
    if (status != HF_STATUS_OK)
    {
        hf_model_destroy(m);
        *model = NULL;
    }
    return status;
}

void hf_model_destroy(hf_model *m)
{
    if (!m) return;
    for (int k = 0; k < m->body_count; k++) name_release(m->bodies[k].name);
    free(m->bodies);
    free(m->rigid);
    free(m->radius);
    free(m->thickness);
    free(m->pairs);
    free(m->swimmers);
    free(m->swimmer_begin);
    free(m->weld);
    free(m->mount);
    free(m->chain);
    mechanism_free(&m->mechanism);
    model_fibres_destroy(m->fibre_count, m->fibres, m->body_fibre);
    constraint_tree_free(m);
    free(m->forms);
    free(m->body_deformable);
    free(m->body_strain);
    model_motions_destroy(m->motion_count, m->motions, m->body_motion);
    model_deforms_destroy(m->deform_count, m->deforms);
    free(m->objects);
    free(m->body_object);
    free(m->dof_object);
    free(m->initial);
    free(m->initial_q);
    collide_scene_destroy(m->scene);
    visuals_free(&m->visuals);
    free(m);
}

// ---- reading ----

hf_body_def hf_model_body(const hf_model *model, int index)
{
    return ITEM_AT(hf_body_def, model->bodies, model->body_count, index);
}

hf_shape_def hf_model_shape(const hf_model *model, int index)
{
    bool there = is_item(index, collide_shape_count(model->scene));
    return there ? *collide_shape(model->scene, index) : (hf_shape_def){0};
}

hf_mesh_def hf_model_mesh(const hf_model *model, int index)
{
    if (!is_item(index, hf_model_count(model, HF_ITEM_MESH))) return (hf_mesh_def){0};
    hf_mesh_def hull = collide_hull(model->scene, index);
    hf_mesh_def mesh = collide_mesh(model->scene, index);
    return mesh.triangle_count == 0 && hull.vertex_count > 0 ? hull : mesh;
}

hf_field_def hf_model_field(const hf_model *model, int index)
{
    return is_item(index, hf_model_count(model, HF_ITEM_FIELD)) ? collide_field(model->scene, index)
                                                                : (hf_field_def){0};
}

int hf_model_start(const hf_model *model)
{
    return model->start;
}

hf_settings hf_model_settings(const hf_model *model)
{
    return model->settings;
}
