// The original format (superblock 0) by its specification, version 3.0, sections II to IV:
//
//   superblock ► root group ► object header ► symbol table message ► B-tree ► one symbol node ► entries, each an object
//   header
//                                                                    heap   ► names
//   dataset    ► object header ► dataspace, datatype, fill value, layout ► its numbers in one piece
//
// All lengths are known beforehand, so that places are computed first, and then everything is written from the
// beginning to the end. A group has one node: the rank of B-trees is set to hold as many entries as a group may have.

#include "problem/io/plain_hdf5.h"

#include "base/arena.h"
#include "base/atomic_file.h"
#include "base/error.h"
#include "base/file.h"
#include "problem/problem.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum
{
    RANK = 16, // a node has room for 2 RANK entries
    SUPERBLOCK = 96,
    HEADER = 16, // of an object, before its messages
    MESSAGE = 8, // before the data of a message
    ENTRY = 40,  // of a symbol node
    HEAP = 32,   // head of a heap
    TREE = 24 + 2 * RANK * 16 + 8,
    NODE = 8 + 2 * RANK * ENTRY,
    SPACE_DATA = 16,
    INTEGER_DATA = 16,
    NUMBER_DATA = 24,
    FILL_DATA = 8,
    LAYOUT_DATA = 24,
};
static const uint64_t NOWHERE = UINT64_MAX;

/// Where the tables of a group are.
typedef struct group_place
{
    uint64_t header, heap, names, tree, node, end;
} group_place;

typedef struct plain_output
{
    FILE *file;
    uint64_t at;
} plain_output;

static uint64_t padded(uint64_t size)
{
    return (size + 7) / 8 * 8;
}

static void put(plain_output *out, uint64_t value, int bytes)
{
    for (int k = 0; k < bytes; k++) putc((int)(value >> (8 * k) & 255), out->file);
    out->at += (uint64_t)bytes;
}

static void put_bytes(plain_output *out, const void *bytes, size_t size)
{
    if (size > 0) fwrite(bytes, 1, size, out->file);
    out->at += size;
}

static void pad_to(plain_output *out, uint64_t at)
{
    while (out->at < at) put(out, 0, 1);
}

// ---- places ----

static group_place place_group(uint64_t at, const char *const *names, int count)
{
    uint64_t length = 8;
    for (int k = 0; k < count; k++) length += padded(strlen(names[k]) + 1);
    group_place p = {.header = at, .heap = at + HEADER + MESSAGE + 16};
    p.names = p.heap + HEAP;
    p.tree = p.names + length;
    p.node = p.tree + TREE;
    p.end = p.node + NODE;
    return p;
}

static uint64_t messages_size(const form_item *item)
{
    return 4 * MESSAGE + SPACE_DATA + (uint64_t)(item->integers ? INTEGER_DATA : NUMBER_DATA) + FILL_DATA + LAYOUT_DATA;
}

static uint64_t data_size(const form_item *item)
{
    return (uint64_t)item->count * (item->integers ? sizeof(int32_t) : sizeof(double));
}

static uint64_t dataset_size(const form_item *item)
{
    return HEADER + messages_size(item) + padded(data_size(item));
}

// ---- groups ----

/// A child of a group: an object, and of a group its tables.
typedef struct child
{
    uint64_t header;
    const group_place *group; // NULL: a dataset
} child;

static void put_header(plain_output *out, int messages, uint64_t size)
{
    put(out, 1, 2); // version
    put(out, (uint64_t)messages, 2);
    put(out, 1, 4); // references
    put(out, size, 4);
    put(out, 0, 4);
}

static void put_message(plain_output *out, int type, int size)
{
    put(out, (uint64_t)type, 2);
    put(out, (uint64_t)size, 2);
    put(out, 0, 4);
}

