// Volume, centre and inertia of a shape of density 1.
//
// Round and straight shapes by their formulas; hulls and meshes as the sum of the tetrahedra between the triangles and
// a point near the mesh, each with the sign of its orientation: for a closed surface the outside cancels (Mirtich 1996
// integrates the same polynomials). An open mesh encloses nothing definite: its volume is 0. One whose triangles look
// inward gets a positive volume all the same. The second moments of a tetrahedron (0, p, q, r) of determinant D are
// D/120 · (Σ_v v vᵀ + s sᵀ), s = p + q + r.

#include "collide/broad/scene.h"
#include "collide/shapes/hull.h"
#include "collide/shapes/mesh.h"

#include <string.h>

const char *hf_shape_kind_name(hf_shape_kind kind)
{
    static const char *const names[HF_SHAPE_KIND_COUNT] = {"plane",     "sphere", "capsule", "box",  "cylinder",
                                                           "ellipsoid", "hull",   "mesh",    "field"};
    return (unsigned)kind < HF_SHAPE_KIND_COUNT ? names[kind] : "unknown shape";
}

static const double PI = 3.14159265358979323846;

static void capsule_mass(double r, double h, double *volume, double *inertia)
{
    double tube = 2 * PI * r * r * h, ball = 4.0 / 3.0 * PI * r * r * r;
    *volume = tube + ball;
    // Each half ball sits with its centre of mass 3r/8 beyond the end: Σ m (h² + 3 h r/4) + 2/5 m r² for both.
    inertia[0] = inertia[1] = tube * (r * r / 4 + h * h / 3) + ball * (0.4 * r * r + h * h + 0.75 * h * r);
    inertia[2] = tube * r * r / 2 + ball * 0.4 * r * r;
}

/// Moments of the solid between triangles and the mean of the vertices.
static void surface_mass(const hf_mesh_def *mesh, double *volume, double center[3], double inertia[6])
{
    vec3 mean = v3_zero();
    for (int k = 0; k < mesh->vertex_count; k++)
        mean = v3_add_scaled(mean, 1.0 / mesh->vertex_count, v3_load(mesh->vertices + 3 * k));
    double V = 0, S[6] = {0}; // second moments xx yy zz xy xz yz
    vec3 first = v3_zero();
    for (int k = 0; k < mesh->triangle_count; k++)
    {
        vec3 p[4];
        for (int i = 0; i < 3; i++) p[i] = v3_sub(v3_load(mesh->vertices + 3 * mesh->triangles[3 * k + i]), mean);
        p[3] = v3_add(v3_add(p[0], p[1]), p[2]);
        double D = v3_dot(p[0], v3_cross(p[1], p[2]));
        V += D / 6;
        first = v3_add_scaled(first, D / 24, p[3]);
        for (int i = 0; i < 4; i++)
        {
            S[0] += D / 120 * p[i].x * p[i].x, S[1] += D / 120 * p[i].y * p[i].y, S[2] += D / 120 * p[i].z * p[i].z;
            S[3] += D / 120 * p[i].x * p[i].y, S[4] += D / 120 * p[i].x * p[i].z, S[5] += D / 120 * p[i].y * p[i].z;
        }
    }
    if (V == 0) return;
    double sign = V < 0 ? -1 : 1; // inside out
    vec3 c = v3_scale(1 / V, first);
    *volume = sign * V;
    v3_store(center, v3_add(mean, c));
    double x = S[0] - V * c.x * c.x, y = S[1] - V * c.y * c.y, z = S[2] - V * c.z * c.z;
    inertia[0] = sign * (y + z), inertia[1] = sign * (x + z), inertia[2] = sign * (x + y);
    inertia[3] = -sign * (S[3] - V * c.x * c.y);
    inertia[4] = -sign * (S[4] - V * c.x * c.z);
    inertia[5] = -sign * (S[5] - V * c.y * c.z);
}

void collide_shape_mass(const collide_scene *scene, int shape, double *volume, double center[3], double inertia[6])
{
    const hf_shape_def *def = &scene->defs[shape];
    double a = def->size[0], b = def->size[1], c = def->size[2];
    *volume = 0;
    memset(center, 0, 3 * sizeof *center);
    memset(inertia, 0, 6 * sizeof *inertia);
    switch (def->kind)
    {
    case HF_SHAPE_SPHERE:
        *volume = 4.0 / 3.0 * PI * a * a * a;
        inertia[0] = inertia[1] = inertia[2] = 0.4 * *volume * a * a;
        break;
    case HF_SHAPE_CAPSULE: capsule_mass(a, b, volume, inertia); break;
    case HF_SHAPE_BOX:
        *volume = 8 * a * b * c;
        inertia[0] = *volume / 3 * (b * b + c * c), inertia[1] = *volume / 3 * (a * a + c * c);
        inertia[2] = *volume / 3 * (a * a + b * b);
        break;
    case HF_SHAPE_CYLINDER:
        *volume = 2 * PI * a * a * b;
        inertia[0] = inertia[1] = *volume * (a * a / 4 + b * b / 3), inertia[2] = *volume * a * a / 2;
        break;
    case HF_SHAPE_ELLIPSOID:
        *volume = 4.0 / 3.0 * PI * a * b * c;
        inertia[0] = *volume / 5 * (b * b + c * c), inertia[1] = *volume / 5 * (a * a + c * c);
        inertia[2] = *volume / 5 * (a * a + b * b);
        break;
    case HF_SHAPE_HULL:
    {
        hf_mesh_def hull = collide_hull(scene, def->mesh);
        surface_mass(&hull, volume, center, inertia);
        break;
    }
    case HF_SHAPE_MESH:
        if (scene->trees[def->mesh]->closed) surface_mass(&scene->meshes[def->mesh], volume, center, inertia);
        break;
    default: break;
    }
}
