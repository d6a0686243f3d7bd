// Fibres: thin elastic rods that do not stretch. What a world asks of one, whatever kind it is.
//
// A fibre has own coordinates q and velocities v, whose layout is its kernel's matter, and a chain of
// straight segments between nodes, segment_count + 1 of them, which collide and are drawn. A kernel
// is a table of functions; superhelix.c, der.c and corde.c each fill one. Kernels know no world.
//
// Root. Of a fibre whose root is prescribed (clamped to a body that is static or prescribed) the
// pose and velocity of the root frame are given, and stand in no coordinate. Otherwise it floats:
// the kernel has coordinates of its own for the root, and what holds it (rows of loops) is the
// world's matter. Either way a kernel is told a root; a floating one reads it nowhere but in `start`.
//
// Frames. (d1, d2, t) as in holdfast/fibre.h; a quaternion turns the axes x, y, z into d1, d2, t.
// Twists are velocity of a point and angular velocity, in world axes.
//
// Segments. The segment between nodes j and j + 1 with positions x is a stiff stick for whoever
// touches it: centre c = (x_j + x_j+1) / 2, axis a along x_j+1 - x_j, of length l at the moment. Its
// z axis is a; its x axis is the mean of d1 of both nodes, laid across a. It moves with
//     v_c = (v_j + v_j+1) / 2,    ω = a × (v_j+1 - v_j) / l + a a·(Ω_j + Ω_j+1) / 2,
// Ω the angular velocity of the material frame. So a force F at the centre and a torque T are forces
//     F / 2 ∓ T × a / l  on nodes j and j + 1,  and torques  a (a·T) / 2  about both.     (rows)
//
// A step (object_fibre.c), from q, v to q⁺, v⁺:
//     q_m = q ⊕ (1 - θ) h v                     where everything below is taken (`pose`)
//     M̂ (v⁺ - v) = h f + Hᵀ r                   `free` factors M̂ and finds v⁺ for r = 0
//     q⁺ = q_m ⊕ θ h v⁺, or q ⊕ h v⁺            the second where velocities jump
// Forces of the rod, E its elastic energy, D its dampers, are implicit with a weight ε of their own:
//     -∂E/∂q (q ⊕ ε h v ⊕ ε² h (v⁺ - v)) - D v⁺,   M̂ = M(q_m) + h D + ε² h² K  +  h (drag),
// K = ∂²E/∂q² or something like it that is positive semidefinite. ε = θ = 1/2 is the midpoint rule:
// the work of springs is what their energy changes by. ε = 1 is Euler's implicit rule, which damps;
// the world asks for it where velocities jump, since the midpoint rule is unstable there: with
// q⁺ = q ⊕ h v⁺ stiff modes would grow by √5 + 2 a step.
//
// Velocity products. A kernel whose M depends on q has two ways of its own with them. By the midpoint
// rule they are forces, taken at mean velocities, of second order, and free of drift where motion is
// smooth. Where ε = 1 they would make M(q) (v⁺ - v) = h f explicit in q: what whips gains energy, in
// proportion to h. There `free` leaves them out (`transports`), q_m = q, and after the move
// `transport` hands the velocities of material points over to the new configuration: v ◄ the v whose
// points move most like they did, in the metric of mass. A projection does not gain energy.
//
// Promises of a kernel:
//   - h gᵀ = H M̂⁻¹ Hᵀ between any two rows through `half`, and `respond` turns z = Σ g r into
//     M̂⁻¹ Hᵀ r, with the M̂ that `free` (or `stand`) factored last in the same scratch. Half rows of
//     a segment stand at `count` places in a row from `first` on.
//   - `row` is the derivative of `nodes`: rows of a segment are as above, to rounding.
//   - Energy does not rise: kinetic + potential + elastic at q⁺, v⁺ is at most that at q, v for ε = 1
//     and a root at rest, and for ε = θ = 1/2 but for second-order terms in h.
//   - `pose` writes to the scratch and reads nothing from it: any q, in any order.
//   - No memory but the scratch, no clock, no address, no libm (base/elementary.h): the same bits
//     on every thread. Cost of a step is linear in the elements, but for M̂ of a superhelix.
//   - Numbers that overflow are no crash: v_free is then not finite, and the world refuses the step.
//
// Paper: Daviet, Bertails-Descoubes, Boissieux 2011, section 4, eq. 1–3.

#ifndef HF_BODIES_FIBRE_FIBRE_H
#define HF_BODIES_FIBRE_FIBRE_H

