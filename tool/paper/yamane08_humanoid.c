// The humanoid of yamane08_humanoid.h.

#include "yamane08_humanoid.h"

#include "bundled.h"
#include "console.h"

#include "holdfast/scene.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum
{
    SIDES = 8,
    MOST_COLUMNS = 32,
    LINE = 2000,
    TAP_ROWS = 1002,
};

static const double SPACING = 0.01; // [s], of these rows
static const double PI = 3.14159265358979323846;

static const double STEP = 0.001; // [s]
static const double CERTIFIED = 1e-8;
static const double PUBLISHED_ERROR = 1e-3; // the paper's e_max, in its own units: what counts as solved there

/// Our scene, whose joints follow a table.
typedef struct humanoid
{
    hf_model *model;
    hf_world *world;
    int columns, rows;
    int *joint;     // of each column
    double *values; // rows × (1 + columns), the time first
} humanoid;

// ---- the model ----

/// A copy of the scene with every joint prescribed, no motors, and a pad under the middle of each sole, flush with it.
static bool copy_model(const hf_model *from, double step, hf_model **model, hf_error *error)
{
    hf_builder *builder = NULL;
    bool good = hf_builder_create(&builder, error) == HF_STATUS_OK;
    for (int k = 1; k < hf_model_count(from, HF_ITEM_BODY) && good; k++)
    {
        hf_body_def body = hf_model_body(from, k);
        good = hf_builder_add_body(builder, &body, NULL, error) == HF_STATUS_OK;
    }
    for (int k = 0; k < hf_model_count(from, HF_ITEM_JOINT) && good; k++)
    {
        hf_joint_def joint = hf_model_joint(from, k);
        joint.prescribed = true;
        joint.limited = false;
        good = hf_builder_add_joint(builder, &joint, NULL, error) == HF_STATUS_OK;
    }
    for (int k = 0; k < hf_model_count(from, HF_ITEM_SHAPE) && good; k++)
    {
        hf_shape_def shape = hf_model_shape(from, k);
        good = hf_builder_add_shape(builder, &shape, NULL, error) == HF_STATUS_OK;
        if (!good || shape.kind != HF_SHAPE_BOX) continue; // the feet
        shape.name = NULL;
        for (int e = 0; e < 2; e++) shape.size[e] *= 0.6;
        good = hf_builder_add_shape(builder, &shape, NULL, error) == HF_STATUS_OK;
    }
    hf_settings settings = hf_model_settings(from);
    settings.step.timestep = step;
    good = good && hf_builder_set(builder, &settings, error) == HF_STATUS_OK &&
           hf_model_build(builder, model, error) == HF_STATUS_OK;
    hf_builder_destroy(builder);
    return good;
}

static bool open_model(humanoid *h, double step, hf_error *error)
{
    hf_builder *builder = NULL;
    hf_model *scene = NULL;
    char *path = bundled_path("humanoid.xml");
    bool good = hf_scene_open(path, 1, NULL, NULL, &builder, error) == HF_STATUS_OK &&
                hf_model_build(builder, &scene, error) == HF_STATUS_OK && copy_model(scene, step, &h->model, error) &&
                hf_world_create(h->model, &h->world, error) == HF_STATUS_OK;
    hf_model_destroy(scene);
    hf_builder_destroy(builder);
    free(path);
    return good;
}

// ---- the motion ----

/// Names of joints to `h`.
static bool read_head(humanoid *h, char *line)
{
    h->joint = tool_allocate(MOST_COLUMNS, sizeof *h->joint);
    for (char *word = strtok(line, ",\r\n"); word; word = strtok(NULL, ",\r\n"))
    {
        if (strcmp(word, "time") == 0) continue;
        int joint = hf_model_find(h->model, HF_ITEM_JOINT, word);
        if (joint < 0 || h->columns == MOST_COLUMNS) return false;
        h->joint[h->columns++] = joint;
    }
    return h->columns > 0;
}

static bool read_motion(humanoid *h, const char *table)
{
    char *path = bundled_path(table), line[LINE];
    FILE *file = fopen(path, "rb");
    free(path);
    bool good = file && fgets(line, LINE, file) && read_head(h, line);
    size_t width = (size_t)h->columns + 1;
    while (good && fgets(line, LINE, file))
    {
        h->values = tool_reallocate(h->values, ((size_t)h->rows + 1) * width, sizeof *h->values);
        char *at = line;
        for (size_t c = 0; c < width; c++, at += *at == ',') h->values[(size_t)h->rows * width + c] = strtod(at, &at);
        h->rows++;
    }
    if (file) fclose(file);
    return good && h->rows > 3;
}

/// From 0 to 1 with no velocity and no acceleration at either end.
static double ease(double s)
{
    s = fmin(fmax(s, 0.0), 1.0);
    return s * s * s * (10 + s * (6 * s - 15));
}

