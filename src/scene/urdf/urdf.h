// URDF as it is read: links and joints become the pieces of a scene that MJCF knows (mjcf.h), and go the same way from
// there.

#ifndef HF_SCENE_URDF_URDF_H
#define HF_SCENE_URDF_URDF_H

#include "scene/mjcf/mjcf.h"

typedef struct urdf_link
{
    const char *name;
    const xml_node *node;
    const xml_node *joint; // that it hangs on; NULL of a root
    int parent;            // link
    int first, next;       // child, and sibling; -1: none
    bool reached;
} urdf_link;

/// q = multiplier q_of + offset
typedef struct urdf_mimic
{
    const xml_node *node;
    const char *joint, *of;
    double multiplier, offset;
} urdf_mimic;

enum
{
    UNUSED_CAPACITY = 32,
    CARRIED_CAPACITY = 16,
};

/// A joint of a link that vanished, on its way to the next body: where that body's frame is in the joint's.
typedef struct urdf_carried
{
    const xml_node *joint;
    mjcf_pose behind;
} urdf_carried;

typedef struct urdf_reader
{
    mjcf_reader *scene;
    hf_urdf_options options;
    const xml_node *robot;
    urdf_link *links;
    int link_count;
    name_table *link_names;
    urdf_mimic *mimics;
    int mimic_count;
    urdf_carried carried[CARRIED_CAPACITY];
    int carried_count;
    const char *unused[UNUSED_CAPACITY]; // elements without a meaning here, each kind once
    int unused_count;
    bool strayed; // a mesh was found elsewhere than its package says, and that was told
} urdf_reader;

/// Where a link's contents go: into which body, at which frame in it.
typedef struct urdf_place
{
    int body;
    mjcf_pose frame;
} urdf_place;

/// <origin xyz rpy>: the identity if it is absent.
hf_status urdf_origin(urdf_reader *reader, const xml_node *parent, mjcf_pose *pose);

/// Mass and colliding geoms of a link: urdf_link.c.
hf_status urdf_add_link(urdf_reader *reader, const urdf_link *link, urdf_place place);

/// Joints of a body by what <joint> says: urdf_joint.c. Fixed ones are none of these. `behind`: the body's frame in the
/// joint's.
hf_status urdf_add_joints(urdf_reader *reader, const xml_node *joint, int body, mjcf_pose behind);

/// Links without mass that joints move: urdf_ghost.c.
typedef enum urdf_ghost
{
    URDF_NO_GHOST,
    URDF_WAY, // its joint is carried to the body behind it
    URDF_END, // nothing is behind it
} urdf_ghost;

urdf_ghost urdf_ghost_of(const urdf_reader *reader, const urdf_link *link);
void urdf_carry(urdf_reader *reader, const xml_node *joint);
void urdf_go_on(urdf_reader *reader, mjcf_pose origin); // the next link is at this origin
hf_status urdf_put_carried(urdf_reader *reader, int body);
bool urdf_moves(const mjcf_reader *scene, int body); // by a joint of its own
hf_status urdf_weigh_shapes(urdf_reader *reader);
void urdf_note_fixed(const urdf_reader *reader, const urdf_link *link);
hf_status urdf_emit_mimics(urdf_reader *reader);

/// A mesh by the name that URDF gives it: urdf_mesh.c. `geometry` is the <mesh> element.
hf_status urdf_find_mesh(urdf_reader *reader, const xml_node *geometry, const char **name);

void urdf_note(urdf_reader *reader, const char *element);

#endif
