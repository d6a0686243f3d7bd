// Recordings in the formats of other programs. A hand-made recording has a motion that is known, so that the numbers in
// the files can be compared; npm's readers have the last word in test-long (test/export).

#include "support/hair.h"
#include "support/systems.h"

#include "holdfast/curves.h"
#include "holdfast/fibre.h"
#include "holdfast/scene.h"
#include "linalg/quat.h"
#include "record/export/exporter.h"
#include "record/file.h"

#include <sys/stat.h>
#include <unistd.h>

static const hair_plan small = {.fibres = 12, .segments = 7, .frames = 5, .length = 0.2, .radius = 1e-3};

static char *read_whole(const char *path, size_t *size)
{
    FILE *in = fopen(path, "rb");
    CHECK(in && fseek(in, 0, SEEK_END) == 0);
    *size = (size_t)ftell(in);
    rewind(in);
    char *bytes = malloc(*size + 1);
    CHECK(bytes && fread(bytes, 1, *size, in) == *size && fclose(in) == 0);
    bytes[*size] = 0;
    return bytes;
}

static uint32_t word_at(const char *bytes, size_t at)
{
    uint32_t value;
    memcpy(&value, bytes + at, 4);
    return value;
}

static size_t count_words(const char *text, const char *word)
{
    size_t count = 0;
    for (const char *s = text; (s = strstr(s, word)) != NULL; s += strlen(word)) count++;
    return count;
}

// ---- shapes ----

/// Volume that the triangles enclose, by the divergence theorem: also says that they face outwards.
static double volume_of(const shape_mesh *mesh)
{
    double sum = 0.0;
    for (int t = 0; t < mesh->triangle_count; t++)
    {
        const double *a = &mesh->vertices[3 * mesh->triangles[3 * t]],
                     *b = &mesh->vertices[3 * mesh->triangles[3 * t + 1]],
                     *c = &mesh->vertices[3 * mesh->triangles[3 * t + 2]];
        sum += a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) +
               a[2] * (b[0] * c[1] - b[1] * c[0]);
    }
    return sum / 6.0;
}

TEST(shapes_have_their_volume)
{
    hf_recording *r = hair_recording(small);
    const double pi = 3.14159265358979323846;
    const double expected[HF_SHAPE_KIND_COUNT] = {
        [HF_SHAPE_SPHERE] = 4.0 / 3.0 * pi * 1e-3,
        [HF_SHAPE_CAPSULE] = pi * 9e-4 * 0.1 + 4.0 / 3.0 * pi * 2.7e-5,
        [HF_SHAPE_BOX] = 8e-5,
        [HF_SHAPE_CYLINDER] = pi * 9e-4 * 0.12,
        [HF_SHAPE_ELLIPSOID] = 4.0 / 3.0 * pi * 3e-5,
        [HF_SHAPE_HULL] = 1e-3 / 6.0,
        [HF_SHAPE_MESH] = 1e-3 / 6.0,
    };
    for (int k = 0; k < HF_SHAPE_KIND_COUNT; k++)
    {
        shape_mesh mesh;
        hf_error error;
        CHECK(shape_mesh_make(&r->model, &r->model.shapes[k], 2.0, &mesh, &error) == HF_STATUS_OK);
        bool round = mesh.normals != NULL;
        if (expected[k] > 0.0) CHECK_NEAR(volume_of(&mesh), expected[k], (round ? 0.04 : 1e-12) * expected[k]);
        for (int v = 0; round && v < mesh.vertex_count; v++)
        {
            const double *n = &mesh.normals[3 * v];
            CHECK_NEAR(n[0] * n[0] + n[1] * n[1] + n[2] * n[2], 1.0, 1e-12);
        }
        if (k == HF_SHAPE_PLANE) CHECK(mesh.triangle_count == 2 && mesh.vertices[0] == -2.0);
        if (k == HF_SHAPE_FIELD) CHECK(mesh.triangle_count == 4 && mesh.vertices[5] == 0.1);
        shape_mesh_free(&mesh);
    }
    recording_free(r);
}

// ---- followers ----

