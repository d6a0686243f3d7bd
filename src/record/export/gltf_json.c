// What a glTF file says about its numbers.
//
// Nodes: 0 is the root, which turns z up to y up; then a node for each body that is no segment of a fibre, then one for
// each shape that is drawn, then the fibres. A list that would be empty is left out: the format forbids those.

#include "record/export/gltf.h"

#include "record/text.h"

#include <math.h>
#include <string.h>

static void put_floats(FILE *out, const char *key, const float *values, int count)
{
    fprintf(out, ",\"%s\":[", key);
    for (int k = 0; k < count; k++) fprintf(out, "%s%.9g", k ? "," : "", (double)values[k]);
    fputc(']', out);
}

static void put_place(FILE *out, const double position[3], const double q[4])
{
    double norm = sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
    fprintf(out, ",\"translation\":[%.9g,%.9g,%.9g]", position[0], position[1], position[2]);
    if (norm > 0.0)
        fprintf(out, ",\"rotation\":[%.9g,%.9g,%.9g,%.9g]", q[1] / norm, q[2] / norm, q[3] / norm, q[0] / norm);
}

// ---- nodes ----

/// Nodes of bodies and shapes come in their order; this many are before them.
typedef struct node_numbers
{
    int bodies, shapes;
    int shape_first; // node of the first shape
    int fibres;      // node of the fibres; -1: none
} node_numbers;

static node_numbers count_nodes(const gltf_file *g)
{
    const recorded_model *m = &g->ex.recording->model;
    node_numbers n = {0};
    for (int b = 0; b < m->body_count; b++) n.bodies += !recorded_model_is_segment(m, b);
    for (int s = 0; s < m->shape_count; s++) n.shapes += g->shape_look[s] >= 0;
    n.shape_first = 1 + n.bodies;
    n.fibres = g->fibre_positions >= 0 ? n.shape_first + n.shapes : -1;
    return n;
}

static void put_root(FILE *out, const node_numbers *n)
{
    fputs("{\"name\":\"holdfast\",\"rotation\":[-0.707106781,0,0,0.707106781],\"children\":[", out);
    for (int b = 0; b < n->bodies; b++) fprintf(out, "%s%d", b ? "," : "", 1 + b);
    if (n->fibres >= 0) fprintf(out, ",%d", n->fibres);
    fputs("]}", out);
}

/// Shapes of a body stand together in most models, but need not: each is looked for from where the last one was found.
static void put_bodies(FILE *out, const gltf_file *g, const node_numbers *n)
{
    const recorded_model *m = &g->ex.recording->model;
    for (int b = 0; b < m->body_count; b++)
    {
        if (recorded_model_is_segment(m, b)) continue;
        fputs(",{\"name\":", out);
        text_json(out, m->bodies[b].name);
        put_place(out, g->ex.poses + 7 * (size_t)b, g->ex.poses + 7 * (size_t)b + 3);
        int node = n->shape_first, children = 0;
        for (int s = 0; s < m->shape_count; s++)
        {
            if (g->shape_look[s] < 0) continue;
            if (m->shapes[s].body == b) fprintf(out, "%s%d", children++ ? "," : ",\"children\":[", node);
            node++;
        }
        fputs(children ? "]}" : "}", out);
    }
}

static void put_shapes(FILE *out, const gltf_file *g)
{
    const recorded_model *m = &g->ex.recording->model;
    for (int s = 0; s < m->shape_count; s++)
    {
        if (g->shape_look[s] < 0) continue;
        fputs(",{\"name\":", out);
        text_json(out, m->shapes[s].name);
        if (g->looks[g->shape_look[s]].form_shape < 0) put_place(out, m->shapes[s].position, m->shapes[s].orientation);
        fprintf(out, ",\"mesh\":%d}", g->shape_look[s]);
    }
}

// ---- meshes ----

