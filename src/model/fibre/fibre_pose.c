// Where a fibre is: scratch of its kernel, pose and velocity of its root, bodies of its segments.

#include "model/fibre/object_fibre.h"

#include "linalg/vector.h"

#include <string.h>

enum
{
    ROOT_POSE = 7
};

size_t fibre_room_size(const fibre *f)
{
    return f->scratch_size + 6 * (size_t)f->segment_count + 7 * ((size_t)f->segment_count + 1) + ROOT_POSE +
           (size_t)f->q_count + 1;
}

fibre_room fibre_room_of(const fibre *f, double *scratch)
{
    double *twists = scratch + f->scratch_size, *x = twists + 6 * (size_t)f->segment_count;
    double *turn = x + 3 * ((size_t)f->segment_count + 1), *posed = turn + 4 * ((size_t)f->segment_count + 1);
    return (fibre_room){(double(*)[6])(void *)twists, (vec3 *)(void *)x, (quat *)(void *)turn, posed,
                        posed + ROOT_POSE + f->q_count};
}

// ---- the root ----

fibre_root fibre_root_by(const configuration *at, const model_fibre *f, const double *twist)
{
    fibre_root root = {.q = quat_identity()};
    if (f->holder < 0) return root;
    vec3 x;
    quat q;
    configuration_frame(at, f->holder, &x, &q);
    root.x = v3_add(x, quat_rotate(q, f->root_position));
    root.q = quat_normalize(quat_multiply(q, f->root_turn));
    if (!twist) return root;
    root.w = v3_load(twist + 3);
    root.v = v3_add(v3_load(twist), v3_cross(root.w, v3_sub(root.x, v3_load(at->bodies[f->holder].x))));
    return root;
}

fibre_root fibre_root_of(const configuration *at, const model_fibre *f)
{
    if (f->holder < 0) return fibre_root_by(at, f, NULL);
    const body_state *s = &at->bodies[f->holder];
    const double twist[6] = {s->v[0], s->v[1], s->v[2], s->w[0], s->w[1], s->w[2]};
    return fibre_root_by(at, f, twist);
}

// ---- poses ----

void fibre_advance(const fibre *f, const fibre_root *root, const double *v, double h, double *q, double *scratch)
{
    f->kernel->advance(f, root, v, h, q, scratch);
    memset(fibre_room_of(f, scratch).posed, 0, ROOT_POSE * sizeof *q);
}

void fibre_pose_at(const fibre *f, const double *q, const fibre_root *root, double *scratch)
{
    double *posed = fibre_room_of(f, scratch).posed, at[ROOT_POSE];
    size_t size = (size_t)f->q_count * sizeof *q;
    v3_store(at, root->x);
    quat_store(at + 3, root->q);
    if (vector_equal(ROOT_POSE, posed, at) && vector_equal(f->q_count, posed + ROOT_POSE, q)) return;
    f->kernel->pose(f, q, root, scratch);
    memcpy(posed, at, sizeof at);
    memcpy(posed + ROOT_POSE, q, size);
}

void fibre_take_segments(const configuration *at, const model_fibre *f, double *scratch)
{
    enum
    {
        SOME = 32
    };
    fibre_room room = fibre_room_of(&f->rod, scratch);
    vec3 centre[SOME];
    quat turn[SOME];
    f->rod.kernel->nodes(&f->rod, scratch, room.x, room.turn);
    for (int s = 0; s < f->rod.segment_count; s++)
    {
        int body = f->body + s, left = f->rod.segment_count - s;
        if (s % SOME == 0) fibre_segment_poses(left < SOME ? left : SOME, room.x + s, room.turn + s, centre, turn);
        v3_store(at->bodies[body].x, centre[s % SOME]);
        quat_store(at->bodies[body].q, quat_multiply(turn[s % SOME], quat_load(at->model->rigid[body].principal)));
    }
}

void fibre_take_velocities(const configuration *at, const double *v, int object)
{
    const model_object *o = &at->model->objects[object];
    const model_fibre *f = fibre_at(at->model, object);
    double *scratch = at->fibres[o->index];
    fibre_root root = fibre_root_of(at, f);
    fibre_room room = fibre_room_of(&f->rod, scratch);
    f->rod.kernel->twists(&f->rod, scratch, &root, v + o->v, room.twists);
    for (int s = 0; s < f->rod.segment_count; s++)
    {
        memcpy(at->bodies[f->body + s].v, room.twists[s], 3 * sizeof(double));
        memcpy(at->bodies[f->body + s].w, room.twists[s] + 3, 3 * sizeof(double));
    }
}

void fibre_pose_moving(const configuration *at, const double *v, int object)
{
    const model_object *o = &at->model->objects[object];
    const model_fibre *f = fibre_at(at->model, object);
    fibre_root root = fibre_root_of(at, f);
    fibre_pose_at(&f->rod, at->q + o->q, &root, at->fibres[o->index]);
    fibre_take_segments(at, f, at->fibres[o->index]);
    fibre_take_velocities(at, v, object);
}
