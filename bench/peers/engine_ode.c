// The Open Dynamics Engine: its Dantzig stepper (dWorldStep) and its sweeping one (dWorldQuickStep), friction pyramid
// along two directions with bounds that follow the normal force (dContactApprox1), no softening beyond its defaults.

#include "engine.h"

#include <math.h>
#include <ode/ode.h>
#include <stdlib.h>
#include <string.h>

enum
{
    CONTACTS_MAX = 200000,
    PAIR_MAX = 16
};

typedef struct ode_engine
{
    bool quick;
    double h;
    dWorldID world;
    dSpaceID space;
    dJointGroupID group;
    dBodyID *bodies;
    size_t body_count;
    double (*centers)[3]; // of mass in the body's frame
    double (*force)[3];   // on each body [N]
    double *friction;     // of shapes
    int contact_count;
    dJointFeedback *feedback;
    double (*frames)[4]; // normal, friction
} ode_engine;

static void near_pair(void *context, dGeomID a, dGeomID b)
{
    ode_engine *e = context;
    dBodyID body_a = dGeomGetBody(a), body_b = dGeomGetBody(b);
    if (!body_a && !body_b) return;
    dContact contacts[PAIR_MAX];
    memset(contacts, 0, sizeof contacts);
    int n = dCollide(a, b, PAIR_MAX, &contacts[0].geom, sizeof *contacts);
    size_t shape_a = (size_t)dGeomGetData(a), shape_b = (size_t)dGeomGetData(b);
    double mu = fmax(e->friction[shape_a], e->friction[shape_b]);
    for (int k = 0; k < n && e->contact_count < CONTACTS_MAX; k++)
    {
        dContact *c = &contacts[k];
        c->surface.mode = dContactApprox1;
        c->surface.mu = mu;
        dJointID joint = dJointCreateContact(e->world, e->group, c);
        dJointAttach(joint, body_a, body_b);
        dJointSetFeedback(joint, &e->feedback[e->contact_count]);
        double *frame = e->frames[e->contact_count++];
        for (int i = 0; i < 3; i++) frame[i] = c->geom.normal[i];
        frame[3] = mu;
    }
}

static dGeomID make_geom(ode_engine *e, const hf_model *model, const hf_shape_def *shape)
{
    switch (shape->kind)
    {
    case HF_SHAPE_SPHERE: return dCreateSphere(e->space, shape->size[0]);
    case HF_SHAPE_BOX: return dCreateBox(e->space, 2 * shape->size[0], 2 * shape->size[1], 2 * shape->size[2]);
    case HF_SHAPE_CAPSULE: return dCreateCapsule(e->space, shape->size[0], 2 * shape->size[1]);
    case HF_SHAPE_CYLINDER: return dCreateCylinder(e->space, shape->size[0], 2 * shape->size[1]);
    case HF_SHAPE_HULL:
    {
        // A mesh: its convex shape does not collide with all others.
        hf_mesh_def mesh = hf_model_mesh(model, shape->mesh);
        double *points = malloc(3 * (size_t)mesh.vertex_count * sizeof *points);
        dTriIndex *indices = malloc(3 * (size_t)mesh.triangle_count * sizeof *indices);
        memcpy(points, mesh.vertices, 3 * (size_t)mesh.vertex_count * sizeof *points);
        for (int k = 0; k < 3 * mesh.triangle_count; k++) indices[k] = (dTriIndex)mesh.triangles[k];
        dTriMeshDataID data = dGeomTriMeshDataCreate();
        dGeomTriMeshDataBuildDouble(data, points, 3 * sizeof *points, mesh.vertex_count, indices,
                                    3 * mesh.triangle_count, 3 * sizeof *indices);
        return dCreateTriMesh(e->space, data, NULL, NULL, NULL); // freed with the process
    }
    default: return NULL;
    }
}

