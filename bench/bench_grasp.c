// Hands that close on something, hold it and move it, beside MuJoCo at the same step, in one run, one thread: processor
// time of each phase, and how far what is held slips in 5 s.
//
//   bench_grasp [NAME…]     default: all of `grasps`; those whose files are absent are left out, with a word
//                           ($HOLDFAST_SCENES, ../shared/scenes; $HOLDFAST_MODELS, ../shared/models)
//
// Both sides start from the same state, get the same controls and take turns. MuJoCo has elliptic cones and is
// otherwise as it comes (Euler with implicit damping, Newton's method, 100 iterations, impratio 1, contacts of one time
// constant of 20 ms). *slip* is how far anything that is held moves and turns against what holds it over the last 5 s,
// in which no control changes: zero if friction is Coulomb's. *exact* counts certified steps of ours.

#include "bench.h"

#include <holdfast/holdfast.h>

#ifdef HF_PEER_MUJOCO
#include "peers/mujoco_world.h"
#endif

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum
{
    STEPS_MAX = 8000,
    CONTROLS_MAX = 64,
    HELD_MAX = 11,
    PATH_SIZE = 1024
};
static const double SLIP_TIME = 5.0; // s, at the end

typedef enum phase
{
    CLOSING = 0,
    MOVING,
    HOLDING,
    PHASE_COUNT
} phase;

typedef struct grasp
{
    const char *name;
    const char *folder; // variable that names the folder; NULL: our own scenes
    const char *scene, *table;
    const char *hand;                   // what slip is measured against
    const char *held[HELD_MAX];         // bodies
    double closed, moves, moved, until; // s: closing ends, moving begins and ends, the run ends
    bool mounted;                       // a model without a scene: see mount_gripper
} grasp;

static const grasp grasps[] = {
    {"leap_can", "HOLDFAST_SCENES", "leap_can.xml", "leap_can.csv", "palm", {"can"}, 1.5, 1.5, 1.5, 6.5, false},
    {"shadow_ball",
     "HOLDFAST_SCENES",
     "shadow_ball.xml",
     "shadow_ball.csv",
     "rh_palm",
     {"ball"},
     2.0,
     3.0,
     6.0,
     11.0,
     false},
    {"2f85", "HOLDFAST_MODELS", "robotiq_2f85/2f85.xml", NULL, "base_mount", {"cube"}, 1.0, 1.0, 3.0, 8.0, true},
    {"gripper", NULL, "gripper.xml", "gripper.csv", "palm", {"box"}, 1.0, 1.0, 3.0, 8.0, false},
    {"tray",
     NULL,
     "tray.xml",
     "tray.csv",
     "tray",
     {"left_hand", "thing_0", "thing_1", "thing_2", "thing_3", "thing_4", "thing_5", "thing_6", "thing_7", "thing_8",
      "thing_9"},
     1.0,
     1.0,
     3.0,
     8.0,
     false},
};

// ---- files ----

static void file_path(const grasp *g, const char *file, char path[PATH_SIZE])
{
    const char *folder = g->folder ? getenv(g->folder) : "scenes";
    if (!folder) folder = strcmp(g->folder, "HOLDFAST_SCENES") == 0 ? "../shared/scenes" : "../shared/models";
    snprintf(path, PATH_SIZE, "%s/%s", folder, file);
}

static char *read_text(const char *path)
{
    FILE *file = fopen(path, "r");
    if (!file) return NULL;
    fseek(file, 0, SEEK_END);
    long size = ftell(file);
    rewind(file);
    char *text = calloc((size_t)size + 1, 1);
    if (text && fread(text, 1, (size_t)size, file) != (size_t)size) *text = '\0';
    fclose(file);
    return text;
}

