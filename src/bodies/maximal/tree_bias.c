// c of the acceleration condition J a + c = 0 (Baraff 1996, eqs. 2 and 5): c = J̇ v, what a joint asks of accelerations
// because the bodies move.
//
// A point of a body at r from its centre has the acceleration a + α × r + σ̇ r + (ω × + σ)² r; the last term is what
// velocities add. Directions of rows are fixed in body b (of the ground: in the world), where it matters:
//
//   points apart along e           c = e · (what velocities add at a - at b)                      ball, hinge, weld
//   the same along an e of b       and - 2 e · (ω_b × u) - σ_b e · u, u: velocity of a's point as b sees it       slide
//   turning about t of b           c = (ω_b × t) · (ω_a - ω_b)                                    hinge
//   distance ℓ of two points       c = n · (…) + (|u|² - (n · u)²) / ℓ                            rod
//   rolling                        the point of touch moves by itself, at ṗ: ω_a × (ṗ - v_a) - ω_b × (ṗ - v_b)
//   gear; turning of slide, weld   0: the axis is one that both bodies keep; directions of the world stay

#include "bodies/maximal/tree_rows.h"

/// How a body, or the ground, moves about the point p.
typedef struct motion
{
    vec3 velocity; // of its point at p
    vec3 added;    // to the acceleration of that point by velocities
    vec3 spin;
    double growth;
    vec3 center, center_velocity;
} motion;

static motion motion_at(const tree_body *body, const double *v, vec3 p)
{
    if (!body) return (motion){.center = p};
    motion m = {.center = body->center};
    if (body->kind == TREE_PLANAR)
    {
        m.center_velocity = v3(v[0], v[1], 0);
        m.spin = v3(0, 0, v[2]);
    }
    else
    {
        m.center_velocity = v3_load(v);
        m.spin = v3_load(v + 3);
    }
    if (body->kind == TREE_SCALING) m.growth = v[6];
    vec3 r = v3_sub(p, body->center), rate = v3_add_scaled(v3_cross(m.spin, r), m.growth, r);
    m.velocity = v3_add(m.center_velocity, rate);
    m.added = v3_add_scaled(v3_cross(m.spin, rate), m.growth, rate);
    return m;
}

static vec3 what_is_added(const tree_joint_frame *joint, const motion *a, const motion *b)
{
    if (joint->kind != TREE_ROLL) return v3_sub(a->added, b->added);
    vec3 of_a = v3_cross(a->spin, v3_sub(joint->velocity, a->center_velocity));
    return v3_sub(of_a, v3_cross(b->spin, v3_sub(joint->velocity, b->center_velocity)));
}

void tree_joint_bias(const tree_joint_frame *joint, const tree_body *body_a, const double *v_a, const tree_body *body_b,
                     const double *v_b, bool planar, double *c)
{
    tree_forbidden f = tree_joint_forbids(joint, planar);
    motion a = motion_at(body_a, v_a, joint->point);
    motion b = motion_at(body_b, v_b, joint->kind == TREE_ROD ? joint->other : joint->point);
    vec3 apart = v3_sub(a.velocity, b.velocity), added = what_is_added(joint, &a, &b);
    if (joint->kind == TREE_SLIDE)
        added = v3_sub(added, v3_add_scaled(v3_scale(2.0, v3_cross(b.spin, apart)), b.growth, apart));
    for (int k = 0; k < f.move_count; k++) c[k] = v3_dot(f.move[k], added);
    if (joint->kind == TREE_ROD)
    {
        double along = v3_dot(f.move[0], apart), length = v3_norm(v3_sub(joint->point, joint->other));
        c[0] += (v3_norm2(apart) - along * along) / length;
    }
    for (int k = 0; k < f.turn_count; k++)
        c[f.move_count + k] =
            joint->kind == TREE_HINGE ? v3_dot(v3_cross(b.spin, f.turn[k]), v3_sub(a.spin, b.spin)) : 0.0;
}
