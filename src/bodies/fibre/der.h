// Discrete elastic rods (Bergou et al. 2008, "Discrete Elastic Rods"; 2010, "Discrete Viscous Threads").
//
// A rod of n edges has n + 1 vertices x_i, and a material frame (d1, d2, t) on each edge. An edge
// e_i = x_i+1 - x_i keeps its length ℓ, and the frame keeps to the edge, so that one velocity is left
// of it: the spin ω_i about the tangent. At a vertex between edges e and f, with tangents t and s,
//     κb = 2 t × s / (1 + t·s),   k1 = ½ (d1_e + d1_f)·κb,   k2 = ½ (d2_e + d2_f)·κb,
//     m: the angle of twist from e to f,
//     E = Σ (B1 (k1 - k̄1)² + B2 (k2 - k̄2)² + GJ (m - m̄)²) / 2ℓ_v   (2008, sec. 4.2; 2010, sec. 4.2)
// where ℓ_v is the length that the vertex stands for, half of either edge. Frames are numbered as in
// holdfast/fibre.h: k1 of the papers is our k2, k2 is -k1.
//
// State. The frame itself: moved by its edge it is carried along without spin (time-parallel; 2010,
// sec. 4.3), and then turned about the tangent by h ω. A director of each edge is stored for that, and
// the twist of each vertex, which tells whole turns from none. q: x_0 | d1_0, twist_0, x_1 | d1_1, …
// x_0 is there even if the root is prescribed: where it was, from which the first edge has moved.
//
// Velocities: [x_0'] | ω_0 x_1' T_0 | ω_1 x_2' T_1 | …, x_0' of floating rods alone. T is the tension
// of an edge [N]: no velocity, but what keeps lengths, found anew in each step. It stands among
// them since it is an unknown of the same system, and since the next step needs it.
//
// Clamp. The prescribed root is a frame before the first vertex, which bends against the first edge like
// any edge would, over half of that edge's length: the rod is clamped at the vertex itself, and errors
// are of second order in ℓ. With two fixed vertices it would be clamped half an edge later.
//
// A step. With the elastic force and the directions of edges at q_ε = q ⊕ εh v ⊕ ε²h (v⁺ - v),
//     M (v⁺ - v) = h f(q_ε) - h D v⁺ - h Cᵀ T,     lengths at the end are ℓ,
// is solved by Newton's method, whose symmetric matrix
//     [ M̂    hCᵀ ]      M̂ = M + h D + ε²h² (K + Σ T ∇²|e|),
//     [ hC   -ρ   ]
// is factored as L D Lᵀ with 12 places beside the diagonal (linalg/banded.h). It also answers contacts: a push
// changes no length. ρ is 1e-9 of h² C M⁻¹ Cᵀ, so that the matrix is quasi-definite and never singular.
// K is the exact second derivative of E (2010, appendix) if the factor then has the signs of a stable
// rod; otherwise the part that cannot be negative, ∇k ∇kᵀ, and tension without compression.
// Euler's rule (ε = 1) is then that of Goldenthal et al. 2007, with directions at the end. For ε = 1/2
// the length of an edge is kept since |e⁺|² - |e|² = (e⁺ + e)·(e⁺ - e), and tension does no work.
// `advance`, which may be by velocities after impulses, brings lengths back by their fast projection.
//
// Twist is dynamic, with the inertia of the section; it is so small that it has come to its rest
// within a step of usual length, as the quasi-static twist of 2008 has by definition.
//
// Cost: O(n); figures in docs/notes/fibre-validation.md.

#ifndef HF_BODIES_FIBRE_DER_H
#define HF_BODIES_FIBRE_DER_H

#include "bodies/fibre/rounds.h"

enum
{
    DER_EDGE_Q = 7, // numbers of an edge in q: d1, twist of its first vertex, its second vertex
    DER_EDGE_V = 5, // and in v: spin, velocity of its second vertex, tension
    DER_WIDTH = 12,
};

/// An edge with its frame, and its length at the moment [m].
typedef struct der_edge
{
    vec3 t, d1, d2;
    double length;
} der_edge;

/// A configuration, by components: those of a vector are `stride` apart, and what is behind the last of a kind is there
/// for vectors of four. Position i stands at i, edge i at i + 1; before the first, at 0, is the clamp, or the first
/// edge once more if the root floats.
typedef struct der_shape
{
    size_t stride;
    double *x, *t, *d1, *d2; // 3 each
    double *length;

    /// 3: k1, k2, m of vertex i, at the beginning of its edge.
    double *strain;
} der_shape;

static inline der_edge der_edge_at(const der_shape *s, int i)
{
    const double *t = s->t + i + 1, *d1 = s->d1 + i + 1, *d2 = s->d2 + i + 1;
    size_t k = s->stride;
    return (der_edge){{t[0], t[k], t[2 * k]}, {d1[0], d1[k], d1[2 * k]}, {d2[0], d2[k], d2[2 * k]}, s->length[i + 1]};
}

