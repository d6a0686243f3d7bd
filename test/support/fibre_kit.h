// Fibres by their kernels alone: one of any kind, its nodes, its steps, its rest.

#ifndef HF_TEST_FIBRE_KIT_H
#define HF_TEST_FIBRE_KIT_H

#include "support/fibre_step.h"
#include "support/harness.h"

#include "bodies/fibre/fibre.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double kit_pi = 3.14159265358979323846;

typedef struct fibre_kit
{
    fibre f;
    fibre_root root;
    double *q, *v, *scratch;
    double fit;
} fibre_kit;

/// A round rod along z, of E I = 1e-3 N m² unless the test says otherwise.
static inline hf_fibre_def kit_def(hf_fibre_kind kind, int elements)
{
    hf_fibre_def def = {.kind = kind,
                        .length = 1,
                        .section = {1e-3, 1e-3},
                        .density = 1000,
                        .young = 1e9,
                        .poisson = 0.5,
                        .gravity_scale = 1,
                        .element_count = elements,
                        .twist_count = elements,
                        .segment_count = kind == HF_FIBRE_SUPERHELIX ? 4 * elements : elements};
    return def;
}

static inline fibre_root kit_root(vec3 x, vec3 t, vec3 d1)
{
    vec3 d2 = v3_cross(t, d1);
    const double R[9] = {d1.x, d2.x, t.x, d1.y, d2.y, t.y, d1.z, d2.z, t.z};
    return (fibre_root){.x = x, .q = quat_from_matrix(R)};
}

/// In its natural shape, or that of a curve, at rest.
static inline fibre_kit kit_create(const hf_fibre_def *def, bool floating, fibre_root root)
{
    fibre_kit k = {.root = root};
    hf_error error;
    CHECK(fibre_create(def, floating, &k.f, &error) == HF_STATUS_OK);
    k.q = calloc((size_t)k.f.q_count + 1, sizeof(double));
    k.v = calloc((size_t)k.f.v_count + 1, sizeof(double));
    k.scratch = calloc(k.f.scratch_size + 1, sizeof(double));
    CHECK(k.q && k.v && k.scratch);
    CHECK(k.f.kernel->start(&k.f, def->point_count, def->points, &k.root, k.q, &k.fit, &error) == HF_STATUS_OK);
    return k;
}

static inline void kit_destroy(fibre_kit *k)
{
    free(k->q);
    free(k->v);
    free(k->scratch);
    fibre_destroy(&k->f);
}

static inline void kit_nodes(const fibre_kit *k, vec3 *x, quat *turn)
{
    k->f.kernel->pose(&k->f, k->q, &k->root, k->scratch);
    k->f.kernel->nodes(&k->f, k->scratch, x, turn);
}

static inline vec3 kit_tip(const fibre_kit *k)
{
    vec3 x[1001];
    CHECK(k->f.segment_count <= 1000);
    kit_nodes(k, x, NULL);
    return x[k->f.segment_count];
}

typedef struct kit_energy
{
    double kinetic, weight, elastic, sum;
} kit_energy;

static inline kit_energy kit_energy_of(const fibre_kit *k, vec3 gravity)
{
    kit_energy e;
    k->f.kernel->pose(&k->f, k->q, &k->root, k->scratch);
    k->f.kernel->energy(&k->f, k->scratch, k->q, &k->root, k->v, gravity, &e.kinetic, &e.weight, &e.elastic);
    e.sum = e.kinetic + e.weight + e.elastic;
    return e;
}

static inline void kit_step(fibre_kit *k, double h, double theta, double epsilon, vec3 gravity)
{
    CHECK(fibre_step(&k->f, k->scratch, &k->root, h, theta, epsilon, gravity, k->q, k->v));
}

#endif
