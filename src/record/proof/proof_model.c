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

const char *proof_motion(const hf_model *model, int body)
{
    const object_methods *kind = object_of_body(model, body);
    if (!kind) return model->bodies[body].motion == HF_MOTION_PRESCRIBED ? "prescribed" : "static";
    if (kind == &object_rigid) return "free";
    if (kind == &object_planar) return "planar";
    return kind == &object_particle ? "particle" : "part";
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

// ---- systems ----

static bool put_system(const hf_model *m, const proof_system *s, bool first, byte_buffer *out)
{
    bool well = put_text(out, "%s{\"kind\":\"%s\",\"dof\":%d,\"count\":%d,\"fields\":%s", first ? "" : ",\n",
                         object_of(m, s->object)->name, s->dof, s->count, s->has_fields ? "true" : "false");
    well = well && put_numbers(out, "mass", s->mass, (size_t)s->count) &&
           put_numbers(out, "weight", s->weigh, 3 * (size_t)s->count) && put_text(out, ",\"parts\":[");
    for (int k = 0; k < s->part_count && well; k++)
    {
        well = put_text(out, "%s{\"body\":%d,\"dofs\":[", k ? "," : "", s->parts[k].body);
        for (int d = 0; d < s->parts[k].count && well; d++)
            well = put_text(out, "%s%d", d ? "," : "", s->parts[k].dofs[d]);
        well = well && put_text(out, "]}");
    }
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

/// Planes of the hulls that shapes have: normal, outwards, and distance from the origin of each triangle.
static bool put_hulls(const hf_model *m, byte_buffer *out)
{
    bool well = put_text(out, "],\n\"hulls\":["), any = false;
    for (int k = 0; k < collide_mesh_count(m->scene) && well; k++)
    {
        hf_mesh_def hull = collide_hull(m->scene, k);
        if (hull.triangle_count == 0) continue;
        well = put_text(out, "%s{\"mesh\":%d,\"planes\":[", any ? ",\n" : "", k);
        any = true;
        for (int t = 0; t < hull.triangle_count && well; t++)
        {
            const int *i = hull.triangles + 3 * (size_t)t;
            vec3 a = v3_load(hull.vertices + 3 * (size_t)i[0]), b = v3_load(hull.vertices + 3 * (size_t)i[1]);
            vec3 c = v3_load(hull.vertices + 3 * (size_t)i[2]);
            vec3 n = v3_unit_or(v3_cross(v3_sub(b, a), v3_sub(c, a)), v3_zero());
            well = put_text(out, "%s%.14g,%.14g,%.14g,%.17g", t ? "," : "", n.x, n.y, n.z, v3_dot(n, a));
        }
        well = well && put_text(out, "]}");
    }
    return well;
}

bool proof_put_model(const hf_world *world, const proof_systems *systems, byte_buffer *out)
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
    well = well && put_hulls(m, out) && put_text(out, "],\n\"systems\":[");
    for (int k = 0; k < systems->count && well; k++) well = put_system(m, &systems->of[k], k == 0, out);
    return well && put_text(out, "]}\n");
}
