// Which joints of a planar scene make up trees, and which close loops.
//
// All bodies that stand still or are prescribed count as one. Joints are taken in turn, those with a coordinate that
// something acts on first, and become part of the forest if they join what was apart (Kruskal's way); the others close
// loops, which pins can and sliders cannot: a slider, or a pin with a limit, spring, damper, friction, gear or motor
// that would close one is an error.
// Trees then hang on what does not move by itself, or on their first body, which gets two slides and a hinge of the
// world.

#include "scene/planar/planar.h"

#include "base/error.h"
#include "base/memory.h"
#include "base/union_find.h"

#include <stdlib.h>

static bool stands_alone(const hf_planar *p, int body)
{
    return planar_body_at(p, body)->def.motion != HF_MOTION_FREE;
}

/// 0: must be in the forest and cannot close a loop in any way; 1: has a coordinate that is needed; 2: may close a
/// loop.
static int rank_of(const planar_joint_item *joint)
{
    const hf_planar_joint_def *d = &joint->def;
    if (d->kind == HF_PLANAR_SLIDER) return 0;
    bool needed = joint->driven || d->limited || d->stiffness > 0.0 || d->damping > 0.0 || d->friction > 0.0;
    return needed ? 1 : 2;
}

static hf_status refuse_loop(const hf_planar *p, int joint, hf_error *error)
{
    const planar_joint_item *item = planar_joint_at(p, joint);
    char label[LABEL_SIZE];
    bool slider = item->def.kind == HF_PLANAR_SLIDER;
    return error_set(error, HF_STATUS_INVALID,
                     slider ? "%s closes a loop of joints that all need their coordinates: its bodies are joined "
                              "already; leave it out, or make one of the others a plain pin"
                            : "%s closes a loop of joints that all need their coordinates: it cannot have a limit, "
                              "spring, damper, friction, gear or motor; give that to fewer of them",
                     label_make(label, slider ? "slider" : "pin", joint, item->def.name));
}

/// chosen[j] ◄ whether joint j is part of the forest.
static hf_status choose_joints(const hf_planar *p, int *set, bool *chosen, hf_error *error)
{
    union_find_begin(set, (int)p->bodies.count);
    for (int k = 1; k < (int)p->bodies.count; k++)
        if (stands_alone(p, k)) union_find_join(set, 0, k);
    for (int rank = 0; rank < 3; rank++)
        for (int j = 0; j < (int)p->joints.count; j++)
        {
            const planar_joint_item *item = planar_joint_at(p, j);
            if (rank_of(item) != rank) continue;
            chosen[j] = union_find_root(set, item->def.body_a) != union_find_root(set, item->def.body_b);
            if (chosen[j]) union_find_join(set, item->def.body_a, item->def.body_b);
            else if (stands_alone(p, item->def.body_a) && stands_alone(p, item->def.body_b))
            {
                char label[LABEL_SIZE];
                return error_set(error, HF_STATUS_INVALID, "%s joins two bodies that do not move by themselves",
                                 label_make(label, "joint", j, item->def.name));
            }
            else if (rank < 2) return refuse_loop(p, j, error);
        }
    return HF_STATUS_OK;
}

/// Appends what hangs on order[from], order[from + 1] … directly or not.
static int spread(hf_planar *p, const bool *chosen, bool *placed, int *order, int from, int count)
{
    for (; from < count; from++)
        for (int j = 0; j < (int)p->joints.count; j++)
        {
            const hf_planar_joint_def *def = &planar_joint_at(p, j)->def;
            int here = order[from], other = def->body_a == here ? def->body_b : def->body_a;
            if (!chosen[j] || (def->body_a != here && def->body_b != here) || placed[other]) continue;
            planar_body_item *child = planar_body_at(p, other);
            child->parent = here;
            child->joint = j;
            planar_body_at(p, here)->base = true;
            placed[other] = true;
            order[count++] = other;
        }
    return count;
}

hf_status planar_find_trees(hf_planar *p, int *order, hf_error *error)
{
    int n = (int)p->bodies.count, count = 0;
    int *set = MEMORY_ARRAY(int, (size_t)n);
    bool *chosen = MEMORY_ARRAY(bool, p->joints.count), *placed = MEMORY_ARRAY(bool, (size_t)n);
    hf_status status = set && chosen && placed ? choose_joints(p, set, chosen, error) : error_no_memory(error);
    for (int k = 0; k < n; k++) planar_body_at(p, k)->parent = planar_body_at(p, k)->joint = -1;
    for (int k = 0; k < n && status == HF_STATUS_OK; k++)
        if (stands_alone(p, k)) placed[k] = true, order[count++] = k;
    if (status == HF_STATUS_OK) count = spread(p, chosen, placed, order, 0, count);
    for (int k = 0; k < n && status == HF_STATUS_OK; k++)
    {
        if (placed[k]) continue;
        placed[k] = true;
        order[count] = k;
        count = spread(p, chosen, placed, order, count, count + 1);
    }
    free(set);
    free(chosen);
    free(placed);
    return status;
}
