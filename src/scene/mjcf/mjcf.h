// MJCF as it is read: the pieces of a file before they become a model.
//
// Sections are processed in a fixed order whatever their order in the file (mjcf.c): includes are expanded, every
// element and attribute is checked against the table (mjcf_schema.c), then compiler, option, default, asset, worldbody,
// holdfast, contact and keyframe are read, and what came out is handed to a builder. All of it lives in one arena.

#ifndef HF_SCENE_MJCF_MJCF_H
#define HF_SCENE_MJCF_MJCF_H

#include "base/arena.h"
#include "holdfast/mechanism.h"
#include "holdfast/scene.h"
#include "holdfast/visual.h"
#include "linalg/quat.h"
#include "scene/mesh/mesh_read.h"
#include "scene/names.h"
#include "scene/xml.h"

// ---- pieces ----

typedef enum orientation_kind
{
    ORIENTATION_NONE = 0,
    ORIENTATION_AXIS_ANGLE,
    ORIENTATION_XY_AXES,
    ORIENTATION_Z_AXIS,
    ORIENTATION_EULER,
} orientation_kind;

/// As written. An alternative, even an inherited one, beats quat (as in MuJoCo).
typedef struct mjcf_orientation
{
    double quat[4];
    orientation_kind kind;
    double values[6];
} mjcf_orientation;

typedef struct mjcf_pose
{
    vec3 position;
    quat turn;
} mjcf_pose;

typedef enum geom_type
{
    GEOM_PLANE,
    GEOM_HFIELD,
    GEOM_SPHERE,
    GEOM_CAPSULE,
    GEOM_ELLIPSOID,
    GEOM_CYLINDER,
    GEOM_BOX,
    GEOM_MESH,
    GEOM_SDF,
} geom_type;

typedef struct mjcf_geom
{
    // as written, over the defaults
    int type;
    bool has_fromto, has_mass, has_rgba, shell;
    double size[3];
    double position[3];
    mjcf_orientation orientation;
    double fromto[6];
    const char *mesh, *hfield, *material;
    double fitscale;
    double mass, density;
    double friction[3];
    double contype, conaffinity, condim, priority, group;
    double margin, gap, adhesion;
    double surface_velocity[6];
    int swims;       // fluidshape
    double fluid[5]; // fluidcoef
    double rgba[4];
    double solref[2], solimp[5], solmix; // kept, and not used
    // what became of it
    const char *name;
    const xml_node *node;
    mjcf_pose pose;     // in its body's frame
    double restitution; // < 0: of its body
    double compliance;
    hf_grip grip;
    int body;
    int shape;      // index in the builder, -1: none
    bool in_pair;   // named by contact/pair
    bool triangles; // collides as it is, not as its hull
    bool surface;   // the same where the mesh has triangles: MJCF's sdf
} mjcf_geom;

typedef enum joint_type
{
    JOINT_FREE,
    JOINT_BALL,
    JOINT_SLIDE,
    JOINT_HINGE,
} joint_type;

/// limited="false|true|auto"
typedef enum limited_kind
{
    LIMITED_NO,
    LIMITED_YES,
    LIMITED_AUTO,
} limited_kind;

typedef struct mjcf_joint
{
    // as written, over the defaults
    int type;
    double position[3], axis[3], range[2], force_range[2];
    int limited, force_limited; // limited_kind
    double armature, damping[3], stiffness[3], frictionloss;
    double ref, springref;
    double springdamper[2];
    double bending[3], bending_rest[4]; // as in hf_joint_def
    bool actuator_gravcomp;
    // what became of it
    const char *name;
    const xml_node *node;
    int body;
    bool is_limited, is_force_limited;
    int index; // in the builder; -1 of a free one
} mjcf_joint;

