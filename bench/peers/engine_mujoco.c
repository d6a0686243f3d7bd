// MuJoCo 2.2: elliptic cones, its Newton solver, and its default soft contacts. The model goes in as MJCF text.
//
// Its data is one block whose size in bytes is an int, and most of it is rows × rows and rows × velocities, whatever is
// sparse: 12 njmax² + 24 njmax nv (measured). So njmax is what fits into 2 GiB, or what the scene may need; contacts
// that find no rows are dropped with a warning, and then the run ends.
// Newton's method takes 3 nv² numbers from a stack (measured, too) whose length is an int: 5,000 free bodies are too
// many for it.

#include "engine.h"

#include <math.h>
#include <mujoco/mujoco.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct mujoco_engine
{
    mjModel *model;
    mjData *data;
    bool failed; // its stack overflowed
} mujoco_engine;

static jmp_buf after_error; // one engine a process

static void write_mesh(FILE *out, const hf_model *model, int mesh)
{
    hf_mesh_def m = hf_model_mesh(model, mesh);
    fprintf(out, "<mesh name=\"m%d\" vertex=\"", mesh);
    for (int k = 0; k < 3 * m.vertex_count; k++) fprintf(out, "%.17g ", m.vertices[k]);
    fprintf(out, "\"/>\n");
}

static bool write_geom(FILE *out, const hf_shape_def *s)
{
    static const char *const kinds[HF_SHAPE_KIND_COUNT] = {
        [HF_SHAPE_PLANE] = "plane", [HF_SHAPE_SPHERE] = "sphere",     [HF_SHAPE_CAPSULE] = "capsule",
        [HF_SHAPE_BOX] = "box",     [HF_SHAPE_CYLINDER] = "cylinder", [HF_SHAPE_ELLIPSOID] = "ellipsoid",
        [HF_SHAPE_HULL] = "mesh"};
    if (!kinds[s->kind]) return false;
    fprintf(out, "<geom type=\"%s\" friction=\"%.17g 0.005 0.0001\" pos=\"%.17g %.17g %.17g\" ", kinds[s->kind],
            s->friction, s->position[0], s->position[1], s->position[2]);
    fprintf(out, "quat=\"%.17g %.17g %.17g %.17g\" ", s->orientation[0], s->orientation[1], s->orientation[2],
            s->orientation[3]);
    if (s->kind == HF_SHAPE_HULL) fprintf(out, "mesh=\"m%d\"/>\n", s->mesh);
    else if (s->kind == HF_SHAPE_PLANE) fprintf(out, "size=\"0 0 1\"/>\n");
    else fprintf(out, "size=\"%.17g %.17g %.17g\"/>\n", s->size[0], s->size[1], s->size[2]);
    return true;
}

static void write_body(FILE *out, const hf_body_def *b)
{
    fprintf(out, "<body pos=\"%.17g %.17g %.17g\" quat=\"%.17g %.17g %.17g %.17g\">\n", b->position[0], b->position[1],
            b->position[2], b->orientation[0], b->orientation[1], b->orientation[2], b->orientation[3]);
    if (b->motion != HF_MOTION_FREE) return;
    const double *I = b->inertia, *c = b->center;
    fprintf(out, "<freejoint/><inertial mass=\"%.17g\" pos=\"%.17g %.17g %.17g\" ", b->mass, c[0], c[1], c[2]);
    fprintf(out, "fullinertia=\"%.17g %.17g %.17g %.17g %.17g %.17g\"/>\n", I[0], I[1], I[2], I[3], I[4], I[5]);
}

static double bytes_of(double rows, double velocities)
{
    return 12.0 * rows * rows + 24.0 * rows * velocities;
}

/// Rows for `contacts` contacts, or as many as fit.
static int most_rows(int contacts, int bodies)
{
    double velocities = 6.0 * bodies, rows = 3.0 * contacts;
    const double BLOCK = 1.95e9; // a little is for the rest
    if (bytes_of(rows, velocities) > BLOCK)
        rows = (sqrt(576.0 * velocities * velocities + 48.0 * BLOCK) - 24.0 * velocities) / 24.0;
    return (int)rows;
}