/// A phrase of the dance: the weight goes over to one leg, and the other foot taps three times.
enum
{
    LEFT = 0,
    RIGHT = 1,
    PHRASES = 3,
    TAPS = 3,
};
static const double SHIFT = 2.0, TAP = 0.5, LIFTED = 0.4; // [s]: of a shift, from tap to tap, of a foot in the air
static const double LEAN = 0.15, BEND = 0.2; // [rad]: of the legs over a foot, of a hip as its foot is lifted

/// How far the legs lean [-1 … 1, 1 over the left foot], and how high each foot is lifted [0 … 1], so slowly that the
/// weight stays over a foot.
static void dance_at(double time, double *lean, double lifted[2])
{
    double begin = -0.5 * SHIFT, from = 0.0; // the first shift is half as long: from the middle
    *lean = lifted[LEFT] = lifted[RIGHT] = 0.0;
    for (int phrase = 0; phrase < PHRASES + 1; phrase++, begin += SHIFT + TAPS * TAP)
    {
        double to = phrase % 2 == 0 ? 1.0 : -1.0, start = fmax(begin, 0.0), long_as = phrase == 0 ? 0.5 * SHIFT : SHIFT;
        if (time >= start) *lean = from + (to - from) * ease((time - start) / long_as);
        double within = time - start - long_as;
        if (within > 0.0 && within < TAPS * TAP)
        {
            double s = fmod(within, TAP) / LIFTED;
            lifted[phrase % 2 == 0 ? RIGHT : LEFT] = s < 1.0 ? pow(sin(PI * s), 2) : 0.0;
        }
        from = to;
    }
}

/// A tap dance that keeps its balance: legs and ankles lean together, so that feet stay flat, and the foot without
/// weight is lifted and set down.
static bool make_taps(humanoid *h)
{
    static const struct
    {
        const char *name;
        double lean, left, right; // how much of each the joint has
    } joints[] = {{"left_hip_roll", -LEAN, 0, 0},    {"left_ankle_roll", LEAN, 0, 0},  {"right_hip_roll", LEAN, 0, 0},
                  {"right_ankle_roll", -LEAN, 0, 0}, {"left_hip_swing", 0, -BEND, 0},  {"left_knee", 0, 2 * BEND, 0},
                  {"left_ankle_swing", 0, -BEND, 0}, {"right_hip_swing", 0, 0, -BEND}, {"right_knee", 0, 0, 2 * BEND},
                  {"right_ankle_swing", 0, 0, -BEND}};
    h->columns = sizeof joints / sizeof *joints;
    h->rows = TAP_ROWS;
    h->joint = tool_allocate((size_t)h->columns, sizeof *h->joint);
    h->values = tool_allocate((size_t)(h->rows * (h->columns + 1)), sizeof *h->values);
    for (int c = 0; c < h->columns; c++) h->joint[c] = hf_model_find(h->model, HF_ITEM_JOINT, joints[c].name);
    for (int row = 0; row < h->rows; row++)
    {
        double *at = h->values + row * (h->columns + 1), lean, lifted[2];
        at[0] = SPACING * row;
        dance_at(at[0], &lean, lifted);
        for (int c = 0; c < h->columns; c++)
            at[1 + c] = joints[c].lean * lean + joints[c].left * lifted[LEFT] + joints[c].right * lifted[RIGHT];
    }
    return true;
}

/// False after paper_error. To be closed in any case.
static bool open_humanoid(humanoid *h, paper_report *report, const char *table)
{
    hf_error error = {0};
    *h = (humanoid){0};
    if (!open_model(h, STEP, &error)) return paper_error(report, &error);
    return (table ? read_motion(h, table) : make_taps(h)) ||
           paper_failed(report, "%s: no table of joints of humanoid.xml", table);
}

static void close_humanoid(humanoid *h)
{
    hf_world_destroy(h->world);
    hf_model_destroy(h->model);
    free(h->values);
    free(h->joint);
}

/// The table at a time, by cubics through neighbouring rows (Catmull and Rom), so that joints have velocities.
static double at_time(const humanoid *h, double time, int column)
{
    size_t width = (size_t)h->columns + 1;
    double spacing = h->values[width] - h->values[0], place = fmin(fmax(time / spacing, 0.0), h->rows - 1.001);
    int row = (int)place;
    double s = place - row, p[4];
    for (int k = 0; k < 4; k++)
    {
        int near = row - 1 + k < 0 ? 0 : row - 1 + k > h->rows - 1 ? h->rows - 1 : row - 1 + k;
        p[k] = h->values[(size_t)near * width + 1 + (size_t)column];
    }
    return p[1] +
           0.5 * s *
               (p[2] - p[0] + s * (2 * p[0] - 5 * p[1] + 4 * p[2] - p[3] + s * (3 * (p[1] - p[2]) + p[3] - p[0])));
}

