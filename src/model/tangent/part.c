#include "model/tangent/part.h"
#include "model/small_body.h"
#include "model/tree/object_tree.h"

#include "base/error.h"
#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

static bool is_rigid(const object_methods *kind)
{
    return kind->q_size == 7 && kind->v_size == 6;
}

hf_status tangent_part_count(const hf_model *model, int object, int *count, hf_error *error)
{
    const object_methods *kind = object_of(model, object);
    const int *bodies = object_bodies(model, object, count);
    if (kind->make == MADE_OF_LINKS) *count = 1;
    if (kind->queries->dynamics) return HF_STATUS_OK;
    char label[LABEL_SIZE];
    return error_set(error, HF_STATUS_UNSUPPORTED, "tangent: %s is a %s object, whose dynamics are its own",
                     label_make(label, "body", bodies[0], model->bodies[bodies[0]].name), kind->name);
}

bool tangent_hangs_on(const hf_model *model, int body, int on)
{
    const int *link = model->mechanism.body_link;
    while (body != on && link[body] > 0) body = model->bodies[body].parent;
    return body == on;
}

static hf_status take_room(tangent_part *part, int count, hf_error *error)
{
    part->count = count;
    part->place = MEMORY_ARRAY(int, (size_t)count);
    part->v = MEMORY_ARRAY(double, (size_t)count);
    part->a = MEMORY_ARRAY(double, (size_t)count);
    return part->place && part->v && part->a ? HF_STATUS_OK : error_no_memory(error);
}

static hf_status open_scratch(tangent_part *part, const double *q, hf_error *error)
{
    TRY(articulated_scratch_create(part->tree, &part->scratch, error));
    TRY(articulated_tangent_create(part->tree, &part->tangent, error));
    articulated_kinematics(part->tree, part->scratch, &part->base, q);
    articulated_velocities(part->tree, part->scratch, &part->base, part->v);
    return HF_STATUS_OK;
}

static void find_tree_places(const mechanism *m, const model_tree *tree, int *place)
{
    for (int k = 0; k < 6 && tree->floating; k++) place[k] = m->body_v[m->links[tree->link_begin]] + k;
    for (int i = 0; i < tree->joint_count; i++)
    {
        int j = m->tree_joints[tree->joint_begin + i];
        for (int k = 0; k < joint_v_size(m->joints[j].kind); k++)
            place[m->joint_place_v[j] - tree->v + k] = m->joint_v[j] + k;
    }
}

static hf_status open_tree(const configuration *at, const double *v, tangent_part *part, hf_error *error)
{
    const mechanism *m = &at->model->mechanism;
    int index = at->model->objects[part->object].index;
    const model_tree *tree = &m->trees[index];
    TRY(take_room(part, tree->v_count, error));
    find_tree_places(m, tree, part->place);
    if (v && part->count > 0) memcpy(part->v, v + tree->v, (size_t)part->count * sizeof *v);
    part->tree = tree->articulated;
    part->base = tree_base(at, index);
    if (!v) part->base.linear = part->base.angular = v3_zero();
    return open_scratch(part, at->q + tree->q, error);
}

static hf_status open_rigid(const configuration *at, const double *v, tangent_part *part, hf_error *error)
{
    const hf_body_def *def = &at->model->bodies[part->body];
    const body_state *s = &at->bodies[part->body];
    articulated_link link = {.parent = -1,
                             .orientation = quat_identity(),
                             .mass = def->mass,
                             .center = v3_load(def->center),
                             .gravity_scale = def->gravity_scale};
    memcpy(link.inertia, def->inertia, sizeof link.inertia);
    TRY(take_room(part, 6, error));
    TRY(articulated_tree_create(&link, 1, NULL, 0, true, &part->own, error));
    part->tree = part->own;
    part->base = articulated_base_fixed();
    double q[7];
    vec3 position;
    quat turn;
    configuration_frame(at, part->body, &position, &turn);
    v3_store(q, position);
    quat_store(q + 3, turn);
    for (int k = 0; k < 6; k++) part->place[k] = at->model->mechanism.body_v[part->body] + k;
    if (v)
    {
        vec3 w = v3_load(s->w), arm = v3_sub(position, v3_load(s->x));
        v3_store(part->v, v3_add(v3_load(s->v), v3_cross(w, arm)));
        v3_store(part->v + 3, quat_rotate_back(turn, w));
    }
    return open_scratch(part, q, error);
}

static hf_status open_constant(const configuration *at, const double *v, tangent_part *part, hf_error *error)
{
    const model_object *o = &at->model->objects[part->object];
    const small_body *small = object_of(at->model, part->object)->small;
    const small_place place = {at->model, part->object, part->body, at->q + o->q, NULL};
    double rows[6][SMALL_BODY_MOST] = {{0.0}};
    TRY(take_room(part, small->size, error));
    small->mass(at->model, part->body, part->mass);
    for (int k = 0; k < 6; k++) small->row(&place, k >= 3, v3_zero(), v3(k % 3 == 0, k % 3 == 1, k % 3 == 2), rows[k]);
    for (int d = 0; d < small->size; d++)
    {
        part->place[d] = at->model->mechanism.body_v[part->body] + d;
        if (v) part->v[d] = v[o->v + d];
        part->linear[d] = v3(rows[0][d], rows[1][d], rows[2][d]);
        part->angular[d] = v3(rows[3][d], rows[4][d], rows[5][d]);
    }
    return HF_STATUS_OK;
}

hf_status tangent_part_open(const configuration *at, const double *v, int object, int index, tangent_part *part,
                            hf_error *error)
{
    int count;
    const object_methods *kind = object_of(at->model, object);
    *part = (tangent_part){.object = object, .body = object_bodies(at->model, object, &count)[index]};
    if (kind->make == MADE_OF_LINKS) return open_tree(at, v, part, error);
    return is_rigid(kind) ? open_rigid(at, v, part, error) : open_constant(at, v, part, error);
}

void tangent_part_close(tangent_part *part)
{
    articulated_tangent_destroy(part->tangent);
    articulated_scratch_destroy(part->scratch);
    articulated_tree_destroy(part->own);
    free(part->place);
    free(part->v);
    free(part->a);
}
