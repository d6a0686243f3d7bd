// The linear systems of Newton's methods: each against the equations themselves, the three implementations against each
// other, borders, singular systems, patterns that change, failing memory.

#include "support/harness.h"

#include "base/arena.h"
#include "base/random.h"
#include "solve/newton/proximal.h"
#include "solve/system/body_factors.h"

#include <holdfast/generate.h>
#include <holdfast/holdfast.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

static hf_generated mixed(int contacts, unsigned seed, int dimension, double redundancy, bool factored)
{
    hf_random_options o = hf_random_options_default();
    o.contact_count = contacts;
    o.seed = seed;
    o.dimension = dimension;
    o.redundancy = redundancy;
    o.factored = factored;
    o.unilateral_count = contacts / 5;
    o.bilateral_count = contacts / 5;
    o.box_count = contacts / 5;
    hf_generated made;
    CHECK(hf_generate_random(&o, &made, NULL) == HF_STATUS_OK);
    return made;
}

static hf_generated pile(hf_pile_shape shape, int contacts)
{
    hf_pile_options o = hf_pile_options_default();
    o.shape = shape;
    o.contact_count = contacts;
    o.factored = true;
    hf_generated made;
    CHECK(hf_generate_pile(&o, &made, NULL) == HF_STATUS_OK);
    return made;
}

static void *take(size_t count, size_t size)
{
    void *memory = calloc(count + 1, size);
    CHECK(memory);
    return memory;
}

/// A problem at a state in which blocks of all kinds are free, fixed and sliding.
typedef struct fixture
{
    const hf_problem *problem;
    double *weight, *r, *u, *dr;
    block_move *moves;
    hf_workspace *workspace;
    work_meter work;
} fixture;

static fixture fixture_make(const hf_problem *p, const double *near, unsigned seed)
{
    size_t n = (size_t)p->dimension, blocks = (size_t)p->block_count;
    random_state random = random_seed(seed);
    fixture f = {.problem = p,
                 .weight = take(blocks, sizeof(double)),
                 .r = take(n, sizeof(double)),
                 .u = take(n, sizeof(double)),
                 .dr = take(n, sizeof(double)),
                 .moves = take(blocks, sizeof(block_move))};
    CHECK(hf_workspace_create(&f.workspace, NULL) == HF_STATUS_OK);
    f.work = work_unlimited(f.workspace);
    for (size_t k = 0; k < n; k++) f.r[k] = near ? 0.9 * near[k] : 0.01 * random_normal(&random);
    for (int i = 0; !near && i < p->block_count; i++) f.r[p->offset[i]] = fabs(f.r[p->offset[i]]);
    CHECK(hf_problem_velocity(p, f.r, f.u, NULL, NULL) == HF_STATUS_OK);
    for (int i = 0; i < p->block_count; i++)
    {
        f.weight[i] = 1.0 + 0.1 * (i % 7);
        (void)proximal_law(p, i, 1.0 / f.weight[i], f.r + p->offset[i], f.u + p->offset[i], &f.moves[i]);
    }
    return f;
}

static void fixture_free(fixture *f)
{
    hf_workspace_destroy(f->workspace);
    free(f->weight);
    free(f->r);
    free(f->u);
    free(f->dr);
    free(f->moves);
}

// ---- the equations ----

