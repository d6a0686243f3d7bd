// Rows and impulses of the exact derivative's contacts: what they change by with points, normals and arms.
//
//   u_k = axis_k · (v_A + ω_A × arm_A - v_B - ω_B × arm_B) + shift        v of centres of mass, as solved
//   γ_k = δaxis_k · u + axis_k · (ω_A × δarm_A - ω_B × δarm_B + what q_m changes of v and ω) + δshift
//   force on A: Σ r_k δaxis_k at its arm, and δarm × f

#include "world/derivative/exact.h"

#include "model/tree/object_tree.h"

#include "base/error.h"

#include <math.h>
#include <string.h>

// ---- what moves with one coordinate ----

typedef struct contact_change
{
    vec3 axis[3], arm[2];
    double gap;
} contact_change;

/// change (3) ◄ of the axes, as the normal changes.
static void turn_axes(const exact_contact *c, vec3 normal, vec3 *change)
{
    vec3 n = c->axis[0];
    normal = v3_add_scaled(normal, -v3_dot(normal, n), n);
    change[0] = normal;
    change[1] = v3_add(v3_scale(v3_dot(normal, c->axis[1]), c->tangent_by[0]),
                       v3_scale(v3_dot(normal, c->axis[2]), c->tangent_by[1]));
    change[2] = v3_add(v3_cross(normal, c->axis[1]), v3_cross(n, change[1]));
}

/// By coordinate k of side s, where contacts are described.
static contact_change change_of(const exact *e, const exact_contact *c, int s, int k)
{
    const exact_side *own = &c->side[s];
    contact_change d;
    vec3 p = exact_origin(e->step, c->index), n = c->axis[0], shift = own->shift[k], spin = own->spin[k];
    vec3 point = v3_zero(), normal = v3_zero();
    if (s != c->moved) // all goes along with it, and the other one comes from there
    {
        point = v3_add(shift, v3_cross(spin, v3_sub(p, own->center)));
        normal = v3_cross(spin, n);
        shift = v3_negate(v3_add(shift, v3_cross(spin, v3_sub(c->side[c->moved].center, own->center))));
        spin = v3_negate(spin);
    }
    const double by[6] = {shift.x, shift.y, shift.z, spin.x, spin.y, spin.z};
    d.gap = 0.0;
    for (int j = 0; j < 6; j++)
    {
        point = v3_add_scaled(point, by[j], c->point[j]);
        normal = v3_add_scaled(normal, by[j], c->normal[j]);
        d.gap += by[j] * c->gap[j];
    }
    turn_axes(c, normal, d.axis);
    for (int i = 0; i < 2; i++) d.arm[i] = i == s ? v3_sub(point, own->shift[k]) : point;
    return d;
}

// ---- rows ----

/// All of a contact in the system of a set: rows 0 … 5, whether they are obeyed or not.
typedef struct contact_rows
{
    int count;
    double *H[6], *gamma[6];
} contact_rows;

static bool contact_rows_take(const exact *e, const exact_set *set, int count, contact_rows *rows)
{
    rows->count = count;
    for (int k = 0; k < count; k++)
    {
        rows->H[k] = ARENA_ZEROED(e->w, double, set->n);
        rows->gamma[k] = ARENA_ZEROED(e->w, double, set->columns);
    }
    return arena_whole(e->w);
}

static void fill_rows(const exact *e, const exact_set *set, const exact_contact *c, contact_rows *rows)
{
    (void)set;
    for (int s = 0; s < 2; s++)
    {
        const exact_side *side = &c->side[s];
        double sign = s == 0 ? 1.0 : -1.0;
        if (side->object < 0) continue;
        int at = e->objects[side->object].at;
        for (int i = 0; i < side->count; i++)
            for (int k = 0; k < rows->count; k++)
                rows->H[k][at + side->dof[i]] += sign * v3_dot(c->axis[k % 3], k < 3 ? side->line[i] : side->turn[i]);
    }
}