/// The doubles of a fibre's scratch by their use.
typedef struct der_scratch
{
    /// Where `pose` was; where elastic forces were taken last; the beginning of a motion.
    der_shape pose, bent, start;

    /// The factor.
    banded A;

    /// v_count each: velocities without what changes lengths, the iterate, the right side; and scratch.
    double *v, *w, *rhs, *d;

    /// 3 n: for the projection.
    double *chain;

    /// By components, strides as in shapes: the turn of edges about themselves in a motion; velocities, of point i at i
    /// + 1 (3), and spins of edges; forces of vertices, along e (3), turn of e, f (3), turn of f.
    double *turn, *speed, *push;
} der_scratch;

der_scratch der_scratch_of(const fibre *f, double *scratch);

/// Places in v.
static inline int der_vertex_place(const fibre *f, int i)
{
    return i > 0 ? (f->floating ? 3 : 0) + DER_EDGE_V * (i - 1) + 1 : f->floating ? 0 : -1;
}
static inline int der_spin_place(const fibre *f, int i)
{
    return (f->floating ? 3 : 0) + DER_EDGE_V * i;
}
static inline int der_tension_place(const fibre *f, int i)
{
    return (f->floating ? 3 : 0) + DER_EDGE_V * i + 4;
}

// ---- der_strain.c ----

/// d, across the unit vector t, carried to the unit vector s without spin.
vec3 der_transport(vec3 d, vec3 t, vec3 s);

/// Of a vertex between edges e and f: strains k1, k2, m [rad], the twist next to `near_twist`; their gradients along e
/// (3), turn of e, f (3), turn of f; and H ◄ Σ w_k ∇²strain_k, symmetric, in the same coordinates.
void der_vertex_strain(const der_edge *e, const der_edge *f, double near_twist, double strain[3]);
void der_vertex_gradient(const der_edge *e, const der_edge *f, double gradient[3][8]);
void der_vertex_hessian(const der_edge *e, const der_edge *f, const double w[3], double H[8][8]);

/// f ◄ the edge after e, or before it, of the same length, with these strains between them.
void der_vertex_edge(const der_edge *e, const double strain[3], bool before, der_edge *f);

/// Strains of a vertex from curvatures and twist along the length that it stands for, and back: a bend by
/// φ is κ = 2 tan(φ/2).
void der_strain_from(const double rate[3], double reach, double strain[3]);
void der_strain_to(const double strain[3], double reach, double rate[3]);

/// to ◄ edges between the positions of `to`, whose frames are those of `from` carried along and turned.
void der_carry(int n, const der_shape *from, const double *turn, const der_shape *to);

/// Strains of all vertices, twists next to those that stand there.
void der_strains(int n, const der_shape *shape);

/// How elasticity and internal friction count, of a vertex other than the first [N m]; and natural strains.
typedef struct der_law
{
    double stiffness[3]; // times the length of the step, or its square
    double damping;      // by strain rates
    bool floats;
    const double *natural;
} der_law;

/// push ◄ ∂E/∂(e, θ_e, f, θ_f) of each vertex, and what damps; none of the first if the root floats, and behind the
/// last.
void der_forces(int n, const der_law *law, const der_shape *shape, const double *speed, double *push);

/// A += Σ over vertices of stiffness (∇k ∇kᵀ (1 + damping) + share (k - k̄) ∇²k).
void der_matrix(int n, const der_law *law, const der_shape *shape, double share, const banded *A);

// ---- der_motion.c ----

hf_status der_start(const fibre *f, int count, const double *points, fibre_root *root, double *q, double *fit,
                    hf_error *error);
void der_pose(const fibre *f, const double *q, const fibre_root *root, double *scratch);
void der_advance(const fibre *f, const fibre_root *root, const double *v, double h, double *q, double *scratch);

/// Positions and edges of q, the root where it is told to be; strains if asked for.
void der_shape_fill(const fibre *f, const double *q, const fibre_root *root, bool strains, const der_shape *shape);

/// start ◄ the shape of q.
void der_start_at(const fibre *f, const double *q, const der_scratch *s);

/// bent ◄ the shape that `start` has after displacements a v + b w, the root where it is told to be.
void der_shape_moved(const fibre *f, const der_scratch *s, const fibre_root *root, double a, const double *v, double b,
                     const double *w);

/// v ◄ v without what changes lengths, in the metric of the masses; root->v is the root's.
void der_project_velocity(const fibre *f, const der_shape *shape, const fibre_root *root, double *chain, double *v);

// ---- der_system.c ----

bool der_free(const fibre *f, double *scratch, fibre_motion *motion);
bool der_stand(const fibre *f, double *scratch);
bool der_stand_taut(const fibre *f, double *scratch, double h, const double *v);

/// Elastic energy of a shape whose strains are there [J].
double der_elastic(const fibre *f, const der_shape *shape);

/// bias ◄ elasticity, internal friction, weight and drag at velocities v, where the shapes of the scratch are.
void der_bias(const fibre *f, const der_scratch *s, const fibre_root *root, const double *v, vec3 gravity,
              double *bias);

extern const fibre_kernel fibre_der;

#endif
