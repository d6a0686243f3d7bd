// Whether an HDF5 file hangs together, looked at byte by byte before HDF5 opens it.
//
// Files of the original format (superblock 0 and 1), which libfclib and everyone who sets nothing writes, have no checksums, and HDF5 1.10
// believes what it reads there: a heap at an address beyond the file, or a string longer than its storage, ends in a crash. So the tree of
// groups is walked here first, by the format specification (version 3.0, sections II and III):
//
//   superblock ► root group ► object header ► symbol table message ► B-tree ► symbol nodes ► entries, each an object header again
//                                                                    heap   ► names
//   dataset    ► object header ► dataspace, datatype, fill value, layout messages
//
// Every address and length must lie in the file, names must end, what a group's entry remembers of its tables must be what its header says, and a
// contiguous dataset must have room for its elements. Superblock 2 and later, and object headers of version 2, carry checksums, which HDF5
// compares. Messages that FCLIB files do not have are only checked for their lengths.
//
// Cost: some hundred short reads. The bytes looked at are counted, and may be four times those of the file: tables that lead back to themselves
// end there.

#include "problem/io/fclib.h"

#include <ctype.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum
{
    ENTRY_BYTES = 40,       // of a symbol table entry
    NODE_HEAD = 8,          // of a symbol node
    TREE_HEAD = 24,         // of a B-tree node
    NAME_MAX_BYTES = 256,   // of a link's name, with its end
    MESSAGE_BYTES = 600,    // of a message that are looked at: a dataspace of 32 dimensions has 520
    CONTINUATIONS_MAX = 64, // of one object header
    TRAIL_BYTES = 80,       // of an object's name with those of its groups, as far as messages show it
    DEPTH_MAX = 16,         // groups in groups
};

static const uint64_t UNDEFINED = UINT64_MAX; // an address of nothing

typedef struct walk
{
    FILE *file;
    uint64_t bytes;         // of the file
    uint64_t budget;        // that may still be looked at
    int leaf_most;          // entries of a symbol node
    int tree_most;          // children of a B-tree node
    char name[TRAIL_BYTES]; // of the object that is looked at; "" is the root
    size_t name_length;
    const char *what;        // the first thing that was wrong,
    uint64_t where;          // at this address,
    char whose[TRAIL_BYTES]; // in this object
} walk;

/// Remembers what was wrong, and returns false.
static bool wrong(walk *w, const char *what, uint64_t where)
{
    if (w->what) return false;
    w->what = what;
    w->where = where;
    memcpy(w->whose, w->name, sizeof w->whose);
    return false;
}

static bool lies_inside(const walk *w, uint64_t at, uint64_t length)
{
    return at <= w->bytes && length <= w->bytes - at;
}

static bool read_at(walk *w, uint64_t at, void *bytes, size_t length)
{
    if (!lies_inside(w, at, length)) return wrong(w, "something lies beyond the end of the file", at);
    if (length > w->budget) return wrong(w, "its tables lead in circles", at);
    w->budget -= length;
    if (fseeko(w->file, (off_t)at, SEEK_SET) == 0 && fread(bytes, 1, length, w->file) == length) return true;
    return wrong(w, "the file cannot be read", at);
}

/// A little-endian number.
static uint64_t number(const unsigned char *bytes, int length)
{
    uint64_t value = 0;
    for (int k = length - 1; k >= 0; k--) value = value << 8 | bytes[k];
    return value;
}

// ---- groups ----

typedef struct heap
{
    uint64_t at, bytes; // of its data
} heap;

/// Blocks of a heap that are free: (offset of the next or 1, length).
static bool check_free_list(walk *w, const heap *h, uint64_t offset)
{
    while (offset != 1)
    {
        unsigned char block[16];
        if (offset > h->bytes || h->bytes - offset < sizeof block)
            return wrong(w, "a heap's list of free blocks leaves it", h->at);
        if (!read_at(w, h->at + offset, block, sizeof block)) return false;
        if (number(block + 8, 8) > h->bytes - offset) return wrong(w, "a heap's free block leaves it", h->at);
        offset = number(block, 8);
    }
    return true;
}

