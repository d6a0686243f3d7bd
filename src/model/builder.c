// The builder: definitions are checked one by one as they come, with what is known at that moment; hf_model_build
// checks the rest.

#include "model/builder.h"
#include "model/deformable/model_deformable.h"
#include "model/fibre/model_fibre.h"
#include "model/motion/model_deform.h"
#include "model/motion/model_motion.h"
#include "model/object.h"

#include "base/error.h"
#include "base/memory.h"
#include "linalg/vec3.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

// ---- defaults ----

hf_shape_def hf_shape_def_default(void)
{
    return (hf_shape_def){.kind = HF_SHAPE_SPHERE,
                          .mesh = -1,
                          .orientation = {1, 0, 0, 0},
                          .friction = 1.0,
                          .grip = {.rest = 1.0, .speed = 1e-3, .across = -1.0, .back = -1.0},
                          .compliance = 1.0,
                          .condim = 3,
                          .torsion = 0.005,
                          .rolling = 0.0001,
                          .fluid = {0.5, 0.25, 1.5, 1.0, 1.0},
                          .category = 1,
                          .mask = 1,
                          .color = {0.8F, 0.8F, 0.8F, 1.0F}};
}

// ---- checks ----

/// A body that stays in a plane begins in it. Whether the joints of a link keep to it is seen when the model is built.
static hf_status check_plane(const char *label, const hf_body_def *def, hf_error *error)
{
    const double OUT = 1e-6; // of a velocity: cosine to the normal, or sine
    double length = v3_norm(v3_load(def->plane));
    if (length == 0.0) return HF_STATUS_OK;
    if (isinf(length) || (def->motion == HF_MOTION_STATIC && def->parent < 0))
        return error_set(error, HF_STATUS_INVALID, "%s: plane = %g %g %g: only bodies that move stay in a plane", label,
                         def->plane[0], def->plane[1], def->plane[2]);
    vec3 n = v3_scale(1.0 / length, v3_load(def->plane)), v = v3_load(def->velocity),
         w = v3_load(def->angular_velocity), a = v3_load(def->amplitude), s = v3_load(def->swing);
    if (fabs(v3_dot(n, v)) > OUT * v3_norm(v) || v3_norm(v3_cross(n, w)) > OUT * v3_norm(w) ||
        fabs(v3_dot(n, a)) > OUT * v3_norm(a) || v3_norm(v3_cross(n, s)) > OUT * v3_norm(s))
        return error_set(error, HF_STATUS_INVALID, "%s: its velocity leads out of its plane", label);
    return HF_STATUS_OK;
}

/// A body that translates: directions that span something, and a start that keeps to them.
static hf_status check_directions(const char *label, const hf_body_def *def, hf_error *error)
{
    const double OUT = 1e-6; // of a velocity
    vec3 e[3], v = v3_load(def->velocity);
    if (def->direction_count == 0) return HF_STATUS_OK;
    if (def->direction_count < 0 || def->direction_count > 3)
        return error_set(error, HF_STATUS_INVALID, "%s: direction_count = %d: a body moves along 0 … 3 of them", label,
                         def->direction_count);
    if (def->motion != HF_MOTION_FREE || def->parent >= 0 || v3_norm2(v3_load(def->plane)) > 0.0)
        return error_set(error, HF_STATUS_INVALID,
                         "%s: directions: only free bodies without a plane and a parent translate along them", label);
    TRY(check_finite(label, "directions", def->directions[0], 3 * def->direction_count, error));
    int n = particle_basis(def, e);
    if (n < def->direction_count)
        return error_set(error, HF_STATUS_INVALID, "%s: directions: %d of them span %d", label, def->direction_count,
                         n);
    for (int k = 0; k < n; k++) v = v3_add_scaled(v, -v3_dot(e[k], v), e[k]);
    if (v3_norm(v) > OUT * v3_norm(v3_load(def->velocity)))
        return error_set(error, HF_STATUS_INVALID, "%s: its velocity leads away from its directions", label);
    if (v3_norm2(v3_load(def->angular_velocity)) > 0.0)
        return error_set(error, HF_STATUS_INVALID,
                         "%s: angular_velocity: a body that moves along directions does not turn", label);
    return HF_STATUS_OK;
}

