#include "record/page/page_data.h"

#include "base/elementary.h"
#include "linalg/vec3.h"

#include <math.h>
#include <string.h>

enum
{
    BOX_NUMBERS = 8,
    PER_CONTACT = PAGE_CONTACT_MOMENT - PAGE_CONTACT_POINT + 1, // arrays with numbers of each contact
};
static const size_t contact_bytes[PER_CONTACT] = {6, 4, 6, 2, 1, 4, 2, 6};

/// Most scenes have no moments: their array is empty until the first one comes, and then begins with zeros for all
/// contacts before it.
static size_t moments_missing(const page_data *data)
{
    const byte_buffer *a = data->arrays;
    return a[PAGE_CONTACT_STATUS].count * contact_bytes[PER_CONTACT - 1] - a[PAGE_CONTACT_MOMENT].count;
}

bool page_contacts_reserve(page_data *data, int count)
{
    byte_buffer *a = data->arrays;
    bool well = bytes_reserve(&a[PAGE_CONTACT_END], 4) && bytes_reserve(&a[PAGE_CONTACT_BOX], BOX_NUMBERS * 4);
    for (int k = 0; k < PER_CONTACT - 1; k++)
        well = well && bytes_reserve(&a[PAGE_CONTACT_POINT + k], (size_t)count * contact_bytes[k]);
    return well && bytes_reserve(&a[PAGE_CONTACT_MOMENT],
                                 moments_missing(data) + (size_t)count * contact_bytes[PER_CONTACT - 1]);
}

size_t page_contacts_bytes(const page_data *data)
{
    size_t sum = 0;
    for (int k = 0; k < PER_CONTACT; k++) sum += data->arrays[PAGE_CONTACT_POINT + k].count;
    return sum;
}

/// What is drawn of a contact, in world axes.
typedef struct facing
{
    vec3 normal, force, moment;
} facing;

/// A vector of the contact's frame, by the length of the step.
static vec3 from_frame(const float *r, vec3 n, vec3 t, double per)
{
    return v3_add(v3_scale(per * (double)r[0], n),
                  v3_add_scaled(v3_scale(per * (double)r[1], t), per * (double)r[2], v3_cross(n, t)));
}

/// Normal, force and moment on the body that the arrows are drawn for: of the two that moves freely, or if both do the
/// one above.
static facing face_contact(const recorded_model *m, const frame_row *frame, const touch_row *c)
{
    vec3 n = {c->normal[0], c->normal[1], c->normal[2]}, t = {c->tangent[0], c->tangent[1], c->tangent[2]};
    bool free_a = m->bodies[m->shapes[c->shape_a].body].motion == HF_MOTION_FREE;
    bool free_b = m->bodies[m->shapes[c->shape_b].body].motion == HF_MOTION_FREE;
    double side = (free_a == free_b ? n.z < 0.0 : free_b) ? -1.0 : 1.0, per = frame->h > 0.0 ? side / frame->h : 0.0;
    return (facing){v3_scale(side, n), from_frame(c->r, n, t, per), from_frame(c->moment, n, t, per)};
}

static double largest(vec3 v)
{
    return fmax(fabs(v.x), fmax(fabs(v.y), fabs(v.z)));
}

static void put_signed(byte_buffer *to, vec3 v, double unit)
{
    double part[3];
    v3_store(part, v3_scale(unit > 0.0 ? 1.0 / unit : 0.0, v));
    for (int d = 0; d < 3; d++) bytes_put_signed(to, part[d]);
}

