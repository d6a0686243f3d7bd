// URDF: trees of links, their inertia, joints that follow others, meshes of packages, and what is refused.

#include "holdfast/visual.h"
#include "support/scene_text.h"
#include "support/systems.h"

#include "holdfast/mechanism.h"
#include "linalg/quat.h"

#include <sys/stat.h>

#define INERTIAL "<inertial><mass value='1'/><inertia ixx='1' iyy='1' izz='1' ixy='0' ixz='0' iyz='0'/></inertial>"
#define LINK(name) "<link name='" name "'>" INERTIAL "</link>\n"
#define JOINT(name, type, parent, child, rest)                                                                         \
    "<joint name='" name "' type='" type "'><parent link='" parent "'/><child link='" child "'/>" rest "</joint>\n"

static hf_model *read_urdf(const char *text, const hf_urdf_options *options, hf_error *error)
{
    hf_builder *builder = NULL;
    *error = (hf_error){0};
    hf_status status = hf_scene_read_urdf(text_file("robot.urdf", text), options, NULL, NULL, &builder, error);
    return text_build(status, builder, error);
}

static hf_model *robot(const char *text)
{
    hf_error error;
    hf_model *model = read_urdf(text, NULL, &error);
    if (!model) harness_fail(__FILE__, __LINE__, "%s", error.message);
    return model;
}

TEST(joints_of_all_types)
{
    hf_model *model =
        robot("<robot name='r'>" LINK("base") LINK("a") LINK("b") LINK("c") LINK("d") LINK("e")
                  JOINT("turn", "revolute", "base", "a",
                        "<origin xyz='1 2 3' rpy='0 0 1.5707963267948966'/><axis xyz='0 0 2'/>"
                        "<limit lower='-1' upper='2' effort='5' velocity='3'/><dynamics damping='.1' friction='.2'/>")
                      JOINT("spin", "continuous", "a", "b", "<limit lower='-1' upper='1' effort='0'/>")
                          JOINT("slide", "prismatic", "b", "c", "<limit lower='0' upper='.5' effort='9'/>")
                              JOINT("plane", "planar", "c", "d", "<axis xyz='0 0 1'/>")
                                  JOINT("ball", "spherical", "d", "e", "") "</robot>");
    CHECK(hf_model_count(model, HF_ITEM_BODY) == 6); // the root is part of the world
    CHECK(hf_model_count(model, HF_ITEM_JOINT) == 7 && hf_model_v_count(model) == 9 && hf_model_q_count(model) == 10);
    hf_joint_def turn = hf_model_joint(model, hf_model_find(model, HF_ITEM_JOINT, "turn"));
    CHECK(turn.kind == HF_JOINT_HINGE && turn.limited && turn.force_limited);
    CHECK_NEAR(turn.range[0], -1, 0);
    CHECK_NEAR(turn.range[1], 2, 0);
    CHECK_NEAR(turn.force_range[1], 5, 0);
    CHECK_NEAR(turn.damping, 0.1, 0);
    CHECK_NEAR(turn.friction, 0.2, 0);
    hf_body_def a = hf_model_body(model, hf_model_find(model, HF_ITEM_BODY, "a"));
    CHECK_NEAR(a.position[1], 2, 0);
    CHECK_NEAR(a.orientation[3], sqrt(0.5), 1e-15);
    CHECK(a.parent == 0);
    hf_joint_def spin = hf_model_joint(model, hf_model_find(model, HF_ITEM_JOINT, "spin"));
    CHECK(spin.kind == HF_JOINT_HINGE && !spin.limited && !spin.force_limited);
    CHECK_NEAR(spin.axis[0], 1, 0); // the default
    hf_joint_def slide = hf_model_joint(model, hf_model_find(model, HF_ITEM_JOINT, "slide"));
    CHECK(slide.kind == HF_JOINT_SLIDE && slide.limited);
    hf_joint_def x = hf_model_joint(model, hf_model_find(model, HF_ITEM_JOINT, "plane_TX"));
    hf_joint_def y = hf_model_joint(model, hf_model_find(model, HF_ITEM_JOINT, "plane_TY"));
    hf_joint_def z = hf_model_joint(model, hf_model_find(model, HF_ITEM_JOINT, "plane_RZ"));
    CHECK(x.kind == HF_JOINT_SLIDE && y.kind == HF_JOINT_SLIDE && z.kind == HF_JOINT_HINGE);
    CHECK_NEAR(x.axis[0] * y.axis[1] - x.axis[1] * y.axis[0], 1, 1e-15);
    CHECK_NEAR(z.axis[2], 1, 1e-15);
    CHECK(hf_model_joint(model, hf_model_find(model, HF_ITEM_JOINT, "ball")).kind == HF_JOINT_BALL);
    hf_model_destroy(model);
}

