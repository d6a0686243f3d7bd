// Super-helices: rods whose curvatures and twist are constant along pieces (Bertails et al. 2006).
//
// Coordinates. The length is cut into element_count equal parts, on each of which k1 and k2 are one coordinate
// each, and into twist_count equal parts on each of which τ is one: 2 element_count + twist_count coordinates, 16 by
// default (6, 6 and 4). Pieces are what both cuts leave: on a piece the Darboux vector u = (k1, k2, τ) is constant in
// the material frame. Coordinates are in the order in which their parts begin, so that those that move a point are
// the first ones. A floating root comes before them: position and quaternion in q, velocity and angular velocity in
// world axes in v.
//
// Kinematics of a piece, in the frame (d1, d2, t) at its beginning; φ = s |u|, x = φ²:
//     Q(s) = exp(s [u]) = 1 + S [u] + B [u]²           S = s a,  B = s² b,  C = s³ c
//     p(s) = s e3 + B u × e3 + C u × (u × e3)          a = sin φ / φ,  b = (1 - cos φ) / x,  c = (φ - sin φ) / (φ x)
//     A(s) = s 1 + B [u] + C [u]²                      angular velocity is A du/dt
//     P(s) = ∂p/∂u                                     velocity is P du/dt
// and with dB/du = B1 u, dB1/du = B2 u and likewise C, where a, b, c have power series in x (superhelix_piece.c),
// second derivatives in time are closed forms as well. Nothing is singular at φ = 0.
//
// Beyond its end a piece moves everything as one rigid body: a column of the mass matrix needs integrals over its own
// piece, and the composite inertia of what is beyond. So M costs integrals over pieces (Gauss points, as many as keep
// the error below 1e-10 at the piece's turn), and n² / 2 products of six numbers.

#ifndef HF_BODIES_FIBRE_SUPERHELIX_H
#define HF_BODIES_FIBRE_SUPERHELIX_H

#include "bodies/fibre/fibre.h"

enum
{
    SUPERHELIX_POINTS = 12, // Gauss points of a piece, at most
    ROOT_Q = 7,             // coordinates and velocities of a floating root
    ROOT_V = 6
};

// ---- one piece ----

/// The functions of s above, at one u and s.
typedef struct helix_terms
{
    double s, S, B, C;
    double B1, C1; // gradients: dB = B1 u·du
    double B2, C2; // and of those
} helix_terms;

/// A point of a piece, in the frame of its beginning: the terms there, position, frame, and columns of A and P.
typedef struct helix_point
{
    helix_terms terms;
    double weight; // of a Gauss point [m]
    vec3 p;
    vec3 Q[3];            // d1, d2, t
    vec3 turn[3], way[3]; // columns of A and P
} helix_point;

/// Terms, position and frame; with columns if `columns`.
void helix_at(vec3 u, double s, bool columns, helix_point *point);

/// What du/dt = w makes at a point of a piece, relative to its beginning: velocity, angular velocity, and the
/// accelerations that are left where d²u/dt² = 0.
typedef struct helix_rates
{
    vec3 v, w, a, spin;
} helix_rates;

helix_rates helix_rates_at(vec3 u, vec3 w, const helix_point *point);

/// Gauss points of a piece of this length: how many, for a turn of `angle`; nodes and weights on [0, 1].
int gauss_count(double angle);
const double *gauss_nodes(int count);
const double *gauss_weights(int count);

// ---- the whole ----

typedef struct helix_piece
{
    double begin, length; // [m]
    int coordinate[3];    // of k1, k2, τ

    /// Coordinates that move its end: the first ones.
    int reach;
} helix_piece;

/// What the kernel keeps of a fibre (fibre.own).
typedef struct superhelix
{
    int piece_count, coordinate_count;
    helix_piece *pieces;

    /// coordinate_count: natural value, length of its part times stiffness [N m³].
    double *rest, *stiffness;

    /// segment_count + 1: the piece of a node, and how far from its beginning [m].
    int *node_piece;
    double *node_offset;
} superhelix;

/// A piece in a configuration.
typedef struct piece_pose
{
    vec3 u;

    /// Its beginning, from the root, and axes there, in world axes.
    vec3 x, axis[3];

    /// Where it ends, in the frame of its beginning.
    helix_point end;

    /// How everything beyond its end moves with its coordinates: angular velocity, and velocity of what is at
    /// the root.
    vec3 turn[3], way[3];
} piece_pose;

