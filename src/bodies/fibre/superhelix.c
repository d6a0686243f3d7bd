// Super-helices: pieces, places, velocities and rows. superhelix.h has the derivation.

#include "bodies/fibre/superhelix.h"

#include "base/error.h"
#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

// ---- creation ----

static void superhelix_destroy(fibre *f)
{
    superhelix *own = f->own;
    if (!own) return;
    free(own->pieces);
    free(own->rest);
    free(own->stiffness);
    free(own->node_piece);
    free(own->node_offset);
    free(own);
    f->own = NULL;
}

/// Pieces between all cuts of the length into N and into T parts. Cuts are compared as whole numbers, i T and j N.
static void cut_pieces(const fibre *f, superhelix *own)
{
    long N = f->element_count, T = f->twist_count, i = 0, j = 0, coordinate = 0;
    int bend = 0, twist = 0;
    double whole = f->length / ((double)N * (double)T);
    for (int e = 0; i < N && j < T; e++)
    {
        long at = i * T > j * N ? i * T : j * N;
        long end = (i + 1) * T < (j + 1) * N ? (i + 1) * T : (j + 1) * N;
        if (i * T == at) bend = (int)coordinate, coordinate += 2;
        if (j * N == at) twist = (int)coordinate++;
        own->pieces[e] = (helix_piece){.begin = whole * (double)at,
                                       .length = whole * (double)(end - at),
                                       .coordinate = {bend, bend + 1, twist},
                                       .reach = (int)coordinate};
        own->piece_count = e + 1;
        if ((i + 1) * T == end) i++;
        if ((j + 1) * N == end) j++;
    }
}

/// Natural values, the mean over a coordinate's part, and stiffness.
static void fill_springs(const fibre *f, superhelix *own)
{
    for (int e = 0; e < own->piece_count; e++)
    {
        const helix_piece *piece = &own->pieces[e];
        int element = (int)((piece->begin + 0.5 * piece->length) / f->length * f->element_count);
        for (int k = 0; k < 3; k++)
        {
            own->rest[piece->coordinate[k]] += piece->length * f->natural[3 * element + k];
            own->stiffness[piece->coordinate[k]] += piece->length;
        }
    }
    for (int c = 0; c < own->coordinate_count; c++) own->rest[c] /= own->stiffness[c];
    for (int e = 0; e < own->piece_count; e++)
        for (int k = 0; k < 3; k++)
        {
            bool first = e == 0 || own->pieces[e - 1].coordinate[k] != own->pieces[e].coordinate[k];
            if (first) own->stiffness[own->pieces[e].coordinate[k]] *= f->stiffness[k];
        }
}

static void place_nodes(const fibre *f, superhelix *own)
{
    int e = 0;
    for (int j = 0; j <= f->segment_count; j++)
    {
        double s = f->length * ((double)j / f->segment_count);
        while (e + 1 < own->piece_count && s > own->pieces[e].begin + own->pieces[e].length) e++;
        double offset = s - own->pieces[e].begin;
        own->node_piece[j] = e;
        own->node_offset[j] = offset < own->pieces[e].length ? offset : own->pieces[e].length;
    }
}

/// Doubles that `count` items of a type take.
#define DOUBLES(T, count) ((sizeof(T) * (size_t)(count) + sizeof(double) - 1) / sizeof(double))

static hf_status superhelix_create(fibre *f, hf_error *error)
{
    superhelix *own = f->own = MEMORY_ARRAY(superhelix, 1);
    if (!own) return error_no_memory(error);
    size_t pieces = (size_t)(f->element_count + f->twist_count), nodes = (size_t)f->segment_count + 1;
    own->coordinate_count = 2 * f->element_count + f->twist_count;
    own->pieces = MEMORY_ARRAY(helix_piece, pieces);
    own->rest = MEMORY_ARRAY(double, (size_t)own->coordinate_count);
    own->stiffness = MEMORY_ARRAY(double, (size_t)own->coordinate_count);
    own->node_piece = MEMORY_ARRAY(int, nodes);
    own->node_offset = MEMORY_ARRAY(double, nodes);
    if (!own->pieces || !own->rest || !own->stiffness || !own->node_piece || !own->node_offset)
        return error_no_memory(error);
    cut_pieces(f, own);
    fill_springs(f, own);
    place_nodes(f, own);
    f->v_count = helix_first(f) + own->coordinate_count;
    f->q_count = own->coordinate_count + (f->floating ? ROOT_Q : 0);
    size_t n = (size_t)f->v_count;
    f->scratch_size = DOUBLES(vec3, 1) + DOUBLES(quat, 1) + DOUBLES(piece_pose, own->piece_count) +
                      DOUBLES(node_pose, nodes) + DOUBLES(int, own->piece_count + 1) +
                      DOUBLES(helix_point, SUPERHELIX_POINTS * own->piece_count) + n * n + n + 8 * n +
                      DOUBLES(vec3, 3 * own->piece_count);
    return HF_STATUS_OK;
}

