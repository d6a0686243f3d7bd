// A and B of a step beside the step itself, and beside MuJoCo's finite differences, in one run, one thread.
//
//   bench_derivative [--steps N] [MODEL.xml…]    default: our humanoid, and robots in $HOLDFAST_MODELS or ../shared/models
//   bench_derivative --adjoint [--steps N] …     hf_rollout_gradient by all controls beside the rollout alone
//
// Each model runs for a second from its first keyframe, with its controls; after each of the N steps that follow the
// step is linearized, by AUTO. Time is the processor's, the mean of all steps. `exact`: share of them whose derivative
// was exact; `ratio`: its time by that of the step. MuJoCo (2.2.2): mjd_transitionFD with centred differences of 1e-6,
// from the state in which ours stands at the end.

#include "bench.h"

#include <holdfast/derivative.h>
#include <holdfast/holdfast.h>

#ifdef HF_PEER_MUJOCO
#include "peers/mujoco_world.h"
#endif

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static double cpu_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

#ifdef HF_PEER_MUJOCO
/// Seconds of a derivative; 0 where MuJoCo does not take the model.
static double peer_seconds(const hf_model *model, const hf_world *world)
{
    char path[] = "/tmp/holdfast-derivative-XXXXXX", why[500] = "";
    int file = mkstemp(path);
    if (file < 0) return 0.0;
    close(file);
    mujoco_world *peer = NULL;
    if (hf_scene_write_mjcf(model, path, NULL) == HF_STATUS_OK) peer = mujoco_world_create(path, why, sizeof why);
    unlink(path);
    if (!peer) return 0.0;
    enum
    {
        TIMES = 20
    };
    mujoco_world_set(peer, hf_world_q(world), hf_world_v(world), hf_model_q_count(model), hf_model_v_count(model));
    double begin = cpu_now();
    for (int k = 0; k < TIMES; k++) mujoco_world_transition(peer, 1e-6);
    double seconds = (cpu_now() - begin) / TIMES;
    mujoco_world_destroy(peer);
    return seconds;
}
#endif

static hf_world *make_world(const char *path, hf_model **model)
{
    hf_builder *builder = NULL;
    hf_world *world = NULL;
    hf_error error;
    bool well = hf_scene_open(path, 1, NULL, NULL, &builder, &error) == HF_STATUS_OK &&
                hf_model_build(builder, model, &error) == HF_STATUS_OK &&
                hf_world_create(*model, &world, &error) == HF_STATUS_OK;
    hf_builder_destroy(builder);
    if (!well) printf("%s: %s\n", path, error.message);
    return world;
}

static void measure(const char *path, const char *label, long steps)
{
    hf_model *model = NULL;
    hf_world *world = make_world(path, &model);
    hf_linearizer *linearizer = NULL;
    const hf_linearization *s = NULL;
    hf_error error;
    double step = 0.0, linearize = 0.0;
    long exact = 0, contacts = 0;
    if (!world) return;
    if (hf_linearizer_create(world, &linearizer, &error) != HF_STATUS_OK) printf("%s: %s\n", label, error.message);
    while (linearizer && hf_world_time(world) < 1.0)
        if (hf_world_step(world, 0.0, NULL, &error) != HF_STATUS_OK) break;
    for (long k = 0; linearizer && k < steps; k++)
    {
        double begin = cpu_now();
        if (hf_world_step(world, 0.0, NULL, &error) != HF_STATUS_OK) break;
        double middle = cpu_now();
        if (hf_world_linearize(world, linearizer, NULL, &s, &error) != HF_STATUS_OK) break;
        linearize += cpu_now() - middle;
        step += middle - begin;
        exact += s->method == HF_LINEARIZE_EXACT;
        contacts += s->contact_count;
    }
    double n = (double)steps, other = 0.0;
#ifdef HF_PEER_MUJOCO
    other = peer_seconds(model, world);
#endif
    printf("%-28s %4d %4d %9.1f %10.1f %10.1f %8.1f %7.0f %% %12.1f\n", label, hf_model_v_count(model),
           hf_model_count(model, HF_ITEM_ACTUATOR), (double)contacts / n, 1e6 * step / n, 1e6 * linearize / n,
           linearize / step, 100.0 * (double)exact / n, 1e6 * other);
    fflush(stdout);
    hf_linearizer_destroy(linearizer);
    hf_world_destroy(world);
    hf_model_destroy(model);
}

