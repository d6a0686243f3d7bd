// Figures 1 and 2 of Baraff 1994: the block feeder and the double-action jack, run with `pivot` at every step. The
// paper says of both that they run robustly at 20 to 30 frames a second.
//
// At every step the forces are measured against the paper's conditions (hf_pivot_check): normal forces by eq. 15,
// static friction by eqs. 16 and 21. Steps are of velocities and impulses, which stand for accelerations and forces; a
// second table has accelerations and forces themselves.

#include "console.h"
#include "paper.h"

#include "holdfast/pivot.h"
#include "holdfast/scene.h"

#include <math.h>
#include <string.h>

enum
{
    MOST_ITERATIONS = 2000 // pivots of a step: the hardest takes some hundreds
};

static const double FRAME = 1.0 / 30.0; // [s]
static const double FULL_PIECES = 12;   // of ten blocks in their first second, made with impulses

/// What a run came to.
typedef struct mechanism_run
{
    double steps, contacts, most, seconds, uncertified;
    hf_pivot_conditions worst;
} mechanism_run;

static bool look(paper_report *report, const hf_world *world, mechanism_run *run)
{
    const double *r;
    const hf_problem *problem = hf_world_problem(world, &r);
    hf_pivot_conditions now;
    hf_error error = {0};
    if (hf_pivot_check(problem, NULL, r, NULL, &now, &error) != HF_STATUS_OK) return paper_error(report, &error);
    int contacts = hf_problem_describe(problem).contact_count;
    run->contacts += contacts;
    run->most = fmax(run->most, contacts);
    run->worst.normal = fmax(run->worst.normal, now.normal);
    run->worst.friction = fmax(run->worst.friction, now.friction);
    run->worst.direction = fmax(run->worst.direction, now.direction);
    return true;
}

/// Runs a world for so long [s] with a solver.
static bool follow(paper_report *report, const hf_model *model, hf_world *world, const char *solver, double duration,
                   mechanism_run *run)
{
    hf_error error = {0};
    hf_settings settings = hf_model_settings(model);
    snprintf(settings.solver.name, sizeof settings.solver.name, "%s", solver);
    settings.solver.selection = HF_SELECTION_ANY;  // the method alone is timed
    settings.solver.on_fail = HF_ON_FAIL_CONTINUE; // what the method does not solve is counted, and gone on with
    settings.solver.max_iterations = MOST_ITERATIONS;
    *run = (mechanism_run){0};
    if (hf_world_set_settings(world, &settings, &error) != HF_STATUS_OK) return paper_error(report, &error);
    while (hf_world_time(world) < duration && !interrupted())
    {
        hf_step_report step;
        double start = paper_seconds();
        if (hf_world_step(world, 0.0, &step, &error) != HF_STATUS_OK) return paper_error(report, &error);
        run->seconds += paper_seconds() - start;
        run->steps++;
        run->uncertified += !step.certified;
        if (!look(report, world, run)) return false;
        paper_progress(report, solver, hf_world_time(world), duration);
    }
    return !interrupted();
}

// ---- at the level of accelerations, as published ----

/// A world of a scene with accelerations and forces in the place of velocities and impulses; NULL after paper_error.
static hf_world *world_of_forces(paper_report *report, const char *scene, hf_model **model)
{
    hf_builder *builder = NULL;
    hf_world *world = NULL;
    hf_error error = {0};
    bool good = hf_scene_open(scene, 1, NULL, NULL, &builder, &error) == HF_STATUS_OK;
    hf_settings settings = good ? hf_builder_settings(builder) : hf_settings_default();
    settings.step.integrator = HF_INTEGRATOR_BARAFF;
    good = good && hf_builder_set(builder, &settings, &error) == HF_STATUS_OK &&
           hf_model_build(builder, model, &error) == HF_STATUS_OK &&
           hf_world_create(*model, &world, &error) == HF_STATUS_OK;
    hf_builder_destroy(builder);
    if (!good) paper_error(report, &error);
    return world;
}

/// What a run at the level of accelerations came to.
typedef struct force_run
{
    double seconds, worst, uncertified, rays, impulse_pieces, steps;
} force_run;

static bool follow_forces(paper_report *report, const char *scene, double duration, force_run *run)
{
    hf_model *model = NULL;
    hf_world *world = world_of_forces(report, scene, &model);
    hf_error error = {0};
    bool good = world != NULL;
    *run = (force_run){0};
    while (good && hf_world_time(world) < duration && !interrupted())
    {
        hf_step_report step;
        double start = paper_seconds();
        good = hf_world_step(world, 0.0, &step, &error) == HF_STATUS_OK || paper_error(report, &error);
        if (!good) break;
        run->seconds += paper_seconds() - start;
        run->steps++;
        run->worst = fmax(run->worst, step.solve.residual.natural);
        run->uncertified += !step.certified;
        run->rays += step.rays;
        run->impulse_pieces += step.impulse_pieces;
    }
    hf_world_destroy(world);
    hf_model_destroy(model);
    return good && !interrupted();
}

