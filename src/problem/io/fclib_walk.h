// The walk through an HDF5 file that fclib_structure.c does, and what it finds in object headers (fclib_header.c).

#ifndef HF_PROBLEM_IO_FCLIB_WALK_H
#define HF_PROBLEM_IO_FCLIB_WALK_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

enum
{
    TRAIL_BYTES = 80 // of an object's name with those of its groups, as far as messages show it
};

#define UNDEFINED UINT64_MAX // an address of nothing

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
bool walk_wrong(walk *w, const char *what, uint64_t where);

bool walk_lies_inside(const walk *w, uint64_t at, uint64_t length);

/// The bytes count against the budget.
bool walk_read(walk *w, uint64_t at, void *bytes, size_t length);

/// A little-endian number.
uint64_t walk_number(const unsigned char *bytes, int length);

/// Where a group's tables are.
typedef struct group_tables
{
    uint64_t tree, heap;
} group_tables;

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

/// The object header at this address; data that it has must be where it says. A header with a checksum is left to HDF5.
bool walk_header(walk *w, uint64_t at, object *o);

#endif