/// The residual of the Newton equations themselves: for each block Yᵀ ((W + εD) δr) + stiffness y = target and δr =
/// fixed + Z y.
static double newton_defect(const hf_problem *p, const block_move *moves, double epsilon, const double *weight,
                            const double *dr)
{
    double worst = 0.0, *du = calloc((size_t)p->dimension, sizeof *du);
    CHECK(du);
    CHECK(hf_problem_velocity(p, dr, du, NULL, NULL) == HF_STATUS_OK);
    for (int i = 0; i < p->block_count; i++)
    {
        const block_move *m = &moves[i];
        double y[3] = {0};
        for (int a = 0; a < p->size[i]; a++)
        {
            int row = p->offset[i] + a;
            du[row] += epsilon * weight[i] * dr[row] - p->b[row];
            for (int k = 0; k < m->free;
                 k++) // columns of Z are orthogonal; the first has length √(1 + mu²) where it carries friction
            {
                double square = 0.0;
                for (int c = 0; c < p->size[i]; c++) square += m->Z[c * m->free + k] * m->Z[c * m->free + k];
                y[k] += m->Z[a * m->free + k] * (dr[row] - m->fixed[a]) / square;
            }
        }
        for (int k = 0; k < m->free; k++)
        {
            double defect = m->stiffness[k] * y[k] - m->target[k];
            for (int a = 0; a < p->size[i]; a++) defect += m->Y[a * m->free + k] * du[p->offset[i] + a];
            worst = fmax(worst, fabs(defect));
        }
    }
    free(du);
    return worst;
}

static void check_system(int contacts, double redundancy, bool factored)
{
    hf_generated made = mixed(contacts, 5, 3, redundancy, factored);
    fixture f = fixture_make(made.problem, made.r, 1);
    newton_system *system = newton_system_create(made.problem, &f.work, f.workspace);
    bool solved;
    CHECK(newton_system_solve(system, f.moves, 1e-3, f.weight, f.dr, &solved, NULL) == HF_STATUS_OK && solved);
    CHECK(newton_defect(made.problem, f.moves, 1e-3, f.weight, f.dr) < 1e-9);
    newton_system_release(system);
    fixture_free(&f);
    hf_generated_destroy(&made);
}

TEST(the_dense_system_solves_the_newton_equations)
{
    check_system(12, 1.5, false); // W is one dense matrix
    check_system(12, 1.5, true);
    check_system(60, 1.5, false); // by blocks
}

TEST(so_does_the_sparse_one)
{
    check_system(300, 0.8, false); // far more than dense rows, and sparse
}

TEST(and_the_one_over_the_bodies)
{
    check_system(60, 1.5, true);
}

// ---- three ways, one answer ----

/// A system of each kind for a factored problem; `assembled` is the same problem.
static newton_system *make(int kind, const hf_problem *factored, const hf_problem *assembled, work_meter *work,
                           hf_workspace *w)
{
    if (kind == 0) return newton_system_of(&dense_system, dense_system_create(factored, w), factored, work, w);
    if (kind == 1) return newton_system_of(&body_system, body_system_create(factored, w), factored, work, w);
    return newton_system_create_contacts(assembled, assembled->W.values, work, w);
}

static double distance(const double *x, const double *y, int n)
{
    double difference = 0.0, size = 0.0;
    for (int k = 0; k < n; k++)
    {
        difference = fmax(difference, fabs(x[k] - y[k]));
        size = fmax(size, fabs(y[k]));
    }
    return difference / size;
}

static void check_equal(hf_generated *made, unsigned seed)
{
    const hf_problem *p = made->problem;
    hf_problem *assembled;
    CHECK(hf_problem_assemble(p, &assembled, NULL) == HF_STATUS_OK);
    fixture f = fixture_make(p, made->r, seed);
    double *steps[3];
    for (int kind = 0; kind < 3; kind++)
    {
        arena_mark mark = arena_begin(f.workspace);
        newton_system *system = make(kind, p, assembled, &f.work, f.workspace);
        bool solved;
        steps[kind] = take((size_t)p->dimension, sizeof(double));
        CHECK(system);
        CHECK(newton_system_solve(system, f.moves, 1e-2, f.weight, steps[kind], &solved, NULL) == HF_STATUS_OK);
        CHECK(solved);
        newton_system_velocity(system, f.r, f.dr);
        CHECK(distance(f.dr, f.u, p->dimension) < 1e-12);
        newton_system_release(system);
        arena_end(f.workspace, mark);
    }
    CHECK(distance(steps[1], steps[0], p->dimension) < 1e-10);
    CHECK(distance(steps[2], steps[0], p->dimension) < 1e-10);
    for (int kind = 0; kind < 3; kind++) free(steps[kind]);
    fixture_free(&f);
    hf_problem_destroy(assembled);
    hf_generated_destroy(made);
}