static hf_status check_body(const char *label, const hf_body_def *def, hf_error *error)
{
    const struct
    {
        const char *name;
        const double *values;
        int count;
    } fields[] = {
        {"position", def->position, 3},
        {"velocity", def->velocity, 3},
        {"angular_velocity", def->angular_velocity, 3},
        {"mass", &def->mass, 1},
        {"center", def->center, 3},
        {"inertia", def->inertia, 6},
        {"density", &def->density, 1},
        {"gravity_scale", &def->gravity_scale, 1},
        {"plane", def->plane, 3},
        {"force", def->force, 3},
        {"torque", def->torque, 3},
        {"amplitude", def->amplitude, 3},
        {"swing", def->swing, 3},
        {"frequency", &def->frequency, 1},
        {"phase", &def->phase, 1},
    };
    if ((unsigned)def->motion > HF_MOTION_PRESCRIBED)
        return error_set(error, HF_STATUS_INVALID, "%s: motion = %d is no kind of motion", label, (int)def->motion);
    for (size_t k = 0; k < sizeof fields / sizeof fields[0]; k++)
    {
        TRY(check_finite(label, fields[k].name, fields[k].values, fields[k].count, error));
    }
    TRY(check_turn(label, def->orientation, error));
    if (def->parent < -1)
        return error_set(error, HF_STATUS_INVALID, "%s: parent = %d: -1 stands for none", label, def->parent);
    TRY(check_plane(label, def, error));
    TRY(check_directions(label, def, error));
    TRY(deformable_check(label, def, error));
    if (def->mass < 0.0)
        return error_set(error, HF_STATUS_INVALID,
                         "%s: mass = %g kg is negative; 0 takes it from the shapes and their density", label,
                         def->mass);
    if (def->density < 0.0)
        return error_set(error, HF_STATUS_INVALID, "%s: density = %g kg/m³ is negative", label, def->density);
    return HF_STATUS_OK;
}

static hf_status check_size(const char *label, const hf_shape_def *def, hf_error *error)
{
    static const int sizes[HF_SHAPE_KIND_COUNT] = {0, 1, 2, 3, 2, 3, 0, 0, 0};
    for (int k = 0; k < sizes[def->kind]; k++)
        if (!(def->size[k] > 0.0) || isinf(def->size[k]))
            return error_set(error, HF_STATUS_INVALID, "%s: size[%d] of a %s = %g m: must be finite and > 0", label, k,
                             hf_shape_kind_name(def->kind), def->size[k]);
    return HF_STATUS_OK;
}

static hf_status check_references(const hf_builder *b, const char *label, const hf_shape_def *def, hf_error *error)
{
    if (def->body < 0 || (size_t)def->body >= b->bodies.count)
        return error_set(error, HF_STATUS_INVALID, "%s: body = %d: there are %zu", label, def->body, b->bodies.count);
    bool field = def->kind == HF_SHAPE_FIELD;
    bool mesh = def->kind == HF_SHAPE_HULL || def->kind == HF_SHAPE_MESH;
    size_t count = field ? b->fields.count : b->meshes.count;
    if ((field || mesh) && (def->mesh < 0 || (size_t)def->mesh >= count))
        return error_set(error, HF_STATUS_INVALID, "%s: mesh = %d: there are %zu %s", label, def->mesh, count,
                         field ? "fields" : "meshes");
    hf_motion motion = GROWING_AT(b->bodies, hf_body_def, def->body)->motion;
    if ((field || def->kind == HF_SHAPE_PLANE) && motion != HF_MOTION_STATIC)
        return error_set(error, HF_STATUS_INVALID, "%s: a %s belongs to the world or a static body, body %d moves",
                         label, hf_shape_kind_name(def->kind), def->body);
    return HF_STATUS_OK;
}