TEST(followers_lie_between_their_guides)
{
    hf_recording *r =
        hair_recording((hair_plan){.fibres = 200, .segments = 6, .frames = 2, .length = 0.2, .radius = 1e-3});
    follower_set set, again;
    hf_error error;
    CHECK(followers_make(&r->model, r->vertices, 10, &set, &error) == HF_STATUS_OK && set.count == 2000);
    CHECK(followers_make(&r->model, r->vertices, 10, &again, &error) == HF_STATUS_OK);
    CHECK(memcmp(set.list, again.list, set.count * sizeof *set.list) == 0);
    double mean = 0.0, crown[3];
    followers_crown(&r->model, r->vertices, crown);
    for (size_t k = 0; k < set.count; k++)
    {
        const follower *f = &set.list[k];
        CHECK(f->guide == (int)k / 10 && f->other[0] != f->guide && f->other[1] != f->guide &&
              f->other[0] != f->other[1]);
        CHECK(f->weight[0] >= 0.0F && f->weight[1] >= 0.0F && f->weight[0] + f->weight[1] <= 0.5F + 1e-6F);
        mean += (double)(f->weight[0] + f->weight[1]) / (double)set.count;
        float points[21];
        follower_points(&r->model, r->vertices, crown, f, points);
        double w[3] = {1.0 - (double)f->weight[0] - (double)f->weight[1], (double)f->weight[0], (double)f->weight[1]};
        const int who[3] = {f->guide, f->other[0], f->other[1]};
        // At the root: on the line from the crown through the mean of three roots, as far as a ball through them would
        // be.
        double mean2 = 0.0, root2 = 0.0, along = 0.0, three2 = 0.0;
        for (int d = 0; d < 3; d++)
        {
            double y = -crown[d];
            for (int i = 0; i < 3; i++) y += w[i] * (double)r->vertices[7 * who[i]].at[d];
            mean2 += y * y, root2 += pow((double)points[d] - crown[d], 2.0),
                along += y * ((double)points[d] - crown[d]);
            for (int i = 0; i < 3; i++) three2 += w[i] * pow((double)r->vertices[7 * who[i]].at[d] - crown[d], 2.0);
        }
        CHECK_NEAR(along, sqrt(mean2 * root2), 1e-9);
        CHECK_NEAR(root2, three2, 1e-9); // Σ w |x_i - c|², which is R² where all three are on the ball
        for (int v = 0; v < 7; v++)
        {
            const float *g = r->vertices[7 * f->guide + v].at;
            double away = 0.0, most = 0.0;
            for (int d = 0; d < 3; d++) away += pow((double)(points[3 * v + d] - g[d]), 2.0);
            for (int i = 0; i < 2; i++) most += (double)(f->weight[i] * f->limit[i]);
            CHECK(sqrt(away) <= 2.0 * most + 1e-7); // the clamp, and the lift, which is smaller
        }
    }
    CHECK_NEAR(mean, 1.0 / 3.0, 0.01); // evenly over the triangle
    followers_free(&set);
    followers_free(&again);
    recording_free(r);
}

/// The neighbours are the six nearest roots, by comparison with all.
TEST(neighbours_are_the_nearest)
{
    hf_recording *r =
        hair_recording((hair_plan){.fibres = 100, .segments = 2, .frames = 1, .length = 0.2, .radius = 1e-3});
    r->model.fibres[7].root = 0; // held by another body: nobody's neighbour
    int near[100 * FOLLOWER_NEAR];
    hf_error error;
    CHECK(followers_near(&r->model, r->vertices, near, &error) == HF_STATUS_OK);
    for (int f = 0; f < 100; f++)
    {
        double last = 0.0;
        const float *at = r->vertices[3 * f].at;
        for (int k = 0; k < FOLLOWER_NEAR; k++)
        {
            int other = near[FOLLOWER_NEAR * f + k], nearer = 0;
            const float *to = r->vertices[3 * other].at;
            double distance = hypot(hypot((double)(to[0] - at[0]), (double)(to[1] - at[1])), (double)(to[2] - at[2]));
            if (f == 7) CHECK(other == 7);
            else CHECK(other != f && other != 7 && distance >= last);
            for (int g = 0; g < 100 && f != 7; g++)
            {
                const float *p = r->vertices[3 * g].at;
                nearer += g != f && g != 7 &&
                          hypot(hypot((double)(p[0] - at[0]), (double)(p[1] - at[1])), (double)(p[2] - at[2])) <
                              distance - 1e-9;
            }
            CHECK(nearer <= k);
            last = distance;
        }
    }
    recording_free(r);
}

// ---- files ----

