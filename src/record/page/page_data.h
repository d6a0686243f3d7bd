// What a page shows, as numbers: quantized, thinned where it is long, one block of bytes with named arrays in it.
//
// The numbers are made as the run goes, so that a run that is stopped has little left to do: what remains is to write
// them. Nobody knows how long a run will be; so each kind has a budget of bytes, and whenever it is used up every other
// frame (of the poses, or of the contacts alone) goes, and from then on half as many come.

#ifndef HF_RECORD_PAGE_PAGE_DATA_H
#define HF_RECORD_PAGE_PAGE_DATA_H

#include "record/bytes.h"
#include "record/recording.h"

typedef enum page_array
{
    PAGE_TIME = 0,  // f64: of each frame
    PAGE_POSITIONS, // f32: frames × (moving and forms) × 3
    PAGE_TURNS,     // i16: frames × (moving and forms) × 4, of 32767
    PAGE_CONTACT_END,
    PAGE_CONTACT_BOX,    // f32: a frame with contacts × (corner 3, extents 3, units of force and moment)
    PAGE_CONTACT_POINT,  // u16 × 3: in that box
    PAGE_CONTACT_NORMAL, // i16 × 2: on an octahedron
    PAGE_CONTACT_FORCE,  // i16 × 3: of that unit
    PAGE_CONTACT_ANGLE,  // u16: half angle of the friction cone, of 90°
    PAGE_CONTACT_STATUS, // u8
    PAGE_CONTACT_PAIR,   // u16 × 2: its shapes as `id` numbers them; 65535: one beyond
    PAGE_CONTACT_SLIP,   // u16: speed of sliding [m/s], the upper half of a float
    PAGE_CONTACT_MOMENT, // i16 × 3: of that unit; none where no contact has ever had any
    PAGE_STEP_TIME,      // f32, as all that follow it
    PAGE_KINETIC,
    PAGE_POTENTIAL,
    PAGE_RESIDUAL,
    PAGE_SECONDS,
    PAGE_STEP_CONTACTS,
    PAGE_MARK,     // u8: of the steps of a point, see page_mark
    PAGE_VERTICES, // f32
    PAGE_TRIANGLES,
    PAGE_HEIGHTS,           // f32
    PAGE_FIBRE_SEGMENTS,    // u32: of each fibre
    PAGE_FIBRE_SCALE,       // f32: 127 parts of a step of each fibre [m]
    PAGE_FIBRE_LOOK,        // f32 × 4: radius, colour
    PAGE_FIBRE_NEAR,        // u32 × 6: neighbours, for followers
    PAGE_FIBRE_BOX,         // f32 × 6: of each frame: corner and extents of the box about the roots
    PAGE_FIBRE_ROOT,        // u16 × 3: frames × fibres, in that box
    PAGE_FIBRE_EDGE,        // i8 × 3: frames × segments, in parts of the fibre's scale
    PAGE_SURFACE_POINTS,    // u16 × 3: of all surfaces, in the box of each
    PAGE_SURFACE_TRIANGLES, // u16 × 3
    PAGE_SURFACE_MAPS,      // u16 × 2: texture coordinates of the points of surfaces that have some
    PAGE_PIXELS,            // u8 × 3: of all images
    PAGE_SIGNALS,           // f32: frames × signals
    PAGE_ARRAY_COUNT,
} page_array;

extern const char *const page_array_names[PAGE_ARRAY_COUNT];
extern const char *const page_array_types[PAGE_ARRAY_COUNT];
extern const int page_array_sizes[PAGE_ARRAY_COUNT]; // bytes of a number

/// What the timeline shows of a step; the worst of several.
typedef enum page_mark
{
    MARK_NONE = 0,
    MARK_CUT,
    MARK_APPROXIMATE,
    MARK_FAILED,
} page_mark;

/// A point of the plots: one step, or several that follow each other. Energies are the last, of the rest the largest is
/// kept, so that no peak is lost.
typedef struct plot_point
{
    double time, kinetic, potential, residual, seconds, contacts;
    page_mark mark;
} plot_point;

enum
{
    PLOT_POINTS = 3000,
};

/// A mesh that is looked at; without triangles if its file is gone.
typedef struct page_surface
{
    int vertex_count, triangle_count;
    bool mapped;   // it has texture coordinates
    double box[6]; // corner and extents
    double map[4]; // corner and extents of texture coordinates
} page_surface;

typedef struct page_image
{
    int width, height;
} page_image;

typedef struct page_data
{
    byte_buffer arrays[PAGE_ARRAY_COUNT];
    int64_t seen;        // frames that were offered
    int frame_stride;    // of those, per frame of the page
    int contact_stride;  // frames of the page per frame with contacts
    int frame_count;     // of the page
    double times[2];     // of the first and the last of them
    double *fibre_steps; // PAGE_FIBRE_SCALE [m]
    int surface_count;
    page_surface *surfaces; // of each visual mesh
    page_image *images;     // of each texture
    plot_point *points;     // PLOT_POINTS
    int point_count;
    int64_t point_steps; // steps of a point; the last may have fewer
    int64_t step_count;
    hf_run_quality quality;
} page_data;

/// What does not change: surfaces and the places of fibres.
hf_status page_data_begin(page_data *data, const recorded_model *model, hf_error *error);
void page_data_free(page_data *data);

/// Whether the page takes the next frame, and its contacts.
bool page_data_wants_frame(const page_data *data);
bool page_data_wants_contacts(const page_data *data);

/// The next frame, of which the wanted parts are there. On failure it counts as never offered.
hf_status page_data_add_frame(page_data *data, const recorded_model *model, const frame_row *frame, frame_parts parts,
                              hf_error *error);
void page_data_add_step(page_data *data, const step_row *step);

/// Fills in the arrays that are kept in another form until the page is written: plots, and scales of fibres. More may
/// be added afterwards.
hf_status page_data_finish(page_data *data, const recorded_model *model, hf_error *error);

// ---- contacts (page_contacts.c) ----

bool page_contacts_reserve(page_data *data, int count);
void page_contacts_add(page_data *data, const recorded_model *model, const frame_row *frame, const touch_row *contacts);

/// Every other frame with contacts goes.
void page_contacts_thin(page_data *data);
size_t page_contacts_bytes(const page_data *data);

// ---- meshes and textures that are looked at (page_visuals.c) ----

hf_status page_visuals_begin(page_data *data, const recorded_model *model, hf_error *error);

// ---- fibres (page_fibres.c) ----

hf_status page_fibres_begin(page_data *data, const recorded_model *model, hf_error *error);
bool page_fibres_reserve(page_data *data, const recorded_model *model);

/// One frame; the first also says which fibres are neighbours.
hf_status page_fibres_add(page_data *data, const recorded_model *model, const vertex_row *vertices, hf_error *error);
hf_status page_fibres_finish(page_data *data, const recorded_model *model, hf_error *error);

#endif
