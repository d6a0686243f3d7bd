// Forces of single points where scenes rest: they depend neither on the step (4 to 0.5 ms) nor on solver, start,
// numbering or threads, to 1e-8 of the weight of all that moves.

#include "support/scene_text.h"

#include <holdfast/holdfast.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "model/model.h"

enum
{
    LOADS = 700,
    TEXT = 20000,
    BRICKS = 21
};
static const double SAME = 1e-8;  // of the weight
static const double APART = 1e-7; // m: points that are one point; those of a card are 5e-4 apart

/// A load is that on the body which the normal points to, with normals turned so that their largest entry is positive:
/// which of two bodies is the first is a matter of numbering.
typedef struct load
{
    double point[3], normal[3], force[3];
    int shapes[2]; // ascending; neighbours may have corners at one point
} load;

typedef struct loads
{
    int count;
    double weight;
    load of[LOADS];
} loads;

typedef struct way
{
    double h; // s; 0: 2 ms
    const char *solver;
    bool cold;
    int threads;
    bool any_shape; // shapes have other numbers in what it is compared with
} way;

static load load_of(const hf_contact *c, double h)
{
    const double *n = c->normal, *t = c->tangent;
    const double second[3] = {n[1] * t[2] - n[2] * t[1], n[2] * t[0] - n[0] * t[2], n[0] * t[1] - n[1] * t[0]};
    int largest = 0;
    load out = {0};
    for (int k = 1; k < 3; k++)
        if (fabs(n[k]) > fabs(n[largest]) + 0.1) largest = k;
    double side = n[largest] > 0.0 ? 1.0 : -1.0;
    for (int k = 0; k < 3; k++)
    {
        out.point[k] = c->point[k];
        out.normal[k] = side * n[k];
        out.force[k] = side * (c->r[0] * n[k] + c->r[1] * t[k] + c->r[2] * second[k]) / h;
    }
    return out;
}

/// What points carry at the end of `duration`. False if a step was not exact; those of `auto` have to be, and selected.
static bool find_loads(const hf_model *model, const way *how, double duration, loads *out)
{
    hf_world *world = world_of(model);
    hf_error error = {0};
    hf_settings settings = hf_model_settings(model);
    double h = how->h > 0.0 ? how->h : 0.002;
    bool exact = true;
    if (how->solver) snprintf(settings.solver.name, sizeof settings.solver.name, "%s", how->solver);
    settings.solver.cold_start = how->cold;
    CHECK(hf_world_set_settings(world, &settings, &error) == HF_STATUS_OK);
    if (how->threads) CHECK(hf_world_set_threads(world, how->threads) == how->threads);
    for (long k = lround(duration / h); k > 0 && exact; k--)
    {
        hf_step_report report;
        CHECK(hf_world_step(world, h, &report, &error) == HF_STATUS_OK);
        exact = report.certified;
        CHECK((exact && report.solve.unselected == 0) || how->solver);
    }
    out->count = 0;
    out->weight = 0.0;
    for (int k = 1; k < model->body_count; k++) out->weight += 9.81 * model->bodies[k].mass;
    for (int i = 0; i < hf_world_contact_count(world); i++)
    {
        hf_contact c = hf_world_contact(world, i);
        if (!(c.r[0] > 0.0)) continue; // it may be found at one step and not at another
        CHECK(out->count < LOADS);
        load *own = &out->of[out->count++];
        *own = load_of(&c, h);
        own->shapes[0] = how->any_shape ? 0 : c.shape_a < c.shape_b ? c.shape_a : c.shape_b;
        own->shapes[1] = how->any_shape ? 0 : c.shape_a + c.shape_b - own->shapes[0];
    }
    hf_world_destroy(world);
    return exact;
}

static double distance(const double *a, const double *b)
{
    return hypot(hypot(a[0] - b[0], a[1] - b[1]), a[2] - b[2]);
}

static bool is_same_point(const load *a, const load *b)
{
    return memcmp(a->shapes, b->shapes, sizeof a->shapes) == 0 && distance(a->point, b->point) <= APART &&
           distance(a->normal, b->normal) <= 1e-6;
}

/// The largest difference of the force at one point; what has no partner differs by all that it carries.
static double difference(const loads *a, const loads *b)
{
    static const double none[3];
    double worst = 0.0;
    for (int i = 0; i < a->count; i++)
    {
        const double *other = none;
        for (int j = 0; j < b->count; j++)
            if (is_same_point(&a->of[i], &b->of[j])) other = b->of[j].force;
        worst = fmax(worst, distance(a->of[i].force, other));
    }
    return worst;
}

static void check_same(const loads *a, const loads *b, const char *scene, const char *what)
{
    double worst = fmax(difference(a, b), difference(b, a)) / a->weight;
    CHECK(a->count > 3);
    if (!(worst <= SAME)) harness_fail(__FILE__, __LINE__, "%s, %s: %.1e of the weight apart", scene, what, worst);
}

// ---- scenes ----

