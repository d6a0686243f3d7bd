// Solvers of the user's own: they are listed, worlds use them, and their word counts for nothing.

#include "support/harness.h"
#include "support/scene_text.h"

#include "holdfast/generate.h"
#include "holdfast/holdfast.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/// Sweeps by projected steps of one size.
static hf_status projected(void *context, const hf_problem *problem, const hf_solve_options *options, double *r,
                           hf_report *report, hf_error *error)
{
    (void)error;
    ++*(int *)context;
    hf_problem_info info = hf_problem_describe(problem);
    hf_laws laws = hf_problem_laws(problem);
    double *u = calloc((size_t)info.dimension + 1, sizeof *u), s = 1.0 / (3.0 * info.largest);
    if (!u) return HF_STATUS_NO_MEMORY;
    hf_status status = HF_STATUS_OK;
    for (; report->iterations < 20000 && status == HF_STATUS_OK; report->iterations++)
    {
        status = hf_problem_velocity(problem, r, u, NULL, error);
        if (hf_residual_of(problem, r, u).natural <= options->tolerance) break;
        for (int c = 0; c < info.contact_count; c++)
        {
            double *x = &r[3 * c], *w = &u[3 * c], mu = laws.mu[c];
            double n = x[0] - s * (w[0] + mu * hypot(w[1], w[2])), a = x[1] - s * w[1], b = x[2] - s * w[2];
            double t = hypot(a, b), along = (n + mu * t) / (1.0 + mu * mu);
            bool inside = t <= mu * n, none = !inside && along <= 0.0;
            x[0] = inside ? n : none ? 0.0 : along;
            x[1] = inside ? a : none ? 0.0 : mu * along * a / t;
            x[2] = inside ? b : none ? 0.0 : mu * along * b / t;
        }
    }
    free(u);
    return status;
}

/// Does nothing and says that it has converged.
static hf_status liar(void *context, const hf_problem *problem, const hf_solve_options *options, double *r,
                      hf_report *report, hf_error *error)
{
    (void)problem, (void)options, (void)error;
    for (int k = 0; k < hf_problem_describe(problem).dimension; k++) r[k] = *(double *)context;
    report->outcome = HF_OUTCOME_CONVERGED;
    report->residual.natural = 0.0;
    return HF_STATUS_OK;
}

static hf_status refuser(void *context, const hf_problem *problem, const hf_solve_options *options, double *r,
                         hf_report *report, hf_error *error)
{
    (void)context, (void)problem, (void)options, (void)report;
    r[0] = 7.0;
    snprintf(error->message, sizeof error->message, "boxes are not for me");
    return HF_STATUS_UNSUPPORTED;
}

static hf_generated few_contacts(void)
{
    hf_random_options o = hf_random_options_default();
    hf_generated made;
    o.contact_count = 6;
    CHECK(hf_generate_random(&o, &made, NULL) == HF_STATUS_OK);
    return made;
}

static void own(const char *name, hf_solver_function function, void *context)
{
    hf_error error = {0};
    if (hf_solver_register(name, "nobody 2026", true, function, context, &error) != HF_STATUS_OK)
        harness_fail(__FILE__, __LINE__, "%s", error.message);
}

TEST(an_own_solver_is_one_of_the_registry)
{
    int calls = 0, before = hf_solver_count();
    own("mine", projected, &calls);
    const hf_solver *last = hf_solver_at(0);
    for (int k = 0; k < hf_solver_count(); k++)
        if (strcmp(hf_solver_at(k)->name, "mine") == 0) last = hf_solver_at(k);
    CHECK(hf_solver_count() == before + 1 && strcmp(last->name, "mine") == 0);
    CHECK(strcmp(last->paper, "nobody 2026") == 0 && last->exact);
    hf_generated made = few_contacts();
    double r[18] = {0.0};
    hf_report report;
    hf_residual seen;
    CHECK(hf_solve("mine", made.problem, NULL, r, NULL, &report, NULL) == HF_STATUS_OK);
    CHECK(hf_residual_compute(made.problem, r, NULL, &seen, NULL) == HF_STATUS_OK);
    CHECK(calls == 1 && report.outcome == HF_OUTCOME_CONVERGED && report.iterations > 1);
    CHECK_NEAR(report.residual.natural, seen.natural, 0.0);
    hf_generated_destroy(&made);
    CHECK(hf_solver_register("mine", NULL, true, NULL, NULL, NULL) == HF_STATUS_OK);
    CHECK(hf_solver_count() == before && hf_solver_check("mine", NULL) == HF_STATUS_INVALID);
}

TEST(what_it_says_of_itself_is_not_believed)
{
    hf_generated made = few_contacts();
    const double answers[] = {0.0, 1.0, NAN, 1e300};
    for (int k = 0; k < 4; k++)
    {
        double r[18] = {0.0}, answer = answers[k];
        hf_report report;
        own("liar", liar, &answer);
        CHECK(hf_solve("liar", made.problem, NULL, r, NULL, &report, NULL) == HF_STATUS_OK);
        CHECK(report.outcome == HF_OUTCOME_STALLED && report.residual.natural > 1e-3);
        for (int i = 0; i < 18; i++) CHECK(isfinite(r[i]));
        if (k == 0) CHECK(strstr(report.note, "the certificate is"));
    }
    hf_generated_destroy(&made);
}

TEST(its_error_is_handed_on_and_changes_nothing)
{
    hf_generated made = few_contacts();
    double r[18] = {0.0};
    hf_error error = {0};
    own("refuser", refuser, NULL);
    CHECK(hf_solve("refuser", made.problem, NULL, r, NULL, NULL, &error) == HF_STATUS_UNSUPPORTED);
    CHECK(strstr(error.message, "'refuser': boxes are not for me") && r[0] == 0.0);
    hf_generated_destroy(&made);
}

/// A box at rest on an incline; how a step of it with this solver goes.
static hf_step_report step_with(const char *solver, bool *moved)
{
    hf_model *model = scene_model("incline:mu=0.6");
    hf_world *world = world_of(model);
    hf_settings settings = hf_model_settings(model);
    hf_step_report report;
    hf_error error = {0};
    snprintf(settings.solver.name, sizeof settings.solver.name, "%s", solver);
    if (hf_world_set_settings(world, &settings, &error) != HF_STATUS_OK)
        harness_fail(__FILE__, __LINE__, "%s", error.message);
    CHECK(hf_world_step(world, 0, &report, NULL) == HF_STATUS_OK);
    *moved = hf_world_time(world) > 0.0;
    hf_world_destroy(world);
    hf_model_destroy(model);
    return report;
}

TEST(worlds_step_with_it_and_a_liar_moves_nothing)
{
    int calls = 0;
    double nothing = 0.0;
    bool moved;
    own("mine", projected, &calls);
    own("liar", liar, &nothing);
    hf_step_report report = step_with("mine", &moved);
    CHECK(calls > 0 && moved && report.quality == HF_STEP_EXACT && report.certified);
    report = step_with("liar", &moved);
    CHECK(!moved && report.quality == HF_STEP_FAILED && !report.certified);
}

TEST(names_are_checked)
{
    const char *wrong[] = {NULL, "", "a/b", "two words", "a,b", "auto", "mfb+enum", "dac+enum"};
    hf_error error;
    for (int k = 0; k < 8; k++)
    {
        CHECK(hf_solver_register(wrong[k], NULL, true, projected, NULL, &error) == HF_STATUS_INVALID);
        CHECK(strncmp(error.message, "name = ", 7) == 0);
    }
    CHECK(hf_solver_register("nobody", NULL, true, NULL, NULL, &error) == HF_STATUS_INVALID);
}
