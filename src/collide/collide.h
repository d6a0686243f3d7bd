// Collision detection: shapes ► pairs ► contacts, tracked from step to step.
//
// The collide room knows poses, not dynamics. A collide_scene is const after it is built (shapes, hulls, trees of
// meshes, pair filter); a collide_state is what changes (the broad phase's tree, tracked contacts).

#ifndef HF_COLLIDE_COLLIDE_H
#define HF_COLLIDE_COLLIDE_H

#include "holdfast/model.h"
#include "holdfast/workspace.h"

/// A rigid transformation. rotation is row-major, world = rotation · local + position. Of a body that changes its shape
/// it is any matrix with a positive determinant.
typedef struct pose
{
    double position[3];
    double rotation[9];
} pose;

/// One point where two shapes touch, or are about to.
typedef struct contact_point
{
    int shape_a, shape_b; // shape_a < shape_b
    // Identifies the pair of features: the same from step to step, unique within its pair of
    // shapes. It is hashed from both shapes' indices, so that two contacts of a step share one with
    // a chance of 2^-64 only.
    uint64_t id;
    double point[3];  // in the middle of the gap [m]
    double normal[3]; // unit, from b to a
    double gap;       // distance along the normal [m]; negative where they overlap
} contact_point;

typedef struct collide_scene collide_scene;
typedef struct collide_state collide_state;

/// Whether the vertices of a mesh move, and a box that they never leave.
typedef struct deforming_mesh
{
    bool moves;
    double low[3], high[3];
} deforming_mesh;

/// What the builder collected. Definitions are deep-copied.
typedef struct collide_scene_def
{
    int body_count;
    const bool *moves; // body_count: pairs of bodies that never move are skipped
    // One entry for each body: bodies with equal numbers are fixed to each other and never touch; 0
    // is fixed to the world. NULL: none are fixed.
    const int *weld;
    // One entry for each body: the weld that this body's weld is jointed to. The two do not touch,
    // unless it is 0. NULL: none.
    const int *above;
    // One entry for each body: number of the fibre that it is a segment of, -1 if it is none. Such
    // a body has one shape, a capsule; those of a fibre follow one another, as their shapes do, each
    // beginning (at -z) where the one before it ends. NULL: there are no fibres.
    const int *chain;
    // One entry for each body: the normal of the plane that it stays in, 0 if it moves in space.
    // NULL: all do.
    const double (*plane)[3];
    // One entry for each body: how it changes its shape. NULL: none does.
    const hf_form *form;
    int shape_count;
    const hf_shape_def *shapes;
    int mesh_count;
    const hf_mesh_def *meshes;
    // One entry for each mesh: its vertices move, and where they will ever be. NULL: none moves.
    // Such a mesh belongs to shapes of kind MESH only.
    const struct deforming_mesh *deforming;
    int field_count;
    const hf_field_def *fields;
    int exclude_count;
    const int (*excludes)[2]; // pairs of bodies
    int pair_count;
    const int (*pairs)[2]; // pairs of shapes that collide whatever the bits say
} collide_scene_def;

/// Hulls are computed, trees are built, degenerate meshes are errors that name the mesh.
hf_status collide_scene_create(const collide_scene_def *def, collide_scene **scene, hf_error *error);
void collide_scene_destroy(collide_scene *scene);

/// A scene with surfaces, bits and excludes of its own, which shares all else with the one that it was made of; NULL if
/// memory is short.
collide_scene *collide_vary(const collide_scene *scene);
void collide_vary_end(collide_scene *scene);

/// Other surfaces, margin and bits of a shape of such a scene; kind, size, place and body stay. Bodies a and b do not
/// collide, or do again: false if memory is short.
void collide_vary_shape(collide_scene *scene, int shape, const hf_shape_def *def);

/// The definition of a shape of such a scene, to be changed in what collide_vary_shape may change, and in the sizes of
/// a sphere, capsule, cylinder, box or ellipsoid, which collide_vary_size then makes count.
hf_shape_def *collide_vary_at(collide_scene *scene, int shape);
void collide_vary_size(collide_scene *scene, int shape);

/// Shapes are those of another scene, which has the same ones but for what may be changed; excludes stay.
void collide_vary_refresh(collide_scene *scene, const collide_scene *from);
bool collide_vary_exclude(collide_scene *scene, int body_a, int body_b, bool exclude);

int collide_shape_count(const collide_scene *scene);
const hf_shape_def *collide_shape(const collide_scene *scene, int index);
double collide_shape_extent(const collide_scene *scene,
                            int index); // radius of a ball about its box [m]; INFINITY of planes
double collide_shape_width(const collide_scene *scene,
                           int index); // least extent of its box [m]; INFINITY of planes, fields and flat meshes
double collide_pair_width(const collide_scene *scene, int shape_a, int shape_b); // the lesser of both widths [m]
int collide_mesh_count(const collide_scene *scene);
hf_mesh_def collide_mesh(const collide_scene *scene, int index); // as given
hf_mesh_def collide_hull(const collide_scene *scene,
                         int mesh); // its convex hull; vertex_count = 0 if no shape needs it
int collide_field_count(const collide_scene *scene);
hf_field_def collide_field(const collide_scene *scene, int index);
const uint64_t *collide_excludes(const collide_scene *scene, int *count); // pairs of bodies, smaller << 32 | larger

/// Volume, centre and inertia (xx yy zz xy xz yz about the centre, density 1) of a shape in its own frame. Planes,
/// fields and open meshes: all zero.
void collide_shape_mass(const collide_scene *scene, int shape, double *volume, double center[3], double inertia[6]);

hf_status collide_state_create(const collide_scene *scene, collide_state **state, hf_error *error);
void collide_state_destroy(collide_state *state);

