// A model as MJCF, flat: no classes, no includes, radians, every inertia written out, meshes in place.

#include "scene/mjcf/write/write_mjcf.h"
#include "scene/write.h"

#include "base/error.h"
#include "collide/broad/scene.h"
#include "holdfast/world.h"
#include "linalg/quat.h"

#include <math.h>
#include <string.h>

// ---- settings and assets ----

static void write_settings(writer *w)
{
    hf_settings s = hf_model_settings(w->model);
    put_begin(w, "compiler");
    put_text(w, "angle", "radian");
    put_flag(w, "autolimits", false);
    put_end(w);
    put_begin(w, "option");
    put_number(w, "timestep", s.step.timestep);
    put_numbers(w, "gravity", s.physics.gravity, 3);
    put_unless(w, "density", &s.physics.density, 1, 0);
    put_unless(w, "viscosity", &s.physics.viscosity, 1, 0);
    put_unless(w, "wind", s.physics.wind, 3, 0);
    write_mjcf_field(w);
    for (int k = 0; k < hf_model_count(w->model, HF_ITEM_ACTUATOR); k++)
    {
        if (!hf_model_actuator(w->model, k).disabled) continue;
        put_number(w, "actuatorgroupdisable", MJCF_DISABLED_GROUP);
        break;
    }
    put_end(w);
}

static void write_mesh(writer *w, int index)
{
    hf_mesh_def mesh = collide_mesh(w->model->scene, index);
    put_begin(w, "mesh");
    fprintf(w->out, " name=\"mesh_%d\"", index);
    put_numbers(w, "vertex", mesh.vertices, 3 * mesh.vertex_count);
    if (mesh.triangle_count > 0)
    {
        fputs(" face=\"", w->out);
        for (int k = 0; k < 3 * mesh.triangle_count; k++) fprintf(w->out, "%s%d", k ? " " : "", mesh.triangles[k]);
        fputc('"', w->out);
    }
    put_end(w);
}

/// Heights are stretched to 0 … size[2] by whoever reads them, and the far row comes first.
static void write_field(writer *w, int index)
{
    hf_field_def field = collide_field(w->model->scene, index);
    double low = INFINITY, high = 0;
    for (int k = 0; k < field.rows * field.columns; k++)
    {
        low = fmin(low, field.heights[k]);
        high = fmax(high, field.heights[k]);
    }
    const double size[4] = {field.half_x, field.half_y, high > low ? high - low : 1, field.base + low};
    put_begin(w, "hfield");
    fprintf(w->out, " name=\"field_%d\" nrow=\"%d\" ncol=\"%d\"", index, field.rows, field.columns);
    put_numbers(w, "size", size, 4);
    fputs(" elevation=\"", w->out);
    for (int r = field.rows - 1; r >= 0; r--)
        for (int c = 0; c < field.columns; c++)
            fprintf(w->out, "%s%.17g", r == field.rows - 1 && c == 0 ? "" : " ",
                    field.heights[r * field.columns + c] - low);
    fputc('"', w->out);
    put_end(w);
}

static void write_assets(writer *w)
{
    const collide_scene *scene = w->model->scene;
    if (collide_mesh_count(scene) + collide_field_count(scene) == 0) return;
    put_begin(w, "asset");
    put_open(w);
    for (int k = 0; k < collide_mesh_count(scene); k++) write_mesh(w, k);
    for (int k = 0; k < collide_field_count(scene); k++) write_field(w, k);
    put_close(w, "asset");
}

// ---- bodies ----

static void put_turn(writer *w, const double *q)
{
    if (q[0] != 1) put_numbers(w, "quat", q, 4);
}

