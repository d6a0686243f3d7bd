// Numbers of what does not exist: every function without an error returns nothing, as holdfast/status.h says, and every
// other one names it.

#include "support/scene_text.h"

#include "holdfast/holdfast.h"
#include "holdfast/margin.h"
#include "holdfast/papers.h"
#include "holdfast/planar.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

static const char everything[] =
    "<mujoco><asset><mesh name='m' vertex='0 0 0 1 0 0 0 1 0 0 0 1'/><hfield name='h' nrow='2' ncol='2' size='1 1 1 1' "
    "elevation='0 0 0 0'/><texture name='t' type='2d' builtin='flat' width='4' height='4'/><material name='c' "
    "texture='t'/></asset>"
    "<worldbody><geom type='plane' size='1 1 1'/><site name='s'/><camera name='c'/>"
    "<geom type='hfield' hfield='h' pos='9 9 0'/>"
    "<body name='a' pos='0 0 .1'><freejoint/><geom name='g' type='box' size='.1 .1 .1' material='c'/></body>"
    "<body name='b' pos='1 0 1'><joint name='j' axis='0 1 0'/><geom type='capsule' size='.05 .2'/><site name='t'/>"
    "<body name='c' pos='0 0 .5'><joint name='k' type='ball'/><geom type='mesh' mesh='m'/></body></body></worldbody>"
    "<tendon><spatial name='t'><site site='s'/><site site='t'/></spatial></tendon>"
    "<equality><connect name='e' body1='c' anchor='0 0 .2' active='false'/></equality>"
    "<actuator><motor name='m' joint='j'/></actuator><sensor><jointpos joint='j'/></sensor>"
    "<keyframe><key name='k'/></keyframe>"
    "<holdfast><fibre name='f' points='0 3 1  .1 3 1  .2 3 1' section='.002' elements='4' "
    "kind='der'/></holdfast></mujoco>";

static const hf_model *model;
static hf_world *world;

static void open_all(void)
{
    hf_error error = {0};
    hf_model *made = text_model(everything);
    model = made;
    CHECK(hf_world_create(model, &world, &error) == HF_STATUS_OK);
    CHECK(hf_world_step(world, 0, NULL, &error) == HF_STATUS_OK);
}

static void close_all(void)
{
    hf_world_destroy(world);
    hf_model_destroy((hf_model *)(uintptr_t)model);
}

static const int far[] = {INT_MIN, -1, 0, INT_MAX}; // and with `count` added where it is 0

static int at(size_t k, int count)
{
    return far[k] == 0 ? count : far[k];
}

#define FAR 4

static bool is_zero(const void *bytes, size_t size)
{
    const unsigned char *c = bytes;
    for (size_t k = 0; k < size; k++)
        if (c[k]) return false;
    return true;
}

#define ZERO(call)                                                                                                     \
    do {                                                                                                               \
        __typeof__(call) item_ = (call);                                                                               \
        CHECK(is_zero(&item_, sizeof item_));                                                                          \
    } while (0)