typedef struct mjcf_site
{
    // as written, over the defaults
    double position[3];
    mjcf_orientation orientation;
    bool has_fromto;
    double fromto[6];
    int form; // geom_type
    double size[3];
    // what became of it
    const char *name;
    const xml_node *node;
    mjcf_pose pose; // in its body's frame
    int body;
    int index; // in the builder
} mjcf_site;

typedef struct mjcf_camera
{
    // as written, over the defaults
    double position[3];
    mjcf_orientation orientation;
    int mode;    // camera_modes of mjcf_visual.c
    double fovy; // [degrees]
    // what became of it
    const char *name;
    const xml_node *node;
    mjcf_pose pose; // in its body's frame
    int body;
    int site; // of sensors, one more than its index in the builder; 0: none
} mjcf_camera;

typedef struct mjcf_tendon
{
    // as written, over the defaults
    int limited;
    double range[2], stiffness[3], damping[3], springlength[2], frictionloss, armature;
    int force_limited; // limited_kind
    double force_range[2];
    // what became of it
    const char *name;
    const xml_node *node;
    bool is_limited;
    int index; // in the builder
} mjcf_tendon;

typedef enum mjcf_law
{
    LAW_NONE = 0, // bias none
    LAW_FIXED = 0,
    LAW_AFFINE = 1,
    LAW_MUSCLE = 2,
    LAW_OTHER = 3,
    LAW_USER = 4, // a callback
} mjcf_law;

enum
{
    ACTUATOR_PARAMETERS = 10,
    DYNAMICS_USER = HF_ACTIVATION_KIND_COUNT, // a callback
};

/// One for all kinds of actuators: <position kp> sets what <general> of the same class inherits.
typedef struct mjcf_actuator
{
    int gain_type, bias_type; // mjcf_law
    int dynamics;             // hf_activation_kind; beyond: not supported
    int early;
    double gain[ACTUATOR_PARAMETERS], bias[ACTUATOR_PARAMETERS], time[ACTUATOR_PARAMETERS];
    int control_limited, force_limited, activation_limited; // limited_kind
    double control_range[2], force_range[2], activation_range[2], length_range[2], gear[6];
    double inherit_range, crank_length, group;
    double armature, damping[3];
    double delay, samples;
    int interpolation;        // hf_delay_kind
    bool turns;               // an orientation, …
    int quaternion;           // … by a quaternion
    bool is_dcmotor, is_pid;  // a pid is a motor, too
    double input_range[2][2]; // of a pid: of its velocity and of its force, where they are inputs
    hf_dcmotor_def dcmotor;
} mjcf_actuator;

typedef struct mjcf_mesh
{
    const char *file;
    const char *path; // where the file is, if that is known already
    double scale[3], refpos[3], refquat[4];
    int inertia; // mesh_inertia_kind; -1: not written
    const char *name;
    const xml_node *node;
    mesh_data data;
    bool loaded;
    int index;  // in the builder, -1: not there
    int visual; // among the meshes that are looked at, -1: not there
} mjcf_mesh;

typedef struct mjcf_field
{
    const char *name;
    const xml_node *node;
    int rows, columns;
    double size[4];
    double *heights;
    int index;
} mjcf_field;

typedef struct mjcf_pair
{
    double condim, friction[5];
    bool sticky; // `adhesion` was written
    double adhesion;
} mjcf_pair;

typedef struct mjcf_texture
{
    const char *name;
    hf_texture_def look;
    bool usable; // for geoms: not the sky, and its file is there
    int index;   // in the builder, -1: not there
    struct mjcf_texture *next;
} mjcf_texture;

typedef struct mjcf_material
{
    const char *name, *texture;
    hf_material_def look;
    int index; // in the builder, -1: not there
    struct mjcf_material *next;
} mjcf_material;

typedef struct mjcf_class
{
    const char *name;
    mjcf_geom geom;
    mjcf_joint joint;
    mjcf_mesh mesh;
    mjcf_pair pair;
    mjcf_site site;
    mjcf_camera camera;
    mjcf_tendon tendon;
    mjcf_actuator actuator;
    bool equality_active;
    mjcf_material material;
    struct mjcf_class *chained; // of those whose names have the same hash
} mjcf_class;

