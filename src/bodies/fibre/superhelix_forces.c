// Super-helices: inertial forces at given velocities, and energies, by recursion over the pieces.
//
// Outwards, piece by piece, in the axes at its beginning: velocity v0, angular velocity w0 and their rates a0, α0
// there, with no acceleration of coordinates; a point at p has, relative to the beginning, the rates of helix_rates_at:
//     a = a0 + α0 × p + w0 × (w0 × p) + 2 w0 × ṗ + p̈,     w = w0 + w_r,     α = α0 + α_r + w0 × w_r
// A length dm of it takes the force a dm and, its section having the inertia I, the torque (I α + w × I w) ds. Inwards:
// what a piece and all beyond it take, about the root. The generalized force of a coordinate is its piece's columns
// times forces on its own points, and what everything beyond takes times the rigid motion that it makes of it.

#include "bodies/fibre/superhelix.h"

void helix_points_fill(const fibre *f, helix_scratch *h)
{
    const superhelix *own = superhelix_of(f);
    if (h->begin[0] == 0) return;
    int next = 0;
    for (int e = 0; e < own->piece_count; e++)
    {
        double length = own->pieces[e].length;
        vec3 u = h->pieces[e].u;
        int count = gauss_count(length * v3_norm(u));
        const double *node = gauss_nodes(count), *weight = gauss_weights(count);
        h->begin[e] = next;
        for (int k = 0; k < count; k++, next++)
        {
            helix_at(u, node[k] * length, true, &h->points[next]);
            h->points[next].weight = weight[k] * length;
        }
    }
    h->begin[own->piece_count] = next;
}

/// Motion of the beginning of a piece, in world axes, or in the piece's.
typedef struct carrier
{
    vec3 v, w, a, spin;
} carrier;

static carrier carrier_in_piece(const piece_pose *p, const carrier *c)
{
    return (carrier){world_to_piece(p, c->v), world_to_piece(p, c->w), world_to_piece(p, c->a),
                     world_to_piece(p, c->spin)};
}

static vec3 rate_of(const helix_piece *piece, const double *v)
{
    return v3(v[piece->coordinate[0]], v[piece->coordinate[1]], v[piece->coordinate[2]]);
}

/// Motion of a point that a piece carries; all in the piece's axes.
static carrier carry(const carrier *c, const helix_point *point, const helix_rates *r)
{
    vec3 swing = v3_cross(c->w, point->p);
    carrier at = {.v = v3_add(v3_add(c->v, swing), r->v),
                  .w = v3_add(c->w, r->w),
                  .spin = v3_add(v3_add(c->spin, r->spin), v3_cross(c->w, r->w))};
    at.a = v3_add(v3_add(c->a, v3_cross(c->spin, point->p)), v3_cross(c->w, v3_add_scaled(swing, 2.0, r->v)));
    at.a = v3_add(at.a, r->a);
    return at;
}

static void carry_on(const piece_pose *p, const carrier *in_piece, vec3 w, carrier *c)
{
    helix_rates r = helix_rates_at(p->u, w, &p->end);
    carrier end = carry(in_piece, &p->end, &r);
    *c = (carrier){piece_to_world(p, end.v), piece_to_world(p, end.w), piece_to_world(p, end.a),
                   piece_to_world(p, end.spin)};
}

/// What a piece takes: force and torque about its beginning, and generalized forces; in its axes.
typedef struct piece_load
{
    vec3 F, N;
    double own[3];
} piece_load;

static void load_add(piece_load *load, const helix_point *point, vec3 force, vec3 torque)
{
    load->F = v3_add(load->F, force);
    load->N = v3_add(v3_add(load->N, torque), v3_cross(point->p, force));
    for (int k = 0; k < 3; k++) load->own[k] += v3_dot(point->way[k], force) + v3_dot(point->turn[k], torque);
}

static void load_inertia(const fibre *f, const carrier *c, vec3 u, vec3 w, const helix_point *point, piece_load *load)
{
    helix_rates r = helix_rates_at(u, w, point);
    carrier at = carry(c, point, &r);
    vec3 gyro = v3_cross(at.w, section_inertia(f, point->Q, at.w));
    vec3 torque = v3_add(section_inertia(f, point->Q, at.spin), gyro);
    load_add(load, point, v3_scale(f->line_density * point->weight, at.a), v3_scale(point->weight, torque));
}

/// The air at a point that moves at v relative to it.
static void load_air(const fibre *f, vec3 v, const helix_point *point, piece_load *load)
{
    vec3 t = point->Q[2];
    vec3 force = v3_add_scaled(v3_scale(f->drag[0], v), (f->drag[1] - f->drag[0]) * v3_dot(t, v), t);
    load_add(load, point, v3_scale(point->weight, force), v3_zero());
}