TEST(recording_with_fibres_is_read_back)
{
    hf_recording *from = hair_recording(small), *to = NULL;
    hf_error error;
    record_file *file = NULL;
    hf_status status = record_file_create("export_fibres.hdf5", from, &file, &error);
    if (status == HF_STATUS_UNSUPPORTED)
    {
        recording_free(from);
        SKIP("a build without HDF5");
    }
    CHECK(status == HF_STATUS_OK && record_file_append(file, from, &error) == HF_STATUS_OK);
    CHECK(record_file_finish(file, &error) == HF_STATUS_OK);
    if (hf_recording_open("export_fibres.hdf5", &to, &error) != HF_STATUS_OK)
        harness_fail(__FILE__, __LINE__, "%s", error.message);
    CHECK(hf_recording_fibre_count(to) == 12 && hf_recording_fibre_vertex_count(to, 3) == 8);
    CHECK(hf_recording_frame_count(to) == 5 && to->model.moving_count == 2);
    CHECK(to->model.fibres[5].root == 1 && to->model.fibres[5].radius == 1e-3 &&
          strcmp(to->model.fibres[5].name, "fibre 5") == 0);
    double points[3 * 96], *poses = malloc(7 * (size_t)hf_recording_body_count(to) * sizeof *poses);
    CHECK(poses && hf_recording_fibre_points(to, 4, points, &error) == HF_STATUS_OK);
    for (int k = 0; k < 3 * 96; k++) CHECK(points[k] == (double)from->vertices[4 * 96 + k / 3].at[k % 3]);
    // A segment is in the middle of its vertices, and its z axis runs along them.
    CHECK(hf_recording_poses(to, 4, poses, &error) == HF_STATUS_OK);
    const double *p = poses + 7 * (3 + 7 * 2 + 4), *a = points + 3 * (8 * 2 + 4), *b = a + 3, *q = p + 3;
    double axis[3] = {2.0 * (q[1] * q[3] + q[0] * q[2]), 2.0 * (q[2] * q[3] - q[0] * q[1]),
                      1.0 - 2.0 * (q[1] * q[1] + q[2] * q[2])};
    double length = sqrt(pow(b[0] - a[0], 2.0) + pow(b[1] - a[1], 2.0) + pow(b[2] - a[2], 2.0));
    for (int d = 0; d < 3; d++)
    {
        CHECK_NEAR(p[d], 0.5 * (a[d] + b[d]), 1e-15);
        CHECK_NEAR(axis[d], (b[d] - a[d]) / length, 1e-12);
    }
    CHECK(hf_recording_fibre_points(to, 5, points, &error) == HF_STATUS_INVALID);
    free(poses);
    hf_recording_close(to);
    recording_free(from);
    unlink("export_fibres.hdf5");
}

/// A box that falls, and two rods: what is recorded is what the world says.
TEST(recorder_takes_fibres)
{
    hf_error error;
    hf_builder *builder = NULL;
    hf_model *model = NULL;
    hf_world *world = NULL;
    hf_recorder *recorder = NULL;
    hf_body_def body = hf_body_def_default();
    hf_shape_def shape = hf_shape_def_default();
    hf_fibre_def rod = hf_fibre_def_default();
    shape.kind = HF_SHAPE_BOX;
    shape.size[0] = shape.size[1] = shape.size[2] = 0.05;
    body.position[1] = 1.0;
    rod.length = 0.3, rod.section[0] = rod.section[1] = 1.5e-3;
    rod.name = "rod";
    rod.ends[0] = (hf_fibre_end){.hold = HF_HOLD_CLAMPED, .body = 0};
    CHECK(hf_builder_create(&builder, &error) == HF_STATUS_OK);
    CHECK(hf_builder_add_fibre(builder, &rod, NULL, &error) == HF_STATUS_OK);
    CHECK(hf_builder_add_body(builder, &body, &shape.body, &error) == HF_STATUS_OK);
    CHECK(hf_builder_add_shape(builder, &shape, NULL, &error) == HF_STATUS_OK);
    rod.name = NULL, rod.position[1] = 0.5, rod.segment_count = 12;
    rod.ends[0].hold = HF_HOLD_FREE;
    CHECK(hf_builder_add_fibre(builder, &rod, NULL, &error) == HF_STATUS_OK);
    CHECK(hf_model_build(builder, &model, &error) == HF_STATUS_OK);
    CHECK(hf_world_create(model, &world, &error) == HF_STATUS_OK);
    hf_recorder_options options = hf_recorder_options_default(model);
    options.every = 1;
    CHECK(hf_recorder_create(NULL, model, &options, &recorder, &error) == HF_STATUS_OK);
    for (int k = 0; k < 10; k++)
    {
        hf_step_report report;
        CHECK(hf_world_step(world, 0, &report, &error) == HF_STATUS_OK);
        CHECK(hf_recorder_add(recorder, world, &report, NULL, &error) == HF_STATUS_OK);
    }
    const hf_recording *r = hf_recorder_recording(recorder);
    int first = hf_model_fibre_vertex_count(model, 0);
    CHECK(hf_recording_fibre_count(r) == 2 && hf_recording_fibre_vertex_count(r, 1) == 13 &&
          r->model.moving_count == 1);
    CHECK(r->model.fibres[0].root == 0 && r->model.fibres[1].root == -1 && strcmp(r->model.fibres[0].name, "rod") == 0);
    double recorded[3 * 64], exact[3 * 64];
    CHECK(hf_recording_fibre_points(r, 9, recorded, &error) == HF_STATUS_OK);
    hf_world_fibre_points(world, 0, exact);
    hf_world_fibre_points(world, 1, exact + 3 * first);
    CHECK(exact[3 * first - 1] < -1e-4); // the tip of the clamped rod has sagged
    for (int k = 0; k < 3 * (first + 13); k++) CHECK(recorded[k] == (double)(float)exact[k]);
    hf_recorder_close(recorder, &error);
    hf_world_destroy(world);
    hf_model_destroy(model);
    hf_builder_destroy(builder);
}

