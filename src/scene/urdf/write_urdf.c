// A model as URDF: the link world, and every body a link that hangs on its parent by one joint.
//
// A URDF joint stands at the origin of its child, and is at 0 as drawn. A body whose joint stands elsewhere is
// described from there: its frame moves by the joint's position, and with it all that the body holds. Coordinates are
// counted from the references, which couplings of joints do anyway. What is lost, or refused: springs, armature, loops
// but linear couplings of joints, tendons, actuators, keyframes, friction of shapes, filters of contacts, several
// joints of one body, balls, planes, ellipsoids, height fields, prescribed motion.

#include "scene/write.h"

#include "base/elementary.h"
#include "base/error.h"
#include "collide/broad/scene.h"
#include "holdfast/fibre.h"
#include "linalg/quat.h"

#include <errno.h>
#include <math.h>
#include <string.h>

// ---- poses ----

/// roll, pitch, yaw: R = Rz Ry Rx.
static void angles_of(quat q, double rpy[3])
{
    double R[9];
    quat_to_matrix(q, R);
    double across = real_hypot(R[0], R[3]);
    rpy[1] = real_atan2(-R[6], across);
    bool upright = across > 1e-9; // otherwise roll and yaw turn about one axis
    rpy[0] = upright ? real_atan2(R[7], R[8]) : real_atan2(-R[5], R[4]);
    rpy[2] = upright ? real_atan2(R[3], R[0]) : 0;
}

static void write_origin(writer *w, vec3 position, quat turn)
{
    double xyz[3], rpy[3];
    v3_store(xyz, position);
    angles_of(turn, rpy);
    put_begin(w, "origin");
    put_numbers(w, "xyz", xyz, 3);
    put_numbers(w, "rpy", rpy, 3);
    put_end(w);
}

/// The joint of a body, -1 if it has none; a body of several is refused.
static int joint_of(writer *w, int body)
{
    int found = -1;
    for (int j = 0; j < hf_model_count(w->model, HF_ITEM_JOINT); j++)
    {
        if (hf_model_joint(w->model, j).body != body) continue;
        if (found >= 0)
        {
            if (w->status == HF_STATUS_OK)
                w->status = error_set(w->error, HF_STATUS_UNSUPPORTED,
                                      "%s: the body '%s' has several joints, which URDF has no words for", w->path,
                                      body_name(w, body));
            return found;
        }
        found = j;
    }
    return found;
}

/// Where a link's frame is in its body's.
static vec3 link_origin(writer *w, int body)
{
    int joint = joint_of(w, body);
    return joint >= 0 ? v3_load(hf_model_joint(w->model, joint).position) : v3_zero();
}

// ---- links ----

static void write_inertial(writer *w, const hf_body_def *body, vec3 origin)
{
    static const char *const entries[6] = {"ixx", "iyy", "izz", "ixy", "ixz", "iyz"};
    put_begin(w, "inertial");
    put_open(w);
    write_origin(w, v3_sub(v3_load(body->center), origin), quat_identity());
    put_begin(w, "mass");
    put_number(w, "value", body->mass);
    put_end(w);
    put_begin(w, "inertia");
    for (int k = 0; k < 6; k++) put_number(w, entries[k], body->inertia[k]);
    put_end(w);
    put_close(w, "inertial");
}

/// OUT_mesh_3.obj beside OUT.urdf.
static void mesh_path(const writer *w, int mesh, char path[1024])
{
    const char *dot = strrchr(w->path, '.'), *slash = strrchr(w->path, '/');
    int length = dot && (!slash || dot > slash) ? (int)(dot - w->path) : (int)strlen(w->path);
    snprintf(path, 1024, "%.*s_mesh_%d.obj", length, w->path, mesh);
}