static void load_piece(const fibre *f, const helix_scratch *h, const helix_loads *loads, int e, const carrier *moves,
                       const carrier *air, piece_load *load)
{
    const piece_pose *p = &h->pieces[e];
    const helix_piece *piece = &superhelix_of(f)->pieces[e];
    int first = helix_first(f);
    carrier c = carrier_in_piece(p, moves), in_air = carrier_in_piece(p, air);
    vec3 w = rate_of(piece, loads->v + first), w_air = loads->v_air ? rate_of(piece, loads->v_air + first) : v3_zero();
    vec3 wind = world_to_piece(p, loads->wind);
    *load = (piece_load){0};
    for (int k = h->begin[e]; k < h->begin[e + 1]; k++)
    {
        const helix_point *point = &h->points[k];
        load_inertia(f, &c, p->u, w, point, load);
        if (!loads->v_air) continue;
        vec3 v = v3_add(in_air.v, v3_cross(in_air.w, point->p));
        v = v3_add_scaled(v3_add_scaled(v3_add_scaled(v, w_air.x, point->way[0]), w_air.y, point->way[1]), w_air.z,
                          point->way[2]);
        load_air(f, v3_sub(v, wind), point, load);
    }
}

/// The load of a piece goes to its own coordinates, and waits to be handed inwards.
static void keep_load(const fibre *f, helix_scratch *h, int e, const piece_load *load, double *out)
{
    const piece_pose *p = &h->pieces[e];
    const int *c = superhelix_of(f)->pieces[e].coordinate;
    for (int k = 0; k < 3; k++) out[helix_first(f) + c[k]] += load->own[k];
    h->rates[2 * e] = piece_to_world(p, load->F);
    h->rates[2 * e + 1] = v3_add(piece_to_world(p, load->N), v3_cross(p->x, h->rates[2 * e]));
}

/// Inwards: what everything beyond a piece takes, along its coordinates.
static void gather(const fibre *f, const helix_scratch *h, double *out)
{
    const superhelix *own = superhelix_of(f);
    int first = helix_first(f);
    vec3 F = v3_zero(), N = v3_zero(); // of all beyond, about the root
    for (int e = own->piece_count - 1; e >= 0; e--)
    {
        const piece_pose *p = &h->pieces[e];
        for (int k = 0; k < 3; k++)
            out[first + own->pieces[e].coordinate[k]] += v3_dot(p->way[k], F) + v3_dot(p->turn[k], N);
        F = v3_add(F, h->rates[2 * e]);
        N = v3_add(N, h->rates[2 * e + 1]);
    }
    if (!f->floating) return;
    v3_store(out, F);
    v3_store(out + 3, N);
}

void helix_bias(const fibre *f, helix_scratch *h, const helix_loads *loads, double *bias)
{
    const superhelix *own = superhelix_of(f);
    int first = helix_first(f);
    const double *v = loads->v, *v_air = loads->v_air;
    carrier c = {loads->root.v, loads->root.w, loads->acceleration, loads->spin};
    carrier air = {loads->root_air, loads->root_air_spin, v3_zero(), v3_zero()};
    if (f->floating)
    {
        c.v = v3_load(v), c.w = v3_load(v + 3);
        if (v_air) air.v = v3_load(v_air), air.w = v3_load(v_air + 3);
    }
    helix_points_fill(f, h);
    for (int k = 0; k < f->v_count; k++) bias[k] = 0.0;
    for (int e = 0; e < own->piece_count; e++)
    {
        const piece_pose *p = &h->pieces[e];
        piece_load load;
        load_piece(f, h, loads, e, &c, &air, &load);
        keep_load(f, h, e, &load, bias);
        carrier in_piece = carrier_in_piece(p, &c);
        carry_on(p, &in_piece, rate_of(&own->pieces[e], v + first), &c);
        if (!v_air) continue;
        in_piece = carrier_in_piece(p, &air);
        carry_on(p, &in_piece, rate_of(&own->pieces[e], v_air + first), &air);
    }
    gather(f, h, bias);
}

