#include "record/proof/verify_piece.h"
#include "record/proof/proof.h"

#include <math.h>
#include <string.h>

// ---- numbers ----

unsigned long verify_take(verify_bytes *b, int size)
{
    unsigned long x = 0;
    b->well &= b->size - b->at >= (size_t)size;
    for (int k = size - 1; k >= 0 && b->well; k--) x = x << 8 | b->bytes[b->at + (size_t)k];
    if (b->well) b->at += (size_t)size;
    return x;
}

double verify_number(verify_bytes *b)
{
    uint64_t bits = verify_take(b, 4);
    bits |= (uint64_t)verify_take(b, 4) << 32;
    double x;
    memcpy(&x, &bits, sizeof x);
    b->well &= isfinite(x);
    return b->well ? x : 0.0;
}

void verify_numbers(verify_bytes *b, double *x, int count)
{
    for (int k = 0; k < count; k++) x[k] = verify_number(b);
}

static vec3 take_vector(verify_bytes *b)
{
    double x[3];
    verify_numbers(b, x, 3);
    return v3_load(x);
}

static quat take_turn(verify_bytes *b)
{
    double x[4];
    verify_numbers(b, x, 4);
    quat q = quat_load(x);
    b->well &= fabs(quat_norm(q) - 1.0) < 1e-9;
    return q;
}

verify_state verify_take_state(verify_bytes *b)
{
    verify_state s = {.x = take_vector(b), .known = true};
    s.q = take_turn(b);
    s.v = take_vector(b);
    s.L = take_vector(b);
    return s;
}

static verify_twist take_twist(verify_bytes *b)
{
    vec3 v = take_vector(b);
    return (verify_twist){v, take_vector(b)};
}

// ---- parts ----

static void read_mover(const verify_run *run, verify_bytes *b, int k, verify_mover *m)
{
    m->flags = (unsigned)verify_take(b, 1);
    b->well &= m->flags < 32;
    m->end = m->flags & PROOF_RESTS ? run->state[k] : verify_take_state(b);
    m->struck = (verify_twist){m->end.v, m->end.L};
    if (m->flags & PROOF_SLOWED) m->struck = take_twist(b);
    m->x = run->state[k].x;
    m->q = run->state[k].q;
    if (run->model.bodies[k].motion != VERIFY_PRESCRIBED) return;
    m->given[0] = take_twist(b);
    m->given[1] = take_twist(b);
    if (!(m->flags & PROOF_MIDDLE)) return;
    m->x = take_vector(b);
    m->q = take_turn(b);
}

static bool read_bodies(verify_run *run, verify_bytes *b, verify_piece *p)
{
    for (int k = 0; k < run->model.body_count; k++)
    {
        verify_mover *m = &p->movers[k];
        if (run->model.bodies[k].motion != VERIFY_STATIC) read_mover(run, b, k, m);
        else *m = (verify_mover){.x = run->state[k].x, .q = run->state[k].q, .end = run->state[k]};
        if (b->well && !(m->end.known && run->state[k].known))
            return verify_refute(run, "'%s' begins nowhere", run->model.bodies[k].name);
    }
    return b->well;
}

static void read_forces(verify_run *run, verify_bytes *b, verify_piece *p, unsigned long count)
{
    for (unsigned long k = 0; k < count && b->well; k++)
    {
        unsigned long body = verify_take(b, 4);
        bool is =
            body < (unsigned long)run->model.body_count && run->model.bodies[body].motion >= VERIFY_FREE; // links, too
        b->well &= is;
        if (!is) return;
        p->movers[body].force = take_vector(b);
        p->movers[body].torque = take_vector(b);
    }
}

