#include "mujoco_world.h"

#include <math.h>
#include <mujoco/mujoco.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct mujoco_world
{
    mjModel *model;
    mjData *data;
};

/// Blanks every `name="…"`.
static void blank(char *text, const char *name)
{
    char key[64];
    int length = snprintf(key, sizeof key, " %s=\"", name);
    for (char *at = text; (at = strstr(at, key));)
    {
        char *end = strchr(at + length, '"');
        if (!end) return;
        memset(at, ' ', (size_t)(end - at + 1));
    }
}

/// Leaves the first number of every `name="…"`.
static void shorten(char *text, const char *name)
{
    char key[64];
    int length = snprintf(key, sizeof key, " %s=\"", name);
    for (char *at = text; (at = strstr(at, key));)
    {
        char *end = strchr(at += length, '"'), *second = strchr(at, ' ');
        if (!end) return;
        if (!second || second > end) continue;
        memset(second, ' ', (size_t)(end - second + 1));
        *second = '"';
    }
}

/// The text without our own element and without newer attributes; freed by the caller.
static char *read_older(const char *path)
{
    FILE *file = fopen(path, "r");
    if (!file) return NULL;
    fseek(file, 0, SEEK_END);
    long size = ftell(file);
    rewind(file);
    char *text = calloc((size_t)size + 1, 1);
    size_t got = text ? fread(text, 1, (size_t)size, file) : 0;
    fclose(file);
    if (!text || got != (size_t)size)
    {
        free(text);
        return NULL;
    }
    char *own = strstr(text, "<holdfast"), *end = own ? strstr(own, "</holdfast>") : NULL;
    if (end) memset(own, ' ', (size_t)(end + strlen("</holdfast>") - own));
    static const char *const newer[] = {"gravcomp", "actuatorfrcrange", "actuatorfrclimited", "actuatorgravcomp"};
    for (size_t k = 0; k < sizeof newer / sizeof *newer; k++) blank(text, newer[k]);
    shorten(text, "springlength"); // two numbers are newer
    return text;
}

/// One thread at a time: all write the same copy, and the reader of XML keeps what it read last.
static mjModel *load(const char *path, char *why, int size)
{
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    char copy[1024];
    mjModel *model = NULL;
    snprintf(why, (size_t)size, "cannot be written");
    snprintf(copy, sizeof copy, "%s.older.xml", path); // beside the meshes
    pthread_mutex_lock(&lock);
    char *text = read_older(path);
    FILE *out = text ? fopen(copy, "w") : NULL;
    if (out) fputs(text, out);
    if (out && fclose(out) == 0) model = mj_loadXML(copy, NULL, why, size);
    unlink(copy);
    pthread_mutex_unlock(&lock);
    free(text);
    return model;
}

mujoco_world *mujoco_world_create(const char *path, char *why, int size)
{
    mujoco_world *w = calloc(1, sizeof *w);
    if (w) w->model = load(path, why, size);
    if (w && w->model)
    {
        w->model->opt.cone = mjCONE_ELLIPTIC;
        w->model->opt.integrator = mjINT_IMPLICIT;
        w->data = mj_makeData(w->model);
    }
    if (w && w->data) return w;
    mujoco_world_destroy(w);
    return NULL;
}

void mujoco_world_destroy(mujoco_world *w)
{
    if (!w) return;
    if (w->data) mj_deleteData(w->data);
    if (w->model) mj_deleteModel(w->model);
    free(w);
}

void mujoco_world_reset(mujoco_world *w)
{
    mj_resetData(w->model, w->data);
}

void mujoco_world_set(mujoco_world *w, const double *q, const double *v, int nq, int nv)
{
    if (nq != w->model->nq || nv != w->model->nv) return;
    memcpy(w->data->qpos, q, (size_t)nq * sizeof *q);
    memcpy(w->data->qvel, v, (size_t)nv * sizeof *v);
}

void mujoco_world_step(mujoco_world *w, const double *control)
{
    if (w->model->nu) memcpy(w->data->ctrl, control, (size_t)w->model->nu * sizeof *control);
    mj_step(w->model, w->data);
}

void mujoco_world_transition(mujoco_world *w, double width)
{
    size_t x = 2 * (size_t)w->model->nv + (size_t)w->model->na, u = (size_t)w->model->nu;
    double *A = malloc((x * x + 1) * sizeof *A), *B = malloc((x * u + 1) * sizeof *B);
    if (A && B) mjd_transitionFD(w->model, w->data, width, 1, A, u > 0 ? B : NULL, NULL, NULL);
    free(A);
    free(B);
}

void mujoco_world_set_euler(mujoco_world *w)
{
    w->model->opt.integrator = mjINT_EULER;
}

int mujoco_world_body(mujoco_world *w, const char *name, double pose[7])
{
    int body = mj_name2id(w->model, mjOBJ_BODY, name);
    if (body < 0) return 0;
    mj_kinematics(w->model, w->data);
    memcpy(pose, w->data->xpos + 3 * body, 3 * sizeof *pose);
    memcpy(pose + 3, w->data->xquat + 4 * body, 4 * sizeof *pose);
    return 1;
}

void mujoco_world_base(const mujoco_world *w, double position[3])
{
    memset(position, 0, 3 * sizeof *position);
    if (w->model->njnt && w->model->jnt_type[0] == mjJNT_FREE) memcpy(position, w->data->qpos, 3 * sizeof *position);
}

double mujoco_world_overlap(const mujoco_world *w)
{
    double worst = 0.0;
    for (int k = 0; k < w->data->ncon; k++) worst = fmax(worst, -w->data->contact[k].dist);
    return worst;
}

double mujoco_world_gap(const mujoco_world *w)
{
    double worst = 0.0;
    for (int k = 0; k < w->data->ne; k++) worst = fmax(worst, fabs(w->data->efc_pos[k]));
    return worst;
}

int mujoco_world_contacts(const mujoco_world *w)
{
    return w->data->ncon;
}
