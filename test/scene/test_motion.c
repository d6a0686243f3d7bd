// Bodies that follow keyframes: the curve, tables, glTF, scene files, and what contacts see of it.

#include "support/scene_text.h" // before the kit, whose `error` its parameters would hide

#include "support/mechanism_kit.h"

#include "bodies/keyframes.h"
#include "linalg/quat.h"

// ---- the curve ----

static hf_motion_def shake(void)
{
    static const double times[6] = {0.0, 0.2, 0.5, 0.6, 1.0, 1.3};
    static const double x[18] = {0, 0, 1, 0.1, 0, 1, 0.1, 0.3, 1, -0.2, 0.3, 1.1, -0.2, 0.3, 1.1, 0, 0, 1};
    static const double q[24] = {1, 0, 0, 0,   0.9, 0.1, 0.3, 0.2, -0.5, 0.2, -0.7, 0.1,
                                 0, 1, 0, 0.2, 0,   1,   0,   0.2, 2,    0,   0,    0.5};
    return (hf_motion_def){.body = 1, .key_count = 6, .times = times, .positions = x, .orientations = q};
}

TEST(the_curve_passes_its_keys_and_its_velocity_is_continuous)
{
    hf_motion_def def = shake();
    keyframes keys;
    OK(keyframes_check("it", &def, &error));
    CHECK(keyframes_create(&def, &keys));
    for (int k = 0; k < def.key_count; k++)
    {
        body_state at, before, after;
        const double near = 1e-9;
        keyframes_at(&keys, def.times[k], &at);
        keyframes_at(&keys, def.times[k] - near, &before);
        keyframes_at(&keys, def.times[k] + near, &after);
        for (int i = 0; i < 3; i++)
        {
            CHECK_NEAR(at.x[i], def.positions[3 * k + i], 1e-15);
            CHECK_NEAR(before.v[i], after.v[i], 1e-6);
            CHECK_NEAR(before.w[i], after.w[i], 1e-5);
        }
        quat wanted = quat_normalize(quat_load(def.orientations + 4 * k)), q = quat_load(at.q);
        CHECK(v3_norm(quat_log(quat_multiply(quat_conjugate(wanted), q))) < 1e-12);
    }
    keyframes_free(&keys);
}

TEST(velocities_are_the_derivatives_of_the_pose)
{
    hf_motion_def def = shake();
    keyframes keys;
    CHECK(keyframes_create(&def, &keys));
    for (int k = -20; k < 1500; k++)
    {
        double t = 1e-3 * k + 3.7e-4, h = 1e-5;
        body_state at, before, after;
        keyframes_at(&keys, t, &at);
        keyframes_at(&keys, t - h, &before);
        keyframes_at(&keys, t + h, &after);
        vec3 v = v3_scale(0.5 / h, v3_sub(v3_load(after.x), v3_load(before.x)));
        vec3 w = v3_scale(0.5 / h, quat_log(quat_multiply(quat_load(after.q), quat_conjugate(quat_load(before.q)))));
        CHECK(v3_distance(v, v3_load(at.v)) < 1e-6);
        CHECK(v3_distance(w, v3_load(at.w)) < 1e-4);
        if (t > 0.6 && t < 1.0) CHECK(v3_norm(v3_load(at.v)) == 0.0 && v3_norm(v3_load(at.w)) == 0.0); // a pause
        if (t < 0.0 || t > 1.3) CHECK(v3_norm(v3_load(at.v)) == 0.0 && v3_norm(v3_load(at.w)) == 0.0);
    }
    keyframes_free(&keys);
}

