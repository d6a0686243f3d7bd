// Figure 6 of Todorov 2010: five balls on top of each other fall together; when the lowest hits the floor, the shock
// stops all of them within one step.
// The paper's simulator is run beside the world of the built-in scene `ball_drop`.

#include "console.h"
#include "todorov10_balls.h"

#include <math.h>

enum
{
    MOST_STEPS = 100,
    DRAWN = 5,
};

static const double STEP = 0.005; // [s]
static const char SCENE[] = "ball_drop";

/// What the fall came to: iterations of the step in which the lowest ball hits, contacts in it, the largest speed after
/// it, and heights over time.
typedef struct fall
{
    double iterations, contacts, speed;
    double time[MOST_STEPS], height[DRAWN][MOST_STEPS];
    int steps;
} fall;

static double fastest(const balls *s)
{
    double most = 0;
    for (int k = 0; k < s->count; k++)
        for (int e = 0; e < 3; e++) most = fmax(most, fmax(fabs(s->of[k].velocity[e]), fabs(s->of[k].spin[e])));
    return most;
}

static bool fall_as_published(paper_report *report, fall *f)
{
    balls s;
    hf_error error = {0};
    const char *method = paper_method(report, "implicit/paper");
    if (!balls_begin(&s, report, SCENE, 1)) return false;
    *f = (fall){.iterations = NAN, .speed = NAN};
    for (; f->steps < MOST_STEPS && !interrupted(); f->steps++)
    {
        double r[3 * BALLS_CONTACTS] = {0};
        hf_implicit_counts counts = {0};
        hf_problem *problem = balls_problem(&s, report, 0.5, STEP);
        bool good = !problem || balls_solve(method, problem, false, r, NULL, &counts, &error) == HF_STATUS_OK;
        hf_problem_destroy(problem);
        if (!good) return paper_error(report, &error);
        balls_move(&s, r, STEP);
        if (s.contact_count == s.count && isnan(f->iterations)) // with the floor for the first time
        {
            f->iterations = (double)counts.iterations;
            f->contacts = s.contact_count;
            f->speed = fastest(&s);
        }
        f->time[f->steps] = STEP * (f->steps + 1);
        for (int k = 0; k < DRAWN; k++) f->height[k][f->steps] = s.of[k].position[2];
    }
    return !interrupted();
}

/// The largest speed in the world of the scene one step after the floor has first slowed the lowest ball. A step that
/// ends at the floor keeps the speed that closes the gap; the next one stops.
static bool fall_in_world(paper_report *report, double *speed)
{
    hf_model *model;
    hf_error error = {0};
    hf_world *world = paper_world(report, SCENE, &model);
    bool good = world != NULL, slowed = false, ends = false;
    double last = 0;
    *speed = NAN;
    for (int k = 0; k < MOST_STEPS && good && !ends && !interrupted(); k++)
    {
        good = hf_world_step(world, STEP, NULL, &error) == HF_STATUS_OK || paper_error(report, &error);
        double lowest = hf_world_body(world, 1).velocity[2];
        ends = slowed;
        slowed = lowest > last;
        last = lowest;
    }
    for (int body = 1; ends && body < hf_model_count(model, HF_ITEM_BODY); body++)
    {
        hf_body_state state = hf_world_body(world, body);
        if (body == 1) *speed = 0;
        for (int e = 0; e < 3; e++)
            *speed = fmax(*speed, fmax(fabs(state.velocity[e]), fabs(state.angular_velocity[e])));
    }
    hf_world_destroy(world);
    hf_model_destroy(model);
    return good && !interrupted();
}

static void draw(paper_report *report, const fall *f)
{
    plot_series series[DRAWN];
    char names[DRAWN][24];
    for (int k = 0; k < DRAWN; k++)
    {
        snprintf(names[k], sizeof names[k], "ball %d", k + 1);
        series[k] = (plot_series){.name = names[k], .x = f->time, .y = f->height[k], .count = (size_t)f->steps};
    }
    plot_def plot = {.title = "Five balls fall as one",
                     .subtitle = "heights of their centres; the shock stops all of them in one step",
                     .x = {.label = "time [s]"},
                     .y = {.label = "height [m]"},
                     .series = series,
                     .series_count = DRAWN};
    paper_figure(report, &plot);
}

static bool run(paper_report *report, paper_size size)
{
    (void)size;
    fall f;
    double speed;
    if (!fall_as_published(report, &f) || !fall_in_world(report, &speed)) return false;
    paper_table(report, "The step in which the lowest ball hits the floor", NULL);
    paper_value(report, "contacts", NAN, f.contacts, NAN, "four between balls, one with the floor");
    paper_expect(report, SIDE_AS_PUBLISHED, 0, 5, 5);
    paper_value(report, "iterations", 1, f.iterations, NAN,
                "our start (all contacts stick) is the answer; the paper counts the pass that notices it");
    paper_expect(report, SIDE_AS_PUBLISHED, 0, 0, 1);
    paper_value(report, "largest speed after it [m/s, rad/s]", 0, f.speed, speed,
                "implicit/paper in the paper's simulator; ours: the scene ball_drop by auto, where the step before "
                "closes the gap, at the speed that this takes");
    paper_expect(report, SIDE_AS_PUBLISHED, 0, 0, 1e-9);
    paper_expect(report, SIDE_OURS, 0, 0, 1e-9);
    draw(report, &f);
    return true;
}

const paper_experiment todorov10_drop = {
    .name = "todorov10-drop",
    .paper = "Todorov 2010",
    .title = "figure 6: a shock through five stacked balls",
    .setting =
        "Five balls of 10 cm in a column, 20 cm above the floor, at rest at the start; µ = 0.5, steps of 5 ms, no "
        "restitution. The built-in scene `ball_drop` has the same in a world of ours.",
    .run = run,
};