/// Writes the model at `from` to `path`, upside down on a slide above a cube on a floor. Models come without a wrist; a
/// scene that includes one could not move it.
static bool mount_gripper(const char *from, const char *path)
{
    char here[PATH_SIZE] = "", meshes[3 * PATH_SIZE];
    char *text = read_text(from);
    FILE *out = text ? fopen(path, "w") : NULL;
    if (from[0] != '/' && !getcwd(here, sizeof here)) here[0] = '\0';
    snprintf(meshes, sizeof meshes, "meshdir=\"%s/%.*s/assets\"", here, (int)(strrchr(from, '/') - from), from);
    const char *const changes[][2] = {
        {"meshdir=\"assets\"", meshes},
        {"<body name=\"base_mount\" pos=\"0 0 0.007\" childclass=\"2f85\">",
         "<body name=\"base_mount\" pos=\"0 0 0.19\" quat=\"0 1 0 0\" childclass=\"2f85\"><joint name=\"lift\" "
         "type=\"slide\" axis=\"0 0 -1\" damping=\"150\"/>"},
        {"</worldbody>",
         "<geom type=\"plane\" size=\"1 1 0.1\"/><body name=\"cube\" pos=\"0 0 0.03\"><freejoint/><geom type=\"box\" "
         "size=\"0.02 0.02 0.03\" mass=\"0.1\"/></body></worldbody>"},
        {"</actuator>", "<position name=\"lift\" joint=\"lift\" kp=\"4000\"/></actuator>"},
    };
    char *at = text;
    for (size_t k = 0; out && at && k < sizeof changes / sizeof *changes; k++)
    {
        char *found = strstr(at, changes[k][0]);
        if (!found) at = NULL;
        else fprintf(out, "%.*s%s", (int)(found - at), at, changes[k][1]);
        if (found) at = found + strlen(changes[k][0]);
    }
    if (out && at) fputs(at, out);
    free(text);
    return out && fclose(out) == 0 && at;
}

// ---- figures ----

typedef struct side
{
    const char *name;
    double seconds[PHASE_COUNT][STEPS_MAX];
    long count[PHASE_COUNT];
    double from[HELD_MAX][7]; // poses against the hand when the last 5 s begin
    double slip, turn;
    double overlap, contacts;
} side;

/// The pose b as seen from a: position, then quaternion.
static void pose_against(const double a[7], const double b[7], double out[7])
{
    const double w = a[3], x = -a[4], y = -a[5], z = -a[6]; // the inverse of a's quaternion
    const double d[3] = {b[0] - a[0], b[1] - a[1], b[2] - a[2]};
    const double t[3] = {2 * (y * d[2] - z * d[1]), 2 * (z * d[0] - x * d[2]), 2 * (x * d[1] - y * d[0])};
    out[0] = d[0] + w * t[0] + y * t[2] - z * t[1];
    out[1] = d[1] + w * t[1] + z * t[0] - x * t[2];
    out[2] = d[2] + w * t[2] + x * t[1] - y * t[0];
    out[3] = w * b[3] - x * b[4] - y * b[5] - z * b[6];
    out[4] = w * b[4] + x * b[3] + y * b[6] - z * b[5];
    out[5] = w * b[5] - x * b[6] + y * b[3] + z * b[4];
    out[6] = w * b[6] + x * b[5] - y * b[4] + z * b[3];
}

static void measure_slip(side *s, int k, bool begin, const double hand[7], const double held[7])
{
    double now[7], turned[7];
    pose_against(hand, held, now);
    if (begin) memcpy(s->from[k], now, sizeof now);
    pose_against(s->from[k], now, turned);
    double way = sqrt(turned[0] * turned[0] + turned[1] * turned[1] + turned[2] * turned[2]);
    double sine = sqrt(turned[4] * turned[4] + turned[5] * turned[5] + turned[6] * turned[6]);
    s->slip = fmax(s->slip, way);
    s->turn = fmax(s->turn, 2.0 * atan2(sine, fabs(turned[3])));
}

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double mean(const double *seconds, long count)
{
    double sum = 0.0;
    for (long k = 0; k < count; k++) sum += seconds[k];
    return count ? sum / (double)count : 0.0;
}

static double percentile(double *seconds, long count)
{
    if (!count) return 0.0;
    qsort(seconds, (size_t)count, sizeof *seconds, ascending);
    return seconds[count - 1 - count / 100];
}

static void print_side(side *s, long steps)
{
    printf("  %-9s", s->name);
    for (int p = 0; p < PHASE_COUNT; p++)
        if (s->count[p])
            printf(" %7.0f %7.0f", 1e6 * mean(s->seconds[p], s->count[p]),
                   1e6 * percentile(s->seconds[p], s->count[p]));
        else printf(" %7s %7s", "", "");
    printf(" %9.1e %9.1e %10.1e %8.1f", 1e3 * s->slip, s->turn * 180.0 / acos(-1.0), 1e3 * s->overlap,
           s->contacts / (double)steps);
}

// ---- one grasp ----

