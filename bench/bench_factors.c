// Factors of Newton systems over the bodies: by blocks of 6 × 6, in fronts by least degree, in fronts by nested dissection,
// and what the library chooses.
//   bench_factors [--seeds N] [--spheres N] [--scene SCENE] packings of spheres of each seed, and a scene, box_wall
//   unless told otherwise
//
// A packing is the built-in scene sphere_pile, dropped from close above and solved loosely until it has come together.
// The system is that of proximal Newton at the answer of its last step, ε = 1e-6. Times are those of the processor: the
// analysis with the first factors, and the factors alone, the least of three. `left` is what a solve without refinement
// leaves of a random right-hand side.

#include "bench.h"

#include "base/arena.h"
#include "base/random.h"
#include "problem/bodies.h"
#include "solve/newton/proximal.h"
#include "solve/system/body_factors.h"

#include <holdfast/holdfast.h>
#include <holdfast/scene.h>
#include <holdfast/world.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double EPSILON = 1e-6;

/// A world after `steps` loose steps.
static hf_status settle(const char *scene, unsigned seed, int steps, hf_world **world, hf_model **model,
                        hf_error *error)
{
    hf_builder *builder = NULL;
    hf_status status = hf_scene_open(scene, seed, NULL, NULL, &builder, error);
    if (status == HF_STATUS_OK)
    {
        hf_settings settings = hf_builder_settings(builder);
        settings.step.timestep = 0.01;
        settings.solver.tolerance = 1e-2;
        snprintf(settings.solver.name, sizeof settings.solver.name, "hybrid");
        status = hf_builder_set(builder, &settings, error);
    }
    if (status == HF_STATUS_OK) status = hf_model_build(builder, model, error);
    if (status == HF_STATUS_OK) status = hf_world_create(*model, world, error);
    for (int k = 0; k < steps && status == HF_STATUS_OK; k++) status = hf_world_step(*world, 0.0, NULL, error);
    hf_builder_destroy(builder);
    return status;
}

typedef struct newton
{
    const hf_problem *problem;
    system_unknowns unknowns;
    work_meter work;
    block_move *moves;
    int *first;
    double *weight, *T;
} newton;

/// The system at r, or with all contacts in it, as interior points have it. False if memory is short.
static bool newton_begin(newton *n, const hf_problem *p, const double *r, bool all, hf_workspace *w)
{
    double *u = ARENA_ARRAY(w, double, p->dimension);
    *n = (newton){.problem = p,
                  .moves = ARENA_ARRAY(w, block_move, p->block_count),
                  .first = ARENA_ARRAY(w, int, p->block_count + 1),
                  .weight = ARENA_ARRAY(w, double, p->block_count),
                  .T = ARENA_ARRAY(w, double, p->dimension)};
    if (!u || !n->moves || !n->first || !n->weight || !n->T) return false;
    if (hf_problem_velocity(p, r, u, NULL, NULL) != HF_STATUS_OK) return false;
    problem_weights(p, n->weight);
    n->first[0] = 0;
    for (int i = 0; i < p->block_count; i++)
    {
        for (int k = 0; all && k < p->size[i]; k++) u[p->offset[i] + k] = k == 0 ? -1.0 : 0.0;
        (void)proximal_law(p, i, 1.0 / n->weight[i], r + p->offset[i], u + p->offset[i], &n->moves[i]);
        n->first[i + 1] = n->first[i] + n->moves[i].free;
        for (int k = 0; k < n->moves[i].free; k++)
            n->T[n->first[i] + k] = EPSILON * n->weight[i] + n->moves[i].stiffness[k];
    }
    n->unknowns = (system_unknowns){.moves = n->moves,
                                    .first = n->first,
                                    .count = n->first[p->block_count],
                                    .epsilon = EPSILON,
                                    .weight = n->weight,
                                    .work = &n->work};
    n->work = work_unlimited(w);
    return true;
}

/// ‖z - A x‖ / ‖z‖.
static double left_of(const newton *n, const double *x, const double *z, double *Ax)
{
    const hf_problem *p = n->problem;
    double rest = 0.0, size = 0.0;
    memcpy(Ax, x, (size_t)p->rows.dof_count * sizeof *x);
    for (int i = 0; i < p->block_count; i++)
    {
        const block_move *move = &n->moves[i];
        double u[BLOCK_SIZE_MAX], y[BLOCK_SIZE_MAX] = {0.0};
        body_gather(p, i, x, u);
        for (int k = 0; k < move->free; k++) // Z T⁻¹ Yᵀ u
        {
            double q = 0.0;
            for (int a = 0; a < p->size[i]; a++) q += move->Y[a * move->free + k] * u[a];
            for (int a = 0; a < p->size[i]; a++) y[a] += move->Z[a * move->free + k] * q / n->T[n->first[i] + k];
        }
        body_scatter(p, i, y, Ax);
    }
    for (int k = 0; k < p->rows.dof_count; k++)
    {
        rest += (z[k] - Ax[k]) * (z[k] - Ax[k]);
        size += z[k] * z[k];
    }
    return sqrt(rest / size);
}