TEST(gltf_has_the_motion)
{
    hf_recording *r = hair_recording(small);
    hf_error error;
    size_t size;
    CHECK(hf_recording_write_gltf(r, "export.glb", NULL, &error) == HF_STATUS_OK);
    char *bytes = read_whole("export.glb", &size);
    CHECK(memcmp(bytes, "glTF", 4) == 0 && word_at(bytes, 4) == 2 && word_at(bytes, 8) == size);
    size_t json = word_at(bytes, 12), bin = word_at(bytes, 20 + json);
    CHECK(json % 4 == 0 && bin % 4 == 0 && 28 + json + bin == size && memcmp(bytes + 24 + json, "BIN", 4) == 0);
    char kept = bytes[20 + json];
    bytes[20 + json] = 0;
    const char *text = bytes + 20;
    CHECK(count_words(text, "\"path\":\"rotation\"") == 2 && count_words(text, "\"path\":\"weights\"") == 1);
    CHECK(count_words(text, "{\"POSITION\"") == HF_SHAPE_KIND_COUNT + 1 + 4); // shapes, fibres, four targets
    CHECK(strstr(text, "head \\u0022a\\u0022 \\u005c 1") != NULL);
    bytes[20 + json] = kept;
    // The last number of the file: the last vertex of the last tube, displaced from the first frame, z. A ring moves as
    // its middle up to its radius.
    float last;
    memcpy(&last, bytes + size - 4, sizeof last);
    double moved = (double)(r->vertices[5 * 96 - 1].at[2] - r->vertices[95].at[2]);
    CHECK_NEAR((double)last, moved, 2.0 * small.radius);
    free(bytes);
    unlink("export.glb");
    recording_free(r);
}

/// Records from the start to the footer, whose summary begins where it says.
TEST(mcap_is_a_chain_of_records)
{
    hf_recording *r = hair_recording(small);
    hf_error error;
    size_t size;
    CHECK(hf_recording_write_mcap(r, "export.mcap", NULL, &error) == HF_STATUS_OK);
    char *bytes = read_whole("export.mcap", &size);
    CHECK(size > 16 && memcmp(bytes, "\x89MCAP0\r\n", 8) == 0 && memcmp(bytes + size - 8, "\x89MCAP0\r\n", 8) == 0);
    size_t at = 8, counts[16] = {0}, summary = 0, data_end = 0;
    while (at < size - 8)
    {
        unsigned char opcode = (unsigned char)bytes[at];
        uint64_t length;
        memcpy(&length, bytes + at + 1, sizeof length);
        CHECK(opcode > 0 && opcode < 16 && length < size - at);
        counts[opcode]++;
        if (opcode == 2) memcpy(&summary, bytes + at + 9, sizeof summary);
        at += 9 + length;
        if (opcode == 15) data_end = at;
    }
    CHECK(at == size - 8 && summary == data_end);
    CHECK(counts[1] == 1 && counts[2] == 1 && counts[11] == 1 && counts[6] == counts[8] && counts[6] >= 1);
    CHECK(counts[3] == 2 && counts[4] == 3); // in the summary; chunks have theirs inside
    free(bytes);
    unlink("export.mcap");
    recording_free(r);
}

