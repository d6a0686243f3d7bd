// Quickhull (Barber, Dobkin and Huhdanpaa 1996): the convex hull of points in space, as triangles.
//
// A tetrahedron of far points is grown: the point farthest outside a face is added, the faces that it sees are replaced
// by the fan from the point to their horizon, and their points are dealt out to the new faces. Points within TOLERANCE
// of a face count as inside, which takes care of duplicates and of most points in faces and on edges. Rounding can
// still give a region of seen faces with a hole, on clouds made of slivers: that is noticed (a horizon vertex with two
// outgoing edges) and the caller tries again with slightly moved points.
//
// Cost: O(n log n) in practice.

#include "collide/shapes/hull.h"

#include "base/memory.h"

#include <stdlib.h>

static const double TOLERANCE = 1e-10; // of the extent: points less far out are left out
// A point sees a face from this distance on, relative to the extent: rounding only. A face that is
// kept wrongly is a dent, and a dent beside a sliver tilts it.
static const double SEEN = 2e-15;
static const double FLAT = 1e-9; // of the extent: thinner is flat

// Up to so many points the fan of the last point goes on first, as ever. Beyond, faces take turns: a corner that is
// finished before the rest has begun is bounded by few large faces, and every point beside them sees a long horizon.
enum
{
    DEEP_MOST = 1000
};

typedef struct quick_face
{
    int vertex[3];
    int neighbor[3]; // across vertex[k] → vertex[k + 1]
    vec3 normal;
    double offset;
    int outside; // first of its points, -1: none
    int far_point;
    double far_distance;
    int state; // 0 free, 1 alive, 2 seen
} quick_face;

typedef struct quick
{
    const vec3 *points;
    int count;
    double tolerance, seen_from;
    quick_face *faces;
    int face_capacity;
    int free_face; // chained through `outside`
    int *next;     // of a point in its face's list
    int *seen;     // faces seen by the new point
    int *start_of; // new face that starts at a horizon vertex, -1
    int *horizon;  // pairs: outer face, its edge
    int *fresh;    // new faces
} quick;

static double height(const quick_face *f, vec3 p)
{
    return v3_dot(f->normal, p) - f->offset;
}

static int face_new(quick *q, int a, int b, int c)
{
    int index = q->free_face;
    if (index < 0) return -1;
    quick_face *f = &q->faces[index];
    q->free_face = f->outside;
    vec3 pa = q->points[a], pb = q->points[b], pc = q->points[c];
    vec3 normal = v3_cross(v3_sub(pb, pa), v3_sub(pc, pa));
    double norm = v3_norm(normal);
    *f = (quick_face){{a, b, c}, {-1, -1, -1}, v3_zero(), 0, -1, -1, 0, 1};
    if (norm > 0) f->normal = v3_scale(1 / norm, normal);
    f->offset = (v3_dot(f->normal, pa) + v3_dot(f->normal, pb) + v3_dot(f->normal, pc)) / 3;
    return index;
}

static void give_point(quick *q, int face, int point, double distance)
{
    quick_face *f = &q->faces[face];
    q->next[point] = f->outside;
    f->outside = point;
    if (f->far_point < 0 || distance > f->far_distance)
    {
        f->far_point = point;
        f->far_distance = distance;
    }
}

/// Four points that span a solid, the far ones; false if there are none.
static bool first_corners(const quick *q, double extent, int corner[4])
{
    const vec3 *p = q->points;
    int low[3] = {0, 0, 0}, high[3] = {0, 0, 0};
    for (int i = 1; i < q->count; i++)
        for (int k = 0; k < 3; k++)
        {
            if (v3_at(p[i], k) < v3_at(p[low[k]], k)) low[k] = i;
            if (v3_at(p[i], k) > v3_at(p[high[k]], k)) high[k] = i;
        }
    double best = 0;
    for (int k = 0; k < 3; k++)
        if (v3_distance(p[low[k]], p[high[k]]) > best)
        {
            best = v3_distance(p[low[k]], p[high[k]]);
            corner[0] = low[k], corner[1] = high[k];
        }
    if (!(best > FLAT * extent)) return false;
    vec3 line = v3_scale(1 / best, v3_sub(p[corner[1]], p[corner[0]]));
    best = 0;
    for (int i = 0; i < q->count; i++)
    {
        double d = v3_norm(v3_cross(line, v3_sub(p[i], p[corner[0]])));
        if (d > best) best = d, corner[2] = i;
    }
    if (!(best > FLAT * extent)) return false;
    vec3 normal = v3_unit_or(v3_cross(line, v3_sub(p[corner[2]], p[corner[0]])), v3_zero());
    best = 0;
    for (int i = 0; i < q->count; i++)
    {
        double d = fabs(v3_dot(normal, v3_sub(p[i], p[corner[0]])));
        if (d > best) best = d, corner[3] = i;
    }
    if (!(best > FLAT * extent)) return false;
    if (v3_dot(normal, v3_sub(p[corner[3]], p[corner[0]])) > 0) // the fourth must lie below 0 1 2
    {
        int swap = corner[0];
        corner[0] = corner[1], corner[1] = swap;
    }
    return true;
}