static void write_geom(writer *w, int index)
{
    static const char *const types[HF_SHAPE_KIND_COUNT] = {"plane",     "sphere", "capsule", "box",   "cylinder",
                                                           "ellipsoid", "mesh",   "mesh",    "hfield"};
    static const int sizes[HF_SHAPE_KIND_COUNT] = {0, 1, 2, 3, 2, 3, 0, 0, 0};
    const hf_shape_def *shape = collide_shape(w->model->scene, index);
    double position[3], friction[3] = {shape->friction, shape->torsion, shape->rolling}, rgba[4];
    const hf_shape_def usual = hf_shape_def_default();
    memcpy(position, shape->position, sizeof position);
    for (int i = 0; i < 4; i++) rgba[i] = round(1e6 * (double)shape->color[i]) / 1e6;
    put_begin(w, "geom");
    put_text(w, "name", shape_name(w, index));
    put_text(w, "type", types[shape->kind]);
    if (shape->kind == HF_SHAPE_PLANE) put_text(w, "size", "0 0 1");
    else if (sizes[shape->kind]) put_numbers(w, "size", shape->size, sizes[shape->kind]);
    if (shape->kind == HF_SHAPE_HULL || shape->kind == HF_SHAPE_MESH) fprintf(w->out, " mesh=\"mesh_%d\"", shape->mesh);
    if (shape->kind == HF_SHAPE_FIELD)
    {
        hf_field_def field = collide_field(w->model->scene, shape->mesh);
        double low = INFINITY;
        for (int k = 0; k < field.rows * field.columns; k++) low = fmin(low, field.heights[k]);
        v3_store(position, v3_add(v3_load(position), quat_rotate(quat_load(shape->orientation), v3(0, 0, low))));
        fprintf(w->out, " hfield=\"field_%d\"", shape->mesh);
    }
    put_unless(w, "pos", position, 3, 0);
    put_turn(w, shape->orientation);
    if (shape->torsion != usual.torsion || shape->rolling != usual.rolling) put_numbers(w, "friction", friction, 3);
    else put_unless(w, "friction", friction, 1, 1);
    if (shape->condim == 3 && shape->friction == 0) put_text(w, "condim", "1");
    else if (shape->condim != 3) fprintf(w->out, " condim=\"%d\"", shape->condim);
    if (shape->priority) fprintf(w->out, " priority=\"%d\"", shape->priority);
    put_unless(w, "margin", &shape->margin, 1, 0);
    put_unless(w, "adhesion", &shape->adhesion, 1, 0);
    double farther = shape->adhesion_range > 0 ? shape->adhesion_range - shape->margin : 0;
    put_unless(w, "gap", &farther, 1, 0);
    put_unless(w, "surfacevel", shape->surface_velocity, 6, 0);
    if (shape->swims)
    {
        put_text(w, "fluidshape", "ellipsoid");
        put_numbers(w, "fluidcoef", shape->fluid, 5);
    }
    if (shape->category != 1) fprintf(w->out, " contype=\"%u\"", shape->category);
    if (shape->mask != 1) fprintf(w->out, " conaffinity=\"%u\"", shape->mask);
    put_numbers(w, "rgba", rgba, 4);
    put_end(w);
}

/// `form` may be NULL: the site is a frame alone.
static void write_site(writer *w, const char *name, const double *position, const double *orientation,
                       const hf_site_def *form)
{
    put_begin(w, "site");
    put_text(w, "name", name);
    put_unless(w, "pos", position, 3, 0);
    put_turn(w, orientation);
    if (form && form->form != HF_SHAPE_SPHERE) put_text(w, "type", hf_shape_kind_name(form->form));
    if (form) put_unless(w, "size", form->size, 3, 0.005);
    put_end(w);
}

/// Loops are written by a point of one body that the references give the other's, or by sites of their own.
static bool by_sites(const hf_loop_def *loop)
{
    bool weld = loop->kind == HF_LOOP_WELD;
    return (weld || loop->kind == HF_LOOP_CONNECT) && (loop->point_b_given || (weld && loop->orientation_given));
}

static void loop_site_name(int loop, char end, char name[NAME_SIZE])
{
    snprintf(name, NAME_SIZE, "loop_%d_%c", loop, end);
}