TEST(the_root_floats_if_asked_to)
{
    const char *text = "<robot name='r'>" LINK("base") LINK("a") JOINT("j", "continuous", "base", "a", "") "</robot>";
    hf_error error;
    const hf_urdf_options floating = {.floating = true};
    hf_model *model = read_urdf(text, &floating, &error);
    CHECK(hf_model_v_count(model) == 7 && hf_model_count(model, HF_ITEM_BODY) == 3);
    CHECK(hf_model_body(model, 1).motion == HF_MOTION_FREE && hf_model_body(model, 1).parent == -1);
    hf_model_destroy(model);
    model = robot("<robot name='r'><link name='world'/>" LINK("base")
                      JOINT("j", "floating", "world", "base", "<origin xyz='0 0 1'/>") "</robot>");
    CHECK(hf_model_v_count(model) == 6 && hf_model_count(model, HF_ITEM_BODY) == 2);
    CHECK_NEAR(hf_model_body(model, 1).position[2], 1, 0);
    hf_model_destroy(model);
    hf_builder *builder;
    char path[600];
    snprintf(path, sizeof path, "%s#floating", text_file("robot.urdf", text));
    CHECK(hf_scene_open(path, 1, NULL, NULL, &builder, &error) == HF_STATUS_OK);
    hf_builder_destroy(builder);
}

TEST(the_inertia_turns_with_its_frame)
{
    hf_model *model =
        robot("<robot name='r'><link name='base'/><link name='a'><inertial><origin xyz='1 0 0' "
              "rpy='1.5707963267948966 0 0'/><mass value='3'/><inertia ixx='1' iyy='2' izz='2.5' ixy='.1' ixz='.2' "
              "iyz='.3'/></inertial></link>" JOINT("j", "continuous", "base", "a", "") "</robot>");
    hf_body_def a = hf_model_body(model, 1); // x stays, y becomes z, z becomes -y
    CHECK_NEAR(a.center[0], 1, 0);
    const double expected[6] = {1, 2.5, 2, -0.2, 0.1, -0.3};
    for (int i = 0; i < 6; i++) CHECK_NEAR(a.inertia[i], expected[i], 1e-14);
    hf_model_destroy(model);
}

static const char *const fixed_robot = "<link name='base'/>" LINK("a") LINK("tip") LINK(
    "b") "<link name='mark'><collision><origin xyz='0 0 1'/><geometry>"
         "<cylinder radius='.5' length='4'/></geometry></collision></link>" JOINT("j", "continuous", "base", "a", "")
             JOINT("weld", "fixed", "a", "tip", "<origin xyz='0 0 2'/>")
                 JOINT("k", "continuous", "tip", "b", "<origin xyz='1 0 0'/>") JOINT("m", "fixed", "tip", "mark", "");