typedef struct mass_properties
{
    double mass;
    vec3 center;
    double inertia[6]; // about the centre: xx yy zz xy xz yz
} mass_properties;

typedef struct mjcf_body
{
    const char *name;
    const xml_node *node;
    int parent;
    int weld;        // the body that it is fixed to, itself if it has joints or is kinematic; the world: 0
    mjcf_pose pose;  // in its parent's frame
    mjcf_pose world; // with all joints at their references
    bool free, mocap, prescribed;
    bool carried;    // free, and three slides and a ball move it: its joint has inertia, springs, dampers or friction
    bool still;      // a mocap body with a plane or height field, which stays where it is
    int joint_count; // other than free
    bool moves;      // by forces: it or a body above it has a joint
    const xml_node *inertial;
    mass_properties mass;
    bool weighed; // its mass is known already
    double gravcomp;
    double restitution;     // < 0: of the scene
    hf_body_def definition; // velocities, forces, prescribed motion
    int index;              // in the builder
} mjcf_body;

typedef struct mjcf_compiler
{
    bool degrees;
    char eulerseq[4];
    const char *meshdir, *assetdir, *texturedir;
    bool strip_path, balance_inertia, any_inertia, autolimits, fit_box, align_free, discard_visual;
    int inertia_from_geom; // 0 false, 1 true, 2 auto
    int group_range[2];
    double bound_mass, bound_inertia, total_mass;
    bool exact_meshes; // of old files
    bool fuse_static;  // URDF: what is fixed becomes part of what it is fixed to
} mjcf_compiler;

/// A file, or a copy of one: those that it includes and attaches are scopes below it. The main file is scope 0.
typedef struct mjcf_scope
{
    int parent;             // of the file that includes or attaches it; -1: none
    int unit;               // the main file or attached one that it is compiled with
    mjcf_compiler compiler; // of a unit
    const char *folder;     // of a unit: where its files are looked for
} mjcf_scope;

typedef struct mjcf_scopes
{
    mjcf_scope *items;
    int count, capacity;
} mjcf_scopes;

/// What <flag> switches off.
typedef enum mjcf_switch
{
    OFF_CONTACT = 1,
    OFF_EQUALITY = 2,
    OFF_LIMIT = 4,
    OFF_FRICTIONLOSS = 8,
    OFF_SPRING = 16,
    OFF_DAMPER = 32,
    OFF_ACTUATION = 64,
    OFF_CLAMPCTRL = 128,
    OFF_FILTERPARENT = 256,
    OFF_GRAVITY = 512,
    OFF_FLUID = 1024, // and gravcomp: with <flag passive>
} mjcf_switch;

enum
{
    SOFT_CAPACITY = 32,
    CLASS_CHAINS = 4096
};

/// Where names stand, list by list.
typedef struct mjcf_tables
{
    name_table bodies, geoms, joints, sites, tendons, meshes, fields;
    mjcf_class *classes[CLASS_CHAINS]; // by hash of the name
} mjcf_tables;

