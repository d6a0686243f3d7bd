// Who makes the runs: threads of this process, or other processes by MPI.

#ifndef HF_TOOL_SWEEP_POOL_H
#define HF_TOOL_SWEEP_POOL_H

#include "console.h"
#include "sweep_table.h"

/// Of all runs those with run % part_count == part are to be made.
typedef struct sweep_work
{
    const sweep_job *job;
    sweep_table *table;
    int part, part_count;
    int threads;
    progress_line progress;
    double begun;
    int64_t made;             // runs made by this command
    int64_t failed;           // rows with another status than "done"
    double seconds, stepping; // of all runs made
    int64_t next;             // run to look at next
    bool broken;              // the table could not be written
} sweep_work;

/// The next run that is not done, or -1.
int64_t sweep_next(sweep_work *work);

/// Writes a row, counts it and shows how far it is. False if it could not be written.
bool sweep_done(sweep_work *work, int64_t run, const char *row, double seconds, double stepping);

/// Runs that this command has to make in all, and how many of them are done.
void sweep_counts(const sweep_work *work, int64_t *all, int64_t *done);

/// Makes all that is left, on threads.
void sweep_run_threads(sweep_work *work);

/// Whether this is one of several processes that mpirun started; the first call begins MPI. Rank 0 has the table, all
/// others work.
bool sweep_mpi_begin(int *rank);

/// Rank 0: hands out runs and writes rows until all is done. Other ranks: work until told to end.
void sweep_mpi_lead(sweep_work *work);
void sweep_mpi_follow(const sweep_job *job);
void sweep_mpi_end(void);

#endif
