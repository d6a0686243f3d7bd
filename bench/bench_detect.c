// Detection at the scale of hair: fibres on a head that shakes, 5 ms a step, contacts looked for by relative velocity.
// Processor time of one core.
//
//   bench_detect [radius in mm] [own speed in m/s]
//
// One row for each number of fibres: what a detection takes, what the look for crossings afterwards takes, and both for
// each segment. The last column is the same scene by the broad phase of bodies (a tree of boxes, reach in all
// directions), as long as it is not too long to wait for.

#include "bench.h"

#include "base/arena.h"
#include "base/tasks.h"
#include "support/hair_chains.h"

#include <math.h>
#include <stdio.h>

enum
{
    SEGMENTS = 25,
    ROUNDS = 5,
    MOST_OF_TREE = 250 // fibres that the tree is tried on
};

typedef struct timing
{
    double detect, cross;
    int contacts, crossings;
} timing;

/// The least of some rounds; memory has grown in the first.
static timing measure(const hair_chains *h, const collide_scene *scene, collide_state *state, hf_workspace *workspace,
                      bool moving)
{
    timing least = {INFINITY, INFINITY, 0, 0};
    hf_error error;
    pose *to = calloc((size_t)h->def.body_count, sizeof *to);
    if (!to) abort();
    for (int k = 0; k < h->def.body_count; k++)
    {
        to[k] = h->poses[k];
        vec3 x = v3_add_scaled(v3_load(h->poses[k].position), 0.005, v3_load(h->before[k]));
        v3_store(to[k].position, x);
    }
    for (int round = 0; round < ROUNDS; round++)
    {
        arena_mark mark = arena_begin(workspace);
        contact_point *points;
        double start = bench_processor();
        if (collide_detect_moving(scene, state, h->poses, h->reach, moving ? &h->motion : NULL, workspace, &points,
                                  &least.contacts, &error) != HF_STATUS_OK)
            abort();
        least.detect = fmin(least.detect, bench_processor() - start);
        start = bench_processor();
        if (moving &&
            collide_crossings(scene, state, h->poses, to, workspace, &points, &least.crossings, &error) != HF_STATUS_OK)
            abort();
        least.cross = fmin(least.cross, bench_processor() - start);
        arena_end(workspace, mark);
    }
    free(to);
    return least;
}

static timing run(hair_chains *h, bool moving)
{
    hf_error error;
    collide_scene *scene;
    collide_state *state;
    hf_workspace *workspace;
    if (!moving) h->def.chain = NULL;
    if (collide_scene_create(&h->def, &scene, &error) != HF_STATUS_OK) abort();
    if (collide_state_create(scene, &state, &error) != HF_STATUS_OK) abort();
    if (hf_workspace_create(&workspace, &error) != HF_STATUS_OK) abort();
    timing t = measure(h, scene, state, workspace, moving);
    hf_workspace_destroy(workspace);
    collide_state_destroy(state);
    collide_scene_destroy(scene);
    return t;
}

int main(int count, char **words)
{
    double radius = count > 1 ? 1e-3 * atof(words[1]) : 2e-4, loose = count > 2 ? atof(words[2]) : 0.1;
    bench_print_machine();
    printf("radius %g mm, own speed %g m/s, %d segments a fibre, one thread\n\n", 1e3 * radius, loose, SEGMENTS);
    printf("| fibres | segments | contacts | crossings | detect | ns a segment | crossings | ns a segment | by a tree "
           "|\n");
    printf("| ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n");
    static const int fibres[] = {125, 250, 500, 1000, 2000, 4000};
    for (size_t k = 0; k < sizeof fibres / sizeof fibres[0]; k++)
    {
        hair_chains h = hair_on_head(fibres[k], SEGMENTS, radius, loose, 7);
        int segments = fibres[k] * SEGMENTS;
        timing t = run(&h, true);
        char detect[16], cross[16], tree[16] = "";
        if (fibres[k] <= MOST_OF_TREE) bench_format_seconds(run(&h, false).detect, tree);
        printf("| %d | %d | %d | %d | %s | %.0f | %s | %.0f | %s |\n", fibres[k], segments, t.contacts, t.crossings,
               bench_format_seconds(t.detect, detect), 1e9 * t.detect / segments, bench_format_seconds(t.cross, cross),
               1e9 * t.cross / segments, tree);
        fflush(stdout);
        hair_end(&h);
    }
    return 0;
}
