#include "record/export/mcap.h"

#include "base/error.h"

#include <stdlib.h>
#include <string.h>

enum
{
    CHUNK = 1 << 20, // bytes after which a chunk is closed
    MAGIC_SIZE = 8,

    OP_HEADER = 1,
    OP_FOOTER = 2,
    OP_SCHEMA = 3,
    OP_CHANNEL = 4,
    OP_MESSAGE = 5,
    OP_CHUNK = 6,
    OP_MESSAGE_INDEX = 7,
    OP_CHUNK_INDEX = 8,
    OP_STATISTICS = 11,
    OP_DATA_END = 15,
};

static const unsigned char MAGIC[MAGIC_SIZE] = {0x89, 'M', 'C', 'A', 'P', '0', '\r', '\n'};

/// What the summary says of a chunk.
typedef struct chunk_entry
{
    uint64_t first, last;              // times of its messages
    uint64_t offset, length;           // in the file
    uint64_t index[MCAP_CHANNELS_MAX]; // offset of each channel's index; 0: none
    uint64_t index_length, size;       // of all indices; of its records
} chunk_entry;

// ---- records ----

static void put(mcap_writer *m, byte_buffer *to, uint64_t bits, int size)
{
    if (!bytes_put(to, bits, size)) m->failed = true;
}

static void put_all(mcap_writer *m, byte_buffer *to, const void *bytes, size_t count)
{
    if (!bytes_put_all(to, bytes, count)) m->failed = true;
}

static void put_string(mcap_writer *m, byte_buffer *to, const char *text)
{
    put(m, to, strlen(text), 4);
    put_all(m, to, text, strlen(text));
}

/// Closes the record under way: to the file, or into the chunk.
static void end_record(mcap_writer *m, int opcode, byte_buffer *into)
{
    byte_buffer head = {0};
    put(m, &head, (uint64_t)opcode, 1);
    put(m, &head, m->record.count, 8);
    if (into)
    {
        put_all(m, into, head.bytes, head.count);
        put_all(m, into, m->record.bytes, m->record.count);
    }
    else if (!m->failed)
    {
        fwrite(head.bytes, 1, head.count, m->out);
        fwrite(m->record.bytes, 1, m->record.count, m->out);
        m->written += head.count + m->record.count;
    }
    free(head.bytes);
    m->record.count = 0;
}

static void put_schema(mcap_writer *m, int channel, byte_buffer *into)
{
    put(m, &m->record, (uint64_t)m->channels[channel].schema_id, 2);
    put_string(m, &m->record, m->channels[channel].schema);
    put_string(m, &m->record, m->ros2 ? "ros2msg" : "jsonschema");
    put_string(m, &m->record, m->channels[channel].fields);
    end_record(m, OP_SCHEMA, into);
}

static void put_channel(mcap_writer *m, int channel, byte_buffer *into)
{
    static const char qos[] = "offered_qos_profiles"; // which ros2 bag asks for; "" are its own
    put(m, &m->record, (uint64_t)channel, 2);
    put(m, &m->record, (uint64_t)m->channels[channel].schema_id, 2);
    put_string(m, &m->record, m->channels[channel].topic);
    put_string(m, &m->record, m->ros2 ? "cdr" : "json");
    put(m, &m->record, m->ros2 ? 8 + sizeof qos - 1 : 0, 4); // metadata: names and values
    if (m->ros2) put_string(m, &m->record, qos), put_string(m, &m->record, "");
    end_record(m, OP_CHANNEL, into);
}

static void put_channels(mcap_writer *m, byte_buffer *into)
{
    int known = 0;
    for (int c = 0; c < m->channel_count; c++)
        if (m->channels[c].schema_id > known) put_schema(m, c, into), known = m->channels[c].schema_id;
    for (int c = 0; c < m->channel_count; c++) put_channel(m, c, into);
}

// ---- chunks ----

static void end_chunk(mcap_writer *m)
{
    if (m->chunk.count == 0) return;
    chunk_entry entry = {.first = m->first, .last = m->last, .offset = m->written, .size = m->chunk.count};
    put(m, &m->record, m->first, 8);
    put(m, &m->record, m->last, 8);
    put(m, &m->record, m->chunk.count, 8);
    put(m, &m->record, 0, 4); // no checksum
    put_string(m, &m->record, "");
    put(m, &m->record, m->chunk.count, 8);
    put_all(m, &m->record, m->chunk.bytes, m->chunk.count);
    end_record(m, OP_CHUNK, NULL);
    entry.length = m->written - entry.offset;
    for (int c = 0; c < m->channel_count; c++)
    {
        if (m->index[c].count == 0) continue;
        entry.index[c] = m->written;
        put(m, &m->record, (uint64_t)c, 2);
        put(m, &m->record, m->index[c].count, 4);
        put_all(m, &m->record, m->index[c].bytes, m->index[c].count);
        end_record(m, OP_MESSAGE_INDEX, NULL);
        m->index[c].count = 0;
    }
    entry.index_length = m->written - entry.offset - entry.length;
    put_all(m, &m->chunks, &entry, sizeof entry);
    m->chunk.count = 0;
}