/// What q_m changes of the velocities that rows speak of.
static bool add_middle(const exact *e, const exact_set *set, const exact_contact *c, contact_rows *rows)
{
    for (int s = 0; s < 2; s++)
    {
        const exact_side *side = &c->side[s];
        if (side->object < 0 || !side->line_q) continue;
        const exact_object *o = &e->objects[side->object];
        arena_mark mark = arena_begin(e->w);
        double *row = ARENA_ARRAY(e->w, double, o->n), *by_q = ARENA_ARRAY(e->w, double, o->n);
        double *by_v = ARENA_ARRAY(e->w, double, o->n);
        if (!arena_whole(e->w)) return false;
        for (int k = 0; k < rows->count; k++)
        {
            for (int i = 0; i < o->n; i++) row[i] = 0.0;
            for (int i = 0; i < side->count; i++)
                row[side->dof[i]] =
                    (s == 0 ? 1.0 : -1.0) * v3_dot(c->axis[k % 3], k < 3 ? side->line_q[i] : side->turn_q[i]);
            shift_map_pull(&o->middle, o->n, row, by_q, by_v);
            for (int i = 0; i < o->n; i++) rows->gamma[k][o->at + i] += by_q[i];
            for (int i = 0; i < o->n; i++) rows->gamma[k][set->n + o->at + i] += by_v[i];
        }
        arena_end(e->w, mark);
    }
    return true;
}

/// What the law adds to u_N by the gap, for a unit of it (contact_closing_shift).
static double shift_slope(double gap, double h)
{
    const double FAR = 10.0 * GAP_SLACK;
    if (gap >= FAR) return 1.0 / h;
    return gap > GAP_SLACK ? FAR / (FAR - GAP_SLACK) / h : 0.0;
}

/// A motion of what a contact is between: of the points against each other, and of both bodies.
typedef struct contact_motion
{
    vec3 u, spin, w[2];
    double slope; // of the shift by the gap
} contact_motion;

static void add_row_changes(const exact_contact *c, const contact_motion *is, const contact_change *d, int column,
                            contact_rows *rows)
{
    vec3 swing = v3_sub(v3_cross(is->w[0], d->arm[0]), v3_cross(is->w[1], d->arm[1]));
    for (int k = 0; k < rows->count && k < 3; k++)
        rows->gamma[k][column] += v3_dot(d->axis[k], is->u) + v3_dot(c->axis[k], swing);
    for (int k = 3; k < rows->count; k++) rows->gamma[k][column] += v3_dot(d->axis[k - 3], is->spin);
    rows->gamma[0][column] += is->slope * d->gap;
}

/// Forces that impulses are, as axes and arms change.
static void add_force_changes(const exact *e, exact_set *set, const exact_contact *c, const contact_change *d,
                              int column)
{
    const hf_contact *r = &e->step->contacts[c->index].record;
    vec3 f = contact_impulse(r), df = v3_zero(), dm = v3_zero();
    for (int k = 0; k < 3; k++) df = v3_add_scaled(df, r->r[k], d->axis[k]);
    for (int k = 0; k < 3; k++) dm = v3_add_scaled(dm, r->moment[k], d->axis[k]);
    for (int t = 0; t < 2; t++)
    {
        const exact_side *to = &c->side[t];
        vec3 moment = v3_add(v3_cross(d->arm[t], f), dm);
        if (to->object < 0) continue;
        double *out = set->rhs + (size_t)column * (size_t)set->n + e->objects[to->object].at;
        for (int j = 0; j < to->count; j++)
            out[to->dof[j]] += (t == 0 ? 1.0 : -1.0) * (v3_dot(to->line[j], df) + v3_dot(to->turn[j], moment));
    }
}

/// What places change: of the rows, and with `forces` of the forces that impulses are.
static void add_places(const exact *e, exact_set *set, const exact_contact *c, const contact_motion *is, bool forces,
                       contact_rows *rows)
{
    for (int s = 0; s < 2; s++)
        for (int i = 0; i < c->side[s].count; i++)
        {
            int column = e->objects[c->side[s].object].at + c->side[s].dof[i];
            contact_change d = change_of(e, c, s, i);
            add_row_changes(c, is, &d, column, rows);
            if (forces) add_force_changes(e, set, c, &d, column);
        }
    for (int p = 0; p < e->task->out->p_count; p++)
    {
        contact_size moved;
        contact_change d;
        int column = 2 * set->n + exact_first_parameter(e) + p;
        if (!exact_parameter_place(e, c, p, &moved, d.arm)) continue;
        d.gap = moved.gap;
        turn_axes(c, moved.normal, d.axis);
        add_row_changes(c, is, &d, column, rows);
        if (forces) add_force_changes(e, set, c, &d, column);
    }
}