typedef struct mjcf_reader
{
    hf_workspace *arena;
    mjcf_tables *names;
    hf_error *error;
    hf_notice notice;
    void *notice_context;
    const char *path, *folder;
    const char *sets; // attributes from outside the file, may be NULL
    xml_node *root;
    mjcf_scopes *scopes;      // NULL: one file
    mjcf_compiler compiler;   // of the main file
    unsigned off;             // mjcf_switch
    unsigned groups_off;      // bit g: actuators of group g do nothing
    double override_friction; // of all contacts; < 0: none
    bool adheres;             // something does: a geom, a pair, an actuator of a body
    hf_settings settings;
    double restitution;  // of the scene
    mjcf_class *classes; // the first is main
    mjcf_material *materials;
    mjcf_texture *textures;
    int missing_count;   // files of what is only looked at
    const char *missing; // the first of them
    mjcf_mesh *meshes;
    int mesh_count;
    mjcf_field *fields;
    int field_count;
    mjcf_body *bodies; // 0 is the world; depth first
    int body_count;
    mjcf_geom *geoms; // in the order of the bodies
    int geom_count;
    mjcf_joint *joints; // likewise; free ones, too
    int joint_count;
    mjcf_site *sites; // likewise
    int site_count;
    mjcf_camera *cameras; // likewise
    int camera_count;
    mjcf_tendon *tendons;
    int tendon_count;
    int activation_count;            // of actuators that have one
    const xml_node *key;             // where the scene starts; NULL: at the references
    const char *soft[SOFT_CAPACITY]; // parameters without a meaning here, each once
    int soft_count;
    hf_builder *builder;
} mjcf_reader;

/// What was read and has no meaning here.
void mjcf_give_notices(const mjcf_reader *reader);

// ---- text: mjcf_text.c ----

/// Sets the error to "file:line: <element>: …" and returns the status.
hf_status mjcf_fail(mjcf_reader *reader, const xml_node *node, hf_status status, const char *format, ...)
    HF_PRINTF(4, 5);

/// Between least and most numbers, all finite. `count` (may be NULL) gets how many there were; 0 if the attribute is
/// absent, and `out` keeps what it held then. What is not written of a vector keeps its value, too.
hf_status mjcf_numbers(mjcf_reader *reader, const xml_node *node, const char *attribute, double *out, int least,
                       int most, int *count);

/// As many numbers as there are, in the arena.
hf_status mjcf_list(mjcf_reader *reader, const xml_node *node, const char *attribute, double **out, int *count);

/// A whole number in a range.
hf_status mjcf_whole(mjcf_reader *reader, const xml_node *node, const char *attribute, double least, double most,
                     double *out);

/// The index of the attribute's value among "this|that"; `out` is untouched if it is absent.
hf_status mjcf_choice(mjcf_reader *reader, const xml_node *node, const char *attribute, const char *choices, int *out);
hf_status mjcf_flag(mjcf_reader *reader, const xml_node *node, const char *attribute, bool *out);

/// quat, axisangle, xyaxes, zaxis, euler: one at most.
hf_status mjcf_read_orientation(mjcf_reader *reader, const xml_node *node, mjcf_orientation *orientation);

/// The rotation that was meant.
hf_status mjcf_orient(mjcf_reader *reader, const xml_node *node, const mjcf_orientation *orientation, quat *turn);

/// Whether limited="…" and a range make a limit. An error if they contradict each other: a range upside down, or one
/// without a word that it shall hold where the compiler's autolimits is off.
hf_status mjcf_limit(mjcf_reader *reader, const xml_node *node, const char *what, int limited, const double range[2],
                     bool *is_limited);

/// The first of the coefficients of a spring or damper must not be; those of higher powers may.
hf_status mjcf_not_negative(mjcf_reader *reader, const xml_node *node, const char *attribute,
                            const double coefficients[3]);

/// Actuators with several controls (mjcf_motor.c). input="pos vel": which of the four there are, in the order in which
/// they are controls.
hf_status mjcf_motor_inputs(mjcf_reader *reader, const xml_node *node, hf_dcmotor_def *dc);
hf_status mjcf_dcmotor_attributes(mjcf_reader *reader, const xml_node *node, hf_dcmotor_def *dc);
int mjcf_control_count(mjcf_reader *reader, const xml_node *node); // of an element of <actuator>
hf_status mjcf_add_dcmotor(mjcf_reader *reader, const xml_node *node, hf_actuator_def *def,
                           const mjcf_actuator *actuator);
hf_status mjcf_add_orientation(mjcf_reader *reader, const xml_node *node, hf_actuator_def *def, bool quaternion);