helix_scratch helix_scratch_of(const fibre *f, double *scratch)
{
    const superhelix *own = superhelix_of(f);
    helix_scratch h;
    size_t n = (size_t)f->v_count;
    h.root = v3_load(scratch);
    h.root_turn = quat_load(scratch + 3);
    double *at = scratch + 7;
    h.pieces = (piece_pose *)(void *)at, at += DOUBLES(piece_pose, own->piece_count);
    h.nodes = (node_pose *)(void *)at, at += DOUBLES(node_pose, f->segment_count + 1);
    h.L = at, at += n * n;
    h.D = at, at += n;
    h.work = at, at += 8 * n;
    h.rates = (vec3 *)(void *)at, at += DOUBLES(vec3, 3 * own->piece_count);
    h.begin = (int *)(void *)at, at += DOUBLES(int, own->piece_count + 1);
    h.points = (helix_point *)(void *)at;
    return h;
}

// ---- places ----

static fibre_root superhelix_root(const fibre *f, const double *q, const double *v, const fibre_root *given)
{
    if (!f->floating) return *given;
    fibre_root root = {.x = v3_load(q), .q = quat_normalize(quat_load(q + 3))};
    if (v) root.v = v3_load(v), root.w = v3_load(v + 3);
    return root;
}

static void pose_piece(const helix_piece *piece, const double *strain, piece_pose *p)
{
    p->u = v3(strain[piece->coordinate[0]], strain[piece->coordinate[1]], strain[piece->coordinate[2]]);
    helix_at(p->u, piece->length, true, &p->end);
    vec3 end = v3_add(p->x, piece_to_world(p, p->end.p));
    for (int k = 0; k < 3; k++)
    {
        p->turn[k] = piece_to_world(p, p->end.turn[k]);
        p->way[k] = v3_sub(piece_to_world(p, p->end.way[k]), v3_cross(p->turn[k], end));
    }
}

static void pose_node(const piece_pose *p, double offset, node_pose *node)
{
    helix_point point;
    helix_at(p->u, offset, true, &point);
    vec3 axis[3];
    for (int k = 0; k < 3; k++)
    {
        axis[k] = piece_to_world(p, point.Q[k]);
        node->spin[k] = piece_to_world(p, point.turn[k]);
        node->way[k] = piece_to_world(p, point.way[k]);
    }
    const double R[9] = {axis[0].x, axis[1].x, axis[2].x, axis[0].y, axis[1].y,
                         axis[2].y, axis[0].z, axis[1].z, axis[2].z};
    node->x = v3_add(p->x, piece_to_world(p, point.p));
    node->turn = quat_from_matrix(R);
}

void superhelix_pose(const fibre *f, const double *q, const fibre_root *root, double *scratch)
{
    const superhelix *own = superhelix_of(f);
    helix_scratch h = helix_scratch_of(f, scratch);
    fibre_root at = superhelix_root(f, q, NULL, root);
    const double *strain = f->floating ? q + ROOT_Q : q;
    v3_store(scratch, at.x);
    quat_store(scratch + 3, at.q);
    h.begin[0] = -1; // Gauss points are not those of this configuration
    for (int e = 0; e < own->piece_count; e++)
    {
        piece_pose *p = &h.pieces[e], *last = p - 1;
        p->x = e > 0 ? v3_add(last->x, piece_to_world(last, last->end.p)) : v3_zero();
        for (int k = 0; k < 3; k++)
            p->axis[k] = e > 0 ? piece_to_world(last, last->end.Q[k])
                               : quat_rotate(at.q, k == 0   ? v3(1, 0, 0)
                                                   : k == 1 ? v3(0, 1, 0)
                                                            : v3(0, 0, 1));
        pose_piece(&own->pieces[e], strain, p);
    }
    for (int j = 0; j <= f->segment_count; j++)
        pose_node(&h.pieces[own->node_piece[j]], own->node_offset[j], &h.nodes[j]);
}

static void superhelix_nodes(const fibre *f, const double *scratch, vec3 *x, quat *turn)
{
    helix_scratch h = helix_scratch_of(f, (double *)scratch);
    for (int j = 0; j <= f->segment_count; j++)
    {
        x[j] = v3_add(h.root, h.nodes[j].x);
        if (turn) turn[j] = h.nodes[j].turn;
    }
}

// ---- velocities and rows ----

