// A scene that takes commands: what they do is mechanics, what is wrong with them is said, and nothing breaks.

#include "support/harness.h"

#include "holdfast/live.h"
#include "holdfast/scene.h"
#include "holdfast/solve.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static hf_live *opened(const char *scene)
{
    hf_live_options options = hf_live_options_default();
    hf_live *live;
    hf_error error;
    options.folder = "/tmp";
    CHECK(hf_live_create(&options, &live, &error) == HF_STATUS_OK);
    CHECK(hf_live_open(live, scene, 0, &error) == HF_STATUS_OK);
    return live;
}

/// The answer as text, with its kind in front; valid until the next one.
static const char *ask(hf_live *live, const char *command)
{
    static char text[200000];
    const unsigned char *answer;
    size_t size;
    hf_live_command(live, command, strlen(command), &answer, &size);
    CHECK(size >= 4);
    size = size < sizeof text - 1 ? size : sizeof text - 1;
    memcpy(text, answer, size);
    text[size] = '\0';
    return text;
}

static bool frame(hf_live *live, const char *command)
{
    return strncmp(ask(live, command), "FRAM", 4) == 0;
}

/// A vector of the answer to `body K`.
static void body_vector(hf_live *live, int body, const char *key, double v[3])
{
    char command[40], name[40];
    snprintf(command, sizeof command, "body %d", body);
    snprintf(name, sizeof name, "\"%s\":[", key);
    const char *at = strstr(ask(live, command), name);
    CHECK(at != NULL);
    CHECK(at && sscanf(at + strlen(name), "%lf,%lf,%lf", &v[0], &v[1], &v[2]) == 3);
}

TEST(friction_that_is_set_decides_at_the_angle_of_friction)
{
    // A slope of 20°: tan = 0.36397. Just above it holds, just below it slides with g (sin - mu cos).
    hf_live *live = opened("incline:angle=20,mu=1");
    double at[3], then[3], v[3];
    body_vector(live, 1, "position", at);
    CHECK(strcmp(ask(live, "set friction 0.364"), "TEXTok") == 0);
    CHECK(frame(live, "step 250"));
    body_vector(live, 1, "position", then);
    CHECK(hypot(then[0] - at[0], then[2] - at[2]) < 1e-9);
    CHECK(strcmp(ask(live, "set friction 0.3"), "TEXTok") == 0);
    CHECK(frame(live, "step 250"));
    body_vector(live, 1, "velocity", v);
    double angle = 20.0 * 3.14159265358979323846 / 180.0, speed = 0.5 * 9.81 * (sin(angle) - 0.3 * cos(angle));
    CHECK_NEAR(hypot(v[0], v[2]), speed, 1e-6 * speed);
    CHECK(strcmp(ask(live, "set friction -1"), "TEXTok") == 0); // the shapes' own again: it holds, and stops
    CHECK(frame(live, "step 500"));
    body_vector(live, 1, "velocity", v);
    CHECK(hypot(v[0], v[2]) < 1e-9);
    hf_live_destroy(live);
}

TEST(a_spring_pulls_by_its_law)
{
    // Without gravity and contacts: x = d (1 - cos(w t)), w = sqrt(k/m), after letting go uniform motion.
    hf_live *live = opened("incline:angle=0,mu=0");
    double start[3], x[3], v[3], m, k, h = 0.002;
    CHECK(strcmp(ask(live, "set gravity 0 0 0"), "TEXTok") == 0);
    body_vector(live, 1, "position", start);
    const char *mass = strstr(ask(live, "body 1"), "\"mass\":");
    CHECK(mass && sscanf(mass, "\"mass\":%lf", &m) == 1);
    k = m * 4.0; // w = 2/s
    char command[200];
    snprintf(command, sizeof command, "spring 1 0 0 0 %.17g %.17g %.17g %.17g 0", start[0], start[1], start[2] + 0.5,
             k);
    CHECK(strcmp(ask(live, command), "TEXTok") == 0);
    CHECK(frame(live, "step 500"));
    body_vector(live, 1, "position", x);
    CHECK_NEAR(x[2] - start[2], 0.5 * (1.0 - cos(2.0 * 500 * h)),
               5e-3); // of first order: the force is that of the step's beginning
    CHECK(strcmp(ask(live, "spring"), "TEXTok") == 0);
    body_vector(live, 1, "velocity", v);
    CHECK(frame(live, "step 100"));
    double after[3];
    body_vector(live, 1, "velocity", after);
    for (int d = 0; d < 3; d++) CHECK_NEAR(after[d], v[d], 1e-12);
    hf_live_destroy(live);
}