static void write_loop_sites(writer *w, int body)
{
    for (int k = 0; k < hf_model_count(w->model, HF_ITEM_LOOP); k++)
    {
        hf_loop_def loop = hf_model_loop(w->model, k);
        if (!by_sites(&loop)) continue;
        const double straight[4] = {1, 0, 0, 0};
        double back[4];
        char name[NAME_SIZE];
        quat_store(back, quat_conjugate(quat_load(loop.orientation)));
        loop_site_name(k, 'a', name);
        if (loop.body_a == body) write_site(w, name, loop.point_a, straight, NULL);
        loop_site_name(k, 'b', name);
        if (loop.body_b == body) write_site(w, name, loop.point_b, loop.kind == HF_LOOP_WELD ? back : straight, NULL);
    }
}

static bool has_motion(const hf_body_def *body)
{
    for (int i = 0; i < 3; i++)
        if (body->velocity[i] != 0 || body->angular_velocity[i] != 0 || body->amplitude[i] != 0 || body->swing[i] != 0)
            return true;
    return false;
}

static void write_inertial(writer *w, const hf_body_def *body)
{
    put_begin(w, "inertial");
    put_numbers(w, "pos", body->center, 3);
    put_number(w, "mass", body->mass);
    bool diagonal = body->inertia[3] == 0 && body->inertia[4] == 0 && body->inertia[5] == 0;
    put_numbers(w, diagonal ? "diaginertia" : "fullinertia", body->inertia, diagonal ? 3 : 6);
    put_end(w);
}

static void write_contents(writer *w, int index)
{
    const hf_model *model = w->model;
    for (int j = 0; j < hf_model_count(model, HF_ITEM_JOINT); j++)
        if (hf_model_joint(model, j).body == index) write_mjcf_joint(w, j);
    for (int s = 0; s < hf_model_count(model, HF_ITEM_SHAPE); s++)
        if (collide_shape(model->scene, s)->body == index) write_geom(w, s);
    for (int s = 0; s < hf_model_count(model, HF_ITEM_SITE); s++)
    {
        hf_site_def site = hf_model_site(model, s);
        if (site.body == index) write_site(w, site_name(w, s), site.position, site.orientation, &site);
    }
    write_loop_sites(w, index);
}

static void write_body(writer *w, int index)
{
    const hf_body_def *body = &w->model->bodies[index];
    double gravcomp = 1 - body->gravity_scale;
    put_begin(w, "body");
    put_text(w, "name", body_name(w, index));
    put_unless(w, "pos", body->position, 3, 0);
    put_turn(w, body->orientation);
    put_unless(w, "gravcomp", &gravcomp, 1, 0);
    if (body->motion == HF_MOTION_PRESCRIBED && !has_motion(body)) put_flag(w, "mocap", true);
    put_open(w);
    if (body->motion == HF_MOTION_FREE) write_inertial(w, body);
    if (body->motion == HF_MOTION_FREE && body->parent < 0)
    {
        put_begin(w, "freejoint");
        if (write_mjcf_is_driven(w->model, index)) put_text(w, "name", free_name(w, index));
        put_end(w);
    }
    write_contents(w, index);
    for (int k = index + 1; k < w->model->body_count; k++)
        if (w->model->bodies[k].parent == index) write_body(w, k);
    put_close(w, "body");
}

static void write_worldbody(writer *w)
{
    put_begin(w, "worldbody");
    put_open(w);
    write_contents(w, 0);
    for (int k = 1; k < w->model->body_count; k++)
        if (w->model->bodies[k].parent <= 0 && !write_is_segment(w, k)) write_body(w, k);
    put_close(w, "worldbody");
}

// ---- contacts and loops ----