/// Bits or excludes have changed: pairs are looked for anew. False if memory is short: then nothing has changed.
bool collide_refilter(const collide_scene *scene, collide_state *state);

/// From now on points of a pair of shapes within this distance [m], with one normal, are one: the one with the smallest
/// gap. 0, at first: those that coincide.
void collide_reduce(collide_state *state, double distance);

/// Pairs that collide_detect leaves out from now on, in place of those of the last call; collide_again does not.
/// `keys`: as there. False if memory is short: then nothing has changed.
bool collide_ignore(collide_state *state, const uint64_t *keys, int count);

/// All contacts with gap <= margin_a + margin_b + reach, in a fixed order (shape_a, shape_b, id). `body_poses`:
/// body_count; `reach`: body_count [m], how far each body may travel before the next call (speed × step), so that
/// nothing tunnels. The points live in the workspace.
hf_status collide_detect(const collide_scene *scene, collide_state *state, const pose *body_poses, const double *reach,
                         hf_workspace *workspace, contact_point **points, int *count, hf_error *error);

/// How bodies are about to move. Segments of fibres need it: contacts of theirs are looked for by relative velocity,
/// not by reach.
typedef struct collide_motion
{
    double h;                  // step [s]
    const double (*center)[3]; // body_count: what the velocities are of, in the world [m]
    const double (*before)[6]; // body_count: velocity and angular velocity now
    const double (*free)[6];   // the same at the end of the step if nothing touches
    const double *surface;     // body_count: how far a point of its surface moves beside that [m]; may be NULL
} collide_motion;

/// collide_detect, with what the poses do not say; `motion` may be NULL.
hf_status collide_detect_moving(const collide_scene *scene, collide_state *state, const pose *body_poses,
                                const double *reach, const collide_motion *motion, hf_workspace *workspace,
                                contact_point **points, int *count, hf_error *error);

/// Whether a shape is a segment of a fibre; whether any is; the shapes of the segments before and after it, -1 where
/// there is none.
bool collide_is_segment(const collide_scene *scene, int shape);
bool collide_has_segments(const collide_scene *scene);
void collide_joined(const collide_scene *scene, int shape, int *before, int *after);

/// Segments of fibres whose centre lines pass through each other on the way from one pose to the other: a contact for
/// each that keeps them apart along the normal that they have where they meet, by its place and gap at `from`. Pairs
/// that are ignored are left out. Ascending; the points live in the workspace, and have one id.
hf_status collide_crossings(const collide_scene *scene, collide_state *state, const pose *from, const pose *to,
                            hf_workspace *workspace, contact_point **points, int *count, hf_error *error);

/// Moves the vertices of a mesh that moves (3 × vertex_count), for all calls that follow.
void collide_move_mesh(collide_state *state, int mesh, const double *vertices);

/// The triangle of a shape of such a mesh at a place in the world where it is touched: its vertices, and their weights
/// there. The shape's body stands at `at`. False if the surface is not within `reach` of it.
bool collide_surface(const collide_scene *scene, const collide_state *state, int shape, const pose *at,
                     const double point[3], double reach, int vertices[3], double weights[3]);

/// How far apart the shapes of a contact are at the poses `to` of their bodies (of shape_a, of shape_b) along its
/// normal, which was found at `from`: never more than their distance, and above zero as long as they are on the sides
/// on which they were. separation.c says how the normal goes along.
double collide_separation(const collide_scene *scene, const contact_point *point, const pose from[2], const pose to[2]);

/// A ray, and what it has met so far: the same names as in holdfast/query.h.
typedef struct collide_ray
{
    double origin[3], along[3]; // a unit vector
    double distance;            // the reach, then where it was met
    int skip_body;
    int shape; // -1: none
    double normal[3];
} collide_ray;

/// What each ray meets first among all shapes, with bodies at these poses.
void collide_rays(const collide_scene *scene, const collide_state *state, const pose *body_poses, int count,
                  collide_ray *rays);

/// The point of two shapes where their distance is attained, if that is at most `reach`; otherwise *found is false.
/// UNSUPPORTED where neither can move.
hf_status collide_distance(const collide_scene *scene, const collide_state *state, const pose *body_poses, int shape_a,
                           int shape_b, double reach, bool *found, contact_point *point, hf_error *error);

/// How deep the middle of a ball of some radius > 0 is inside a shape [m], by the shortest way out; 0 where it is
/// outside, or the shape has no inside, as an open mesh.
hf_status collide_depth(const collide_scene *scene, const collide_state *state, const pose *body_poses, int shape,
                        const double middle[3], double radius, double *depth, hf_error *error);

/// Edges at which the surface of a mesh ends, or its triangles do not agree about what is outside, and the middle of
/// the first of them in the mesh's frame. 0 of a closed mesh, and of one that no shape has the triangles of.
int collide_open_edges(const collide_scene *scene, int mesh, double place[3]);

/// The contacts of some pairs at other poses, as collide_detect would find them. `keys`: shape_a << 32 | shape_b,
/// ascending.
hf_status collide_again(const collide_scene *scene, collide_state *state, const pose *body_poses, const double *reach,
                        const uint64_t *keys, int key_count, hf_workspace *workspace, contact_point **points,
                        int *count, hf_error *error);

/// Contacts of those pairs whose own boxes overlap at these poses, without margin or reach: for what overlaps now.
/// `keys` is overwritten.
hf_status collide_overlapping(const collide_scene *scene, collide_state *state, const pose *body_poses,
                              const double *reach, uint64_t *keys, int key_count, hf_workspace *workspace,
                              contact_point **points, int *count, hf_error *error);

#endif