static void put_entry(plain_output *out, uint64_t name, child c)
{
    put(out, name, 8);
    put(out, c.header, 8);
    put(out, c.group ? 1 : 0, 8); // whether the places of its tables follow
    put(out, c.group ? c.group->tree : 0, 8);
    put(out, c.group ? c.group->heap : 0, 8);
}

static void put_group(plain_output *out, const group_place *p, const char *const *names, const child *children,
                      int count)
{
    uint64_t last = 8, name = 8;
    put_header(out, 1, MESSAGE + 16);
    put_message(out, 0x11, 16);
    put(out, p->tree, 8);
    put(out, p->heap, 8);
    put_bytes(out, "HEAP", 4);
    put(out, 0, 4);
    put(out, p->tree - p->names, 8);
    put(out, 1, 8); // no free room
    put(out, p->names, 8);
    put(out, 0, 8);
    for (int k = 0; k < count; k++)
    {
        last = out->at - p->names;
        put_bytes(out, names[k], strlen(names[k]) + 1);
        pad_to(out, p->names + padded(out->at - p->names));
    }
    put_bytes(out, "TREE", 4);
    put(out, 0, 2); // of a group, a leaf
    put(out, 1, 2);
    put(out, NOWHERE, 8);
    put(out, NOWHERE, 8);
    put(out, 0, 8);
    put(out, p->node, 8);
    put(out, last, 8);
    pad_to(out, p->node);
    put_bytes(out, "SNOD", 4);
    put(out, 1, 2);
    put(out, (uint64_t)count, 2);
    for (int k = 0; k < count; k++)
    {
        put_entry(out, name, children[k]);
        name += padded(strlen(names[k]) + 1);
    }
    pad_to(out, p->end);
}

// ---- datasets ----

static void put_dataset(plain_output *out, const form_item *item)
{
    uint64_t size = data_size(item), data = out->at + HEADER + messages_size(item);
    put_header(out, 4, messages_size(item));
    put_message(out, 0x01, SPACE_DATA);
    put(out, 0x0101, 8); // version 1, one dimension
    put(out, (uint64_t)item->count, 8);
    put_message(out, 0x03, item->integers ? INTEGER_DATA : NUMBER_DATA);
    if (item->integers)
    {
        put(out, 0x0810, 4); // version 1, signed
        put(out, sizeof(int32_t), 4);
        put(out, 32 << 16, 4); // all 32 bits
        put(out, 0, 4);
    }
    else
    {
        put(out, 0x3f2011, 4); // version 1, sign at bit 63, a mantissa whose first bit is implied
        put(out, sizeof(double), 4);
        put(out, 64 << 16, 4);
        put(out, 52 | 11 << 8, 2); // exponent: at bit 52, of 11 bits
        put(out, 0 | 52 << 8, 2);  // mantissa: at bit 0, of 52
        put(out, 1023, 4);
        put(out, 0, 4);
    }
    put_message(out, 0x05, FILL_DATA);
    put(out, 0x00020202, 8); // version 2, room is taken late, nothing is filled in
    put_message(out, 0x08, LAYOUT_DATA);
    put(out, 0x0103, 2); // version 3, in one piece
    put(out, size > 0 ? data : NOWHERE, 8);
    put(out, size, 8);
    put(out, 0, 6);
    for (int k = 0; k < item->count && item->integers; k++) put(out, (uint64_t)(int64_t)item->integers[k], 4);
    for (int k = 0; k < item->count && item->numbers; k++)
    {
        uint64_t bits;
        memcpy(&bits, &item->numbers[k], sizeof bits);
        put(out, bits, 8);
    }
    pad_to(out, data + padded(size));
}

// ---- the file ----

static int by_name(const void *a, const void *b)
{
    return strcmp(((const form_item *)a)->name, ((const form_item *)b)->name);
}

static int group_by_name(const void *a, const void *b)
{
    return strcmp(((const plain_group *)a)->name, ((const plain_group *)b)->name);
}