static bool add_plane(ode_engine *e, const hf_body_def *body, const hf_shape_def *shape, size_t index)
{
    dMatrix3 R, S;
    dQuaternion q = {body->orientation[0], body->orientation[1], body->orientation[2], body->orientation[3]};
    dQuaternion p = {shape->orientation[0], shape->orientation[1], shape->orientation[2], shape->orientation[3]};
    dQuaternion both;
    dQMultiply0(both, q, p);
    dQtoR(q, R);
    dQtoR(both, S);
    double n[3] = {S[2], S[6], S[10]}, d = 0.0;
    for (int i = 0; i < 3; i++)
    {
        double at = body->position[i];
        for (int j = 0; j < 3; j++) at += R[4 * i + j] * shape->position[j];
        d += n[i] * at;
    }
    dGeomSetData(dCreatePlane(e->space, n[0], n[1], n[2], d), (void *)index);
    return true;
}

static void add_body(ode_engine *e, int k, const hf_body_def *def)
{
    for (int i = 0; i < 3; i++) e->centers[k][i] = def->center[i], e->force[k][i] = def->force[i];
    if (def->motion != HF_MOTION_FREE) return;
    dBodyID body = e->bodies[k] = dBodyCreate(e->world);
    dMass mass;
    dMassSetParameters(&mass, def->mass, 0, 0, 0, def->inertia[0], def->inertia[1], def->inertia[2], def->inertia[3],
                       def->inertia[4], def->inertia[5]);
    dBodySetMass(body, &mass);
    dBodySetAutoDisableFlag(body, 0);
    dQuaternion q = {def->orientation[0], def->orientation[1], def->orientation[2], def->orientation[3]};
    dBodySetQuaternion(body, q);
    dVector3 offset;
    dBodySetPosition(body, 0, 0, 0);
    dBodyGetRelPointPos(body, def->center[0], def->center[1], def->center[2], offset);
    dBodySetPosition(body, def->position[0] + offset[0], def->position[1] + offset[1], def->position[2] + offset[2]);
    dBodySetLinearVel(body, def->velocity[0], def->velocity[1], def->velocity[2]);
    dBodySetAngularVel(body, def->angular_velocity[0], def->angular_velocity[1], def->angular_velocity[2]);
}

static bool add_shape(ode_engine *e, const hf_model *model, size_t index)
{
    hf_shape_def shape = hf_model_shape(model, (int)index);
    hf_body_def body = hf_model_body(model, shape.body);
    e->friction[index] = shape.friction;
    if (shape.kind == HF_SHAPE_PLANE) return add_plane(e, &body, &shape, index);
    dGeomID geom = make_geom(e, model, &shape);
    if (!geom) return false;
    dGeomSetData(geom, (void *)index);
    dQuaternion q = {shape.orientation[0], shape.orientation[1], shape.orientation[2], shape.orientation[3]};
    if (e->bodies[shape.body])
    {
        const double *c = e->centers[shape.body];
        dGeomSetBody(geom, e->bodies[shape.body]);
        dGeomSetOffsetPosition(geom, shape.position[0] - c[0], shape.position[1] - c[1], shape.position[2] - c[2]);
        dGeomSetOffsetQuaternion(geom, q);
        return true;
    }
    dQuaternion frame = {body.orientation[0], body.orientation[1], body.orientation[2], body.orientation[3]}, both;
    dMatrix3 R;
    double at[3];
    dQtoR(frame, R);
    for (int i = 0; i < 3; i++)
    {
        at[i] = body.position[i];
        for (int j = 0; j < 3; j++) at[i] += R[4 * i + j] * shape.position[j];
    }
    dQMultiply0(both, frame, q);
    dGeomSetPosition(geom, at[0], at[1], at[2]);
    dGeomSetQuaternion(geom, both);
    return true;
}

static void destroy(void *self)
{
    ode_engine *e = self;
    dJointGroupDestroy(e->group);
    dSpaceDestroy(e->space);
    dWorldDestroy(e->world);
    dCloseODE();
    free(e->bodies);
    free(e->centers);
    free(e->force);
    free(e->friction);
    free(e->feedback);
    free(e->frames);
    free(e);
}

