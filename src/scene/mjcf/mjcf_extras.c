// <holdfast>: what MJCF has no words for.

#include "base/error.h"
#include "scene/mjcf/mjcf.h"

#include <math.h>

static hf_status named_body(mjcf_reader *reader, const xml_node *node, const char *attribute, mjcf_body **body)
{
    int index = -1;
    TRY(mjcf_named(reader, node, attribute, "body", mjcf_find_body, false, &index));
    *body = &reader->bodies[index];
    return HF_STATUS_OK;
}

static hf_status read_restitution(mjcf_reader *reader, const xml_node *node, double *restitution)
{
    int written;
    TRY(mjcf_numbers(reader, node, "restitution", restitution, 1, 1, &written));
    if (written && !(*restitution >= 0 && *restitution <= 1))
        return mjcf_fail(reader, node, HF_STATUS_INVALID, "restitution: %g must lie in 0 … 1", *restitution);
    return HF_STATUS_OK;
}

static hf_status read_prescribe(mjcf_reader *reader, const xml_node *node)
{
    mjcf_body *body = NULL;
    hf_status status = named_body(reader, node, "body", &body);
    if (status != HF_STATUS_OK) return status;
    if (body == reader->bodies || body->parent != 0 || body->free || body->joint_count)
        return mjcf_fail(
            reader, node, HF_STATUS_FORMAT,
            "body: '%s' must be a child of the world without a joint, so that its motion can be prescribed",
            body->name);
    if (body->prescribed)
        return mjcf_fail(reader, node, HF_STATUS_FORMAT, "body: '%s' is prescribed twice", body->name);
    hf_body_def *def = &body->definition;
    status = mjcf_numbers(reader, node, "velocity", def->velocity, 3, 3, NULL);
    if (status == HF_STATUS_OK)
        status = mjcf_numbers(reader, node, "angular_velocity", def->angular_velocity, 3, 3, NULL);
    if (status == HF_STATUS_OK) status = mjcf_numbers(reader, node, "plane", def->plane, 3, 3, NULL);
    if (status == HF_STATUS_OK) status = mjcf_numbers(reader, node, "amplitude", def->amplitude, 3, 3, NULL);
    if (status == HF_STATUS_OK) status = mjcf_numbers(reader, node, "swing", def->swing, 3, 3, NULL);
    if (status == HF_STATUS_OK) status = mjcf_numbers(reader, node, "frequency", &def->frequency, 1, 1, NULL);
    if (status == HF_STATUS_OK) status = mjcf_numbers(reader, node, "phase", &def->phase, 1, 1, NULL);
    body->prescribed = true;
    return status;
}

/// Three numbers for each direction.
static hf_status read_directions(mjcf_reader *reader, const xml_node *node, mjcf_body *body)
{
    hf_body_def *def = &body->definition;
    int count = 0;
    hf_status status = mjcf_numbers(reader, node, "directions", def->directions[0], 0, 9, &count);
    if (status != HF_STATUS_OK || count == 0) return status;
    if (count % 3 != 0)
        return mjcf_fail(reader, node, HF_STATUS_FORMAT, "directions: %d numbers: 3, 6 or 9 are needed", count);
    if (!body->free || body->carried)
        return mjcf_fail(reader, node, HF_STATUS_FORMAT,
                         "directions: '%s' has no free joint of its own, so it does not move along them", body->name);
    def->direction_count = count / 3;
    return HF_STATUS_OK;
}

/// form, and what keeps it.
static hf_status read_form(mjcf_reader *reader, const xml_node *node, mjcf_body *body)
{
    hf_body_def *def = &body->definition;
    int form = HF_FORM_RIGID;
    hf_status status = mjcf_choice(reader, node, "form", "rigid|scale|affine", &form);
    if (status == HF_STATUS_OK) status = mjcf_numbers(reader, node, "young", &def->young, 1, 1, NULL);
    if (status == HF_STATUS_OK) status = mjcf_numbers(reader, node, "poisson", &def->poisson, 1, 1, NULL);
    if (status == HF_STATUS_OK) status = mjcf_numbers(reader, node, "strain_damping", &def->strain_damping, 1, 1, NULL);
    if (status == HF_STATUS_OK && form != HF_FORM_RIGID && !body->free)
        return mjcf_fail(reader, node, HF_STATUS_FORMAT,
                         "form: '%s' has no free joint, so it does not change its shape", body->name);
    def->form = (hf_form)form;
    return status;
}

