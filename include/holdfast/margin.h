// Margins of a pose: does it hold, by how much, and which forces are possible at its contacts
// (docs/margin.md). Every "may" comes with forces that carry the load, every "cannot" with a motion
// that nothing resists; hf_proof_check verifies both without a solver.

#ifndef HOLDFAST_MARGIN_H
#define HOLDFAST_MARGIN_H

#include "holdfast/problem.h"
#include "holdfast/workspace.h"
#include "holdfast/world.h"

#ifdef __cplusplus
extern "C"
{
#endif

    // ---- answers ----
    //
    // How many answers a contact problem has (docs/selection.md): a certificate proves one of them.

    /// Of impulses that obey the law with the same motion.
    typedef enum hf_answer_count
    {
        /// No others: proved.
        HF_ANSWERS_ONE = 0,

        /// Others: proved, there is a direction in which they may change.
        HF_ANSWERS_MANY,

        /// Neither was proved, or the problem is too large.
        HF_ANSWERS_UNKNOWN,
        HF_ANSWERS_COUNT,
    } hf_answer_count;

    /// "unique", "not unique", "not known".
    HF_API const char *hf_answer_count_name(hf_answer_count count);

    typedef struct hf_answers
    {
        /// Of all blocks together: MANY if some block is, else UNKNOWN if some is.
        hf_answer_count forces;

        /// Contacts that touch (u_N = 0), and those of them whose impulses are not unique, or not
        /// known.
        int touching, many, unknown;

        /// Loops, limits, motors and dry friction whose impulses are not unique, or not known.
        int others_many, others_unknown;

        /// Of hf_world_answers, and so far as the step has seen it: islands that stand although
        /// a motion solves them as well, and that move although standing would.
        int stood, moved;
    } hf_answers;

    /// Of an answer r, certified to `tolerance`. `blocks` ◄ block_count values; it may be NULL.
    /// Blocks that are slower than 100 tolerances × (1 + ‖b‖) are at rest. Impulses and directions
    /// below 1e-5 of the largest are none.
    HF_API hf_status hf_answers_count(const hf_problem *problem, const double *r, double tolerance,
                                      hf_workspace *workspace, hf_answers *answers, hf_answer_count *blocks,
                                      hf_error *error);

    /// Of the last step, or of its last piece. `contacts` ◄ hf_world_contact_count values; it may
    /// be NULL. Zeros before the first step. Costs about as much as a factorization of the dense
    /// problem; islands beyond some thousand rows are not known, but for those that have more
    /// impulses than the bodies have freedoms.
    HF_API hf_status hf_world_answers(hf_world *world, hf_answers *answers, hf_answer_count *contacts, hf_error *error);

    /// What grows until the pose gives way.
    typedef enum hf_margin_kind
    {
        /// Nothing: the verdict alone.
        HF_MARGIN_POSE = 0,

        /// A force at the centre of mass of a body; the margin is its largest multiple.
        HF_MARGIN_FORCE,

        /// Gravity; the margin is its largest multiple.
        HF_MARGIN_GRAVITY,

        /// Gravity turns about an axis; the margin is the largest angle [rad], at most pi.
        HF_MARGIN_TILT,

        /// All coefficients of friction; the margin is their smallest multiple.
        HF_MARGIN_FRICTION,
        HF_MARGIN_KIND_COUNT,
    } hf_margin_kind;

    /// "pose", "force", "gravity", "tilt", "friction".
    HF_API const char *hf_margin_kind_name(hf_margin_kind kind);

    typedef struct hf_margin_options
    {
        hf_margin_kind kind;

        /// Of HF_MARGIN_FORCE: a body that can move, and a finite force [N] other than 0, in world
        /// axes.
        int body;
        double force[3];

        /// Of HF_MARGIN_TILT: the axis, finite and not 0, not along gravity. Tilting turns gravity
        /// against the sense of a rotation about it, as if the scene were turned.
        double axis[3];

        /// Bounds of forces at all contacts and pairs. Default false: some ten programs a contact.
        bool bounds;
    } hf_margin_options;

    HF_API hf_margin_options hf_margin_options_default(void);

    typedef enum hf_verdict
    {
        /// Equally stiff contacts with Coulomb's law carry the load.
        HF_VERDICT_HOLDS = 0,

        /// Some forces within the law carry it, but not those of equal springs.
        HF_VERDICT_MAY_HOLD,

        /// Some forces within the law carry it, if contacts press against each other beforehand.
        HF_VERDICT_PRESTRESSED,

        /// No forces within the law do.
        HF_VERDICT_CANNOT,

        /// Neither forces nor a proof was found.
        HF_VERDICT_UNKNOWN,
        HF_VERDICT_COUNT,
    } hf_verdict;

    /// "holds", "may hold", "may hold only if prestressed", "cannot hold", "not known".
    HF_API const char *hf_verdict_name(hf_verdict verdict);

    typedef struct hf_margin_result
    {
        /// Of the pose as it is.
        hf_verdict verdict;

        /// Some contacts can press against each other without a load.
        bool self_stress;

        /// Of the pose: what touches, and bodies between which it does.
        int contact_count, pair_count;

        /// What equal springs hold up to, what some forces carry up to, and what is proved to be
        /// the most that can be: holds <= may <= cannot (of friction the other way round).
        /// INFINITY: there is no end to it. NAN: not even without the load, or not known; not asked
        /// for.
        double holds, may, cannot;

        /// A body that moves most in the proof of what cannot be; -1: none.
        int moving_body;

        /// Size of the programs: degrees of freedom and rows of forces.
        int dof_count, row_count;
    } hf_margin_result;

    /// Whether a contact presses over all answers at rest.
    typedef enum hf_carries
    {
        HF_CARRIES_SURELY = 0,
        HF_CARRIES_MAYBE,
        HF_CARRIES_NOTHING,
        HF_CARRIES_UNKNOWN,
        HF_CARRIES_COUNT,
    } hf_carries;

    /// "surely", "may", "cannot", "not known".
    HF_API const char *hf_carries_name(hf_carries carries);

    /// Bounds of the force on A at one contact over all answers at rest with the present load:
    /// normal, first and second tangent [N]. INFINITY: unbounded, which takes prestress. NAN: not
    /// known, or not asked for.
    typedef struct hf_contact_bounds
    {
        /// As in a step that would begin here; r and u are 0.
        hf_contact contact;
        double least[3], greatest[3];

        /// The length of friction [N]. Exact: some answers have both ends; otherwise no answer is
        /// beyond them. The ends above always are.
        double least_friction, greatest_friction;
        bool friction_exact;
        hf_carries carries;
    } hf_contact_bounds;

    /// Bounds of the force of all contacts between two bodies together.
    typedef struct hf_pair_bounds
    {
        /// body_a < body_b.
        int body_a, body_b;
        int contact_count;

        /// The mean of the contacts [m].
        double center[3];

        /// Sum of the normal forces [N].
        double least_load, greatest_load;

        /// Force on A [N] and torque about `center` [N m], in world axes.
        double least[6], greatest[6];
        hf_carries carries;
    } hf_pair_bounds;

    typedef struct hf_margin hf_margin;

    /// Looks at the pose that the world is in, as if it were at rest: the world's state stays as it
    /// is. INVALID for options that contradict themselves, a load on a body that cannot move, and a
    /// scene in flight; UNSUPPORTED for deformable bodies and fibres.
    HF_API hf_status hf_margin_create(hf_world *world, const hf_margin_options *options, hf_margin **margin,
                                      hf_error *error);
    HF_API void hf_margin_destroy(hf_margin *margin);
    HF_API hf_margin_result hf_margin_get(const hf_margin *margin);

    /// Bounds at one contact, where they were not asked for at all; index: below contact_count.
    HF_API hf_status hf_margin_bound_contact(hf_margin *margin, int index, hf_error *error);

    /// index: below contact_count, pair_count.
    HF_API hf_contact_bounds hf_margin_contact(const hf_margin *margin, int index);
    HF_API hf_pair_bounds hf_margin_pair(const hf_margin *margin, int index);

    // ---- proofs ----

    /// Writes the pose's problem and all that was proved about it to a text file.
    HF_API hf_status hf_margin_write_proof(const hf_margin *margin, const char *path, hf_error *error);

    /// What a proof file says, checked from the numbers in it.
    typedef struct hf_proof_report
    {
        /// Claims in the file, and those that were found true.
        int claim_count, true_count;

        /// Claims that some forces carry a load; that none do.
        int carries_count, cannot_count;

        /// The worst load that forces leave, relative to the load; the worst distance of forces
        /// from the friction cones, relative to the forces; the worst velocity along which
        /// something resists a motion, relative to what the load does.
        double balance, cone, resistance;

        /// The first claim that is not true; "" if all are.
        char message[256];
    } hf_proof_report;

    /// FILE: it cannot be read, or is no proof file. A claim that is not true is no error: see the
    /// report. tolerance: on the three numbers, 1e-6 if it is 0.
    HF_API hf_status hf_proof_check(const char *path, double tolerance, hf_proof_report *report, hf_error *error);

    /// Whether a file says that it is a proof.
    HF_API bool hf_proof_is(const char *path);

#ifdef __cplusplus
}
#endif

#endif