static void write_contact(writer *w)
{
    const collide_scene *scene = w->model->scene;
    if (scene->exclude_count + w->model->pair_count == 0) return;
    put_begin(w, "contact");
    put_open(w);
    for (int k = 0; k < scene->exclude_count; k++)
    {
        int a = (int)(scene->excludes[k] >> 32), b = (int)(scene->excludes[k] & 0xffffffff);
        if (write_is_segment(w, a) || write_is_segment(w, b)) continue; // those of the ends come back
        put_begin(w, "exclude");
        put_text(w, "body1", body_name(w, a));
        put_text(w, "body2", body_name(w, b));
        put_end(w);
    }
    for (int k = 0; k < w->model->pair_count; k++)
    {
        const shape_pair *pair = &w->model->pairs[k];
        const hf_friction_coefficients *c = &pair->friction;
        const double friction[5] = {c->tangent[0], c->tangent[1], c->torsion, c->rolling[0], c->rolling[1]};
        bool smooth = pair->condim == 3 && friction[0] == 0 && friction[1] == 0;
        put_begin(w, "pair");
        put_text(w, "geom1", shape_name(w, pair->shape[0]));
        put_text(w, "geom2", shape_name(w, pair->shape[1]));
        if (smooth) put_text(w, "condim", "1");
        else if (pair->condim != 3) fprintf(w->out, " condim=\"%d\"", pair->condim);
        put_numbers(w, "friction", friction, pair->condim > 3 ? 5 : 2);
        if (pair->sticky) put_number(w, "adhesion", pair->adhesion);
        put_end(w);
    }
    put_close(w, "contact");
}

static void write_points(writer *w, int index, const hf_loop_def *loop)
{
    bool weld = loop->kind == HF_LOOP_WELD;
    char name[NAME_SIZE];
    if (by_sites(loop))
    {
        loop_site_name(index, 'a', name);
        put_text(w, "site1", name);
        loop_site_name(index, 'b', name);
        put_text(w, "site2", name);
        return;
    }
    put_text(w, "body1", body_name(w, weld ? loop->body_b : loop->body_a));
    put_text(w, "body2", body_name(w, weld ? loop->body_a : loop->body_b));
    put_numbers(w, "anchor", loop->point_a, 3);
}

static void write_loops(writer *w)
{
    static const char *const kinds[HF_LOOP_KIND_COUNT] = {"connect", "weld", "joint", "tendon"};
    int count = hf_model_count(w->model, HF_ITEM_LOOP);
    bool any = false;
    for (int k = 0; k < count; k++) any |= hf_model_loop(w->model, k).kind <= HF_LOOP_TENDON;
    if (!any) return;
    put_begin(w, "equality");
    put_open(w);
    for (int k = 0; k < count; k++)
    {
        hf_loop_def loop = hf_model_loop(w->model, k);
        bool points = loop.kind == HF_LOOP_CONNECT || loop.kind == HF_LOOP_WELD;
        if (loop.kind > HF_LOOP_TENDON || write_holds_end(w, &loop)) continue; // the others: write_mjcf_extras
        if (points && (write_is_segment(w, loop.body_a) || write_is_segment(w, loop.body_b)))
            write_loss(w, "loop %d, which is fixed to a segment of a fibre", k);
        put_begin(w, kinds[loop.kind]);
        put_text(w, "name", loop.name);
        if (!loop.active) put_flag(w, "active", false);
        if (points) write_points(w, k, &loop);
        else
        {
            bool joints = loop.kind == HF_LOOP_JOINT;
            put_text(w, joints ? "joint1" : "tendon1",
                     joints ? joint_name(w, loop.joint_a) : tendon_name(w, loop.joint_a));
            if (loop.joint_b >= 0)
                put_text(w, joints ? "joint2" : "tendon2",
                         joints ? joint_name(w, loop.joint_b) : tendon_name(w, loop.joint_b));
            put_numbers(w, "polycoef", loop.coefficient, 5);
        }
        put_end(w);
    }
    put_close(w, "equality");
}

// ---- all ----

static void write_all(writer *w)
{
    put_begin(w, "mujoco");
    put_open(w);
    write_settings(w);
    write_assets(w);
    write_worldbody(w);
    write_contact(w);
    write_mjcf_tendons(w);
    write_loops(w);
    write_mjcf_actuators(w);
    write_mjcf_sensors(w);
    write_mjcf_keys(w);
    write_mjcf_extras(w);
    put_close(w, "mujoco");
}

hf_status hf_scene_write_mjcf(const hf_model *model, const char *path, hf_error *error)
{
    writer w = {.path = path, .model = model, .error = error};
    return write_file(&w, write_all);
}
