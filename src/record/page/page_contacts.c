#include "record/page/page_data.h"

#include "base/elementary.h"
#include "linalg/vec3.h"

#include <math.h>
#include <string.h>

enum
{
    BOX_NUMBERS = 7,
    PER_CONTACT = PAGE_CONTACT_STATUS - PAGE_CONTACT_POINT + 1, // arrays with numbers of each contact
};
static const size_t contact_bytes[PER_CONTACT] = {6, 4, 6, 2, 1};

bool page_contacts_reserve(page_data *data, int count)
{
    byte_buffer *a = data->arrays;
    bool well = bytes_reserve(&a[PAGE_CONTACT_END], 4) && bytes_reserve(&a[PAGE_CONTACT_BOX], BOX_NUMBERS * 4);
    for (int k = 0; k < PER_CONTACT; k++)
        well = well && bytes_reserve(&a[PAGE_CONTACT_POINT + k], (size_t)count * contact_bytes[k]);
    return well;
}

size_t page_contacts_bytes(const page_data *data)
{
    size_t sum = 0;
    for (int k = 0; k < PER_CONTACT; k++) sum += data->arrays[PAGE_CONTACT_POINT + k].count;
    return sum;
}

/// Normal and force on the body that the arrows are drawn for: of the two that moves freely, or if both do the one above.
static void face_contact(const recorded_model *m, const frame_row *frame, const touch_row *c, vec3 *normal, vec3 *force)
{
    vec3 n = {c->normal[0], c->normal[1], c->normal[2]}, t = {c->tangent[0], c->tangent[1], c->tangent[2]};
    double per = frame->h > 0.0 ? 1.0 / frame->h : 0.0;
    vec3 f = v3_add(v3_scale(per * (double)c->r[0], n),
                    v3_add_scaled(v3_scale(per * (double)c->r[1], t), per * (double)c->r[2], v3_cross(n, t)));
    bool free_a = m->bodies[m->shapes[c->shape_a].body].motion == HF_MOTION_FREE;
    bool free_b = m->bodies[m->shapes[c->shape_b].body].motion == HF_MOTION_FREE;
    bool flip = free_a == free_b ? n.z < 0.0 : free_b;
    *normal = flip ? v3_scale(-1.0, n) : n;
    *force = flip ? v3_scale(-1.0, f) : f;
}

static void put_contact(byte_buffer *a, const touch_row *c, const double *lo, const double *extent, vec3 normal,
                        vec3 part_of_force)
{
    for (int d = 0; d < 3; d++)
        bytes_put_unsigned(&a[PAGE_CONTACT_POINT], extent[d] > 0.0 ? ((double)c->point[d] - lo[d]) / extent[d] : 0.0);
    double unit[3];
    v3_store(unit, normal);
    bytes_put_octahedral(&a[PAGE_CONTACT_NORMAL], unit);
    bytes_put_signed(&a[PAGE_CONTACT_FORCE], part_of_force.x);
    bytes_put_signed(&a[PAGE_CONTACT_FORCE], part_of_force.y);
    bytes_put_signed(&a[PAGE_CONTACT_FORCE], part_of_force.z);
    bytes_put_unsigned(&a[PAGE_CONTACT_ANGLE], real_atan2((double)c->mu, 1.0) / 1.5707963267948966);
    bytes_put(&a[PAGE_CONTACT_STATUS], (uint64_t)c->status, 1);
}

void page_contacts_add(page_data *data, const recorded_model *model, const frame_row *frame, const touch_row *contacts)
{
    double lo[3] = {0, 0, 0}, extent[3] = {0, 0, 0}, strongest = 0.0;
    int count = frame->contact_count;
    for (int d = 0; d < 3; d++)
    {
        double least = INFINITY, most = -INFINITY;
        for (int k = 0; k < count; k++)
        {
            least = fmin(least, (double)contacts[k].point[d]);
            most = fmax(most, (double)contacts[k].point[d]);
        }
        if (count > 0) lo[d] = least, extent[d] = most - least;
    }
    vec3 normal, force;
    for (int k = 0; k < count; k++)
    {
        face_contact(model, frame, &contacts[k], &normal, &force);
        strongest = fmax(strongest, fmax(fabs(force.x), fmax(fabs(force.y), fabs(force.z))));
    }
    byte_buffer *a = data->arrays;
    for (int d = 0; d < 3; d++) bytes_put_float(&a[PAGE_CONTACT_BOX], lo[d]);
    for (int d = 0; d < 3; d++) bytes_put_float(&a[PAGE_CONTACT_BOX], extent[d]);
    bytes_put_float(&a[PAGE_CONTACT_BOX], strongest);
    for (int k = 0; k < count; k++)
    {
        face_contact(model, frame, &contacts[k], &normal, &force);
        put_contact(a, &contacts[k], lo, extent, normal, v3_scale(strongest > 0.0 ? 1.0 / strongest : 0.0, force));
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
                if (end > begin) memmove(bytes + total * size, bytes + begin * size, (end - begin) * size);
            }
            total += end - begin;
            bytes_set(ends, 4 * (f / 2), total, 4);
        }
        begin = end;
    }
    for (int k = 0; k < PER_CONTACT; k++) a[PAGE_CONTACT_POINT + k].count = total * contact_bytes[k];
    ends->count = 4 * ((frames + 1) / 2);
    bytes_thin(&a[PAGE_CONTACT_BOX], BOX_NUMBERS * 4);
}