TEST(what_is_fixed_becomes_part_of_its_parent)
{
    char text[4096];
    snprintf(text, sizeof text, "<robot name='r'>%s</robot>", fixed_robot);
    hf_model *model = robot(text);
    CHECK(hf_model_count(model, HF_ITEM_BODY) == 3);
    hf_body_def a = hf_model_body(model, 1), b = hf_model_body(model, 2);
    CHECK_NEAR(a.mass, 2, 0);
    CHECK_NEAR(a.center[2], 1, 1e-15);
    CHECK_NEAR(a.inertia[0], 4, 1e-14); // 1 + 1 + two masses 1 m away
    CHECK_NEAR(a.inertia[2], 2, 1e-14);
    CHECK(b.parent == 1);
    CHECK_NEAR(b.position[0], 1, 0);
    CHECK_NEAR(b.position[2], 2, 0);
    hf_shape_def mark = hf_model_shape(model, 0);
    CHECK(mark.body == 1 && mark.kind == HF_SHAPE_CYLINDER);
    CHECK_NEAR(mark.position[2], 3, 0);
    CHECK_NEAR(mark.size[1], 2, 0);
    bool kept = false; // the name of what was merged
    for (int s = 0; s < hf_model_count(model, HF_ITEM_SITE); s++)
        kept = kept || (strcmp(hf_model_site(model, s).name, "tip") == 0 && hf_model_site(model, s).position[2] == 2);
    CHECK(kept);
    hf_model_destroy(model);
    snprintf(text, sizeof text, "<robot name='r'><mujoco><compiler fusestatic='false'/></mujoco>%s</robot>",
             fixed_robot);
    model = robot(text);
    CHECK(hf_model_count(model, HF_ITEM_BODY) == 6 && hf_model_count(model, HF_ITEM_JOINT) == 2);
    CHECK(hf_model_body(model, hf_model_find(model, HF_ITEM_BODY, "tip")).parent ==
          hf_model_find(model, HF_ITEM_BODY, "a"));
    hf_model_destroy(model);
}

/// Shapes of neighbours overlap at their joint as a rule; those of a root that is fixed are the world's, and do not
/// push its first link about.
TEST(a_root_that_is_fixed_does_not_touch_its_neighbour)
{
#define BOX "<collision><geometry><box size='.2 .2 .2'/></geometry></collision>"
    hf_model *model =
        robot("<robot name='r'><link name='base'>" BOX "</link><link name='arm'>" INERTIAL BOX "</link>" JOINT(
            "yaw", "continuous", "base", "arm", "<origin xyz='.1 .02 .18'/><axis xyz='0 0 1'/>") "</robot>");
    hf_world *world = world_of(model);
    text_run(world, 20);
    CHECK(hf_world_q(world)[0] == 0.0); // a correction would turn it
    CHECK(hf_world_contact_count(world) == 0 && hf_world_ignored_count(world) == 0);
    hf_world_destroy(world);
    hf_model_destroy(model);
#undef BOX
}

TEST(joints_follow_others)
{
    hf_model *model =
        robot("<robot name='r'>" LINK("base") LINK("a") LINK("b")
                  JOINT("follower", "revolute", "base", "b", "<mimic joint='leader' multiplier='-2' offset='.5'/>")
                      JOINT("leader", "revolute", "base", "a", "<limit lower='-1' upper='1' effort='1'/>") "</robot>");
    CHECK(hf_model_count(model, HF_ITEM_LOOP) == 1);
    hf_loop_def loop = hf_model_loop(model, 0);
    CHECK(loop.kind == HF_LOOP_JOINT);
    CHECK(loop.joint_a == hf_model_find(model, HF_ITEM_JOINT, "follower") &&
          loop.joint_b == hf_model_find(model, HF_ITEM_JOINT, "leader"));
    CHECK_NEAR(loop.coefficient[0], 0.5, 0);
    CHECK_NEAR(loop.coefficient[1], -2, 0);
    hf_model_destroy(model);
}

TEST(sections_of_mjcf_may_be_added)
{
    hf_model *model =
        robot("<robot name='r'><mujoco><option timestep='.01'/><actuator><position joint='j' kp='3'/>"
              "</actuator></mujoco>" LINK("base") LINK("a") JOINT("j", "continuous", "base", "a", "") "</robot>");
    CHECK_NEAR(hf_model_settings(model).step.timestep, 0.01, 0);
    CHECK(hf_model_count(model, HF_ITEM_ACTUATOR) == 1);
    CHECK_NEAR(hf_model_actuator(model, 0).bias[1], -3, 0);
    hf_model_destroy(model);
}

static const char *const cube = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 0 0 1\nv 1 0 1\nv 1 1 1\nv 0 1 1\n"
                                "f 1 4 3 2\nf 5 6 7 8\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8\n";

#define MESH(file)                                                                                                     \
    "<robot name='r'><link name='base'>\n<collision><geometry>\n<mesh filename='" file                                 \
    "' scale='2 2 -3'/></geometry></collision></link></robot>"

static int odd_notes;

static void count_strays(void *context, const char *text)
{
    (void)context;
    odd_notes += strstr(text, "its package is not there") != NULL;
}

