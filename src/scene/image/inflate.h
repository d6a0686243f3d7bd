// zlib streams (RFC 1950) with deflate inside (RFC 1951).

#ifndef HF_SCENE_IMAGE_INFLATE_H
#define HF_SCENE_IMAGE_INFLATE_H

#include <stdbool.h>
#include <stddef.h>

/// Exactly `size` bytes come out, or it returns false: the stream is damaged, cut short, or holds another number of
/// bytes.
bool inflate_zlib(const unsigned char *in, size_t in_size, unsigned char *out, size_t size);

#endif
