// Checkpoints: resumed is as if never stopped, bit by bit; what is damaged or of another scene is refused.

#include "support/record_scene.h"
#include "support/scene_text.h"

#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>

TEST(resumed_runs_have_the_same_hash)
{
    hf_model *model = make_small_model();
    hf_error error;
    hf_world *straight, *first, *second;
    CHECK(hf_world_create(model, &straight, &error) == HF_STATUS_OK);
    CHECK(hf_world_create(model, &first, &error) == HF_STATUS_OK);
    CHECK(hf_world_create(model, &second, &error) == HF_STATUS_OK);
    run_steps(straight, NULL, 400);
    for (int at = 1; at < 400; at += 133)
    {
        hf_world *world;
        CHECK(hf_world_create(model, &world, &error) == HF_STATUS_OK);
        run_steps(world, NULL, at);
        CHECK(hf_checkpoint_write(scratch_file(0), world, &error) == HF_STATUS_OK);
        uint64_t there = hf_world_hash(world);
        hf_world_destroy(world);
        run_steps(second, NULL, 3); // whatever it did before does not matter
        CHECK(hf_checkpoint_read(scratch_file(0), second, &error) == HF_STATUS_OK);
        CHECK(hf_world_hash(second) == there);
        run_steps(second, NULL, 400 - at);
        CHECK(hf_world_hash(second) == hf_world_hash(straight));
    }
    hf_world_destroy(straight);
    hf_world_destroy(first);
    hf_world_destroy(second);
    hf_model_destroy(model);
    remove(scratch_file(0));
}

TEST(damaged_checkpoints_are_refused)
{
    hf_model *model = make_small_model();
    hf_error error;
    hf_world *world;
    CHECK(hf_world_create(model, &world, &error) == HF_STATUS_OK);
    run_steps(world, NULL, 30);
    CHECK(hf_checkpoint_write(scratch_file(0), world, &error) == HF_STATUS_OK);
    struct stat about;
    CHECK(stat(scratch_file(0), &about) == 0);
    size_t size = (size_t)about.st_size;
    char *bytes = malloc(size);
    FILE *in = fopen(scratch_file(0), "rb");
    CHECK(bytes && in && fread(bytes, 1, size, in) == size);
    fclose(in);
    uint64_t before = hf_world_hash(world);
    for (size_t k = 0; k < 2 * size; k += 7)
    {
        FILE *out = fopen(scratch_file(1), "wb");
        CHECK(out);
        if (k < size) // one bit wrong
        {
            bytes[k] ^= 16;
            fwrite(bytes, 1, size, out);
            bytes[k] ^= 16;
        }
        else fwrite(bytes, 1, k - size, out); // cut off
        fclose(out);
        CHECK(hf_checkpoint_read(scratch_file(1), world, &error) == HF_STATUS_FORMAT);
        CHECK(strstr(error.message, scratch_file(1)) != NULL);
        CHECK(hf_world_hash(world) == before);
    }
    free(bytes);
    CHECK(hf_checkpoint_read("no/such/file", world, &error) == HF_STATUS_FILE);
    CHECK(hf_checkpoint_write("no/such/file", world, &error) == HF_STATUS_FILE);
    CHECK(hf_checkpoint_write(".", world, &error) == HF_STATUS_FILE);
    hf_world_destroy(world);
    hf_model_destroy(model);
    for (int k = 0; k < 2; k++) remove(scratch_file(k));
}

TEST(another_scene_is_refused)
{
    hf_model *model = make_small_model(), *other;
    hf_error error;
    hf_world *world, *elsewhere;
    hf_builder *builder;
    CHECK(hf_builder_create(&builder, &error) == HF_STATUS_OK);
    hf_body_def body = hf_body_def_default();
    hf_shape_def ball = hf_shape_def_default();
    ball.kind = HF_SHAPE_SPHERE;
    ball.size[0] = 0.1;
    for (int k = 0; k < 5; k++)
    {
        body.position[0] = k;
        CHECK(hf_builder_add_body(builder, &body, &ball.body, &error) == HF_STATUS_OK);
        CHECK(hf_builder_add_shape(builder, &ball, NULL, &error) == HF_STATUS_OK);
    }
    CHECK(hf_model_build(builder, &other, &error) == HF_STATUS_OK);
    hf_builder_destroy(builder);
    CHECK(hf_world_create(model, &world, &error) == HF_STATUS_OK);
    CHECK(hf_world_create(other, &elsewhere, &error) == HF_STATUS_OK);
    CHECK(hf_checkpoint_write(scratch_file(0), world, &error) == HF_STATUS_OK);
    CHECK(hf_checkpoint_read(scratch_file(0), elsewhere, &error) == HF_STATUS_FORMAT);
    CHECK(strstr(error.message, "another scene") != NULL);
    for (long k = 0; k < 50; k++) // and memory that runs out
    {
        fail_allocation(k);
        hf_status written = hf_checkpoint_write(scratch_file(0), world, &error);
        bool failed = k < fail_allocation_count();
        fail_allocation(-1);
        CHECK(written == (failed ? HF_STATUS_NO_MEMORY : HF_STATUS_OK));
        fail_allocation(k);
        hf_status read = hf_checkpoint_read(scratch_file(0), world, &error);
        failed = k < fail_allocation_count();
        fail_allocation(-1);
        CHECK(read == (failed ? HF_STATUS_NO_MEMORY : HF_STATUS_OK));
    }
    hf_world_destroy(world);
    hf_world_destroy(elsewhere);
    hf_model_destroy(model);
    hf_model_destroy(other);
    remove(scratch_file(0));
}

