// Drawings as planar scenes: what the files of this folder share. svg.c says what a drawing means.

#ifndef HF_SCENE_SVG_SVG_H
#define HF_SCENE_SVG_SVG_H

#include "holdfast/planar.h"
#include "holdfast/scene.h"

#include "scene/xml.h"

enum
{
    SVG_POINTS_MOST = 2000 // of one element
};

/// x' = a x + c y + e, y' = b x + d y + f.
typedef struct svg_transform
{
    double a, b, c, d, e, f;
} svg_transform;

/// Closed rings of points, in metres of the plane once they are placed.
typedef struct svg_rings
{
    int count, capacity; // of points
    double (*point)[2];
    int ring_count;
    int *begin; // ring_count + 1, room for capacity
    struct svg_rings *next;
} svg_rings;

/// A pin or slider that was made.
typedef struct svg_joint
{
    const xml_node *node;
    int index; // in the planar scene
    struct svg_joint *next;
} svg_joint;

typedef struct svg_body
{
    const xml_node *node; // the element that it is named after
    const char *name;
    int index; // in the planar scene; -1: it has no shape yet
    double position[2];
    svg_rings *rings; // of all its shapes, chained: where a pin may be
    struct svg_body *next;
} svg_body;

typedef struct svg_reader
{
    const char *path;
    hf_workspace *arena;
    hf_error *error;
    hf_notice notice;
    void *notice_context;
    xml_node *root;
    hf_planar *planar;
    svg_body *bodies, **last_body;
    svg_joint *joints;
    svg_transform to_plane; // from the drawing's units to metres, y up
    double scale;           // [m] of a unit
    double tolerance;       // of curves [m]
    hf_settings settings;
    const char *skipped; // an element that was left out, for the notice
} svg_reader;

/// Whether a point is inside an odd number of rings.
bool svg_contains(const svg_rings *rings, const double p[2]);

/// "file:line: <element id='…'>: …"
hf_status svg_fail(svg_reader *reader, const xml_node *node, const char *format, ...) HF_PRINTF(3, 4);

// ---- text: svg_text.c ----

/// A number as SVG writes it; false, and *text untouched, if there is none. Blanks and one comma before it are skipped.
bool svg_number(const char **text, double *value);

/// Numbers of an attribute: between least and most; *count gets how many. An attribute that is absent leaves all as it
/// is.
hf_status svg_numbers(svg_reader *reader, const xml_node *node, const char *attribute, double *out, int least, int most,
                      int *count);

/// A length with px, mm, cm, in, pt or without a unit, in px; false if it is none (%, em).
bool svg_length(const char *text, double *px, bool *metric);

/// Whether a word is among those of class="…".
bool svg_has_class(const xml_node *node, const char *word);

svg_transform svg_multiply(svg_transform outer, svg_transform inner);
void svg_apply(const svg_transform *t, double x, double y, double out[2]);
hf_status svg_read_transform(svg_reader *reader, const xml_node *node, svg_transform *t);

/// fill as #rgb or #rrggbb, of the attribute or the style; false if it is written otherwise.
bool svg_fill(const xml_node *node, float color[4]);

// ---- rings: svg_path.c ----

/// The rings of a path, polygon, polyline, rect, circle or ellipse after `t`, which leads to metres; curves in straight
/// pieces.
hf_status svg_outline(svg_reader *reader, const xml_node *node, const svg_transform *t, svg_rings *rings);

// ---- joints: svg_joint.c ----

/// Whether the element stands for a pin, slider, spring or gear.
bool svg_is_joint(const xml_node *node);

/// Pins and sliders; then what drives them, springs and gears.
hf_status svg_read_joint(svg_reader *reader, const xml_node *node, const svg_transform *t);
hf_status svg_read_drive(svg_reader *reader, const xml_node *node, const svg_transform *t);

#endif
