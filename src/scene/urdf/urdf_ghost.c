// Links without mass that joints move: places, not things, such as the links of a base that slides along x and y and
// turns, or the frame between the fingers of a gripper.
//
// With one link behind it, whose joint moves, such a link vanishes, and its joint becomes another joint of that one's
// body: with the origin T of the joint behind it, J before T is T (T⁻¹ J T), so that its axis is Rᵀ a at -Rᵀ p. At the
// end of a branch there is nothing for its joint to move: the link is fixed, with a note.
//
// One that collides is a thing: it weighs what its shapes weigh at 1000 kg/m³, as in MuJoCo, with a note.

#include "scene/urdf/urdf.h"

#include "base/error.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool is_of_type(const xml_node *joint, const char *type)
{
    const char *own = joint ? xml_value(joint, "type") : NULL;
    return own && strcmp(own, type) == 0;
}

/// Not fixed, nor free, nor of a type that there is not.
static bool moves(const xml_node *joint)
{
    static const char *const types[] = {"revolute",  "continuous", "prismatic", "planar",
                                        "spherical", "ball",       "universal"};
    for (size_t k = 0; k < sizeof types / sizeof types[0]; k++)
        if (is_of_type(joint, types[k])) return true;
    return false;
}

static bool has_mass(const xml_node *link)
{
    const xml_node *inertial = mjcf_child(link, "inertial", NULL);
    const xml_node *mass = inertial ? mjcf_child(inertial, "mass", NULL) : NULL;
    const char *value = mass ? xml_value(mass, "value") : NULL;
    return inertial && !(value && strtod(value, NULL) == 0);
}

urdf_ghost urdf_ghost_of(const urdf_reader *reader, const urdf_link *link)
{
    if (!moves(link->joint) || has_mass(link->node) || mjcf_child(link->node, "collision", NULL)) return URDF_NO_GHOST;
    if (link->first < 0) return URDF_END;
    const urdf_link *behind = &reader->links[link->first];
    bool one = behind->next < 0 && moves(behind->joint), room = reader->carried_count < CARRIED_CAPACITY;
    return one && room && !mjcf_child(link->node, "visual", NULL) ? URDF_WAY : URDF_NO_GHOST;
}

void urdf_carry(urdf_reader *reader, const xml_node *joint)
{
    reader->carried[reader->carried_count++] = (urdf_carried){joint, {v3_zero(), quat_identity()}};
}

void urdf_go_on(urdf_reader *reader, mjcf_pose origin)
{
    for (int k = 0; k < reader->carried_count; k++)
        reader->carried[k].behind = mjcf_compose(reader->carried[k].behind, origin);
}

hf_status urdf_put_carried(urdf_reader *reader, int body)
{
    hf_status status = HF_STATUS_OK;
    for (int k = 0; k < reader->carried_count && status == HF_STATUS_OK; k++)
        status = urdf_add_joints(reader, reader->carried[k].joint, body, reader->carried[k].behind);
    reader->carried_count = 0;
    return status;
}

void urdf_note_fixed(const urdf_reader *reader, const urdf_link *link)
{
    char text[200];
    snprintf(text, sizeof text, "the joint '%.60s' moves no mass: the link '%.60s' is fixed",
             xml_value(link->joint, "name"), link->name);
    mjcf_note(reader->scene, link->joint, text);
}

// ---- what collides has a mass ----

static bool collides(const mjcf_geom *geom, int body)
{
    return geom->body == body && (geom->contype || geom->conaffinity);
}

bool urdf_moves(const mjcf_reader *scene, int body)
{
    for (int k = 0; k < scene->joint_count; k++)
        if (scene->joints[k].body == body) return true;
    return false;
}

/// Whether a body moves without any mass, that of what is fixed to it included.
static bool is_weightless(const mjcf_reader *scene, int body)
{
    if (scene->bodies[body].mass.mass > 0 || !urdf_moves(scene, body)) return false;
    for (int k = body + 1; k < scene->body_count; k++)
        if (scene->bodies[k].parent == body && scene->bodies[k].mass.mass > 0 && !urdf_moves(scene, k)) return false;
    return true;
}

hf_status urdf_weigh_shapes(urdf_reader *reader)
{
    mjcf_reader *scene = reader->scene;
    int first = -1, count = 0;
    for (int body = 1; body < scene->body_count; body++)
    {
        mass_properties sum = {0};
        if (!is_weightless(scene, body)) continue;
        for (int k = 0; k < scene->geom_count; k++)
        {
            mass_properties part;
            if (!collides(&scene->geoms[k], body)) continue;
            TRY(mjcf_geom_mass(scene, &scene->geoms[k], &part));
            mjcf_add_mass(&sum, &part);
        }
        if (!(sum.mass > 0)) continue;
        TRY(mjcf_check_mass(scene, scene->bodies[body].node, &sum));
        scene->bodies[body].mass = sum;
        if (count++ == 0) first = body;
    }
    if (count == 0) return HF_STATUS_OK;
    char text[240];
    snprintf(text, sizeof text, "no mass is given to the link '%.60s'%s: %s what %s at 1000 kg/m³",
             scene->bodies[first].name, count > 1 ? " and others" : "", count > 1 ? "they weigh" : "it weighs",
             count > 1 ? "their shapes weigh" : "its shapes weigh");
    mjcf_note(scene, scene->bodies[first].node, text);
    return HF_STATUS_OK;
}