static bool open_heap(walk *w, uint64_t at, heap *h)
{
    unsigned char head[32];
    if (!read_at(w, at, head, sizeof head)) return false;
    if (memcmp(head, "HEAP", 4) != 0 || head[4] != 0) return wrong(w, "there is no heap of names", at);
    *h = (heap){.at = number(head + 24, 8), .bytes = number(head + 8, 8)};
    if (!lies_inside(w, h->at, h->bytes)) return wrong(w, "a heap of names lies beyond the end of the file", at);
    return check_free_list(w, h, number(head + 16, 8));
}

/// Whether a name is in the heap, and ends; it goes to `name`.
static bool read_name(walk *w, const heap *h, uint64_t offset, char name[NAME_MAX_BYTES])
{
    if (offset >= h->bytes) return wrong(w, "a name lies outside of its heap", h->at);
    uint64_t left = h->bytes - offset;
    size_t length = left < NAME_MAX_BYTES ? (size_t)left : NAME_MAX_BYTES;
    return read_at(w, h->at + offset, name, length) &&
           (memchr(name, 0, length) || wrong(w, "a name does not end", h->at + offset));
}

/// Where a group's tables are.
typedef struct group_tables
{
    uint64_t tree, heap;
} group_tables;

static bool check_object(walk *w, uint64_t at, int depth, group_tables *tables);

/// The object of an entry; what the entry remembers of a group's tables must be true.
static bool check_target(walk *w, const unsigned char *entry, int depth)
{
    bool remembers = number(entry + 16, 4) == 1;
    uint64_t at = number(entry + 8, 8);
    group_tables tables;
    if (!check_object(w, at, depth, &tables)) return false;
    if (remembers && (tables.tree != number(entry + 24, 8) || tables.heap != number(entry + 32, 8)))
        return wrong(w, "a group's tables are not where its entry says", at);
    return true;
}

/// An entry of a symbol node.
static bool check_entry(walk *w, const unsigned char *entry, const heap *h, int depth)
{
    enum
    {
        GROUP = 1,
        SOFT_LINK = 2
    };
    char name[NAME_MAX_BYTES];
    size_t length = w->name_length;
    uint64_t kind = number(entry + 16, 4);
    if (!read_name(w, h, number(entry, 8), name)) return false;
    for (char *c = name; *c; c++)
        if (iscntrl((unsigned char)*c)) *c = '?'; // for messages
    int written = snprintf(w->name + length, sizeof w->name - length, "/%s", name);
    if (written > 0 && (size_t)written < sizeof w->name - length) w->name_length += (size_t)written;
    bool good;
    if (kind == SOFT_LINK) good = read_name(w, h, number(entry + 24, 4), name); // no object of its own
    else if (kind > GROUP) good = wrong(w, "an entry of a group is of no known kind", number(entry + 8, 8));
    else good = check_target(w, entry, depth);
    w->name_length = length;
    w->name[length] = 0;
    return good;
}

static bool check_node(walk *w, uint64_t at, const heap *h, int depth)
{
    unsigned char head[NODE_HEAD], entry[ENTRY_BYTES];
    if (!read_at(w, at, head, sizeof head)) return false;
    uint64_t count = number(head + 6, 2), most = (uint64_t)w->leaf_most;
    if (memcmp(head, "SNOD", 4) != 0 || head[4] != 1 || count > most ||
        !lies_inside(w, at, NODE_HEAD + ENTRY_BYTES * most))
        return wrong(w, "a node of a group is damaged", at);
    for (uint64_t k = 0; k < count; k++)
        if (!read_at(w, at + NODE_HEAD + ENTRY_BYTES * k, entry, sizeof entry) || !check_entry(w, entry, h, depth))
            return false;
    return true;
}