TEST(meshes_of_packages)
{
    char folder[600];
    static const char *const folders[] = {"arm_pkg", "arm_pkg/meshes", "other", "other/urdf"};
    for (int k = 0; k < 4; k++)
    {
        snprintf(folder, sizeof folder, "%s/%s", text_folder(), folders[k]);
        mkdir(folder, 0700);
    }
    text_file("arm_pkg/meshes/cube.obj", cube);
    hf_model *model = robot(MESH("package://arm_pkg/meshes/cube.obj")); // beside the file
    hf_mesh_def mesh = hf_model_mesh(model, hf_model_shape(model, 0).mesh);
    double low = 0;
    for (int k = 0; k < mesh.vertex_count; k++) low = fmin(low, mesh.vertices[3 * k + 2]);
    CHECK_NEAR(low, -3, 0);
    hf_model_destroy(model);
    hf_error error;
    CHECK(!read_urdf(MESH("package://elsewhere/meshes/cube.obj"), NULL, &error));
    CHECK(error.status == HF_STATUS_FILE && strstr(error.message, "robot.urdf:3: <mesh>: filename"));
    snprintf(folder, sizeof folder, "/nowhere:%s", text_folder());
    const hf_urdf_options options = {.package_path = folder};
    hf_builder *builder = NULL;
    const char *deep = text_file("other/urdf/robot.urdf", MESH("package://arm_pkg/meshes/cube.obj"));
    CHECK(hf_scene_read_urdf(deep, &options, NULL, NULL, &builder, &error) == HF_STATUS_OK);
    hf_builder_destroy(builder);
    deep = text_file("other/urdf/robot.urdf", MESH("package://other_name/urdf/cube.obj"));
    text_file("other/urdf/cube.obj", cube);
    odd_notes = 0; // a package that is not there: the path without its name, beside the file or above it, with a note
    CHECK(hf_scene_read_urdf(deep, NULL, count_strays, NULL, &builder, &error) == HF_STATUS_OK && odd_notes == 1);
    hf_builder_destroy(builder);
    text_file("other/package.xml", "<package><name> other_name2 </name></package>");
    CHECK(hf_scene_read_urdf(deep, NULL, count_strays, NULL, &builder, &error) == HF_STATUS_OK && odd_notes == 2);
    hf_builder_destroy(builder);
    text_file("other/package.xml", "<package><name> other_name </name></package>"); // whatever its folder is called
    CHECK(hf_scene_read_urdf(deep, NULL, count_strays, NULL, &builder, &error) == HF_STATUS_OK && odd_notes == 2);
    hf_builder_destroy(builder);
    model = robot(MESH("arm_pkg/meshes/cube.obj"));
    hf_model_destroy(model);
    model = robot("<robot name='r'><mujoco><compiler meshdir='arm_pkg/meshes'/></mujoco>" // stripped where it must be
                  "<link name='a'><collision><geometry><mesh filename='meshes/cube.obj'/></geometry></collision></link>"
                  "</robot>");
    hf_model_destroy(model);
    model = robot("<robot name='r'><mujoco><compiler meshdir='arm_pkg/meshes' strippath='true'/></mujoco>"
                  "<link name='base'><collision><geometry><mesh filename='package://x/y/cube.obj'/></geometry>"
                  "</collision></link></robot>");
    hf_model_destroy(model);
}

static int root_notes, look_notes;

static void count_notes(void *context, const char *text)
{
    (void)context;
    root_notes += strstr(text, "2 links hang on none") != NULL;
    look_notes += strstr(text, "2 files of meshes") != NULL;
}

