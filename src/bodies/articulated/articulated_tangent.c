// Derivatives of inverse dynamics (Carpentier and Mansard, Analytical derivatives of rigid body dynamics algorithms,
// RSS 2018), of joints with several degrees of freedom as Singh, Russo and Wensing have them (2022), in world axes.
//
// Everything is about one point, O = the frame of link 0, so that nothing is shifted between links. A group is what of
// a joint turns together: the three of a ball, one of anything else. A floating base is three slides along the world's
// axes, and a ball. With S_e the motion of a degree of freedom e, V_λ and A_λ twist and acceleration before its group,
// V of the link behind its group:
//
//   Ψ̇_e = V_λ × S_e,   Ψ̈_e = A_λ × S_e + V_λ × Ψ̇_e,   Ṡ_e = V × S_e
//
// q_e turns and moves all behind it, as one, by S_e. As seen from there V of a link changes by Ψ̇_e, and A by
// Ψ̈_e + Ψ̇_e × V. v_e changes V by S_e, and A by Ψ̇_e + Ṡ_e + S_e × V. So its force f = I A + V ×* I V - W changes by
//
//   ∂f/∂q_e = S_e ×* f + I Ψ̈_e + 2 B Ψ̇_e + Y S_e,        ∂f/∂v_e = I (Ψ̇_e + Ṡ_e) + 2 B S_e
//
//   2 B x = I (x × V) + x ×* I V + V ×* I x = 2 (h × (a × v) - ω × E a, a × p),   x = (a, l), V = (ω, v)
//         h = m c, E = ½ tr(J) 1 - J of the inertia J about O, p = m (v + ω × c): l has no part in it
//   Y x   = (a × t + c × (a × g), a × g): W, the torque t and the force g at the centre of mass c, weight among them,
//         keeps its direction
//
// I, B, Y, f are sums over what hangs on a link. Of d at or behind the group of e, τ_d = S_d · f_d:
//
//   ∂τ_d/∂q_e = S_d · (I_d Ψ̈_e + 2 B_d Ψ̇_e + Y_d S_e)     (S_d turns with f_d)
//   ∂τ_e/∂q_d = S_e · (∂f/∂q_d of all behind d)           e before the group of d
//
// and of v likewise. The first with transposes, so that d takes three products and each e a few dots: O(n · depth).

#include "bodies/articulated/articulated_tangent.h"
#include "bodies/articulated/articulated_spatial.h"

#include "base/error.h"
#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

/// A link, or it with all that hangs on it, about O.
typedef struct tangent_sum
{
    double mass, J[6];
    vec3 h;
    double N[9], Y[9]; // angular parts of 2 B and Y; the linear ones are 2 a × p and a × g
    vec3 p, g;
    spatial force, inertial; // with and without W
} tangent_sum;

typedef struct tangent_link
{
    spatial V, A;
    tangent_sum sum;
} tangent_link;

typedef struct tangent_dof
{
    int begin, end;             // of its group
    spatial S, dS, dPsi, ddPsi; // S, Ψ̇ + Ṡ, Ψ̇, Ψ̈
} tangent_dof;

struct articulated_tangent
{
    vec3 O;
    tangent_link *links;
    tangent_dof *dofs;
};

static void find_groups(const articulated_tree *tree, tangent_dof *dofs)
{
    for (int d = 0; d < tree->v_count; d++) dofs[d].begin = d, dofs[d].end = d + 1;
    for (int d = 3; d < 6 && tree->floating; d++) dofs[d].begin = 3, dofs[d].end = 6;
    for (int j = 0; j < tree->joint_count; j++)
        for (int k = 0; k < 3 && tree->joints[j].kind == HF_JOINT_BALL; k++)
            dofs[tree->joints[j].v + k].begin = tree->joints[j].v,
                                     dofs[tree->joints[j].v + k].end = tree->joints[j].v + 3;
}

hf_status articulated_tangent_create(const articulated_tree *tree, articulated_tangent **result, hf_error *error)
{
    *result = NULL;
    articulated_tangent *tangent = MEMORY_ARRAY(articulated_tangent, 1);
    if (!tangent) return error_no_memory(error);
    tangent->links = MEMORY_ARRAY(tangent_link, (size_t)tree->link_count);
    tangent->dofs = MEMORY_ARRAY(tangent_dof, (size_t)tree->v_count);
    if (!tangent->links || !tangent->dofs)
    {
        articulated_tangent_destroy(tangent);
        return error_no_memory(error);
    }
    find_groups(tree, tangent->dofs);
    *result = tangent;
    return HF_STATUS_OK;
}