#include "holdfast/fibre.h"

#include "linalg/quat.h"

typedef struct fibre_kernel fibre_kernel;

/// One fibre: const after fibre_create.
typedef struct fibre
{
    const fibre_kernel *kernel;
    hf_fibre_kind kind;

    /// The root has coordinates of its own.
    bool floating;

    int element_count, twist_count, segment_count;

    /// Coordinates, velocities, and doubles of scratch; by the kernel.
    int q_count, v_count;
    size_t scratch_size;

    /// [m]
    double length;

    /// Half axes of the section [m], and mass per length [kg/m].
    double section[2], line_density;

    /// Inertia of the section about d1, d2 and t per length [kg m].
    double inertia[3];

    /// Stiffness: bending about d1 and d2, twisting [N m²].
    double stiffness[3];

    /// Internal friction [s], and that of the air across and along [N s/m²].
    double damping, drag[2];
    double gravity_scale;

    /// 3 × element_count: natural curvatures and twist of equal parts of the length [rad/m].
    double *natural;

    /// What the kernel keeps beside; given back by its `destroy`. May be NULL.
    void *own;
} fibre;

/// Pose and velocity of the root frame.
typedef struct fibre_root
{
    vec3 x;
    quat q;

    /// Velocity of the point x, and angular velocity.
    vec3 v, w;
} fibre_root;

/// What `free` needs beside the scratch, in which `pose` has been at q_m.
typedef struct fibre_motion
{
    /// Length of the step [s], θ of the move, ε of elasticity (above), which a kernel may raise to 1.
    double h, theta, epsilon;
    vec3 gravity, wind;

    /// Prescribed root: in the middle of the step, with the mean of its velocities; its mean
    /// acceleration and angular acceleration in the step.
    fibre_root root;
    vec3 acceleration, spin;

    /// Velocity products are not forces: `transport` follows.
    bool transports;

    /// A piece so short that the rod goes on without its bends and twists, which are not found: a
    /// kernel may leave them out.
    bool limp;

    /// q and v at the beginning.
    const double *q, *v;

    /// What impulses are expected to change v by, from the last step. NULL: nothing.
    const double *expected;

    /// segment_count: force at the centre, and torque. NULL: none.
    const double (*wrench)[6];

    /// v_count: generalized force. NULL: none.
    const double *force;

    // ---- found ----

    /// v_count: velocities at the end if nothing touched.
    double *v_free;

    /// (v_free - v)ᵀ M̂ (v_free - v) [J].
    double drive;

    /// The velocity whose motion the rounds did not find within a step of this length; -1: all are.
    int unsettled;
} fibre_motion;

struct fibre_kernel
{
    const char *name;

    /// q_count, v_count, scratch_size and `own`, from what fibre_create has filled in.
    hf_status (*create)(fibre *f, hf_error *error);

    /// Gives back `own`. May be NULL.
    void (*destroy)(fibre *f);

    /// q ◄ the shape nearest to `count` points of a curve with this length, root first; the frame of
    /// the root may turn, and is handed back. *fit: how far the worst node is from the curve [m].
    /// `points` NULL: the natural shape from the root on; *fit is 0 then.
    hf_status (*start)(const fibre *f, int count, const double *points, fibre_root *root, double *q, double *fit,
                       hf_error *error);

    /// Kinematics at q: what nodes, twists and rows are read from.
    void (*pose)(const fibre *f, const double *q, const fibre_root *root, double *scratch);

    /// x, turn ◄ segment_count + 1 each: position and material frame of nodes. turn may be NULL.
    void (*nodes)(const fibre *f, const double *scratch, vec3 *x, quat *turn);

    /// twists ◄ velocity of the centre and angular velocity of each segment, at velocities v and
    /// those of the root.
    void (*twists)(const fibre *f, double *scratch, const fibre_root *root, const double *v, double (*twists)[6]);

    /// H ◄ generalized force of the force F at the centre of a segment and of the torque T: `count`
    /// entries from velocity `first` on; the others are zero.
    void (*row)(const fibre *f, const double *scratch, int segment, vec3 F, vec3 T, int *first, int *count, double *H);

    /// Where the velocity of a node is in v; -1 if it is prescribed. NULL: nodes keep their distances whatever v is.
    int (*node_place)(const fibre *f, int node);

    /// Where `row` has its entries, whatever the force; and how many `half` makes of them.
    void (*span)(const fibre *f, int segment, int *first, int *count);
    int (*half_count)(const fibre *f, int segment);

