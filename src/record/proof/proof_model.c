// The model of a proof: what the discrete equations of a step need to know, as JSON with 17 digits.

#include "record/proof/proof.h"

#include "bodies/planar.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

bool proof_moves(const hf_model *model, int body)
{
    return model->body_object[body] >= 0 || model->bodies[body].motion == HF_MOTION_PRESCRIBED;
}

/// Trees that float, or hang on what is static, and whose joints are not led.
static bool knows_tree(const hf_model *model, const model_tree *t)
{
    bool led = false;
    for (int k = 0; k < t->v_count; k++) led |= t->articulated->prescribed[k];
    return !led && (t->floating || model->bodies[t->base].motion == HF_MOTION_STATIC);
}

const char *proof_motion(const hf_model *model, int body)
{
    const object_methods *kind = object_of_body(model, body);
    if (!kind) return model->bodies[body].motion == HF_MOTION_PRESCRIBED ? "prescribed" : "static";
    if (kind == &object_rigid) return "free";
    if (kind == &object_planar) return "planar";
    if (kind == &object_reduced &&
        knows_tree(model, &model->mechanism.trees[model->objects[model->body_object[body]].index]))
        return "link";
    return kind == &object_particle ? "particle" : NULL;
}

// ---- JSON ----

static bool put_text(byte_buffer *out, const char *format, ...) HF_PRINTF(2, 3);

static bool put_text(byte_buffer *out, const char *format, ...)
{
    char text[256];
    va_list list;
    va_start(list, format);
    int count = vsnprintf(text, sizeof text, format, list);
    va_end(list);
    return count >= 0 && (size_t)count < sizeof text && bytes_put_all(out, text, (size_t)count);
}

/// What is no plain character becomes '?': names are for people.
static bool put_name(byte_buffer *out, const char *name)
{
    bool well = bytes_put(out, '"', 1);
    for (const char *c = name ? name : ""; *c && well; c++)
    {
        bool plain = *c >= ' ' && *c <= '~' && *c != '"' && *c != '\\';
        well = bytes_put(out, (unsigned char)(plain ? *c : '?'), 1);
    }
    return well && bytes_put(out, '"', 1);
}

static bool put_numbers(byte_buffer *out, const char *key, const double *x, size_t count)
{
    bool well = put_text(out, ",\"%s\":[", key);
    for (size_t k = 0; k < count && well; k++) well = put_text(out, "%s%.17g", k ? "," : "", x[k]);
    return well && bytes_put(out, ']', 1);
}

static bool put_number(byte_buffer *out, const char *key, double x)
{
    return put_text(out, ",\"%s\":%.17g", key, isfinite(x) ? x : 0.0);
}

// ---- parts ----

static bool put_body(const hf_model *m, int k, byte_buffer *out)
{
    const hf_body_def *def = &m->bodies[k];
    const rigid_constants *c = &m->rigid[k];
    const body_state *s = &m->initial[k];
    bool free = m->body_object[k] >= 0,
         well = put_text(out, "%s{\"name\":", k ? ",\n" : "") && put_name(out, def->name);
    well = well && put_text(out, ",\"motion\":\"%s\"", proof_motion(m, k));
    well = well && put_numbers(out, "center", c->center, 3) && put_numbers(out, "principal", c->principal, 4);
    if (!proof_moves(m, k)) well = well && put_numbers(out, "x", s->x, 3) && put_numbers(out, "q", s->q, 4);
    if (free)
        well = well && put_number(out, "mass", c->mass) && put_numbers(out, "inertia", c->inertia, 3) &&
               put_number(out, "gravity_scale", c->gravity_scale);
    if (free) well = well && put_text(out, ",\"dof\":%d", m->objects[m->body_object[k]].dof);
    if (free && object_of_body(m, k) == &object_planar)
    {
        const planar_body p = planar_make(v3_load(def->plane), c, s);
        double axes[6];
        v3_store(axes, p.e1);
        v3_store(axes + 3, p.e2);
        well = well && put_numbers(out, "normal", def->plane, 3) && put_numbers(out, "axes", axes, 6);
    }
    if (free && object_of_body(m, k) == &object_particle)
    {
        vec3 e[3];
        double axes[9];
        int count = particle_basis(def, e);
        for (int j = 0; j < count; j++) v3_store(axes + 3 * j, e[j]);
        well = well && put_numbers(out, "directions", axes, 3 * (size_t)count);
    }
    return well && bytes_put(out, '}', 1);
}

// ---- trees ----

static bool put_vec(byte_buffer *out, const char *key, vec3 x)
{
    double a[3];
    v3_store(a, x);
    return put_numbers(out, key, a, 3);
}

static bool put_quat(byte_buffer *out, const char *key, quat q)
{
    double a[4];
    quat_store(a, q);
    return put_numbers(out, key, a, 4);
}

static bool put_joint(const articulated_joint *j, bool first, byte_buffer *out)
{
    static const char *const names[] = {
        [HF_JOINT_HINGE] = "hinge", [HF_JOINT_SLIDE] = "slide", [HF_JOINT_BALL] = "ball"};
    quat turn = articulated_is_turned(j) ? j->turn : quat_identity();
    return put_text(out, "%s{\"kind\":\"%s\"", first ? "" : ",", names[j->kind]) &&
           put_vec(out, "position", j->position) && put_vec(out, "axis", j->axis) &&
           put_number(out, "reference", j->reference) && put_quat(out, "turn", turn) && bytes_put(out, '}', 1);
}

