// The contents of a URDF link: its mass, what of it collides, and what it looks like.

#include "scene/urdf/urdf.h"

#include "base/error.h"

#include <string.h>

// ---- mass ----

static hf_status read_inertial(urdf_reader *reader, const xml_node *node, mass_properties *out)
{
    static const char *const entries[6] = {"ixx", "iyy", "izz", "ixy", "ixz", "iyz"};
    mjcf_reader *scene = reader->scene;
    mjcf_pose origin;
    mass_properties own = {0};
    int written = 0;
    const xml_node *mass = mjcf_child(node, "mass", NULL), *inertia = mjcf_child(node, "inertia", NULL);
    if (!mass || !inertia) return mjcf_fail(scene, node, HF_STATUS_FORMAT, "needs <mass> and <inertia>");
    hf_status status = urdf_origin(reader, node, &origin);
    if (status == HF_STATUS_OK) status = mjcf_numbers(scene, mass, "value", &own.mass, 1, 1, &written);
    if (status == HF_STATUS_OK && !written)
        status = mjcf_fail(scene, mass, HF_STATUS_FORMAT, "needs the attribute value");
    for (int k = 0; k < 6 && status == HF_STATUS_OK; k++)
        status = mjcf_numbers(scene, inertia, entries[k], &own.inertia[k], 1, 1, NULL);
    if (status != HF_STATUS_OK) return status;
    if (own.mass < 0) return mjcf_fail(scene, mass, HF_STATUS_INVALID, "value: %g kg is negative", own.mass);
    bool positive = own.inertia[0] + own.inertia[1] + own.inertia[2] > 0; // one moment below 0 is repaired
    for (int k = 0; k < 3; k++)
        if (own.inertia[k] < 0 && !(positive && scene->compiler.any_inertia))
            return mjcf_fail(scene, inertia, HF_STATUS_INVALID, "%s is negative", entries[k]);
    status = mjcf_check_mass(scene, inertia, &own);
    *out = mjcf_place_mass(&own, origin);
    return status;
}

static hf_status add_mass(urdf_reader *reader, const urdf_link *link, urdf_place place)
{
    const xml_node *node = mjcf_child(link->node, "inertial", NULL);
    if (!node || place.body == 0) return HF_STATUS_OK;
    if (mjcf_child(link->node, "inertial", node))
        return mjcf_fail(reader->scene, mjcf_child(link->node, "inertial", node), HF_STATUS_FORMAT,
                         "the link has an inertial already");
    mass_properties own;
    hf_status status = read_inertial(reader, node, &own);
    if (status != HF_STATUS_OK) return status;
    own = mjcf_place_mass(&own, place.frame);
    mjcf_add_mass(&reader->scene->bodies[place.body].mass, &own);
    return HF_STATUS_OK;
}

// ---- colours ----

/// <material> of a visual, or the robot's of that name.
static void urdf_colour(urdf_reader *reader, const xml_node *visual, mjcf_geom *geom)
{
    const xml_node *material = mjcf_child(visual, "material", NULL);
    const char *name = material ? xml_value(material, "name") : NULL;
    const xml_node *colour = material ? mjcf_child(material, "color", NULL) : NULL, *other = NULL;
    while (name && !colour && (other = mjcf_child(reader->robot, "material", other)) != NULL)
    {
        const char *own = xml_value(other, "name");
        if (own && strcmp(own, name) == 0) colour = mjcf_child(other, "color", NULL);
    }
    hf_error kept = *reader->scene->error;
    if (colour && mjcf_numbers(reader->scene, colour, "rgba", geom->rgba, 4, 4, NULL) == HF_STATUS_OK)
        geom->has_rgba = true;
    *reader->scene->error = kept;
}

// ---- geoms ----

/// Lengths are written whole; geoms have halves.
static hf_status read_round(urdf_reader *reader, const xml_node *form, mjcf_geom *geom)
{
    double length = 0;
    hf_status status = mjcf_numbers(reader->scene, form, "radius", &geom->size[0], 1, 1, NULL);
    if (status == HF_STATUS_OK) status = mjcf_numbers(reader->scene, form, "length", &length, 1, 1, NULL);
    geom->size[1] = length / 2;
    return status;
}