/// The height of what comes first.
static hf_status base_height(void *context, int step, const hf_world *world, const double *u, double *loss, double *dx,
                             double *du, hf_error *error)
{
    (void)u, (void)du, (void)error;
    if (step != *(long *)context) return HF_STATUS_OK;
    *loss += hf_world_q(world)[2];
    dx[2] += 1.0;
    return HF_STATUS_OK;
}

/// The least of three runs each of both, from the state after a second.
static void measure_adjoint(const char *path, const char *label, long steps)
{
    hf_model *model = NULL;
    hf_world *world = make_world(path, &model);
    hf_error error;
    if (!world) return;
    while (hf_world_time(world) < 1.0)
        if (hf_world_step(world, 0.0, NULL, &error) != HF_STATUS_OK) break;
    for (int k = 0; k < hf_model_count(model, HF_ITEM_ACTUATOR); k++)
        if (hf_world_set_control(world, k, hf_world_control(world, k) + 0.01, &error) != HF_STATUS_OK) break;
    size_t size = hf_world_state_size(world);
    void *state = malloc(size);
    double *du = malloc(sizeof *du * (size_t)steps * (size_t)(hf_model_count(model, HF_ITEM_ACTUATOR) + 1));
    hf_gradient_def def = hf_gradient_def_default();
    hf_gradient_result result = {.du = du};
    def.step_count = (int)steps;
    def.loss = base_height;
    def.context = &steps;
    double least[2] = {1e9, 1e9};
    for (int k = 0; k < 3 && state && du; k++)
    {
        double begin = cpu_now();
        if (hf_rollout_gradient(world, &def, &result, &error) != HF_STATUS_OK) printf("%s: %s\n", label, error.message);
        if (k == 0) hf_world_state_save(world, state);
        double middle = cpu_now();
        for (long i = 0; i < steps; i++)
            if (hf_world_step(world, 0.0, NULL, &error) != HF_STATUS_OK) break;
        double end = cpu_now();
        if (middle - begin < least[0]) least[0] = middle - begin;
        if (end - middle < least[1]) least[1] = end - middle;
        if (hf_world_state_load(world, state, size, &error) != HF_STATUS_OK) break;
    }
    printf("%-28s %4d %4d %12.1f %12.1f %8.1f %12d\n", label, hf_model_v_count(model),
           hf_model_count(model, HF_ITEM_ACTUATOR), 1e3 * least[1], 1e3 * least[0], least[0] / least[1],
           result.numeric_steps);
    fflush(stdout);
    free(du);
    free(state);
    hf_world_destroy(world);
    hf_model_destroy(model);
}

int main(int argc, char **argv)
{
    static const char *const robots[] = {"anybotics_anymal_c/scene.xml", "google_barkour_vb/scene.xml",
                                         "unitree_h1/scene.xml", "mujoco/humanoid.xml", "leap_hand/scene_right.xml"};
    long steps = 100;
    int first = 1;
    void (*look)(const char *path, const char *label, long steps) = measure;
    if (argc > 1 && strcmp(argv[1], "--adjoint") == 0) look = measure_adjoint, first++;
    if (argc > first + 1 && strcmp(argv[first], "--steps") == 0) steps = strtol(argv[first + 1], NULL, 10), first += 2;
    if (steps < 1 || (argc > first && argv[first][0] == '-'))
    {
        fprintf(stderr, "usage: bench_derivative [--adjoint] [--steps N] [MODEL.xml...]\n");
        return 2;
    }
    bench_print_machine();
    if (look == measure_adjoint)
        printf("%-28s %4s %4s %12s %12s %8s %12s\n", "", "v", "u", "rollout ms", "gradient ms", "ratio", "differences");
    else
        printf("%-28s %4s %4s %9s %10s %10s %8s %9s %12s\n", "", "v", "u", "contacts", "step us", "A, B us", "ratio",
               "exact", "MuJoCo us");
    for (int k = first; k < argc; k++) look(argv[k], argv[k], steps);
    if (argc > first) return 0;
    const char *folder = getenv("HOLDFAST_MODELS");
    if (!folder) folder = "../shared/models";
    if (access("scenes/humanoid.xml", R_OK) == 0) look("scenes/humanoid.xml", "humanoid", steps);
    for (size_t k = 0; k < sizeof robots / sizeof *robots; k++)
    {
        char path[1024];
        snprintf(path, sizeof path, "%s/%s", folder, robots[k]);
        if (access(path, R_OK) == 0) look(path, robots[k], steps);
    }
    return 0;
}
