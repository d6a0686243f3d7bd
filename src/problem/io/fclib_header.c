// Object headers of version 1: their messages, one after the other, in one stretch or several.
//
// Dataspace, datatype, fill value and layout say where a dataset lies and how large it is; a symbol table message says
// where a group's tables are. Messages that FCLIB files do not have are only checked for their lengths.

#include "problem/io/fclib_walk.h"

#include <string.h>

enum
{
    MESSAGE_BYTES = 600,    // of a message that are looked at: a dataspace of 32 dimensions has 520
    CONTINUATIONS_MAX = 64, // of one object header
};

typedef struct message
{
    unsigned kind;
    size_t length;
    const unsigned char *bytes; // MESSAGE_BYTES of them at most; zeros behind the end
} message;

static bool take_space(object *o, const message *m)
{
    int version = m->bytes[0], rank = m->bytes[1], flags = m->bytes[2];
    size_t head = version == 1 ? 8 : 4, lists = flags & 1 ? 2 : 1;
    if ((version != 1 && version != 2) || rank > 32 || m->length < head + 8 * lists * (size_t)rank) return false;
    bool null_space = version == 2 && m->bytes[3] == 2;
    o->space = true;
    o->count = null_space ? 0 : 1;
    for (int k = 0; k < rank; k++)
    {
        uint64_t extent = walk_number(m->bytes + head + 8 * (size_t)k, 8);
        if (extent > 0 && o->count > UINT64_MAX / extent) return false;
        o->count *= extent;
    }
    return true;
}

static bool take_type(object *o, const message *m)
{
    enum
    {
        INTEGER = 0,
        REAL = 1
    };
    if (m->length < 8) return false;
    int class = m->bytes[0] & 15;
    o->type = true;
    o->size = walk_number(m->bytes + 4, 4);
    uint64_t bits = 8 * o->size, offset = walk_number(m->bytes + 8, 2), precision = walk_number(m->bytes + 10, 2);
    if (o->size == 0) return false;
    if (class != INTEGER && class != REAL) return true;
    if (m->length < (class == REAL ? 20 : 12) || precision == 0 || offset + precision > bits) return false;
    if (class == INTEGER) return true;
    const unsigned char *field = m->bytes + 12; // exponent: where, width; mantissa: where, width
    return m->bytes[2] < bits && (uint64_t)field[0] + field[1] <= bits && (uint64_t)field[2] + field[3] <= bits;
}

static bool fill_fits(const message *m)
{
    int version = m->bytes[0];
    bool stored = version == 1 || (version == 2 && m->bytes[3]) || (version == 3 && m->bytes[1] & 32);
    size_t head = version == 3 ? 2 : 4;
    if (version < 1 || version > 3 || m->length < head) return false;
    return !stored || (m->length >= head + 4 && (walk_number(m->bytes + head, 4) <= m->length - head - 4 ||
                                                 walk_number(m->bytes + head, 4) == UINT32_MAX));
}

static bool take_layout(object *o, const message *m)
{
    enum
    {
        COMPACT = 0,
        CONTIGUOUS = 1
    };
    int version = m->bytes[0], class = version < 3 ? m->bytes[2] : m->bytes[1];
    if (version < 1 || version > 4 || m->length < 2) return false;
    if (version < 3)
    {
        if (m->length < 16) return false;
        o->contiguous = class == CONTIGUOUS;
        o->data = walk_number(m->bytes + 8, 8);
        o->stored = UNDEFINED; // follows from the extents
        return true;
    }
    if (class == COMPACT)
    {
        o->compact = true;
        o->stored = walk_number(m->bytes + 2, 2);
        return m->length >= 4 && o->stored <= m->length - 4;
    }
    if (class != CONTIGUOUS) return true; // refused before it is read (fclib_data.c)
    o->contiguous = true;
    o->data = walk_number(m->bytes + 2, 8);
    o->stored = walk_number(m->bytes + 10, 8);
    return m->length >= 18;
}

/// Name, type and extent of an attribute, padded to eights in version 1.
static bool attribute_fits(const message *m)
{
    if (m->length < 8) return false;
    size_t sum = 0, pad = m->bytes[0] == 1 ? 7 : 0;
    for (int k = 0; k < 3; k++) sum += ((size_t)walk_number(m->bytes + 2 + 2 * k, 2) + pad) & ~pad;
    return sum <= m->length - 8;
}

