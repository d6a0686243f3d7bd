// Damaged scenes never crash the reader: text of real scenes with bytes changed, pieces removed, doubled and swapped.

#include "support/mechanism_text.h"
#include "support/scene_text.h"

#include "base/random.h"

enum
{
    TEXT_CAPACITY = 20000
};

typedef struct scene_text
{
    char bytes[TEXT_CAPACITY];
    size_t size;
} scene_text;

static void load(const char *name, scene_text *text)
{
    char path[512];
    snprintf(path, sizeof path, "%s/scenes/%s", HOLDFAST_SOURCE_DIR, name);
    FILE *file = fopen(path, "rb");
    if (!file) harness_fail(__FILE__, __LINE__, "%s is missing", path);
    text->size = fread(text->bytes, 1, TEXT_CAPACITY / 2, file);
    fclose(file);
}

static size_t below(random_state *random, size_t count)
{
    return count ? (size_t)random_below(random, (int)count) : 0;
}

static void remove_piece(scene_text *text, size_t at, size_t length)
{
    memmove(text->bytes + at, text->bytes + at + length, text->size - at - length);
    text->size -= length;
}

static void insert(scene_text *text, size_t at, const char *piece, size_t length)
{
    if (text->size + length > TEXT_CAPACITY) return;
    memmove(text->bytes + at + length, text->bytes + at, text->size - at);
    memcpy(text->bytes + at, piece, length);
    text->size += length;
}

static void mutate(scene_text *text, random_state *random)
{
    static const char *const pieces[] = {"nan",
                                         "-1",
                                         "0",
                                         "1e308",
                                         "\"",
                                         "<",
                                         "/>",
                                         "<body>",
                                         "</body>",
                                         " ",
                                         "mesh",
                                         "free",
                                         "1e-320",
                                         "&amp;",
                                         "<geom/>",
                                         "type=\"mesh\"",
                                         "99999999999",
                                         "<include file=\"x\"/>",
                                         "<joint type=\"hinge\"/>",
                                         "<frame>",
                                         "</frame>"};
    size_t at = below(random, text->size);
    switch (random_below(random, 5))
    {
    case 0: text->bytes[at] = (char)random_below(random, 256); break;
    case 1: remove_piece(text, at, below(random, text->size - at < 40 ? text->size - at : 40)); break;
    case 2:
    {
        const char *piece = pieces[random_below(random, (int)(sizeof pieces / sizeof pieces[0]))];
        insert(text, at, piece, strlen(piece));
        break;
    }
    case 3: // double a piece
    {
        char copy[200];
        size_t from = below(random, text->size), length = below(random, sizeof copy);
        if (length > text->size - from) length = text->size - from;
        memcpy(copy, text->bytes + from, length);
        insert(text, at, copy, length);
        break;
    }
    default: // a digit becomes another
        while (at < text->size && (text->bytes[at] < '0' || text->bytes[at] > '9')) at++;
        if (at < text->size) text->bytes[at] = (char)('0' + random_below(random, 10));
    }
}

/// Reads, and builds what could be read. Errors must have words.
static bool survive_as(const scene_text *text, const char *name)
{
    hf_builder *builder = NULL;
    hf_model *model = NULL;
    hf_error error = {0};
    const char *path = text_file_sized(name, text->bytes, text->size);
    hf_status status = hf_scene_open(path, 1, NULL, NULL, &builder, &error);
    CHECK((status == HF_STATUS_OK) == (builder != NULL));
    if (status == HF_STATUS_OK) status = hf_model_build(builder, &model, &error);
    CHECK(status == HF_STATUS_OK || (error.status == status && error.message[0]));
    hf_builder_destroy(builder);
    hf_model_destroy(model);
    return status == HF_STATUS_OK;
}

static bool survive(const scene_text *text)
{
    return survive_as(text, "fuzz.xml");
}

TEST(mutated_mechanisms)
{
    static scene_text text;
    random_state random = random_seed(13);
    int good = 0, count = 1000;
    for (int k = 0; k < count; k++)
    {
        bool urdf = k % 2;
        const char *original = urdf ? robot_text : machine_text;
        text.size = strlen(original);
        memcpy(text.bytes, original, text.size);
        int changes = 1 + random_below(&random, 4);
        for (int c = 0; c < changes; c++) mutate(&text, &random);
        good += survive_as(&text, urdf ? "fuzz.urdf" : "fuzz.xml");
    }
    CHECK(good > count / 50 && good < count);
}

TEST(mutated_scenes)
{
    static const char *const names[] = {"terrain.xml", "grasp.xml", "table.xml", "launch.xml", "pinch.xml"};
    static scene_text original, text;
    random_state random = random_seed(7);
    int good = 0, count = 0;
    for (size_t n = 0; n < sizeof names / sizeof names[0]; n++)
    {
        load(names[n], &original);
        for (int k = 0; k < 150; k++)
        {
            text = original;
            int changes = 1 + random_below(&random, 4);
            for (int c = 0; c < changes; c++) mutate(&text, &random);
            good += survive(&text);
            count++;
        }
    }
    CHECK(good > count / 50); // some are harmless, so the way to the end was taken
    CHECK(good < count);
}

TEST(scenes_cut_short)
{
    static scene_text original, text;
    load("terrain.xml", &original);
    for (size_t size = 0; size < original.size; size += 37)
    {
        text = original;
        text.size = size;
        CHECK(!survive(&text));
    }
}

TEST(meshes_with_random_bytes)
{
    random_state random = random_seed(11);
    const char *xml = "<mujoco><asset><mesh name='m' file='%s'/></asset><worldbody><body><freejoint/>"
                      "<geom type='mesh' mesh='m'/></body></worldbody></mujoco>";
    for (int k = 0; k < 150; k++)
    {
        static scene_text mesh;
        const char *seed = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";
        mesh.size = strlen(seed);
        memcpy(mesh.bytes, seed, mesh.size);
        int changes = 1 + random_below(&random, 5);
        for (int c = 0; c < changes; c++) mutate(&mesh, &random);
        const char *name = k % 2 ? "m.obj" : "m.stl";
        text_file_sized(name, mesh.bytes, mesh.size);
        static scene_text text;
        text.size = (size_t)snprintf(text.bytes, TEXT_CAPACITY, xml, name);
        survive(&text);
    }
}