/// Two links have one point in the middle of the step: it goes along with half of what the centres of both move until
/// then (contact_carry_point), and arms change by half of what one does so against the other.
static hf_status add_shared(const exact *e, exact_set *set, const exact_contact *c, const contact_motion *is,
                            bool forces, contact_rows *rows)
{
    if (!e->step->start || !c->side[0].line_q || !c->side[1].line_q) return HF_STATUS_OK;
    for (int s = 0; s < 2; s++)
    {
        const exact_side *side = &c->side[s];
        const exact_object *o = &e->objects[side->object];
        size_t n = (size_t)o->n;
        arena_mark mark = arena_begin(e->w);
        double *row = ARENA_ZEROED(e->w, double, 3 * n), *by_q = ARENA_ARRAY(e->w, double, 3 * n);
        double *by_v = ARENA_ARRAY(e->w, double, 3 * n), sign = s == 0 ? -0.5 : 0.5;
        if (!arena_whole(e->w)) return error_no_memory(e->task->error);
        for (int i = 0; i < side->count; i++)
        {
            vec3 way = v3_sub(side->line[i], v3_cross(side->turn[i], side->arm));
            for (int k = 0; k < 3; k++) row[(size_t)k * n + (size_t)side->dof[i]] = sign * v3_at(way, k);
        }
        for (size_t k = 0; k < 3; k++) shift_map_pull(&o->middle, o->n, row + k * n, by_q + k * n, by_v + k * n);
        for (int i = 0; i < side->count; i++)
            for (int k = 0; k < 3; k++) by_q[(size_t)k * n + (size_t)side->dof[i]] -= sign * v3_at(side->shift[i], k);
        for (size_t i = 0; i < 2 * n; i++)
        {
            const double *by = i < n ? by_q + i : by_v + i - n;
            contact_change d = {.arm = {v3(by[0], by[n], by[2 * n]), v3(-by[0], -by[n], -by[2 * n])}};
            int column = (i < n ? 0 : set->n - o->n) + o->at + (int)i;
            add_row_changes(c, is, &d, column, rows);
            if (forces) add_force_changes(e, set, c, &d, column);
        }
        arena_end(e->w, mark);
    }
    return HF_STATUS_OK;
}

/// The motion of the step's answer.
static contact_motion motion_of_step(const exact *e, const exact_contact *c)
{
    const hf_contact *r = &e->step->contacts[c->index].record;
    contact_motion out = {.w = {c->side[0].w, c->side[1].w}, .slope = shift_slope(r->gap, e->step->h)};
    for (int k = 0; k < 3; k++)
    {
        out.u = v3_add_scaled(out.u, r->u[k], c->axis[k]);
        out.spin = v3_add_scaled(out.spin, r->spin[k], c->axis[k]);
    }
    return out;
}

/// The motion that velocities z of a set are.
static contact_motion motion_of(const exact *e, const exact_contact *c, const double *z)
{
    contact_motion out = {0};
    for (int s = 0; s < 2; s++)
    {
        const exact_side *side = &c->side[s];
        vec3 u = v3_zero();
        for (int k = 0; k < side->count; k++)
        {
            double own = z[e->objects[side->object].at + side->dof[k]];
            u = v3_add_scaled(u, own, side->line[k]);
            out.w[s] = v3_add_scaled(out.w[s], own, side->turn[k]);
        }
        out.u = s == 0 ? u : v3_sub(out.u, u);
    }
    out.spin = v3_sub(out.w[0], out.w[1]);
    return out;
}

/// What a unit of the impulse of row k counts in the selection: in the units of the problem.
static double row_weight(const exact *e, const exact_contact *c, int k)
{
    const step_context *step = e->step;
    double own = step->scale ? step->scale[step->contacts[c->index].row + k] : 1.0;
    return (e->compliance ? e->compliance[c->index] : 1.0) / (own * own);
}

