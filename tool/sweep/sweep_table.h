// The results of a sweep on disk.
//
// While a sweep is under way its rows stand in OUT.part, in the order in which runs ended: the head, then a line a run,
// each handed to the system before the next begins. A kill costs runs that were under way and nothing else. At the end
// the rows are written to OUT by their numbers, which is then the same file whatever happened on the way, and OUT.part
// goes. OUT.h5 has them as columns (holdfast/record.h).

#ifndef HF_TOOL_SWEEP_TABLE_H
#define HF_TOOL_SWEEP_TABLE_H

#include "claim.h"
#include "sweep_run.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

typedef struct sweep_table
{
    const sweep_job *job;
    const char *path;
    char *part; // OUT.part, heap
    char *head; // heap
    int64_t run_count;
    int64_t done_count;
    int64_t *place; // run_count: where the row of a run begins in OUT.part; -1: it is not there
    FILE *file;     // OUT.part
    file_claim claim;
} sweep_table;

/// Opens OUT.part, or begins it with the rows of OUT if that is there, and finds what is done. False after having said
/// what is wrong: another sweep's file, another sweep under way, a folder that cannot be written.
bool sweep_table_begin(sweep_table *table, const sweep_job *job, const char *path);

/// Whether a table is kept as columns in HDF5, by its name.
bool sweep_is_hdf5(const char *path);

/// The lines of a table, be they columns in HDF5. NULL, and errno 0 if something was said, where there is none.
FILE *sweep_table_lines(const char *path);

/// Takes over the rows of another file of results of the same sweep.
bool sweep_table_merge(sweep_table *table, const char *path);

/// Adds a row. False after having said why not: a full disk.
bool sweep_table_add(sweep_table *table, int64_t run, const char *row);

/// Writes OUT, and removes OUT.part if all runs of the sweep that were asked for are there.
bool sweep_table_finish(sweep_table *table);

/// Closes everything; OUT.part stays if it was not finished.
void sweep_table_close(sweep_table *table);

#endif