static void write_obj(writer *w, int index)
{
    char path[1024];
    mesh_path(w, index, path);
    FILE *out = fopen(path, "wb");
    if (!out)
    {
        if (w->status == HF_STATUS_OK)
            w->status = error_set(w->error, HF_STATUS_FILE, "%s: cannot be written: %s", path, strerror(errno));
        return;
    }
    hf_mesh_def mesh = hf_model_mesh(w->model, index);
    for (int k = 0; k < mesh.vertex_count; k++)
        fprintf(out, "v %.17g %.17g %.17g\n", mesh.vertices[3 * k], mesh.vertices[3 * k + 1], mesh.vertices[3 * k + 2]);
    for (int k = 0; k < mesh.triangle_count; k++)
        fprintf(out, "f %d %d %d\n", mesh.triangles[3 * k] + 1, mesh.triangles[3 * k + 1] + 1,
                mesh.triangles[3 * k + 2] + 1);
    bool failed = ferror(out) != 0;
    failed = fclose(out) != 0 || failed;
    if (failed && w->status == HF_STATUS_OK)
        w->status = error_set(w->error, HF_STATUS_FILE, "%s: writing failed", path);
}

static void write_form(writer *w, const hf_shape_def *shape)
{
    const double *s = shape->size;
    char path[1024];
    switch (shape->kind)
    {
    case HF_SHAPE_SPHERE:
        put_begin(w, "sphere");
        put_number(w, "radius", s[0]);
        break;
    case HF_SHAPE_BOX:
    {
        const double whole[3] = {2 * s[0], 2 * s[1], 2 * s[2]};
        put_begin(w, "box");
        put_numbers(w, "size", whole, 3);
        break;
    }
    case HF_SHAPE_CAPSULE:
    case HF_SHAPE_CYLINDER:
        put_begin(w, shape->kind == HF_SHAPE_CAPSULE ? "capsule" : "cylinder");
        put_number(w, "radius", s[0]);
        put_number(w, "length", 2 * s[1]);
        break;
    default:
    {
        mesh_path(w, shape->mesh, path);
        const char *slash = strrchr(path, '/');
        put_begin(w, "mesh");
        put_text(w, "filename", slash ? slash + 1 : path);
        write_obj(w, shape->mesh);
    }
    }
    put_end(w);
}

static void write_collision(writer *w, int index, vec3 origin)
{
    const hf_shape_def *shape = collide_shape(w->model->scene, index);
    const char *name = shape_name(w, index);
    if (shape->category == 0 && shape->mask == 0)
    {
        write_loss(w, "the geom '%s', which touches nothing", name);
        return;
    }
    if (shape->kind == HF_SHAPE_PLANE || shape->kind == HF_SHAPE_ELLIPSOID || shape->kind == HF_SHAPE_FIELD)
    {
        write_loss(w, "the geom '%s', a %s", name, hf_shape_kind_name(shape->kind));
        return;
    }
    if (shape->kind == HF_SHAPE_MESH) write_loss(w, "that the geom '%s' is not taken for its hull", name);
    if (shape->friction != 1 || shape->priority != 0 || shape->restitution != 0 || shape->margin != 0 ||
        shape->compliance != 1)
        write_loss(w, "friction %g, priority, restitution, compliance or margin of the geom '%s'", shape->friction,
                   name);
    if (shape->category != 1 || shape->mask != 1) write_loss(w, "contype and conaffinity of the geom '%s'", name);
    put_begin(w, "collision");
    put_text(w, "name", name);
    put_open(w);
    write_origin(w, v3_sub(v3_load(shape->position), origin), quat_load(shape->orientation));
    put_begin(w, "geometry");
    put_open(w);
    write_form(w, shape);
    put_close(w, "geometry");
    put_close(w, "collision");
}

static void write_link(writer *w, int index)
{
    const hf_body_def *body = &w->model->bodies[index];
    vec3 origin = link_origin(w, index);
    if (body->motion == HF_MOTION_PRESCRIBED) write_loss(w, "the prescribed motion of '%s'", body_name(w, index));
    if (body->gravity_scale != 1) write_loss(w, "gravcomp of the body '%s'", body_name(w, index));
    put_begin(w, "link");
    put_text(w, "name", body_name(w, index));
    put_open(w);
    if (index > 0 && body->motion == HF_MOTION_FREE && body->mass > 0) write_inertial(w, body, origin);
    for (int s = 0; s < hf_model_count(w->model, HF_ITEM_SHAPE); s++)
        if (collide_shape(w->model->scene, s)->body == index) write_collision(w, s, origin);
    put_close(w, "link");
}