/// `pieces`: so many of them may be made with impulses, in a second.
static bool run_forces(paper_report *report, const char *scene, double duration, double pieces)
{
    force_run run;
    if (!follow_forces(report, scene, duration, &run)) return false;
    paper_table(report, "At the level of accelerations, as the paper solves, by Runge-Kutta 4", NULL);
    paper_value(report, "frames a second", NAN, duration / FRAME / run.seconds, NAN, "%g s of it, by processor time",
                duration);
    paper_range(report, 0, 20, 30);
    paper_value(report, "conditions of forces, worst of all steps", NAN, run.worst, NAN,
                "eqs. 15, 16, 21 and 24, static and dynamic friction, relative to the largest force and acceleration");
    paper_expect(report, SIDE_AS_PUBLISHED, 0, 0, 1e-8);
    paper_value(report, "steps that are not certified", NAN, run.uncertified, NAN, "of %g", run.steps);
    paper_expect(report, SIDE_AS_PUBLISHED, 0, 0, 0);
    paper_value(report, "impulses along a ray", NAN, run.rays, NAN, "where no forces exist (section 6)");
    paper_expect(report, SIDE_AS_PUBLISHED, 0, 0, 0);
    paper_value(report, "pieces made with impulses after all", NAN, run.impulse_pieces, NAN,
                "no forces were found that fulfil the conditions, or slips ended again and again");
    paper_expect(report, SIDE_AS_PUBLISHED, 0, 0, pieces);
    return true;
}

// ---- the mechanisms ----

/// Both runs: the algorithm as published, and our own.
enum
{
    BY_PAPER,
    BY_OURS,
    RUNS
};

static void report_conditions(paper_report *report, const mechanism_run *run)
{
    const struct
    {
        const char *what, *remark;
        double by[RUNS];
    } rows[] = {
        {"eq. 15, worst of all steps",
         "relative to forces and accelerations",
         {run[0].worst.normal, run[1].worst.normal}},
        {"eq. 16, worst of all steps", "static friction", {run[0].worst.friction, run[1].worst.friction}},
        {"eq. 21, worst of all steps", "no friction along the slip", {run[0].worst.direction, run[1].worst.direction}},
    };
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++)
    {
        paper_value(report, rows[k].what, NAN, rows[k].by[BY_PAPER], rows[k].by[BY_OURS], "%s", rows[k].remark);
        paper_expect(report, SIDE_AS_PUBLISHED, 0, 0, 1e-6);
        paper_expect(report, SIDE_OURS, 0, 0, 1e-6);
    }
}

static void report_run(paper_report *report, const mechanism_run *run, double step)
{
    const mechanism_run *a = &run[BY_PAPER], *b = &run[BY_OURS];
    paper_value(report, "frames a second", NAN, a->steps * step / FRAME / a->seconds,
                b->steps * step / FRAME / b->seconds, "a frame of 1/30 s is %.0f steps, by processor time",
                FRAME / step);
    paper_range(report, 0, 20, 30);
    paper_value(report, "contacts, mean", NAN, a->contacts / a->steps, b->contacts / b->steps, "published: a picture");
    paper_value(report, "contacts, most", NAN, a->most, b->most, "%s", "");
    report_conditions(report, run);
    paper_value(report, "steps that are not certified", NAN, a->uncertified, b->uncertified,
                "of %g, to 1e-9 [Coulomb's law]; where pivoting as published does not end, the step is counted here",
                a->steps);
    paper_expect(report, SIDE_AS_PUBLISHED, 0, 0, 0.001 * a->steps);
    paper_expect(report, SIDE_OURS, 0, 0, 0.01 * b->steps);
}

static const char *solver_of(paper_report *report, int run)
{
    return paper_method(report, run == BY_PAPER ? "pivot/paper" : "pivot");
}

/// One run of the feeder; *fed: blocks that came out.
static bool feed(paper_report *report, int blocks, double duration, const char *solver, mechanism_run *run, double *fed,
                 double *step)
{
    char scene[32], name[32];
    hf_model *model;
    snprintf(scene, sizeof scene, "feeder:blocks=%d", blocks);
    hf_world *world = paper_world(report, scene, &model);
    bool good = world && follow(report, model, world, solver, duration, run);
    *fed = 0;
    for (int k = 0; k < blocks && good; k++)
    {
        snprintf(name, sizeof name, "block_%d", k);
        *fed += hf_world_body(world, hf_model_find(model, HF_ITEM_BODY, name)).position[0] > 0.15;
    }
    if (good) *step = hf_model_settings(model).step.timestep;
    hf_world_destroy(world);
    hf_model_destroy(model);
    return good;
}