static hf_status check_grip(const char *label, const hf_grip *grip, hf_error *error)
{
    if (!(grip->rest >= 1.0) || isinf(grip->rest))
        return error_set(error, HF_STATUS_INVALID, "%s: grip.rest = %g: must be finite and >= 1", label, grip->rest);
    if (!(grip->speed > 0.0) || isinf(grip->speed))
        return error_set(error, HF_STATUS_INVALID, "%s: grip.speed = %g m/s: must be finite and > 0", label,
                         grip->speed);
    TRY(check_finite(label, "grip.grain", grip->grain, 3, error));
    TRY(check_finite(label, "grip.grain_angle", &grip->grain_angle, 1, error));
    TRY(check_finite(label, "grip.across", &grip->across, 1, error));
    TRY(check_finite(label, "grip.back", &grip->back, 1, error));
    if ((grip->across >= 0.0 || grip->back >= 0.0) && v3_norm2(v3_load(grip->grain)) == 0.0)
        return error_set(error, HF_STATUS_INVALID, "%s: grip.across and grip.back need grip.grain, a direction", label);
    return HF_STATUS_OK;
}

hf_status shape_surface_check(const char *label, const hf_shape_def *def, hf_error *error)
{
    if (!(def->friction >= 0.0) || isinf(def->friction))
        return error_set(error, HF_STATUS_INVALID, "%s: friction = %g: must be finite and >= 0", label, def->friction);
    TRY(check_grip(label, &def->grip, error));
    TRY(check_condim(label, def->condim, error));
    if (!(def->torsion >= 0.0) || isinf(def->torsion))
        return error_set(error, HF_STATUS_INVALID, "%s: torsion = %g m: must be finite and >= 0", label, def->torsion);
    if (!(def->rolling >= 0.0) || isinf(def->rolling))
        return error_set(error, HF_STATUS_INVALID, "%s: rolling = %g m: must be finite and >= 0", label, def->rolling);
    if (!(def->restitution >= 0.0 && def->restitution <= 1.0))
        return error_set(error, HF_STATUS_INVALID, "%s: restitution = %g: must lie in 0 … 1", label, def->restitution);
    if (!(def->compliance > 0.0) || isinf(def->compliance))
        return error_set(error, HF_STATUS_INVALID, "%s: compliance = %g: must be finite and > 0", label,
                         def->compliance);
    if (def->swims && (def->kind == HF_SHAPE_PLANE || def->mesh >= 0))
        return error_set(error, HF_STATUS_INVALID,
                         "%s: swims: only a sphere, capsule, ellipsoid, cylinder or box can; put one in its place",
                         label);
    TRY(check_finite(label, "fluid", def->fluid, 5, error));
    TRY(check_finite(label, "adhesion", &def->adhesion, 1, error));
    if (!(def->adhesion_range >= 0.0) || isinf(def->adhesion_range))
        return error_set(error, HF_STATUS_INVALID, "%s: adhesion_range = %g m: must be finite and >= 0", label,
                         def->adhesion_range);
    if (!(def->margin >= 0.0) || isinf(def->margin))
        return error_set(error, HF_STATUS_INVALID, "%s: margin = %g m: must be finite and >= 0", label, def->margin);
    return HF_STATUS_OK;
}

static hf_status check_shape(const hf_builder *b, const char *label, const hf_shape_def *def, hf_error *error)
{
    if ((unsigned)def->kind >= HF_SHAPE_KIND_COUNT)
        return error_set(error, HF_STATUS_INVALID, "%s: kind = %d is no shape", label, (int)def->kind);
    TRY(check_size(label, def, error));
    TRY(check_references(b, label, def, error));
    TRY(check_finite(label, "position", def->position, 3, error));
    TRY(check_turn(label, def->orientation, error));
    return shape_surface_check(label, def, error);
}

static hf_status check_mesh(const char *label, const hf_mesh_def *def, hf_error *error)
{
    if (def->vertex_count < 1 || !def->vertices)
        return error_set(error, HF_STATUS_INVALID, "%s has no vertices", label);
    if (def->triangle_count < 0 || (def->triangle_count > 0 && !def->triangles))
        return error_set(error, HF_STATUS_INVALID, "%s: triangle_count = %d, but there are no triangles", label,
                         def->triangle_count);
    if (def->vertex_count > INT_MAX / 3 || def->triangle_count > INT_MAX / 3)
        return error_set(error, HF_STATUS_INVALID, "%s: %d vertices and %d triangles are too many", label,
                         def->vertex_count, def->triangle_count);
    for (int k = 0; k < 3 * def->vertex_count; k++)
        if (!isfinite(def->vertices[k]))
            return error_set(error, HF_STATUS_INVALID, "%s: vertex %d holds %g", label, k / 3, def->vertices[k]);
    for (int k = 0; k < 3 * def->triangle_count; k++)
        if (def->triangles[k] < 0 || def->triangles[k] >= def->vertex_count)
            return error_set(error, HF_STATUS_INVALID, "%s: triangle %d names vertex %d: there are %d", label, k / 3,
                             def->triangles[k], def->vertex_count);
    return HF_STATUS_OK;
}