TEST(constant_acceleration_and_constant_spin_are_exact_between_inner_keys)
{
    double times[9], x[27], q[36];
    for (int k = 0; k < 9; k++)
    {
        double t = times[k] = 0.1 * k + 0.02 * (k % 2);
        for (int i = 0; i < 3; i++) x[3 * k + i] = 0.3 * i + (1.0 - i) * t + 2.0 * (i - 0.5) * t * t;
        quat_store(q + 4 * k, quat_exp(v3(0.5 * t, 3 * t, -2 * t)));
    }
    hf_motion_def def = {.body = 1, .key_count = 9, .times = times, .positions = x, .orientations = q};
    keyframes keys;
    CHECK(keyframes_create(&def, &keys));
    for (int n = 0; n < 500; n++)
    {
        double t = times[1] + (times[7] - times[1]) * n / 500.0;
        body_state at;
        keyframes_at(&keys, t, &at);
        for (int i = 0; i < 3; i++) CHECK_NEAR(at.x[i], 0.3 * i + (1.0 - i) * t + 2.0 * (i - 0.5) * t * t, 1e-13);
        CHECK(v3_distance(v3_load(at.w), v3(0.5, 3, -2)) < 1e-12);
    }
    keyframes_free(&keys);
}

// ---- a world ----

/// A plate that follows keys, and a block on it; body 1 and 2.
static kit plate_and_block(const hf_motion_def *motion, double friction)
{
    kit k = kit_begin();
    hf_body_def plate = hf_body_def_default(), block = hf_body_def_default();
    hf_shape_def shape = hf_shape_def_default();
    plate.motion = HF_MOTION_PRESCRIBED;
    OK(hf_builder_add_body(k.builder, &plate, &shape.body, &error));
    shape.kind = HF_SHAPE_BOX;
    shape.size[0] = shape.size[1] = 1.0, shape.size[2] = 0.05;
    shape.friction = friction;
    OK(hf_builder_add_shape(k.builder, &shape, NULL, &error));
    OK(hf_builder_add_motion(k.builder, motion, &error));
    block.position[2] = motion->positions[2] + 0.05 + 0.1;
    OK(hf_builder_add_body(k.builder, &block, &shape.body, &error));
    shape.size[0] = shape.size[1] = shape.size[2] = 0.1;
    OK(hf_builder_add_shape(k.builder, &shape, NULL, &error));
    kit_build(&k);
    return k;
}

TEST(contacts_see_the_velocity_of_the_curve)
{
    static const double times[4] = {0.1, 0.5, 0.9, 1.5}, x[12] = {0, 0, 0, 0.2, 0.1, 0, 0.5, 0.1, 0.05, 0.5, 0.1, 0.1};
    hf_motion_def def = {.body = 1, .key_count = 4, .times = times, .positions = x};
    kit k = plate_and_block(&def, 1.0);
    for (int n = 0; n < 800; n++)
    {
        OK(hf_world_step(k.world, 0.002, NULL, &error));
        hf_body_state plate = hf_world_body(k.world, 1), block = hf_world_body(k.world, 2);
        for (int i = 0; i < 3; i++) CHECK_NEAR(block.velocity[i], plate.velocity[i], 2e-3); // of 0.8 m/s
        CHECK_NEAR(block.position[0], plate.position[0], 5e-4);                             // it does not slip
        CHECK_NEAR(block.position[2] - plate.position[2], 0.15, 1e-5);
    }
    CHECK_NEAR(hf_world_body(k.world, 1).position[0], 0.5, 1e-15);
    kit_end(&k);
}

TEST(a_motion_that_is_resumed_has_the_same_bits)
{
    hf_motion_def def = shake();
    kit k = plate_and_block(&def, 0.5);
    hf_model *same = NULL;
    hf_world *other = NULL;
    OK(hf_model_build(k.builder, &same, &error));
    OK(hf_world_create(same, &other, &error));
    for (int n = 0; n < 60; n++) OK(hf_world_step(k.world, 0.004, NULL, &error));
    size_t size = hf_world_state_size(k.world);
    void *bytes = malloc(size);
    CHECK(bytes != NULL);
    hf_world_state_save(k.world, bytes);
    OK(hf_world_state_load(other, bytes, size, &error));
    for (int n = 0; n < 40; n++)
    {
        OK(hf_world_step(k.world, 0.004, NULL, &error));
        OK(hf_world_step(other, 0.004, NULL, &error));
    }
    CHECK(hf_world_hash(k.world) == hf_world_hash(other));
    free(bytes);
    hf_world_destroy(other);
    hf_model_destroy(same);
    kit_end(&k);
}