static bool put_link(const articulated_tree *t, int k, int body, byte_buffer *out)
{
    const articulated_link *l = &t->links[k];
    bool well = put_text(out, "%s{\"body\":%d,\"parent\":%d", k ? ",\n" : "", body, l->parent);
    well = well && put_vec(out, "position", l->position) && put_quat(out, "orientation", l->orientation) &&
           put_vec(out, "center", l->center) && put_number(out, "mass", l->mass) &&
           put_numbers(out, "inertia", l->inertia, 6) && put_number(out, "gravity_scale", l->gravity_scale);
    well = well && put_text(out, ",\"joints\":[");
    for (int j = 0; j < l->joint_count && well; j++) well = put_joint(&t->joints[l->joint_begin + j], j == 0, out);
    return well && put_text(out, "]}");
}

static bool put_tree(const hf_model *m, int k, byte_buffer *out)
{
    const model_tree *t = &m->mechanism.trees[k];
    int first = m->mechanism.links[t->link_begin];
    bool well = put_text(out, "%s{\"floating\":%s,\"dof\":%d", k ? ",\n" : "", t->floating ? "true" : "false",
                         m->objects[m->body_object[first]].dof);
    const body_state *base = &m->initial[t->floating ? 0 : t->base];
    well = well && put_numbers(out, "x", base->x, 3) && put_numbers(out, "q", base->q, 4) &&
           put_numbers(out, "armature", t->articulated->armature, (size_t)t->v_count) && put_text(out, ",\"links\":[");
    for (int j = 0; j < t->link_count && well; j++)
        well = put_link(t->articulated, j, m->mechanism.links[t->link_begin + j], out);
    return well && put_text(out, "]}");
}

static bool put_shape(const hf_model *m, int k, byte_buffer *out)
{
    const hf_shape_def *s = collide_shape(m->scene, k);
    bool well = put_text(out, "%s{\"name\":", k ? ",\n" : "") && put_name(out, s->name);
    well = well && put_text(out, ",\"body\":%d,\"kind\":\"%s\",\"mesh\":%d,\"priority\":%d,\"condim\":%d", s->body,
                            hf_shape_kind_name(s->kind), s->mesh, s->priority, s->condim);
    well = well && put_numbers(out, "size", s->size, 3) && put_numbers(out, "position", s->position, 3) &&
           put_numbers(out, "orientation", s->orientation, 4);
    well = well && put_number(out, "friction", s->friction) && put_number(out, "torsion", s->torsion) &&
           put_number(out, "rolling", s->rolling) && put_number(out, "restitution", s->restitution);
    return well && bytes_put(out, '}', 1);
}

static bool put_pair(const shape_pair *p, bool first, byte_buffer *out)
{
    const hf_friction_coefficients *f = &p->friction;
    return put_text(out, "%s{\"shapes\":[%d,%d],\"condim\":%d", first ? "" : ",\n", p->shape[0], p->shape[1],
                    p->condim) &&
           put_numbers(out, "tangent", f->tangent, 2) && put_number(out, "torsion", f->torsion) &&
           put_numbers(out, "rolling", f->rolling, 2) && bytes_put(out, '}', 1);
}

/// Vertices of the hulls that shapes have.
static bool put_hulls(const hf_model *m, byte_buffer *out)
{
    bool well = put_text(out, "],\n\"hulls\":["), any = false;
    for (int k = 0; k < collide_mesh_count(m->scene) && well; k++)
    {
        hf_mesh_def hull = collide_hull(m->scene, k);
        if (hull.vertex_count == 0) continue;
        well = put_text(out, "%s{\"mesh\":%d", any ? ",\n" : "", k) &&
               put_numbers(out, "vertices", hull.vertices, 3 * (size_t)hull.vertex_count) && bytes_put(out, '}', 1);
        any = true;
    }
    return well;
}

bool proof_put_model(const hf_world *world, byte_buffer *out)
{
    const hf_model *m = world->model;
    const hf_settings *s = &world->settings;
    const hf_friction_law law = hf_settings_friction(s);
    bool well = put_text(out, "{\"format\":\"holdfast proof\",\"version\":%d,\"program\":\"holdfast %s\"",
                         PROOF_VERSION, hf_version());
    well = well && put_numbers(out, "gravity", s->physics.gravity, 3) && put_number(out, "theta", s->step.theta) &&
           put_number(out, "tolerance", s->solver.tolerance) && put_number(out, "accept", s->solver.accept) &&
           put_number(out, "coefficient", s->law.coefficient);
    well = well && put_text(out, ",\"friction\":\"%s\",\"sides\":%d", hf_friction_name(law.kind), law.sides) &&
           put_number(out, "direction", law.direction) &&
           put_text(out, ",\"mechanisms\":%s", model_has_rows(m) ? "true" : "false");
    well = well && put_text(out, ",\n\"bodies\":[");
    for (int k = 0; k < m->body_count && well; k++) well = put_body(m, k, out);
    well = well && put_text(out, "],\n\"shapes\":[");
    for (int k = 0; k < collide_shape_count(m->scene) && well; k++) well = put_shape(m, k, out);
    well = well && put_text(out, "],\n\"pairs\":[");
    for (int k = 0; k < m->pair_count && well; k++) well = put_pair(&m->pairs[k], k == 0, out);
    well = well && put_hulls(m, out) && put_text(out, "],\n\"trees\":[");
    for (int k = 0; k < m->mechanism.tree_count && well; k++) well = put_tree(m, k, out);
    return well && put_text(out, "]}\n");
}
