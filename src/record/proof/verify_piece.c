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

/// Whether the place of a body in the middle follows.
static bool has_middle(const verify_model *m, int k, unsigned flags)
{
    const verify_body *b = &m->bodies[k];
    if (b->motion == VERIFY_PART) return m->systems[b->system].fields;
    return b->motion == VERIFY_PRESCRIBED && flags & PROOF_MIDDLE;
}

static void read_mover(const verify_run *run, verify_bytes *b, int k, verify_mover *m)
{
    m->flags = (unsigned)verify_take(b, 1);
    b->well &= m->flags < 32;
    m->end = m->flags & PROOF_RESTS ? run->state[k] : verify_take_state(b);
    m->struck = (verify_twist){m->end.v, m->end.L};
    if (m->flags & PROOF_SLOWED) m->struck = take_twist(b);
    m->x = run->state[k].x;
    m->q = run->state[k].q;
    if (run->model.bodies[k].motion == VERIFY_PRESCRIBED)
    {
        m->given[0] = take_twist(b);
        m->given[1] = take_twist(b);
    }
    if (!has_middle(&run->model, k, m->flags)) return;
    m->middle = take_vector(b);
    m->middle_turn = take_turn(b);
    if (!(m->flags & PROOF_MIDDLE)) return;
    m->x = m->middle;
    m->q = m->middle_turn;
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
            body < (unsigned long)run->model.body_count && run->model.bodies[body].motion >= VERIFY_FREE; // parts, too
        b->well &= is;
        if (!is) return;
        p->movers[body].force = take_vector(b);
        p->movers[body].torque = take_vector(b);
    }
}

/// Numbers in the arena; NULL if memory is short, or there are not so many.
static double *take_array(verify_run *run, verify_bytes *b, size_t count)
{
    b->well &= count <= (b->size - b->at) / 8;
    double *x = b->well ? ARENA_ARRAY(run->pieces, double, count + 1) : NULL;
    if (x) verify_numbers(b, x, (int)count);
    return x;
}

/// Indices below a limit, likewise.
static int *take_indices(verify_run *run, verify_bytes *b, size_t count, int limit)
{
    b->well &= count <= (b->size - b->at) / 4;
    int *x = b->well ? ARENA_ARRAY(run->pieces, int, count + 1) : NULL;
    for (size_t k = 0; x && k < count; k++)
    {
        unsigned long index = verify_take(b, 4);
        b->well &= index < (unsigned long)limit;
        x[k] = b->well ? (int)index : 0;
    }
    return x;
}

static void read_rows(verify_run *run, verify_bytes *b, int size, verify_rows *rows)
{
    size_t count = verify_take(b, 4);
    *rows = (verify_rows){.size = size, .dof = take_indices(run, b, count, run->model.dof_count)};
    rows->H = b->well ? take_array(run, b, (size_t)size * count) : NULL;
    rows->count = rows->H && rows->dof ? (int)count : 0;
}

static void read_contact(verify_run *run, verify_bytes *b, verify_contact *c)
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
    b->well &= verify_take(b, 2) == 0 && c->flags < 2 * PROOF_TOLD;
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
    if (c->flags & PROOF_TOLD)
    {
        verify_numbers(b, c->drift, c->rows);
        read_rows(run, b, c->rows, &c->rows_told);
    }
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

// ---- systems and rows ----

static void read_system(verify_run *run, verify_bytes *b, const verify_system *s, verify_system_move *m)
{
    unsigned flags = (unsigned)verify_take(b, 1);
    size_t n = (size_t)s->count;
    *m = (verify_system_move){.system = s, .rests = (flags & PROOF_RESTS) != 0};
    b->well &= flags <= PROOF_RESTS && run->known_v;
    m->end = m->rests ? run->v + s->v_at : take_array(run, b, n);
    m->free = take_array(run, b, n);
    m->struck = take_array(run, b, n);
    m->force = take_array(run, b, n);
    m->fields = s->fields ? take_array(run, b, 6 * n) : NULL;
    size_t count = verify_take(b, 4);
    m->row = take_indices(run, b, count, s->count);
    m->column = take_indices(run, b, count, s->count);
    m->value = take_array(run, b, count);
    m->entry_count = m->value ? (int)count : 0;
    for (int k = 0; k < m->entry_count && b->well; k++) b->well &= m->column[k] <= m->row[k];
}

static void read_block(verify_run *run, verify_bytes *b, verify_block *x)
{
    unsigned kind = (unsigned)verify_take(b, 1), size = (unsigned)verify_take(b, 1);
    b->well &= kind < 3 && size >= 1 && size <= 6;
    if (!b->well) return;
    *x = (verify_block){.scale = verify_number(b), .compliance = verify_number(b)};
    x->low = kind == 0 ? 0.0 : -INFINITY;
    x->high = INFINITY;
    if (kind == 2)
    {
        x->low = verify_number(b);
        x->high = verify_number(b);
    }
    verify_numbers(b, x->b, (int)size);
    verify_numbers(b, x->r, (int)size);
    b->well &= x->scale > 0.0 && x->compliance >= 0.0 && x->low <= x->high;
    read_rows(run, b, (int)size, &x->rows);
}

/// False: memory is short.
static bool read_mechanism(verify_run *run, verify_bytes *b, verify_piece *p)
{
    const verify_model *m = &run->model;
    double **const arrays[] = {&p->sums, &p->sizes, &p->free, &p->struck};
    p->systems = ARENA_ZEROED(run->pieces, verify_system_move, m->system_count + 1);
    for (int k = 0; k < 4; k++) *arrays[k] = ARENA_ZEROED(run->pieces, double, m->dof_count + 1);
    if (!p->systems || !p->sums || !p->sizes || !p->free || !p->struck) return false;
    if (!m->mechanisms) return true;
    for (int s = 0; s < m->system_count && b->well; s++) read_system(run, b, &m->systems[s], &p->systems[s]);
    unsigned long count = verify_take(b, 4);
    b->well &= count <= b->size / 20;
    p->block_count = b->well ? (int)count : 0;
    p->blocks = ARENA_ZEROED(run->pieces, verify_block, p->block_count + 1);
    for (int k = 0; p->blocks && k < p->block_count && b->well; k++) read_block(run, b, &p->blocks[k]);
    return p->blocks && arena_whole(run->pieces);
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