/// Rows first … first + count - 1 are friction that sticks, or slides with sizes s against w.
static bool add_part(exact *e, exact_set *set, const exact_contact *c, const contact_rows *rows, int normal, int first,
                     int count, const double *coefficient, const double *u, bool slides)
{
    const hf_contact *r = &e->step->contacts[c->index].record;
    if (!slides)
    {
        for (int k = first; k < first + count; k++)
        {
            exact_row *row = exact_row_add(e, set, 6 * c->index + k);
            if (!row) return false;
            row->H = row->C = rows->H[k];
            row->gamma = rows->gamma[k];
            row->weight = row_weight(e, c, k);
        }
        return true;
    }
    exact_slip *slip = &set->slips[set->slip_count++];
    *slip = (exact_slip){.normal = normal, .count = count, .contact = c->index, .pressing = r->r[0]};
    double w[2] = {0.0, 0.0};
    for (int k = 0; k < count; k++) w[k] = coefficient[k] * u[k];
    slip->speed = sqrt(w[0] * w[0] + w[1] * w[1]);
    double *C = set->rows[normal].C;
    for (int k = 0; k < count; k++)
    {
        slip->size[k] = coefficient[k];
        slip->toward[k] = w[k] / slip->speed;
        slip->H[k] = rows->H[first + k];
        slip->gamma[k] = rows->gamma[first + k];
        slip->impulse[k] = 6 * c->index + first + k;
        double share = slip->size[k] * slip->toward[k];
        set->rows[normal].weight += share * share * row_weight(e, c, first + k);
        for (int i = 0; i < set->n; i++) C[i] -= share * slip->H[k][i];
    }
    return exact_parameter_law(e, set, c, first - 1, slip) == HF_STATUS_OK;
}

/// Whether a moment is at its bound and the bodies turn.
static bool moment_slides(const double *coefficient, const double *m, const double *spin, int count, double pressing)
{
    const double INSIDE = 1e-9, STILL = 1e-8; // as of contact_classify; [rad/s]
    double share = 0.0, speed = 0.0;
    for (int k = 0; k < count; k++)
    {
        double part = m[k] / (coefficient[k] * pressing);
        share += part * part;
        speed += spin[k] * spin[k];
    }
    return sqrt(share) >= 1.0 - INSIDE && sqrt(speed) > STILL;
}

static bool add_friction(exact *e, exact_set *set, const exact_contact *c, const contact_rows *rows, int normal)
{
    const hf_contact *r = &e->step->contacts[c->index].record;
    const hf_friction_coefficients *f = &r->coefficients;
    const double disc[2] = {r->mu, r->mu},
                 *tangent = f->tangent[0] != f->tangent[1] && rows->count > 2 ? f->tangent : disc;
    int tangents = rows->count < 3 ? rows->count - 1 : 2;
    bool well = true;
    if (tangents > 0 && tangent[0] > 0.0)
        well = add_part(e, set, c, rows, normal, 1, tangents, tangent, r->u + 1, r->status == HF_CONTACT_SLIP);
    if (well && rows->count > 3 && f->torsion > 0.0)
        well = add_part(e, set, c, rows, normal, 3, 1, &f->torsion, r->spin,
                        moment_slides(&f->torsion, r->moment, r->spin, 1, r->r[0]));
    if (well && rows->count > 4 && f->rolling[0] > 0.0 && f->rolling[1] > 0.0)
        well = add_part(e, set, c, rows, normal, 4, 2, f->rolling, r->spin + 1,
                        moment_slides(f->rolling, r->moment + 1, r->spin + 1, 2, r->r[0]));
    return well;
}

hf_status exact_contact_rows(exact *e, exact_set *set, const exact_contact *c)
{
    contact_rows rows;
    if (!contact_rows_take(e, set, e->step->contacts[c->index].row_count, &rows))
        return error_no_memory(e->task->error);
    contact_motion is = motion_of_step(e, c);
    fill_rows(e, set, c, &rows);
    add_places(e, set, c, &is, true, &rows);
    TRY(add_shared(e, set, c, &is, true, &rows));
    int normal = set->row_count;
    exact_row *row = add_middle(e, set, c, &rows) ? exact_row_add(e, set, 6 * c->index) : NULL;
    if (!row) return error_no_memory(e->task->error);
    row->H = rows.H[0];
    row->gamma = rows.gamma[0];
    row->weight = row_weight(e, c, 0);
    row->C = ARENA_ARRAY(e->w, double, set->n);
    if (!row->C) return error_no_memory(e->task->error);
    memcpy(row->C, row->H, (size_t)set->n * sizeof *row->C);
    return add_friction(e, set, c, &rows, normal) ? HF_STATUS_OK : error_no_memory(e->task->error);
}