static hf_status check_field(const char *label, const hf_field_def *def, hf_error *error)
{
    if (def->rows < 2 || def->columns < 2 || def->rows > INT_MAX / def->columns || !def->heights)
        return error_set(error, HF_STATUS_INVALID, "%s: %d rows and %d columns of heights: 2 × 2 at least", label,
                         def->rows, def->columns);
    const double lengths[3] = {def->half_x, def->half_y, def->base};
    static const char *const names[3] = {"half_x", "half_y", "base"};
    for (int k = 0; k < 3; k++)
        if (!(lengths[k] > 0.0) || isinf(lengths[k]))
            return error_set(error, HF_STATUS_INVALID, "%s: %s = %g m: must be finite and > 0", label, names[k],
                             lengths[k]);
    for (int k = 0; k < def->rows * def->columns; k++)
        if (!(def->heights[k] >= 0.0) || isinf(def->heights[k]))
            return error_set(error, HF_STATUS_INVALID, "%s: height %d = %g m: must be finite and >= 0", label, k,
                             def->heights[k]);
    return HF_STATUS_OK;
}

// ---- creating and destroying ----

hf_status hf_builder_create(hf_builder **builder, hf_error *error)
{
    hf_builder *b = *builder = MEMORY_ARRAY(hf_builder, 1);
    if (!b) return error_no_memory(error);
    b->settings = hf_settings_default();
    hf_body_def world = hf_body_def_default();
    world.name = "world";
    world.motion = HF_MOTION_STATIC;
    hf_status status = hf_builder_add_body(b, &world, NULL, error);
    if (status != HF_STATUS_OK)
    {
        hf_builder_destroy(b);
        *builder = NULL;
    }
    return status;
}

void hf_builder_destroy(hf_builder *b)
{
    if (!b) return;
    for (size_t k = 0; k < b->meshes.count; k++)
    {
        hf_mesh_def *mesh = GROWING_AT(b->meshes, hf_mesh_def, k);
        release(mesh->name);
        release(mesh->vertices);
        release(mesh->triangles);
    }
    for (size_t k = 0; k < b->fields.count; k++)
    {
        hf_field_def *field = GROWING_AT(b->fields, hf_field_def, k);
        release(field->name);
        release(field->heights);
    }
    for (size_t k = 0; k < b->bodies.count; k++) release(GROWING_AT(b->bodies, hf_body_def, k)->name);
    for (size_t k = 0; k < b->shapes.count; k++) release(GROWING_AT(b->shapes, hf_shape_def, k)->name);
    growing *lists[] = {&b->meshes,   &b->fields, &b->bodies, &b->shapes,
                        &b->excludes, &b->pairs,  &b->chains, &b->mounts};
    for (size_t k = 0; k < sizeof lists / sizeof lists[0]; k++) free(lists[k]->items);
    mechanism_destroy(b);
    builder_fibres_destroy(b);
    builder_motions_destroy(b);
    builder_deforms_destroy(b);
    visuals_free(&b->visuals);
    free(b);
}

// ---- adding ----

hf_status hf_builder_add_mesh(hf_builder *b, const hf_mesh_def *def, int *index, hf_error *error)
{
    char label[LABEL_SIZE];
    int at = 0;
    TRY(next_index(&b->meshes, &at, error));
    TRY(check_mesh(label_make(label, "mesh", at, def->name), def, error));
    hf_mesh_def *slot = growing_next(&b->meshes, sizeof *slot);
    if (!slot) return error_no_memory(error);
    hf_mesh_def copy = *def;
    bool named = name_copy(def->name, &copy.name);
    copy.vertices = memory_copy(def->vertices, 3 * (size_t)def->vertex_count, sizeof(double));
    copy.triangles =
        def->triangle_count ? memory_copy(def->triangles, 3 * (size_t)def->triangle_count, sizeof(int)) : NULL;
    if (!named || !copy.vertices || (def->triangle_count && !copy.triangles))
    {
        release(copy.name);
        release(copy.vertices);
        release(copy.triangles);
        return error_no_memory(error);
    }
    *slot = copy;
    b->meshes.count++;
    if (index) *index = at;
    return HF_STATUS_OK;
}