TEST(visuals_are_looks_and_nothing_else)
{
    text_file("tip.dae", "<COLLADA/>"); // opened when a picture is made
    const char *path = text_file(
        "robot.urdf", "<robot name='r'><material name='red'><color rgba='1 0 0 1'/></material><link name='a'>"
                      "<visual><origin xyz='0 0 2'/><geometry><mesh filename='tip.dae'/></geometry>"
                      "<material name='red'/></visual><visual><geometry><mesh filename='lone.stl'/></geometry>"
                      "</visual><visual><geometry><mesh filename='gone.stl'/></geometry></visual>"
                      "<collision><geometry><box size='1 1 1'/></geometry></collision></link>"
                      "<link name='b'/></robot>");
    hf_builder *builder = NULL;
    hf_error error = {0};
    root_notes = look_notes = 0;
    hf_status status = hf_scene_read_urdf(path, NULL, count_notes, NULL, &builder, &error);
    hf_model *model = text_build(status, builder, &error);
    if (!model) harness_fail(__FILE__, __LINE__, "%s", error.message);
    CHECK(root_notes == 1 && look_notes == 1);
    CHECK(hf_model_count(model, HF_ITEM_VISUAL) == 2 && hf_model_count(model, HF_ITEM_VISUAL_MESH) == 1);
    hf_visual_def tip = hf_model_visual(model, 0), box = hf_model_visual(model, 1);
    CHECK(tip.mesh == 0 && tip.shape == -1 && tip.position[2] == 2 && tip.color[0] == 1 && tip.color[1] == 0);
    CHECK(strstr(hf_model_visual_mesh(model, 0).file, "tip.dae"));
    CHECK(box.shape == 0 && box.group == 3 && hf_model_count(model, HF_ITEM_SHAPE) == 1);
    hf_model_destroy(model);
}

TEST(robots_that_cannot_be)
{
    static const struct
    {
        const char *text;
        hf_status status;
        const char *where, *what;
    } robots[] = {
        {"<mujoco/>", HF_STATUS_FORMAT, "robot.urdf:1: <mujoco>", ".xml"},
        {"<robot/>", HF_STATUS_FORMAT, "robot.urdf:1: <robot>", "no links"},
        {"<robot>\n<link/></robot>", HF_STATUS_FORMAT, "robot.urdf:2: <link>", "name"},
        {"<robot><link name='a'/>\n<link name='a'/></robot>", HF_STATUS_FORMAT, "robot.urdf:2: <link>",
         "two links 'a'"},
        {"<robot>\n" LINK("a") LINK("b") JOINT("x", "fixed", "a", "b", "") JOINT("y", "fixed", "b", "a", "") "</robot>",
         HF_STATUS_FORMAT, "robot.urdf:5: <joint>", "hangs on itself"},
        {"<robot>\n" LINK("a") LINK("b") JOINT("x", "fixed", "a", "a", "") "</robot>", HF_STATUS_FORMAT,
         "robot.urdf:4: <joint>", "hangs on itself"},
        {"<robot>\n" LINK("a") LINK("b") JOINT("x", "fixed", "a", "b", "") JOINT("y", "fixed", "a", "b", "") "</robot>",
         HF_STATUS_FORMAT, "robot.urdf:5: <joint>", "another joint, 'x'"},
        {"<robot>\n" LINK("a") JOINT("x", "fixed", "a", "z", "") "</robot>", HF_STATUS_FORMAT, "robot.urdf:3: <child>",
         "no link 'z'"},
        {"<robot>\n" LINK("a") "<joint name='x' type='fixed'><child link='a'/></joint></robot>", HF_STATUS_FORMAT,
         "robot.urdf:3: <joint>", "<parent link"},
        {"<robot>\n" LINK("a") LINK("b") JOINT("x", "wobbly", "a", "b", "") "</robot>", HF_STATUS_FORMAT,
         "robot.urdf:4: <joint>: type", "revolute"},
        {"<robot><link name='a'><contact>\n<lateral_friction value='-1'/></contact><collision><geometry>"
         "<sphere radius='1'/></geometry></collision></link></robot>",
         HF_STATUS_INVALID, "<collision>", "friction is negative"},
        {"<robot><link name='a'><contact><restitution value='2'/></contact><collision><geometry>"
         "<sphere radius='1'/></geometry></collision></link></robot>",
         HF_STATUS_INVALID, "<contact>", "0 … 1"},
        {"<robot>\n" LINK("a") LINK("b") JOINT("x", "revolute", "a", "b", "<axis xyz='0 0 0'/>") "</robot>",
         HF_STATUS_INVALID, "robot.urdf:4: <axis>", "no direction"},
        {"<robot>\n" LINK("a") LINK("b") JOINT("x", "revolute", "a", "b", "<mimic joint='q'/>") "</robot>",
         HF_STATUS_FORMAT, "robot.urdf:4: <mimic>", "'q'"},
        {"<robot>\n" LINK("a") LINK("b") LINK("c") JOINT("x", "revolute", "a", "b", "")
             JOINT("y", "floating", "b", "c", "") "</robot>",
         HF_STATUS_FORMAT, "robot.urdf:6: <joint>", "child of the world"},
        {"<robot>\n" LINK("a") "<link name='b'><visual/></link>\n" LINK("c") JOINT("x", "revolute", "a", "b", "")
             JOINT("y", "revolute", "b", "c", "") "</robot>",
         HF_STATUS_INVALID, "robot.urdf:3: <link>", "no mass"},
        {"<robot>\n" LINK("a") "<link name='b'><inertial><mass value='-1'/><inertia/></inertial></link>\n" JOINT(
             "x", "revolute", "a", "b", "") "</robot>",
         HF_STATUS_INVALID, "robot.urdf:3: <mass>", "negative"},
        {"<robot><link name='a'>\n<collision><geometry><box size='1 0 1'/></geometry></collision></link></robot>",
         HF_STATUS_INVALID, "robot.urdf:2: <box>", "greater than 0"},
        {"<robot><link name='a'>\n<collision/></link></robot>", HF_STATUS_FORMAT, "robot.urdf:2: <collision>",
         "geometry"},
        {MESH("part.DAE"), HF_STATUS_FORMAT, "part.DAE", "empty"},
        {MESH("none.stl"), HF_STATUS_FILE, "robot.urdf:3: <mesh>: filename", "does not exist"},
        {"<robot>\n<macro/></robot>", HF_STATUS_UNSUPPORTED, "robot.urdf:2: <macro>", "xacro"},
        {"<robot><mujoco>\n<worldbody/></mujoco><link name='a'/></robot>", HF_STATUS_FORMAT,
         "robot.urdf:2: <worldbody>", "remove"},
    };
    text_file("part.DAE", "<COLLADA/>");
    for (size_t k = 0; k < sizeof robots / sizeof robots[0]; k++)
    {
        hf_error error;
        hf_model *model = read_urdf(robots[k].text, NULL, &error);
        if (model || error.status != robots[k].status || !strstr(error.message, robots[k].where) ||
            !strstr(error.message, robots[k].what))
            harness_fail(__FILE__, __LINE__, "case %zu: '%s' has not '%s' and '%s'", k, error.message, robots[k].where,
                         robots[k].what);
    }
}