TEST(a_push_is_an_impulse)
{
    hf_live *live = opened("incline:angle=0,mu=0");
    double v[3], w[3], m;
    CHECK(strcmp(ask(live, "set gravity 0 0 0"), "TEXTok") == 0);
    const char *mass = strstr(ask(live, "body 1"), "\"mass\":");
    CHECK(mass && sscanf(mass, "\"mass\":%lf", &m) == 1);
    CHECK(strcmp(ask(live, "push 1 0 0 0 0 0 3"), "TEXTok") == 0);
    CHECK(frame(live, "step 20"));
    body_vector(live, 1, "velocity", v);
    body_vector(live, 1, "angular", w);
    CHECK_NEAR(v[2], 3.0 / m, 1e-12);
    CHECK(fabs(v[0]) + fabs(v[1]) + fabs(w[0]) + fabs(w[1]) + fabs(w[2]) < 1e-12);
    hf_live_destroy(live);
}

/// A number of an answer.
static double told(const char *answer, const char *key)
{
    char name[40];
    double x = NAN;
    snprintf(name, sizeof name, "\"%s\":", key);
    const char *at = strstr(answer, name);
    if (at) at += strlen(name) + (at[strlen(name)] == '[');
    return at && sscanf(at, "%lf", &x) == 1 ? x : NAN;
}

TEST(contacts_and_bodies_tell_their_margins)
{
    // a box on the level, mu 0.5: each corner has a quarter of the weight, and may have none or a half; friction within
    // that
    hf_live *live = opened("incline:angle=0,mu=0.5");
    CHECK(strncmp(ask(live, "contact 0"), "ERRO", 4) == 0); // before the first step
    CHECK(frame(live, "step 5"));
    double mass = told(ask(live, "body 1"), "mass"), weight = 9.81 * mass;
    char before[40];
    snprintf(before, sizeof before, "%.30s", ask(live, "hash"));
    const char *says = ask(live, "contact 0");
    CHECK_NEAR(told(says, "normal"), weight / 4, 1e-6 * weight);
    CHECK_NEAR(told(says, "left"), 0.5 * weight / 4, 1e-6 * weight);
    CHECK_NEAR(told(says, "least"), 0.0, 1e-6 * weight);
    CHECK_NEAR(told(says, "greatest"), weight / 2, 1e-6 * weight);
    CHECK(strstr(says, "\"count\":\"not unique\"") && strstr(says, "\"carries\":\"may\""));
    CHECK(strstr(says, "\"verdict\":\"holds\"") && strstr(says, "\"status\":\"stick\""));
    CHECK(strcmp(ask(live, "hash"), before) == 0);
    says = ask(live, "hold 1"); // the floor carries any weight
    CHECK(isinf(told(says, "holds")) && isinf(told(says, "may")));
    CHECK(strncmp(ask(live, "hold 0"), "ERRO", 4) == 0);
    hf_live_destroy(live);
    // a cube on a wall: it holds mu F, whatever it weighs
    live = opened("wall:mu=0.8,force=20");
    CHECK(frame(live, "step 5"));
    mass = told(ask(live, "body 1"), "mass");
    says = ask(live, "hold 1");
    CHECK_NEAR(told(says, "may"), 0.8 * 20.0 / (9.81 * mass) - 1.0, 1e-6);
    CHECK_NEAR(told(says, "holds"), 0.8 * 20.0 / (9.81 * mass) - 1.0, 1e-6);
    hf_live_destroy(live);
}

TEST(a_step_back_and_forth_gives_the_same_bits)
{
    hf_live *live = opened("dominoes");
    char there[40], again[40];
    CHECK(frame(live, "step 60"));
    snprintf(there, sizeof there, "%.30s", ask(live, "hash"));
    CHECK(frame(live, "step 40"));
    snprintf(again, sizeof again, "%.30s", ask(live, "hash"));
    CHECK(strcmp(there, again) != 0);
    CHECK(frame(live, "back 40"));
    CHECK(strcmp(ask(live, "hash"), there) == 0);
    CHECK(frame(live, "step 40"));
    CHECK(strcmp(ask(live, "hash"), again) == 0);
    CHECK(frame(live, "reset") && frame(live, "step 60"));
    CHECK(strcmp(ask(live, "hash"), there) == 0);
    CHECK(frame(live, "back 1000000")); // as far as it goes: behind the reset
    hf_live_destroy(live);
}

