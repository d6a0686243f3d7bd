// Steps one behind the other.

#include "record/proof/proof.h"
#include "record/proof/verify_piece.h"

#include <math.h>
#include <string.h>

typedef struct step_head
{
    unsigned long number, fate, quality, given, pieces;
    double begin, end, tolerance;
} step_head;

static bool read_head(verify_run *run, verify_bytes *b, step_head *s)
{
    s->number = verify_take(b, 4);
    s->fate = verify_take(b, 1);
    s->quality = verify_take(b, 1);
    s->given = verify_take(b, 1);
    unsigned long none = verify_take(b, 1);
    s->begin = verify_number(b);
    s->end = verify_number(b);
    s->tolerance = verify_number(b);
    s->pieces = verify_take(b, 4);
    if (!b->well || s->fate > 2 || s->quality > 2 || s->given > 1 || none != 0)
        return verify_refute(run, "a step makes no sense");
    if (s->number != (unsigned long)run->verdict->step_count + 1)
        return verify_refute(run, "step %lu stands where step %ld should be", s->number, run->verdict->step_count + 1);
    run->verdict->step_count++;
    if (run->known_time && s->begin != run->time)
        return verify_refute(run, "it begins at %g s, where %g s is due", s->begin, run->time);
    run->known_time = true;
    run->time = s->end;
    return true;
}

static bool check_claim(verify_run *run, const step_head *s, const verify_piece *p)
{
    if (s->quality == 0 && !(p->natural <= s->tolerance))
        return verify_refute(run, "an answer at %g is called exact, to %g", p->natural, s->tolerance);
    if (s->quality == 1 && !(p->natural <= fmax(run->model.accept, s->tolerance)))
        return verify_refute(run, "an answer at %g is called approximate", p->natural);
    return true;
}

static bool see_piece(verify_run *run, verify_bytes *b, const step_head *s, double *total, bool *no_memory)
{
    verify_piece piece;
    size_t size = verify_take(b, 4), stop = b->at + size;
    if (!b->well || size > b->size - b->at) return verify_refute(run, "a piece is cut off");
    if (!verify_piece_read(run, b, &piece, no_memory)) return false;
    if (b->at != stop) return verify_refute(run, "a piece is not as long as it says");
    if (!check_claim(run, s, &piece) || !verify_piece_check(run, &piece)) return false;
    run->verdict->piece_count++;
    run->verdict->contact_count += piece.contact_count;
    *total += piece.h;
    for (int k = 0; k < run->model.body_count; k++)
    {
        if (run->model.bodies[k].motion == VERIFY_STATIC) continue;
        run->still &= (piece.movers[k].flags & PROOF_RESTS) != 0;
        run->state[k] = piece.movers[k].end;
    }
    for (int k = 0; k < run->model.system_count && run->model.mechanisms; k++)
    {
        const verify_system_move *m = &piece.systems[k];
        run->still &= m->rests;
        memmove(run->v + m->system->v_at, m->end, (size_t)m->system->count * sizeof(double));
    }
    return true;
}

static bool see_pieces(verify_run *run, verify_bytes *b, const step_head *s, bool *no_memory)
{
    double total = 0.0, length = s->end - s->begin;
    if (s->pieces == 0) return verify_refute(run, "a step without a piece");
    run->still = s->pieces == 1 && s->quality == 0;
    for (unsigned long k = 0; k < s->pieces; k++)
    {
        arena_mark mark = arena_begin(run->pieces);
        bool well = see_piece(run, b, s, &total, no_memory);
        arena_end(run->pieces, mark);
        if (!well) return false;
    }
    bool fill = fabs(total - length) <= 1e-9 * fabs(length) + 1e-15 * fabs(s->end);
    return fill || verify_refute(run, "its pieces do not fill the step");
}

static bool see_step(verify_run *run, verify_bytes *b, bool *no_memory)
{
    step_head s;
    hf_run_verdict *v = run->verdict;
    if (!read_head(run, b, &s)) return false;
    if (s.given && s.fate != 0) return verify_refute(run, "a state is given to no step");
    for (int k = 0; s.given && k < run->model.body_count; k++)
        if (run->model.bodies[k].motion != VERIFY_STATIC) run->state[k] = verify_take_state(b);
    if (s.given) verify_numbers(b, run->v, run->model.v_count);
    run->known_v |= s.given;
    if (!b->well) return verify_refute(run, "the state that was set makes no sense");
    v->given_count += (long)s.given;
    if (s.fate == 1 && (s.pieces > 0 || !run->still))
        return verify_refute(run, "it repeats a step that changed something");
    if (s.fate == 2 && (s.pieces > 0 || s.begin != s.end))
        return verify_refute(run, "it was not made, and came to something");
    if (s.fate == 0 && !see_pieces(run, b, &s, no_memory)) return false;
    v->exact_count += s.quality == 0;
    v->approximate_count += s.quality == 1;
    v->failed_count += s.quality == 2;
    return true;
}

bool verify_steps(verify_run *run, const unsigned char *bytes, size_t size, bool *no_memory)
{
    verify_bytes b = {.bytes = bytes, .size = size, .well = true};
    while (b.at < size)
        if (!see_step(run, &b, no_memory)) return false;
    return true;
}