    /// Factors M̂ and finds v_free. False: M̂ is not positive definite.
    bool (*free)(const fibre *f, double *scratch, fibre_motion *motion);

    /// Factors M alone, where `pose` was last; for closing loops while nothing moves.
    bool (*stand)(const fibre *f, double *scratch);

    /// Factors M with what keeps lengths where `pose` was last, and with the tensions that v has, as a step of length h
    /// does;
    /// for closing loops at the end of one. NULL: the factor of `free` will do.
    bool (*stand_taut)(const fibre *f, double *scratch, double h, const double *v);

    /// From `count` entries of H at `first` to h, g; first, count ◄ where they are. In place of H
    /// may be h. Room for v_count.
    void (*half)(const fibre *f, const double *scratch, int *first, int *count, const double *H, double *h, double *g);

    /// Half rows of up to four rows of `count` entries at `first`; row k of h and g begins at k * apart and has v_count
    /// - first entries. room: v_count. NULL: row by row.
    void (*halves)(const fibre *f, const double *scratch, int first, int count, int rows, const double *H,
                   double (*room)[4], double *h, double *g, size_t apart);

    /// dv ◄ what z = Σ g r does to the velocities; may be in place.
    void (*respond)(const fibre *f, const double *scratch, const double *z, double *dv);

    /// Entries M̂(i, j), i >= j, of what `free` factored last; returns how many. NULL arrays: how many there may be.
    int (*entries)(const fibre *f, const double *scratch, int *i, int *j, double *value);

    /// The work of impulses that changed v, in the step that `free` was of, by dv to v⁺: pᵀ ½ (v + v⁺) with p = M̂ dv
    /// [J].
    /// NULL: it is not known.
    double (*work)(const fibre *f, double *scratch, const double *dv, const double *v, const double *after);

    /// q ◄ q ⊕ h v. Kinds with coordinates that must satisfy constraints bring q back to them.
    void (*advance)(const fibre *f, const fibre_root *root, const double *v, double h, double *q, double *scratch);

    /// v: from velocities at the configuration of `from` to those at the configuration of `to`, in which `pose` has
    /// been, that carry the momenta of material points over; ρ h² K + h D, as in `free`, keeps stiff strains as they
    /// were. NULL:
    /// M does not depend on q, and v stays.
    void (*transport)(const fibre *f, double *from, const fibre_root *root_from, double *to, const fibre_root *root_to,
                      double h, double *v);

    /// Velocities that fit the coordinates at the end of a step, where `advance` has moved more than
    /// v said. NULL: v stays.
    void (*settle)(const fibre *f, const fibre_root *root, const double *q_start, const double *q, double h, double *v);

    /// Energies where `pose` was last; kinetic at velocities v and those of the root [J].
    void (*energy)(const fibre *f, double *scratch, const double *q, const fibre_root *root, const double *v,
                   vec3 gravity, double *kinetic, double *weight, double *elastic);

    /// M, v_count × v_count, where `pose` was last; and generalized forces of gravity, springs, drag
    /// and velocities with the sign of a bias, M v̇ + bias = Hᵀ F.
    void (*mass)(const fibre *f, double *scratch, double *M);
    void (*bias)(const fibre *f, double *scratch, const double *q, const fibre_root *root, const double *v,
                 vec3 gravity, double *bias);

    /// strains ◄ k1, k2, τ of each element.
    void (*strains)(const fibre *f, const double *q, double *strains);

    /// The natural shape ◄ that at q. NULL: `natural` ◄ the strains of its elements, and the kernel begins anew.
    void (*rest)(fibre *f, const double *q);

    /// The root that a fibre has at q: of a floating one from its coordinates, otherwise `given`.
    fibre_root (*root)(const fibre *f, const double *q, const double *v, const fibre_root *given);
};

extern const fibre_kernel fibre_superhelix;

/// The kernel of a kind; NULL if it is not there.
const fibre_kernel *fibre_kernel_of(hf_fibre_kind kind);

/// A fibre with the constants of a definition that was checked; counts and length are filled in.
hf_status fibre_create(const hf_fibre_def *def, bool floating, fibre *f, hf_error *error);
void fibre_destroy(fibre *f);

/// The natural shape ◄ that at q.
hf_status fibre_set_rest(fibre *f, const double *q, hf_error *error);

/// Poses of `count` segments between nodes, one more: centres, and frames as above.
void fibre_segment_poses(int count, const vec3 *x, const quat *turn, vec3 *centre, quat *frame);

#endif