TEST(motions_that_are_none_are_refused)
{
    double times[3] = {0, 1, 2}, x[9] = {0}, q[12] = {1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0};
    hf_motion_def def = {.body = 1, .key_count = 3, .times = times, .positions = x, .orientations = q};
    kit k = kit_begin();
    hf_body_def body = hf_body_def_default();
    body.motion = HF_MOTION_PRESCRIBED;
    OK(hf_builder_add_body(k.builder, &body, NULL, &error));
    body.motion = HF_MOTION_FREE;
    body.mass = 1, body.inertia[0] = body.inertia[1] = body.inertia[2] = 1;
    OK(hf_builder_add_body(k.builder, &body, NULL, &error));
#define REFUSED(words)                                                                                                 \
    CHECK(hf_builder_add_motion(k.builder, &def, &error) == HF_STATUS_INVALID && strstr(error.message, words))
    def.body = 2;
    REFUSED("not prescribed");
    def.body = 3;
    REFUSED("there are 3");
    def.body = 1;
    times[1] = 0;
    REFUSED("leave time for the way"); // it teleports
    times[1] = 1e-6, x[3] = 1;
    REFUSED("jumps by 1 m");
    times[1] = 1, x[3] = NAN;
    REFUSED("no number");
    x[3] = 0, q[4] = 0, q[5] = 1;
    REFUSED("half a turn");
    q[5] = 0;
    REFUSED("no quaternion");
    q[4] = 1;
    OK(hf_builder_add_motion(k.builder, &def, &error));
    REFUSED("one already");
#undef REFUSED
    hf_builder_destroy(k.builder);
}

// ---- tables ----

TEST(tables_are_read_in_any_order_of_columns)
{
    hf_motion_keys *keys;
    OK(hf_motion_read(text_file("a.csv", "\"z\", time,x,y\r\n\n3,0,1,2\n \n6,0.5,4,5"), &keys, &error));
    hf_motion_def def = hf_motion_keys_def(keys, 7);
    CHECK(def.body == 7 && def.key_count == 2 && !def.orientations);
    CHECK(def.times[1] == 0.5 && def.positions[0] == 1 && def.positions[2] == 3 && def.positions[4] == 5);
    hf_motion_keys_destroy(keys);
    OK(hf_motion_read(text_file("b.CSV", "time,x,y,z,qw,qx,qy,qz\n0,0,0,0,1,0,0,0\n"), &keys, &error));
    CHECK(hf_motion_keys_def(keys, 1).orientations[0] == 1);
    hf_motion_keys_destroy(keys);
}

TEST(tables_that_make_no_sense_are_refused_by_line)
{
    static const char *const cases[][2] = {
        {"", "empty"},
        {"time,x,y,z\n", "no rows"},
        {"time,x,y\n0,0,0\n", "columns time, x, y and z"},
        {"time,x,y,z,qw\n0,0,0,0,1\n", "all or none"},
        {"time,x,y,w\n0,0,0,0\n", "not 'w'"},
        {"time,x,x,z\n0,0,0,0\n", "two columns 'x'"},
        {"time,x,y,z\n0,0,0,0\n1,0,0\n", "line 3: fewer"},
        {"time,x,y,z\n0,0,0,0,0\n", "line 2: more"},
        {"time,x,y,z\n0,0,zero,0\n", "'zero'"},
        {"time,x,y,z\n0,0,nan,0\n", "no number"},
        {"time,x,y,z\n0,0,0,0\n0,1,0,0\n", "line 3: the time 0 is not after 0"},
    };
    hf_motion_keys *keys;
    for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++)
    {
        hf_status status = hf_motion_read(text_file("bad.csv", cases[k][0]), &keys, &error);
        CHECK((status == HF_STATUS_FORMAT || status == HF_STATUS_INVALID) && !keys);
        CHECK(strstr(error.message, "bad.csv") && strstr(error.message, cases[k][1]));
    }
    CHECK(hf_motion_read(text_file_sized("bad.csv", "time\0x", 6), &keys, &error) == HF_STATUS_FORMAT);
    CHECK(hf_motion_read("nowhere.csv", &keys, &error) == HF_STATUS_FILE);
    CHECK(hf_motion_read(text_file("a.txt", ""), &keys, &error) == HF_STATUS_FORMAT && strstr(error.message, ".glb"));
}