static void link_pair(quick *q, int f, int i, int g, int j)
{
    q->faces[f].neighbor[i] = g;
    q->faces[g].neighbor[j] = f;
}

static void first_faces(quick *q, const int c[4])
{
    int f[4] = {face_new(q, c[0], c[1], c[2]), face_new(q, c[0], c[3], c[1]), face_new(q, c[1], c[3], c[2]),
                face_new(q, c[2], c[3], c[0])};
    link_pair(q, f[0], 0, f[1], 2), link_pair(q, f[0], 1, f[2], 2), link_pair(q, f[0], 2, f[3], 2);
    link_pair(q, f[1], 1, f[2], 0), link_pair(q, f[2], 1, f[3], 0), link_pair(q, f[3], 1, f[1], 0);
    for (int i = 0; i < q->count; i++)
        for (int k = 0; k < 4; k++)
        {
            double d = height(&q->faces[f[k]], q->points[i]);
            if (d <= q->tolerance) continue;
            give_point(q, f[k], i, d);
            break;
        }
}

/// All faces that the point sees, from `face` on; returns their number, and the horizon's edges.
static int find_seen(quick *q, int face, vec3 p, int *horizon_count)
{
    int count = 0;
    *horizon_count = 0;
    q->seen[count++] = face;
    q->faces[face].state = 2;
    for (int k = 0; k < count; k++)
        for (int e = 0; e < 3; e++)
        {
            int g = q->faces[q->seen[k]].neighbor[e];
            if (q->faces[g].state == 2) continue;
            if (height(&q->faces[g], p) > q->seen_from)
            {
                q->faces[g].state = 2;
                q->seen[count++] = g;
            }
        }
    for (int k = 0; k < count; k++)
        for (int e = 0; e < 3; e++)
        {
            const quick_face *f = &q->faces[q->seen[k]];
            if (q->faces[f->neighbor[e]].state == 2) continue;
            q->horizon[2 * *horizon_count] = q->seen[k];
            q->horizon[2 * *horizon_count + 1] = e;
            ++*horizon_count;
        }
    return count;
}

/// The fan from `point` to the horizon; false if the horizon is not one loop, or faces run out.
static bool make_fan(quick *q, int point, int horizon_count)
{
    for (int k = 0; k < horizon_count; k++)
    {
        const quick_face *f = &q->faces[q->horizon[2 * k]];
        int e = q->horizon[2 * k + 1];
        int a = f->vertex[e], b = f->vertex[(e + 1) % 3], outer = f->neighbor[e];
        if (q->start_of[a] >= 0) return false;
        int g = face_new(q, a, b, point);
        if (g < 0) return false;
        q->fresh[k] = g;
        q->start_of[a] = g;
        for (int i = 0; i < 3; i++)
            if (q->faces[outer].vertex[i] == b && q->faces[outer].vertex[(i + 1) % 3] == a)
                link_pair(q, g, 0, outer, i);
    }
    for (int k = 0; k < horizon_count; k++)
    {
        int g = q->fresh[k];
        int after = q->start_of[q->faces[g].vertex[1]];
        if (after < 0 || q->faces[g].neighbor[0] < 0) return false;
        link_pair(q, g, 1, after, 2);
    }
    for (int k = 0; k < horizon_count; k++) q->start_of[q->faces[q->fresh[k]].vertex[0]] = -1;
    return true;
}