/// Keys (offsets of names) and children in turn; `level` is how far the leaves are, -1 at the root: it says.
static bool check_tree(walk *w, uint64_t at, const heap *h, int level, int depth)
{
    unsigned char head[TREE_HEAD], item[8];
    char name[NAME_MAX_BYTES];
    if (!read_at(w, at, head, sizeof head)) return false;
    int count = (int)number(head + 6, 2);
    if (memcmp(head, "TREE", 4) != 0 || head[4] != 0 || (level >= 0 && head[5] != level) || count > w->tree_most ||
        !lies_inside(w, at, TREE_HEAD + 8 * (2 * (uint64_t)w->tree_most + 1)))
        return wrong(w, "the tree of a group is damaged", at);
    for (int k = 0; k < 2 * count + 1; k++)
    {
        if (!read_at(w, at + TREE_HEAD + 8 * (uint64_t)k, item, sizeof item)) return false;
        uint64_t value = number(item, 8);
        bool key = k % 2 == 0;
        if (key ? !read_name(w, h, value, name)
                : (head[5] > 0 ? !check_tree(w, value, h, head[5] - 1, depth) : !check_node(w, value, h, depth)))
            return false;
    }
    return true;
}

// ---- object headers ----

/// What the messages of an object say.
typedef struct object
{
    group_tables tables; // UNDEFINED if it is no group
    bool space, type;
    bool compact, contiguous; // the layout
    uint64_t count;           // elements
    uint64_t size;            // bytes of one
    uint64_t data;            // address, if it is contiguous
    uint64_t stored;          // bytes
} object;

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
        uint64_t extent = number(m->bytes + head + 8 * (size_t)k, 8);
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
    o->size = number(m->bytes + 4, 4);
    uint64_t bits = 8 * o->size, offset = number(m->bytes + 8, 2), precision = number(m->bytes + 10, 2);
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
    return !stored || (m->length >= head + 4 && (number(m->bytes + head, 4) <= m->length - head - 4 ||
                                                 number(m->bytes + head, 4) == UINT32_MAX));
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
        o->data = number(m->bytes + 8, 8);
        o->stored = UNDEFINED; // follows from the extents
        return true;
    }
    if (class == COMPACT)
    {
        o->compact = true;
        o->stored = number(m->bytes + 2, 2);
        return m->length >= 4 && o->stored <= m->length - 4;
    }
    if (class != CONTIGUOUS) return true; // refused before it is read (fclib_data.c)
    o->contiguous = true;
    o->data = number(m->bytes + 2, 8);
    o->stored = number(m->bytes + 10, 8);
    return m->length >= 18;
}

/// Name, type and extent of an attribute, padded to eights in version 1.
static bool attribute_fits(const message *m)
{
    if (m->length < 8) return false;
    size_t sum = 0, pad = m->bytes[0] == 1 ? 7 : 0;
    for (int k = 0; k < 3; k++) sum += ((size_t)number(m->bytes + 2 + 2 * k, 2) + pad) & ~pad;
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
    case OLD_FILL: return m->length >= 4 && number(m->bytes, 4) <= m->length - 4;
    case FILL: return fill_fits(m);
    case ELSEWHERE: return false;
    case LAYOUT: return take_layout(o, m);
    case ATTRIBUTE: return attribute_fits(m);
    case COMMENT: return memchr(m->bytes, 0, m->length < MESSAGE_BYTES ? m->length : MESSAGE_BYTES) != NULL;
    case OLD_TIME: return m->length >= 16;
    case TIME: return m->length >= 8;
    case TABLES: o->tables = (group_tables){number(m->bytes, 8), number(m->bytes + 8, 8)}; return m->length >= 16;
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
    if (!lies_inside(w, part.at, part.bytes)) return wrong(w, "an object's header leaves the file", part.at);
    uint64_t end = part.at + part.bytes;
    for (uint64_t at = part.at; end - at >= HEAD;)
    {
        unsigned char head[HEAD], bytes[MESSAGE_BYTES] = {0};
        if (!read_at(w, at, head, sizeof head)) return false;
        message m = {.kind = (unsigned)number(head, 2), .length = (size_t)number(head + 2, 2), .bytes = bytes};
        if (m.length > end - at - HEAD) return wrong(w, "a message leaves its object's header", at);
        if (!read_at(w, at + HEAD, bytes, m.length < sizeof bytes ? m.length : sizeof bytes)) return false;
        if (m.kind == CONTINUATION)
        {
            if (m.length < 16 || *count == CONTINUATIONS_MAX) return wrong(w, "an object's header does not end", at);
            list[(*count)++] = (stretch){number(bytes, 8), number(bytes + 8, 8)};
        }
        else if (!take_message(o, &m, head[4] & 2)) return wrong(w, "an object's header makes no sense", at);
        at += HEAD + m.length;
    }
    return true;
}