static void count_odd(void *context, const char *text)
{
    (void)context;
    odd_notes += strstr(text, "set to their mean") != NULL;
    odd_notes += strstr(text, "the joint has no limits") != NULL;
}

TEST(what_public_robots_have_is_read_with_a_note)
{
    // moments that no body has, limits upside down, masses in points, joints and friction in Drake's and Bullet's words
    const char *path = text_file(
        "robot.urdf",
        "<?xml version=\"0.0\" ?><robot name='r'>" LINK("base")
            JOINT("x", "revolute", "base", "a", "<limit lower='2' upper='1' effort='3'/>")
                JOINT("y", "continuous", "a", "b",
                      "<axis xyz='0 1 0'/>") "<drake:joint name='u' type='universal'><parent link='base'/><child "
                                             "link='c'/></drake:joint>"
                                             "<link name='a'><inertial><mass value='1'/><inertia ixx='1' iyy='1' "
                                             "izz='4'/></inertial></link>"
                                             "<link name='b'><inertial><origin xyz='0 0 -.5'/><mass "
                                             "value='2'/><inertia ixx='0' iyy='0' izz='0'/>"
                                             "</inertial><contact><lateral_friction value='.7'/><rolling_friction "
                                             "value='.02'/>"
                                             "<restitution value='.3'/></contact><collision><geometry><sphere "
                                             "radius='.1'/></geometry>"
                                             "</collision></link><link name='c'>" INERTIAL
                                             "<collision><geometry><drake:capsule radius='.1' "
                                             "length='.4'/></geometry><drake:proximity_properties><drake:mu_dynamic "
                                             "value='.3'/>"
                                             "</drake:proximity_properties></collision></link></robot>");
    hf_builder *builder = NULL;
    hf_error error = {0};
    odd_notes = 0;
    hf_status status = hf_scene_read_urdf(path, NULL, count_odd, NULL, &builder, &error);
    hf_model *model = text_build(status, builder, &error);
    if (!model) harness_fail(__FILE__, __LINE__, "%s", error.message);
    CHECK(odd_notes == 2 && hf_model_v_count(model) == 4);
    hf_joint_def x = hf_model_joint(model, hf_model_find(model, HF_ITEM_JOINT, "x"));
    CHECK(!x.limited && x.force_limited && x.force_range[1] == 3);
    hf_body_def a = hf_model_body(model, hf_model_find(model, HF_ITEM_BODY, "a"));
    for (int k = 0; k < 3; k++) CHECK_NEAR(a.inertia[k], 2, 1e-15);
    CHECK_NEAR(hf_model_body(model, hf_model_find(model, HF_ITEM_BODY, "b")).inertia[1], 0, 0);
    hf_joint_def v = hf_model_joint(model, hf_model_find(model, HF_ITEM_JOINT, "u_RY"));
    CHECK(v.axis[1] == 1 && hf_model_joint(model, hf_model_find(model, HF_ITEM_JOINT, "u_RX")).axis[0] == 1);
    hf_shape_def ball = hf_model_shape(model, 0), rod = hf_model_shape(model, 1);
    CHECK(ball.friction == 0.7 && ball.restitution == 0.3 && ball.rolling == 0.02);
    CHECK(rod.kind == HF_SHAPE_CAPSULE && rod.friction == 0.3 && rod.size[1] == 0.2);
    hf_model_destroy(model);
}