/// Calls `read` for each child of that name (NULL: of any) of each section.
hf_status mjcf_each(mjcf_reader *reader, const char *section, const char *name,
                    hf_status (*read)(mjcf_reader *reader, const xml_node *node));

/// An error of the builder, with the place that it comes from.
hf_status mjcf_passed(mjcf_reader *reader, const xml_node *node, hf_status status, const hf_error *error);

// ---- scopes: mjcf_scope.c ----

/// Gives all elements of a file that was just read to a new scope below `parent`, and drops attributes without a value,
/// which say nothing.
/// `unit`: the file is compiled on its own (the main one, or attached), and its files lie beside it.
hf_status mjcf_adopt(mjcf_reader *reader, xml_node *root, int parent, bool unit);

/// Gives all elements of a tree the file, line and scope of another.
void mjcf_share_place(xml_node *tree, const xml_node *place);

/// The compiler settings of the file that an element comes from.
const mjcf_compiler *mjcf_compiler_of(const mjcf_reader *reader, const xml_node *node);

/// Whether a scope is `above`, or lies below it.
bool mjcf_scope_within(const mjcf_reader *reader, int scope, int above);

/// A file that an asset names: in `sub` (a compiler's folder; may be NULL) beside the unit's file, or else beside the
/// file that names it.
hf_status mjcf_find_file(mjcf_reader *reader, const xml_node *node, const char *file, const char *sub,
                         const char **path);

/// mjcf_find_file for a file that may be absent: *path is NULL then.
hf_status mjcf_locate_file(mjcf_reader *reader, const xml_node *node, const char *file, const char *sub,
                           const char **path);

// ---- stages, in order ----

hf_status mjcf_expand_includes(mjcf_reader *reader);
hf_status mjcf_expand_attached(mjcf_reader *reader);
hf_status mjcf_expand_custom(mjcf_reader *reader);
hf_status mjcf_leave_plugins(mjcf_reader *reader);
hf_status mjcf_expand_cables(mjcf_reader *reader); // <composite>
hf_status mjcf_replicate_sections(mjcf_reader *reader);
hf_status mjcf_bend_cables(mjcf_reader *reader);

/// The element with the <config>s of a <plugin>, itself or its instance, if it is of a kind; NULL if it is of another.
const xml_node *mjcf_plugin_configs(const mjcf_reader *reader, const xml_node *plugin, const char *kind);
const char *mjcf_plugin_config(const xml_node *configs, const char *key); // NULL: not written

/// Whether a <plugin> is the elasticity of cables, which is read (mjcf_bend.c); all others are left out.
bool mjcf_is_cable_plugin(const mjcf_reader *reader, const xml_node *plugin);

/// Whether an attribute names something of the tree of bodies.
bool mjcf_names_tree(const char *attribute);

/// The suffix of copy k of `count`: the separator, the number with as many digits as the count has, and the suffix of
/// the replicate around. Returns its length.
int mjcf_suffix(char *text, size_t size, const char *separator, int k, int count, const char *outer);
hf_status mjcf_apply_sets(mjcf_reader *reader);
hf_status mjcf_check(mjcf_reader *reader); // against the table
hf_status mjcf_read_settings(mjcf_reader *reader);
hf_status mjcf_read_compilers(mjcf_reader *reader, const xml_node *root, mjcf_compiler *compiler); // a part of it
hf_status mjcf_read_defaults(mjcf_reader *reader);
hf_status mjcf_read_assets(mjcf_reader *reader);
hf_status mjcf_read_bodies(mjcf_reader *reader);
hf_status mjcf_read_prescribed(mjcf_reader *reader); // of the holdfast element; then it is known what is fixed to what
hf_status mjcf_mark_motions(mjcf_reader *reader);    // a part of it: bodies with keyframes
hf_status mjcf_read_extras(mjcf_reader *reader);     // the rest of it
hf_status mjcf_mark_pairs(mjcf_reader *reader);
hf_status mjcf_fit_geoms(mjcf_reader *reader); // primitives to meshes
hf_status mjcf_weigh(mjcf_reader *reader);     // mass of every body that moves
hf_status mjcf_align_free(mjcf_reader *reader);
hf_status mjcf_choose_key(mjcf_reader *reader, const char *key);
hf_status mjcf_emit(mjcf_reader *reader);