/// One step, the joints where the table has them at its end.
static bool make_step(humanoid *h, paper_report *report, hf_step_report *step)
{
    hf_error error = {0};
    double end = hf_world_time(h->world) + hf_model_settings(h->model).step.timestep;
    for (int c = 0; c < h->columns; c++)
        if (hf_world_track(h->world, h->joint[c], at_time(h, end, c), &error) != HF_STATUS_OK)
            return paper_error(report, &error);
    return hf_world_step(h->world, 0.0, step, &error) == HF_STATUS_OK || paper_error(report, &error);
}

static double height_of(const humanoid *h)
{
    return hf_world_body(h->world, hf_model_find(h->model, HF_ITEM_BODY, "pelvis")).position[2];
}

// ---- the LCPs ----

/// Contacts that press: of the SIDES + 2 entries of each contact the normal impulse comes first.
static double active_of(const double *z, int contacts)
{
    double most = 0.0, active = 0.0;
    for (int k = 0; k < contacts; k++) most = fmax(most, z[k * (SIDES + 2)]);
    for (int k = 0; k < contacts; k++) active += z[k * (SIDES + 2)] > 1e-6 * most;
    return active;
}

/// The LCP of a frame, and the part of it without friction: the first entry of each contact.
typedef struct frame_lcp
{
    hf_lcp *made, friction, normal;
    double *z, *all, *M, *q;
    unsigned char *guess; // of `friction`
} frame_lcp;

/// M of the whole. Forces in the place of impulses: velocities times the length of a step (eq. 15). Rows and columns of
/// the multipliers, the last of each contact, have no time in them.
static void take_matrix(frame_lcp *f, bool forces)
{
    const int n = f->made->dimension, stride = SIDES + 2;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
        {
            size_t at = (size_t)i * (size_t)n + (size_t)j;
            bool moves = i % stride < SIDES + 1 && j % stride < SIDES + 1;
            f->all[at] = f->made->M[at] * (forces && moves ? STEP : 1.0);
        }
    f->friction = (hf_lcp){.dimension = n, .M = f->all, .q = f->made->q};
}

static bool frame_open(frame_lcp *f, paper_report *report, const hf_problem *problem, int contacts, bool forces)
{
    hf_error error = {0};
    *f = (frame_lcp){0};
    if (hf_lcp_from_problem(problem, SIDES, &f->made, &error) != HF_STATUS_OK) return paper_error(report, &error);
    const int n = f->made->dimension, stride = SIDES + 2;
    f->all = tool_allocate((size_t)n * (size_t)n, sizeof *f->all);
    f->z = tool_allocate((size_t)n, sizeof *f->z);
    f->M = tool_allocate((size_t)(contacts * contacts), sizeof *f->M);
    f->q = tool_allocate((size_t)contacts, sizeof *f->q);
    f->guess = tool_allocate((size_t)n, 1);
    take_matrix(f, forces);
    for (int i = 0; i < contacts; i++)
    {
        f->q[i] = f->friction.q[i * stride];
        for (int j = 0; j < contacts; j++)
            f->M[i * contacts + j] = f->all[(size_t)(i * stride) * (size_t)n + (size_t)(j * stride)];
    }
    f->normal = (hf_lcp){.dimension = contacts, .M = f->M, .q = f->q};
    return true;
}

static void frame_close(frame_lcp *f)
{
    hf_lcp_destroy(f->made);
    free(f->all);
    free(f->z);
    free(f->M);
    free(f->q);
    free(f->guess);
}

/// Both steps of section IV-C by one method: without friction, then with it from the guess that contacts which press go
/// on to. *seconds: of the second, which is what the paper's times and pivots are of.
static hf_status solve_frame(frame_lcp *f, const char *method, double tolerance, hf_lcp_report *done, double *seconds,
                             hf_error *error)
{
    hf_lcp_options options = hf_lcp_options_default();
    options.common.tolerance = tolerance;
    hf_status status = hf_lcp_solve(method, &f->normal, &options, f->z, NULL, done, error);
    if (status != HF_STATUS_OK) return status;
    memset(f->guess, 0, (size_t)f->friction.dimension);
    for (int k = 0; k < f->normal.dimension && done->failure == HF_LCP_SOLVED; k++)
        f->guess[k * (SIDES + 2)] = f->z[k] > 0.0;
    if (done->failure == HF_LCP_SOLVED) options.guess = f->guess;
    double start = paper_seconds();
    status = hf_lcp_solve(method, &f->friction, &options, f->z, NULL, done, error);
    *seconds += paper_seconds() - start;
    return status;
}