static void count_points(void *context, const char *text)
{
    (void)context;
    odd_notes += strstr(text, ">: its size is 0: it is left out") != NULL;
}

TEST(spheres_without_a_radius_are_left_out)
{
    const char *path =
        text_file("robot.urdf", "<robot name='r'><link name='a'><collision><geometry><sphere radius='0'/>"
                                "</geometry></collision><collision><geometry><box size='0 0 0'/>"
                                "</geometry></collision><collision><geometry><sphere radius='.5'/>"
                                "</geometry></collision></link></robot>");
    hf_builder *builder = NULL;
    hf_error error = {0};
    odd_notes = 0;
    hf_status status = hf_scene_read_urdf(path, NULL, count_points, NULL, &builder, &error);
    hf_model *model = text_build(status, builder, &error);
    CHECK(model && odd_notes == 2 && hf_model_count(model, HF_ITEM_SHAPE) == 1);
    CHECK_NEAR(hf_model_shape(model, 0).size[0], 0.5, 0);
    hf_model_destroy(model);
    CHECK(!read_urdf("<robot name='r'><link name='a'><collision><geometry><sphere radius='-1'/></geometry></collision>"
                     "</link></robot>",
                     NULL, &error));
}

static void count_fixed(void *context, const char *text)
{
    (void)context;
    odd_notes += strstr(text, "'tip' moves no mass: the link 'grip' is fixed") != NULL;
}

TEST(links_without_mass_are_places)
{
    // a base that slides along x and y and turns, by links that weigh nothing; and a frame that a joint moves
    const char *path =
        text_file("robot.urdf",
                  "<robot name='r'>" LINK("base") "<link name='ox'/><link name='oy'/><link name='grip'/>" LINK("body")
                      JOINT("x", "prismatic", "base", "ox",
                            "<origin xyz='1 0 0' rpy='0 0 1.5707963267948966'/><limit lower='-9' upper='9'/>")
                          JOINT("y", "prismatic", "ox", "oy",
                                "<origin xyz='0 2 0'/><axis xyz='0 1 0'/><limit lower='-9' upper='9'/>")
                              JOINT("turn", "continuous", "oy", "body",
                                    "<origin xyz='0 0 .5' rpy='0 1.5707963267948966 0'/><axis xyz='0 0 1'/>")
                                  JOINT("tip", "prismatic", "body", "grip", "<limit lower='0' upper='1'/>") "</robot>");
    hf_builder *builder = NULL;
    hf_error error = {0};
    odd_notes = 0;
    hf_status status = hf_scene_read_urdf(path, NULL, count_fixed, NULL, &builder, &error);
    hf_model *model = text_build(status, builder, &error);
    if (!model) harness_fail(__FILE__, __LINE__, "%s", error.message);
    CHECK(odd_notes == 1 && hf_model_v_count(model) == 3 && hf_model_count(model, HF_ITEM_BODY) == 2);
    CHECK(hf_model_find(model, HF_ITEM_SITE, "grip") >= 0 && hf_model_find(model, HF_ITEM_JOINT, "y") == 1);
    hf_world *world = world_of(model);
    const double q[3] = {0.1, 0.2, 0.3}, none[3] = {0}, half = sqrt(0.5);
    CHECK(hf_world_set_q(world, q, none, &error) == HF_STATUS_OK);
    hf_body_state body = hf_world_body(world, 1);
    CHECK_NEAR(body.position[0], 1 - 2.2, 1e-14);
    CHECK_NEAR(body.position[1], 0.1, 1e-14);
    CHECK_NEAR(body.position[2], 0.5, 1e-14);
    quat turn = quat_multiply(quat_multiply((quat){half, 0, 0, half}, (quat){half, 0, half, 0}),
                              (quat){cos(0.15), 0, 0, sin(0.15)});
    const double wanted[4] = {turn.w, turn.x, turn.y, turn.z};
    for (int k = 0; k < 4; k++) CHECK_NEAR(body.orientation[k], wanted[k], 1e-14);
    hf_world_destroy(world);
    hf_model_destroy(model);
}