/// Colours are given as they look; the format wants them linear.
static void put_material(FILE *out, const float color[4])
{
    float linear[4];
    for (int c = 0; c < 3; c++) linear[c] = color[c] * color[c];
    linear[3] = color[3];
    fputs("{\"doubleSided\":true,\"pbrMetallicRoughness\":{\"metallicFactor\":0,\"roughnessFactor\":0.6", out);
    put_floats(out, "baseColorFactor", linear, 4);
    fprintf(out, "}%s}", color[3] < 1.0F ? ",\"alphaMode\":\"BLEND\"" : "");
}

/// How a mesh stretches, and how far it does at first.
static void put_stretches(FILE *out, const gltf_file *g, const gltf_look *look)
{
    double weights[GLTF_STRETCHES] = {0};
    for (int t = 0; t < GLTF_STRETCHES; t++)
        fprintf(out, "%s{\"POSITION\":%d}", t ? "," : ",\"targets\":[", look->targets + t);
    (void)gltf_stretch(g, g->ex.recording->model.shapes[look->form_shape].body, weights);
    for (int t = 0; t < GLTF_STRETCHES; t++) fprintf(out, "%s%.9g", t ? "," : "]}],\"weights\":[", weights[t]);
    fputs("]}", out);
}

static void put_meshes(FILE *out, const gltf_file *g)
{
    bool fibres = g->fibre_positions >= 0;
    if (g->look_count == 0 && !fibres) return;
    fputs(",\"materials\":[", out);
    for (int k = 0; k < g->look_count; k++)
    {
        if (k > 0) fputc(',', out);
        put_material(out, g->looks[k].color);
    }
    if (fibres)
        fprintf(out,
                "%s{\"name\":\"fibre\",\"doubleSided\":true,\"pbrMetallicRoughness\":{\"metallicFactor\":0,"
                "\"roughnessFactor\":0.5}}",
                g->look_count ? "," : "");
    fputs("],\"meshes\":[", out);
    for (int k = 0; k < g->look_count; k++)
    {
        const gltf_look *look = &g->looks[k];
        fprintf(out, "%s{\"primitives\":[{\"attributes\":{\"POSITION\":%d", k ? "," : "", look->positions);
        if (look->normals >= 0) fprintf(out, ",\"NORMAL\":%d", look->normals);
        fprintf(out, "},\"indices\":%d,\"material\":%d", look->indices, k);
        if (look->form_shape >= 0) put_stretches(out, g, look);
        else fputs("}]}", out);
    }
    if (fibres)
    {
        int targets = g->fibre_targets >= 0 ? g->ex.frame_count - 1 : 0;
        fprintf(
            out,
            "%s{\"name\":\"fibres\",\"primitives\":[{\"attributes\":{\"POSITION\":%d,\"COLOR_0\":%d},\"indices\":%d,"
            "\"material\":%d,\"mode\":%d",
            g->look_count ? "," : "", g->fibre_positions, g->fibre_colors, g->fibre_indices, g->look_count,
            g->sides ? 4 : 1);
        for (int k = 0; k < targets; k++)
            fprintf(out, "%s{\"POSITION\":%d}", k ? "," : ",\"targets\":[", g->fibre_targets + k);
        fputs(targets ? "]}],\"weights\":[" : "}]", out);
        for (int k = 0; k < targets; k++) fputs(k ? ",0" : "0", out);
        fputs(targets ? "]}" : "}", out);
    }
    fputc(']', out);
}

// ---- motion ----

static void put_stretch_channels(FILE *out, const gltf_file *g, const node_numbers *n, int first)
{
    const recorded_model *m = &g->ex.recording->model;
    for (int s = 0, node = n->shape_first; s < m->shape_count; s++)
    {
        if (g->shape_look[s] < 0) continue;
        for (int k = 0; k < m->deformable_count; k++)
            if (m->forms[k] == m->shapes[s].body)
                fprintf(out, ",{\"sampler\":%d,\"target\":{\"node\":%d,\"path\":\"weights\"}}", first + k, node);
        node++;
    }
}

