// Simulators of npm, as WebAssembly in Node.js: one process each, which npm/engine.mjs is. It gets the scene as a line of
// JSON and a byte for each step, and answers with numbers.
//
// What a step takes is their processor time around it, all threads of Node.js, as it reports it. WebAssembly has vectors
// of four floats and no others, checks every address, and is compiled when it starts: the first steps are slower.

#include "engine.h"

#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum
{
    HEAD = 3, // seconds, contacts, cone
    POSE = 7
};

typedef struct npm_engine
{
    pid_t process;
    FILE *to, *from;
    int bodies;
    double *answer; // HEAD + POSE · bodies
    bool failed;
} npm_engine;

static void write_numbers(FILE *out, const char *name, const double *x, int n)
{
    fprintf(out, "\"%s\":[", name);
    for (int k = 0; k < n; k++) fprintf(out, "%s%.17g", k ? "," : "", x[k]);
    fprintf(out, "]");
}

static void write_body(FILE *out, const hf_body_def *b)
{
    fprintf(out, "{\"free\":%s,\"mass\":%.17g,", b->motion == HF_MOTION_FREE ? "true" : "false", b->mass);
    write_numbers(out, "position", b->position, 3), fputc(',', out);
    write_numbers(out, "orientation", b->orientation, 4), fputc(',', out);
    write_numbers(out, "center", b->center, 3), fputc(',', out);
    write_numbers(out, "inertia", b->inertia, 6), fputc(',', out);
    write_numbers(out, "velocity", b->velocity, 3), fputc(',', out);
    write_numbers(out, "spin", b->angular_velocity, 3);
    fputc('}', out);
}

/// False if they have no such shape, or not there.
static bool write_shape(FILE *out, const hf_model *model, const hf_shape_def *s)
{
    const char *kind = s->kind == HF_SHAPE_PLANE    ? "plane"
                       : s->kind == HF_SHAPE_SPHERE ? "sphere"
                       : s->kind == HF_SHAPE_BOX    ? "box"
                       : s->kind == HF_SHAPE_HULL   ? "hull"
                                                    : NULL;
    hf_body_def body = hf_model_body(model, s->body);
    bool moves = body.motion == HF_MOTION_FREE, apart = false;
    for (int k = 0; k < 3; k++) apart = apart || s->position[k] != 0.0;
    if (!kind || (moves && apart) || (!moves && s->body != 0)) return false;
    fprintf(out, "{\"kind\":\"%s\",\"body\":%d,\"friction\":%.17g,\"restitution\":%.17g,", kind, s->body, s->friction,
            s->restitution);
    write_numbers(out, "size", s->size, 3), fputc(',', out);
    write_numbers(out, "position", s->position, 3), fputc(',', out);
    write_numbers(out, "orientation", s->orientation, 4);
    if (s->kind == HF_SHAPE_HULL)
    {
        hf_mesh_def mesh = hf_model_mesh(model, s->mesh);
        fputc(',', out);
        write_numbers(out, "points", mesh.vertices, 3 * mesh.vertex_count);
    }
    fputc('}', out);
    return true;
}

static bool write_scene(FILE *out, const hf_model *model, double h)
{
    hf_settings settings = hf_model_settings(model);
    bool whole = hf_model_count(model, HF_ITEM_JOINT) == 0;
    fprintf(out, "{\"step\":%.17g,", h);
    write_numbers(out, "gravity", settings.physics.gravity, 3);
    fprintf(out, ",\"bodies\":[");
    for (int k = 0; k < hf_model_count(model, HF_ITEM_BODY); k++)
    {
        hf_body_def body = hf_model_body(model, k);
        if (k) fputc(',', out);
        write_body(out, &body);
    }
    fprintf(out, "],\"shapes\":[");
    for (int k = 0; k < hf_model_count(model, HF_ITEM_SHAPE) && whole; k++)
    {
        hf_shape_def shape = hf_model_shape(model, k);
        if (k) fputc(',', out);
        whole = write_shape(out, model, &shape);
    }
    fprintf(out, "]}\n");
    return fflush(out) == 0 && whole;
}

