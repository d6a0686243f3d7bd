// The model: bodies, shapes and settings of a scene. Const after it is built.
//
// It is put together in a builder, piece by piece, each piece a definition struct with a default function; hf_model_build checks all of it and
// compiles it. Names are copied; indices are handed out in order, and body 0 is the world, which does not move.

#ifndef HOLDFAST_MODEL_H
#define HOLDFAST_MODEL_H

#include "holdfast/status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C"
{
#endif

    // ---- meshes and height fields ----

    /// A triangle mesh. As a shape it is used as its convex hull (HF_SHAPE_HULL) or as it is (HF_SHAPE_MESH).
    typedef struct hf_mesh_def
    {
        const char *name;
        int vertex_count;
        const double *vertices; // 3 × vertex_count [m], in the shape's frame
        int triangle_count;     // may be 0 for a hull: it is computed
        const int *triangles;   // 3 × triangle_count, counter-clockwise seen from outside
    } hf_mesh_def;

    /// Heights over a regular grid, centred on the frame's origin; solid down to -base.
    typedef struct hf_field_def
    {
        const char *name;
        int rows, columns;     // >= 2; rows run along y, columns along x
        double half_x, half_y; // half extents [m]
        double base;           // thickness below height 0 [m], > 0
        const double *heights; // rows × columns [m], >= 0
    } hf_field_def;

    // ---- shapes ----

    typedef enum hf_shape_kind
    {
        HF_SHAPE_PLANE = 0, // half-space below z = 0; world only
        HF_SHAPE_SPHERE,    // size: radius
        HF_SHAPE_CAPSULE,   // size: radius, half length of the segment along z
        HF_SHAPE_BOX,       // size: half extents
        HF_SHAPE_CYLINDER,  // size: radius, half length along z
        HF_SHAPE_ELLIPSOID, // size: half axes
        HF_SHAPE_HULL,      // convex hull of a mesh
        HF_SHAPE_MESH,      // triangles, open or closed, convex or not
        HF_SHAPE_FIELD,     // height field; world or static bodies only
        HF_SHAPE_KIND_COUNT,
    } hf_shape_kind;

    HF_API const char *hf_shape_kind_name(hf_shape_kind kind);

    typedef struct hf_shape_def
    {
        const char *name; // may be NULL
        int body;         // 0 is the world
        hf_shape_kind kind;
        double size[3];        // see hf_shape_kind [m]
        int mesh;              // HULL, MESH: index of a mesh; FIELD: index of a field; otherwise -1
        int priority;          // the shape with the higher priority gives friction and restitution. Default 0
        double position[3];    // of the shape's frame in the body's frame [m]
        double orientation[4]; // (w, x, y, z)
        double
            friction; // sliding coefficient, >= 0. Default 1. A pair takes the larger of the two (as MuJoCo does), unless priorities differ
        double restitution; // 0 … 1. Default 0. A pair takes the larger
        double
            margin; // contacts are found from this distance on [m], >= 0. Default 0: the step adds what speed demands
        uint32_t category; // bits (MJCF contype). Default 1
        uint32_t
            mask; // bits (MJCF conaffinity). Default 1. A pair collides iff (a.category & b.mask) | (b.category & a.mask)
        float color[4]; // for pages and pictures. Default light grey
    } hf_shape_def;

    HF_API hf_shape_def hf_shape_def_default(void);

    // ---- bodies ----

    typedef enum hf_motion
    {
        HF_MOTION_FREE = 0,   // six degrees of freedom
        HF_MOTION_STATIC,     // never moves
        HF_MOTION_PRESCRIBED, // moves as it is told, whatever pushes it
    } hf_motion;

    typedef struct hf_body_def
    {
        const char *name; // may be NULL
        hf_motion motion;
        int parent; // a link of that body (mechanism.h): position and orientation are relative to it, motion does not count. Default -1: none
        double position[3];         // of the body's frame in the world at time 0 [m]
        double orientation[4];      // (w, x, y, z)
        double velocity[3];         // of the centre of mass [m/s]
        double angular_velocity[3]; // in world axes [rad/s]
        double mass;                // [kg], >= 0. Default 0: taken from the shapes and `density`
        double center[3];           // centre of mass in the body's frame [m]; read if mass and inertia are given
        double inertia[6]; // about the centre of mass in the body's axes: xx, yy, zz, xy, xz, yz [kg m²]. Default 0:
                           // taken from the shapes, as is the centre, and scaled to the mass
        double density;    // of shapes, if mass is not given [kg/m³]. Default 1000
        double gravity_scale; // Default 1
        double force[3];      // constant, at the centre of mass, world axes [N]
        double torque[3];     // constant, world axes [N m]
        // Prescribed motion: x(t) = position + velocity t + amplitude sin(2π frequency t + phase), turning at angular_velocity about x.
        double amplitude[3]; // [m]
        double frequency;    // [Hz]
        double phase;        // [rad]
    } hf_body_def;

    HF_API hf_body_def hf_body_def_default(void);

    // ---- settings ----

    typedef enum hf_integrator
    {
        HF_INTEGRATOR_MOREAU = 0, // time stepping at velocity level, impulses; the default
        HF_INTEGRATOR_BARAFF,     // acceleration level: forces, impulses at collisions, Runge–Kutta 4 (Baraff 1994)
    } hf_integrator;

    /// What velocities a tree of jointed bodies has (docs/mechanisms.md). The same mechanism either way; one takes the other's place for a check.
    typedef enum hf_coordinates
    {
        HF_COORDINATES_REDUCED = 0, // those of its joints; the default
        HF_COORDINATES_MAXIMAL,     // six of each body, joints are constraints (Baraff 1996)
        HF_COORDINATES_COUNT,
    } hf_coordinates;

    HF_API const char *hf_coordinates_name(hf_coordinates coordinates);

    typedef struct hf_settings
    {
        double gravity[3]; // [m/s²]. Default 0, 0, -9.81
        double density;    // of the medium [kg/m³], >= 0. Default 0. Drag takes a body for the box with its inertia
        double viscosity;  // of the medium [Pa s], >= 0. Default 0
        double wind[3];    // velocity of the medium [m/s]
        double timestep;   // [s], > 0. Default 0.002
        double
            theta; // of Moreau–Jean, 0.5 … 1. Default 0.5: the midpoint rule where motion is smooth; 1: implicit Euler.
                   // Where bodies collide a step moves them by their velocities after it, whatever theta (docs/step.md)
        hf_integrator integrator;
        hf_coordinates coordinates; // of trees. A model is built for one of them: a world's settings cannot change it
        char solver[32];            // name in the registry. Default "auto"
        double tolerance;           // of a step's certificate, > 0. Default 1e-9
        long max_iterations;        // of the solver; 0: its own. Default 0
        double
            accuracy; // of positions in a step [m], >= 0: a step is cut until halves of its pieces agree with them. Default 0: off
        double duration; // what `holdfast run` simulates unless told otherwise [s]. Default 5
    } hf_settings;

    HF_API hf_settings hf_settings_default(void);

    // ---- building ----

    typedef struct hf_builder hf_builder;
    typedef struct hf_model hf_model;

    HF_API hf_status hf_builder_create(hf_builder **builder, hf_error *error);
    HF_API void hf_builder_destroy(hf_builder *builder);

    /// Each copies what it is given, and stores the new index (if the pointer is not NULL). Wrong fields are named.
    HF_API hf_status hf_builder_add_mesh(hf_builder *builder, const hf_mesh_def *def, int *index, hf_error *error);
    HF_API hf_status hf_builder_add_field(hf_builder *builder, const hf_field_def *def, int *index, hf_error *error);
    HF_API hf_status hf_builder_add_body(hf_builder *builder, const hf_body_def *def, int *index, hf_error *error);
    HF_API hf_status hf_builder_add_shape(hf_builder *builder, const hf_shape_def *def, int *index, hf_error *error);

    /// Bodies a and b never touch (MJCF contact/exclude).
    HF_API hf_status hf_builder_exclude(hf_builder *builder, int body_a, int body_b, hf_error *error);

    /// The pair of shapes collides whatever the bits say, with its own friction (MJCF contact/pair).
    HF_API hf_status hf_builder_pair(hf_builder *builder, int shape_a, int shape_b, double friction, hf_error *error);

    HF_API hf_status hf_builder_set(hf_builder *builder, const hf_settings *settings, hf_error *error);
    HF_API hf_settings hf_builder_settings(const hf_builder *builder);

    /// Checks that every body can exist (mass, inertia with the triangle inequality), computes hulls and trees. The builder stays as it is.
    HF_API hf_status hf_model_build(const hf_builder *builder, hf_model **model, hf_error *error);
    HF_API void hf_model_destroy(hf_model *model);

    // ---- reading ----

    HF_API int hf_model_body_count(const hf_model *model); // the world counts
    HF_API int hf_model_shape_count(const hf_model *model);
    HF_API hf_body_def hf_model_body(const hf_model *model, int index); // with mass, center and inertia filled in
    HF_API hf_shape_def hf_model_shape(const hf_model *model, int index);
    HF_API hf_mesh_def hf_model_mesh(const hf_model *model, int index); // of a hull: its own triangles
    HF_API hf_field_def hf_model_field(const hf_model *model, int index);
    HF_API hf_settings hf_model_settings(const hf_model *model);
    HF_API int hf_model_find_body(const hf_model *model, const char *name); // -1 if there is none

#ifdef __cplusplus
}
#endif

#endif