/// The whole way; `sets` is "NAME.ATTRIBUTE=VALUE,…" or NULL.
hf_status mjcf_read(const char *path, const char *key, const char *sets, hf_notice notice, void *context,
                    hf_builder **builder, hf_error *error);

/// Whether any element of MJCF has such an attribute.
bool mjcf_is_attribute(const char *word);

/// Visits all elements of that name, saying whether each takes the attribute; how many there are.
int mjcf_visit_named(mjcf_reader *reader, const char *name, const char *attribute,
                     void (*visit)(void *context, xml_node *node, bool takes), void *context);

// ---- parts of the last one ----

hf_status mjcf_emit_motions(mjcf_reader *reader); // keyframes of bodies (scene/motion/)
hf_status mjcf_emit_deforms(mjcf_reader *reader); // and of meshes
void mjcf_place_vertices(mjcf_mesh *mesh);        // scale, refpos and refquat of an asset, on what its file holds
hf_status mjcf_emit_joints(mjcf_reader *reader);
hf_status mjcf_emit_sites(mjcf_reader *reader);
hf_status mjcf_emit_visuals(mjcf_reader *reader); // what geoms look like
hf_status mjcf_emit_fibres(mjcf_reader *reader);  // of the holdfast element
hf_status mjcf_emit_contact(mjcf_reader *reader);
hf_status mjcf_emit_equality(mjcf_reader *reader);
hf_status mjcf_emit_tendons(mjcf_reader *reader); // before the two others that name them
hf_status mjcf_emit_actuators(mjcf_reader *reader);
hf_status mjcf_emit_sensors(mjcf_reader *reader);
hf_status mjcf_emit_keys(mjcf_reader *reader);
hf_status mjcf_emit_planar(mjcf_reader *reader); // <planar>; scene/planar/planar_mjcf.c

// ---- between them ----

/// The next child of that name; NULL starts with the first.
const xml_node *mjcf_child(const xml_node *parent, const char *name, const xml_node *after);

/// The class that an element names, or the one given; an error if there is none of that name.
hf_status mjcf_find_class(mjcf_reader *reader, const xml_node *node, const char *attribute, const mjcf_class *otherwise,
                          const mjcf_class **found);

// Attributes over what is there already: the class of an element, or a class itself.
hf_status mjcf_geom_attributes(mjcf_reader *reader, const xml_node *node, mjcf_geom *geom);
hf_status mjcf_joint_attributes(mjcf_reader *reader, const xml_node *node, mjcf_joint *joint);
hf_status mjcf_site_attributes(mjcf_reader *reader, const xml_node *node, mjcf_site *site);
hf_status mjcf_camera_attributes(mjcf_reader *reader, const xml_node *node, mjcf_camera *camera);
hf_status mjcf_mesh_attributes(mjcf_reader *reader, const xml_node *node, mjcf_mesh *mesh);
hf_status mjcf_pair_attributes(mjcf_reader *reader, const xml_node *node, mjcf_pair *pair);
hf_status mjcf_tendon_attributes(mjcf_reader *reader, const xml_node *node, mjcf_tendon *tendon);
hf_status mjcf_actuator_attributes(mjcf_reader *reader, const xml_node *node, mjcf_actuator *actuator);
bool mjcf_is_actuator(const char *element);

/// The name of a file without folder and ending; the name of an asset, which may be that of its file.
hf_status mjcf_file_name(mjcf_reader *reader, const char *file, const char **name);
hf_status mjcf_asset_name(mjcf_reader *reader, const xml_node *node, const char **name);

/// Whether <flag actuation> or actuatorgroupdisable switches an actuator off.
bool mjcf_actuator_is_off(const mjcf_reader *reader, double group);