static hf_status read_form(urdf_reader *reader, const xml_node *form, mjcf_geom *geom)
{
    mjcf_reader *scene = reader->scene;
    static const int needed[] = {[GEOM_SPHERE] = 1, [GEOM_CAPSULE] = 2, [GEOM_CYLINDER] = 2, [GEOM_BOX] = 3};
    hf_status status = HF_STATUS_OK;
    if (strcmp(form->name, "box") == 0)
    {
        geom->type = GEOM_BOX;
        status = mjcf_numbers(scene, form, "size", geom->size, 3, 3, NULL);
        for (int i = 0; i < 3; i++) geom->size[i] /= 2;
    }
    else if (strcmp(form->name, "sphere") == 0)
    {
        geom->type = GEOM_SPHERE;
        status = mjcf_numbers(scene, form, "radius", &geom->size[0], 1, 1, NULL);
    }
    else if (strcmp(form->name, "cylinder") == 0 || strcmp(form->name, "capsule") == 0)
    {
        geom->type = form->name[1] == 'y' ? GEOM_CYLINDER : GEOM_CAPSULE;
        status = read_round(reader, form, geom);
    }
    else if (strcmp(form->name, "mesh") == 0)
    {
        geom->type = GEOM_MESH;
        return urdf_find_mesh(reader, form, &geom->mesh);
    }
    else return mjcf_fail(scene, form, HF_STATUS_FORMAT, "is no geometry: box, sphere, cylinder, capsule or mesh");
    for (int i = 0; i < needed[geom->type] && status == HF_STATUS_OK; i++)
        if (!(geom->size[i] > 0))
            status = mjcf_fail(scene, form, HF_STATUS_INVALID, "all its lengths must be given and greater than 0");
    return status;
}

enum
{
    SEEN_GROUP = 1, // of visuals,
    FELT_GROUP = 3, // and of what collides beside them, which is hidden at first
};

/// A look that cannot be read is no reason to refuse a robot: it is left out, and counted.
static hf_status add_visual(urdf_reader *reader, const xml_node *node, urdf_place place)
{
    mjcf_reader *scene = reader->scene;
    const xml_node *geometry = mjcf_child(node, "geometry", NULL), *form = geometry ? geometry->first : NULL;
    if (!form) return HF_STATUS_OK;
    mjcf_geom *geom = &scene->geoms[scene->geom_count];
    *geom = scene->classes->geom;
    geom->node = node, geom->body = place.body;
    geom->contype = geom->conaffinity = 0;
    geom->group = SEEN_GROUP;
    mjcf_pose origin;
    hf_status status = urdf_origin(reader, node, &origin);
    if (status == HF_STATUS_OK) status = read_form(reader, form, geom);
    if (status == HF_STATUS_NO_MEMORY) return status;
    if (status != HF_STATUS_OK)
    {
        const char *file = xml_value(form, "filename");
        mjcf_note_missing(scene, file ? file : form->name);
        *scene->error = (hf_error){0};
        return HF_STATUS_OK;
    }
    geom->pose = mjcf_compose(place.frame, origin);
    urdf_colour(reader, node, geom);
    scene->geom_count++;
    return HF_STATUS_OK;
}

static hf_status read_value(urdf_reader *reader, const xml_node *parent, const char *name, double *value, int *written)
{
    const xml_node *node = parent ? mjcf_child(parent, name, NULL) : NULL;
    *written = 0;
    return node ? mjcf_numbers(reader->scene, node, "value", value, 1, 1, written) : HF_STATUS_OK;
}