static void put_animation(FILE *out, const gltf_file *g, const node_numbers *n)
{
    const recorded_model *m = &g->ex.recording->model;
    if (g->times < 0) return;
    bool fibres = g->fibre_weights >= 0;
    fputs(",\"animations\":[{\"name\":\"run\",\"samplers\":[", out);
    for (int b = 0; b < m->moving_count; b++)
        fprintf(out, "%s{\"input\":%d,\"output\":%d},{\"input\":%d,\"output\":%d}", b ? "," : "", g->times,
                g->translations[b], g->times, g->rotations[b]);
    if (fibres) fprintf(out, "%s{\"input\":%d,\"output\":%d}", m->moving_count ? "," : "", g->times, g->fibre_weights);
    for (int k = 0; k < m->deformable_count; k++) // what changes its shape moves
        fprintf(out, ",{\"input\":%d,\"output\":%d}", g->times, g->stretches[k]);
    fputs("],\"channels\":[", out);
    int node = 1, body = 0;
    for (int b = 0; b < m->moving_count; b++, body++)
    {
        for (; body < m->moving[b]; body++) node += !recorded_model_is_segment(m, body);
        fprintf(out,
                "%s{\"sampler\":%d,\"target\":{\"node\":%d,\"path\":\"translation\"}},"
                "{\"sampler\":%d,\"target\":{\"node\":%d,\"path\":\"rotation\"}}",
                b ? "," : "", 2 * b, node, 2 * b + 1, node);
        node++;
    }
    if (fibres)
        fprintf(out, "%s{\"sampler\":%d,\"target\":{\"node\":%d,\"path\":\"weights\"}}", m->moving_count ? "," : "",
                2 * m->moving_count, n->fibres);
    put_stretch_channels(out, g, n, 2 * m->moving_count + fibres);
    fputs("]}]", out);
}

// ---- numbers ----

static void put_accessors(FILE *out, const gltf_file *g)
{
    static const char *const types[] = {"", "SCALAR", "", "VEC3", "VEC4"};
    if (g->accessor_count == 0) return;
    fputs(",\"accessors\":[", out);
    for (size_t k = 0; k < g->accessor_count; k++)
    {
        const gltf_accessor *a = &g->accessors[k];
        fprintf(out, "%s{\"bufferView\":%zu,\"componentType\":%d,\"type\":\"%s\",\"count\":%zu", k ? "," : "", k,
                a->component, types[a->width], a->count);
        if (a->normalized) fputs(",\"normalized\":true", out);
        if (a->ranged) put_floats(out, "min", a->min, a->width), put_floats(out, "max", a->max, a->width);
        fputc('}', out);
    }
    fputs("],\"bufferViews\":[", out);
    for (size_t k = 0; k < g->accessor_count; k++)
    {
        const gltf_accessor *a = &g->accessors[k];
        size_t size = a->count * (size_t)a->width * (a->component == GLTF_UBYTE ? 1 : 4);
        fprintf(out, "%s{\"buffer\":0,\"byteOffset\":%zu,\"byteLength\":%zu", k ? "," : "", a->offset, size);
        if (a->target) fprintf(out, ",\"target\":%d", a->target);
        fputc('}', out);
    }
    fprintf(out, "],\"buffers\":[{\"byteLength\":%zu}]", gltf_size(g));
}

void gltf_json(FILE *out, const gltf_file *g)
{
    node_numbers n = count_nodes(g);
    fputs("{\"asset\":{\"version\":\"2.0\",\"generator\":\"holdfast " HF_VERSION
          "\"},\"scene\":0,\"scenes\":[{\"nodes\":[0]}],\"nodes\":[",
          out);
    put_root(out, &n);
    put_bodies(out, g, &n);
    put_shapes(out, g);
    if (n.fibres >= 0) fprintf(out, ",{\"name\":\"fibres\",\"mesh\":%d}", g->look_count);
    fputc(']', out);
    put_meshes(out, g);
    put_animation(out, g, &n);
    put_accessors(out, g);
    fputc('}', out);
}