typedef struct run
{
    const grasp *g;
    hf_builder *builder;
    hf_model *model;
    hf_world *world;
    hf_controls *controls;
    int hand, held[HELD_MAX];
#ifdef HF_PEER_MUJOCO
    mujoco_world *peer;
#endif
    long certified;
} run;

static hf_status open_run(run *r, hf_error *error)
{
    char path[PATH_SIZE], table[PATH_SIZE], folder[] = "/tmp/holdfast-grasp-XXXXXX", mounted[PATH_SIZE];
    file_path(r->g, r->g->scene, path);
    bool made = r->g->mounted && mkdtemp(folder);
    snprintf(mounted, sizeof mounted, "%s/mounted.xml", folder);
    if (made && mount_gripper(path, mounted)) snprintf(path, sizeof path, "%s", mounted);
    hf_status status = hf_scene_open(path, 1, NULL, NULL, &r->builder, error);
    if (made) unlink(mounted), rmdir(folder);
    if (status == HF_STATUS_OK) status = hf_model_build(r->builder, &r->model, error);
    if (status == HF_STATUS_OK) status = hf_world_create(r->model, &r->world, error);
    if (status == HF_STATUS_OK && r->g->table)
    {
        file_path(r->g, r->g->table, table);
        status = hf_controls_read(table, r->model, &r->controls, error);
    }
    if (status != HF_STATUS_OK) return status;
    r->hand = hf_model_find(r->model, HF_ITEM_BODY, r->g->hand);
    for (int k = 0; k < HELD_MAX && r->g->held[k]; k++)
        r->held[k] = hf_model_find(r->model, HF_ITEM_BODY, r->g->held[k]);
    return HF_STATUS_OK;
}

#ifdef HF_PEER_MUJOCO
/// The model as MuJoCo takes it, in the same state; NULL, with a word, if it does not.
static mujoco_world *open_peer(const run *r)
{
    char path[] = "/tmp/holdfast-grasp-XXXXXX", why[500] = "";
    int file = mkstemp(path);
    if (file < 0) return NULL;
    close(file);
    mujoco_world *peer = NULL;
    if (hf_scene_write_mjcf(r->model, path, NULL) == HF_STATUS_OK) peer = mujoco_world_create(path, why, sizeof why);
    unlink(path);
    if (!peer)
    {
        printf("  MuJoCo    does not take it: %s\n", why);
        return NULL;
    }
    mujoco_world_set_euler(peer);
    mujoco_world_set(peer, hf_world_q(r->world), hf_world_v(r->world), hf_model_q_count(r->model),
                     hf_model_v_count(r->model));
    return peer;
}

static void step_peer(const run *r, side *s, phase p, bool begin, bool measured)
{
    double control[CONTROLS_MAX], hand[7], held[7];
    for (int k = 0; k < hf_model_count(r->model, HF_ITEM_ACTUATOR); k++) control[k] = hf_world_control(r->world, k);
    double start = bench_processor();
    mujoco_world_step(r->peer, control);
    s->seconds[p][s->count[p]++] = bench_processor() - start;
    s->overlap = fmax(s->overlap, mujoco_world_overlap(r->peer));
    s->contacts += mujoco_world_contacts(r->peer);
    for (int k = 0; measured && k < HELD_MAX && r->g->held[k]; k++)
        if (mujoco_world_body(r->peer, r->g->hand, hand) && mujoco_world_body(r->peer, r->g->held[k], held))
            measure_slip(s, k, begin, hand, held);
}
#endif

static bool step_own(run *r, side *s, phase p, bool begin, bool measured)
{
    hf_step_report report;
    double start = bench_processor();
    if (hf_world_step(r->world, 0.0, &report, NULL) != HF_STATUS_OK) return false;
    s->seconds[p][s->count[p]++] = bench_processor() - start;
    s->overlap = fmax(s->overlap, report.penetration);
    s->contacts += report.contact_count;
    r->certified += report.certified;
    for (int k = 0; measured && k < HELD_MAX && r->g->held[k]; k++)
    {
        hf_body_state a = hf_world_body(r->world, r->hand), b = hf_world_body(r->world, r->held[k]);
        double hand[7], held[7];
        memcpy(hand, a.position, sizeof a.position);
        memcpy(hand + 3, a.orientation, sizeof a.orientation);
        memcpy(held, b.position, sizeof b.position);
        memcpy(held + 3, b.orientation, sizeof b.orientation);
        measure_slip(s, k, begin, hand, held);
    }
    return true;
}

