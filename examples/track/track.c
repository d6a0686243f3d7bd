// Motions through contacts that nobody has planned: iLQR (Li and Todorov 2004) with the exact derivatives of steps.
//   cc track.c $(pkg-config --cflags --libs holdfast) -lm -o track
//   track FOLDER NAME [CONTROLS.csv]      FOLDER: examples/track; NAME: one of `problems`, below
//
// A scene has two keyframes: where it begins, with the controls of the first guess, and where it shall come to. Which
// contacts touch, stick or slide, and when, is found by the steps; derivatives are those of what was found. Exit code 0:
// it comes there.

#include <holdfast/derivative.h>
#include <holdfast/holdfast.h>
#include <holdfast/tangent.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static hf_error error;

static void check(hf_status status)
{
    if (status == HF_STATUS_OK) return;
    fprintf(stderr, "%s\n", error.message);
    exit(1);
}

static double *numbers(int count)
{
    double *out = calloc((size_t)count + 1, sizeof *out);
    if (!out) exit(1);
    return out;
}

enum
{
    MOST = 32 // coordinates
};

/// What counts. Weights and bounds of coordinates and velocities beyond the last that is named are 0.
typedef struct problem
{
    const char *name;
    int steps, horizon, stride, rounds; // of `horizon` steps that are planned, in so many rounds, `stride` are made
    double place[MOST], speed[MOST];    // weights at the end, of tangents of q and of v
    double way, effort;                 // what part of these counts all along; weight of controls
    double reach[MOST];                 // how far from the goal the end may be; 0: as far as it likes
} problem;

static const problem problems[] = {
    {.name = "pusher",
     .steps = 150,
     .horizon = 150,
     .stride = 150,
     .rounds = 100,
     .place = {100, 100, 0, 20},
     .speed = {1, 1, 0, 1, 0.1, 0.1},
     .way = 0.002,
     .effort = 1e-4,
     .reach = {0.01, 0.01, 0, 0.05}},
    {.name = "peg",
     .steps = 150,
     .horizon = 150,
     .stride = 150,
     .rounds = 200,
     .place = {1000, 1000, 10},
     .speed = {1, 1, 0.1},
     .way = 0.005,
     .effort = 1e-4,
     .reach = {0.001, 0.002, 0.03}},
    {.name = "quadruped",
     .steps = 150,
     .horizon = 40,
     .stride = 5,
     .rounds = 20,
     .place = {100, 100, 400, 100, 100, 100, 1, 1, 1, 1, 1, 1, 1, 1},
     .speed = {1, 1, 1, 1, 1, 1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1},
     .way = 0.02,
     .effort = 1e-4,
     .reach = {0.03, 0.03, 0.01, 0.05, 0.05, 0.05}},
};

/// A row of x for each state, of u for each step.
typedef struct plan
{
    double *q, *v, *u, cost;
} plan;

typedef struct task
{
    const hf_model *model;
    hf_world *world;
    int steps, q, v, x, u; // numbers of each
    const problem *of;
    double *goal;          // q
    double *A, *B, *k, *K; // of each step: x x, x u, u, u x
    double *Vx, *Vxx, *Qx, *Qu, *Qxx, *Quu, *Qux, *T;
    void *start;
    size_t start_size;
} task;

// ---- small matrices, row by row ----

/// C (m × n) += Aᵀ B, A: k × m, B: k × n.
static void add_product(int m, int n, int k, const double *A, const double *B, double *C)
{
    for (int l = 0; l < k; l++)
        for (int i = 0; i < m; i++)
            for (int j = 0; j < n && A[l * m + i] != 0.0; j++) C[i * n + j] += A[l * m + i] * B[l * n + j];
}

/// A (n × n) ◄ its Cholesky factor. False: it is not positive definite.
static int factor(int n, double *A)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++)
        {
            double sum = A[i * n + j];
            for (int k = 0; k < j; k++) sum -= A[i * n + k] * A[j * n + k];
            if (i == j && !(sum > 0.0)) return 0;
            A[i * n + j] = i == j ? sqrt(sum) : sum / A[j * n + j];
        }
    return 1;
}

/// b (n × columns) ◄ A⁻¹ b.
static void solve(int n, const double *L, int columns, double *b)
{
    for (int c = 0; c < columns; c++)
    {
        for (int i = 0; i < n; i++)
        {
            for (int k = 0; k < i; k++) b[i * columns + c] -= L[i * n + k] * b[k * columns + c];
            b[i * columns + c] /= L[i * n + i];
        }
        for (int i = n - 1; i >= 0; i--)
        {
            for (int k = i + 1; k < n; k++) b[i * columns + c] -= L[k * n + i] * b[k * columns + c];
            b[i * columns + c] /= L[i * n + i];
        }
    }
}