TEST(usd_has_every_point_at_every_time)
{
    hf_recording *r = hair_recording(small);
    hf_error error;
    size_t size;
    hf_export_options options = hf_export_options_default();
    options.followers = 2, options.every = 2, options.cubic = true; // frames 0, 2, 4; 36 strands
    CHECK(hf_recording_write_usd(r, "export.usda", &options, &error) == HF_STATUS_OK);
    char *text = read_whole("export.usda", &size);
    CHECK(strncmp(text, "#usda 1.0\n", 10) == 0 && count_words(text, "{") == count_words(text, "}"));
    CHECK(strstr(text, "upAxis = \"Z\"") && strstr(text, "metersPerUnit = 1\n") &&
          strstr(text, "timeCodesPerSecond = 25\n"));
    CHECK(strstr(text, "basis = \"catmullRom\"") &&
          strstr(text, "custom string holdfast:name = \"head \\\"a\\\" \\\\ 1\""));
    static const char *const prims[] = {"def Sphere ",   "def Capsule ", "def Cube ",
                                        "def Cylinder ", "def Mesh ",    "def BasisCurves "};
    static const size_t counts[] = {2, 1, 1, 1, 4, 1};
    for (int k = 0; k < 6; k++) CHECK(count_words(text, prims[k]) == counts[k]);
    const char *at = strstr(text, "point3f[] points.timeSamples = {");
    CHECK(at != NULL);
    for (int k = 0; k < 3; k++)
    {
        char *end;
        at = strchr(at, k ? '\n' : '{') + 1;
        CHECK(strtod(at, &end) == (double)k && strncmp(end, ": [", 3) == 0);
        for (int v = 0; v < 3 * 96; v++) // those of the guides come first
        {
            end += strcspn(end + 1, "-0123456789") + 1;
            CHECK_NEAR(strtod(end, &end), (double)r->vertices[2 * k * 96 + v / 3].at[v % 3], 1e-7);
        }
        const char *stop = strchr(end, '\n');
        CHECK(stop != NULL);
        size_t more = 0;
        for (const char *s = end; s < stop; s++) more += *s == '(';
        CHECK(more == 2 * 96);
        at = end;
    }
    free(text);
    unlink("export.usda");
    recording_free(r);
}

/// The bytes of a base64 text, behind its first `skip`.
static size_t decode(const char *text, unsigned char *out, size_t room)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    uint32_t bits = 0;
    size_t count = 0;
    int held = 0;
    for (const char *d; *text && *text != '=' && (d = strchr(digits, *text)) != NULL && count < room; text++)
    {
        bits = bits << 6 | (uint32_t)(d - digits);
        held += 6;
        if (held >= 8) out[count++] = (unsigned char)(bits >> (held -= 8));
    }
    return count;
}

TEST(vtk_series)
{
    hf_recording *r = hair_recording(small);
    hf_error error;
    size_t size;
    (void)mkdir("export_vtk", 0777);
    CHECK(hf_recording_write_vtk(r, "export_vtk", NULL, &error) == HF_STATUS_OK);
    char *text = read_whole("export_vtk/frames.pvd", &size);
    CHECK(count_words(text, "<DataSet ") == 5 &&
          strstr(text, "timestep=\"0.080000000000000002\" part=\"0\" file=\"frame00004.vtp\""));
    free(text);
    text = read_whole("export_vtk/frame00004.vtp", &size);
    const char *points = strstr(text, "Name=\"Points\"");
    CHECK(points && strstr(text, "NumberOfLines=\"12\""));
    int total = atoi(strstr(text, "NumberOfPoints=\"") + 16);
    size_t bytes = 4 + 12 * (size_t)total;
    unsigned char *raw = malloc(bytes);
    CHECK(raw && decode(strchr(points, '>') + 1, raw, bytes) == bytes);
    CHECK(word_at((const char *)raw, 0) == 12 * (uint32_t)total);
    float last[3]; // strands come after the triangles
    memcpy(last, raw + bytes - 12, sizeof last);
    for (int d = 0; d < 3; d++) CHECK(last[d] == r->vertices[5 * 96 - 1].at[d]);
    free(raw);
    free(text);
    for (int k = 0; k < 5; k++)
    {
        char path[64];
        snprintf(path, sizeof path, "export_vtk/frame%05d.vtp", k);
        CHECK(unlink(path) == 0);
    }
    unlink("export_vtk/frames.pvd");
    rmdir("export_vtk");
    CHECK(hf_recording_write_vtk(r, "no/such/folder", NULL, &error) == HF_STATUS_FILE);
    recording_free(r);
}