/// Velocity and angular velocity of a node: of what carries its piece, and by its piece's own coordinates.
static void node_twist(const superhelix *own, const helix_scratch *h, int j, vec3 way, vec3 turn, const double *rate,
                       vec3 *v, vec3 *w)
{
    const node_pose *node = &h->nodes[j];
    const int *c = own->pieces[own->node_piece[j]].coordinate;
    *v = v3_add(way, v3_cross(turn, node->x));
    *w = turn;
    for (int k = 0; k < 3; k++)
    {
        *v = v3_add_scaled(*v, rate[c[k]], node->way[k]);
        *w = v3_add_scaled(*w, rate[c[k]], node->spin[k]);
    }
}

static void segment_twist(vec3 axis, vec3 v0, vec3 v1, vec3 w0, vec3 w1, double length, double *twist)
{
    double along = 0.5 * v3_dot(axis, v3_add(w0, w1));
    vec3 turn = v3_scale(1.0 / length, v3_cross(axis, v3_sub(v1, v0)));
    v3_store(twist, v3_mix(v0, v1, 0.5));
    v3_store(twist + 3, v3_add_scaled(turn, along, axis));
}

static void superhelix_twists(const fibre *f, double *scratch, const fibre_root *root, const double *v,
                              double (*twists)[6])
{
    const superhelix *own = superhelix_of(f);
    helix_scratch h = helix_scratch_of(f, scratch);
    const double *rate = v + helix_first(f);
    vec3 way = f->floating ? v3_load(v) : root->v, turn = f->floating ? v3_load(v + 3) : root->w;
    vec3 v0 = v3_zero(), w0 = v3_zero(), v1, w1;
    int e = 0;
    for (int j = 0; j <= f->segment_count; j++)
    {
        for (; e < own->node_piece[j]; e++)
            for (int k = 0; k < 3; k++)
            {
                way = v3_add_scaled(way, rate[own->pieces[e].coordinate[k]], h.pieces[e].way[k]);
                turn = v3_add_scaled(turn, rate[own->pieces[e].coordinate[k]], h.pieces[e].turn[k]);
            }
        node_twist(own, &h, j, way, turn, rate, &v1, &w1);
        if (j > 0)
        {
            vec3 along = v3_sub(h.nodes[j].x, h.nodes[j - 1].x);
            double length = v3_norm(along);
            segment_twist(v3_scale(1.0 / length, along), v0, v1, w0, w1, length, twists[j - 1]);
        }
        v0 = v1;
        w0 = w1;
    }
}

/// H += what a force F on a node and a torque T about it do to the coordinates of its own piece.
static void node_row(const superhelix *own, const helix_scratch *h, int j, vec3 F, vec3 T, double *H)
{
    const node_pose *node = &h->nodes[j];
    const int *c = own->pieces[own->node_piece[j]].coordinate;
    for (int k = 0; k < 3; k++) H[c[k]] += v3_dot(F, node->way[k]) + v3_dot(T, node->spin[k]);
}

/// H += what a force F and a torque T about the root do to the coordinates of whole pieces before `end`.
static void pieces_row(const superhelix *own, const helix_scratch *h, int begin, int end, vec3 F, vec3 T, double *H)
{
    for (int e = begin; e < end; e++)
    {
        const int *c = own->pieces[e].coordinate;
        const piece_pose *p = &h->pieces[e];
        for (int k = 0; k < 3; k++) H[c[k]] += v3_dot(F, p->way[k]) + v3_dot(T, p->turn[k]);
    }
}

/// The root, and strains of all elements up to the end of the segment.
static void superhelix_span(const fibre *f, int segment, int *first, int *count)
{
    const superhelix *own = superhelix_of(f);
    *first = 0;
    *count = helix_first(f) + own->pieces[own->node_piece[segment + 1]].reach;
}

static int superhelix_half_count(const fibre *f, int segment)
{
    int first, count;
    superhelix_span(f, segment, &first, &count);
    return count;
}

void superhelix_row(const fibre *f, const double *scratch, int segment, vec3 F, vec3 T, int *first, int *count,
                    double *H)
{
    const superhelix *own = superhelix_of(f);
    helix_scratch h = helix_scratch_of(f, (double *)scratch);
    const node_pose *near = &h.nodes[segment], *far = near + 1;
    vec3 along = v3_sub(far->x, near->x);
    double length = v3_norm(along);
    vec3 axis = v3_scale(1.0 / length, along), lever = v3_scale(1.0 / length, v3_cross(T, axis));
    vec3 F0 = v3_sub(v3_scale(0.5, F), lever), F1 = v3_add(v3_scale(0.5, F), lever);
    vec3 twist = v3_scale(0.5 * v3_dot(axis, T), axis);
    vec3 T0 = v3_add(twist, v3_cross(near->x, F0)), T1 = v3_add(twist, v3_cross(far->x, F1)), both = v3_add(T0, T1);
    int e0 = own->node_piece[segment], e1 = own->node_piece[segment + 1], root = helix_first(f);
    superhelix_span(f, segment, first, count);
    for (int k = 0; k < *count; k++) H[k] = 0.0;
    if (root)
    {
        v3_store(H, F);
        v3_store(H + 3, both);
    }
    double *strain = H + root;
    pieces_row(own, &h, 0, e0, F, both, strain);
    pieces_row(own, &h, e0, e1, F1, T1, strain);
    node_row(own, &h, segment, F0, twist, strain);
    node_row(own, &h, segment + 1, F1, twist, strain);
}

