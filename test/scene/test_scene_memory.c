// Scenes from memory: a text in the place of a file, files that only a function has, and scenes that come along.

#include "support/harness.h"

#include "holdfast/scene.h"
#include "holdfast/visual.h"
#include "holdfast/world.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/// Files by name; NULL ends the list. `asked` counts.
typedef struct files
{
    const char *list[4][2];
    int asked;
} files;

static bool find(void *context, const char *path, const void **bytes, size_t *size)
{
    files *all = context;
    all->asked++;
    for (int k = 0; k < 4 && all->list[k][0]; k++)
    {
        if (strcmp(all->list[k][0], path) != 0) continue;
        *bytes = all->list[k][1];
        *size = strlen(all->list[k][1]);
        return true;
    }
    return false;
}

static hf_status read_text(const char *text, const hf_scene_source *source, hf_model **model, hf_error *error)
{
    hf_builder *builder = NULL;
    hf_status status = hf_scene_read(text, strlen(text), source, NULL, NULL, &builder, error);
    *model = NULL;
    if (status == HF_STATUS_OK) status = hf_model_build(builder, model, error);
    hf_builder_destroy(builder);
    return status;
}

static const char tetrahedron[] = "v 0 0 0\nv 0.3 0 0\nv 0 0.3 0\nv 0 0 0.3\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";

static const char with_files[] =
    "<mujoco><include file='parts/more.xml'/><compiler meshdir='meshes'/><asset><mesh name='m' file='tetra.obj'/>"
    "</asset><worldbody><body name='a' pos='0 0 1'><freejoint/><geom type='mesh' mesh='m' density='1000'/>"
    "</body></worldbody></mujoco>";

TEST(mjcf_from_a_text_with_files_in_memory)
{
    files all = {.list = {{"/nowhere/meshes/tetra.obj", tetrahedron},
                          {"/nowhere/parts/more.xml", "<mujoco><worldbody><body name='b'><geom size='0.1'/></body>"
                                                      "</worldbody></mujoco>"}}};
    hf_scene_source source = hf_scene_source_default();
    source.name = "/nowhere/scene.xml", source.find = find, source.find_context = &all;
    hf_model *model;
    hf_error error;
    CHECK(read_text(with_files, &source, &model, &error) == HF_STATUS_OK);
    int a = hf_model_find(model, HF_ITEM_BODY, "a");
    CHECK(a > 0 && hf_model_find(model, HF_ITEM_BODY, "b") > 0);
    CHECK_NEAR(hf_model_body(model, a).mass, 1000 * 0.3 * 0.3 * 0.3 / 6, 1e-12);
    hf_visual_mesh_def looked = hf_model_visual_mesh(model, 0); // kept whole: the file is gone when it is drawn
    CHECK(!looked.file && looked.triangle_count == 4);
    hf_model_destroy(model);

    all.list[0][0] = "/nowhere/other.obj";
    CHECK(read_text(with_files, &source, &model, &error) == HF_STATUS_FILE);
    CHECK(strstr(error.message, "/nowhere/meshes/tetra.obj") && strstr(error.message, "does not exist"));
    CHECK(hf_scene_open("/nowhere/scene.xml", 1, NULL, NULL, &(hf_builder *){NULL}, &error) == HF_STATUS_FILE);
}

TEST(urdf_and_drawings_by_their_first_element)
{
    hf_model *model;
    hf_error error;
    const char *urdf =
        "<?xml version='1.0'?><!-- <mujoco> --><robot name='r'><link name='l'><inertial><mass value='2'/>"
        "<inertia ixx='1' iyy='1' izz='1' ixy='0' ixz='0' iyz='0'/></inertial></link></robot>";
    hf_scene_source source = hf_scene_source_default();
    source.start = "floating";
    CHECK(read_text(urdf, &source, &model, &error) == HF_STATUS_OK);
    CHECK(hf_model_v_count(model) == 6);
    hf_model_destroy(model);
    CHECK(read_text(urdf, NULL, &model, &error) == HF_STATUS_OK);
    CHECK(hf_model_v_count(model) == 0);
    hf_model_destroy(model);
    const char *svg = "<!DOCTYPE svg><svg:svg xmlns:svg='http://www.w3.org/2000/svg' width='1' height='1'/>";
    CHECK(read_text(svg, NULL, &model, &error) != HF_STATUS_OK || model);
    CHECK(!model || hf_model_count(model, HF_ITEM_BODY) >= 1);
    hf_model_destroy(model);
}