TEST(bad_commands_are_answered)
{
    static const char *const wrong[] = {
        "",
        " ",
        "fly",
        "step x",
        "step -1",
        "step 1e300",
        "step nan",
        "back 0",
        "advance 1",
        "advance 1e9 1 0",
        "set",
        "set mu 1",
        "set gravity 1",
        "set gravity 1 2 x",
        "set timestep 0",
        "set timestep nan",
        "set tolerance -1",
        "set friction inf",
        "set solver nobody",
        "set solver aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
        "spring 1",
        "spring 0 0 0 0 0 0 0 1 1",
        "spring 99 0 0 0 0 0 0 1 1",
        "spring 1 0 0 0 0 0 0 -1 1",
        "push 1 0 0 0 0 0 1e99",
        "control 0 1",
        "joint 0 1",
        "key 0",
        "body 99",
        "contact 4000",
        "contact x",
        "hold -1",
        "body -1",
        "save",
        "save ../x",
        "iterations nobody",
        "open nothing",
        "open /etc/passwd",
        "open ../scene.xml",
        "open x:/scene.xml",
        "open incline:mu=/etc",
        "open scene.xml",
        "open incline:mu=-1",
        "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18",
    };
    hf_live *live = opened("incline");
    char before[40];
    CHECK(frame(live, "step 3"));
    snprintf(before, sizeof before, "%.30s", ask(live, "hash"));
    for (size_t k = 0; k < sizeof wrong / sizeof wrong[0]; k++)
    {
        const char *answer = ask(live, wrong[k]);
        if (strncmp(answer, "ERRO", 4) != 0) printf("%s: %.60s\n", wrong[k], answer);
        CHECK(strncmp(answer, "ERRO", 4) == 0 && strlen(answer) > 8);
    }
    const unsigned char *answer;
    size_t size;
    static char large[10000];
    memset(large, 'a', sizeof large);
    hf_live_command(live, large, sizeof large, &answer, &size);
    CHECK(memcmp(answer, "ERRO", 4) == 0);
    hf_live_command(live, "step\0 1", 7, &answer, &size);
    CHECK(memcmp(answer, "ERRO", 4) == 0);
    CHECK(strcmp(ask(live, "hash"), before) == 0);
    hf_live_destroy(live);
}

TEST(nothing_is_open_at_first)
{
    hf_live *live;
    CHECK(hf_live_create(NULL, &live, NULL) == HF_STATUS_OK);
    CHECK(strncmp(ask(live, "step"), "ERRO", 4) == 0 && strstr(ask(live, "step"), "no scene"));
    CHECK(strncmp(ask(live, "scenes"), "TEXT[{\"name\"", 12) == 0);
    CHECK(strncmp(ask(live, "open incline"), "ABOU", 4) == 0);
    CHECK(frame(live, "step"));
    CHECK(strncmp(ask(live, "save page"), "ERRO", 4) == 0); // there is no folder
    hf_live_destroy(live);
}

TEST(files_are_handed_over)
{
    hf_live *live = opened("towers");
    CHECK(frame(live, "step 20"));
    CHECK(strncmp(ask(live, "save page"), "FILE", 4) == 0);
    CHECK(strncmp(ask(live, "save glb"), "FILE", 4) == 0);
    CHECK(strncmp(ask(live, "save scene"), "FILE", 4) == 0);
    CHECK(strstr(ask(live, "iterations"), "\"outcome\":\"converged\""));
    hf_live_destroy(live);
}

static bool session(void *context)
{
    (void)context;
    hf_live *live;
    hf_error error;
    if (hf_live_create(NULL, &live, &error) != HF_STATUS_OK) return false;
    bool whole = hf_live_open(live, "incline", 0, &error) == HF_STATUS_OK;
    static const char *const commands[] = {"about",  "step 2", "back",       "reset",     "step",
                                           "scenes", "body 1", "iterations", "contact 0", "hold 1"};
    for (size_t k = 0; k < sizeof commands / sizeof commands[0] && whole; k++)
    {
        const unsigned char *answer;
        size_t size;
        hf_live_command(live, commands[k], strlen(commands[k]), &answer, &size);
        whole = size >= 4 && memcmp(answer, "ERRO", 4) != 0;
    }
    hf_live_destroy(live);
    return whole;
}