static bool check_data(walk *w, const object *o, uint64_t at)
{
    if (!o->compact && (!o->contiguous || o->data == UNDEFINED)) return true; // never written
    if (!o->space || !o->type) return wrong(w, "a dataset has no type or no extent", at);
    if (o->count > 0 && o->size > UINT64_MAX / o->count) return wrong(w, "a dataset is larger than any file", at);
    uint64_t needed = o->count * o->size, stored = o->stored == UNDEFINED ? needed : o->stored;
    if (stored < needed || (o->contiguous && !lies_inside(w, o->data, stored)))
        return wrong(w, "a dataset is larger than what the file holds of it", at);
    return true;
}

/// `tables` ◄ those of a group.
static bool check_object(walk *w, uint64_t at, int depth, group_tables *tables)
{
    unsigned char head[16];
    *tables = (group_tables){UNDEFINED, UNDEFINED};
    if (depth > DEPTH_MAX) return wrong(w, "groups lie in groups too deep", at);
    if (!read_at(w, at, head, sizeof head)) return false;
    if (memcmp(head, "OHDR", 4) == 0) return true; // with a checksum
    if (head[0] != 1) return wrong(w, "there is no object where a group says so", at);
    stretch list[CONTINUATIONS_MAX] = {{at + sizeof head, number(head + 8, 4)}};
    int count = 1;
    object o = {.tables = *tables};
    for (int k = 0; k < count; k++)
        if (!check_messages(w, &o, list[k], list, &count)) return false;
    *tables = o.tables;
    if (o.tables.tree == UNDEFINED) return check_data(w, &o, at);
    heap names;
    return open_heap(w, o.tables.heap, &names) && check_tree(w, o.tables.tree, &names, -1, depth + 1);
}

// ---- the file ----

static bool check_superblock(walk *w)
{
    static const unsigned char signature[8] = {0x89, 'H', 'D', 'F', '\r', '\n', 0x1a, '\n'};
    unsigned char block[100];
    size_t length = w->bytes < sizeof block ? (size_t)w->bytes : sizeof block;
    if (!read_at(w, 0, block, length)) return false;
    if (length < 48 || memcmp(block, signature, sizeof signature) != 0) return wrong(w, "this is no HDF5 file", 0);
    if (block[8] >= 2) return true; // with a checksum
    size_t at = block[8] == 0 ? 24 : 28;
    if (length < at + 72 || block[13] != 8 || block[14] != 8) return wrong(w, "its beginning is damaged", 0);
    w->leaf_most = 2 * (int)number(block + 16, 2);
    w->tree_most = 2 * (int)number(block + 18, 2);
    if (number(block + at, 8) != 0 || w->leaf_most == 0 || w->tree_most == 0 || number(block + at + 24, 8) != UNDEFINED)
        return wrong(w, "its beginning is damaged", 0);
    if (number(block + at + 16, 8) > w->bytes) return wrong(w, "its end is missing", w->bytes);
    return check_target(w, block + at + 32, 0);
}

hf_status fclib_check_structure(const char *path, hf_error *error)
{
    walk w = {.file = fopen(path, "rb")};
    if (!w.file) return file_error(error, HF_STATUS_FILE, path, "the file cannot be opened for reading");
    off_t bytes = fseeko(w.file, 0, SEEK_END) == 0 ? ftello(w.file) : -1;
    w.bytes = bytes > 0 ? (uint64_t)bytes : 0;
    w.budget = 4 * w.bytes + 65536;
    bool good = check_superblock(&w);
    fclose(w.file);
    if (good) return HF_STATUS_OK;
    return file_error(error, HF_STATUS_FORMAT, path,
                      "%s%s%s (byte %llu): this is no HDF5 file, or it is damaged or truncated", w.whose,
                      w.whose[0] ? ": " : "", w.what, (unsigned long long)w.where);
}