// ---- joints ----

static void write_mimic(writer *w, int joint)
{
    for (int k = 0; k < hf_model_count(w->model, HF_ITEM_LOOP); k++)
    {
        hf_loop_def loop = hf_model_loop(w->model, k);
        const double *c = loop.coefficient;
        bool linear = loop.kind == HF_LOOP_JOINT && loop.active && loop.joint_b >= 0 && !c[2] && !c[3] && !c[4];
        if (!linear || loop.joint_a != joint) continue;
        put_begin(w, "mimic");
        put_text(w, "joint", joint_name(w, loop.joint_b));
        put_number(w, "multiplier", c[1]);
        put_number(w, "offset", c[0]);
        put_end(w);
        return;
    }
}

static void check_joint(writer *w, int index, const hf_joint_def *joint)
{
    const char *name = joint_name(w, index);
    if (joint->armature != 0) write_loss(w, "the armature of the joint '%s'", name);
    if (joint->stiffness != 0) write_loss(w, "the spring of the joint '%s'", name);
    if (joint->reference != 0) write_loss(w, "the reference of the joint '%s', which is 0 in URDF", name);
    if (joint->prescribed) write_loss(w, "that the joint '%s' follows what it is told", name);
    if (joint->force_limited && joint->force_range[0] != -joint->force_range[1])
        write_loss(w, "that the forces of the joint '%s' differ by direction", name);
    if (joint->kind == HF_JOINT_BALL)
    {
        w->lossy = false; // a robot without it is another one
        write_loss(w, "the joint '%s' is a ball, which URDF has no words for", name);
    }
}

static void write_limits(writer *w, const hf_joint_def *joint)
{
    double lower = joint->limited ? joint->range[0] - joint->reference : 0;
    double upper = joint->limited ? joint->range[1] - joint->reference : 0;
    double effort = joint->force_limited ? fmax(-joint->force_range[0], joint->force_range[1]) : 0;
    bool dynamics = joint->damping != 0 || joint->friction != 0;
    if (joint->limited || joint->force_limited || joint->kind == HF_JOINT_SLIDE)
    {
        put_begin(w, "limit");
        if (joint->limited)
        {
            put_number(w, "lower", lower);
            put_number(w, "upper", upper);
        }
        put_number(w, "effort", effort);
        put_number(w, "velocity", 0);
        put_end(w);
    }
    if (!dynamics) return;
    put_begin(w, "dynamics");
    put_number(w, "damping", joint->damping);
    put_number(w, "friction", joint->friction);
    put_end(w);
}

static void write_joint(writer *w, int body)
{
    const hf_body_def *def = &w->model->bodies[body];
    int index = joint_of(w, body), parent = def->parent > 0 ? def->parent : 0;
    bool floats = def->parent < 0 && def->motion == HF_MOTION_FREE;
    vec3 above = parent ? link_origin(w, parent) : v3_zero(), own = link_origin(w, body);
    quat turn = quat_load(def->orientation);
    vec3 at = v3_sub(v3_add(v3_load(def->position), quat_rotate(turn, own)), above);
    hf_joint_def joint = index >= 0 ? hf_model_joint(w->model, index) : hf_joint_def_default();
    if (index >= 0) check_joint(w, index, &joint);
    char name[NAME_SIZE];
    snprintf(name, sizeof name, "%s_%s", floats ? "free" : "fixed", body_name(w, body));
    put_begin(w, "joint");
    put_text(w, "name", index >= 0 ? joint_name(w, index) : name);
    bool planar = floats && v3_norm2(v3_load(def->plane)) > 0.0;
    put_text(w, "type",
             planar                         ? "planar"
             : floats                       ? "floating"
             : index < 0                    ? "fixed"
             : joint.kind == HF_JOINT_SLIDE ? "prismatic"
             : joint.limited                ? "revolute"
                                            : "continuous");
    put_open(w);
    put_begin(w, "parent");
    put_text(w, "link", body_name(w, parent));
    put_end(w);
    put_begin(w, "child");
    put_text(w, "link", body_name(w, body));
    put_end(w);
    write_origin(w, at, turn);
    if (planar)
    {
        double axis[3];
        v3_store(axis, quat_rotate_back(turn, v3_load(def->plane)));
        put_begin(w, "axis");
        put_numbers(w, "xyz", axis, 3);
        put_end(w);
    }
    if (index >= 0)
    {
        put_begin(w, "axis");
        put_numbers(w, "xyz", joint.axis, 3);
        put_end(w);
        write_limits(w, &joint);
        write_mimic(w, index);
    }
    put_close(w, "joint");
}