// ---- cost ----

/// Adds the cost of a state, and its derivatives where these are wanted: ½ Σ w (x ⊖ goal)².
static double state_cost(const task *t, const double *q, const double *v, double share, double *gradient,
                         double *hessian)
{
    double *e = numbers(t->v), sum = 0.0;
    check(hf_model_difference(t->model, t->goal, q, e, &error));
    for (int k = 0; k < 2 * t->v; k++)
    {
        double w = share * (k < t->v ? t->of->place[k] : t->of->speed[k - t->v]), d = k < t->v ? e[k] : v[k - t->v];
        sum += 0.5 * w * d * d;
        if (gradient) gradient[k] += w * d, hessian[k * t->x + k] += w;
    }
    free(e);
    return sum;
}

// ---- forward and back ----

/// to ◄ from, with the changes of the last backward pass; from NULL: its own controls.
static void run(task *t, const plan *from, double share, plan *to)
{
    double *dx = numbers(t->x);
    check(hf_world_state_load(t->world, t->start, t->start_size, &error));
    to->cost = 0.0;
    for (int s = 0; s <= t->steps; s++)
    {
        double *q = to->q + s * t->q, *v = to->v + s * t->v, *u = to->u + s * t->u;
        memcpy(q, hf_world_q(t->world), sizeof *q * (size_t)t->q);
        memcpy(v, hf_world_v(t->world), sizeof *v * (size_t)t->v);
        to->cost += state_cost(t, q, v, s == t->steps ? 1.0 : t->of->way, NULL, NULL);
        if (s == t->steps) break;
        if (from) check(hf_model_difference(t->model, from->q + s * t->q, q, dx, &error));
        for (int k = 0; from && k < t->v; k++) dx[t->v + k] = v[k] - from->v[s * t->v + k];
        for (int i = 0; i < t->u; i++)
        {
            if (from) u[i] = from->u[s * t->u + i] + share * t->k[s * t->u + i];
            for (int k = 0; from && k < t->x; k++) u[i] += t->K[(s * t->u + i) * t->x + k] * dx[k];
            to->cost += 0.5 * t->of->effort * u[i] * u[i];
            check(hf_world_set_control(t->world, i, u[i], &error));
        }
        hf_step_report report;
        check(hf_world_step(t->world, 0.0, &report, &error));
        if (report.substeps == 0) to->cost = INFINITY;
    }
    free(dx);
}

/// A and B of all steps of a plan.
static void linearize(task *t, const plan *p, hf_linearizer *linearizer)
{
    const hf_linearization *found;
    hf_linearize_options options = hf_linearize_options_default();
    options.next = true;
    check(hf_world_state_load(t->world, t->start, t->start_size, &error));
    for (int s = 0; s < t->steps; s++)
    {
        for (int i = 0; i < t->u; i++) check(hf_world_set_control(t->world, i, p->u[s * t->u + i], &error));
        check(hf_world_linearize(t->world, linearizer, &options, &found, &error));
        memcpy(t->A + s * t->x * t->x, found->A, sizeof *t->A * (size_t)(t->x * t->x));
        memcpy(t->B + s * t->x * t->u, found->B, sizeof *t->B * (size_t)(t->x * t->u));
        check(hf_world_step(t->world, 0.0, NULL, &error));
    }
}

