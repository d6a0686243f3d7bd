// A recording as the numbers of a page: quantized, thinned where it is long, one block of bytes with named arrays in it.

#ifndef HF_RECORD_PAGE_PAGE_DATA_H
#define HF_RECORD_PAGE_PAGE_DATA_H

#include "record/bytes.h"
#include "record/recording.h"

typedef enum page_array
{
    PAGE_TIME = 0,  // f64: of each frame
    PAGE_POSITIONS, // f32: frames × moving × 3
    PAGE_TURNS,     // i16: frames × moving × 4, of 32767
    PAGE_CONTACT_END,
    PAGE_CONTACT_BOX,    // f32: a frame with contacts × (corner 3, extents 3, force unit)
    PAGE_CONTACT_POINT,  // u16 × 3: in that box
    PAGE_CONTACT_NORMAL, // i16 × 2: on an octahedron
    PAGE_CONTACT_FORCE,  // i16 × 3: of that unit
    PAGE_CONTACT_ANGLE,  // u16: half angle of the friction cone, of 90°
    PAGE_CONTACT_STATUS, // u8
    PAGE_STEP_TIME,      // f32, as all that follow it
    PAGE_KINETIC,
    PAGE_POTENTIAL,
    PAGE_RESIDUAL,
    PAGE_SECONDS,
    PAGE_STEP_CONTACTS,
    PAGE_MARK,     // u8: of the steps of a point, see page_mark
    PAGE_VERTICES, // f32
    PAGE_TRIANGLES,
    PAGE_HEIGHTS,        // f32
    PAGE_FIBRE_SEGMENTS, // u32: of each fibre
    PAGE_FIBRE_SCALE,    // f32: 127 parts of a step of each fibre [m]
    PAGE_FIBRE_LOOK,     // f32 × 4: radius, colour
    PAGE_FIBRE_NEAR,     // u32 × 6: neighbours, for followers
    PAGE_FIBRE_BOX,      // f32 × 6: of each frame: corner and extents of the box about the roots
    PAGE_FIBRE_ROOT,     // u16 × 3: frames × fibres, in that box
    PAGE_FIBRE_EDGE,     // i8 × 3: frames × segments, in parts of the fibre's scale
    PAGE_ARRAY_COUNT,
} page_array;

/// What the timeline shows of a step; the worst of several.
typedef enum page_mark
{
    MARK_NONE = 0,
    MARK_CUT,
    MARK_APPROXIMATE,
    MARK_FAILED,
} page_mark;

typedef struct page_data
{
    byte_buffer arrays[PAGE_ARRAY_COUNT];
    int frame_stride;   // recorded frames per frame of the page
    int contact_stride; // frames of the page per frame with contacts
    int frame_count;
    double *fibre_steps; // PAGE_FIBRE_SCALE
} page_data;

extern const char *const page_array_names[PAGE_ARRAY_COUNT];
extern const char *const page_array_types[PAGE_ARRAY_COUNT];
extern const int page_array_sizes[PAGE_ARRAY_COUNT]; // bytes of a number

hf_status page_data_make(const hf_recording *recording, page_data *data, hf_error *error);
void page_data_free(page_data *data);

// ---- fibres (page_fibres.c) ----

/// Bytes of the fibres of one frame.
size_t page_fibre_bytes(const recorded_model *model);

/// What does not change from frame to frame; the stride of frames is known.
hf_status page_fibres_begin(page_data *data, const hf_recording *recording, hf_error *error);

/// One frame. False if memory is short.
bool page_fibres_add(page_data *data, const recorded_model *model, const vertex_row *vertices);

#endif
