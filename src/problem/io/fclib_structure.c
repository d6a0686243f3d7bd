// Whether an HDF5 file hangs together, looked at byte by byte before HDF5 opens it.
//
// Files of the original format (superblock 0 and 1), which libfclib and everyone who sets nothing writes, have no
// checksums, and HDF5 1.10 believes what it reads there: a heap at an address beyond the file, or a string longer than
// its storage, ends in a crash. So the tree of groups is walked here first, by the format specification (version 3.0,
// sections II and III):
//
//   superblock ► root group ► object header ► symbol table message ► B-tree ► symbol nodes ► entries, each an object
//   header again
//                                                                    heap   ► names
//   dataset    ► object header ► dataspace, datatype, fill value, layout messages
//
// Every address and length must lie in the file, names must end, what a group's entry remembers of its tables must be
// what its header says, and a contiguous dataset must have room for its elements. Superblock 2 and later, and object
// headers of version 2, carry checksums, which HDF5 compares. Messages that FCLIB files do not have are only checked
// for their lengths.
//
// Cost: some hundred short reads. The bytes looked at are counted, and may be four times those of the file: tables that
// lead back to themselves end there.

#include "problem/io/fclib.h"
#include "problem/io/fclib_walk.h"

#include "base/file.h"

#include <ctype.h>
#include <string.h>

enum
{
    ENTRY_BYTES = 40,     // of a symbol table entry
    NODE_HEAD = 8,        // of a symbol node
    TREE_HEAD = 24,       // of a B-tree node
    NAME_MAX_BYTES = 256, // of a link's name, with its end
    DEPTH_MAX = 16,       // groups in groups
};

bool walk_wrong(walk *w, const char *what, uint64_t where)
{
    if (w->what) return false;
    w->what = what;
    w->where = where;
    memcpy(w->whose, w->name, sizeof w->whose);
    return false;
}

bool walk_lies_inside(const walk *w, uint64_t at, uint64_t length)
{
    return at <= w->bytes && length <= w->bytes - at;
}

bool walk_read(walk *w, uint64_t at, void *bytes, size_t length)
{
    if (!walk_lies_inside(w, at, length)) return walk_wrong(w, "something lies beyond the end of the file", at);
    if (length > w->budget) return walk_wrong(w, "its tables lead in circles", at);
    w->budget -= length;
    if (fseeko(w->file, (off_t)at, SEEK_SET) == 0 && fread(bytes, 1, length, w->file) == length) return true;
    return walk_wrong(w, "the file cannot be read", at);
}

uint64_t walk_number(const unsigned char *bytes, int length)
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
            return walk_wrong(w, "a heap's list of free blocks leaves it", h->at);
        if (!walk_read(w, h->at + offset, block, sizeof block)) return false;
        if (walk_number(block + 8, 8) > h->bytes - offset) return walk_wrong(w, "a heap's free block leaves it", h->at);
        offset = walk_number(block, 8);
    }
    return true;
}

static bool open_heap(walk *w, uint64_t at, heap *h)
{
    unsigned char head[32];
    if (!walk_read(w, at, head, sizeof head)) return false;
    if (memcmp(head, "HEAP", 4) != 0 || head[4] != 0) return walk_wrong(w, "there is no heap of names", at);
    *h = (heap){.at = walk_number(head + 24, 8), .bytes = walk_number(head + 8, 8)};
    if (!walk_lies_inside(w, h->at, h->bytes))
        return walk_wrong(w, "a heap of names lies beyond the end of the file", at);
    return check_free_list(w, h, walk_number(head + 16, 8));
}

/// Whether a name is in the heap, and ends; it goes to `name`.
static bool read_name(walk *w, const heap *h, uint64_t offset, char name[NAME_MAX_BYTES])
{
    if (offset >= h->bytes) return walk_wrong(w, "a name lies outside of its heap", h->at);
    uint64_t left = h->bytes - offset;
    size_t length = left < NAME_MAX_BYTES ? (size_t)left : NAME_MAX_BYTES;
    return walk_read(w, h->at + offset, name, length) &&
           (memchr(name, 0, length) || walk_wrong(w, "a name does not end", h->at + offset));
}

static bool check_object(walk *w, uint64_t at, int depth, group_tables *tables);