void articulated_tangent_destroy(articulated_tangent *tangent)
{
    if (!tangent) return;
    free(tangent->links);
    free(tangent->dofs);
    free(tangent);
}

// ---- motion ----

/// M += s [x]× [y]×: y (x · z) - (x · y) z of a vector z.
static void add_crosses(double *M, double s, vec3 x, vec3 y)
{
    const double a[3] = {s * x.x, s * x.y, s * x.z}, b[3] = {y.x, y.y, y.z}, dot = s * v3_dot(x, y);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) M[3 * i + j] += b[i] * a[j] - (i == j ? dot : 0.0);
}

/// M -= [x]×
static void subtract_cross(double *M, vec3 x)
{
    M[1] += x.z, M[2] -= x.y, M[3] -= x.z, M[5] += x.x, M[6] += x.y, M[7] -= x.x;
}

/// M -= 2 [w]× E, E symmetric
static void subtract_turned(double *M, vec3 w, const double *E)
{
    static const int place[3][3] = {{0, 3, 4}, {3, 1, 5}, {4, 5, 2}};
    for (int j = 0; j < 3; j++)
    {
        vec3 x = v3_cross(w, v3(E[place[0][j]], E[place[1][j]], E[place[2][j]]));
        M[j] -= 2 * x.x, M[3 + j] -= 2 * x.y, M[6 + j] -= 2 * x.z;
    }
}

/// I x of the sum, and V ×* f.
static spatial sum_times(const tangent_sum *s, spatial x)
{
    return (spatial){v3_add(sym_times(s->J, x.a), v3_cross(s->h, x.l)),
                     v3_sub(v3_scale(s->mass, x.l), v3_cross(s->h, x.a))};
}

static spatial force_cross(spatial m, spatial f)
{
    return (spatial){v3_add(v3_cross(m.a, f.a), v3_cross(m.l, f.l)), v3_cross(m.a, f.l)};
}

/// One link alone, that moves with V and A; W: torque t and force g at its centre of mass.
static void open_sum(const articulated_tangent *tangent, const articulated_scratch *scratch, int i, vec3 t, vec3 g)
{
    const inner_link *link = &scratch->inner->links[i];
    tangent_link *own = &tangent->links[i];
    tangent_sum *s = &own->sum;
    *s = (tangent_sum){.mass = link->mass, .g = g};
    vec3 c = v3_sub(scratch->bodies[i].center, tangent->O), h = v3_scale(link->mass, c);
    const double shift[6] = {
        h.y * c.y + h.z * c.z, h.x * c.x + h.z * c.z, h.x * c.x + h.y * c.y, -h.x * c.y, -h.x * c.z, -h.y * c.z};
    for (int k = 0; k < 6; k++) s->J[k] = link->I[k] + shift[k];
    s->h = h;
    double half = 0.5 * (s->J[0] + s->J[1] + s->J[2]);
    const double E[6] = {half - s->J[0], half - s->J[1], half - s->J[2], -s->J[3], -s->J[4], -s->J[5]};
    spatial P = sum_times(s, own->V), W = {v3_add(t, v3_cross(c, g)), g};
    s->p = P.l;
    add_crosses(s->N, -2.0, h, own->V.l);
    subtract_turned(s->N, own->V.a, E);
    add_crosses(s->Y, -1.0, c, g);
    subtract_cross(s->Y, t);
    s->inertial = spatial_add(sum_times(s, own->A), force_cross(own->V, P));
    s->force = spatial_add_scaled(s->inertial, -1.0, W);
}

static void add_sum(tangent_sum *to, const tangent_sum *s)
{
    to->mass += s->mass;
    for (int k = 0; k < 6; k++) to->J[k] += s->J[k];
    for (int k = 0; k < 9; k++) to->N[k] += s->N[k], to->Y[k] += s->Y[k];
    to->h = v3_add(to->h, s->h);
    to->p = v3_add(to->p, s->p);
    to->g = v3_add(to->g, s->g);
    to->force = spatial_add(to->force, s->force);
    to->inertial = spatial_add(to->inertial, s->inertial);
}