/// One row of the table.
static bool measure(const newton *n, body_lu_kind kind, hf_workspace *w, const char *name, hf_error *error)
{
    arena_mark mark = arena_begin(w);
    int dofs = n->problem->rows.dof_count;
    double *x = ARENA_ARRAY(w, double, dofs), *z = ARENA_ARRAY(w, double, dofs), *s = ARENA_ARRAY(w, double, dofs);
    random_state random = random_seed(1);
    for (int k = 0; k < dofs; k++) x[k] = z[k] = random_normal(&random);
    body_lu *lu;
    bool regular = false;
    if (!body_lu_create(n->problem, w, &lu) || !lu) return false;
    body_lu_prefer(lu, kind);
    double begun = bench_processor(), least = INFINITY;
    hf_status status = body_lu_factor(lu, &n->unknowns, n->T, &regular, error);
    double first = bench_processor() - begun;
    for (int k = 0; k < 3 && status == HF_STATUS_OK && regular; k++)
    {
        begun = bench_processor();
        status = body_lu_factor(lu, &n->unknowns, n->T, &regular, error);
        least = fmin(least, bench_processor() - begun);
    }
    if (status == HF_STATUS_OK && regular)
    {
        body_lu_facts facts = body_lu_describe(lu);
        body_lu_solve(lu, x);
        printf("  %-22s %10.1f %10.1f %10.2f %12.3f %10.1e  %s\n", name, 1e3 * first, 1e3 * least, 1e-6 * facts.fill,
               1e-9 * facts.cost, left_of(n, x, z, s), facts.fronts ? "fronts" : "blocks");
    }
    else printf("  %-22s %s\n", name, status == HF_STATUS_OK ? "singular" : error->message);
    body_lu_release(lu);
    arena_end(w, mark);
    return status == HF_STATUS_OK || status == HF_STATUS_UNSUPPORTED;
}

static bool table(const char *scene, unsigned seed, const hf_problem *p, const double *r, bool all, hf_workspace *w)
{
    static const char *const names[] = {"chosen", "blocks of 6 x 6", "fronts, least degree", "fronts, dissected"};
    hf_error error = {0};
    newton n;
    arena_mark mark = arena_begin(w);
    bool good = newton_begin(&n, p, r, all, w);
    printf("\n%s, seed %u: %d bodies, %d contacts, %d unknowns%s\n", scene, seed, p->rows.dof_count / 6,
           p->contact_count, n.unknowns.count, all ? " (all contacts)" : "");
    printf("  %-22s %10s %10s %10s %12s %10s\n", "", "first [ms]", "again [ms]", "fill [1e6]", "cost [1e9]", "left");
    for (int kind = 0; kind <= BODY_LU_DISSECTED && good; kind++)
        good = measure(&n, (body_lu_kind)kind, w, names[kind], &error);
    arena_end(w, mark);
    return good;
}

static bool compare(const char *scene, unsigned seed, int steps)
{
    hf_error error = {0};
    hf_world *world = NULL;
    hf_model *model = NULL;
    hf_workspace *w = NULL;
    const double *r;
    bool good = settle(scene, seed, steps, &world, &model, &error) == HF_STATUS_OK &&
                hf_workspace_create(&w, &error) == HF_STATUS_OK;
    const hf_problem *p = good ? hf_world_problem(world, &r) : NULL;
    if (p && p->factored) good = table(scene, seed, p, r, false, w) && table(scene, seed, p, r, true, w);
    else printf("\n%s, seed %u: %s\n", scene, seed, error.message);
    hf_workspace_destroy(w);
    hf_world_destroy(world);
    hf_model_destroy(model);
    return good;
}

int main(int argc, char **argv)
{
    int seeds = 5, spheres = 5000;
    const char *scene_name = "box_wall";
    for (int k = 1; k + 1 < argc; k += 2)
        if (strcmp(argv[k], "--seeds") == 0) seeds = atoi(argv[k + 1]);
        else if (strcmp(argv[k], "--spheres") == 0) spheres = atoi(argv[k + 1]);
        else if (strcmp(argv[k], "--scene") == 0) scene_name = argv[k + 1];
    setvbuf(stdout, NULL, _IOLBF, 0);
    bench_print_machine();
    bool good = compare(scene_name, 1, 2);
    for (unsigned seed = 1; (int)seed <= seeds; seed++)
    {
        char scene[64];
        snprintf(scene, sizeof scene, "sphere_pile:n=%d,spacing=2.1", spheres);
        good &= compare(scene, seed, 25);
    }
    return good ? 0 : 1;
}