TEST(definitions_that_are_not_there_are_zeros)
{
    open_all();
    for (size_t k = 0; k < FAR; k++)
    {
        ZERO(hf_model_body(model, at(k, hf_model_count(model, HF_ITEM_BODY))));
        ZERO(hf_model_shape(model, at(k, hf_model_count(model, HF_ITEM_SHAPE))));
        ZERO(hf_model_mesh(model, at(k, hf_model_count(model, HF_ITEM_MESH))));
        ZERO(hf_model_field(model, at(k, hf_model_count(model, HF_ITEM_FIELD))));
        ZERO(hf_model_joint(model, at(k, hf_model_count(model, HF_ITEM_JOINT))));
        ZERO(hf_model_site(model, at(k, hf_model_count(model, HF_ITEM_SITE))));
        ZERO(hf_model_loop(model, at(k, hf_model_count(model, HF_ITEM_LOOP))));
        ZERO(hf_model_tendon(model, at(k, hf_model_count(model, HF_ITEM_TENDON))));
        ZERO(hf_model_actuator(model, at(k, hf_model_count(model, HF_ITEM_ACTUATOR))));
        ZERO(hf_model_key(model, at(k, hf_model_count(model, HF_ITEM_KEY))));
        ZERO(hf_model_sensor(model, at(k, hf_model_count(model, HF_ITEM_SENSOR))));
        ZERO(hf_model_fibre(model, at(k, hf_model_count(model, HF_ITEM_FIBRE))));
        ZERO(hf_model_texture(model, at(k, hf_model_count(model, HF_ITEM_TEXTURE))));
        ZERO(hf_model_material(model, at(k, hf_model_count(model, HF_ITEM_MATERIAL))));
        ZERO(hf_model_visual_mesh(model, at(k, hf_model_count(model, HF_ITEM_VISUAL_MESH))));
        ZERO(hf_model_visual(model, at(k, hf_model_count(model, HF_ITEM_VISUAL))));
        ZERO(hf_model_camera(model, at(k, hf_model_count(model, HF_ITEM_CAMERA))));
        ZERO(hf_world_contact(world, at(k, hf_world_contact_count(world))));
        ZERO(hf_world_overlap(world, at(k, hf_world_overlap_count(world))));
        ZERO(hf_world_ignored_pair(world, at(k, hf_world_ignored_count(world))));
        CHECK(hf_model_motion(model, at(k, hf_model_count(model, HF_ITEM_BODY))).key_count == 0);
        CHECK(!hf_solver_at(far[k] == 0 ? 10000 : far[k]) && !hf_lcp_solver_at(far[k] == 0 ? 10000 : far[k]));
        CHECK(!hf_builtin_at(at(k, hf_builtin_count())) && !hf_solver_option_at("proximal", at(k, 10000)));
    }
    CHECK(hf_model_body(model, 1).mass > 0.0 && hf_model_mesh(model, 0).vertex_count == 4);
    CHECK(hf_model_joint(model, 1).kind == HF_JOINT_BALL && hf_world_contact(world, 0).body_b > 0);
    close_all();
}

TEST(numbers_that_are_not_there_are_not_numbers)
{
    open_all();
    for (size_t k = 0; k < FAR; k++)
    {
        int actuator = at(k, hf_model_count(model, HF_ITEM_ACTUATOR)),
            fibre = at(k, hf_model_count(model, HF_ITEM_FIBRE)), first = 7;
        int body = at(k, hf_model_count(model, HF_ITEM_BODY)), sensor = at(k, hf_model_count(model, HF_ITEM_SENSOR)),
            segment = 7;
        double map[9] = {0}, points[3] = {1, 2, 3};
        CHECK(isnan(hf_world_control(world, actuator)) && isnan(hf_world_activation(world, actuator)));
        CHECK(isnan(hf_world_actuator_force(world, actuator)) && isnan(hf_world_fibre_elastic(world, fibre)));
        CHECK(isnan(hf_model_fibre_fit(model, fibre)) && hf_model_fibre_vertex_count(model, fibre) == 0);
        CHECK(hf_model_actuator_states(model, actuator, &first) == 0 && first == -1);
        CHECK(hf_model_joint_q(model, at(k, hf_model_count(model, HF_ITEM_JOINT))) == -1);
        CHECK(hf_model_joint_v(model, at(k, hf_model_count(model, HF_ITEM_JOINT))) == -1);
        CHECK(hf_model_body_fibre(model, body, &segment) == -1 && segment == -1);
        CHECK(hf_model_fibre_body(model, fibre, 0) == -1 && hf_model_fibre_body(model, 0, at(k, 4)) == -1);
        CHECK(hf_model_sensor_size(model, sensor) == 0 && hf_model_sensor_place(model, sensor) == -1);
        hf_body_state state = hf_world_body(world, body);
        CHECK(isnan(state.position[0]) && isnan(state.orientation[3]) && isnan(state.angular_velocity[2]));
        hf_world_body_map(world, body, map);
        CHECK(isnan(map[0]) && isnan(map[8]));
        hf_world_fibre_points(world, fibre, points);
        hf_world_fibre_frames(world, fibre, points);
        hf_world_fibre_strains(world, fibre, points);
        CHECK(points[0] == 1 && points[1] == 2 && points[2] == 3);
    }
    CHECK(hf_world_control(world, 0) == 0.0 && hf_model_joint_q(model, 0) >= 0 &&
          hf_world_body(world, 1).position[2] > 0);
    CHECK(hf_model_fibre_body(model, 0, 0) > 0 && hf_model_sensor_place(model, 0) == 0);
    close_all();
}