/// Bricks in three courses on a floor, on a slope of gravity, one on the other by half; the k-th is brick order[k].
static hf_model *brick_wall(const int *order)
{
    static char text[TEXT];
    int at = snprintf(text, TEXT,
                      "<mujoco><option gravity='1.2 0.7 -9.7'/><worldbody>"
                      "<geom type='plane' size='0 0 1' friction='0.7'/>");
    for (int k = 0; k < BRICKS; k++)
    {
        int brick = order ? order[k] : k, course = brick < 8 ? 0 : brick < 15 ? 1 : 2;
        int column = brick - (course == 0 ? 0 : course == 1 ? 8 : 15);
        at += snprintf(text + at, (size_t)(TEXT - at),
                       "<body pos='%.17g 0 %.17g'><freejoint/><geom type='box' size='0.1 0.05 0.03' mass='%g' "
                       "friction='0.7'/></body>",
                       0.21 * column + 0.105 * course, 0.03 + 0.06 * course, 1.0 + 0.1 * brick);
    }
    snprintf(text + at, (size_t)(TEXT - at), "</worldbody></mujoco>");
    return text_model(text);
}

/// Two boxes that fall on each other, and on the floor, by a hand's breadth.
static const char dropped[] =
    "<mujoco><worldbody><geom type='plane' size='0 0 1' friction='0.8'/>"
    "<body pos='0 0 0.21'><freejoint/><geom type='box' size='0.3 0.2 0.2' mass='5' friction='0.8'/></body>"
    "<body pos='0.05 0.02 0.53'><freejoint/><geom type='box' size='0.1 0.1 0.1' mass='2' friction='0.8'/></body>"
    "</worldbody></mujoco>";

static const char *const scenes[] = {
    "table",     "towers",         "towers:ratio=100",     "card_house:levels=3",
    "arch:n=11", "pyramid:base=6", "grasp:shake=0,lift=0", "grasp:shake=0,lift=0,object=2",
    "pinch",     "ladder",
};

enum
{
    SCENES = sizeof scenes / sizeof *scenes
};

static void check_steps(const hf_model *model, const char *scene, double duration)
{
    static const double steps[] = {0.004, 0.002, 0.001, 0.0005};
    static loads first, other;
    for (int k = 0; k < 4; k++)
    {
        const way how = {.h = steps[k]};
        char what[40];
        snprintf(what, sizeof what, "steps of %g ms", 1e3 * steps[k]);
        CHECK(find_loads(model, &how, duration, k == 0 ? &first : &other));
        if (k > 0) check_same(&first, &other, scene, what);
    }
}

TEST(forces_of_points_do_not_depend_on_the_step)
{
    for (int s = 0; s < SCENES; s++)
    {
        hf_model *model = scene_model(scenes[s]);
        check_steps(model, scenes[s], 0.02);
        hf_model_destroy(model);
    }
    hf_model *wall = brick_wall(NULL), *fallen = text_model(dropped);
    check_steps(wall, "bricks", 0.02);
    check_steps(fallen, "dropped boxes", 0.4);
    hf_model_destroy(wall);
    hf_model_destroy(fallen);
}

TEST(forces_of_points_do_not_depend_on_start_or_threads)
{
    static loads first, other;
    for (int s = 0; s < SCENES; s++)
    {
        hf_model *model = scene_model(scenes[s]);
        CHECK(find_loads(model, &(way){.h = 0.0}, 0.01, &first));
        CHECK(find_loads(model, &(way){.cold = true}, 0.01, &other));
        check_same(&first, &other, scenes[s], "cold start");
        CHECK(find_loads(model, &(way){.threads = 2}, 0.01, &other));
        check_same(&first, &other, scenes[s], "2 threads");
        hf_model_destroy(model);
    }
}

/// Every method of the exact law that solves all steps of a scene; `auto/any` selects nothing.
TEST(forces_of_points_do_not_depend_on_the_solver)
{
    static loads first, other;
    int same = 0;
    for (int s = 0; s < SCENES; s++)
    {
        hf_model *model = scene_model(scenes[s]);
        CHECK(find_loads(model, &(way){.h = 0.0}, 0.006, &first));
        for (int k = 0; k < hf_solver_count(); k++)
        {
            const hf_solver *solver = hf_solver_at(k);
            if (!solver->exact || strcmp(solver->name, "auto/any") == 0) continue;
            if (!find_loads(model, &(way){.solver = solver->name}, 0.006, &other)) continue;
            check_same(&first, &other, scenes[s], solver->name);
            same++;
        }
        hf_model_destroy(model);
    }
    printf("%d pairs of scene and solver are exact\n", same);
}

TEST(forces_of_points_do_not_depend_on_numbering)
{
    static loads first, other;
    int back[BRICKS], mixed[BRICKS];
    for (int k = 0; k < BRICKS; k++) back[k] = BRICKS - 1 - k, mixed[k] = (8 * k + 3) % BRICKS;
    hf_model *model[] = {brick_wall(NULL), brick_wall(back), brick_wall(mixed)};
    CHECK(find_loads(model[0], &(way){.any_shape = true}, 0.01, &first));
    for (int k = 1; k < 3; k++)
    {
        CHECK(find_loads(model[k], &(way){.any_shape = true}, 0.01, &other));
        check_same(&first, &other, "bricks", "another order");
    }
    for (int k = 0; k < 3; k++) hf_model_destroy(model[k]);
}