static bool take_message(object *o, const message *m, bool shared)
{
    enum
    {
        SPACE = 1,
        TYPE = 3,
        OLD_FILL = 4,
        FILL = 5,
        ELSEWHERE = 7,
        LAYOUT = 8,
        ATTRIBUTE = 12,
        COMMENT = 13,
        OLD_TIME = 14,
        TABLES = 17,
        TIME = 18
    };
    if (shared && m->kind <= LAYOUT) return false;
    switch (m->kind)
    {
    case SPACE: return take_space(o, m);
    case TYPE: return take_type(o, m);
    case OLD_FILL: return m->length >= 4 && walk_number(m->bytes, 4) <= m->length - 4;
    case FILL: return fill_fits(m);
    case ELSEWHERE: return false;
    case LAYOUT: return take_layout(o, m);
    case ATTRIBUTE: return attribute_fits(m);
    case COMMENT: return memchr(m->bytes, 0, m->length < MESSAGE_BYTES ? m->length : MESSAGE_BYTES) != NULL;
    case OLD_TIME: return m->length >= 16;
    case TIME: return m->length >= 8;
    case TABLES:
        o->tables = (group_tables){walk_number(m->bytes, 8), walk_number(m->bytes + 8, 8)};
        return m->length >= 16;
    default: return true;
    }
}

/// A stretch of messages; continuations are added to the list.
typedef struct stretch
{
    uint64_t at, bytes;
} stretch;

static bool check_messages(walk *w, object *o, stretch part, stretch *list, int *count)
{
    enum
    {
        HEAD = 8,
        CONTINUATION = 16
    };
    if (!walk_lies_inside(w, part.at, part.bytes)) return walk_wrong(w, "an object's header leaves the file", part.at);
    uint64_t end = part.at + part.bytes;
    for (uint64_t at = part.at; end - at >= HEAD;)
    {
        unsigned char head[HEAD], bytes[MESSAGE_BYTES] = {0};
        if (!walk_read(w, at, head, sizeof head)) return false;
        message m = {
            .kind = (unsigned)walk_number(head, 2), .length = (size_t)walk_number(head + 2, 2), .bytes = bytes};
        if (m.length > end - at - HEAD) return walk_wrong(w, "a message leaves its object's header", at);
        if (!walk_read(w, at + HEAD, bytes, m.length < sizeof bytes ? m.length : sizeof bytes)) return false;
        if (m.kind == CONTINUATION)
        {
            if (m.length < 16 || *count == CONTINUATIONS_MAX)
                return walk_wrong(w, "an object's header does not end", at);
            list[(*count)++] = (stretch){walk_number(bytes, 8), walk_number(bytes + 8, 8)};
        }
        else if (!take_message(o, &m, head[4] & 2)) return walk_wrong(w, "an object's header makes no sense", at);
        at += HEAD + m.length;
    }
    return true;
}

static bool check_data(walk *w, const object *o, uint64_t at)
{
    if (!o->compact && (!o->contiguous || o->data == UNDEFINED)) return true; // never written
    if (!o->space || !o->type) return walk_wrong(w, "a dataset has no type or no extent", at);
    if (o->count > 0 && o->size > UINT64_MAX / o->count) return walk_wrong(w, "a dataset is larger than any file", at);
    uint64_t needed = o->count * o->size, stored = o->stored == UNDEFINED ? needed : o->stored;
    if (stored < needed || (o->contiguous && !walk_lies_inside(w, o->data, stored)))
        return walk_wrong(w, "a dataset is larger than what the file holds of it", at);
    return true;
}

bool walk_header(walk *w, uint64_t at, object *o)
{
    unsigned char head[16];
    *o = (object){.tables = {UNDEFINED, UNDEFINED}};
    if (!walk_read(w, at, head, sizeof head)) return false;
    if (memcmp(head, "OHDR", 4) == 0) return true; // with a checksum
    if (head[0] != 1) return walk_wrong(w, "there is no object where a group says so", at);
    stretch list[CONTINUATIONS_MAX] = {{at + sizeof head, walk_number(head + 8, 4)}};
    int count = 1;
    for (int k = 0; k < count; k++)
        if (!check_messages(w, o, list[k], list, &count)) return false;
    return o->tables.tree != UNDEFINED || check_data(w, o, at);
}
