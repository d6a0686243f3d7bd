// The container of MCAP (mcap.dev, version 0): records, chunks, and the summary that finds them.
//
//   magic, header, { chunk, indices of its messages } …, data end, summary: schemas, channels, statistics, indices of
//   chunks; footer, magic
//
// A record is an opcode, the length of its content in 8 bytes, and the content; numbers are little-endian, strings have
// their length in 4 bytes before them.
// Chunks are not compressed and have about a megabyte.

#ifndef HF_RECORD_EXPORT_MCAP_H
#define HF_RECORD_EXPORT_MCAP_H

#include "record/bytes.h"

#include "holdfast/status.h"

enum
{
    MCAP_CHANNELS_MAX = 32
};

/// A channel of messages; channels with equal schemas share it by its number, which counts from 1.
typedef struct mcap_channel_def
{
    const char *topic, *schema, *fields;
    int schema_id;
} mcap_channel_def;

/// A file under way.
typedef struct mcap_writer
{
    FILE *out;
    const mcap_channel_def *channels;
    int channel_count;
    bool ros2;                            // CDR by ros2msg, in the profile of ROS 2; JSON by JSON schemas otherwise
    uint64_t written;                     // bytes of the file
    byte_buffer record;                   // under way
    byte_buffer chunk;                    // records of the chunk under way
    byte_buffer index[MCAP_CHANNELS_MAX]; // its messages: time, offset in the chunk
    byte_buffer chunks;                   // what the summary says of each
    uint64_t first, last;                 // times in the chunk under way
    uint64_t begun, ended;                // times in the file
    uint64_t messages[MCAP_CHANNELS_MAX]; // of each channel
    bool failed;                          // memory was short
} mcap_writer;

/// Magic and header; `out` and the channels are set.
void mcap_begin(mcap_writer *m, const char *library);

/// A message at a time [ns]; times ascend.
void mcap_put(mcap_writer *m, int channel, uint64_t time, const char *text, size_t length);

/// The last chunk, the summary and the footer. NO_MEMORY if anything could not be held on the way.
hf_status mcap_end(mcap_writer *m, hf_error *error);
void mcap_free(mcap_writer *m);

#endif