/// Feedback for all steps, from the last to the first. False: with more `damping` there may be one.
static int go_back(task *t, const plan *p, double damping)
{
    int x = t->x, u = t->u;
    memset(t->Vx, 0, sizeof *t->Vx * (size_t)x);
    memset(t->Vxx, 0, sizeof *t->Vxx * (size_t)(x * x));
    state_cost(t, p->q + t->steps * t->q, p->v + t->steps * t->v, 1.0, t->Vx, t->Vxx);
    for (int s = t->steps - 1; s >= 0; s--)
    {
        const double *A = t->A + s * x * x, *B = t->B + s * x * u;
        double *k = t->k + s * u, *K = t->K + s * u * x;
        memset(t->Qx, 0, sizeof *t->Qx * (size_t)x);
        memset(t->Qxx, 0, sizeof *t->Qxx * (size_t)(x * x));
        memset(t->Quu, 0, sizeof *t->Quu * (size_t)(u * u));
        memset(t->Qux, 0, sizeof *t->Qux * (size_t)(u * x));
        memset(t->T, 0, sizeof *t->T * (size_t)(x * x));
        for (int i = 0; i < u; i++)
            t->Qu[i] = t->of->effort * p->u[s * u + i], t->Quu[i * u + i] = t->of->effort + damping;
        state_cost(t, p->q + s * t->q, p->v + s * t->v, t->of->way, t->Qx, t->Qxx);
        add_product(1, x, x, t->Vx, A, t->Qx);
        add_product(1, u, x, t->Vx, B, t->Qu);
        add_product(x, x, x, t->Vxx, A, t->T); // Vxx is symmetric
        add_product(x, x, x, A, t->T, t->Qxx);
        add_product(u, x, x, B, t->T, t->Qux);
        memset(t->T, 0, sizeof *t->T * (size_t)(x * u));
        add_product(x, u, x, t->Vxx, B, t->T);
        add_product(u, u, x, B, t->T, t->Quu);
        if (!factor(u, t->Quu)) return 0;
        for (int i = 0; i < u; i++) k[i] = -t->Qu[i];
        for (int i = 0; i < u * x; i++) K[i] = -t->Qux[i];
        solve(u, t->Quu, 1, k);
        solve(u, t->Quu, x, K);
        memcpy(t->Vx, t->Qx, sizeof *t->Vx * (size_t)x);
        memcpy(t->Vxx, t->Qxx, sizeof *t->Vxx * (size_t)(x * x));
        add_product(x, 1, u, t->Qux, k, t->Vx); // with Quu k = -Qu
        add_product(x, x, u, t->Qux, K, t->Vxx);
        for (int i = 0; i < x; i++)
            for (int j = 0; j < i; j++)
                t->Vxx[i * x + j] = t->Vxx[j * x + i] = 0.5 * (t->Vxx[i * x + j] + t->Vxx[j * x + i]);
    }
    return 1;
}

// ---- the task ----

static plan plan_make(const task *t)
{
    return (plan){numbers((t->steps + 1) * t->q), numbers((t->steps + 1) * t->v), numbers((t->steps + 1) * t->u), 0.0};
}

static void plan_end(plan *p)
{
    free(p->q), free(p->v), free(p->u);
}

static int arrived(const task *t)
{
    double *e = numbers(t->v);
    int well = 1;
    check(hf_model_difference(t->model, t->goal, hf_world_q(t->world), e, &error));
    printf("off by");
    for (int k = 0; k < t->v; k++)
    {
        printf(t->of->reach[k] > 0.0 ? " %.4f" : "", e[k]);
        if (t->of->reach[k] > 0.0 && !(fabs(e[k]) <= t->of->reach[k])) well = 0;
    }
    printf("\n");
    free(e);
    return well;
}

static void improve(task *t, plan *best, int rounds)
{
    hf_linearizer *linearizer;
    plan next = plan_make(t);
    double damping = 1e-6;
    check(hf_linearizer_create(t->world, &linearizer, &error));
    run(t, NULL, 0.0, best);
    for (int round = 0; round < rounds; round++)
    {
        double before = best->cost;
        linearize(t, best, linearizer);
        int better = 0;
        for (int tries = 0; tries < 8 && !better; tries++)
        {
            if (go_back(t, best, damping))
                for (double share = 1.0; share > 0.01 && !better; share *= 0.5)
                {
                    run(t, best, share, &next);
                    better = next.cost < best->cost;
                }
            damping = fmin(1e6, fmax(1e-8, damping * (better ? 0.3 : 10.0)));
        }
        if (!better) break;
        plan swap = *best;
        *best = next;
        next = swap;
        if (before - best->cost < 1e-6 * before) break;
    }
    plan_end(&next);
    hf_linearizer_destroy(linearizer);
}