static void *create(const hf_model *model, double h, bool quick)
{
    dInitODE2(0);
    ode_engine *e = calloc(1, sizeof *e);
    size_t bodies = (size_t)hf_model_count(model, HF_ITEM_BODY), shapes = (size_t)hf_model_count(model, HF_ITEM_SHAPE);
    hf_settings settings = hf_model_settings(model);
    e->quick = quick;
    e->h = h;
    e->world = dWorldCreate();
    e->space = dHashSpaceCreate(NULL);
    e->group = dJointGroupCreate(0);
    e->bodies = calloc(bodies, sizeof *e->bodies);
    e->centers = calloc(bodies, sizeof *e->centers);
    e->force = calloc(bodies, sizeof *e->force);
    e->body_count = bodies;
    e->friction = calloc(shapes + 1, sizeof *e->friction);
    e->feedback = calloc(CONTACTS_MAX, sizeof *e->feedback);
    e->frames = calloc(CONTACTS_MAX, sizeof *e->frames);
    dWorldSetGravity(e->world, settings.physics.gravity[0], settings.physics.gravity[1], settings.physics.gravity[2]);
    bool whole = true;
    for (size_t k = 0; k < bodies; k++)
    {
        hf_body_def body = hf_model_body(model, (int)k);
        add_body(e, (int)k, &body);
    }
    for (size_t k = 0; k < shapes && whole; k++) whole = add_shape(e, model, k);
    if (whole) return e;
    destroy(e);
    return NULL;
}

static void *create_exact(const hf_model *model, double h)
{
    return create(model, h, false);
}

static void *create_quick(const hf_model *model, double h)
{
    return create(model, h, true);
}

static void step(void *self)
{
    ode_engine *e = self;
    dJointGroupEmpty(e->group);
    e->contact_count = 0;
    dSpaceCollide(e->space, e, near_pair);
    for (size_t k = 0; k < e->body_count; k++)
        if (e->bodies[k]) dBodyAddForce(e->bodies[k], e->force[k][0], e->force[k][1], e->force[k][2]);
    if (e->quick) dWorldQuickStep(e->world, e->h);
    else dWorldStep(e->world, e->h);
}

static void pose_of(void *self, int body, engine_pose *pose)
{
    ode_engine *e = self;
    dBodyID b = e->bodies[body];
    memset(pose, 0, sizeof *pose);
    pose->orientation[0] = 1.0;
    if (!b) return;
    const double *c = e->centers[body], *q = dBodyGetQuaternion(b), *v = dBodyGetLinearVel(b);
    dVector3 origin;
    dBodyGetRelPointPos(b, -c[0], -c[1], -c[2], origin);
    for (int i = 0; i < 3; i++) pose->position[i] = origin[i], pose->velocity[i] = v[i];
    for (int i = 0; i < 4; i++) pose->orientation[i] = q[i];
}

static void contacts_of(void *self, engine_contacts *out)
{
    ode_engine *e = self;
    double worst = 0.0, largest = 0.0;
    for (int k = 0; k < e->contact_count; k++)
    {
        const double *f = e->feedback[k].f1, *n = e->frames[k];
        double normal = f[0] * n[0] + f[1] * n[1] + f[2] * n[2];
        double all = f[0] * f[0] + f[1] * f[1] + f[2] * f[2];
        double tangential = sqrt(fmax(0.0, all - normal * normal));
        worst = fmax(worst, tangential - n[3] * normal);
        largest = fmax(largest, normal);
    }
    *out = (engine_contacts){.count = e->contact_count, .cone_excess = largest > 0.0 ? worst / largest : 0.0};
}

const engine engine_ode = {"ODE", "dWorldStep, friction pyramid", create_exact, step, pose_of, contacts_of, destroy,
                           NULL};
const engine engine_ode_quick = {
    "ODE quick", "dWorldQuickStep, 20 sweeps", create_quick, step, pose_of, contacts_of, destroy, NULL};