/// A recording in memory of scenes/jelly.xml until its cube has struck the floor, and the world that it ends in.
static hf_recorder *record_jelly(hf_model **model, hf_world **world)
{
    hf_error error;
    hf_builder *builder = NULL;
    hf_recorder *recorder = NULL;
    CHECK(hf_scene_read_mjcf(HOLDFAST_SOURCE_DIR "/scenes/jelly.xml", NULL, NULL, &builder, &error) == HF_STATUS_OK);
    CHECK(hf_model_build(builder, model, &error) == HF_STATUS_OK);
    hf_builder_destroy(builder);
    CHECK(hf_world_create(*model, world, &error) == HF_STATUS_OK);
    hf_recorder_options options = hf_recorder_options_default(*model);
    options.every = 50;
    CHECK(hf_recorder_create(NULL, *model, &options, &recorder, &error) == HF_STATUS_OK);
    for (int k = 0; k < 200; k++)
    {
        hf_step_report report;
        CHECK(hf_world_step(*world, 0.0, &report, &error) == HF_STATUS_OK);
        CHECK(hf_recorder_add(recorder, *world, &report, NULL, &error) == HF_STATUS_OK);
    }
    return recorder;
}

TEST(bodies_that_change_their_shape_are_drawn_so)
{
    hf_model *model = NULL;
    hf_world *world = NULL;
    hf_error error;
    hf_recorder *recorder = record_jelly(&model, &world);
    const hf_recording *r = hf_recorder_recording(recorder);
    const recorded_model *m = &r->model;
    exporter ex;
    CHECK(exporter_begin(&ex, r, NULL, "here", &error) == HF_STATUS_OK);
    CHECK(exporter_frame(&ex, ex.frame_count - 1, &error) == HF_STATUS_OK);
    double most = 0.0;
    for (int b = 0; b < m->body_count; b++)
    {
        double U[9], F[9], R[9];
        if (!exporter_stretch(&ex, b, U)) continue;
        hf_world_body_map(world, b, F);
        quat_to_matrix(quat_load(ex.poses + 7 * b + 3), R);
        for (int i = 0; i < 9; i++) // R U = F
        {
            double sum = 0.0;
            for (int k = 0; k < 3; k++) sum += R[3 * (i / 3) + k] * U[3 * k + i % 3];
            CHECK_NEAR(sum, F[i], 1e-6);
            if (i % 4) most = fmax(most, fabs(U[i]));
        }
    }
    CHECK(most > 1e-3); // something shears
    exporter_end(&ex);

    size_t size;
    CHECK(hf_recording_write_usd(r, "export.usda", NULL, &error) == HF_STATUS_OK);
    char *text = read_whole("export.usda", &size);
    CHECK(count_words(text, "matrix4d xformOp:transform:stretch.timeSamples = {") == 4);
    CHECK(count_words(text, "\"xformOp:orient\", \"xformOp:transform:stretch\"]") == 4);
    free(text);
    CHECK(hf_recording_write_gltf(r, "export.glb", NULL, &error) == HF_STATUS_OK);
    char *glb = read_whole("export.glb", &size);
    CHECK(count_words(glb + 20, "\"targets\":[") == 4 && count_words(glb + 20, "\"path\":\"weights\"") == 4);
    free(glb);
    unlink("export.usda"), unlink("export.glb");
    CHECK(hf_recorder_close(recorder, &error) == HF_STATUS_OK);
    hf_world_destroy(world);
    hf_model_destroy(model);
}

TEST(hair_series)
{
    hf_recording *r = hair_recording(small);
    hf_error error;
    hf_export_options options = hf_export_options_default();
    options.followers = 3;
    (void)mkdir("export_hair", 0777);
    CHECK(hf_recording_write_hair(r, "export_hair", &options, &error) == HF_STATUS_OK);
    hf_curves *curves = NULL;
    CHECK(hf_curves_read("export_hair/frame00003.hair", NULL, &curves, &error) == HF_STATUS_OK);
    CHECK(hf_curves_count(curves) == 48 && hf_curves_point_count(curves, 47) == 8);
    for (int k = 0; k < 24; k++)
        CHECK(hf_curves_points(curves, 11)[k] == (double)r->vertices[3 * 96 + 88 + k / 3].at[k % 3]);
    CHECK_NEAR(hf_curves_radii(curves, 30)[2], 1e-3, 1e-10);
    hf_curves_destroy(curves);
    for (int k = 0; k < 5; k++)
    {
        char path[64];
        snprintf(path, sizeof path, "export_hair/frame%05d.hair", k);
        CHECK(unlink(path) == 0);
    }
    CHECK(unlink("export_hair/frames.csv") == 0);
    rmdir("export_hair");
    r->model.fibre_count = 0;
    CHECK(hf_recording_write_hair(r, "export_hair", NULL, &error) == HF_STATUS_INVALID &&
          strstr(error.message, "no fibres"));
    r->model.fibre_count = 12;
    recording_free(r);
}