/// Plans, makes the first steps of the plan, and plans again. u (steps x controls) ◄ what was done.
static void follow(task *t, plan *best, double *u)
{
    size_t row = (size_t)t->u;
    for (int done = 0; done < t->of->steps; done += t->of->stride)
    {
        improve(t, best, t->of->rounds);
        printf("%4d steps, cost %.6f\n", done, best->cost);
        check(hf_world_state_load(t->world, t->start, t->start_size, &error));
        for (int s = 0; s < t->of->stride && done + s < t->of->steps; s++)
        {
            memcpy(u + (size_t)(done + s) * row, best->u + (size_t)s * row, row * sizeof *u);
            for (int i = 0; i < t->u; i++) check(hf_world_set_control(t->world, i, best->u[s * t->u + i], &error));
            check(hf_world_step(t->world, 0.0, NULL, &error));
        }
        free(t->start);
        t->start_size = hf_world_state_size(t->world);
        t->start = malloc(t->start_size);
        if (!t->start) exit(1);
        hf_world_state_save(t->world, t->start);
        for (int s = 0; s < t->steps; s++)
        {
            int from = s + t->of->stride < t->steps ? s + t->of->stride : t->steps - 1;
            memmove(best->u + (size_t)s * row, best->u + (size_t)from * row, row * sizeof *u);
        }
    }
}

static void write_controls(const task *t, const double *u, const char *path)
{
    FILE *file = fopen(path, "w");
    if (!file) return;
    fprintf(file, "time");
    for (int i = 0; i < t->u; i++) fprintf(file, ",%s", hf_model_actuator(t->model, i).name);
    double h = hf_world_time(t->world) / t->of->steps;
    for (int s = 0; s < t->of->steps; s++)
    {
        fprintf(file, "\n%.9g", s * h);
        for (int i = 0; i < t->u; i++) fprintf(file, ",%.17g", u[s * t->u + i]);
    }
    fprintf(file, "\n");
    fclose(file);
}

static task begin(const problem *of, const hf_model *model, hf_world *world)
{
    task t = {.model = model, .world = world, .of = of, .steps = of->horizon};
    t.q = hf_model_q_count(model), t.v = hf_model_v_count(model);
    t.x = hf_derivative_size(model), t.u = hf_model_count(model, HF_ITEM_ACTUATOR);
    if (t.x != 2 * t.v || t.v > MOST) exit(1); // no activations
    t.goal = numbers(t.q);
    check(hf_world_set_key(world, 1, &error));
    memcpy(t.goal, hf_world_q(world), sizeof *t.goal * (size_t)t.q);
    check(hf_world_set_key(world, 0, &error));
    t.start_size = hf_world_state_size(world);
    t.start = malloc(t.start_size);
    if (!t.start) exit(1);
    hf_world_state_save(world, t.start);
    t.A = numbers(t.steps * t.x * t.x), t.B = numbers(t.steps * t.x * t.u);
    t.k = numbers(t.steps * t.u), t.K = numbers(t.steps * t.u * t.x);
    t.Vx = numbers(t.x), t.Vxx = numbers(t.x * t.x), t.Qx = numbers(t.x), t.Qu = numbers(t.u);
    t.Qxx = numbers(t.x * t.x), t.Quu = numbers(t.u * t.u), t.Qux = numbers(t.u * t.x), t.T = numbers(t.x * t.x);
    return t;
}

static void end(task *t)
{
    double *all[] = {t->goal, t->A, t->B, t->k, t->K, t->Vx, t->Vxx, t->Qx, t->Qu, t->Qxx, t->Quu, t->Qux, t->T};
    for (size_t k = 0; k < sizeof all / sizeof *all; k++) free(all[k]);
    free(t->start);
}

int main(int argument_count, char **arguments)
{
    const problem *of = NULL;
    for (size_t k = 0; k < sizeof problems / sizeof *problems && argument_count > 2; k++)
        if (strcmp(arguments[2], problems[k].name) == 0) of = &problems[k];
    if (!of)
    {
        fprintf(stderr, "usage: track FOLDER NAME [CONTROLS.csv]\n");
        return 2;
    }
    char path[1024];
    snprintf(path, sizeof path, "%s/%s.xml", arguments[1], of->name);
    hf_builder *builder = NULL;
    hf_model *model = NULL;
    hf_world *world = NULL;
    check(hf_scene_open(path, 0, NULL, NULL, &builder, &error));
    check(hf_model_build(builder, &model, &error));
    check(hf_world_create(model, &world, &error));
    hf_builder_destroy(builder);
    task t = begin(of, model, world);
    plan best = plan_make(&t);
    for (int k = 0; k < t.steps * t.u; k++) best.u[k] = hf_world_control(world, k % t.u);
    double *u = numbers(of->steps * t.u);
    follow(&t, &best, u);
    int well = arrived(&t);
    if (argument_count > 3) write_controls(&t, u, arguments[3]);
    free(u);
    plan_end(&best);
    end(&t);
    hf_world_destroy(world);
    hf_model_destroy(model);
    return well ? 0 : 1;
}