static void read_contact(const verify_run *run, verify_bytes *b, verify_contact *c)
{
    const verify_model *m = &run->model;
    for (int k = 0; k < 2; k++)
    {
        unsigned long shape = verify_take(b, 4);
        b->well &= shape < (unsigned long)m->shape_count;
        c->shape[k] = b->well ? (int)shape : 0;
        c->body[k] = b->well ? m->shapes[c->shape[k]].body : 0;
    }
    c->rows = (int)verify_take(b, 1);
    c->flags = (unsigned)verify_take(b, 1);
    (void)verify_take(b, 2);
    b->well &= c->rows >= 1 && c->rows <= 6 && c->rows != 5;
    if (!b->well) return;
    c->point = take_vector(b);
    c->axis[0] = take_vector(b);
    c->axis[1] = take_vector(b);
    c->axis[2] = v3_cross(c->axis[0], c->axis[1]);
    c->gap = verify_number(b);
    c->shift = verify_number(b);
    verify_numbers(b, c->r, c->rows);
    c->surface = c->flags & PROOF_SURFACE ? take_vector(b) : v3_zero();
    c->origin = c->flags & PROOF_ORIGIN ? take_vector(b) : c->point;
    c->normal = c->flags & PROOF_ANEW ? take_vector(b) : c->axis[0];
    c->law = verify_law_of(m, c->shape[0], c->shape[1]);
    bool frame = fabs(v3_norm(c->axis[0]) - 1.0) < 1e-9 && fabs(v3_norm(c->axis[1]) - 1.0) < 1e-9 &&
                 fabs(v3_dot(c->axis[0], c->axis[1])) < 1e-9;
    bool rows = c->rows <= (c->law.condim > 1 ? c->law.condim : 1) && c->body[0] != c->body[1];
    bool whole = c->rows > 1 || c->law.condim == 1 || fmax(c->law.mu[0], c->law.mu[1]) == 0.0;
    b->well &= frame && rows && whole;
}

static bool read_round(verify_run *run, verify_bytes *b, const verify_piece *p, verify_round *r, bool *no_memory)
{
    unsigned long count = verify_take(b, 4), mixed = verify_take(b, 4);
    r->unit = verify_number(b);
    b->well &= count <= b->size / 12 && mixed <= 1 && r->unit > 0.0;
    if (!b->well) return false;
    r->mixed = mixed == 1;
    r->count = (int)count;
    r->hits = ARENA_ZEROED(run->pieces, verify_hit, r->count);
    *no_memory = !r->hits;
    for (int k = 0; k < r->count && b->well && !*no_memory; k++)
    {
        unsigned long contact = verify_take(b, 4);
        b->well &= contact < (unsigned long)p->contact_count;
        if (!b->well) return false;
        r->hits[k].contact = (int)contact;
        verify_numbers(b, r->hits[k].r, p->contacts[contact].rows);
    }
    return b->well && !*no_memory;
}

// ---- trees and rows ----

/// Numbers in the arena; NULL if memory is short.
static double *take_array(verify_run *run, verify_bytes *b, int count)
{
    double *x = ARENA_ARRAY(run->pieces, double, count);
    if (x) verify_numbers(b, x, count);
    return x;
}

static bool read_tree(verify_run *run, verify_bytes *b, const verify_tree *t, verify_tree_move *m)
{
    unsigned flags = (unsigned)verify_take(b, 1);
    double *start = run->q_v + t->q_at;
    *m = (verify_tree_move){.tree = t, .rests = (flags & PROOF_RESTS) != 0, .spring = verify_number(b)};
    b->well &= flags < 4 && run->known_q;
    m->end_q = m->rests ? start : take_array(run, b, t->q_count);
    m->end_v = m->rests ? start + t->q_count : take_array(run, b, t->v_count);
    double **const arrays[] = {&m->struck, &m->free, &m->mean, &m->force, &m->damping, &m->stiffness};
    bool well = m->end_q && m->end_v;
    for (int k = 0; k < 6; k++)
    {
        *arrays[k] = take_array(run, b, t->v_count);
        well &= *arrays[k] != NULL;
    }
    return well;
}