TEST(dense_contacts_and_bodies_are_equal)
{
    for (unsigned seed = 1; seed <= 20; seed++)
    {
        hf_generated made = mixed(4 + 3 * (int)seed, seed, 2 + (int)seed % 2, 0.5 + 0.1 * (double)seed, true);
        check_equal(&made, seed);
    }
}

TEST(so_they_are_on_piles_of_bodies)
{
    for (unsigned seed = 1; seed <= 5; seed++)
    {
        hf_generated spheres = pile(HF_PILE_SPHERES, 40 * (int)seed), bricks = pile(HF_PILE_BRICKS, 40 * (int)seed);
        check_equal(&spheres, seed);
        check_equal(&bricks, seed);
    }
}

// ---- blocks, fronts, nested dissection ----

/// x ◄ A⁻¹ z by factors of each kind.
static void check_kinds(hf_generated *made, unsigned seed)
{
    const hf_problem *p = made->problem;
    fixture f = fixture_make(p, NULL, seed);
    int dofs = p->rows.dof_count, *first = take((size_t)p->block_count + 1, sizeof *first);
    double *T = take((size_t)p->dimension, sizeof *T), *x[BODY_LU_DISSECTED + 1];
    for (int i = 0; i < p->block_count; i++)
    {
        first[i + 1] = first[i] + f.moves[i].free;
        for (int k = 0; k < f.moves[i].free; k++) T[first[i] + k] = 1e-3 * f.weight[i] + f.moves[i].stiffness[k];
    }
    system_unknowns unknowns = {.moves = f.moves, .first = first, .count = first[p->block_count], .work = &f.work};
    body_lu *lu;
    CHECK(body_lu_create(p, f.workspace, &lu) && lu);
    for (int kind = 0; kind <= BODY_LU_DISSECTED; kind++)
    {
        bool regular;
        x[kind] = take((size_t)dofs, sizeof(double));
        for (int k = 0; k < dofs; k++) x[kind][k] = sin(k);
        body_lu_prefer(lu, (body_lu_kind)kind);
        for (int again = 0; again < 2; again++) // the second time the pattern is known
            CHECK(body_lu_factor(lu, &unknowns, T, &regular, NULL) == HF_STATUS_OK && regular);
        CHECK(body_lu_describe(lu).fronts == (kind >= BODY_LU_FRONTS)); // these are small: blocks are chosen
        body_lu_solve(lu, x[kind]);
        CHECK(distance(x[kind], x[0], dofs) < 1e-9);
    }
    body_lu_release(lu);
    for (int kind = 0; kind <= BODY_LU_DISSECTED; kind++) free(x[kind]);
    free(T);
    free(first);
    fixture_free(&f);
    hf_generated_destroy(made);
}

TEST(blocks_and_fronts_are_equal_in_any_order)
{
    for (unsigned seed = 1; seed <= 4; seed++)
    {
        hf_generated spheres = pile(HF_PILE_SPHERES, 150 * (int)seed), bricks = pile(HF_PILE_BRICKS, 150 * (int)seed);
        check_kinds(&spheres, seed);
        check_kinds(&bricks, seed);
    }
}

