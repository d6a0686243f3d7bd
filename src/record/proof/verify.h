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
    VERIFY_PART,
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
    int system, part;   // -1: it is none
    vec3 center;        // of mass, and principal axes, in the body's frame
    quat principal;
} verify_body;

/// A body of a system, and the velocities that move it.
typedef struct verify_part
{
    int body, count;
    int *dofs;
} verify_part;

/// What has velocities of its own beside single bodies; they begin at `v_at` among those of all systems.
typedef struct verify_system
{
    const char *kind;
    int dof, count, v_at, part_count;
    bool fields; // velocities move its parts as rigid bodies
    double *mass, *weight;
    verify_part *parts;
} verify_system;

/// Planes of a hull, normal and distance each.
typedef struct verify_hull
{
    int mesh, count;
    double *planes;
} verify_hull;

typedef struct verify_shape
{
    int body, condim, priority, mesh;
    double friction, torsion, rolling, restitution;
    const char *kind;
    double size[3];
    vec3 position;
    quat orientation;
    const verify_hull *hull;
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
    int body_count, shape_count, pair_count, system_count, hull_count, dof_count, v_count;
    bool mechanisms; // pieces have systems and rows
    verify_system *systems;
    verify_hull *hulls;
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

// ---- shapes ----

/// How far a point in a shape's frame, touched in the direction `out`, is outside of it [m]. False: this is not known.
bool verify_outside(const verify_shape *shape, vec3 point, vec3 out, double *off);

// ---- a run ----

typedef struct verify_run
{
    hf_run_verdict *verdict;
    hf_workspace *models, *pieces; // arenas: of the model, of a piece
    verify_model model;
    bool has_model, still, known_time;
    double time;
    verify_state *state; // body_count
    double *v;           // v_count: of systems
    bool known_v;
    int state_count;
} verify_run;

/// Steps of a chunk. False: something in them is false, and the verdict says what; or *no_memory.
bool verify_steps(verify_run *run, const unsigned char *bytes, size_t size, bool *no_memory);

/// The verdict is false, for that reason, unless it was for another one before. Returns false.
bool verify_refute(verify_run *run, const char *format, ...) HF_PRINTF(2, 3);

#endif