static void put_contact(byte_buffer *a, const touch_row *c, const double *lo, const double *extent, vec3 normal)
{
    for (int d = 0; d < 3; d++)
        bytes_put_unsigned(&a[PAGE_CONTACT_POINT], extent[d] > 0.0 ? ((double)c->point[d] - lo[d]) / extent[d] : 0.0);
    double unit[3];
    v3_store(unit, normal);
    bytes_put_octahedral(&a[PAGE_CONTACT_NORMAL], unit);
    bytes_put_unsigned(&a[PAGE_CONTACT_ANGLE], real_atan2((double)c->mu, 1.0) / 1.5707963267948966);
    bytes_put(&a[PAGE_CONTACT_STATUS], (uint64_t)c->status, 1);
    bytes_put_pair(&a[PAGE_CONTACT_PAIR], c->shape_a, c->shape_b);
    bytes_put_short(&a[PAGE_CONTACT_SLIP], sqrt((double)(c->u[1] * c->u[1] + c->u[2] * c->u[2])));
}

void page_contacts_add(page_data *data, const recorded_model *model, const frame_row *frame, const touch_row *contacts)
{
    double lo[3] = {0, 0, 0}, extent[3] = {0, 0, 0}, strongest = 0.0, twist = 0.0;
    int count = frame->contact_count;
    for (int d = 0; d < 3; d++)
    {
        double least = INFINITY, most = -INFINITY;
        for (int k = 0; k < count; k++)
        {
            least = -real_max(-least, -(double)contacts[k].point[d]);
            most = real_max(most, (double)contacts[k].point[d]);
        }
        if (count > 0) lo[d] = least, extent[d] = most - least;
    }
    for (int k = 0; k < count; k++)
    {
        facing f = face_contact(model, frame, &contacts[k]);
        strongest = real_max(strongest, largest(f.force));
        twist = real_max(twist, largest(f.moment));
    }
    byte_buffer *a = data->arrays;
    bool moments = twist > 0.0 || a[PAGE_CONTACT_MOMENT].count > 0;
    for (size_t k = moments ? moments_missing(data) : 0; k > 0; k--) bytes_put(&a[PAGE_CONTACT_MOMENT], 0, 1);
    for (int d = 0; d < 3; d++) bytes_put_float(&a[PAGE_CONTACT_BOX], lo[d]);
    for (int d = 0; d < 3; d++) bytes_put_float(&a[PAGE_CONTACT_BOX], extent[d]);
    bytes_put_float(&a[PAGE_CONTACT_BOX], strongest);
    bytes_put_float(&a[PAGE_CONTACT_BOX], twist);
    for (int k = 0; k < count; k++)
    {
        facing f = face_contact(model, frame, &contacts[k]);
        put_contact(a, &contacts[k], lo, extent, f.normal);
        put_signed(&a[PAGE_CONTACT_FORCE], f.force, strongest);
        if (moments) put_signed(&a[PAGE_CONTACT_MOMENT], f.moment, twist);
    }
    bytes_put(&a[PAGE_CONTACT_END], a[PAGE_CONTACT_STATUS].count, 4);
}

void page_contacts_thin(page_data *data)
{
    byte_buffer *a = data->arrays, *ends = &a[PAGE_CONTACT_END];
    size_t frames = ends->count / 4, total = 0, begin = 0;
    for (size_t f = 0; f < frames; f++)
    {
        size_t end = (size_t)bytes_get(ends, 4 * f, 4);
        if (f % 2 == 0)
        {
            for (int k = 0; k < PER_CONTACT; k++)
            {
                unsigned char *bytes = a[PAGE_CONTACT_POINT + k].bytes;
                size_t size = contact_bytes[k];
                if (end > begin && bytes) memmove(bytes + total * size, bytes + begin * size, (end - begin) * size);
            }
            total += end - begin;
            bytes_set(ends, 4 * (f / 2), total, 4);
        }
        begin = end;
    }
    for (int k = 0; k < PER_CONTACT; k++)
        if (a[PAGE_CONTACT_POINT + k].count > 0) a[PAGE_CONTACT_POINT + k].count = total * contact_bytes[k];
    ends->count = 4 * ((frames + 1) / 2);
    bytes_thin(&a[PAGE_CONTACT_BOX], BOX_NUMBERS * 4);
}