static bool read_block(verify_run *run, verify_bytes *b, verify_block *x)
{
    unsigned kind = (unsigned)verify_take(b, 1), size = (unsigned)verify_take(b, 1);
    unsigned long count = verify_take(b, 4);
    b->well &= kind < 3 && size >= 1 && size <= 3 && count <= b->size / 12;
    if (!b->well) return true;
    *x = (verify_block){
        .size = (int)size, .count = (int)count, .scale = verify_number(b), .compliance = verify_number(b)};
    x->low = kind == 0 ? 0.0 : -INFINITY;
    x->high = INFINITY;
    if (kind == 2)
    {
        x->low = verify_number(b);
        x->high = verify_number(b);
    }
    verify_numbers(b, x->b, x->size);
    verify_numbers(b, x->r, x->size);
    b->well &= x->scale > 0.0 && x->compliance >= 0.0 && x->low <= x->high;
    x->dof = ARENA_ARRAY(run->pieces, int, x->count);
    if (!x->dof) return false;
    for (int k = 0; k < x->count; k++)
    {
        unsigned long dof = verify_take(b, 4);
        b->well &= dof < (unsigned long)run->model.dof_count;
        x->dof[k] = b->well ? (int)dof : 0;
    }
    x->H = take_array(run, b, x->size * x->count);
    return x->H != NULL;
}

static bool read_mechanism(verify_run *run, verify_bytes *b, verify_piece *p)
{
    const verify_model *m = &run->model;
    p->trees = ARENA_ZEROED(run->pieces, verify_tree_move, m->tree_count);
    p->generalized = ARENA_ZEROED(run->pieces, double, m->dof_count);
    p->change = ARENA_ZEROED(run->pieces, double, m->dof_count);
    p->link_tree = ARENA_ARRAY(run->pieces, int, m->body_count);
    p->link = ARENA_ARRAY(run->pieces, int, m->body_count);
    if (!p->trees || !p->generalized || !p->change || !p->link_tree || !p->link) return false;
    for (int k = 0; k < m->body_count; k++) p->link_tree[k] = p->link[k] = -1;
    for (int t = 0; t < m->tree_count; t++)
        for (int k = 0; k < m->trees[t].link_count; k++)
        {
            p->link_tree[m->trees[t].links[k].body] = t;
            p->link[m->trees[t].links[k].body] = k;
        }
    if (!m->mechanisms) return true;
    for (int t = 0; t < m->tree_count && b->well; t++)
        if (!read_tree(run, b, &m->trees[t], &p->trees[t])) return false;
    unsigned long count = verify_take(b, 4);
    b->well &= count <= b->size / 20;
    p->block_count = b->well ? (int)count : 0;
    p->blocks = ARENA_ZEROED(run->pieces, verify_block, p->block_count);
    for (int k = 0; p->blocks && k < p->block_count && b->well; k++)
        if (!read_block(run, b, &p->blocks[k])) return false;
    return p->blocks != NULL;
}

bool verify_piece_read(verify_run *run, verify_bytes *b, verify_piece *p, bool *no_memory)
{
    const verify_model *m = &run->model;
    *p = (verify_piece){0};
    p->h = verify_number(b);
    p->natural = verify_number(b);
    p->unit = verify_number(b);
    p->overlap = verify_number(b);
    unsigned long forces = verify_take(b, 4), contacts = verify_take(b, 4), rounds = verify_take(b, 4);
    b->well &= p->h > 0.0 && p->unit > 0.0 && p->natural >= 0.0;
    b->well &= contacts <= b->size / 104 && rounds <= b->size / 16; // no more than there is room for
    if (!b->well) return verify_refute(run, "a piece of a step makes no sense");
    p->contact_count = (int)contacts;
    p->round_count = (int)rounds;
    p->movers = ARENA_ZEROED(run->pieces, verify_mover, m->body_count);
    p->contacts = ARENA_ZEROED(run->pieces, verify_contact, p->contact_count);
    p->rounds = ARENA_ZEROED(run->pieces, verify_round, p->round_count);
    *no_memory = !p->movers || !p->contacts || !p->rounds;
    if (*no_memory) return false;
    if (read_bodies(run, b, p)) read_forces(run, b, p, forces);
    for (int k = 0; k < p->contact_count && b->well; k++) read_contact(run, b, &p->contacts[k]);
    for (int k = 0; k < p->round_count && b->well && !*no_memory; k++)
        (void)read_round(run, b, p, &p->rounds[k], no_memory);
    if (!*no_memory && b->well) *no_memory = !read_mechanism(run, b, p);
    if (*no_memory) return false;
    return b->well ? run->verdict->is_true : verify_refute(run, "a number or a contact makes no sense");
}