/// Controls of a mounted gripper: it closes, and rises smoothly by 0.1 m.
static void drive_mounted(const run *r, double t)
{
    double s = fmin(1.0, fmax(0.0, (t - r->g->moves) / (r->g->moved - r->g->moves)));
    (void)hf_world_set_control(r->world, hf_model_find(r->model, HF_ITEM_ACTUATOR, "fingers_actuator"), 255.0, NULL);
    (void)hf_world_set_control(r->world, hf_model_find(r->model, HF_ITEM_ACTUATOR, "lift"),
                               0.1 * s * s * (3.0 - 2.0 * s), NULL);
}

static void run_steps(run *r, side *own, side *other)
{
    double h = hf_model_settings(r->model).step.timestep;
    long steps = lround(r->g->until / h), begin = lround((r->g->until - SLIP_TIME) / h), k = 0;
    for (; k < steps; k++)
    {
        double t = (double)k * h;
        phase p = t < r->g->closed ? CLOSING : t >= r->g->moves && t < r->g->moved ? MOVING : HOLDING;
        if (r->g->mounted) drive_mounted(r, t);
        else if (hf_controls_apply(r->controls, r->world, NULL) != HF_STATUS_OK) break;
#ifdef HF_PEER_MUJOCO
        if (r->peer) step_peer(r, other, p, k == begin, k >= begin);
#endif
        if (!step_own(r, own, p, k == begin, k >= begin)) break;
    }
    print_side(own, steps);
    printf("   %ld of %ld exact\n", r->certified, steps);
#ifdef HF_PEER_MUJOCO
    if (!r->peer) return;
    print_side(other, steps);
    printf("\n  %-9s", "ratio");
    for (int p = 0; p < PHASE_COUNT; p++)
        if (own->count[p])
            printf(" %7.2f %7.2f", mean(own->seconds[p], own->count[p]) / mean(other->seconds[p], other->count[p]),
                   percentile(own->seconds[p], own->count[p]) / percentile(other->seconds[p], other->count[p]));
        else printf(" %7s %7s", "", "");
    putchar('\n');
#else
    (void)other;
#endif
}

static void measure(const grasp *g)
{
    static side own, other;
    memset(&own, 0, sizeof own);
    memset(&other, 0, sizeof other);
    own.name = "holdfast";
    other.name = "MuJoCo";
    hf_error error;
    char path[PATH_SIZE];
    file_path(g, g->scene, path);
    if (access(path, R_OK) != 0)
    {
        printf("%s: %s is absent; left out\n", g->name, path);
        return;
    }
    run r = {.g = g};
    if (open_run(&r, &error) == HF_STATUS_OK)
    {
        printf("%s: %d bodies, %d velocities, %d motors, %d loops; %g s in steps of %g ms\n", g->name,
               hf_model_count(r.model, HF_ITEM_BODY), hf_model_v_count(r.model),
               hf_model_count(r.model, HF_ITEM_ACTUATOR), hf_model_count(r.model, HF_ITEM_LOOP), g->until,
               1e3 * hf_model_settings(r.model).step.timestep);
#ifdef HF_PEER_MUJOCO
        r.peer = open_peer(&r);
#endif
        run_steps(&r, &own, &other);
#ifdef HF_PEER_MUJOCO
        mujoco_world_destroy(r.peer);
#endif
    }
    else printf("%s: %s\n", g->name, error.message);
    hf_controls_destroy(r.controls);
    hf_world_destroy(r.world);
    hf_model_destroy(r.model);
    hf_builder_destroy(r.builder);
    fflush(stdout);
}

int main(int argc, char **argv)
{
    bench_print_machine();
    printf("us a step, mean and 99 %%; slip over %g s\n", SLIP_TIME);
    printf("  %-9s %15s %15s %15s %9s %9s %10s %8s\n", "", "closing", "moving", "holding", "slip mm", "turn deg",
           "overlap mm", "contacts");
    for (size_t k = 0; k < sizeof grasps / sizeof *grasps; k++)
    {
        bool wanted = argc < 2;
        for (int j = 1; j < argc; j++) wanted = wanted || strcmp(argv[j], grasps[k].name) == 0;
        if (wanted) measure(&grasps[k]);
    }
    return 0;
}