/// h = L⁻ᵀ H, g = D⁻¹ h: what is beyond the last entry of H stays zero.
static void superhelix_half(const fibre *f, const double *scratch, int *first, int *count, const double *H, double *h,
                            double *g)
{
    helix_scratch own = helix_scratch_of(f, (double *)scratch);
    int n = f->v_count, end = *first + *count;
    if (*first > 0)
        for (int k = *count - 1; k >= 0; k--) h[*first + k] = H[k];
    else if (h != H) memcpy(h, H, (size_t)end * sizeof *h);
    for (int k = 0; k < *first; k++) h[k] = 0.0;
    for (int j = end - 1; j >= 0; j--)
    {
        const double *row = own.L + (size_t)j * (size_t)n;
        double there = h[j];
        for (int i = 0; i < j; i++) h[i] -= row[i] * there;
        g[j] = there * own.D[j]; // D holds inverses
    }
    *first = 0;
    *count = end;
}

/// M̂ = Lᵀ D L.
static int superhelix_entries(const fibre *f, const double *scratch, int *row, int *column, double *value)
{
    int n = f->v_count, count = 0;
    if (!scratch) return n * (n + 1) / 2;
    helix_scratch own = helix_scratch_of(f, (double *)scratch);
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++, count++)
        {
            row[count] = i;
            column[count] = j;
            value[count] = 0.0;
            for (int k = i; k < n; k++)
            {
                const double *L = own.L + (size_t)k * (size_t)n;
                value[count] += (k > i ? L[i] : 1.0) * (k > j ? L[j] : 1.0) / own.D[k];
            }
        }
    return count;
}

static void superhelix_respond(const fibre *f, const double *scratch, const double *z, double *dv)
{
    helix_scratch own = helix_scratch_of(f, (double *)scratch);
    int n = f->v_count;
    for (int j = 0; j < n; j++)
    {
        const double *row = own.L + (size_t)j * (size_t)n;
        double sum = z[j];
        for (int i = 0; i < j; i++) sum -= row[i] * dv[i];
        dv[j] = sum;
    }
}

static void superhelix_advance(const fibre *f, const fibre_root *root, const double *v, double h, double *q,
                               double *scratch)
{
    (void)root, (void)scratch;
    if (f->floating)
    {
        v3_store(q, v3_add_scaled(v3_load(q), h, v3_load(v)));
        quat_store(q + 3, quat_integrate(quat_load(q + 3), v3_load(v + 3), h));
        q += ROOT_Q;
        v += ROOT_V;
    }
    for (int k = 0; k < superhelix_of(f)->coordinate_count; k++) q[k] += h * v[k];
}

static void superhelix_rest(fibre *f, const double *q)
{
    superhelix *own = f->own;
    memcpy(own->rest, f->floating ? q + ROOT_Q : q, (size_t)own->coordinate_count * sizeof *own->rest);
}

static void superhelix_strains(const fibre *f, const double *q, double *strains)
{
    const superhelix *own = superhelix_of(f);
    const double *strain = f->floating ? q + ROOT_Q : q;
    double part = f->length / f->element_count;
    for (int k = 0; k < 3 * f->element_count; k++) strains[k] = 0.0;
    for (int e = 0; e < own->piece_count; e++)
    {
        const helix_piece *piece = &own->pieces[e];
        int element = (int)((piece->begin + 0.5 * piece->length) / part);
        for (int k = 0; k < 3; k++) strains[3 * element + k] += piece->length / part * strain[piece->coordinate[k]];
    }
}

const fibre_kernel fibre_superhelix = {.name = "superhelix",
                                       .create = superhelix_create,
                                       .destroy = superhelix_destroy,
                                       .start = superhelix_start,
                                       .pose = superhelix_pose,
                                       .nodes = superhelix_nodes,
                                       .twists = superhelix_twists,
                                       .row = superhelix_row,
                                       .span = superhelix_span,
                                       .half_count = superhelix_half_count,
                                       .free = superhelix_free,
                                       .stand = superhelix_stand,
                                       .half = superhelix_half,
                                       .respond = superhelix_respond,
                                       .entries = superhelix_entries,
                                       .advance = superhelix_advance,
                                       .transport = superhelix_transport,
                                       .energy = superhelix_energy,
                                       .mass = superhelix_mass,
                                       .bias = superhelix_bias,
                                       .strains = superhelix_strains,
                                       .rest = superhelix_rest,
                                       .root = superhelix_root};