// ---- glTF ----

/// Numbers of the buffer of a file in the making, as base64.
static const char *base64(const float *numbers, int count)
{
    static const char signs[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    static char text[512];
    const unsigned char *bytes = (const unsigned char *)numbers;
    int size = 4 * count, n = 0;
    for (int k = 0; k < size; k += 3)
    {
        unsigned held = (unsigned)bytes[k] << 16 | (k + 1 < size ? (unsigned)bytes[k + 1] << 8 : 0) |
                        (k + 2 < size ? (unsigned)bytes[k + 2] : 0);
        for (int i = 0; i < 4; i++) text[n++] = i > 1 && k + i - 1 >= size ? '=' : signs[held >> (18 - 6 * i) & 63];
    }
    text[n] = 0;
    return text;
}

/// Times 0, 1, 2 and translations and rotations of a node 'Head' (2) in a node 'Neck' (1) in a root (0) that is scaled
/// by 2; the neck may turn, too.
static const float head_numbers[] = {
    0,          1, 2, /* 3 */ 0, 0, 0,           0, 1,           0, 1,           1, 0,
    /* 12 */ 0, 0, 0, 1,         0, 0.70710678F, 0, 0.70710678F, 0, 0.70710678F, 0, 0.70710678F};
static const char head_file[] =
    "{\"asset\":{\"version\":\"2.0\"},\"nodes\":[{\"name\":\"root\",\"children\":[1],\"scale\":[2,2,2]},"
    "{\"name\":\"Neck\",\"children\":[2],\"translation\":[0,1.5,0]},{\"name\":\"Head\",\"scale\":[1,3,1]}],"
    "\"animations\":[{\"name\":\"nod\",\"channels\":["
    "{\"sampler\":0,\"target\":{\"node\":2,\"path\":\"translation\"}},"
    "{\"sampler\":1,\"target\":{\"node\":2,\"path\":\"rotation\"}}],"
    "\"samplers\":[{\"input\":0,\"output\":1,\"interpolation\":\"%s\"},{\"input\":0,\"output\":2}]}],"
    "\"accessors\":[{\"bufferView\":0,\"count\":3,\"componentType\":5126,\"type\":\"SCALAR\"},"
    "{\"bufferView\":0,\"byteOffset\":12,\"count\":3,\"componentType\":5126,\"type\":\"VEC3\"},"
    "{\"bufferView\":0,\"byteOffset\":48,\"count\":3,\"componentType\":5126,\"type\":\"VEC4\"}],"
    "\"bufferViews\":[{\"buffer\":0,\"byteLength\":96}],\"buffers\":[{\"byteLength\":96%s%s%s}]}";

static const char *gltf_text(const char *interpolation)
{
    static char text[8192];
    snprintf(text, sizeof text, head_file, interpolation, ",\"uri\":\"data:application/octet-stream;base64,",
             base64(head_numbers, 24), "\"");
    return text;
}

/// The same as a .glb; returns its size.
static size_t glb_bytes(unsigned char *bytes)
{
    char text[4096];
    snprintf(text, sizeof text, head_file, "LINEAR", "", "", "");
    size_t json = strlen(text);
    while (json % 4) text[json++] = ' ';
    uint32_t head[5] = {0x46546c67, 2, (uint32_t)(12 + 8 + json + 8 + 96), (uint32_t)json, 0x4e4f534a};
    uint32_t chunk[2] = {96, 0x004e4942};
    memcpy(bytes, head, 20);
    for (size_t k = 0; k < json; k++) bytes[20 + k] = (unsigned char)text[k];
    memcpy(bytes + 20 + json, chunk, 8);
    memcpy(bytes + 28 + json, head_numbers, 96);
    return 28 + json + 96;
}

static void check_head(const hf_motion_keys *keys)
{
    hf_motion_def def = hf_motion_keys_def(keys, 1);
    CHECK(def.key_count == 3);
    // (1, 1, 0) in a neck at (0, 1.5, 0), all twice as large: (2, 5, 0), and y is up there, z here
    CHECK_NEAR(def.positions[6], 2.0, 1e-6);
    CHECK_NEAR(def.positions[7], 0.0, 1e-6);
    CHECK_NEAR(def.positions[8], 5.0, 1e-6);
    quat q = quat_load(def.orientations + 4);
    vec3 turn = quat_log(q); // a quarter about what is up
    CHECK_NEAR(turn.z, 1.5707963, 1e-6);
    CHECK_NEAR(turn.x, 0.0, 1e-6);
}

TEST(animated_nodes_of_gltf_and_glb)
{
    hf_motion_keys *keys;
    static unsigned char bytes[8192];
    char named[600];
    OK(hf_motion_read(text_file("head.gltf", gltf_text("LINEAR")), &keys, &error));
    check_head(keys);
    hf_motion_keys_destroy(keys);
    size_t size = glb_bytes(bytes);
    snprintf(named, sizeof named, "%s#Head,nod", text_file_sized("head.glb", bytes, size));
    OK(hf_motion_read(named, &keys, &error));
    check_head(keys);
    hf_motion_keys_destroy(keys);
    snprintf(named, sizeof named, "%s#Tail", text_file_sized("head.glb", bytes, size));
    CHECK(hf_motion_read(named, &keys, &error) == HF_STATUS_FORMAT && strstr(error.message, "no node 'Tail'"));
    snprintf(named, sizeof named, "%s#Head,shake", text_file_sized("head.glb", bytes, size));
    CHECK(hf_motion_read(named, &keys, &error) == HF_STATUS_FORMAT && strstr(error.message, "no animation 'shake'"));
    snprintf(named, sizeof named, "%s#Neck", text_file_sized("head.glb", bytes, size));
    CHECK(hf_motion_read(named, &keys, &error) == HF_STATUS_FORMAT && strstr(error.message, "nothing moves"));
    CHECK(hf_motion_read(text_file("head.gltf", gltf_text("STEP")), &keys, &error) == HF_STATUS_FORMAT);
    CHECK(strstr(error.message, "'Head' jumps at 1 s"));
    CHECK(hf_motion_read(text_file("head.gltf", gltf_text("CUBICSPLINE")), &keys, &error) == HF_STATUS_FORMAT);
    CHECK(strstr(error.message, "3 times and 3 values"));
}

TEST(cubic_channels_are_followed_between_their_keys)
{
    // one interval, from 0 to 1 with velocities 2 and 0: x = H1 + 2 h10
    static const float numbers[] = {0, 1, /* in, value, out */ 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0};
    static char text[8192];
    snprintf(text, sizeof text,
             "{\"nodes\":[{}],\"animations\":[{\"channels\":[{\"sampler\":0,\"target\":{\"node\":0,\"path\":"
             "\"translation\"}}],\"samplers\":[{\"input\":0,\"output\":1,\"interpolation\":\"CUBICSPLINE\"}]}],"
             "\"accessors\":[{\"bufferView\":0,\"count\":2,\"componentType\":5126,\"type\":\"SCALAR\"},"
             "{\"bufferView\":0,\"byteOffset\":8,\"count\":6,\"componentType\":5126,\"type\":\"VEC3\"}],"
             "\"bufferViews\":[{\"buffer\":0,\"byteLength\":80}],"
             "\"buffers\":[{\"byteLength\":80,\"uri\":\"data:;base64,%s\"}]}",
             base64(numbers, 20));
    hf_motion_keys *keys;
    OK(hf_motion_read(text_file("cubic.gltf", text), &keys, &error));
    hf_motion_def def = hf_motion_keys_def(keys, 1);
    CHECK(def.key_count == 9);
    for (int k = 0; k < 9; k++)
    {
        double t = k / 8.0, r = 1 - t;
        CHECK_NEAR(def.positions[3 * k], t * t * (3 - 2 * t) + 2 * t * r * r, 1e-12);
    }
    hf_motion_keys_destroy(keys);
}

TEST(damaged_gltf_is_refused)
{
    static unsigned char bytes[8192], damaged[8192];
    size_t size = glb_bytes(bytes);
    hf_motion_keys *keys;
    int read = 0;
    for (size_t length = 0; length < size; length++)
        CHECK(hf_motion_read(text_file_sized("cut.glb", bytes, length), &keys, &error) != HF_STATUS_OK);
    for (size_t k = 0; k < size; k++)
    {
        memcpy(damaged, bytes, size);
        damaged[k] ^= 1U << k % 7;
        hf_status status = hf_motion_read(text_file_sized("damaged.glb", damaged, size), &keys, &error);
        if (status == HF_STATUS_OK) read++;
        else CHECK(status == HF_STATUS_FORMAT || status == HF_STATUS_FILE);
        hf_motion_keys_destroy(keys);
    }
    CHECK(read > 50); // names, keys
    static const char *const cases[] = {"",
                                        "{",
                                        "[1,2",
                                        "{\"a\":}",
                                        "{\"animations\":[]}",
                                        "{\"a\":1} x",
                                        "nul",
                                        "{\"animations\":[{\"channels\":[{\"target\":{\"node\":0}}]}],\"nodes\":7}",
                                        "{\"a\":\"\\u12\"}",
                                        "\"\\",
                                        "-",
                                        "{\"x\":1e999}"};
    for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++)
        CHECK(hf_motion_read(text_file("bad.gltf", cases[k]), &keys, &error) == HF_STATUS_FORMAT);
    char deep[300] = {0};
    memset(deep, '[', 200);
    CHECK(hf_motion_read(text_file("deep.gltf", deep), &keys, &error) == HF_STATUS_FORMAT);
    CHECK(strstr(error.message, "too deep"));
}