void mcap_put(mcap_writer *m, int channel, uint64_t time, const char *text, size_t length)
{
    if (m->chunk.count == 0)
    {
        m->first = time;
        if (m->chunks.count == 0) m->begun = time;
        // Who reads from the start meets them before any message.
        if (m->chunks.count == 0) put_channels(m, &m->chunk);
    }
    m->last = m->ended = time;
    put(m, &m->index[channel], time, 8);
    put(m, &m->index[channel], m->chunk.count, 8);
    put(m, &m->record, (uint64_t)channel, 2);
    put(m, &m->record, m->messages[channel]++, 4);
    put(m, &m->record, time, 8);
    put(m, &m->record, time, 8);
    put_all(m, &m->record, text, length);
    end_record(m, OP_MESSAGE, &m->chunk);
    if (m->chunk.count >= CHUNK) end_chunk(m);
}

// ---- the summary ----

static void put_statistics(mcap_writer *m)
{
    uint64_t all = 0, used = 0, schemas = 0;
    for (int c = 0; c < m->channel_count; c++)
    {
        all += m->messages[c], used += m->messages[c] > 0;
        if ((uint64_t)m->channels[c].schema_id > schemas) schemas = (uint64_t)m->channels[c].schema_id;
    }
    put(m, &m->record, all, 8);
    put(m, &m->record, schemas, 2);
    put(m, &m->record, (uint64_t)m->channel_count, 4);
    put(m, &m->record, 0, 4); // attachments
    put(m, &m->record, 0, 4); // metadata
    put(m, &m->record, m->chunks.count / sizeof(chunk_entry), 4);
    put(m, &m->record, m->begun, 8);
    put(m, &m->record, m->ended, 8);
    put(m, &m->record, 10 * used, 4);
    for (int c = 0; c < m->channel_count; c++)
        if (m->messages[c] > 0) put(m, &m->record, (uint64_t)c, 2), put(m, &m->record, m->messages[c], 8);
    end_record(m, OP_STATISTICS, NULL);
}

static void put_chunk_index(mcap_writer *m, const chunk_entry *entry)
{
    uint64_t used = 0;
    for (int c = 0; c < m->channel_count; c++) used += entry->index[c] > 0;
    put(m, &m->record, entry->first, 8);
    put(m, &m->record, entry->last, 8);
    put(m, &m->record, entry->offset, 8);
    put(m, &m->record, entry->length, 8);
    put(m, &m->record, 10 * used, 4);
    for (int c = 0; c < m->channel_count; c++)
        if (entry->index[c] > 0) put(m, &m->record, (uint64_t)c, 2), put(m, &m->record, entry->index[c], 8);
    put(m, &m->record, entry->index_length, 8);
    put_string(m, &m->record, "");
    put(m, &m->record, entry->size, 8);
    put(m, &m->record, entry->size, 8);
    end_record(m, OP_CHUNK_INDEX, NULL);
}

void mcap_begin(mcap_writer *m, const char *library)
{
    fwrite(MAGIC, 1, MAGIC_SIZE, m->out);
    m->written = MAGIC_SIZE;
    put_string(m, &m->record, m->ros2 ? "ros2" : "");
    put_string(m, &m->record, library);
    end_record(m, OP_HEADER, NULL);
}

hf_status mcap_end(mcap_writer *m, hf_error *error)
{
    end_chunk(m);
    put(m, &m->record, 0, 4); // no checksum
    end_record(m, OP_DATA_END, NULL);
    uint64_t summary = m->written;
    put_channels(m, NULL);
    put_statistics(m);
    for (size_t k = 0; k + sizeof(chunk_entry) <= m->chunks.count; k += sizeof(chunk_entry))
    {
        chunk_entry entry;
        memcpy(&entry, m->chunks.bytes + k, sizeof entry);
        put_chunk_index(m, &entry);
    }
    put(m, &m->record, summary, 8);
    put(m, &m->record, 0, 8); // no offsets of groups
    put(m, &m->record, 0, 4); // no checksum
    end_record(m, OP_FOOTER, NULL);
    fwrite(MAGIC, 1, MAGIC_SIZE, m->out);
    return m->failed ? error_no_memory(error) : HF_STATUS_OK;
}

void mcap_free(mcap_writer *m)
{
    free(m->record.bytes);
    free(m->chunk.bytes);
    free(m->chunks.bytes);
    for (int c = 0; c < m->channel_count; c++) free(m->index[c].bytes);
}
