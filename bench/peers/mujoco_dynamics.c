#include "mujoco_dynamics.h"

#include "linalg/dense.h"

#include <mujoco/mujoco.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum
{
    PART_DEPTH = 60 // its XML reader refuses deep files; deeper bodies are in files of their own, included
};

struct mujoco_dynamics
{
    mjModel *model;
    mjData *data;
};

typedef struct writer
{
    const articulated_tree *tree;
    mjVFS *files;
    bool failed;
} writer;

static void write_joint(FILE *out, const articulated_joint *j)
{
    static const char *const kinds[] = {"hinge", "slide", "ball"};
    fprintf(out, "<joint type=\"%s\" pos=\"%.17g %.17g %.17g\" axis=\"%.17g %.17g %.17g\" ref=\"%.17g\" ",
            kinds[j->kind], j->position.x, j->position.y, j->position.z, j->axis.x, j->axis.y, j->axis.z,
            j->kind == HF_JOINT_BALL ? 0 : j->reference);
    fprintf(out, "armature=\"%.17g\"/>\n", j->armature);
}

/// Principal moments and axes of a link's tensor.
static void principal_axes(const articulated_link *link, double *moments, double *principal)
{
    const double *I = link->inertia;
    double A[9] = {I[0], I[3], I[4], I[3], I[1], I[5], I[4], I[5], I[2]}, R[9], work[200];
    int iwork[50];
    dense_work size = dense_symmetric_eigen_work(3);
    if (size.doubles > 200 || size.ints > 50 || !dense_symmetric_eigen(3, A, 3, moments, size, work, iwork)) abort();
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 2; j++) R[3 * i + j] = A[i + 3 * j]; // columns are axes; the third makes it right-handed
    v3_store(A + 6, v3_cross(v3_load(A), v3_load(A + 3)));
    for (int i = 0; i < 3; i++) R[3 * i + 2] = A[6 + i];
    quat_store(principal, quat_from_matrix(R));
}

static void write_part(writer *w, int link);

static void write_body(writer *w, FILE *out, int i, int depth)
{
    const articulated_link *link = &w->tree->links[i];
    double m[3], p[4];
    quat r = link->orientation;
    principal_axes(link, m, p);
    fprintf(out, "<body pos=\"%.17g %.17g %.17g\" quat=\"%.17g %.17g %.17g %.17g\">\n", link->position.x,
            link->position.y, link->position.z, r.w, r.x, r.y, r.z);
    if (w->tree->floating && i == 0) fprintf(out, "<freejoint/>\n");
    fprintf(out, "<inertial mass=\"%.17g\" pos=\"%.17g %.17g %.17g\" diaginertia=\"%.17g %.17g %.17g\" ", link->mass,
            link->center.x, link->center.y, link->center.z, m[0], m[1], m[2]);
    fprintf(out, "quat=\"%.17g %.17g %.17g %.17g\"/>\n", p[0], p[1], p[2], p[3]);
    for (int j = link->joint_begin; j < link->joint_begin + link->joint_count; j++)
        write_joint(out, &w->tree->joints[j]);
    for (int c = i + 1; c < w->tree->link_count; c++)
    {
        if (w->tree->links[c].parent != i) continue;
        if (depth + 1 < PART_DEPTH) write_body(w, out, c, depth + 1);
        else
        {
            fprintf(out, "<include file=\"part%d.xml\"/>\n", c);
            write_part(w, c);
        }
    }
    fprintf(out, "</body>\n");
}

static void store(writer *w, const char *name, const char *text, size_t size)
{
    if (mj_makeEmptyFileVFS(w->files, name, (int)size) != 0)
    {
        w->failed = true;
        return;
    }
    int at = mj_findFileVFS(w->files, name);
    memcpy(w->files->filedata[at], text, size);
}

static void write_part(writer *w, int link)
{
    char name[40], *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    snprintf(name, sizeof name, "part%d.xml", link);
    fprintf(out, "<mujocoinclude>\n");
    write_body(w, out, link, 0);
    fprintf(out, "</mujocoinclude>\n");
    fclose(out);
    store(w, name, text, size);
    free(text);
}

static void write_model(writer *w, vec3 gravity)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    fprintf(out, "<mujoco><compiler angle=\"radian\" boundmass=\"0\" boundinertia=\"0\"/>\n");
    fprintf(out, "<option gravity=\"%.17g %.17g %.17g\"/><size njmax=\"10\" nconmax=\"10\"/><worldbody>\n", gravity.x,
            gravity.y, gravity.z);
    for (int i = 0; i < w->tree->link_count; i++)
        if (w->tree->links[i].parent < 0) write_body(w, out, i, 0);
    fprintf(out, "</worldbody></mujoco>\n");
    fclose(out);
    store(w, "tree.xml", text, size);
    free(text);
}

mujoco_dynamics *mujoco_dynamics_create(const articulated_tree *tree, vec3 gravity, char *why, int size)
{
    mujoco_dynamics *d = calloc(1, sizeof *d);
    writer w = {tree, malloc(sizeof(mjVFS)), false};
    if (!d || !w.files) abort();
    mj_defaultVFS(w.files);
    write_model(&w, gravity);
    snprintf(why, (size_t)size, "too large for its virtual files");
    if (!w.failed) d->model = mj_loadXML("tree.xml", w.files, why, size);
    mj_deleteVFS(w.files);
    free(w.files);
    if (d->model) d->data = mj_makeData(d->model);
    if (d->data) return d;
    mujoco_dynamics_destroy(d);
    return NULL;
}

void mujoco_dynamics_destroy(mujoco_dynamics *d)
{
    if (!d) return;
    if (d->data) mj_deleteData(d->data);
    if (d->model) mj_deleteModel(d->model);
    free(d);
}

void mujoco_dynamics_forward(mujoco_dynamics *d, const double *q, const double *v)
{
    memcpy(d->data->qpos, q, (size_t)d->model->nq * sizeof *q);
    memcpy(d->data->qvel, v, (size_t)d->model->nv * sizeof *v);
    mj_forward(d->model, d->data);
}

int mujoco_dynamics_v_count(const mujoco_dynamics *d)
{
    return d->model->nv;
}

const double *mujoco_dynamics_acceleration(const mujoco_dynamics *d)
{
    return d->data->qacc;
}

const double *mujoco_dynamics_bias(const mujoco_dynamics *d)
{
    return d->data->qfrc_bias;
}

void mujoco_dynamics_mass(const mujoco_dynamics *d, double *M)
{
    mj_fullM(d->model, M, d->data->qM);
}