static hf_status read_body(mjcf_reader *reader, const xml_node *node)
{
    mjcf_body *body = NULL;
    hf_status status = named_body(reader, node, "name", &body);
    if (status == HF_STATUS_OK) status = read_restitution(reader, node, &body->restitution);
    if (status != HF_STATUS_OK) return status;
    bool moves = xml_value(node, "velocity") || xml_value(node, "angular_velocity") || xml_value(node, "force") ||
                 xml_value(node, "torque");
    if (body->carried && (moves || xml_value(node, "plane")))
        return mjcf_fail(reader, node, HF_STATUS_UNSUPPORTED,
                         "name: the free joint of '%s' has inertia, springs, dampers or friction: velocities are those "
                         "of a keyframe, forces of a motor; or write <freejoint/>, which takes no defaults",
                         body->name);
    if (moves && !body->free)
        return mjcf_fail(reader, node, HF_STATUS_FORMAT,
                         "name: '%s' has no free joint, so it takes neither velocities nor forces", body->name);
    hf_body_def *def = &body->definition;
    status = mjcf_numbers(reader, node, "plane", def->plane, 3, 3, NULL);
    if (status == HF_STATUS_OK) status = read_directions(reader, node, body);
    if (status == HF_STATUS_OK) status = read_form(reader, node, body);
    if (status == HF_STATUS_OK) status = mjcf_numbers(reader, node, "velocity", def->velocity, 3, 3, NULL);
    if (status == HF_STATUS_OK)
        status = mjcf_numbers(reader, node, "angular_velocity", def->angular_velocity, 3, 3, NULL);
    if (status == HF_STATUS_OK) status = mjcf_numbers(reader, node, "force", def->force, 3, 3, NULL);
    if (status == HF_STATUS_OK) status = mjcf_numbers(reader, node, "torque", def->torque, 3, 3, NULL);
    return status;
}

/// Friction by speed and direction; the angle is in degrees, as that of friction laws is.
static hf_status read_grip(mjcf_reader *reader, const xml_node *node, hf_grip *grip)
{
    static const double DEGREE = 3.14159265358979323846 / 180.0;
    double angle = grip->grain_angle / DEGREE;
    TRY(mjcf_numbers(reader, node, "rest_friction", &grip->rest, 1, 1, NULL));
    TRY(mjcf_numbers(reader, node, "slip_speed", &grip->speed, 1, 1, NULL));
    TRY(mjcf_numbers(reader, node, "grain", grip->grain, 3, 3, NULL));
    TRY(mjcf_numbers(reader, node, "grain_angle", &angle, 1, 1, NULL));
    TRY(mjcf_numbers(reader, node, "friction_across", &grip->across, 1, 1, NULL));
    TRY(mjcf_numbers(reader, node, "friction_back", &grip->back, 1, 1, NULL));
    grip->grain_angle = angle * DEGREE;
    return HF_STATUS_OK;
}

static hf_status read_geom(mjcf_reader *reader, const xml_node *node)
{
    int index = -1;
    hf_status status = mjcf_named(reader, node, "name", "geom", mjcf_find_geom, false, &index);
    if (status != HF_STATUS_OK) return status;
    mjcf_geom *geom = &reader->geoms[index];
    int shape = geom->triangles;
    status = read_restitution(reader, node, &geom->restitution);
    if (status == HF_STATUS_OK) status = mjcf_numbers(reader, node, "compliance", &geom->compliance, 1, 1, NULL);
    if (status == HF_STATUS_OK && !(geom->compliance > 0))
        status = mjcf_fail(reader, node, HF_STATUS_INVALID, "compliance: %g must be > 0", geom->compliance);
    if (status == HF_STATUS_OK) status = mjcf_choice(reader, node, "shape", "hull|triangles", &shape);
    if (status == HF_STATUS_OK && xml_value(node, "shape") && geom->type != GEOM_MESH)
        status = mjcf_fail(reader, node, HF_STATUS_FORMAT, "shape: '%s' is not of type mesh", geom->name);
    geom->triangles = shape == 1;
    return status == HF_STATUS_OK ? read_grip(reader, node, &geom->grip) : status;
}

/// Springs of a ball about the axes of its link.
static hf_status read_joint(mjcf_reader *reader, const xml_node *node)
{
    int index = -1, rest = 0;
    hf_status status = mjcf_named(reader, node, "name", "joint", mjcf_find_joint, false, &index);
    if (status != HF_STATUS_OK) return status;
    mjcf_joint *joint = &reader->joints[index];
    status = mjcf_numbers(reader, node, "bending", joint->bending, 3, 3, NULL);
    if (status == HF_STATUS_OK) status = mjcf_numbers(reader, node, "bending_rest", joint->bending_rest, 4, 4, &rest);
    if (status != HF_STATUS_OK) return status;
    if (joint->type != JOINT_BALL)
        return mjcf_fail(reader, node, HF_STATUS_FORMAT, "bending: '%s' is no ball joint; use its stiffness",
                         joint->name);
    for (int i = 0; i < 3; i++)
        if (!(joint->bending[i] >= 0))
            return mjcf_fail(reader, node, HF_STATUS_INVALID, "bending: must not be negative");
    quat turn = quat_load(joint->bending_rest);
    if (rest && !(quat_norm(turn) > 1e-14)) return mjcf_fail(reader, node, HF_STATUS_INVALID, "bending_rest: is zero");
    if (rest && fabs(quat_norm(turn) - 1) > 1e-15) quat_store(joint->bending_rest, quat_normalize(turn));
    return HF_STATUS_OK;
}

hf_status mjcf_read_prescribed(mjcf_reader *reader)
{
    hf_status status = mjcf_each(reader, "holdfast", "prescribe", read_prescribe);
    if (status == HF_STATUS_OK) status = mjcf_mark_motions(reader);
    return status == HF_STATUS_OK ? mjcf_find_welds(reader) : status;
}

hf_status mjcf_read_extras(mjcf_reader *reader)
{
    TRY(mjcf_each(reader, "holdfast", "body", read_body));
    TRY(mjcf_each(reader, "holdfast", "geom", read_geom));
    return mjcf_each(reader, "holdfast", "joint", read_joint);
}