/// The friction LCP of the last step, solved by every method: as published in newtons, and ours.
static bool look_at(paper_report *report, const humanoid_plan *plan, humanoid_motion *motion, const hf_problem *problem,
                    int points, bool letter)
{
    frame_lcp f;
    hf_error error = {0};
    if (!frame_open(&f, report, problem, points, letter)) return false;
    bool good = true;
    for (int k = 0; k < plan->method_count && good; k++)
    {
        hf_lcp_report done;
        humanoid_tally *t = &motion->tallies[letter ? 0 : 1][k];
        const humanoid_method *m = &plan->methods[k];
        const char *name = letter ? m->letter : m->ours, *key = letter ? m->key : m->ours;
        const char *chosen = paper_method(report, key);
        double tolerance = letter ? PUBLISHED_ERROR : CERTIFIED;
        good = solve_frame(&f, chosen == key ? name : chosen, tolerance, &done, &t->seconds, &error) == HF_STATUS_OK;
        t->pivots += (double)done.pivots;
        t->frames++;
        t->ends[done.failure]++;
        t->certified += done.residual.natural <= CERTIFIED;
        if (done.failure == HF_LCP_SOLVED) t->active += active_of(f.z, points);
    }
    frame_close(&f);
    return good || paper_error(report, &error);
}

static bool look(const humanoid *h, paper_report *report, const humanoid_plan *plan, humanoid_motion *motion)
{
    const hf_problem *problem = hf_world_problem(h->world, NULL);
    int points = problem ? hf_problem_describe(problem).contact_count : 0;
    if (points == 0) return true;
    motion->contacts += points;
    return look_at(report, plan, motion, problem, points, true) &&
           look_at(report, plan, motion, problem, points, false);
}

// ---- what the experiments call ----

bool humanoid_run(paper_report *report, const humanoid_plan *plan, humanoid_motion *motion)
{
    humanoid h;
    bool good = open_humanoid(&h, report, plan->table);
    motion->contacts = motion->uncertified = 0.0;
    motion->lowest = INFINITY;
    for (int k = 0; k < lround(plan->duration / STEP) && good && !interrupted(); k++)
    {
        hf_step_report step;
        good = make_step(&h, report, &step);
        if (!good) break;
        motion->uncertified += !step.certified;
        motion->height = height_of(&h);
        motion->lowest = fmin(motion->lowest, motion->height);
        paper_progress(report, "seconds of the motion", hf_world_time(h.world), plan->duration);
        if (k % plan->every == 0) good = look(&h, report, plan, motion);
    }
    close_humanoid(&h);
    return good && !interrupted();
}

const char humanoid_columns[] =
    "contacts|active|frames|success|no solution|cycle|error|to 1e-8|LCP [ms]|pivots a frame";

static void numbers_of(const humanoid_motion *motion, const humanoid_tally *t, double *out)
{
    const double found[HUMANOID_COLUMNS] = {motion->contacts / t->frames,
                                            t->active / fmax(t->ends[HF_LCP_SOLVED], 1),
                                            t->frames,
                                            t->ends[HF_LCP_SOLVED],
                                            t->ends[HF_LCP_NO_SOLUTION],
                                            t->ends[HF_LCP_CYCLE],
                                            t->ends[HF_LCP_ERROR] + t->ends[HF_LCP_LIMIT],
                                            t->certified,
                                            1e3 * t->seconds / t->frames,
                                            t->pivots / t->frames};
    memcpy(out, found, sizeof found);
}

void humanoid_row(paper_report *report, const humanoid_plan *plan, const humanoid_motion *motion, int k)
{
    const humanoid_method *m = &plan->methods[k];
    const double published[HUMANOID_COLUMNS] = {m->contacts, m->active, m->frames, m->success, m->no_solution,
                                                m->cycle,    m->error,  NAN,       m->ms,      m->pivots / m->frames};
    double letter[HUMANOID_COLUMNS], ours[HUMANOID_COLUMNS];
    numbers_of(motion, &motion->tallies[0][k], letter);
    numbers_of(motion, &motion->tallies[1][k], ours);
    paper_row(report, m->what, published, letter, ours, "%s; ours: %s", m->letter, m->ours);
}

void humanoid_report(paper_report *report, const humanoid_motion *motion)
{
    paper_value(report, "steps that are not certified", NAN, NAN, motion->uncertified,
                "by auto, whose answers are taken");
    paper_expect(report, SIDE_OURS, 0, 0, 0);
    paper_value(report, "height of the pelvis at the end [m]", NAN, NAN, motion->height, "it stands; lowest %.2f m",
                motion->lowest);
    paper_expect(report, SIDE_OURS, 0, 0.85, 0.95);
}