// ---- identity ----

/// A scene with one of everything; each test changes one word of it.
static const char *const everything =
    "<mujoco><option gravity='0 0 -9.81' density='0' viscosity='0' wind='0 0 0'/>"
    "<asset><mesh name='m' vertex='0 0 0  1 0 0  0 1 0  0 0 1'/>"
    "<hfield name='h' nrow='2' ncol='2' size='1 1 1 1' elevation='0 1 2 3'/></asset>"
    "<worldbody><geom type='hfield' hfield='h' pos='0 0 -9'/><site name='s' pos='1 0 0'/>"
    "<body name='a' pos='0 0 1'><joint name='j' axis='0 1 0' damping='0.1' stiffness='0.2' armature='0.3' range='-1 1' "
    "limited='true' frictionloss='0.4'/><geom type='capsule' fromto='0 0 0 .3 0 0' size='.02' friction='0.5'/>"
    "<site name='t' pos='.3 0 0'/>"
    "<body name='b' pos='.3 0 0'><joint name='k' axis='0 1 0'/><geom type='box' size='.1 .02 .02' pos='.1 0 0'/></body>"
    "</body><body name='c' pos='3 0 0'><freejoint/><geom type='mesh' mesh='m'/></body></worldbody>"
    "<contact><exclude body1='a' body2='c'/></contact>"
    "<equality><joint joint1='j' joint2='k' polycoef='0 1 0 0 0'/></equality>"
    "<tendon><spatial name='w' stiffness='5'><site site='s'/><site site='t'/></spatial></tendon>"
    "<actuator><position name='p' joint='j' kp='10'/></actuator></mujoco>";

static hf_model *with_change(const char *from, const char *to)
{
    char text[4000];
    const char *at = strstr(everything, from);
    if (!at) harness_fail(__FILE__, __LINE__, "'%s' is not in the scene", from);
    snprintf(text, sizeof text, "%.*s%s%s", (int)(at - everything), everything, to, at + strlen(from));
    return text_model(text);
}

