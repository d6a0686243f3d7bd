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

static const double FRAME = 1.0 / 30.0; // [s]

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
    snprintf(settings.solver, sizeof settings.solver, "%s", solver);
    settings.selection = HF_SELECTION_ANY; // the method alone is timed
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
    settings.integrator = HF_INTEGRATOR_BARAFF;
    good = good && hf_builder_set(builder, &settings, &error) == HF_STATUS_OK &&
           hf_model_build(builder, model, &error) == HF_STATUS_OK &&
           hf_world_create(*model, &world, &error) == HF_STATUS_OK;
    hf_builder_destroy(builder);
    if (!good) paper_error(report, &error);
    return world;
}

static bool run_forces(paper_report *report, const char *scene, double duration)
{
    hf_model *model = NULL;
    hf_world *world = world_of_forces(report, scene, &model);
    hf_error error = {0};
    double seconds = 0, worst = 0, uncertified = 0, rays = 0, steps = 0;
    bool good = world != NULL;
    while (good && hf_world_time(world) < duration && !interrupted())
    {
        hf_step_report step;
        double start = paper_seconds();
        good = hf_world_step(world, 0.0, &step, &error) == HF_STATUS_OK || paper_error(report, &error);
        if (!good) break;
        seconds += paper_seconds() - start;
        steps++;
        worst = fmax(worst, step.solve.residual.natural);
        uncertified += !step.certified;
        rays += step.rays;
    }
    good = good && !interrupted();
    if (good)
    {
        paper_table(report, "The same at the level of accelerations, by Runge-Kutta 4", NULL);
        paper_value(report, "frames a second", 20, duration / FRAME / seconds, "%g s of it, four problems a step",
                    duration);
        paper_value(report, "conditions of forces, worst of all steps", 0, worst,
                    "eqs. 15, 16, 21 and 24, static and dynamic friction, in the measure that decides");
        paper_expect(report, 0, 0, 1e-8);
        paper_value(report, "steps that are not certified", 0, uncertified, "of %g", steps);
        paper_expect(report, 0, 0, 0);
        paper_value(report, "steps without forces", 0, rays, "where an impulse along a ray is applied (section 6)");
        paper_expect(report, 0, 0, 0);
    }
    hf_world_destroy(world);
    hf_model_destroy(model);
    return good;
}

// ---- the mechanisms ----

static void report_run(paper_report *report, const mechanism_run *run, double step)
{
    paper_value(report, "frames a second", 20, run->steps * step / FRAME / run->seconds,
                "published: 20 to 30; a frame of 1/30 s is %.0f steps, by processor time", FRAME / step);
    paper_value(report, "contacts, mean", NAN, run->contacts / run->steps, "published: a picture");
    paper_value(report, "contacts, most", NAN, run->most, "%s", "");
    paper_value(report, "eq. 15, worst of all steps", 0, run->worst.normal, "relative to forces and accelerations");
    paper_expect(report, 0, 0, 1e-6);
    paper_value(report, "eq. 16, worst of all steps", 0, run->worst.friction, "static friction");
    paper_expect(report, 0, 0, 1e-6);
    paper_value(report, "eq. 21, worst of all steps", 0, run->worst.direction, "friction does not push along the slip");
    paper_expect(report, 0, 0, 1e-6);
    paper_value(report, "steps that are not certified", 0, run->uncertified, "of %g, to 1e-9 [Coulomb's law]",
                run->steps);
    paper_expect(report, 0, 0, 0.01 * run->steps);
}

static bool run_feeder(paper_report *report, paper_size size)
{
    static const int blocks[] = {[PAPER_FULL] = 10, [PAPER_QUICK] = 4, [PAPER_SMALL] = 2};
    char scene[32], name[32];
    hf_model *model;
    mechanism_run done;
    snprintf(scene, sizeof scene, "feeder:blocks=%d", blocks[size]);
    hf_world *world = paper_world(report, scene, &model);
    bool good = world && follow(report, model, world, "pivot", size == PAPER_SMALL ? 0.6 : blocks[size], &done);
    if (good)
    {
        int fed = 0;
        for (int k = 0; k < blocks[size]; k++)
        {
            snprintf(name, sizeof name, "block_%d", k);
            fed += hf_world_body(world, hf_model_find_body(model, name)).position[0] > 0.15;
        }
        paper_table(report, "Block feeder", NULL);
        paper_value(report, "blocks fed", NAN, fed, "one a turn of the crank, of %g s", hf_world_time(world));
        paper_expect(report, 0, size == PAPER_SMALL ? 1 : blocks[size], blocks[size]);
        report_run(report, &done, hf_model_settings(model).timestep);
    }
    hf_world_destroy(world);
    hf_model_destroy(model);
    return good && run_forces(report, scene, size == PAPER_SMALL ? 0.1 : 1.0);
}

static bool run_jack(paper_report *report, paper_size size)
{
    hf_model *model;
    mechanism_run done;
    double turns = size == PAPER_FULL ? 3 : size == PAPER_QUICK ? 1 : 0.25, tooth = 0.02, before = 0;
    hf_world *world = paper_world(report, "jack", &model);
    bool good = world != NULL;
    int guide = good ? hf_model_joint_q(model, hf_model_find_joint(model, "guide")) : 0;
    // The lever is level at 2 s for the first time; a turn takes 2 s.
    if (good && size != PAPER_SMALL) good = follow(report, model, world, "auto", 2, &done);
    if (good) before = hf_world_q(world)[guide];
    good = good && follow(report, model, world, "pivot", hf_world_time(world) + 2 * turns, &done);
    if (good)
    {
        paper_table(report, "Double-action jack", NULL);
        if (size != PAPER_SMALL)
        {
            paper_value(report, "teeth lifted in a turn", 2, (hf_world_q(world)[guide] - before) / tooth / turns,
                        "one with each stroke of the lever, 50 kg held by friction alone");
            paper_expect(report, 0, 1.98, 2.02);
        }
        report_run(report, &done, hf_model_settings(model).timestep);
    }
    hf_world_destroy(world);
    hf_model_destroy(model);
    return good && run_forces(report, "jack", size == PAPER_SMALL ? 0.1 : 1.0);
}

#define SETTING                                                                                                        \
    "The built-in scene, our drawing of the paper's figure; the solver `pivot` at every step. The paper solves for accelerations in the plane, \
we for velocities at the end of a step, by the same algorithm and conditions; and for the first second as the paper does, for accelerations and forces."

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