TEST(a_large_pile_goes_to_fronts)
{
    hf_generated made = pile(HF_PILE_SPHERES, 6000);
    const hf_problem *p = made.problem;
    fixture f = fixture_make(p, NULL, 1);
    for (int i = 0; i < p->block_count; i++) // all stick, as bodies that press on each other
    {
        f.r[p->offset[i]] = 1.0;
        memset(f.u + p->offset[i], 0, (size_t)p->size[i] * sizeof *f.u);
        (void)proximal_law(p, i, 1.0, f.r + p->offset[i], f.u + p->offset[i], &f.moves[i]);
        f.moves[i].target[0] = 1.0;
    }
    newton_system *system = newton_system_create(p, &f.work, f.workspace);
    bool solved;
    CHECK(newton_system_solve(system, f.moves, 1e-3, f.weight, f.dr, &solved, NULL) == HF_STATUS_OK && solved);
    CHECK(newton_defect(p, f.moves, 1e-3, f.weight, f.dr) < 1e-7);
    newton_system_release(system);
    fixture_free(&f);
    hf_generated_destroy(&made);
}

// ---- factors that serve again ----

TEST(factors_follow_blocks_that_come_and_go)
{
    hf_generated made = pile(HF_PILE_BRICKS, 120);
    const hf_problem *p = made.problem;
    hf_problem *assembled;
    CHECK(hf_problem_assemble(p, &assembled, NULL) == HF_STATUS_OK);
    fixture f = fixture_make(p, NULL, 3);
    double *fresh = take((size_t)p->dimension, sizeof *fresh);
    for (int kind = 0; kind < 3; kind++)
    {
        arena_mark mark = arena_begin(f.workspace);
        newton_system *system = make(kind, p, assembled, &f.work, f.workspace);
        for (int round = 0; round < 6; round++)
        {
            bool solved;
            for (int i = 0; i < p->block_count; i++) // every third block opens, others close; twice the same
            {
                f.r[p->offset[i]] = (i + round / 2) % 3 == 0 ? -1.0 : 1.0;
                (void)proximal_law(p, i, 1e-3, f.r + p->offset[i], f.u + p->offset[i], &f.moves[i]);
            }
            hf_workspace *apart;
            CHECK(hf_workspace_create(&apart, NULL) == HF_STATUS_OK);
            newton_system *other = make(kind, p, assembled, &f.work, apart);
            CHECK(newton_system_solve(other, f.moves, 1e-2, f.weight, fresh, &solved, NULL) == HF_STATUS_OK && solved);
            CHECK(newton_system_solve(system, f.moves, 1e-2, f.weight, f.dr, &solved, NULL) == HF_STATUS_OK && solved);
            CHECK(distance(f.dr, fresh, p->dimension) < 1e-10);
            hf_workspace_destroy(apart);
        }
        newton_system_release(system);
        arena_end(f.workspace, mark);
    }
    free(fresh);
    fixture_free(&f);
    hf_problem_destroy(assembled);
    hf_generated_destroy(&made);
}

TEST(factors_serve_several_right_hand_sides)
{
    hf_generated made = mixed(15, 7, 3, 1.2, true);
    fixture f = fixture_make(made.problem, made.r, 1);
    newton_system *system = newton_system_create(made.problem, &f.work, f.workspace);
    bool regular, solved;
    CHECK(newton_system_factor(system, f.moves, 1e-3, f.weight, &regular, NULL) == HF_STATUS_OK && regular);
    for (int round = 0; round < 3; round++)
    {
        for (int i = 0; i < made.problem->block_count; i++)
            for (int k = 0; k < f.moves[i].free; k++) f.moves[i].target[k] += 0.1 * round;
        CHECK(newton_system_step(system, f.moves, f.dr, &solved, NULL) == HF_STATUS_OK && solved);
        CHECK(newton_defect(made.problem, f.moves, 1e-3, f.weight, f.dr) < 1e-9);
    }
    newton_system_release(system);
    fixture_free(&f);
    hf_generated_destroy(&made);
}

// ---- borders ----