TEST(what_is_no_scene_is_an_error)
{
    hf_model *model;
    hf_error error;
    hf_scene_source source = hf_scene_source_default();
    CHECK(read_text("", NULL, &model, &error) == HF_STATUS_FORMAT);
    CHECK(strcmp(error.message, "scene: is empty") == 0);
    CHECK(read_text("<!-- <robot>", NULL, &model, &error) == HF_STATUS_FORMAT);
    CHECK(read_text("<mujoco><worldbody/>", NULL, &model, &error) == HF_STATUS_FORMAT);
    source.name = "";
    CHECK(read_text("<mujoco/>", &source, &model, &error) == HF_STATUS_INVALID);
    source.name = "mine", source.start = "home";
    CHECK(read_text("<mujoco/>", &source, &model, &error) == HF_STATUS_INVALID);
    CHECK(strcmp(error.message, "mine: there is no keyframe 'home'") == 0);
    CHECK(read_text("<mujoco><include file='mine'/></mujoco>", &source, &model, &error) == HF_STATUS_FORMAT);
    CHECK(strstr(error.message, "includes itself"));
}

TEST(memory_that_fails)
{
    files all = {.list = {{"meshes/tetra.obj", tetrahedron}, {"parts/more.xml", "<mujoco/>"}}};
    hf_scene_source source = hf_scene_source_default();
    source.find = find, source.find_context = &all;
    hf_error error;
    for (long k = 0;; k++)
    {
        hf_builder *builder = NULL;
        fail_allocation(k);
        hf_status status = hf_scene_read(with_files, strlen(with_files), &source, NULL, NULL, &builder, &error);
        bool failed = k < fail_allocation_count();
        fail_allocation(-1);
        CHECK(status == HF_STATUS_OK || (status == HF_STATUS_NO_MEMORY && failed && !builder));
        hf_builder_destroy(builder);
        if (!failed) break;
    }
    CHECK(all.asked > 0);
}

/// Every element of the table is reached from the root, by one name.
TEST(the_table_of_elements_is_closed)
{
    int count = hf_scene_element_count(), found[256] = {0};
    CHECK(count > 60 && count < 256);
    CHECK(strcmp(hf_scene_element_at(0).name, "mujoco") == 0);
    found[0] = 1;
    for (int k = 0; k < count; k++)
    {
        hf_scene_element e = hf_scene_element_at(k);
        for (const char *s = e.children; s && *s; s += strcspn(s, " "), s += *s == ' ')
        {
            size_t length = strcspn(s, " "), name = strcspn(s, "= ");
            const char *target = s[name] == '=' ? s + name + 1 : s;
            size_t size = length - (size_t)(target - s);
            int matches = 0;
            for (int i = 0; i < count; i++)
            {
                const char *other = hf_scene_element_at(i).name;
                if (strlen(other) != size || strncmp(other, target, size) != 0) continue;
                found[i] = 1;
                matches++;
            }
            if (matches != 1) harness_fail(__FILE__, __LINE__, "<%s>: %.*s", e.name, (int)length, s);
        }
    }
    for (int k = 0; k < count; k++)
        if (!found[k]) harness_fail(__FILE__, __LINE__, "<%s> is in no element", hf_scene_element_at(k).name);
}

TEST(bundled_scenes_are_found_by_name)
{
    char before[4096];
    hf_builder *builder = NULL;
    hf_error error;
    CHECK(getcwd(before, sizeof before) && chdir("/") == 0);
    hf_status status = hf_scene_open("humanoid.xml", 1, NULL, NULL, &builder, &error);
    CHECK(chdir(before) == 0);
    if (status == HF_STATUS_FILE) SKIP("this build has no tool, and no scenes beside it");
    CHECK(status == HF_STATUS_OK);
    CHECK(hf_builder_find_body(builder, "torso") > 0 || hf_builder_find_body(builder, "pelvis") > 0);
    hf_builder_destroy(builder);
}
