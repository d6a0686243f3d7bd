// M̂⁻¹ of many right-hand sides: four abreast.
//
// The passes of articulated_solve wait for their own last sum most of the time: up and down a chain nothing can be done
// ahead. Four right-hand sides, component by component side by side, cost hardly more than one. The sums are in the
// same order as there: the answers have the same bits.

#include "bodies/articulated/articulated_spatial.h"

#include <string.h>

enum
{
    LANES = ARTICULATED_LANES
};

typedef double lanes __attribute__((vector_size(LANES * sizeof(double)), aligned(sizeof(double))));

typedef struct lanes3
{
    lanes x, y, z;
} lanes3;

struct spatial_lanes
{
    lanes3 a, l;
};

/// sum = s · m. By pointer: how such a type is returned depends on the processor that is compiled for.
static inline void lanes_dot(const spatial *s, const spatial_lanes *m, lanes *sum)
{
    *sum =
        (s->a.x * m->a.x + s->a.y * m->a.y + s->a.z * m->a.z) + (s->l.x * m->l.x + s->l.y * m->l.y + s->l.z * m->l.z);
}

static inline void lanes3_add_scaled(lanes3 *v, const lanes *s, vec3 u)
{
    v->x += *s * u.x;
    v->y += *s * u.y;
    v->z += *s * u.z;
}

static inline void lanes_add_scaled(spatial_lanes *m, const lanes *s, const spatial *u)
{
    lanes3_add_scaled(&m->a, s, u->a);
    lanes3_add_scaled(&m->l, s, u->l);
}

/// v += r × u
static inline void lanes3_add_cross(lanes3 *v, vec3 r, const lanes3 *u)
{
    v->x += r.y * u->z - r.z * u->y;
    v->y += r.z * u->x - r.x * u->z;
    v->z += r.x * u->y - r.y * u->x;
}

/// parent += f, shifted by r
static inline void lanes_add_force(spatial_lanes *parent, const spatial_lanes *f, vec3 r)
{
    lanes3 n = f->a;
    lanes3_add_cross(&n, r, &f->l);
    parent->a.x += n.x, parent->a.y += n.y, parent->a.z += n.z;
    parent->l.x += f->l.x, parent->l.y += f->l.y, parent->l.z += f->l.z;
}

static void solve_lanes(const articulated_tree *tree, articulated_inner *inner, const lanes *torque, lanes *a)
{
    spatial_lanes *force = inner->lanes, *motion = inner->lanes;
    memset(force, 0, (size_t)tree->link_count * sizeof *force);
    for (int i = tree->link_count - 1; i >= 0; i--)
    {
        const inner_link *link = &inner->links[i];
        spatial_lanes p = force[i];
        for (int d = link->v_end - 1; d >= link->v_begin; d--)
        {
            const inner_dof *dof = &inner->dofs[d];
            lanes asked;
            lanes_dot(&dof->S, &p, &asked);
            a[d] = dof->inverse > 0 ? dof->inverse * (torque[d] - asked) : (lanes){0};
            lanes_add_scaled(&p, &a[d], &dof->U);
        }
        if (link->parent >= 0) lanes_add_force(&force[link->parent], &p, link->r);
    }
    for (int i = 0; i < tree->link_count; i++)
    {
        const inner_link *link = &inner->links[i];
        spatial_lanes A = {0};
        if (link->parent >= 0)
        {
            A = motion[link->parent];
            lanes3_add_cross(&A.l, v3_negate(link->r), &A.a); // + ω × r
        }
        for (int d = link->v_begin; d < link->v_end; d++)
        {
            const inner_dof *dof = &inner->dofs[d];
            lanes moved;
            lanes_dot(&dof->U, &A, &moved);
            a[d] -= dof->inverse * moved;
            lanes_add_scaled(&A, &a[d], &dof->S);
        }
        motion[i] = A;
    }
}

void articulated_solve_many(const articulated_tree *tree, articulated_scratch *scratch, int count, const double *torque,
                            double *a)
{
    articulated_inner *inner = scratch->inner;
    lanes *x = (lanes *)inner->many; // aligned as doubles are
    size_t n = (size_t)tree->v_count;
    for (int begin = 0; begin < count; begin += LANES)
    {
        int used = count - begin < LANES ? count - begin : LANES;
        const double *from = torque + (size_t)begin * n;
        double *to = a + (size_t)begin * n;
        if (used == 1)
        {
            articulated_solve(tree, scratch, from, to);
            continue;
        }
        memset(x, 0, n * sizeof *x);
        for (size_t d = 0; d < n; d++)
            for (int k = 0; k < used; k++) x[d][k] = from[(size_t)k * n + d];
        solve_lanes(tree, inner, x, x);
        for (size_t d = 0; d < n; d++)
            for (int k = 0; k < used; k++) to[(size_t)k * n + d] = x[d][k];
    }
}
