// Runs on many machines: rank 0 hands out one run at a time and writes the rows, the others make them. A rank that asks
// gets the next run that nobody has; when none is left it is told to end. Where MPI lets the others live when a rank
// dies, its run is lost and nothing else: it stands in no row, and the same command makes it later.

#include "sweep_pool.h"

#ifndef HF_HAS_MPI
#define HF_HAS_MPI 0
#endif

#if HF_HAS_MPI

#include <mpi.h>
#include <stdlib.h>
#include <string.h>

enum
{
    TAG_ASK = 1, // to rank 0: nothing, or the row of a run that is done
    TAG_RUN,     // from rank 0: the number of a run, -1: end
    HEADER = 3   // numbers before the text of a row: run, seconds, stepping
};

bool sweep_mpi_begin(int *rank)
{
    int begun, size;
    MPI_Initialized(&begun);
    if (!begun) MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    return size > 1;
}

void sweep_mpi_end(void)
{
    int begun, ended;
    MPI_Initialized(&begun);
    MPI_Finalized(&ended);
    if (begun && !ended) MPI_Finalize();
}

/// Takes one message of whoever asks; returns its rank.
static int take_message(sweep_work *work)
{
    MPI_Status status;
    int bytes;
    MPI_Probe(MPI_ANY_SOURCE, TAG_ASK, MPI_COMM_WORLD, &status);
    MPI_Get_count(&status, MPI_BYTE, &bytes);
    char *message = tool_allocate((size_t)bytes + 1, 1);
    MPI_Recv(message, bytes, MPI_BYTE, status.MPI_SOURCE, TAG_ASK, MPI_COMM_WORLD, &status);
    double header[HEADER];
    if ((size_t)bytes > sizeof header)
    {
        memcpy(header, message, sizeof header);
        if (!work->broken) sweep_done(work, (int64_t)header[0], message + sizeof header, header[1], header[2]);
    }
    free(message);
    return status.MPI_SOURCE;
}

void sweep_mpi_lead(sweep_work *work)
{
    int size;
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int busy = size - 1; busy > 0;)
    {
        int rank = take_message(work);
        long long run = work->broken || interrupted() ? -1 : (long long)sweep_next(work);
        MPI_Send(&run, 1, MPI_LONG_LONG, rank, TAG_RUN, MPI_COMM_WORLD);
        if (run < 0) busy--;
    }
}

void sweep_mpi_follow(const sweep_job *job)
{
    MPI_Send(NULL, 0, MPI_BYTE, 0, TAG_ASK, MPI_COMM_WORLD);
    for (;;)
    {
        long long run;
        MPI_Recv(&run, 1, MPI_LONG_LONG, 0, TAG_RUN, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        if (run < 0) return;
        double header[HEADER] = {(double)run};
        char *row = sweep_row(job, run, &header[1], &header[2]);
        size_t length = row ? strlen(row) : 0, bytes = row ? sizeof header + length : 0;
        char *message = tool_allocate(bytes + 1, 1);
        if (row) memcpy(message, header, sizeof header), memcpy(message + sizeof header, row, length);
        MPI_Send(message, (int)bytes, MPI_BYTE, 0, TAG_ASK, MPI_COMM_WORLD);
        free(message);
        free(row);
    }
}

#else

bool sweep_mpi_begin(int *rank)
{
    *rank = 0;
    return false;
}

void sweep_mpi_end(void) {}

void sweep_mpi_lead(sweep_work *work)
{
    (void)work;
}

void sweep_mpi_follow(const sweep_job *job)
{
    (void)job;
}

#endif