hf_status hf_builder_add_field(hf_builder *b, const hf_field_def *def, int *index, hf_error *error)
{
    char label[LABEL_SIZE];
    int at = 0;
    TRY(next_index(&b->fields, &at, error));
    TRY(check_field(label_make(label, "field", at, def->name), def, error));
    hf_field_def *slot = growing_next(&b->fields, sizeof *slot);
    if (!slot) return error_no_memory(error);
    hf_field_def copy = *def;
    bool named = name_copy(def->name, &copy.name);
    copy.heights = memory_copy(def->heights, (size_t)def->rows * (size_t)def->columns, sizeof(double));
    if (!named || !copy.heights)
    {
        release(copy.name);
        release(copy.heights);
        return error_no_memory(error);
    }
    *slot = copy;
    b->fields.count++;
    if (index) *index = at;
    return HF_STATUS_OK;
}

hf_status hf_builder_add_body(hf_builder *b, const hf_body_def *def, int *index, hf_error *error)
{
    char label[LABEL_SIZE];
    int at = 0;
    TRY(next_index(&b->bodies, &at, error));
    TRY(check_body(label_make(label, "body", at, def->name), def, error));
    if (def->parent >= at)
        return error_set(error, HF_STATUS_INVALID,
                         "%s: parent = %d: a parent is added before its links, so trees have no cycles", label,
                         def->parent);
    const hf_body_def *parent = def->parent >= 0 ? GROWING_AT(b->bodies, hf_body_def, def->parent) : NULL;
    if (parent && parent->motion == HF_MOTION_FREE && parent->parent < 0 && v3_norm2(v3_load(parent->plane)) > 0.0)
        return error_set(error, HF_STATUS_INVALID,
                         "%s: parent = %d: a free body that stays in a plane has no links; give it two slides and a "
                         "hinge of the world instead of its freedom",
                         label, def->parent);
    if (parent && parent->direction_count > 0)
        return error_set(
            error, HF_STATUS_INVALID,
            "%s: parent = %d: a body that moves along directions has no links; give it slides of the world", label,
            def->parent);
    if (parent && parent->form != HF_FORM_RIGID)
        return error_set(error, HF_STATUS_INVALID,
                         "%s: parent = %d: a body that changes its shape has no links; join free bodies to it by loops",
                         label, def->parent);
    hf_body_def *slot = growing_next(&b->bodies, sizeof *slot);
    if (!slot) return error_no_memory(error);
    hf_body_def copy = *def;
    if (!name_copy(def->name, &copy.name)) return error_no_memory(error);
    normalize_turn(copy.orientation);
    *slot = copy;
    b->bodies.count++;
    if (index) *index = at;
    return HF_STATUS_OK;
}

hf_status hf_builder_add_shape(hf_builder *b, const hf_shape_def *def, int *index, hf_error *error)
{
    char label[LABEL_SIZE];
    int at = 0;
    TRY(next_index(&b->shapes, &at, error));
    TRY(check_shape(b, label_make(label, "shape", at, def->name), def, error));
    hf_shape_def *slot = growing_next(&b->shapes, sizeof *slot);
    if (!slot) return error_no_memory(error);
    hf_shape_def copy = *def;
    if (!name_copy(def->name, &copy.name)) return error_no_memory(error);
    normalize_turn(copy.orientation);
    *slot = copy;
    b->shapes.count++;
    if (index) *index = at;
    return HF_STATUS_OK;
}

int hf_builder_find_body(const hf_builder *b, const char *name)
{
    for (size_t k = 0; name && k < b->bodies.count; k++)
    {
        const char *own = GROWING_AT(b->bodies, hf_body_def, k)->name;
        if (own && strcmp(own, name) == 0) return (int)k;
    }
    return -1;
}

hf_status hf_builder_set(hf_builder *b, const hf_settings *settings, hf_error *error)
{
    TRY(settings_check(settings, error));
    b->settings = *settings;
    return HF_STATUS_OK;
}

hf_settings hf_builder_settings(const hf_builder *b)
{
    return b->settings;
}