// Assets other than meshes.
hf_status mjcf_read_field(mjcf_reader *reader, const xml_node *node, mjcf_field *field);
hf_status mjcf_read_texture(mjcf_reader *reader, const xml_node *node);
hf_status mjcf_read_material(mjcf_reader *reader, const xml_node *node);
hf_status mjcf_material_attributes(mjcf_reader *reader, const xml_node *node, mjcf_material *material);
mjcf_material *mjcf_find_material(const mjcf_reader *reader, const char *name);
hf_status mjcf_emit_material(mjcf_reader *reader, mjcf_material *material);

/// Something that is only looked at is not there: one notice counts them all.
void mjcf_note_missing(mjcf_reader *reader, const char *file);

/// A notice "file:line: <element>: text".
void mjcf_note(const mjcf_reader *reader, const xml_node *node, const char *text);

mjcf_mesh *mjcf_find_mesh(mjcf_reader *reader, const char *name);
mjcf_field *mjcf_find_field(mjcf_reader *reader, const char *name);
int mjcf_find_body(const mjcf_reader *reader, const char *name); // -1 if there is none
int mjcf_find_geom(const mjcf_reader *reader, const char *name);
int mjcf_find_joint(const mjcf_reader *reader, const char *name);
int mjcf_find_site(const mjcf_reader *reader, const char *name);
int mjcf_find_tendon(const mjcf_reader *reader, const char *name);
void mjcf_forget_names(mjcf_reader *reader); // geoms, joints and sites have changed places

/// What an attribute names; an error if it is absent or there is none of that name. `optional`: absent leaves *index as
/// it is.
hf_status mjcf_named(mjcf_reader *reader, const xml_node *node, const char *attribute, const char *kind,
                     int (*find)(const mjcf_reader *reader, const char *name), bool optional, int *index);

/// Checks a joint that a file describes, and what its body allows; adds it to the body.
hf_status mjcf_add_joint(mjcf_reader *reader, mjcf_joint *joint);

/// Reads the mesh's file, once.
hf_status mjcf_load_mesh(mjcf_reader *reader, mjcf_mesh *mesh);

/// Which bodies are fixed to which, and which of them move. Geoms, joints and sites are put in the order of their
/// bodies.
hf_status mjcf_find_welds(mjcf_reader *reader);

/// Whether the geom touches anything; whether the two can touch, by MuJoCo's filters.
bool mjcf_collides(const mjcf_geom *geom);
bool mjcf_parent_and_child(const mjcf_reader *reader, const mjcf_geom *a, const mjcf_geom *b);
bool mjcf_meets(const mjcf_reader *reader, const mjcf_geom *a, const mjcf_geom *b);

/// Volume (of a shell: area), and inertia for mass 1, about the own centre of a geom that is no mesh.
double mjcf_primitive_volume(const mjcf_geom *geom, double inertia[3]);

/// Volume, centre and inertia of a geom's mesh.
hf_status mjcf_mesh_volume(mjcf_reader *reader, const mjcf_geom *geom, mesh_mass *mass);

/// boundmass, boundinertia, balanceinertia, and whether there can be such a body.
hf_status mjcf_geom_mass(mjcf_reader *reader, mjcf_geom *geom, mass_properties *out);
hf_status mjcf_check_mass(mjcf_reader *reader, const xml_node *where, mass_properties *mass);

/// Principal moments of a symmetric tensor (xx yy zz xy xz yz), descending, and the frame of its axes.
void mjcf_principal_axes(const double tensor[6], double moments[3], quat *axes);

/// A mass seen from the frame that its own is placed in; the sum of two.
mass_properties mjcf_place_mass(const mass_properties *own, mjcf_pose at);
void mjcf_add_mass(mass_properties *sum, const mass_properties *part);

mjcf_pose mjcf_compose(mjcf_pose outer, mjcf_pose inner);

#endif
