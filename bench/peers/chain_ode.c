// Chains in the Open Dynamics Engine: a dJointBall for each loop, its own error reduction (0.2 of a gap in a step) and
// softening (1e-10 in double precision). dWorldStep factors all rows as one dense matrix; dWorldQuickStep sweeps over
// them 20 times.

#include "chain.h"

#include <math.h>
#include <ode/ode.h>
#include <stdlib.h>

typedef struct ode_chain
{
    bool quick;
    double h;
    dWorldID world;
    int joint_count;
    dBodyID *bodies;
    dJointID *joints;
} ode_chain;

static void destroy(void *self)
{
    ode_chain *c = self;
    dWorldDestroy(c->world);
    dCloseODE();
    free(c->bodies);
    free(c->joints);
    free(c);
}

/// A free body whose frame is at its centre of mass and along the world; others stay NULL, which is the ground.
static void add_body(ode_chain *c, int k, const hf_body_def *def)
{
    if (def->motion != HF_MOTION_FREE) return;
    dBodyID body = c->bodies[k] = dBodyCreate(c->world);
    dMass mass;
    dMassSetParameters(&mass, def->mass, 0, 0, 0, def->inertia[0], def->inertia[1], def->inertia[2], def->inertia[3],
                       def->inertia[4], def->inertia[5]);
    dBodySetMass(body, &mass);
    dBodySetAutoDisableFlag(body, 0);
    dBodySetPosition(body, def->position[0], def->position[1], def->position[2]);
}

static void add_joint(ode_chain *c, int k, const hf_loop_def *loop)
{
    dVector3 at;
    dBodyID body = c->bodies[loop->body_a];
    dBodyGetRelPointPos(body, loop->point_a[0], loop->point_a[1], loop->point_a[2], at);
    dJointID joint = c->joints[k] = dJointCreateBall(c->world, NULL);
    dJointAttach(joint, body, c->bodies[loop->body_b]);
    dJointSetBallAnchor(joint, at[0], at[1], at[2]);
}

static void *create(const hf_model *model, bool quick)
{
    int bodies = hf_model_count(model, HF_ITEM_BODY), joints = hf_model_count(model, HF_ITEM_LOOP);
    hf_settings settings = hf_model_settings(model);
    ode_chain *c = calloc(1, sizeof *c);
    if (!c) return NULL;
    dInitODE2(0);
    *c = (ode_chain){.quick = quick, .h = settings.step.timestep, .world = dWorldCreate(), .joint_count = joints};
    c->bodies = calloc((size_t)bodies, sizeof *c->bodies);
    c->joints = calloc((size_t)joints, sizeof *c->joints);
    if (!c->bodies || !c->joints)
    {
        destroy(c);
        return NULL;
    }
    dWorldSetGravity(c->world, settings.physics.gravity[0], settings.physics.gravity[1], settings.physics.gravity[2]);
    for (int k = 0; k < bodies; k++)
    {
        hf_body_def body = hf_model_body(model, k);
        add_body(c, k, &body);
    }
    for (int k = 0; k < joints; k++)
    {
        hf_loop_def loop = hf_model_loop(model, k);
        add_joint(c, k, &loop);
    }
    return c;
}

static void *create_dense(const hf_model *model)
{
    return create(model, false);
}

static void *create_quick(const hf_model *model)
{
    return create(model, true);
}

static void step(void *self)
{
    ode_chain *c = self;
    if (c->quick) dWorldQuickStep(c->world, c->h);
    else dWorldStep(c->world, c->h);
}

static double gap(void *self)
{
    const ode_chain *c = self;
    double worst = 0.0;
    for (int k = 0; k < c->joint_count; k++)
    {
        dVector3 a, b;
        dJointGetBallAnchor(c->joints[k], a);
        dJointGetBallAnchor2(c->joints[k], b);
        worst = fmax(worst, hypot(hypot(a[0] - b[0], a[1] - b[1]), a[2] - b[2]));
    }
    return worst;
}

const chain_engine chain_ode = {"ODE",  "dWorldStep, ball joints, its own error reduction", create_dense, step, gap,
                                destroy};
const chain_engine chain_ode_quick = {"ODE quick", "dWorldQuickStep, 20 sweeps", create_quick, step, gap, destroy};
