// What the built-in scenes are made with: pieces that are added one after the other, with one status for all of them.
//
// After the first failure every call does nothing, so that a scene reads as a list of its pieces.

#ifndef HF_SAMPLES_BUILTIN_SCENE_HELPERS_H
#define HF_SAMPLES_BUILTIN_SCENE_HELPERS_H

#include "base/random.h"
#include "holdfast/fibre.h"
#include "holdfast/mechanism.h"
#include "holdfast/scene.h"
#include "linalg/quat.h"

typedef struct scene_helpers
{
    hf_builder *builder;
    hf_settings settings; // handed to the builder at the end
    const hf_builtin *scene;
    const double *values; // of the scene's parameters, in their order
    random_state random;
    hf_status status;
    hf_error *error;
} scene_helpers;

/// The value of the parameter; its name must be in the scene's table.
double helper_value(const scene_helpers *k, const char *name);
int helper_count(const scene_helpers *k, const char *name);

/// Gives up with a message, unless something went wrong before.
void helper_fail(scene_helpers *k, const char *format, ...) HF_PRINTF(2, 3);

/// Each returns the new index, or 0 after a failure.
int helper_body(scene_helpers *k, const hf_body_def *def);
int helper_shape(scene_helpers *k, int body, const hf_shape_def *def);
int helper_fibre(scene_helpers *k, const hf_fibre_def *def);
int helper_hull(scene_helpers *k, const char *name, const double *vertices, int vertex_count);

// Shapes at the origin of their body, to be changed before they are added.
hf_shape_def helper_sphere(double radius, double mu);
hf_shape_def helper_box(double half_x, double half_y, double half_z, double mu);
hf_shape_def helper_capsule(double radius, double half_length, double mu);
hf_shape_def helper_cylinder(double radius, double half_length, double mu);
hf_shape_def helper_ellipsoid(double a, double b, double c, double mu);

/// A plane of the world through `point`; the normal points out of the solid.
void helper_plane(scene_helpers *k, const char *name, vec3 point, vec3 normal, double mu);

/// The plane z = 0.
void helper_floor(scene_helpers *k, double mu);

/// A free body of one shape, its frame at `position`. mass 0: by the density of the definition, 1000 kg/m³.
hf_body_def helper_free(const char *name, vec3 position);
int helper_free_shape(scene_helpers *k, const char *name, vec3 position, double mass, const hf_shape_def *shape);

/// A link of `parent` whose frame has the parent's axes and stands at `at` from the parent's frame, all joints at their
/// references.
int helper_link(scene_helpers *k, const char *name, int parent, vec3 at);

/// A link that is a bar from `at` to `at + along` (a capsule), which touches nothing unless mu >= 0.
int helper_bar(scene_helpers *k, const char *name, int parent, vec3 at, vec3 along, double radius, double mass,
               double mu);

/// Joints at the origin of the link's frame.
int helper_hinge(scene_helpers *k, int body, vec3 axis);
int helper_slide(scene_helpers *k, int body, vec3 axis);
int helper_ball(scene_helpers *k, int body);
int helper_joint(scene_helpers *k, const hf_joint_def *def);

/// The point `a` of body_a and the point b of body_b coincide; both in the frames of their bodies.
void helper_connect(scene_helpers *k, const char *name, int body_a, vec3 a, int body_b, vec3 b);

/// A motor on a joint that wants to turn it at `speed`, with at most `force`.
int helper_drive(scene_helpers *k, int joint, double speed, double gain, double force);

/// One of a few colours that go together.
void helper_colour(hf_shape_def *shape, int index);

/// "name_12" in a buffer of the caller's.
enum
{
    HELPER_NAME = 32
};
const char *helper_name(char buffer[HELPER_NAME], const char *name, int index);

/// The quaternion that turns about an axis of the frame, and the one that turns (0, 0, 1) to `axis` by the smallest
/// angle.
quat helper_turn_y(double angle);
quat helper_turn_to(vec3 axis);

double helper_radians(double degrees);

/// A table of scenes; one per file.
typedef struct builtin_def
{
    hf_builtin listed;
    void (*make)(scene_helpers *k);
} builtin_def;

extern const struct scene_samples builtin_samples; // all of them (builtin.c)
extern const builtin_def sliding_scenes[], spinning_scenes[], standing_scenes[], heap_scenes[], hand_scenes[],
    mechanism_scenes[], rope_scenes[], fibre_scenes[], hair_scenes[], feeder_scenes[], planar_scenes[],
    clockwork_scenes[], compared_scenes[], grain_scenes[];
extern const int sliding_scene_count, spinning_scene_count, standing_scene_count, heap_scene_count, hand_scene_count,
    mechanism_scene_count, rope_scene_count, fibre_scene_count, hair_scene_count, feeder_scene_count,
    planar_scene_count, clockwork_scene_count, compared_scene_count, grain_scene_count;

#define HELPER_PARAMETERS(table) .parameter_count = (int)(sizeof(table) / sizeof(table)[0]), .parameters = (table)

#endif