/// V and A of link i, group by group, and what its degrees of freedom are.
static void move_link(const articulated_tree *tree, const articulated_scratch *scratch, articulated_tangent *tangent,
                      int i, spatial V, spatial A, const double *v, const double *a)
{
    const inner_link *link = &scratch->inner->links[i];
    vec3 shift = v3_sub(tangent->O, scratch->bodies[i].position);
    for (int begin = link->v_begin, end; begin < link->v_end; begin = end)
    {
        end = tangent->dofs[begin].end;
        spatial twist = spatial_zero(), rise = spatial_zero();
        for (int d = begin; d < end; d++)
        {
            tangent_dof *dof = &tangent->dofs[d];
            dof->S = motion_shift(scratch->inner->dofs[d].S, shift);
            dof->dPsi = motion_cross(V, dof->S);
            dof->ddPsi = spatial_add(motion_cross(A, dof->S), motion_cross(V, dof->dPsi));
            twist = spatial_add_scaled(twist, v[d], dof->S);
            if (a) rise = spatial_add_scaled(rise, a[d], dof->S);
        }
        A = spatial_add(spatial_add(A, rise), motion_cross(V, twist));
        V = spatial_add(V, twist);
        for (int d = begin; d < end; d++)
            tangent->dofs[d].dS = spatial_add(tangent->dofs[d].dPsi, motion_cross(V, tangent->dofs[d].S));
    }
    (void)tree;
    tangent->links[i].V = V;
    tangent->links[i].A = A;
}

void articulated_tangent_at(const articulated_tree *tree, const articulated_scratch *scratch,
                            articulated_tangent *tangent, const articulated_base *base, const double *v,
                            const double *a, vec3 gravity, const double *wrench)
{
    tangent->O = tree->link_count > 0 ? scratch->bodies[0].position : v3_zero();
    spatial V_base = spatial_zero(), A_base = spatial_zero();
    if (!tree->floating)
    {
        vec3 shift = v3_sub(tangent->O, base->position);
        V_base = motion_shift((spatial){base->angular, base->linear}, shift);
        A_base.a = base->angular_acceleration;
        A_base.l = v3_sub(base->linear_acceleration, v3_cross(base->angular, base->linear));
        A_base = motion_shift(A_base, shift);
    }
    for (int i = 0; i < tree->link_count; i++)
    {
        int p = tree->links[i].parent;
        const tangent_link *parent = p < 0 ? NULL : &tangent->links[p];
        move_link(tree, scratch, tangent, i, parent ? parent->V : V_base, parent ? parent->A : A_base, v, a);
        vec3 t = v3_zero(), g = v3_scale(tree->links[i].gravity_scale * scratch->inner->links[i].mass, gravity);
        if (wrench)
        {
            g = v3_add(g, v3_load(wrench + 6 * i));
            t = v3_load(wrench + 6 * i + 3);
        }
        open_sum(tangent, scratch, i, t, g);
    }
    for (int i = tree->link_count - 1; i >= 0; i--)
        if (tree->links[i].parent >= 0) add_sum(&tangent->links[tree->links[i].parent].sum, &tangent->links[i].sum);
}

// ---- inverse dynamics ----

void articulated_tangent_torque(const articulated_tree *tree, const articulated_tangent *tangent, const double *a,
                                double *torque)
{
    for (int d = 0; d < tree->v_count; d++)
        torque[d] = spatial_dot(tangent->dofs[d].S, tangent->links[tree->dof_link[d]].sum.force) +
                    (a ? tree->armature[d] * a[d] : 0.0);
}

/// torque += Jᵀ f of a force f on a link.
static void add_force(const articulated_tree *tree, const articulated_tangent *tangent, int link, spatial f,
                      double *torque)
{
    for (int i = link; i >= 0; i = tree->links[i].parent)
        for (int d = tree->links[i].v_begin; d < tree->links[i].v_begin + tree->links[i].v_count; d++)
            torque[d] += spatial_dot(tangent->dofs[d].S, f);
}

