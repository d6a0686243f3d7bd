// Clipping of one face by the sides of another (Sutherland and Hodgman 1974), with the name of every corner kept.
//
// The face of reference gives a frame (x, y in the face, z along its normal); the face of the other box that looks at
// it most is cut by the four sides |x| <= half_x, |y| <= half_y. Every edge of the polygon knows what it is: an edge of
// the other face, or a side. So every corner knows, too:
//   a corner of the other face                     (its corner, our face)
//   an edge of the other face cut by a side        (edge, edge)
//   two sides: our own corner below the other face (our corner, its face)
// and the name does not depend on which of the two faces is the reference. Corners within δ of a side count as inside
// and keep their name: a box that stands flush on another does not change names with every rounding error.

#include "collide/narrow/box_clip.h"

enum
{
    POLYGON_CAPACITY = 20, // four corners and one more for each side; the rest for polygons that δ has bent
    SIDE = 4,              // labels of edges: 0 … 3 edges of the other face, SIDE + s our sides
};

typedef struct corner
{
    double x, y, z;
    int label[2]; // corner of the other face: {its number 0 … 3, -1}; otherwise the labels of the two edges that meet
    int edge;     // label of the edge to the next corner
} corner;

typedef struct clip_frame
{
    const shape_view *ours, *other;
    box_face face;
    int x_axis, y_axis; // our axes in the face
    int other_axis;     // the other's face: axis and sign
    int other_sign;
    int other_u, other_v; // the other's axes in its face
} clip_frame;

static clip_frame make_frame(const shape_view *a, const shape_view *b, box_face face)
{
    clip_frame frame = {.ours = face.of_a ? a : b, .other = face.of_a ? b : a, .face = face};
    frame.x_axis = (face.axis + 1) % 3;
    frame.y_axis = (face.axis + 2) % 3;
    vec3 normal = v3_scale(face.sign, frame.ours->axis[face.axis]);
    double most = -1;
    for (int i = 0; i < 3; i++) // the face that looks against the normal most; the first if two do
    {
        double cosine = v3_dot(frame.other->axis[i], normal);
        if (fabs(cosine) <= most + 1e-9) continue;
        most = fabs(cosine);
        frame.other_axis = i;
        frame.other_sign = cosine > 0 ? -1 : 1;
    }
    frame.other_u = (frame.other_axis + 1) % 3;
    frame.other_v = (frame.other_axis + 2) % 3;
    return frame;
}

// Corners 0 … 3 of the other face run round it: (-,-), (+,-), (+,+), (-,+); edge k goes from corner k to k + 1.
static int other_sign_u(int k)
{
    return k == 1 || k == 2 ? 1 : -1;
}

static int other_sign_v(int k)
{
    return k >= 2 ? 1 : -1;
}

static int first_polygon(const clip_frame *frame, corner *polygon)
{
    const shape_view *ours = frame->ours, *other = frame->other;
    double height = frame->face.sign * 1.0;
    for (int k = 0; k < 4; k++)
    {
        double local[3];
        local[frame->other_axis] = frame->other_sign * other->size[frame->other_axis];
        local[frame->other_u] = other_sign_u(k) * other->size[frame->other_u];
        local[frame->other_v] = other_sign_v(k) * other->size[frame->other_v];
        double at[3];
        v3_store(at, view_to_local(ours, view_to_world(other, v3_load(local))));
        polygon[k] = (corner){at[frame->x_axis],
                              at[frame->y_axis],
                              height * at[frame->face.axis] - ours->size[frame->face.axis],
                              {k, -1},
                              k};
    }
    return 4;
}

/// How far a corner is beyond side s: 0 x > , 1 y >, 2 x <, 3 y <.
static double beyond(const clip_frame *frame, const corner *c, int s)
{
    double at = s % 2 == 0 ? c->x : c->y;
    double half = frame->ours->size[s % 2 == 0 ? frame->x_axis : frame->y_axis];
    return (s < 2 ? at : -at) - half;
}

static corner cut(const corner *from, const corner *to, double d_from, double d_to, int s)
{
    double t = d_from / (d_from - d_to);
    return (corner){from->x + t * (to->x - from->x),
                    from->y + t * (to->y - from->y),
                    from->z + t * (to->z - from->z),
                    {from->edge, SIDE + s},
                    0};
}

static bool near(const corner *p, const corner *q, double delta)
{
    return fabs(p->x - q->x) <= delta && fabs(p->y - q->y) <= delta && fabs(p->z - q->z) <= delta;
}

