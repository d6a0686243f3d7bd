// Verifying a proof (docs/proof.md): written from that page, and sharing with what writes proofs nothing but vectors,
// JSON and the unpacking of zlib streams. verify/holdfast_verify.py is the same in Python, verify_page in the replay
// page.

#ifndef HF_RECORD_PROOF_VERIFY_H
#define HF_RECORD_PROOF_VERIFY_H

#include "holdfast/run_proof.h"

#include "base/arena.h"
#include "base/sha256.h"
#include "linalg/quat.h"

#include <stdio.h>

/// Of the sum of sizes that are added: rounding.
static const double VERIFY_ROUNDING = 1e-11;

// ---- chunks ----

typedef struct verify_chunks
{
    FILE *file;
    unsigned char chain[SHA256_SIZE];
    unsigned char *packed, *raw;
    size_t packed_size, raw_size; // room
    char tag[5];
    size_t size; // of the chunk in `raw`
} verify_chunks;

typedef enum verify_next
{
    NEXT_CHUNK,
    NEXT_END,   // of the file, between two chunks
    NEXT_CUT,   // it ends within a chunk
    NEXT_FALSE, // `what` says why
    NEXT_NO_MEMORY,
} verify_next;

/// The first 16 bytes. FILE or FORMAT: it is no proof, or one of another version.
hf_status verify_chunks_open(const char *path, verify_chunks *c, hf_error *error);
verify_next verify_chunks_next(verify_chunks *c, const char **what);
void verify_chunks_close(verify_chunks *c);

// ---- the model ----

typedef enum verify_motion
{
    VERIFY_STATIC,
    VERIFY_PRESCRIBED,
    VERIFY_FREE,
    VERIFY_PLANAR,
    VERIFY_PARTICLE,
    VERIFY_LINK,
} verify_motion;

typedef struct verify_state
{
    vec3 x;
    quat q;
    vec3 v, L;
    bool known;
} verify_state;

typedef struct verify_body
{
    const char *name;
    verify_motion motion;
    double mass, inertia[3], inverse[3], gravity_scale;
    int moves, turns; // directions that it moves along and turns about, of all but free ones
    vec3 along[3], about;
    int dof;            // of its velocities among all
    verify_state place; // of a static one
} verify_body;

typedef enum verify_joint_kind
{
    VERIFY_HINGE,
    VERIFY_SLIDE,
    VERIFY_BALL,
} verify_joint_kind;

typedef struct verify_joint
{
    verify_joint_kind kind;
    vec3 position, axis;
    double reference;
    quat turn;
} verify_joint;

typedef struct verify_link
{
    int body, parent, joint_begin, joint_count;
    vec3 position, center;
    quat orientation;
    double mass, inertia[6], gravity_scale;
} verify_link;

/// A tree of links. Coordinates of all trees stand one behind the other: q, v of each.
typedef struct verify_tree
{
    bool floating;
    int dof, link_count, joint_count, q_count, v_count, q_at;
    vec3 base_x;
    quat base_q;
    verify_link *links;
    verify_joint *joints;
    double *armature;
} verify_tree;

/// The centre of a link, and how it moves there.
typedef struct verify_link_place
{
    vec3 x;
    quat R;
    vec3 u, w, a, e;
} verify_link_place;

/// A tree at q, v; of each velocity: what it gives the world's origin, and angular; the first link that it moves.
typedef struct verify_walk
{
    verify_link_place *links;
    vec3 *linear, *angular;
    int *link_of;
} verify_walk;

typedef struct verify_shape
{
    int body, condim, priority;
    double friction, torsion, rolling, restitution;
} verify_shape;

/// Coefficients: along two tangents, about the normal, about the tangents.
typedef struct verify_law
{
    int condim;
    double mu[5], restitution;
} verify_law;

typedef struct verify_pair
{
    int shape[2];
    verify_law law;
} verify_pair;

typedef struct verify_model
{
    int body_count, shape_count, pair_count, tree_count, dof_count, coordinate_count;
    bool mechanisms; // pieces have trees and rows
    verify_tree *trees;
    verify_body *bodies;
    verify_shape *shapes;
    verify_pair *pairs;
    vec3 gravity;
    double theta, tolerance, accept, coefficient, direction;
    int sides; // 0: a cone
    bool outer;
} verify_model;

/// From JSON, which is changed, in the arena. FORMAT: it is none of a model.
hf_status verify_model_read(char *text, hf_workspace *arena, verify_model *model, hf_error *error);

verify_law verify_law_of(const verify_model *model, int shape_a, int shape_b);

// ---- laws ----

typedef struct verify_measures
{
    double approach, outside, wrong; // [m/s], [N s], [J]
    double most;                     // the sum of coefficients
} verify_measures;

/// How far r, u of so many rows are from the law.
verify_measures verify_law_measure(const verify_model *model, const verify_law *law, int rows, const double *r,
                                   const double *u);

// ---- bodies ----

vec3 verify_principal(const double d[3], quat q, vec3 v); // R d Rᵀ v
quat verify_turned(const verify_body *body, quat q, vec3 L, double h);

// ---- trees ----

/// False: memory is short.
bool verify_tree_walk(const verify_tree *tree, const double *q, const double *v, hf_workspace *arena,
                      verify_walk *walk);

/// q ◄ after moving on at v for a time h.
void verify_tree_move_on(const verify_tree *tree, double *q, const double *v, double h);

// ---- a run ----

typedef struct verify_run
{
    hf_run_verdict *verdict;
    hf_workspace *models, *pieces; // arenas: of the model, of a piece
    verify_model model;
    bool has_model, still, known_time;
    double time;
    verify_state *state; // body_count
    double *q_v;         // coordinate_count
    bool known_q;
    int state_count;
} verify_run;

/// Steps of a chunk. False: something in them is false, and the verdict says what; or *no_memory.
bool verify_steps(verify_run *run, const unsigned char *bytes, size_t size, bool *no_memory);

/// The verdict is false, for that reason, unless it was for another one before. Returns false.
bool verify_refute(verify_run *run, const char *format, ...) HF_PRINTF(2, 3);

#endif