TEST(whatever_moves_the_model_is_a_part_of_its_identity)
{
    static const struct
    {
        const char *from, *to, *part; // NULL: it fits all the same
    } cases[] = {
        {"-9.81", "9.81", "gravity"},
        {"density='0'", "density='1.2'", "density"},
        {"wind='0 0 0'", "wind='1 0 0'", "wind"},
        {"name='a' pos='0 0 1'", "name='a' pos='0 0 2'", "bodies"},
        {"size='.1 .02 .02'", "size='.1 .02 .03'", "shapes"},
        {"friction='0.5'", "friction='0.6'", "shapes"},
        {"0 0 1'/>", "0 0 2'/>", "meshes"},
        {"elevation='0 1 2 3'", "elevation='0 1 1 3'", "meshes or height fields"},
        {"size='1 1 1 1'", "size='1 1 2 1'", "meshes or height fields"},
        {"body1='a'", "body1='b'", "pairs"},
        {"<joint name='j'", "<joint name='j' type='slide'", "joints"},
        {"name='j' axis='0 1 0'", "name='j' axis='1 0 0'", "joints"},
        {"damping='0.1'", "damping='0.2'", "joints"},
        {"stiffness='0.2'", "stiffness='0.3'", "joints"},
        {"armature='0.3'", "armature='0.4'", "joints"},
        {"range='-1 1'", "range='-1 2'", "joints"},
        {"frictionloss='0.4'", "frictionloss='0.5'", "joints"},
        {"name='t' pos='.3 0 0'", "name='t' pos='.2 0 0'", "sites"},
        {"polycoef='0 1 0 0 0'", "polycoef='0 2 0 0 0'", "loops"},
        {"stiffness='5'", "stiffness='6'", "tendons"},
        {"kp='10'", "kp='11'", "actuators"},
        {"joint='j' kp", "joint='k' kp", "actuators"},
        {"name='c' pos='3 0 0'", "name='c' pos='4 0 0'", NULL}, // where it starts
        {"name='p'", "name='q'", NULL},
        {"<option", "<option timestep='0.001'", NULL}, // how steps are made
    };
    hf_model *model = text_model(everything);
    hf_world *world;
    hf_error error;
    CHECK(hf_world_create(model, &world, &error) == HF_STATUS_OK);
    CHECK(hf_checkpoint_write(scratch_file(0), world, &error) == HF_STATUS_OK);
    CHECK(hf_checkpoint_read(scratch_file(0), world, &error) == HF_STATUS_OK);
    for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++)
    {
        hf_model *other = with_change(cases[k].from, cases[k].to);
        hf_world *elsewhere;
        CHECK(hf_world_create(other, &elsewhere, &error) == HF_STATUS_OK);
        uint64_t before = hf_world_hash(elsewhere);
        hf_status status = hf_checkpoint_read(scratch_file(0), elsewhere, &error);
        if (status != (cases[k].part ? HF_STATUS_FORMAT : HF_STATUS_OK))
            harness_fail(__FILE__, __LINE__, "%s: %s", cases[k].to, hf_status_name(status));
        if (cases[k].part && (!strstr(error.message, "another scene") || !strstr(error.message, cases[k].part)))
            harness_fail(__FILE__, __LINE__, "%s: '%s' does not name '%s'", cases[k].to, error.message, cases[k].part);
        if (cases[k].part) CHECK(hf_world_hash(elsewhere) == before);
        hf_world_destroy(elsewhere);
        hf_model_destroy(other);
    }
    hf_world_destroy(world);
    hf_model_destroy(model);
    remove(scratch_file(0));
}

TEST(checkpoints_of_earlier_versions_are_told)
{
    hf_model *model = make_small_model();
    hf_world *world;
    hf_error error;
    CHECK(hf_world_create(model, &world, &error) == HF_STATUS_OK);
    FILE *out = fopen(scratch_file(0), "wb");
    CHECK(out);
    fwrite("HFCHECK1 and so on", 1, 18, out);
    fclose(out);
    CHECK(hf_checkpoint_read(scratch_file(0), world, &error) == HF_STATUS_FORMAT);
    CHECK(strstr(error.message, "earlier version") != NULL);
    hf_world_destroy(world);
    hf_model_destroy(model);
    remove(scratch_file(0));
}

// ---- two that write to one file ----

TEST(a_file_that_several_write_to_is_always_whole)
{
    enum
    {
        WRITERS = 3,
        TIMES = 60
    };
    hf_model *model = make_small_model();
    hf_world *world, *reader;
    hf_error error;
    CHECK(hf_world_create(model, &world, &error) == HF_STATUS_OK);
    CHECK(hf_world_create(model, &reader, &error) == HF_STATUS_OK);
    CHECK(hf_checkpoint_write(scratch_file(0), world, &error) == HF_STATUS_OK);
    pid_t child[WRITERS];
    for (int k = 0; k < WRITERS; k++)
    {
        child[k] = fork();
        if (child[k] != 0) continue;
        run_steps(world, NULL, 20 * k); // states of different sizes
        int failed = 0;
        for (int n = 0; n < TIMES; n++) failed += hf_checkpoint_write(scratch_file(0), world, &error) != HF_STATUS_OK;
        _exit(failed);
    }
    for (int alive = WRITERS; alive > 0;)
    {
        CHECK(hf_checkpoint_read(scratch_file(0), reader, &error) == HF_STATUS_OK);
        int state;
        while (alive > 0 && waitpid(-1, &state, WNOHANG) > 0)
        {
            CHECK(WIFEXITED(state) && WEXITSTATUS(state) == 0);
            alive--;
        }
    }
    char part[600];
    struct stat about;
    for (int k = 0; k < WRITERS; k++)
    {
        snprintf(part, sizeof part, "%s.part%d", scratch_file(0), k);
        CHECK(stat(part, &about) != 0); // nothing is left behind
    }
    hf_world_destroy(world);
    hf_world_destroy(reader);
    hf_model_destroy(model);
    remove(scratch_file(0));
}