static void put_superblock(plain_output *out, const group_place *root, uint64_t end)
{
    put_bytes(out, "\211HDF\r\n\032\n", 8);
    put(out, 0, 5);
    put(out, 8, 1); // bytes of an address
    put(out, 8, 1); // and of a length
    put(out, 0, 1);
    put(out, RANK, 2);
    put(out, RANK, 2);
    put(out, 0, 4);
    put(out, 0, 8);
    put(out, NOWHERE, 8);
    put(out, end, 8);
    put(out, NOWHERE, 8);
    put_entry(out, 0, (child){.header = root->header, .group = root});
}

static void put_file(plain_output *out, const plain_group *groups, int count)
{
    const char *names[PLAIN_GROUPS_MAX], *items[PLAIN_GROUPS_MAX][2 * RANK];
    group_place places[PLAIN_GROUPS_MAX];
    child children[PLAIN_GROUPS_MAX], datasets[PLAIN_GROUPS_MAX][2 * RANK];
    for (int g = 0; g < count; g++) names[g] = groups[g].name;
    group_place root = place_group(SUPERBLOCK, names, count);
    uint64_t at = root.end;
    for (int g = 0; g < count; g++)
    {
        for (int k = 0; k < groups[g].count; k++) items[g][k] = groups[g].items[k].name;
        places[g] = place_group(at, items[g], groups[g].count);
        children[g] = (child){.header = at, .group = &places[g]};
        at = places[g].end;
    }
    for (int g = 0; g < count; g++)
        for (int k = 0; k < groups[g].count; k++)
        {
            datasets[g][k] = (child){.header = at};
            at += dataset_size(&groups[g].items[k]);
        }
    put_superblock(out, &root, at);
    put_group(out, &root, names, children, count);
    for (int g = 0; g < count; g++) put_group(out, &places[g], items[g], datasets[g], groups[g].count);
    for (int g = 0; g < count; g++)
        for (int k = 0; k < groups[g].count; k++) put_dataset(out, &groups[g].items[k]);
}

hf_status plain_hdf5_write(const char *path, plain_group *groups, int count, hf_error *error)
{
    atomic_file part;
    size_t bytes = SUPERBLOCK;
    qsort(groups, (size_t)count, sizeof *groups, group_by_name);
    for (int g = 0; g < count; g++)
    {
        qsort(groups[g].items, (size_t)groups[g].count, sizeof *groups[g].items, by_name);
        for (int k = 0; k < groups[g].count; k++) bytes += (size_t)dataset_size(&groups[g].items[k]);
    }
    hf_status status = atomic_file_begin(path, bytes, &part, error);
    if (status != HF_STATUS_OK) return status;
    plain_output out = {.file = fopen(part.name, "wb")};
    if (out.file) put_file(&out, groups, count);
    bool well = out.file && !ferror(out.file);
    if (out.file && fclose(out.file) != 0) well = false;
    if (!well) status = file_error(error, HF_STATUS_FILE, path, "cannot be written: is there room on the disk?");
    return atomic_file_end(&part, status, error);
}

hf_status plain_problem_write(const char *path, const hf_problem *problem, const double *r, hf_error *error)
{
    hf_workspace *arena;
    if (form_is_too_large(problem))
        return file_error(error, HF_STATUS_UNSUPPORTED, path, "the problem has more entries than a file can count");
    hf_status status = hf_workspace_create(&arena, error);
    if (status != HF_STATUS_OK) return status;
    form_item items[FORM_ITEMS_MAX], answer = {.name = "r", .count = problem->dimension, .numbers = r};
    int count = form_items(problem, arena, items);
    plain_group groups[2] = {{.name = "holdfast", .count = count, .items = items},
                             {.name = "holdfast_solution", .count = 1, .items = &answer}};
    status = count > 0 ? plain_hdf5_write(path, groups, r ? 2 : 1, error) : error_no_memory(error);
    hf_workspace_destroy(arena);
    return status;
}
