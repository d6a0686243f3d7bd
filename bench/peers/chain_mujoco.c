// Chains in MuJoCo: a free joint for each body and a `connect` equality for each loop, sparse matrices, Newton's method
// at its own tolerance, explicit Euler steps, which are its cheapest. Equalities are springs with a damper: their time
// constant is two steps, the least that it allows.
//
// Its data is one block whose size in bytes is an int, and most of it is rows × rows and rows × velocities, whatever is
// sparse; Newton's method takes 3 nv² numbers from a stack (both measured; engine_mujoco.c). With 3 rows and 6
// velocities a body the block is 540 n² bytes: 1,900 bodies are held, 2,100 refused.

#include "chain.h"

#include <math.h>
#include <mujoco/mujoco.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum
{
    BODIES_MAX = 1900
};

typedef struct mujoco_chain
{
    mjModel *model;
    mjData *data;
} mujoco_chain;

static void write_body(FILE *out, int k, const hf_body_def *def)
{
    if (def->motion != HF_MOTION_FREE) return;
    fprintf(out, "<body name=\"%d\" pos=\"%.17g %.17g %.17g\"><freejoint/>", k, def->position[0], def->position[1],
            def->position[2]);
    fprintf(out, "<inertial pos=\"0 0 0\" mass=\"%.17g\" diaginertia=\"%.17g %.17g %.17g\"/></body>\n", def->mass,
            def->inertia[0], def->inertia[1], def->inertia[2]);
}

static void write_loop(FILE *out, const hf_model *model, const hf_loop_def *loop)
{
    fprintf(out, "<connect body1=\"%d\" ", loop->body_a);
    if (hf_model_body(model, loop->body_b).motion == HF_MOTION_FREE) fprintf(out, "body2=\"%d\" ", loop->body_b);
    fprintf(out, "anchor=\"%.17g %.17g %.17g\"/>\n", loop->point_a[0], loop->point_a[1], loop->point_a[2]);
}

static void write_model(FILE *out, const hf_model *model)
{
    hf_settings settings = hf_model_settings(model);
    int bodies = hf_model_count(model, HF_ITEM_BODY), loops = hf_model_count(model, HF_ITEM_LOOP), nv = 6 * bodies;
    const double *g = settings.physics.gravity;
    fprintf(out, "<mujoco><option timestep=\"%.17g\" gravity=\"%.17g %.17g %.17g\"", settings.step.timestep, g[0], g[1],
            g[2]);
    fprintf(out, " solver=\"Newton\" jacobian=\"sparse\" integrator=\"Euler\"/>\n");
    fprintf(out, "<size nconmax=\"1\" njmax=\"%d\" nstack=\"%d\"/>\n", 3 * loops, 3 * nv * nv + 200 * nv + 100000);
    fprintf(out, "<default><equality solref=\"%.17g 1\"/></default><worldbody>\n", 2 * settings.step.timestep);
    for (int k = 0; k < bodies; k++)
    {
        hf_body_def body = hf_model_body(model, k);
        write_body(out, k, &body);
    }
    fprintf(out, "</worldbody><equality>\n");
    for (int k = 0; k < loops; k++)
    {
        hf_loop_def loop = hf_model_loop(model, k);
        write_loop(out, model, &loop);
    }
    fprintf(out, "</equality></mujoco>\n");
}

static void destroy(void *self)
{
    mujoco_chain *c = self;
    if (c->data) mj_deleteData(c->data);
    if (c->model) mj_deleteModel(c->model);
    free(c);
}

static void *create(const hf_model *model)
{
    if (hf_model_count(model, HF_ITEM_LOOP) > BODIES_MAX) return NULL;
    char path[] = "/tmp/bench_chain_XXXXXX", message[1000] = "";
    int file = mkstemp(path);
    FILE *out = file >= 0 ? fdopen(file, "w") : NULL;
    mujoco_chain *c = calloc(1, sizeof *c);
    if (!out || !c)
    {
        free(c);
        return NULL;
    }
    write_model(out, model);
    if (fclose(out) == 0) c->model = mj_loadXML(path, NULL, message, sizeof message);
    unlink(path);
    if (c->model) c->data = mj_makeData(c->model);
    if (c->data) return c;
    fprintf(stderr, "MuJoCo: %s\n", message);
    destroy(c);
    return NULL;
}

static void step(void *self)
{
    mujoco_chain *c = self;
    mj_step(c->model, c->data);
}

/// Of the present positions: those of the equalities' rows are of the step's start.
static double gap(void *self)
{
    mujoco_chain *c = self;
    const mjModel *m = c->model;
    double worst = 0.0;
    mj_kinematics(m, c->data);
    for (int k = 0; k < m->neq; k++)
    {
        double end[2][3], distance[3];
        for (int side = 0; side < 2; side++)
        {
            int body = side ? m->eq_obj2id[k] : m->eq_obj1id[k];
            mju_rotVecMat(end[side], m->eq_data + mjNEQDATA * k + 3 * side, c->data->xmat + 9 * body);
            mju_addTo3(end[side], c->data->xpos + 3 * body);
        }
        mju_sub3(distance, end[0], end[1]);
        worst = fmax(worst, mju_norm3(distance));
    }
    return worst;
}

const chain_engine chain_mujoco = {
    "MuJoCo", "connect of two steps' time constant, sparse, Newton's method, Euler steps", create, step, gap, destroy};