// ---- scene files ----

TEST(scene_files_name_tables_or_write_keys)
{
    (void)text_file("head.csv", "time,x,y,z\n0,0,0,1\n1,0.5,0,1\n");
    const char *path = text_file("scene.xml", "<mujoco><worldbody>"
                                              "<body name='head' mocap='true' pos='0 0 1'><geom size='0.1'/></body>"
                                              "<body name='arm' pos='1 0 0'><geom size='0.1'/></body></worldbody>"
                                              "<holdfast><motion body='head' file='head.csv'/><motion body='arm'>"
                                              "<key time='0'/><key time='2' pos='1 1 0' quat='0 0 0 1'/>"
                                              "<key time='2.5' quat='0.1 0 0 -1'/></motion></holdfast></mujoco>");
    hf_builder *builder;
    hf_model *model, *again;
    CHECK(hf_scene_read_mjcf(path, NULL, NULL, &builder, &error) == HF_STATUS_INVALID);
    CHECK(strstr(error.message, "half a turn") && strstr(error.message, "arm"));
    path = text_file("scene.xml",
                     "<mujoco><worldbody>"
                     "<body name='head' mocap='true' pos='0 0 1'><geom size='0.1'/></body>"
                     "<body name='arm' pos='1 0 0'><geom size='0.1'/></body></worldbody>"
                     "<holdfast><motion body='head' file='head.csv'/><motion body='arm'>"
                     "<key time='0'/><key time='2' pos='1 1 0' quat='0.1 0 0 1'/></motion></holdfast></mujoco>");
    OK(hf_scene_read_mjcf(path, NULL, NULL, &builder, &error));
    OK(hf_model_build(builder, &model, &error));
    hf_builder_destroy(builder);
    CHECK(hf_model_motion(model, 1).key_count == 2 && hf_model_motion(model, 1).positions[3] == 0.5);
    CHECK(hf_model_motion(model, 2).key_count == 2 && hf_model_motion(model, 2).positions[0] == 1);
    CHECK(hf_model_motion(model, 0).key_count == 0);
    char written[512];
    snprintf(written, sizeof written, "%s/written.xml", text_folder());
    OK(hf_scene_write_mjcf(model, written, &error));
    OK(hf_scene_read_mjcf(written, NULL, NULL, &builder, &error));
    OK(hf_model_build(builder, &again, &error));
    hf_builder_destroy(builder);
    hf_world *a, *b;
    OK(hf_world_create(model, &a, &error));
    OK(hf_world_create(again, &b, &error));
    for (int n = 0; n < 100; n++)
    {
        OK(hf_world_step(a, 0.01, NULL, &error));
        OK(hf_world_step(b, 0.01, NULL, &error));
    }
    CHECK_NEAR(hf_world_body(a, 1).position[0], 0.5, 1e-15);
    CHECK(hf_world_hash(a) == hf_world_hash(b));
    hf_world_destroy(a), hf_world_destroy(b);
    hf_model_destroy(model), hf_model_destroy(again);
}