TEST(signals_and_recordings)
{
    hf_error error = {0};
    hf_recorder *recorder = NULL;
    char name[8];
    open_all();
    CHECK(hf_recorder_create(NULL, model, NULL, &recorder, &error) == HF_STATUS_OK);
    CHECK(hf_recorder_add(recorder, world, NULL, NULL, &error) == HF_STATUS_OK);
    const hf_recording *recording = hf_recorder_recording(recorder);
    for (size_t k = 0; k < FAR; k++)
    {
        int signal = at(k, hf_model_signal_count(model));
        hf_signal none = hf_model_signal(model, signal);
        CHECK((int)none.kind == -1 && none.index == -1 && none.part == -1);
        CHECK(hf_model_signal_name(model, signal, name, sizeof name) == 0 && name[0] == 0);
        CHECK(isnan(hf_recording_time(recording, at(k, hf_recording_frame_count(recording)))));
        CHECK(hf_recording_fibre_vertex_count(recording, at(k, hf_recording_fibre_count(recording))) == 0);
        CHECK(!hf_recording_signal_name(recording, at(k, hf_recording_signal_count(recording))));
        CHECK((int)hf_recording_signal_kind(recording, at(k, hf_recording_signal_count(recording))) == -1);
    }
    CHECK(hf_recording_frame_count(recording) == 1 && hf_recording_time(recording, 0) > 0.0);
    CHECK(hf_recorder_close(recorder, &error) == HF_STATUS_OK);
    close_all();
}