/// The object of an entry; what the entry remembers of a group's tables must be true.
static bool check_target(walk *w, const unsigned char *entry, int depth)
{
    bool remembers = walk_number(entry + 16, 4) == 1;
    uint64_t at = walk_number(entry + 8, 8);
    group_tables tables;
    if (!check_object(w, at, depth, &tables)) return false;
    if (remembers && (tables.tree != walk_number(entry + 24, 8) || tables.heap != walk_number(entry + 32, 8)))
        return walk_wrong(w, "a group's tables are not where its entry says", at);
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
    uint64_t kind = walk_number(entry + 16, 4);
    if (!read_name(w, h, walk_number(entry, 8), name)) return false;
    for (char *c = name; *c; c++)
        if (iscntrl((unsigned char)*c)) *c = '?'; // for messages
    int written = snprintf(w->name + length, sizeof w->name - length, "/%s", name);
    if (written > 0 && (size_t)written < sizeof w->name - length) w->name_length += (size_t)written;
    bool good;
    if (kind == SOFT_LINK) good = read_name(w, h, walk_number(entry + 24, 4), name); // no object of its own
    else if (kind > GROUP) good = walk_wrong(w, "an entry of a group is of no known kind", walk_number(entry + 8, 8));
    else good = check_target(w, entry, depth);
    w->name_length = length;
    w->name[length] = 0;
    return good;
}

static bool check_node(walk *w, uint64_t at, const heap *h, int depth)
{
    unsigned char head[NODE_HEAD], entry[ENTRY_BYTES];
    if (!walk_read(w, at, head, sizeof head)) return false;
    uint64_t count = walk_number(head + 6, 2), most = (uint64_t)w->leaf_most;
    if (memcmp(head, "SNOD", 4) != 0 || head[4] != 1 || count > most ||
        !walk_lies_inside(w, at, NODE_HEAD + ENTRY_BYTES * most))
        return walk_wrong(w, "a node of a group is damaged", at);
    for (uint64_t k = 0; k < count; k++)
        if (!walk_read(w, at + NODE_HEAD + ENTRY_BYTES * k, entry, sizeof entry) || !check_entry(w, entry, h, depth))
            return false;
    return true;
}

/// Keys (offsets of names) and children in turn; `level` is how far the leaves are, -1 at the root: it says.
static bool check_tree(walk *w, uint64_t at, const heap *h, int level, int depth)
{
    unsigned char head[TREE_HEAD], item[8];
    char name[NAME_MAX_BYTES];
    if (!walk_read(w, at, head, sizeof head)) return false;
    int count = (int)walk_number(head + 6, 2);
    if (memcmp(head, "TREE", 4) != 0 || head[4] != 0 || (level >= 0 && head[5] != level) || count > w->tree_most ||
        !walk_lies_inside(w, at, TREE_HEAD + 8 * (2 * (uint64_t)w->tree_most + 1)))
        return walk_wrong(w, "the tree of a group is damaged", at);
    for (int k = 0; k < 2 * count + 1; k++)
    {
        if (!walk_read(w, at + TREE_HEAD + 8 * (uint64_t)k, item, sizeof item)) return false;
        uint64_t value = walk_number(item, 8);
        bool key = k % 2 == 0;
        if (key ? !read_name(w, h, value, name)
                : (head[5] > 0 ? !check_tree(w, value, h, head[5] - 1, depth) : !check_node(w, value, h, depth)))
            return false;
    }
    return true;
}

/// `tables` ◄ those of a group.
static bool check_object(walk *w, uint64_t at, int depth, group_tables *tables)
{
    object o;
    if (depth > DEPTH_MAX) return walk_wrong(w, "groups lie in groups too deep", at);
    if (!walk_header(w, at, &o)) return false;
    *tables = o.tables;
    heap names;
    return o.tables.tree == UNDEFINED ||
           (open_heap(w, o.tables.heap, &names) && check_tree(w, o.tables.tree, &names, -1, depth + 1));
}

// ---- the file ----

static bool check_superblock(walk *w)
{
    static const unsigned char signature[8] = {0x89, 'H', 'D', 'F', '\r', '\n', 0x1a, '\n'};
    unsigned char block[100];
    size_t length = w->bytes < sizeof block ? (size_t)w->bytes : sizeof block;
    if (!walk_read(w, 0, block, length)) return false;
    if (length < 48 || memcmp(block, signature, sizeof signature) != 0) return walk_wrong(w, "this is no HDF5 file", 0);
    if (block[8] >= 2) return true; // with a checksum
    size_t at = block[8] == 0 ? 24 : 28;
    if (length < at + 72 || block[13] != 8 || block[14] != 8) return walk_wrong(w, "its beginning is damaged", 0);
    w->leaf_most = 2 * (int)walk_number(block + 16, 2);
    w->tree_most = 2 * (int)walk_number(block + 18, 2);
    if (walk_number(block + at, 8) != 0 || w->leaf_most == 0 || w->tree_most == 0 ||
        walk_number(block + at + 24, 8) != UNDEFINED)
        return walk_wrong(w, "its beginning is damaged", 0);
    if (walk_number(block + at + 16, 8) > w->bytes) return walk_wrong(w, "its end is missing", w->bytes);
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