/// A file that cannot take its place: what was written of the series goes again, the index of an older one with it.
TEST(a_series_that_cannot_be_ended_leaves_nothing)
{
    typedef hf_status (*writer)(const hf_recording *, const char *, const hf_export_options *, hf_error *);
    static const writer writers[] = {hf_recording_write_vtk, hf_recording_write_hair};
    static const char *const endings[] = {"vtp", "hair"}, *const indices[] = {"frames.pvd", "frames.csv"};
    hf_recording *r = hair_recording(small);
    for (int w = 0; w < 2; w++)
    {
        hf_error error;
        char path[64], index[64];
        (void)mkdir("export_series", 0777);
        CHECK(writers[w](r, "export_series", NULL, &error) == HF_STATUS_OK);
        snprintf(path, sizeof path, "export_series/frame00003.%s", endings[w]);
        snprintf(index, sizeof index, "export_series/%s", indices[w]);
        CHECK(access(index, F_OK) == 0 && unlink(path) == 0 && mkdir(path, 0777) == 0);
        CHECK(writers[w](r, "export_series", NULL, &error) != HF_STATUS_OK);
        CHECK(access(index, F_OK) != 0 && rmdir(path) == 0);
        for (int k = 0; k < 3; k++)
        {
            snprintf(path, sizeof path, "export_series/frame%05d.%s", k, endings[w]);
            CHECK(access(path, F_OK) != 0);
        }
        snprintf(path, sizeof path, "export_series/frame00004.%s", endings[w]); // of the older one, whole
        CHECK(unlink(path) == 0);
        CHECK(rmdir("export_series") == 0); // and no other file
    }
    recording_free(r);
}

TEST(bad_options_and_empty_recordings)
{
    hf_recording *r = hair_recording(small);
    hf_error error;
    hf_export_options options = hf_export_options_default();
    options.every = 0;
    CHECK(hf_recording_write_usd(r, "export_bad", &options, &error) == HF_STATUS_INVALID &&
          strstr(error.message, "every"));
    options.every = 1, options.followers = 1001;
    CHECK(hf_recording_write_gltf(r, "export_bad", &options, &error) == HF_STATUS_INVALID &&
          strstr(error.message, "followers"));
    size_t frames = r->frame_count;
    r->frame_count = 0;
    CHECK(hf_recording_write_gltf(r, "export_bad", NULL, &error) == HF_STATUS_INVALID &&
          strstr(error.message, "no frames"));
    r->frame_count = frames;
    CHECK(hf_recording_write_usd(r, "no/such/export", NULL, &error) == HF_STATUS_FILE);
    CHECK(access("export_bad", F_OK) != 0);
    recording_free(r);
}

/// A number of a message in CDR: aligned from behind the head of four bytes.
static uint64_t cdr(const unsigned char *message, size_t *at, size_t size)
{
    uint64_t bits = 0;
    while ((*at - 4) % size > 0) (*at)++;
    for (size_t k = 0; k < size; k++) bits |= (uint64_t)message[*at + k] << (8 * k);
    *at += size;
    return bits;
}