TEST(bordered_systems_hold_their_last_row_as_well)
{
    hf_generated made = mixed(25, 9, 3, 1.2, false);
    const hf_problem *p = made.problem;
    fixture f = fixture_make(p, made.r, 1);
    for (int i = 0; i < p->block_count; i++) f.weight[i] = 1.0, memset(f.moves[i].fixed, 0, sizeof f.moves[i].fixed);
    newton_system *system = newton_system_create_contacts(p, p->W.values, &f.work, f.workspace);
    const int *first = newton_system_number(system, f.moves);
    int n = first[p->block_count];
    double *y = take((size_t)n + 1, sizeof *y), *row = take((size_t)n + 1, sizeof *row), sum = 0.0;
    double *along = take((size_t)p->dimension, sizeof *along);
    random_state random = random_seed(2);
    for (int k = 0; k <= n; k++) row[k] = random_normal(&random);
    for (int k = 0; k < p->dimension; k++) along[k] = random_normal(&random);
    for (int i = 0; i < p->block_count; i++)
        for (int k = 0; k < f.moves[i].free; k++) y[first[i] + k] = f.moves[i].target[k];
    y[n] = 0.7;
    bool regular;
    CHECK(newton_system_bordered(system, f.moves, 1e-3, along, row, y, &regular, NULL) == HF_STATUS_OK && regular);
    for (int k = 0; k <= n; k++) sum += row[k] * y[k];
    CHECK_NEAR(sum, 0.7, 1e-9);
    for (int i = 0; i < p->block_count; i++) // what remains is the plain system with the last unknown's part taken off
        for (int k = 0; k < f.moves[i].free; k++)
            for (int a = 0; a < p->size[i]; a++)
            {
                f.moves[i].target[k] -= f.moves[i].Y[a * f.moves[i].free + k] * along[p->offset[i] + a] * y[n];
                f.dr[p->offset[i] + a] += f.moves[i].Z[a * f.moves[i].free + k] * y[first[i] + k];
            }
    CHECK(newton_defect(p, f.moves, 1e-3, f.weight, f.dr) < 1e-9);
    newton_system_release(system);
    free(y);
    free(row);
    free(along);
    fixture_free(&f);
    hf_generated_destroy(&made);
}

// ---- faults ----

TEST(steps_that_are_not_finite_are_told)
{
    hf_generated made = mixed(12, 3, 3, 3.0, true); // redundant: K is singular where all stick and nothing is added
    const hf_problem *p = made.problem;
    hf_problem *assembled;
    CHECK(hf_problem_assemble(p, &assembled, NULL) == HF_STATUS_OK);
    fixture f = fixture_make(p, made.r, 1);
    for (int i = 0; i < p->block_count; i++)
    {
        f.moves[i] = (block_move){.free = p->size[i], .target = {NAN, 1.0, 1.0}};
        for (int k = 0; k < p->size[i]; k++)
            f.moves[i].Z[k * (p->size[i] + 1)] = f.moves[i].Y[k * (p->size[i] + 1)] = 1.0;
    }
    for (int kind = 0; kind < 3; kind++)
    {
        arena_mark mark = arena_begin(f.workspace);
        newton_system *system = make(kind, p, assembled, &f.work, f.workspace);
        bool solved = true;
        CHECK(newton_system_solve(system, f.moves, 0.0, f.weight, f.dr, &solved, NULL) == HF_STATUS_OK);
        CHECK(!solved);
        newton_system_release(system);
        arena_end(f.workspace, mark);
    }
    fixture_free(&f);
    hf_problem_destroy(assembled);
    hf_generated_destroy(&made);
}