TEST(every_allocation_may_fail)
{
    bool failed = true;
    for (long k = 0; failed; k += 1 + k / 20)
    {
        fail_allocation(k);
        (void)session(NULL); // history may be short of memory without a word
        failed = k < fail_allocation_count();
        fail_allocation(-1);
    }
    CHECK(session(NULL));
}

/// A world of the caller's, looked at and stepped by it.
typedef struct looked_at
{
    hf_model *model;
    hf_world *world;
    hf_live *live;
} looked_at;

static looked_at look_at(const char *scene)
{
    looked_at l = {.live = NULL};
    hf_builder *builder;
    hf_error error;
    CHECK(hf_scene_open(scene, 0, NULL, NULL, &builder, &error) == HF_STATUS_OK);
    CHECK(hf_model_build(builder, &l.model, &error) == HF_STATUS_OK);
    hf_builder_destroy(builder);
    CHECK(hf_world_create(l.model, &l.world, &error) == HF_STATUS_OK);
    CHECK(hf_live_create(NULL, &l.live, &error) == HF_STATUS_OK);
    CHECK(hf_live_attach(l.live, l.world, "mine", &error) == HF_STATUS_OK);
    return l;
}

static void look_away(looked_at *l)
{
    hf_live_destroy(l->live);
    hf_world_destroy(l->world);
    hf_model_destroy(l->model);
}

TEST(a_world_of_the_callers_keeps_its_steps_and_its_forces)
{
    // A free box of mass m, pushed by the caller with 2 N along x for a second, and by the hand with 3 N s along z.
    looked_at l = look_at("incline:angle=0,mu=0");
    hf_step_report report;
    hf_error error;
    double m, v[3];
    CHECK(strcmp(ask(l.live, "set gravity 0 0 0"), "TEXTok") == 0);
    CHECK(hf_world_settings(l.world).physics.gravity[2] == 0.0);
    CHECK(hf_world_set_wrench(l.world, 1, (double[]){2, 0, 0}, NULL, &error) == HF_STATUS_OK);
    CHECK(strcmp(ask(l.live, "push 1 0 0 0 0 0 3"), "TEXTok") == 0);
    for (int k = 0; k < 500; k++) CHECK(hf_live_step(l.live, 0.0, &report, &error) == HF_STATUS_OK);
    CHECK_NEAR(report.time, 1.0, 1e-12);
    m = told(ask(l.live, "body 1"), "mass");
    body_vector(l.live, 1, "velocity", v);
    CHECK_NEAR(v[0], 2.0 / m, 1e-9);
    CHECK_NEAR(v[2], 3.0 / m, 1e-9);

    // back is the world's own past; the beginning is the state that it came with; other scenes are refused
    CHECK(frame(l.live, "back 500"));
    CHECK(hf_world_time(l.world) == 0.0);
    CHECK(hf_world_step(l.world, 0.0, &report, &error) == HF_STATUS_OK); // the caller may leave the hand out
    CHECK(frame(l.live, "reset"));
    CHECK(hf_world_time(l.world) == 0.0 && hf_world_body(l.world, 1).velocity[0] == 0.0);
    CHECK(strncmp(ask(l.live, "open jack"), "ERRO", 4) == 0);
    CHECK(strncmp(ask(l.live, "open"), "ERRO", 4) == 0);
    look_away(&l);
}

TEST(a_world_that_is_looked_at_makes_the_same_bits)
{
    looked_at l = look_at("towers:n=3");
    hf_world *alone;
    hf_step_report report;
    hf_error error;
    CHECK(hf_world_create(l.model, &alone, &error) == HF_STATUS_OK);
    for (int k = 0; k < 100; k++)
    {
        CHECK(hf_live_step(l.live, 0.0, &report, &error) == HF_STATUS_OK);
        CHECK(hf_world_step(alone, 0.0, &report, &error) == HF_STATUS_OK);
        if (k % 10 == 0) CHECK(frame(l.live, "advance 0 0 1"));
    }
    CHECK(hf_world_hash(alone) == hf_world_hash(l.world));
    hf_world_destroy(alone);
    look_away(&l);
}