static double cdr_real(const unsigned char *message, size_t *at)
{
    uint64_t bits = cdr(message, at, 8);
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

/// A recording of a lever with a force sensor, one frame after `steps`.
static hf_recorder *lever_recorder(int steps, hf_model **model, hf_world **world, const char *path)
{
    static const char text[] = "<mujoco><worldbody><body name='arm'><joint name='hip' axis='0 1 0'/>"
                               "<geom type='capsule' fromto='0 0 0 .3 0 0' size='.02' mass='1'/><site name='s'/>"
                               "</body></worldbody><sensor><force name='grip' site='s'/></sensor></mujoco>";
    hf_builder *builder;
    hf_recorder *recorder;
    hf_step_report report;
    hf_error error;
    CHECK(hf_scene_read(text, sizeof text - 1, NULL, NULL, NULL, &builder, &error) == HF_STATUS_OK);
    CHECK(hf_model_build(builder, model, &error) == HF_STATUS_OK);
    hf_builder_destroy(builder);
    CHECK(hf_world_create(*model, world, &error) == HF_STATUS_OK);
    CHECK(hf_recorder_create(path, *model, NULL, &recorder, &error) == HF_STATUS_OK);
    for (int k = 0; k < steps; k++) CHECK(hf_world_step(*world, 0.0, &report, &error) == HF_STATUS_OK);
    CHECK(hf_recorder_add(recorder, *world, NULL, NULL, &error) == HF_STATUS_OK);
    return recorder;
}

/// Joint states and a wrench as ROS 2 reads them: every byte where CDR has it.
TEST(ros2_messages_are_cdr)
{
    hf_model *model;
    hf_world *world;
    hf_error error;
    size_t size, found = 0;
    hf_recorder *recorder = lever_recorder(50, &model, &world, NULL);
    CHECK(hf_recording_write_ros2(hf_recorder_recording(recorder), "export.mcap", NULL, &error) == HF_STATUS_OK);
    unsigned char *bytes = (unsigned char *)read_whole("export.mcap", &size);
    CHECK(memcmp(bytes + 8 + 9, "\4\0\0\0ros2", 8) == 0); // the profile, in the header
    // Messages are in the chunk behind the header: records again.
    size_t header = 8 + 9 + bytes[9], at = header + 9 + 8 + 8 + 8 + 4 + 4 + 8;
    CHECK(bytes[header] == 6);
    while (bytes[at] >= 3 && bytes[at] <= 5)
    {
        uint64_t length;
        memcpy(&length, bytes + at + 1, sizeof length);
        const unsigned char *message = bytes + at + 9 + 22;
        int channel = bytes[at] == 5 ? bytes[at + 9] : -1;
        size_t in = 4;
        at += 9 + length;
        if (channel < 3) continue;
        found++;
        CHECK(memcmp(message, "\0\1\0\0", 4) == 0);
        CHECK(cdr(message, &in, 4) == 0 && cdr(message, &in, 4) < 2); // times begin with the first frame
        if (channel == 3)
        {
            CHECK(cdr(message, &in, 4) == 1 && message[in++] == 0); // no frame
            CHECK(cdr(message, &in, 4) == 1 && cdr(message, &in, 4) == 4 && !strcmp((const char *)message + in, "hip"));
            in += 4;
            CHECK(cdr(message, &in, 4) == 1 && cdr_real(message, &in) == hf_world_q(world)[0]);
            CHECK(cdr(message, &in, 4) == 1 && cdr_real(message, &in) == hf_world_v(world)[0]);
            CHECK(cdr(message, &in, 4) == 0);
        }
        else
        {
            double force[3];
            CHECK(hf_world_sensors(world, force, &error) == HF_STATUS_OK && force[0] != 0.0);
            CHECK(cdr(message, &in, 4) == 5 && !strcmp((const char *)message + in, "grip"));
            in += 5;
            for (int k = 0; k < 6; k++) CHECK(cdr_real(message, &in) == (k < 3 ? force[k] : 0.0));
        }
        CHECK(message + in == bytes + at);
    }
    CHECK(found == 2);
    free(bytes);
    unlink("export.mcap");
    (void)hf_recorder_close(recorder, NULL);
    hf_world_destroy(world);
    hf_model_destroy(model);
}

TEST(every_allocation_may_fail)
{
    typedef hf_status (*writer)(const hf_recording *, const char *, const hf_export_options *, hf_error *);
    static const writer writers[] = {hf_recording_write_mcap, hf_recording_write_ros2, hf_recording_write_gltf,
                                     hf_recording_write_usd,  hf_recording_write_vtk,  hf_recording_write_hair};
    hf_recording *r =
        hair_recording((hair_plan){.fibres = 3, .segments = 2, .frames = 2, .length = 0.1, .radius = 1e-3});
    hf_export_options options = hf_export_options_default();
    options.followers = 1;
    (void)mkdir("export_fault", 0777);
    for (int w = 0; w < 6; w++)
    {
        bool failed = true;
        for (long k = 0; failed; k++)
        {
            hf_error error;
            fail_allocation(k);
            hf_status status = writers[w](r, w < 4 ? "export_fault/one" : "export_fault", &options, &error);
            failed = k < fail_allocation_count();
            fail_allocation(-1);
            CHECK(status == HF_STATUS_OK || failed);
        }
    }
    static const char *const left[] = {
        "one", "frame00000.vtp", "frame00001.vtp", "frames.pvd", "frame00000.hair", "frame00001.hair", "frames.csv"};
    for (size_t k = 0; k < sizeof left / sizeof *left; k++)
    {
        char path[64];
        snprintf(path, sizeof path, "export_fault/%s", left[k]);
        CHECK(unlink(path) == 0);
    }
    CHECK(rmdir("export_fault") == 0); // no part files are left
    recording_free(r);
}