static bool run_feeder(paper_report *report, paper_size size)
{
    static const int blocks[] = {[PAPER_FULL] = 10, [PAPER_QUICK] = 4, [PAPER_SMALL] = 2};
    const int count = blocks[size];
    const double duration = size == PAPER_SMALL ? 0.6 : count, least = size == PAPER_SMALL ? 1 : count;
    char scene[32];
    mechanism_run run[RUNS];
    double fed[RUNS], step;
    for (int k = 0; k < RUNS; k++)
        if (!feed(report, count, duration, solver_of(report, k), &run[k], &fed[k], &step)) return false;
    paper_table(report, "Block feeder, steps of velocities and impulses: pivot/paper, and pivot", NULL);
    paper_value(report, "blocks fed", NAN, fed[BY_PAPER], fed[BY_OURS], "one a turn of the crank, of %g s", duration);
    paper_expect(report, SIDE_AS_PUBLISHED, 0, least, count);
    paper_expect(report, SIDE_OURS, 0, least, count);
    report_run(report, run, step);
    snprintf(scene, sizeof scene, "feeder:blocks=%d", count);
    return run_forces(report, scene, size == PAPER_SMALL ? 0.1 : 1.0, size == PAPER_FULL ? FULL_PIECES : 0);
}

/// One run of the jack over some turns of its lever; *teeth: lifted in a turn.
static bool lift(paper_report *report, double turns, bool from_level, const char *solver, mechanism_run *run,
                 double *teeth, double *step)
{
    hf_model *model;
    const double tooth = 0.02;
    hf_world *world = paper_world(report, "jack", &model);
    bool good = world != NULL;
    int guide = good ? hf_model_joint_q(model, hf_model_find(model, HF_ITEM_JOINT, "guide")) : 0;
    // The lever is level at 2 s for the first time; a turn takes 2 s.
    if (good && from_level) good = follow(report, model, world, "auto", 2, run);
    double before = good ? hf_world_q(world)[guide] : 0;
    good = good && follow(report, model, world, solver, hf_world_time(world) + 2 * turns, run);
    if (good)
    {
        *teeth = (hf_world_q(world)[guide] - before) / tooth / turns;
        *step = hf_model_settings(model).step.timestep;
    }
    hf_world_destroy(world);
    hf_model_destroy(model);
    return good;
}

static bool run_jack(paper_report *report, paper_size size)
{
    double turns = size == PAPER_FULL ? 3 : size == PAPER_QUICK ? 1 : 0.25, teeth[RUNS], step;
    mechanism_run run[RUNS];
    for (int k = 0; k < RUNS; k++)
        if (!lift(report, turns, size != PAPER_SMALL, solver_of(report, k), &run[k], &teeth[k], &step)) return false;
    paper_table(report, "Double-action jack, steps of velocities and impulses: pivot/paper, and pivot", NULL);
    if (size != PAPER_SMALL)
    {
        paper_value(report, "teeth lifted in a turn", NAN, teeth[BY_PAPER], teeth[BY_OURS],
                    "one with each stroke of the lever, 50 kg held by friction alone");
        paper_expect(report, SIDE_AS_PUBLISHED, 0, 1.98, 2.02);
        paper_expect(report, SIDE_OURS, 0, 1.98, 2.02);
    }
    report_run(report, run, step);
    return run_forces(report, "jack", size == PAPER_SMALL ? 0.1 : 1.0, 0);
}

#define SETTING                                                                                                        \
    "The built-in scene, our drawing of the paper's figure. The paper solves for accelerations in the plane; a step of ours solves for velocities \
at its end, by the same algorithm and conditions: pivot/paper is the paper's, each step from f = 0, `pivot` ours, from the sets of the last step. The first second is made once more at the paper's level, for accelerations and forces."

const paper_experiment baraff94_feeder = {
    .name = "baraff94-feeder",
    .paper = "Baraff 1994",
    .title = "figure 1: a block feeder",
    .setting = SETTING,
    .run = run_feeder,
};

const paper_experiment baraff94_jack = {
    .name = "baraff94-jack",
    .paper = "Baraff 1994",
    .title = "figure 2: a double-action jack",
    .setting = SETTING,
    .run = run_jack,
};