static bool read_answer(npm_engine *e)
{
    size_t n = HEAD + POSE * (size_t)e->bodies;
    if (fread(e->answer, sizeof *e->answer, n, e->from) != n) e->failed = true;
    return !e->failed;
}

static void destroy(void *self)
{
    npm_engine *e = self;
    if (e->to) fclose(e->to);
    if (e->from) fclose(e->from);
    if (e->process > 0) waitpid(e->process, NULL, 0);
    free(e->answer);
    free(e);
}

/// Starts Node.js with pipes at both ends.
static bool start(npm_engine *e, const char *which)
{
    int to[2], from[2];
    if (pipe(to) != 0 || pipe(from) != 0) return false;
    e->process = fork();
    if (e->process == 0)
    {
        dup2(to[0], 0);
        dup2(from[1], 1);
        for (int k = 0; k < 2; k++) close(to[k]), close(from[k]);
        execlp("node", "node", HF_PEER_NPM_FOLDER "/engine.mjs", which, (char *)NULL);
        _exit(1);
    }
    close(to[0]);
    close(from[1]);
    e->to = fdopen(to[1], "w");
    e->from = fdopen(from[0], "r");
    return e->process > 0 && e->to && e->from;
}

static void *create(const char *which, const hf_model *model, double h)
{
    npm_engine *e = calloc(1, sizeof *e);
    if (!e) return NULL;
    signal(SIGPIPE, SIG_IGN);
    e->bodies = hf_model_count(model, HF_ITEM_BODY);
    e->answer = calloc(HEAD + POSE * (size_t)e->bodies, sizeof *e->answer);
    if (e->answer && start(e, which) && write_scene(e->to, model, h) && read_answer(e)) return e;
    destroy(e);
    return NULL;
}

static void *create_jolt(const hf_model *model, double h)
{
    return create("jolt", model, h);
}

static void *create_rapier(const hf_model *model, double h)
{
    return create("rapier", model, h);
}

static void *create_mujoco(const hf_model *model, double h)
{
    return create("mujoco", model, h);
}

static void step(void *self)
{
    npm_engine *e = self;
    if (e->failed || fputc('s', e->to) == EOF || fflush(e->to) != 0 || !read_answer(e)) e->failed = true;
}

static void pose_of(void *self, int body, engine_pose *pose)
{
    const npm_engine *e = self;
    const double *p = e->answer + HEAD + POSE * (size_t)body;
    memcpy(pose->position, p, sizeof pose->position);
    memcpy(pose->orientation, p + 3, sizeof pose->orientation);
    memset(pose->velocity, 0, sizeof pose->velocity);
}

static void contacts_of(void *self, engine_contacts *out)
{
    const npm_engine *e = self;
    *out = (engine_contacts){.count = (int)e->answer[1], .cone_excess = e->answer[2], .gone = e->failed};
}

static double seconds_of(void *self)
{
    return ((const npm_engine *)self)->answer[0];
}

#define ENGINE(create, name, settings)                                                                                 \
    {                                                                                                                  \
        name, settings, create, step, pose_of, contacts_of, destroy, seconds_of                                        \
    }

const engine engine_jolt = ENGINE(create_jolt, "Jolt", "jolt-physics 1.1.0 of npm (WebAssembly, floats), as it comes");
const engine engine_rapier =
    ENGINE(create_rapier, "Rapier", "@dimforge/rapier3d-compat 0.21.0 (WebAssembly, floats), as it comes");
const engine engine_mujoco_npm =
    ENGINE(create_mujoco, "MuJoCo 3", "@mujoco/mujoco 3.14.0 (WebAssembly), elliptic cones, otherwise as it comes");