/// Gauss points of a piece in both configurations, as many in each.
static int points_of_both(const helix_piece *piece, const helix_scratch *from, const helix_scratch *to, int e,
                          const helix_point **a, const helix_point **b, helix_point room[2][SUPERHELIX_POINTS])
{
    int count[2] = {from->begin[e + 1] - from->begin[e], to->begin[e + 1] - to->begin[e]};
    *a = from->points + from->begin[e];
    *b = to->points + to->begin[e];
    if (count[0] == count[1]) return count[0];
    int most = count[0] > count[1] ? count[0] : count[1];
    const double *node = gauss_nodes(most), *weight = gauss_weights(most);
    for (int k = 0; k < most; k++)
    {
        helix_at(from->pieces[e].u, node[k] * piece->length, true, &room[0][k]);
        helix_at(to->pieces[e].u, node[k] * piece->length, true, &room[1][k]);
        room[0][k].weight = room[1][k].weight = weight[k] * piece->length;
    }
    *a = room[0];
    *b = room[1];
    return most;
}

void helix_momentum(const fibre *f, helix_scratch *from, const fibre_root *root_from, const double *v,
                    helix_scratch *to, const fibre_root *root_to, double *out)
{
    const superhelix *own = superhelix_of(f);
    const double *rate = v + helix_first(f);
    carrier c = {.v = f->floating ? v3_load(v) : root_from->v, .w = f->floating ? v3_load(v + 3) : root_from->w};
    vec3 base = f->floating ? v3_zero() : root_to->v, spin = f->floating ? v3_zero() : root_to->w;
    helix_point room[2][SUPERHELIX_POINTS];
    const helix_point *a, *b;
    helix_points_fill(f, from);
    helix_points_fill(f, to);
    for (int k = 0; k < f->v_count; k++) out[k] = 0.0;
    for (int e = 0; e < own->piece_count; e++)
    {
        const piece_pose *p = &from->pieces[e], *q = &to->pieces[e];
        carrier in_piece = carrier_in_piece(p, &c);
        vec3 w = rate_of(&own->pieces[e], rate);
        piece_load load = {0};
        int count = points_of_both(&own->pieces[e], from, to, e, &a, &b, room);
        for (int k = 0; k < count; k++)
        {
            helix_rates r = helix_rates_at(p->u, w, &a[k]);
            carrier at = carry(&in_piece, &a[k], &r);
            vec3 x = v3_add(q->x, piece_to_world(q, b[k].p)); // from the root
            vec3 moves = v3_sub(piece_to_world(p, at.v), v3_add(base, v3_cross(spin, x)));
            vec3 turns = world_to_piece(q, piece_to_world(p, section_inertia(f, a[k].Q, at.w)));
            turns = v3_sub(turns, section_inertia(f, b[k].Q, world_to_piece(q, spin)));
            load_add(&load, &b[k], v3_scale(f->line_density * b[k].weight, world_to_piece(q, moves)),
                     v3_scale(b[k].weight, turns));
        }
        keep_load(f, to, e, &load, out);
        carry_on(p, &in_piece, w, &c);
    }
    gather(f, to, out);
}

void superhelix_energy(const fibre *f, double *scratch, const double *q, const fibre_root *root, const double *v,
                       vec3 gravity, double *kinetic, double *weight, double *elastic)
{
    const superhelix *own = superhelix_of(f);
    helix_scratch h = helix_scratch_of(f, scratch);
    const double *strain = f->floating ? q + ROOT_Q : q, *rate = v + helix_first(f);
    carrier c = {.v = f->floating ? v3_load(v) : root->v, .w = f->floating ? v3_load(v + 3) : root->w};
    vec3 moment = v3_zero();
    helix_points_fill(f, &h);
    *kinetic = *elastic = 0.0;
    for (int e = 0; e < own->piece_count; e++)
    {
        const piece_pose *p = &h.pieces[e];
        carrier in_piece = carrier_in_piece(p, &c);
        vec3 w = rate_of(&own->pieces[e], rate), sum = v3_zero();
        for (int k = h.begin[e]; k < h.begin[e + 1]; k++)
        {
            const helix_point *point = &h.points[k];
            helix_rates r = helix_rates_at(p->u, w, point);
            carrier at = carry(&in_piece, point, &r);
            double turning = v3_dot(at.w, section_inertia(f, point->Q, at.w));
            *kinetic += 0.5 * point->weight * (f->line_density * v3_norm2(at.v) + turning);
            sum = v3_add_scaled(sum, point->weight, point->p);
        }
        moment = v3_add(moment, v3_add_scaled(piece_to_world(p, sum), own->pieces[e].length, v3_add(h.root, p->x)));
        carry_on(p, &in_piece, w, &c);
    }
    *weight = -f->gravity_scale * f->line_density * v3_dot(gravity, moment);
    for (int k = 0; k < own->coordinate_count; k++)
    {
        double bent = strain[k] - own->rest[k];
        *elastic += 0.5 * own->stiffness[k] * bent * bent;
    }
}
