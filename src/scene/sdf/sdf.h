// SDF as it is read: models, links and joints are written out as the elements of MJCF that mean the same, each with the
// line that it came from, and go the same way from there (mjcf.h).
//
//   sdf.c           files, worlds, models and includes become lists of frames, links and joints
//   sdf_frame.c     where frames are: poses that are relative to each other, in any order
//   sdf_find.c      files by their uri
//   sdf_shape.c     collisions and visuals
//   sdf_write.c     trees of links, joints, loops
//
// http://sdformat.org/spec, versions 1.3 to 1.12.

#ifndef HF_SCENE_SDF_SDF_H
#define HF_SCENE_SDF_SDF_H

#include "scene/mjcf/mjcf.h"

typedef enum sdf_kind
{
    SDF_MODEL,
    SDF_LINK,
    SDF_JOINT,
    SDF_FRAME,
} sdf_kind;

/// Anything with a name and a place. Its pose is that in the frame of the model it belongs to.
typedef struct sdf_item
{
    sdf_kind kind;
    const char *name, *full; // as it is written, and with the models around it: "arm::hand::palm"
    const xml_node *node;    // of an include that named or moved a model: that
    int model;               // that it belongs to; -1: the world
    mjcf_pose pose;
    enum
    {
        SDF_UNSEEN,
        SDF_WAITING, // for what it is relative to
        SDF_PLACED,
    } state;

    // Models
    const xml_node *placed_by; // <include>, where it has a pose of its own; otherwise the model
    bool is_static, self_collide;
    bool is_merged; // its members are members of the model around it, too
    int canonical;  // link

    // Links: the joint that it hangs on, -1 if none; whether it has been written. Joints: links, -1 the world.
    int joint, parent, child;
    bool written;
} sdf_item;

typedef struct sdf_reader
{
    mjcf_reader *scene;
    const xml_node *sdf;
    double version;
    sdf_item *items;
    int count, capacity;
    int depth;             // of includes in each other
    xml_node *root;        // of the MJCF that is written
    xml_node *sections[5]; // of it
    int mesh_count;
    char unused[400]; // elements without a meaning here
} sdf_reader;

enum
{
    SDF_ASSETS,
    SDF_BODIES,
    SDF_CONTACTS,
    SDF_EQUALITY,
    SDF_EXTRAS,
};

/// If the root is <sdf>, the root of the same scene in MJCF.
hf_status sdf_rewrite(mjcf_reader *scene, xml_node **root);

// ---- text ----

/// The text of a child element without the blanks around it; NULL if there is none. The child, if `at` is not NULL.
const char *sdf_text(sdf_reader *reader, const xml_node *parent, const char *name, const xml_node **at);
hf_status sdf_numbers(sdf_reader *reader, const xml_node *parent, const char *name, double *out, int count);
hf_status sdf_flag(sdf_reader *reader, const xml_node *parent, const char *name, bool *out);
void sdf_note(sdf_reader *reader, const char *element);

// ---- frames ----

/// The raw pose of an element's <pose>; `relative` is what it is relative to, NULL by default.
hf_status sdf_read_pose(sdf_reader *reader, const xml_node *node, mjcf_pose *pose, const char **relative);

/// An item by a name that is used in a model (-1: the world); -1 if there is none. "a::b" goes into the model a,
/// "__model__" is the model itself.
int sdf_find(const sdf_reader *reader, int model, const char *name);
hf_status sdf_place(sdf_reader *reader, int item);

/// In the world, of an item that is placed; of what an element's <pose> says within a link.
mjcf_pose sdf_in_world(const sdf_reader *reader, int item);
hf_status sdf_pose_in(sdf_reader *reader, const xml_node *node, int link, mjcf_pose *pose);

/// The link that a name stands for: a frame's is that it is attached to, a model's its canonical one. -1: the world.
hf_status sdf_link_of(sdf_reader *reader, const xml_node *node, int model, const char *name, int *link);
mjcf_pose sdf_between(mjcf_pose outer, mjcf_pose inner); // inner, seen from outer

// ---- files ----

/// A file by its uri: model://NAME/…, package://NAME/…, file://…, or beside the file of `node`. The full path; NULL in
/// *path if it does not exist.
hf_status sdf_find_file(sdf_reader *reader, const xml_node *node, const char *uri, const char **path);

// ---- writing ----

/// An element with room for attributes, at the end of its parent's; NULL if memory is short.
xml_node *sdf_make(sdf_reader *reader, xml_node *parent, const char *name, const xml_node *from);
bool sdf_put(sdf_reader *reader, xml_node *node, const char *name, const char *value);
bool sdf_put_numbers(sdf_reader *reader, xml_node *node, const char *name, const double *x, int count);
bool sdf_put_pose(sdf_reader *reader, xml_node *node, mjcf_pose pose);

hf_status sdf_write_shapes(sdf_reader *reader, int link, xml_node *body, mjcf_pose frame);
hf_status sdf_write_trees(sdf_reader *reader);

#endif