TEST(zero_matrices_are_singular)
{
    hf_generated made = mixed(12, 3, 3, 1.0, true);
    const hf_problem *p = made.problem;
    fixture f = fixture_make(p, made.r, 1);
    memset(p->rows.H, 0, p->rows.at[p->block_count] * sizeof *p->rows.H);
    memset(p->rows.G, 0, p->rows.at[p->block_count] * sizeof *p->rows.G);
    hf_problem *assembled;
    CHECK(hf_problem_assemble(p, &assembled, NULL) == HF_STATUS_OK);
    for (int i = 0; i < p->block_count; i++) memset(f.moves[i].stiffness, 0, sizeof f.moves[i].stiffness);
    for (int kind = 0; kind < 3; kind++)
    {
        arena_mark mark = arena_begin(f.workspace);
        newton_system *system = make(kind, p, assembled, &f.work, f.workspace);
        bool regular = true;
        CHECK(newton_system_factor(system, f.moves, 0.0, f.weight, &regular, NULL) == HF_STATUS_OK && !regular);
        CHECK(newton_system_factor(system, f.moves, 1.0, f.weight, &regular, NULL) == HF_STATUS_OK && regular);
        newton_system_release(system);
        arena_end(f.workspace, mark);
    }
    fixture_free(&f);
    hf_problem_destroy(assembled);
    hf_generated_destroy(&made);
}

TEST(fronts_survive_failing_memory)
{
    hf_generated made = pile(HF_PILE_SPHERES, 200);
    const hf_problem *p = made.problem;
    fixture f = fixture_make(p, NULL, 4);
    int *first = take((size_t)p->block_count + 1, sizeof *first);
    double *T = take((size_t)p->dimension, sizeof *T);
    for (int k = 0; k < p->dimension; k++) T[k] = 1.0;
    for (int i = 0; i < p->block_count; i++) first[i + 1] = first[i] + f.moves[i].free;
    system_unknowns unknowns = {.moves = f.moves, .first = first, .count = first[p->block_count], .work = &f.work};
    for (long k = 0;; k++)
    {
        hf_workspace *workspace = NULL;
        body_lu *lu = NULL;
        bool regular;
        fail_allocation(k);
        hf_status status = hf_workspace_create(&workspace, NULL);
        if (status == HF_STATUS_OK && !body_lu_create(p, workspace, &lu)) status = HF_STATUS_NO_MEMORY;
        if (status == HF_STATUS_OK)
        {
            body_lu_prefer(lu, BODY_LU_DISSECTED);
            status = body_lu_factor(lu, &unknowns, T, &regular, NULL);
        }
        bool failed = k < fail_allocation_count();
        fail_allocation(-1);
        CHECK(status == (failed ? HF_STATUS_NO_MEMORY : HF_STATUS_OK));
        hf_workspace_destroy(workspace);
        if (!failed) break;
    }
    free(T);
    free(first);
    fixture_free(&f);
    hf_generated_destroy(&made);
}

static void check_memory(const hf_problem *p, const hf_problem *assembled, int kind)
{
    fixture f = fixture_make(p, NULL, 4);
    for (long k = 0;; k++)
    {
        hf_workspace *workspace = NULL;
        bool solved;
        fail_allocation(k);
        hf_status status = hf_workspace_create(&workspace, NULL);
        newton_system *system = status == HF_STATUS_OK ? make(kind, p, assembled, &f.work, workspace) : NULL;
        status =
            system ? newton_system_solve(system, f.moves, 1e-2, f.weight, f.dr, &solved, NULL) : HF_STATUS_NO_MEMORY;
        bool failed = k < fail_allocation_count();
        fail_allocation(-1);
        CHECK(status == (failed ? HF_STATUS_NO_MEMORY : HF_STATUS_OK));
        if (system) newton_system_release(system);
        hf_workspace_destroy(workspace);
        if (!failed) break;
    }
    fixture_free(&f);
}

TEST(survives_failing_memory)
{
    hf_generated random = mixed(60, 2, 3, 1.0, true), bricks = pile(HF_PILE_BRICKS, 200);
    hf_generated *all[] = {&random, &bricks};
    for (int k = 0; k < 2; k++)
    {
        hf_problem *assembled;
        CHECK(hf_problem_assemble(all[k]->problem, &assembled, NULL) == HF_STATUS_OK);
        for (int kind = 0; kind < 3; kind++) check_memory(all[k]->problem, assembled, kind);
        hf_problem_destroy(assembled);
        hf_generated_destroy(all[k]);
    }
}