/// Friction in Bullet's words (<contact> of a link) and Drake's (<proximity_properties> of a collision). Moments need
/// more dimensions of a contact.
static hf_status read_friction(urdf_reader *reader, const xml_node *link, const xml_node *collision, mjcf_geom *geom)
{
    const xml_node *contact = mjcf_child(link, "contact", NULL),
                   *near = mjcf_child(collision, "proximity_properties", NULL);
    int slides, spins = 0, rolls = 0;
    hf_status status = read_value(reader, contact, "lateral_friction", &geom->friction[0], &slides);
    if (status == HF_STATUS_OK) status = read_value(reader, near, "mu_dynamic", &geom->friction[0], &slides);
    if (status == HF_STATUS_OK) status = read_value(reader, contact, "spinning_friction", &geom->friction[1], &spins);
    if (status == HF_STATUS_OK) status = read_value(reader, contact, "rolling_friction", &geom->friction[2], &rolls);
    if (status == HF_STATUS_OK) status = read_value(reader, contact, "restitution", &geom->restitution, &slides);
    if (status != HF_STATUS_OK) return status;
    for (int k = 0; k < 3; k++)
        if (geom->friction[k] < 0)
            return mjcf_fail(reader->scene, collision, HF_STATUS_INVALID, "friction is negative");
    if (slides && !(geom->restitution >= 0 && geom->restitution <= 1))
        return mjcf_fail(reader->scene, contact, HF_STATUS_INVALID, "restitution: %g must lie in 0 … 1",
                         geom->restitution);
    if (rolls && geom->friction[2] > 0) geom->condim = 6;
    else if (spins && geom->friction[1] > 0) geom->condim = 4;
    if (rolls && !spins) geom->friction[1] = 0;
    return HF_STATUS_OK;
}

/// A sphere of no radius or a box of no length, with which tools mark what has no shape.
static bool is_point(urdf_reader *reader, const xml_node *form)
{
    bool box = strcmp(form->name, "box") == 0;
    double size[3] = {-1, 0, 0};
    int wanted = box ? 3 : 1, count = 0;
    return (box || strcmp(form->name, "sphere") == 0) &&
           mjcf_numbers(reader->scene, form, box ? "size" : "radius", size, wanted, wanted, &count) == HF_STATUS_OK &&
           count == wanted && size[0] == 0 && size[1] == 0 && size[2] == 0;
}

static hf_status add_collision(urdf_reader *reader, const xml_node *link, const xml_node *node, urdf_place place,
                               bool seen)
{
    mjcf_reader *scene = reader->scene;
    const xml_node *geometry = mjcf_child(node, "geometry", NULL), *form = geometry ? geometry->first : NULL;
    if (!form) return mjcf_fail(scene, node, HF_STATUS_FORMAT, "needs a <geometry> that is not empty");
    if (is_point(reader, form))
    {
        mjcf_note(scene, form, "its size is 0: it is left out, and touches nothing");
        return HF_STATUS_OK;
    }
    mjcf_geom *geom = &scene->geoms[scene->geom_count];
    *geom = scene->classes->geom;
    geom->node = node;
    geom->body = place.body;
    if (seen) geom->group = FELT_GROUP;
    const char *name = xml_value(node, "name");
    if (mjcf_find_geom(scene, name) < 0) geom->name = name; // names of collisions need not differ
    mjcf_pose origin;
    hf_status status = urdf_origin(reader, node, &origin);
    if (status == HF_STATUS_OK) status = read_form(reader, form, geom);
    if (status == HF_STATUS_OK) status = read_friction(reader, link, node, geom);
    if (status != HF_STATUS_OK) return status;
    geom->pose = mjcf_compose(place.frame, origin);
    scene->geom_count++;
    return HF_STATUS_OK;
}

hf_status urdf_add_link(urdf_reader *reader, const urdf_link *link, urdf_place place)
{
    static const char *const known[] = {"inertial", "collision", "visual", "contact"};
    TRY(add_mass(reader, link, place));
    for (const xml_node *node = link->node->first; node; node = node->next)
    {
        bool used = false;
        for (int k = 0; k < 4; k++) used = used || strcmp(node->name, known[k]) == 0;
        if (!used) urdf_note(reader, node->name);
        if (strcmp(node->name, "collision") == 0)
            TRY(add_collision(reader, link->node, node, place, mjcf_child(link->node, "visual", NULL) != NULL));
        if (strcmp(node->name, "visual") == 0) TRY(add_visual(reader, node, place));
    }
    return HF_STATUS_OK;
}