/// The whole model as MJCF; false if a shape has no counterpart.
static bool write_model(FILE *out, const hf_model *model, double h)
{
    hf_settings settings = hf_model_settings(model);
    int bodies = hf_model_count(model, HF_ITEM_BODY), shapes = hf_model_count(model, HF_ITEM_SHAPE);
    int contacts = 16 * bodies + 1000;
    fprintf(
        out,
        "<mujoco><option timestep=\"%.17g\" gravity=\"%.17g %.17g %.17g\" cone=\"elliptic\" jacobian=\"sparse\"/>\n", h,
        settings.physics.gravity[0], settings.physics.gravity[1], settings.physics.gravity[2]);
    fprintf(out, "<size nconmax=\"%d\" njmax=\"%d\"/><asset>\n", contacts, most_rows(contacts, bodies));
    for (int k = 0, seen = -1; k < shapes; k++)
    {
        hf_shape_def s = hf_model_shape(model, k);
        if (s.kind == HF_SHAPE_HULL && s.mesh > seen) write_mesh(out, model, seen = s.mesh);
    }
    fprintf(out, "</asset><worldbody>\n");
    bool whole = true;
    for (int b = 0; b < bodies; b++)
    {
        hf_body_def body = hf_model_body(model, b);
        if (b > 0) write_body(out, &body);
        for (int k = 0; k < shapes; k++)
        {
            hf_shape_def s = hf_model_shape(model, k);
            if (s.body == b) whole = write_geom(out, &s) && whole;
        }
        if (b > 0) fprintf(out, "</body>\n");
    }
    fprintf(out, "</worldbody></mujoco>\n");
    return whole && !ferror(out);
}

static void destroy(void *self)
{
    mujoco_engine *e = self;
    if (e->data) mj_deleteData(e->data);
    if (e->model) mj_deleteModel(e->model);
    free(e);
}

static void *create(const hf_model *model, double h)
{
    char path[] = "/tmp/holdfast-peer-XXXXXX", message[1000] = "";
    int file = mkstemp(path);
    FILE *out = file < 0 ? NULL : fdopen(file, "w");
    if (!out) return NULL;
    bool whole = write_model(out, model, h);
    whole = fclose(out) == 0 && whole;
    mujoco_engine *e = calloc(1, sizeof *e);
    if (whole) e->model = mj_loadXML(path, NULL, message, sizeof message);
    if (e->model) e->data = mj_makeData(e->model);
    unlink(path);
    if (!e->data)
    {
        fprintf(stderr, "MuJoCo: %s\n", message);
        destroy(e);
        return NULL;
    }
    for (int b = 1, v = 0; b < hf_model_count(model, HF_ITEM_BODY); b++)
    {
        hf_body_def body = hf_model_body(model, b);
        if (body.motion != HF_MOTION_FREE) continue;
        mj_forward(e->model, e->data); // for the axes of the body
        const mjtNum *R = e->data->xmat + 9 * b;
        for (int i = 0; i < 3; i++)
        {
            e->data->qvel[v + i] = body.velocity[i];
            for (int j = 0; j < 3; j++) e->data->qvel[v + 3 + i] += R[3 * j + i] * body.angular_velocity[j];
        }
        for (int i = 0; i < 3; i++) e->data->xfrc_applied[6 * b + i] = body.force[i];
        v += 6;
        if (b > 64) break; // only small scenes start in motion
    }
    return e;
}

static void keep_quiet(const char *message)
{
    (void)message; // warnings are counted in the data
}

static void give_up(const char *message)
{
    (void)message; // the library does not expect to be returned to
    longjmp(after_error, 1);
}

static void step(void *self)
{
    mujoco_engine *e = self;
    mju_user_warning = keep_quiet;
    mju_user_error = give_up;
    if (setjmp(after_error) == 0) mj_step(e->model, e->data);
    else e->failed = true;
}

static void pose_of(void *self, int body, engine_pose *pose)
{
    mujoco_engine *e = self;
    const mjtNum *x = e->data->xpos + 3 * body, *q = e->data->xquat + 4 * body;
    mjtNum velocity[6];
    mj_objectVelocity(e->model, e->data, mjOBJ_BODY, body, velocity, 0);
    for (int i = 0; i < 3; i++) pose->position[i] = x[i], pose->velocity[i] = velocity[3 + i];
    for (int i = 0; i < 4; i++) pose->orientation[i] = q[i];
}

static void contacts_of(void *self, engine_contacts *out)
{
    mujoco_engine *e = self;
    double worst = 0.0, largest = 0.0;
    for (int k = 0; k < e->data->ncon && !e->failed; k++)
    {
        mjtNum f[6];
        mj_contactForce(e->model, e->data, k, f);
        worst = fmax(worst, hypot(f[1], f[2]) - e->data->contact[k].friction[0] * f[0]);
        largest = fmax(largest, f[0]);
    }
    *out = (engine_contacts){.count = e->data->ncon, .cone_excess = largest > 0.0 ? worst / largest : 0.0};
    if (e->failed || e->data->warning[mjWARN_CNSTRFULL].number > 0)
    {
        double nv = e->model->nv;
        out->missing = bytes_of(3.0 * e->data->ncon, nv) + 24.0 * nv * nv;
    }
}

const engine engine_mujoco = {
    "MuJoCo", "elliptic cones, Newton, soft contacts", create, step, pose_of, contacts_of, destroy, NULL};