static void deal_out(quick *q, int seen_count, int horizon_count)
{
    for (int k = 0; k < seen_count; k++)
    {
        quick_face *f = &q->faces[q->seen[k]];
        for (int i = f->outside, after; i >= 0; i = after)
        {
            after = q->next[i];
            int to = -1;
            double most = q->tolerance;
            for (int m = 0; m < horizon_count; m++)
            {
                double d = height(&q->faces[q->fresh[m]], q->points[i]);
                if (d > most) most = d, to = q->fresh[m];
            }
            if (to >= 0) give_point(q, to, i, most);
        }
        f->state = 0;
        f->outside = q->free_face;
        q->free_face = q->seen[k];
    }
}

/// One pass over the faces; new faces may take places that it has passed.
static quickhull_result grow(quick *q, int *alive)
{
    for (int face = 0; face < q->face_capacity;)
    {
        quick_face *f = &q->faces[face];
        if (f->state != 1 || f->far_point < 0)
        {
            face++;
            continue;
        }
        int horizon_count, point = f->far_point;
        int seen_count = find_seen(q, face, q->points[point], &horizon_count);
        if (!make_fan(q, point, horizon_count)) return QUICKHULL_BROKEN;
        deal_out(q, seen_count, horizon_count);
        *alive += horizon_count - seen_count;
        for (int k = 0; k < horizon_count && q->count <= DEEP_MOST; k++)
            if (q->faces[q->fresh[k]].far_point >= 0)
            {
                face = q->fresh[k];
                break;
            }
    }
    return QUICKHULL_OK;
}

static bool all_done(const quick *q)
{
    for (int f = 0; f < q->face_capacity; f++)
        if (q->faces[f].state == 1 && q->faces[f].far_point >= 0) return false;
    return true;
}

static quickhull_result give_result(const quick *q, int alive, hull_triangles *out)
{
    out->vertices = MEMORY_ARRAY(int, 3 * (size_t)alive);
    out->neighbors = MEMORY_ARRAY(int, 3 * (size_t)alive);
    int *number = MEMORY_ARRAY(int, (size_t)q->face_capacity);
    quickhull_result result = QUICKHULL_NO_MEMORY;
    if (out->vertices && out->neighbors && number)
    {
        int count = 0;
        for (int f = 0; f < q->face_capacity; f++)
            if (q->faces[f].state == 1) number[f] = count++;
        for (int f = 0; f < q->face_capacity; f++)
            for (int k = 0; k < 3 && q->faces[f].state == 1; k++)
            {
                out->vertices[3 * number[f] + k] = q->faces[f].vertex[k];
                out->neighbors[3 * number[f] + k] = number[q->faces[f].neighbor[k]];
            }
        out->count = count;
        result = QUICKHULL_OK;
    }
    free(number);
    return result;
}

quickhull_result quickhull(const vec3 *points, int count, double extent, hull_triangles *triangles)
{
    *triangles = (hull_triangles){0};
    int capacity = 4 * count + 16; // alive <= 2 count - 4, and a fan of at most count beside them
    quick q = {.points = points,
               .count = count,
               .tolerance = TOLERANCE * extent,
               .seen_from = SEEN * extent,
               .face_capacity = capacity};
    q.faces = MEMORY_ARRAY(quick_face, (size_t)capacity);
    q.next = MEMORY_ARRAY(int, (size_t)count);
    q.seen = MEMORY_ARRAY(int, (size_t)capacity);
    q.start_of = MEMORY_ARRAY(int, (size_t)count);
    q.horizon = MEMORY_ARRAY(int, 6 * (size_t)capacity);
    q.fresh = MEMORY_ARRAY(int, 3 * (size_t)capacity);
    quickhull_result result = QUICKHULL_NO_MEMORY;
    int corner[4] = {0};
    if (q.faces && q.next && q.seen && q.start_of && q.horizon && q.fresh)
    {
        for (int f = 0; f < capacity; f++) q.faces[f].outside = f + 1 < capacity ? f + 1 : -1;
        for (int i = 0; i < count; i++) q.start_of[i] = -1;
        result = first_corners(&q, extent, corner) ? QUICKHULL_OK : QUICKHULL_FLAT;
    }
    if (result == QUICKHULL_OK)
    {
        int alive = 4;
        first_faces(&q, corner);
        do result = grow(&q, &alive);
        while (result == QUICKHULL_OK && !all_done(&q));
        if (result == QUICKHULL_OK) result = give_result(&q, alive, triangles);
    }
    free(q.faces), free(q.next), free(q.seen), free(q.start_of), free(q.horizon), free(q.fresh);
    return result;
}