TEST(the_world_may_be_named_without_being_a_link)
{
    hf_error error = {0};
    hf_model *model =
        read_urdf("<robot name='r'><link name='a'><inertial><mass value='2'/><inertia ixx='1' iyy='1' izz='1' ixy='0' "
                  "ixz='0' iyz='0'/></inertial></link><joint name='j' type='prismatic'><parent "
                  "link='world'/><child link='a'/><origin xyz='0 0 3'/><axis xyz='0 0 1'/></joint></robot>",
                  NULL, &error);
    CHECK(model && hf_model_v_count(model) == 1 && hf_model_count(model, HF_ITEM_BODY) == 2);
    CHECK(model && hf_model_body(model, 1).position[2] == 3 && hf_model_body(model, 1).mass == 2);
    hf_model_destroy(model);
}

TEST(every_allocation_may_fail)
{
    char text[4096];
    snprintf(text, sizeof text, "<robot name='r'>%s</robot>", fixed_robot);
    const char *path = text_file("robot.urdf", text);
    scene_allocations_fail(path);
}

static void count_repairs(void *context, const char *text)
{
    (void)context;
    odd_notes += strstr(text, "no mass is given to the link 'b'") || strstr(text, "the effort is negative") ||
                 strstr(text, "all are set to their mean");
}

TEST(what_public_files_leave_out_is_filled_in_with_notes)
{
    // b has no inertial: its sphere weighs 4/3 pi r³ at 1000 kg/m³. c is a rod without thickness, and an effort of -1
    // is none.
    const char *path =
        text_file("robot.urdf",
                  "<robot name='r'>" LINK(
                      "a") "<link name='b'><collision><origin xyz='.1 0 0'/><geometry><sphere radius='.1'/>"
                           "</geometry></collision></link><link name='c'><inertial><mass value='2'/>"
                           "<inertia ixx='0' iyy='.3' izz='.3'/></inertial></link>" JOINT("x", "revolute", "a", "b", "")
                               JOINT("y", "continuous", "b", "c", "<limit effort='-1'/>") "</robot>");
    hf_builder *builder = NULL;
    hf_error error = {0};
    odd_notes = 0;
    hf_status status = hf_scene_read_urdf(path, NULL, count_repairs, NULL, &builder, &error);
    hf_model *model = text_build(status, builder, &error);
    CHECK(model && odd_notes == 3);
    if (!model) return;
    hf_body_def b = hf_model_body(model, hf_model_find(model, HF_ITEM_BODY, "b")),
                c = hf_model_body(model, hf_model_find(model, HF_ITEM_BODY, "c"));
    double mass = 1000.0 * 4.0 / 3.0 * 3.14159265358979323846 * 1e-3;
    CHECK_NEAR(b.mass, mass, 1e-12 * mass);
    CHECK_NEAR(b.center[0], 0.1, 1e-12);
    CHECK_NEAR(b.inertia[1], 0.4 * mass * 0.01, 1e-12);
    CHECK_NEAR(c.inertia[0], 0.2, 1e-12);
    CHECK(!hf_model_joint(model, 1).force_limited);
    hf_model_destroy(model);
}