// ---- all ----

/// Pairs and excludes, but for those of links that hang on what is fixed to the world, which reading the file makes
/// again.
static int count_filters(const hf_model *model)
{
    int count = model->pair_count;
    for (int k = 0; k < model->scene->exclude_count; k++)
    {
        int a = (int)(model->scene->excludes[k] >> 32), b = (int)(model->scene->excludes[k] & 0xffffffffu);
        bool hangs = model->bodies[b].parent == a || model->bodies[a].parent == b;
        bool fixed =
            hf_model_body(model, a).motion == HF_MOTION_STATIC || hf_model_body(model, b).motion == HF_MOTION_STATIC;
        count += !(hangs && fixed);
    }
    return count;
}

static void check_model(writer *w)
{
    const hf_model *model = w->model;
    for (int k = 0; k < hf_model_count(model, HF_ITEM_LOOP); k++)
    {
        hf_loop_def loop = hf_model_loop(model, k);
        const double *c = loop.coefficient;
        bool linear = loop.kind == HF_LOOP_JOINT && loop.active && loop.joint_b >= 0 && !c[2] && !c[3] && !c[4];
        if (!linear) write_loss(w, "loop %d%s%s", k, loop.name ? " " : "", loop.name ? loop.name : "");
    }
    const struct
    {
        int count;
        const char *what;
    } parts[] = {
        {hf_model_count(model, HF_ITEM_TENDON), "tendons"}, {hf_model_count(model, HF_ITEM_ACTUATOR), "actuators"},
        {hf_model_count(model, HF_ITEM_KEY), "keyframes"},  {hf_model_count(model, HF_ITEM_SITE), "sites"},
        {hf_model_count(model, HF_ITEM_FIBRE), "fibres"},   {count_filters(model), "filters of contacts"}};
    for (size_t k = 0; k < sizeof parts / sizeof parts[0]; k++)
        if (parts[k].count > 0) write_loss(w, "%d %s", parts[k].count, parts[k].what);
}

static void write_all(writer *w)
{
    check_model(w);
    if (w->status != HF_STATUS_OK) return;
    put_begin(w, "robot");
    put_text(w, "name", "robot");
    put_open(w);
    hf_settings s = hf_model_settings(w->model);
    put_begin(w, "mujoco");
    put_open(w);
    put_begin(w, "compiler");
    put_flag(w, "fusestatic", false);
    put_end(w);
    put_begin(w, "option");
    put_number(w, "timestep", s.step.timestep);
    put_numbers(w, "gravity", s.physics.gravity, 3);
    put_end(w);
    put_close(w, "mujoco");
    for (int k = 0; k < w->model->body_count && w->status == HF_STATUS_OK; k++) write_link(w, k);
    for (int k = 1; k < w->model->body_count && w->status == HF_STATUS_OK; k++) write_joint(w, k);
    put_close(w, "robot");
}

hf_status hf_scene_write_urdf(const hf_model *model, const char *path, bool lossy, hf_notice notice, void *context,
                              hf_error *error)
{
    writer w = {.path = path, .model = model, .lossy = lossy, .notice = notice, .context = context, .error = error};
    return write_file(&w, write_all);
}
