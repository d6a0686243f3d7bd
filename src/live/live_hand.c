// The hand: F = k (target - p) - c v_p at the point p of a body, as a wrench at its centre of mass, taken at the
// beginning of the step and kept over it. It is stable while k h² is small against the mass that the point has (k h²/m
// < 1, say); whoever pulls chooses k by the body's mass. A push is the constant force that makes its impulse in one
// step.

#include "base/error.h"
#include "live/live.h"

#include "linalg/quat.h"
#include "linalg/vec3.h"
#include "world/world.h"

#include <string.h>

/// The point, its velocity, and its arm from the centre of mass, in world axes.
static void point_of(const hf_live *live, int body, const double local[3], vec3 *p, vec3 *v, vec3 *arm)
{
    hf_body_state s = hf_world_body(live->world, body);
    hf_body_def def = hf_model_body(live->model, body);
    quat q = quat_load(s.orientation);
    *p = v3_add(v3_load(s.position), quat_rotate(q, v3_load(local)));
    *arm = quat_rotate(q, v3_sub(v3_load(local), v3_load(def.center)));
    *v = v3_add(v3_load(s.velocity), v3_cross(v3_load(s.angular_velocity), *arm));
}

static void add_at(vec3 f, vec3 arm, double force[3], double torque[3])
{
    v3_store(force, v3_add(v3_load(force), f));
    v3_store(torque, v3_add(v3_load(torque), v3_cross(arm, f)));
}

hf_status live_hand_apply(hf_live *live, double h, hf_error *error)
{
    live_hand *hands[] = {&live->spring, &live->push};
    for (int k = 0; k < 2; k++)
        if (hands[k]->body >= 0)
            memcpy(hands[k]->before, live->world->state.push[hands[k]->body], sizeof hands[k]->before);
    for (int k = 0; k < 2; k++)
    {
        double force[3], torque[3];
        if (hands[k]->body < 0) continue;
        memcpy(force, hands[k]->before, sizeof force);
        memcpy(torque, hands[k]->before + 3, sizeof torque);
        for (int j = 0; j < 2; j++) // one body may have both
        {
            const live_hand *hand = hands[j];
            vec3 p, v, arm;
            if (hand->body != hands[k]->body) continue;
            point_of(live, hand->body, hand->point, &p, &v, &arm);
            vec3 f =
                j == 1 ? v3_scale(1.0 / h, v3_load(hand->target))
                       : v3_add_scaled(v3_scale(hand->stiffness, v3_sub(v3_load(hand->target), p)), -hand->damping, v);
            add_at(f, arm, force, torque);
        }
        TRY(hf_world_set_wrench(live->world, hands[k]->body, force, torque, error));
    }
    return HF_STATUS_OK;
}

void live_hand_end(hf_live *live)
{
    const live_hand *hands[] = {&live->spring, &live->push};
    for (int k = 0; k < 2; k++)
        if (hands[k]->body >= 0)
            memcpy(live->world->state.push[hands[k]->body], hands[k]->before, sizeof hands[k]->before);
    live->push.body = -1;
}