void articulated_tangent_by_matter(const articulated_tree *tree, const articulated_scratch *scratch,
                                   const articulated_tangent *tangent, int link, const articulated_matter *change,
                                   vec3 gravity, double *torque)
{
    const articulated_body *body = &scratch->bodies[link];
    const tangent_link *at = &tangent->links[link];
    const double *I = change->inertia, m = scratch->inner->links[link].mass, dm = change->mass;
    vec3 c = v3_sub(body->center, tangent->O), dc = quat_rotate(body->orientation, change->center);
    double R[9], own[9] = {I[0], I[3], I[4], I[3], I[1], I[5], I[4], I[5], I[2]}, turned[9], J[9], back[9];
    quat_to_matrix(body->orientation, R);
    m3_multiply(R, own, turned);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) back[3 * i + j] = R[3 * j + i];
    m3_multiply(turned, back, J);
    const double x[3] = {c.x, c.y, c.z}, d[3] = {dc.x, dc.y, dc.z};
    double trace = dm * v3_dot(c, c) + 2.0 * m * v3_dot(c, dc);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            J[3 * i + j] += (i == j ? trace : 0.0) - dm * x[i] * x[j] - m * (x[i] * d[j] + d[i] * x[j]);
    tangent_sum s = {.mass = dm, .h = v3_add_scaled(v3_scale(dm, c), m, dc)};
    const double sym[6] = {J[0], J[4], J[8], J[1], J[2], J[5]};
    memcpy(s.J, sym, sizeof sym);
    vec3 g = v3_scale(tree->links[link].gravity_scale, gravity);
    spatial f = spatial_add(sum_times(&s, at->A), force_cross(at->V, sum_times(&s, at->V)));
    f = spatial_add_scaled(f, -1.0, (spatial){v3_cross(s.h, g), v3_scale(dm, g)});
    add_force(tree, tangent, link, f, torque);
}

void articulated_tangent_by_gravity(const articulated_tree *tree, const articulated_scratch *scratch,
                                    const articulated_tangent *tangent, vec3 along, double *torque)
{
    for (int i = 0; i < tree->link_count; i++)
    {
        vec3 g = v3_scale(-tree->links[i].gravity_scale * scratch->inner->links[i].mass, along);
        vec3 c = v3_sub(scratch->bodies[i].center, tangent->O);
        add_force(tree, tangent, i, (spatial){v3_cross(c, g), g}, torque);
    }
}

/// 2 B or Y of a motion that turns by a; and its transpose, whose linear part is 0.
static spatial turned(const double *M, double s, vec3 p, vec3 a)
{
    return (spatial){m3_times(M, a), v3_scale(s, v3_cross(a, p))};
}

static vec3 turned_back(const double *M, double s, vec3 p, spatial S)
{
    return v3_add(m3_transpose_times(M, S.a), v3_scale(s, v3_cross(p, S.l)));
}

/// What column and row of one degree of freedom are made of.
typedef struct tangent_terms
{
    spatial u;        // I S
    vec3 w, y;        // (2 B)ᵀ S and Yᵀ S
    spatial fall, go; // ∂f/∂q, ∂f/∂v of all behind it
} tangent_terms;

static tangent_terms terms_of(const tangent_dof *dof, const tangent_sum *s)
{
    tangent_terms t = {.u = sum_times(s, dof->S),
                       .w = turned_back(s->N, 2.0, s->p, dof->S),
                       .y = turned_back(s->Y, 1.0, s->g, dof->S)};
    t.fall = spatial_add(force_cross(dof->S, s->force), sum_times(s, dof->ddPsi));
    t.fall = spatial_add(t.fall, turned(s->N, 2.0, s->p, dof->dPsi.a));
    t.fall = spatial_add(t.fall, turned(s->Y, 1.0, s->g, dof->S.a));
    t.go = spatial_add(sum_times(s, dof->dS), turned(s->N, 2.0, s->p, dof->S.a));
    return t;
}

void articulated_tangent_inverse(const articulated_tree *tree, const articulated_tangent *tangent, size_t stride,
                                 double *dq, double *dv, double *da)
{
    double *all[3] = {dq, dv, da};
    for (int k = 0; k < 3; k++)
        for (int d = 0; all[k] && d < tree->v_count; d++)
            memset(all[k] + (size_t)d * stride, 0, (size_t)tree->v_count * sizeof *dq);
    for (int d = 0; d < tree->v_count; d++)
    {
        const tangent_dof *dof = &tangent->dofs[d];
        tangent_terms t = terms_of(dof, &tangent->links[tree->dof_link[d]].sum);
        for (int e = dof->end - 1; e >= 0; e = tree->dof_parent[e])
        {
            const tangent_dof *before = &tangent->dofs[e];
            size_t row = (size_t)d * stride + (size_t)e, column = (size_t)e * stride + (size_t)d;
            if (dq) dq[row] = spatial_dot(t.u, before->ddPsi) + v3_dot(t.w, before->dPsi.a) + v3_dot(t.y, before->S.a);
            if (dv) dv[row] = spatial_dot(t.u, before->dS) + v3_dot(t.w, before->S.a);
            if (da) da[row] = da[column] = spatial_dot(t.u, before->S) + (e == d ? tree->armature[d] : 0.0);
            if (e >= dof->begin) continue;
            if (dq) dq[column] = spatial_dot(before->S, t.fall);
            if (dv) dv[column] = spatial_dot(before->S, t.go);
        }
    }
}

