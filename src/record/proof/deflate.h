// zlib streams (RFC 1950, 1951) with the codes that are fixed there: what proofs are packed in, for others to read with
// what they have.

#ifndef HF_RECORD_PROOF_DEFLATE_H
#define HF_RECORD_PROOF_DEFLATE_H

#include "record/bytes.h"

/// Appends the stream of `size` bytes to `out`. False if memory is short.
bool deflate_zlib(const unsigned char *in, size_t size, byte_buffer *out);

#endif
