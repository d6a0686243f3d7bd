// Which bodies change their shape, what is refused, and velocities of their points.

#include "model/small_body.h"

#include "base/error.h"
#include "base/memory.h"

#include <math.h>
#include <stdlib.h>

const char *hf_form_name(hf_form form)
{
    static const char *const names[] = {"rigid", "scale", "affine"};
    return (unsigned)form <= HF_FORM_AFFINE ? names[form] : "unknown form";
}

hf_status deformable_check(const char *label, const hf_body_def *def, hf_error *error)
{
    if ((unsigned)def->form > HF_FORM_AFFINE)
        return error_set(error, HF_STATUS_INVALID, "%s: form = %d is no kind of form", label, (int)def->form);
    if (def->form == HF_FORM_RIGID) return HF_STATUS_OK;
    if (def->motion != HF_MOTION_FREE || def->parent >= 0 || def->direction_count > 0 ||
        v3_norm2(v3_load(def->plane)) > 0.0)
        return error_set(error, HF_STATUS_INVALID,
                         "%s: form: only free bodies without a plane, directions and a parent change their shape",
                         label);
    const double STIFFEST = 1e13; // [Pa], ten times diamond: beyond, the rounding of strains is a force
    if (!(def->young > 0.0) || !(def->young <= STIFFEST))
        return error_set(error, HF_STATUS_INVALID,
                         "%s: young = %g Pa must be > 0, and at most %g: what is stiffer is a rigid body", label,
                         def->young, STIFFEST);
    if (!(def->poisson > -1.0 && def->poisson < 0.5))
        return error_set(error, HF_STATUS_INVALID, "%s: poisson = %g must lie between -1 and 0.5", label, def->poisson);
    if (!(def->strain_damping >= 0.0) || isinf(def->strain_damping))
        return error_set(error, HF_STATUS_INVALID, "%s: strain_damping = %g s must be >= 0 and finite", label,
                         def->strain_damping);
    return HF_STATUS_OK;
}

/// Shapes that the narrow phase knows stretched: all convex ones of a scaled body, of an affine one those whose image
/// is of such a kind again.
static hf_status check_shapes(const hf_model *m, int body, hf_error *error)
{
    for (int s = 0; s < collide_shape_count(m->scene); s++)
    {
        const hf_shape_def *def = collide_shape(m->scene, s);
        char label[LABEL_SIZE], owner[LABEL_SIZE];
        if (def->body != body) continue;
        bool affine = m->bodies[body].form == HF_FORM_AFFINE;
        bool round = def->kind == HF_SHAPE_CAPSULE || def->kind == HF_SHAPE_CYLINDER;
        if (def->kind != HF_SHAPE_MESH && !(affine && round)) continue;
        return error_set(error, HF_STATUS_INVALID, "%s: a %s of %s, which is %s: these have %s",
                         label_make(label, "shape", s, def->name), hf_shape_kind_name(def->kind),
                         label_make(owner, "body", body, m->bodies[body].name), affine ? "affine" : "scaled",
                         affine ? "spheres, ellipsoids, boxes and hulls" : "any shapes but meshes of triangles");
    }
    return HF_STATUS_OK;
}

/// Room for one more.
static bool reserve(hf_model *m)
{
    model_deformable *forms = memory_resize(m->forms, (size_t)m->deformable_count + 1, sizeof *forms);
    if (forms) m->forms = forms;
    if (!forms || m->body_deformable) return forms != NULL;
    m->body_deformable = MEMORY_ARRAY(int, (size_t)m->body_count);
    for (int k = 0; m->body_deformable && k < m->body_count; k++) m->body_deformable[k] = -1;
    return m->body_deformable != NULL;
}

bool model_add_strain(hf_model *m, int body)
{
    if (!m->body_strain)
    {
        m->body_strain = MEMORY_ARRAY(int, (size_t)m->body_count);
        for (int k = 0; m->body_strain && k < m->body_count; k++) m->body_strain[k] = -1;
    }
    if (m->body_strain) m->body_strain[body] = m->twist_count++;
    return m->body_strain != NULL;
}

hf_status model_add_deformable(hf_model *m, int body, double volume, hf_error *error)
{
    const hf_body_def *def = &m->bodies[body];
    char label[LABEL_SIZE];
    label_make(label, "body", body, def->name);
    if (!reserve(m)) return error_no_memory(error);
    if (!(volume > 0.0)) volume = def->mass / def->density;
    model_deformable *form = &m->forms[m->deformable_count];
    *form = (model_deformable){.body = body};
    if (!deformable_constants_make(&m->rigid[body], volume, def->young, def->poisson, def->strain_damping,
                                   &form->constants))
        return error_set(error, HF_STATUS_INVALID,
                         "%s: form: it is flat (its moments of inertia are %g %g %g), and a stretch across would have "
                         "no mass",
                         label, m->rigid[body].inertia[0], m->rigid[body].inertia[1], m->rigid[body].inertia[2]);
    m->body_deformable[body] = m->deformable_count++;
    if (!model_add_strain(m, body)) return error_no_memory(error);
    return check_shapes(m, body, error);
}

// ---- velocities ----

void deformable_store_strain(double row[6], const double D[9])
{
    const double six[6] = {D[0], D[4], D[8], D[1], D[2], D[5]};
    for (int k = 0; k < 6; k++) row[k] = six[k];
}

vec3 twist_velocity(const hf_model *model, double (*twists)[6], int body, vec3 arm)
{
    vec3 u = v3_add(v3_load(twists[body]), v3_cross(v3_load(twists[body] + 3), arm));
    int strain = model->body_strain ? model->body_strain[body] : -1;
    if (strain < 0) return u;
    const double *D = twists[strain];
    return v3_add(u, v3(D[0] * arm.x + D[3] * arm.y + D[4] * arm.z, D[3] * arm.x + D[1] * arm.y + D[5] * arm.z,
                        D[4] * arm.x + D[5] * arm.y + D[2] * arm.z));
}

double twist_rate(const hf_model *model, double (*twists)[6], int body)
{
    double turning = v3_norm(v3_load(twists[body] + 3)), square = 0.0;
    int strain = model->body_strain ? model->body_strain[body] : -1;
    if (strain < 0) return turning;
    const double *D = twists[strain];
    for (int k = 0; k < 6; k++) square += (k < 3 ? 1.0 : 2.0) * D[k] * D[k]; // Frobenius' norm
    return turning + sqrt(square);
}

// ---- a step ----

deformable_room *deformable_room_of(const object_step *step, int object)
{
    return &step->scratch->forms[step->model->objects[object].index];
}

bool deformable_fits_jump(const object_step *step, int object)
{
    return deformable_room_of(step, object)->weight == 1.0;
}