TEST(scene_files_with_wrong_motions_are_refused)
{
    static const char *const cases[][2] = {
        {"<motion body='box' file='head.csv'/>", "without a joint"},
        {"<motion body='head'/>", "either file or key"},
        {"<motion body='head' file='none.csv'/>", "none.csv"},
        {"<motion body='nobody' file='head.csv'/>", "nobody"},
        {"<motion body='head'><key pos='0 0 0'/></motion>", "time"},
        {"<motion body='head' file='head.csv'/><motion body='head' file='head.csv'/>", "twice"},
    };
    (void)text_file("head.csv", "time,x,y,z\n0,0,0,1\n1,0.5,0,1\n");
    for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++)
    {
        char text[1024];
        hf_builder *builder;
        snprintf(text, sizeof text,
                 "<mujoco><worldbody><body name='head'><geom size='0.1'/></body>"
                 "<body name='box'><freejoint/><geom size='0.1'/></body></worldbody><holdfast>%s</holdfast></mujoco>",
                 cases[k][0]);
        CHECK(hf_scene_read_mjcf(text_file("wrong.xml", text), NULL, NULL, &builder, &error) != HF_STATUS_OK);
        CHECK(strstr(error.message, cases[k][1]));
    }
}

TEST(every_allocation_may_fail)
{
    static unsigned char bytes[8192];
    size_t size = glb_bytes(bytes);
    const char *path = text_file_sized("head.glb", bytes, size);
    long k = 0;
    for (hf_status status = HF_STATUS_NO_MEMORY; status != HF_STATUS_OK; k++)
    {
        hf_motion_keys *keys = NULL;
        hf_builder *builder = NULL;
        hf_model *model = NULL;
        hf_body_def body = hf_body_def_default();
        body.motion = HF_MOTION_PRESCRIBED;
        fail_allocation(k);
        status = hf_motion_read(path, &keys, &error);
        if (status == HF_STATUS_OK) status = hf_builder_create(&builder, &error);
        if (status == HF_STATUS_OK) status = hf_builder_add_body(builder, &body, NULL, &error);
        if (status == HF_STATUS_OK)
        {
            hf_motion_def def = hf_motion_keys_def(keys, 1);
            status = hf_builder_add_motion(builder, &def, &error);
        }
        if (status == HF_STATUS_OK) status = hf_model_build(builder, &model, &error);
        fail_allocation(-1);
        CHECK(status == HF_STATUS_OK || status == HF_STATUS_NO_MEMORY || status == HF_STATUS_FILE);
        hf_model_destroy(model);
        hf_builder_destroy(builder);
        hf_motion_keys_destroy(keys);
        CHECK(k < 1000);
    }
    CHECK(k > 20);
}