// ---- where impulses are not unique ----

/// Kinematics in the middle with velocities z of a set, and what q_m changes of them.
static hf_status place_changes(const exact *e, const exact_set *set, const double *z)
{
    const object_step *s = e->step->objects;
    const articulated_base still = articulated_base_fixed();
    for (int i = 0; i < set->object_count; i++)
    {
        const exact_object *o = &e->objects[set->objects[i]];
        if (!o->tree) continue;
        int index = s->model->objects[o->object].index;
        articulated_base base = tree_base_middle(s, index, 0.0);
        base.linear = base.angular = still.linear;
        articulated_velocities(s->model->mechanism.trees[index].articulated, s->scratch->middle[index], &base,
                               z + o->at);
        for (int k = 0; k < e->contact_count; k++)
            for (int t = 0; t < 2; t++)
                if (e->contacts[k].side[t].object == set->objects[i])
                    exact_side_changes(e, o, &base, z + o->at, &e->contacts[k].side[t]);
    }
    return HF_STATUS_OK;
}

/// Rows of a contact into those of the set that it has: sticking ones as they are, friction that slides by the normal.
static hf_status put_bends(exact *e, exact_set *set, const exact_contact *c, const contact_rows *rows, const double *z)
{
    int normal = -1;
    for (int k = 0; k < set->row_count; k++)
    {
        int own = set->rows[k].impulse - 6 * c->index;
        if (own < 0 || own >= rows->count) continue;
        set->rows[k].bend = rows->gamma[own];
        if (own == 0) normal = k;
    }
    for (int p = 0; p < set->slip_count; p++)
    {
        const exact_slip *s = &set->slips[p];
        exact_row *row = &set->rows[normal];
        if (s->contact != c->index) continue;
        if (!row->lean) row->lean = ARENA_ZEROED(e->w, double, set->n);
        if (!row->lean) return error_no_memory(e->task->error);
        for (int k = 0; k < s->count; k++)
        {
            const double *bend = rows->gamma[s->impulse[k] - 6 * c->index];
            double along = 0.0;
            for (int i = 0; i < set->n; i++) along += s->H[k][i] * z[i];
            for (int i = 0; i < set->columns; i++) row->bend[i] -= s->size[k] * s->toward[k] * bend[i];
            double weight = 2.0 * s->size[k] * s->toward[k] * row_weight(e, c, s->impulse[k] - 6 * c->index);
            for (int i = 0; i < set->columns && s->by_law[k]; i++)
                row->bend[i] -= s->by_law[k][i] * (along + weight * s->pressing);
            for (int l = 0; l < s->count && s->count > 1; l++)
            {
                double part = (k == l ? 1.0 : 0.0) - s->toward[k] * s->toward[l];
                double by = s->size[k] * along * part * s->size[l] / s->speed;
                for (int i = 0; i < set->n; i++) row->lean[i] += by * s->H[l][i];
                for (int i = 0; i < set->columns; i++) row->bend[i] -= by * s->gamma[l][i];
            }
        }
    }
    return HF_STATUS_OK;
}

hf_status exact_contact_bends(exact *e, exact_set *set, const double *z)
{
    TRY(place_changes(e, set, z));
    for (int k = 0; k < e->contact_count; k++)
    {
        const exact_contact *c = &e->contacts[k];
        const exact_side *side = &c->side[c->side[0].object >= 0 ? 0 : 1];
        contact_rows rows;
        if (e->objects[side->object].set != set->objects[0]) continue;
        if (!contact_rows_take(e, set, e->step->contacts[c->index].row_count, &rows))
            return error_no_memory(e->task->error);
        contact_motion is = motion_of(e, c, z);
        add_places(e, set, c, &is, false, &rows);
        TRY(add_shared(e, set, c, &is, false, &rows));
        if (!add_middle(e, set, c, &rows)) return error_no_memory(e->task->error);
        TRY(put_bends(e, set, c, &rows, z));
    }
    return HF_STATUS_OK;
}