// ---- momentum ----

static bool hangs_on(const articulated_tree *tree, int link, int on)
{
    while (link > on) link = tree->links[link].parent;
    return link == on;
}

/// -1: of all links that hang on the base.
static tangent_sum sum_of(const articulated_tree *tree, const articulated_tangent *tangent, int link)
{
    if (link >= 0) return tangent->links[link].sum;
    tangent_sum sum = {.mass = 0.0};
    for (int i = 0; i < tree->link_count; i++)
        if (tree->links[i].parent < 0) add_sum(&sum, &tangent->links[i].sum);
    return sum;
}

static void put_momentum(spatial f, vec3 shift, size_t stride, double *column)
{
    f = force_shift(f, shift);
    column[0] = f.l.x, column[stride] = f.l.y, column[2 * stride] = f.l.z;
    column[3 * stride] = f.a.x, column[4 * stride] = f.a.y, column[5 * stride] = f.a.z;
}

void articulated_tangent_momentum(const articulated_tree *tree, const articulated_tangent *tangent, int link,
                                  vec3 point, size_t stride, double *A, double rate[6])
{
    vec3 shift = v3_sub(tangent->O, point);
    const tangent_sum whole = sum_of(tree, tangent, link);
    if (rate) put_momentum(whole.inertial, shift, 1, rate);
    for (int k = 0; k < 6 && A; k++) memset(A + (size_t)k * stride, 0, (size_t)tree->v_count * sizeof *A);
    for (int d = 0; d < tree->v_count && A; d++)
    {
        int i = tree->dof_link[d];
        bool behind = link < 0 || hangs_on(tree, i, link), before = !behind && hangs_on(tree, link, i);
        if (!behind && !before) continue;
        const tangent_sum *sum = behind ? &tangent->links[i].sum : &whole;
        put_momentum(sum_times(sum, tangent->dofs[d].S), shift, stride, A + d);
    }
}

double articulated_tangent_center(const articulated_tree *tree, const articulated_tangent *tangent, int link,
                                  vec3 *center)
{
    const tangent_sum sum = sum_of(tree, tangent, link);
    *center = sum.mass > 0.0 ? v3_add_scaled(tangent->O, 1.0 / sum.mass, sum.h) : v3_zero();
    return sum.mass;
}

// ---- points ----

int articulated_tangent_rates(const articulated_tree *tree, const articulated_tangent *tangent, int link, vec3 point,
                              int *dofs, vec3 *linear, vec3 *angular)
{
    int count = articulated_branch(tree, link, dofs);
    vec3 arm = v3_sub(point, tangent->O);
    spatial V = tangent->links[link].V;
    vec3 speed = v3_add(V.l, v3_cross(V.a, arm));
    for (int k = 0; k < count; k++)
    {
        const tangent_dof *dof = &tangent->dofs[dofs[k]];
        spatial rate = spatial_add_scaled(dof->dS, -1.0, dof->dPsi); // V × S
        angular[k] = rate.a;
        linear[k] = v3_add(v3_add(rate.l, v3_cross(rate.a, arm)), v3_cross(dof->S.a, speed));
    }
    return count;
}

void articulated_tangent_acceleration(const articulated_tree *tree, const articulated_tangent *tangent, int link,
                                      vec3 point, vec3 *linear, vec3 *angular)
{
    (void)tree;
    const tangent_link *own = &tangent->links[link];
    vec3 arm = v3_sub(point, tangent->O), speed = v3_add(own->V.l, v3_cross(own->V.a, arm));
    *angular = own->A.a;
    *linear = v3_add(v3_add(own->A.l, v3_cross(own->A.a, arm)), v3_cross(own->V.a, speed));
}
