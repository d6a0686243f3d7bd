// Fibres of a flat MJCF file: one <fibre> each, from its vertices. Their segments, the capsules of these, and what
// holds their ends follow from it when it is read, and are not written.
//
// Read back, a fibre is fitted to its vertices: it starts where it was up to that fit, and a curved one is shorter by
// what chords are shorter than arcs, (k l)² ∕ 24 of a segment of length l.

#include "holdfast/fibre.h"
#include "scene/mjcf/write/write_mjcf.h"

#include <string.h>

bool write_is_segment(const writer *w, int body)
{
    return hf_model_body_fibre(w->model, body, NULL) >= 0;
}

bool write_holds_end(const writer *w, const hf_loop_def *loop)
{
    int segment = -1;
    if (loop->name || (loop->kind != HF_LOOP_CONNECT && loop->kind != HF_LOOP_WELD)) return false;
    int index = hf_model_body_fibre(w->model, loop->body_b, &segment);
    if (index < 0) return false;
    hf_fibre_def def = hf_model_fibre(w->model, index);
    hf_fibre_hold hold = loop->kind == HF_LOOP_WELD ? HF_HOLD_CLAMPED : HF_HOLD_PINNED;
    bool root = segment == 0 && def.ends[0].hold == hold && def.ends[0].body == loop->body_a;
    bool tip = segment == def.segment_count - 1 && def.ends[1].hold == hold && def.ends[1].body == loop->body_a;
    return root || tip;
}

static void write_fibre(writer *w, int index)
{
    static const char *const ends[2][2] = {{"root", "root_body"}, {"tip", "tip_body"}};
    hf_fibre_def def = hf_model_fibre(w->model, index), usual = hf_fibre_def_default();
    if (def.natural_elements) write_loss(w, "natural curvatures of each element of fibre %d", index);
    double rgba[4];
    for (int c = 0; c < 4; c++) rgba[c] = (double)def.color[c];
    put_begin(w, "fibre");
    put_text(w, "name", def.name);
    put_text(w, "kind", hf_fibre_kind_name(def.kind));
    put_numbers(w, "section", def.section, 2);
    put_number(w, "radius", def.radius);
    put_number(w, "density", def.density);
    put_number(w, "young", def.young);
    put_number(w, "poisson", def.poisson);
    if (def.rest_is_curve) put_flag(w, "rest_is_curve", true);
    put_unless(w, "natural", def.natural, 3, 0);
    put_unless(w, "damping", &def.damping, 1, 0);
    put_unless(w, "drag", def.drag, 2, 0);
    put_unless(w, "normal", def.normal, 3, 0);
    put_unless(w, "gravity_scale", &def.gravity_scale, 1, 1);
    put_number(w, "friction", def.friction);
    put_unless(w, "restitution", &def.restitution, 1, 0);
    if (def.category != usual.category) put_number(w, "contype", (double)def.category);
    if (def.mask != usual.mask) put_number(w, "conaffinity", (double)def.mask);
    put_numbers(w, "rgba", rgba, 4);
    put_number(w, "elements", def.element_count);
    if (def.kind == HF_FIBRE_SUPERHELIX)
    {
        put_number(w, "twists", def.twist_count);
        put_number(w, "segments", def.segment_count);
    }
    for (int e = 0; e < 2; e++)
    {
        if (def.ends[e].hold == HF_HOLD_FREE) continue;
        put_text(w, ends[e][0], hf_fibre_hold_name(def.ends[e].hold));
        put_text(w, ends[e][1], def.ends[e].body == 0 ? "world" : body_name(w, def.ends[e].body));
    }
    put_numbers(w, "points", def.points, 3 * def.point_count);
    put_end(w);
}

void write_mjcf_fibres(writer *w)
{
    for (int k = 0; k < hf_model_count(w->model, HF_ITEM_FIBRE); k++) write_fibre(w, k);
}