TEST(what_can_fail_names_the_number)
{
    open_all();
    const hf_world *look = world;
    for (size_t k = 0; k < FAR; k++)
    {
        hf_error error = {0};
        double three[3] = {0}, six[64] = {0};
        int body = at(k, hf_model_count(model, HF_ITEM_BODY)), joint = at(k, hf_model_count(model, HF_ITEM_JOINT));
        int actuator = at(k, hf_model_count(model, HF_ITEM_ACTUATOR)),
            site = at(k, hf_model_count(model, HF_ITEM_SITE));
        int shape = at(k, hf_model_count(model, HF_ITEM_SHAPE)), loop = at(k, hf_model_count(model, HF_ITEM_LOOP));
        hf_body_state state = hf_world_body(world, 1);
        hf_shape_def shape_def = hf_model_shape(model, 0);
        hf_joint_def joint_def = hf_model_joint(model, 0);
        hf_actuator_def actuator_def = hf_model_actuator(model, 0);
        hf_distance distance;
        char text[24];
#define NAMED(number, call)                                                                                            \
    do {                                                                                                               \
        error = (hf_error){0};                                                                                         \
        CHECK((call) == HF_STATUS_INVALID);                                                                            \
        snprintf(text, sizeof text, "%d", number);                                                                     \
        if (!strstr(error.message, text)) harness_fail(__FILE__, __LINE__, "%s: '%s'", #call, error.message);          \
    } while (0)
        NAMED(body, hf_world_set_body(world, body, &state, &error));
        NAMED(body, hf_world_set_wrench(world, body, three, three, &error));
        NAMED(body, hf_world_set_force(world, body, three, three, &error));
        NAMED(body, hf_world_set_mass(world, body, 1.0, &error));
        NAMED(body, hf_world_exclude(world, body, 1, true, &error));
        NAMED(body, hf_world_link_wrench(look, body, three, three, three, &error));
        NAMED(body, hf_world_jacobian(look, body, three, six, six, &error));
        NAMED(body, hf_world_body_distance(world, body, 1, 1.0, &distance, &error));
        NAMED(shape, hf_world_shape_distance(world, shape, 1, 1.0, &distance, &error));
        NAMED(shape, hf_world_set_shape(world, shape, &shape_def, &error));
        NAMED(joint, hf_world_set_joint(world, joint, &joint_def, &error));
        NAMED(joint, hf_world_track(world, joint, 0.0, &error));
        NAMED(joint, hf_world_set_joint_force(world, joint, three, &error));
        NAMED(joint, hf_world_limit_force(look, joint, three, &error));
        NAMED(actuator, hf_world_set_control(world, actuator, 0.0, &error));
        NAMED(actuator, hf_world_set_activation(world, actuator, 0.0, &error));
        NAMED(actuator, hf_world_set_actuator(world, actuator, &actuator_def, &error));
        NAMED(site, hf_world_site(look, site, three, six, &error));
        NAMED(site, hf_world_site_jacobian(look, site, six, six, &error));
        NAMED(loop, hf_world_loop_wrench(look, loop, three, three, three, &error));
        NAMED(loop, hf_world_set_loop(world, loop, true, &error));
        NAMED(loop, hf_world_attach(world, loop, &error));
        NAMED(at(k, 1), hf_world_set_key(world, at(k, 1), &error));
    }
    close_all();
}

TEST(names_of_kinds_that_are_not_there)
{
    for (size_t k = 0; k < FAR; k++)
    {
        int kind = at(k, 1000);
        CHECK(hf_joint_kind_name((hf_joint_kind)kind) && hf_shape_kind_name((hf_shape_kind)kind));
        CHECK(hf_loop_kind_name((hf_loop_kind)kind) && hf_sensor_kind_name((hf_sensor_kind)kind));
        CHECK(hf_fibre_kind_name((hf_fibre_kind)kind) && hf_fibre_hold_name((hf_fibre_hold)kind));
        CHECK(hf_texture_kind_name((hf_texture_kind)kind) && hf_law_kind_name((hf_law_kind)kind));
        CHECK(hf_stage_name((hf_stage)kind) && hf_step_quality_name((hf_step_quality)kind));
        CHECK(hf_effort_name((hf_effort)kind) && hf_on_fail_name((hf_on_fail)kind) && hf_form_name((hf_form)kind));
        CHECK(hf_integrator_name((hf_integrator)kind) && hf_coordinates_name((hf_coordinates)kind));
        CHECK(hf_margin_kind_name((hf_margin_kind)kind) && hf_status_name((hf_status)kind));
    }
}

TEST(trees_without_a_world)
{
    hf_error error = {0};
    hf_tree *tree = NULL;
    hf_workspace *workspace = NULL;
    const int size[2] = {1, 1};
    const hf_tree_joint joint = {.rows = 1, .body = {0, 1}};
    CHECK(hf_tree_create(2, size, 1, &joint, &tree, &error) == HF_STATUS_OK);
    CHECK(hf_workspace_create(&workspace, &error) == HF_STATUS_OK);
    for (size_t k = 0; k < FAR; k++)
    {
        const double one[1] = {1};
        double a[2] = {7, 7};
        const int body = at(k, 2);
        const hf_tree_row row = {.count = 1, .body = &body, .values = one};
        hf_tree_set_mass(tree, body, one);
        hf_tree_set_rows(tree, at(k, 1), 0, one);
        hf_tree_set_rows(tree, 0, at(k, 2), one);
        hf_tree_set_compliance(tree, at(k, 1), one);
        hf_tree_response(tree, &row, a);
        CHECK(a[0] == 7 && a[1] == 7);
        CHECK(hf_tree_anticipate(tree, 1, &row, workspace, a, &error) == HF_STATUS_INVALID);
    }
    hf_workspace_destroy(workspace);
    hf_tree_destroy(tree);
}

TEST(machines_in_a_plane)
{
    hf_error error = {0};
    hf_planar_def def = hf_planar_def_default();
    hf_planar *planar = NULL;
    CHECK(hf_planar_create(&def, &planar, &error) == HF_STATUS_OK);
    for (size_t k = 0; k < FAR; k++)
        CHECK(hf_planar_body(planar, at(k, 0)) == -1 && hf_planar_joint(planar, at(k, 0)) == -1);
    hf_planar_destroy(planar);
}