typedef struct node_pose
{
    vec3 x; // from the root
    quat turn;

    /// Columns of the coordinates of its own piece, in world axes.
    vec3 spin[3], way[3];
} node_pose;

/// Scratch: everything that is computed in one configuration.
typedef struct helix_scratch
{
    vec3 root; // origin of all positions
    quat root_turn;
    piece_pose *pieces;
    node_pose *nodes;

    /// Of each piece its first Gauss point; piece_count + 1.
    int *begin;
    helix_point *points;

    /// v_count²: M, and the factors of M̂ = Lᵀ D L in its place; v_count: D; scratch of 6 v_count and 3 piece_count.
    double *L, *D, *work;
    vec3 *rates;
} helix_scratch;

/// Where things are in the doubles of a scratch.
helix_scratch helix_scratch_of(const fibre *f, double *scratch);

static inline const superhelix *superhelix_of(const fibre *f)
{
    return f->own;
}

/// Where the velocities of curvatures and twist begin.
static inline int helix_first(const fibre *f)
{
    return f->floating ? ROOT_V : 0;
}

/// From the axes of a piece's beginning to the world's, and back.
static inline vec3 piece_to_world(const piece_pose *piece, vec3 a)
{
    return v3_add_scaled(v3_add_scaled(v3_scale(a.x, piece->axis[0]), a.y, piece->axis[1]), a.z, piece->axis[2]);
}

static inline vec3 world_to_piece(const piece_pose *piece, vec3 a)
{
    return v3(v3_dot(piece->axis[0], a), v3_dot(piece->axis[1], a), v3_dot(piece->axis[2], a));
}

/// Inertia of the section per length times a; it is diagonal in the axes Q.
static inline vec3 section_inertia(const fibre *f, const vec3 Q[3], vec3 a)
{
    vec3 sum = v3_scale(f->inertia[0] * v3_dot(Q[0], a), Q[0]);
    sum = v3_add_scaled(sum, f->inertia[1] * v3_dot(Q[1], a), Q[1]);
    return v3_add_scaled(sum, f->inertia[2] * v3_dot(Q[2], a), Q[2]);
}

// superhelix_dynamics.c
bool superhelix_free(const fibre *f, double *scratch, fibre_motion *motion);
bool superhelix_stand(const fibre *f, double *scratch);
void superhelix_transport(const fibre *f, double *from, const fibre_root *root_from, double *to,
                          const fibre_root *root_to, double h, double *v);
void superhelix_mass(const fibre *f, double *scratch, double *M);
void superhelix_bias(const fibre *f, double *scratch, const double *q, const fibre_root *root, const double *v,
                     vec3 gravity, double *bias);
void superhelix_energy(const fibre *f, double *scratch, const double *q, const fibre_root *root, const double *v,
                       vec3 gravity, double *kinetic, double *weight, double *elastic);

// superhelix_forces.c
/// Gauss points of all pieces where `pose` was last.
void helix_points_fill(const fibre *f, helix_scratch *h);

/// bias ◄ generalized inertial force at velocities v with no acceleration but the root's (which may stand for gravity),
/// minus that of the air, which moves at `wind`.
typedef struct helix_loads
{
    fibre_root root;         // velocities
    vec3 acceleration, spin; // of the root; minus gravity
    const double *v;
    const double *v_air; // velocities at which the air resists; NULL: there is none
    vec3 root_air, root_air_spin, wind;
} helix_loads;
void helix_bias(const fibre *f, helix_scratch *h, const helix_loads *loads, double *bias);

/// out ◄ generalized momentum, at the configuration of `to`, of material points that move as they do at `from` with v,
/// less what they have by the root's motion there.
void helix_momentum(const fibre *f, helix_scratch *from, const fibre_root *root_from, const double *v,
                    helix_scratch *to, const fibre_root *root_to, double *out);

// superhelix_fit.c
hf_status superhelix_start(const fibre *f, int count, const double *points, fibre_root *root, double *q, double *fit,
                           hf_error *error);

// superhelix.c
void superhelix_pose(const fibre *f, const double *q, const fibre_root *root, double *scratch);
void superhelix_row(const fibre *f, const double *scratch, int segment, vec3 F, vec3 T, int *first, int *count,
                    double *H);

#endif