/// Cuts the polygon by one side.
static int clip_side(const clip_frame *frame, const corner *in, int count, int s, double delta, corner *out)
{
    int kept = 0;
    for (int k = 0; k < count; k++)
    {
        const corner *from = &in[k], *to = &in[(k + 1) % count];
        double d_from = beyond(frame, from, s), d_to = beyond(frame, to, s);
        bool from_in = d_from <= delta, to_in = d_to <= delta;
        if (from_in) out[kept++] = *from;
        if (from_in == to_in) continue;
        // One is in, the other beyond δ. Where the one that is in lies beyond the side itself (by less than δ) it
        // stands for the cut.
        corner c = (from_in ? d_from : d_to) > 0 ? (from_in ? *from : *to) : cut(from, to, d_from, d_to, s);
        bool merged = near(&c, from_in ? from : to, delta);
        if (from_in && merged) out[kept - 1].edge = SIDE + s;
        else if (!merged)
        {
            c.edge = from_in ? SIDE + s : from->edge;
            out[kept++] = c;
        }
    }
    return kept;
}

static int corner_number(const clip_frame *frame, int k) // of the other box, from the corner of its face
{
    int bits = frame->other_sign > 0 ? 1 << frame->other_axis : 0;
    if (other_sign_u(k) > 0) bits |= 1 << frame->other_u;
    if (other_sign_v(k) > 0) bits |= 1 << frame->other_v;
    return bits;
}

static int edge_number(int axis, int sign_next, int sign_after)
{
    return BOX_EDGE + 4 * axis + (sign_next > 0 ? 1 : 0) + (sign_after > 0 ? 2 : 0);
}

/// Edge k of the other face. Its face's axis and in-plane axes follow each other cyclically: other_axis, u, v.
static int other_edge(const clip_frame *frame, int k)
{
    if (k % 2 == 0) // along u; next axes: v, then the face's
        return edge_number(frame->other_u, other_sign_v(k), frame->other_sign);
    return edge_number(frame->other_v, frame->other_sign, other_sign_u(k)); // along v; next: the face's, then u
}

static int side_edge(const clip_frame *frame, int s)
{
    int sign = s < 2 ? 1 : -1;
    if (s % 2 == 0) // the side at x = ± half runs along y; next axes: the face's, then x
        return edge_number(frame->y_axis, frame->face.sign, sign);
    return edge_number(frame->x_axis, sign, frame->face.sign); // along x; next: y, then the face's
}

static uint64_t name_corner(const clip_frame *frame, const corner *c)
{
    int ours, others;
    if (c->label[1] < 0)
    {
        ours = BOX_FACE + 2 * frame->face.axis + (frame->face.sign > 0);
        others = corner_number(frame, c->label[0]);
    }
    else if (c->label[0] < SIDE)
    {
        ours = side_edge(frame, c->label[1] - SIDE);
        others = other_edge(frame, c->label[0]);
    }
    else
    {
        int first = c->label[0] - SIDE, second = c->label[1] - SIDE;
        int x_side = first % 2 == 0 ? first : second, y_side = first % 2 == 0 ? second : first;
        ours = (frame->face.sign > 0 ? 1 << frame->face.axis : 0) | (x_side < 2 ? 1 << frame->x_axis : 0) |
               (y_side < 2 ? 1 << frame->y_axis : 0);
        others = BOX_FACE + 2 * frame->other_axis + (frame->other_sign > 0);
    }
    return frame->face.of_a ? feature_pair((uint32_t)ours, (uint32_t)others)
                            : feature_pair((uint32_t)others, (uint32_t)ours);
}

double box_clip(const shape_view *a, const shape_view *b, box_face face, double margin, uint64_t skip, manifold *out)
{
    clip_frame frame = make_frame(a, b, face);
    double delta = merge_distance(a, b);
    corner buffer[2][POLYGON_CAPACITY];
    int count = first_polygon(&frame, buffer[0]);
    for (int s = 0; s < 4 && count > 0; s++)
        count = clip_side(&frame, buffer[s % 2], count, s, delta, buffer[(s + 1) % 2]);

    const shape_view *ours = frame.ours;
    vec3 outward = v3_scale(face.sign, ours->axis[face.axis]);
    vec3 normal = face.of_a ? v3_negate(outward) : outward; // from b to a
    vec3 middle = v3_add_scaled(ours->center, ours->size[face.axis], outward);
    double least = INFINITY;
    for (int k = 0; k < count; k++)
    {
        const corner *c = &buffer[0][k]; // four sides: the result is back in the first buffer
        least = fmin(least, c->z);
        if (c->z > margin) continue;
        uint64_t name = name_corner(&frame, c);
        if (name == skip && skip != 0) continue;
        vec3 point = v3_add_scaled(middle, 0.5 * c->z, outward);
        point = v3_add_scaled(point, c->x, ours->axis[frame.x_axis]);
        point = v3_add_scaled(point, c->y, ours->axis[frame.y_axis]);
        manifold_add(out, point, normal, c->z, name);
    }
    return least;
}
