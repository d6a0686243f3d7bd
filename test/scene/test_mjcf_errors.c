// What is wrong or not supported is told with file, line, element and remedy, and nothing is made.

#include "support/scene_text.h"

typedef struct bad_scene
{
    const char *text;
    hf_status status;
    const char *where, *says; // parts of the message
} bad_scene;

#define BODY(inner) "<mujoco><worldbody><body name='b'>\n<freejoint/>\n" inner "</body></worldbody></mujoco>"
#define GEOM(attributes) "<mujoco><worldbody>\n<geom " attributes "/></worldbody></mujoco>"

static void check_all(const bad_scene *scenes, size_t count)
{
    for (size_t k = 0; k < count; k++)
    {
        hf_builder *builder = NULL;
        hf_error error = {0};
        const char *path = text_file("scene.xml", scenes[k].text);
        hf_status status = hf_scene_read_mjcf(path, NULL, NULL, &builder, &error);
        if (status == HF_STATUS_OK) hf_builder_destroy(builder);
        if (status != scenes[k].status || builder || !strstr(error.message, scenes[k].where) ||
            !strstr(error.message, scenes[k].says))
            harness_fail(__FILE__, __LINE__, "case %zu: %s: '%s' has not '%s' and '%s'", k, hf_status_name(status),
                         error.message, scenes[k].where, scenes[k].says);
    }
}

#define CHECK_ALL(scenes) check_all(scenes, sizeof(scenes) / sizeof(scenes)[0])

TEST(xml_that_is_damaged)
{
    const bad_scene scenes[] = {
        {"<mujoco>\n<worldbody>\n</mujoco>", HF_STATUS_FORMAT, "scene.xml:3", "malformed XML"},
        {"<mujoco", HF_STATUS_FORMAT, "scene.xml:1", "malformed XML"},
        {"<mujoco>\n<worldbody>\n<body>\n</worldbody>\n</mujoco>\n", HF_STATUS_FORMAT, "scene.xml:4",
         "<body> of line 3"},
        {"<mujoco>\n<worldbody>\n<body name='b>\n</body></worldbody>\n</mujoco>\n", HF_STATUS_FORMAT, "scene.xml:4",
         "quote"},
        {"", HF_STATUS_FORMAT, "scene.xml", "empty"},
        {"not xml at all", HF_STATUS_FORMAT, "scene.xml:1", "malformed XML"},
        {"<mujoco a='1' a='2'/>", HF_STATUS_FORMAT, "scene.xml:1", "malformed XML"},
        {"<!DOCTYPE x [<!ENTITY a 'b'>]><mujoco model='&a;'/>", HF_STATUS_FORMAT, "scene.xml", "DOCTYPE"},
        {"<!DOCTYPE x SYSTEM 'file:///etc/hostname'><mujoco/>", HF_STATUS_FORMAT, "scene.xml", "DOCTYPE"},
        {"<!DOCTYPE x [<!ENTITY a 'aaaaaaaaaa'><!ENTITY b '&a;&a;&a;&a;&a;&a;&a;&a;'><!ENTITY c '&b;&b;&b;&b;&b;&b;'>"
         "<!ENTITY d '&c;&c;&c;&c;&c;&c;&c;&c;'><!ENTITY e '&d;&d;&d;&d;&d;&d;&d;&d;&d;'>]><mujoco model='&e;&e;'/>",
         HF_STATUS_FORMAT, "scene.xml", "DOCTYPE"},
        {"<robot/>", HF_STATUS_FORMAT, "scene.xml:1: <robot>", "URDF"},
        {"<html/>", HF_STATUS_FORMAT, "scene.xml:1: <html>", "not MJCF"},
    };
    CHECK_ALL(scenes);
}

TEST(elements_nested_without_end)
{
    enum
    {
        DEPTH = 100000
    };
    char *text = malloc(7 * DEPTH + 1);
    for (int k = 0; k < DEPTH; k++) memcpy(text + 3 * k, "<a>", 3), memcpy(text + 3 * DEPTH + 4 * k, "</a>", 4);
    text[7 * DEPTH] = 0;
    const bad_scene scenes[] = {{text, HF_STATUS_FORMAT, "scene.xml:1", "nested"}};
    CHECK_ALL(scenes);
    free(text);
}

TEST(elements_and_attributes_that_are_not_there)
{
    const bad_scene scenes[] = {
        {"<mujoco>\n<wordbody/></mujoco>", HF_STATUS_FORMAT, "scene.xml:2: <wordbody>", "no element of <mujoco>"},
        {GEOM("size='1' frictoin='1'"), HF_STATUS_FORMAT, "scene.xml:2: <geom>", "no attribute 'frictoin'"},
        {GEOM("size='1' type='ball'"), HF_STATUS_FORMAT, "scene.xml:2: <geom>: type", "none of plane|"},
        {GEOM("size='1' class='x'"), HF_STATUS_FORMAT, "scene.xml:2: <geom>: class", "no default class 'x'"},
        {"<mujoco><default>\n<default/></default></mujoco>", HF_STATUS_FORMAT, "scene.xml:2",
         "needs the attribute class"},
        {"<mujoco><default><default class='a'/>\n<default class='a'/></default></mujoco>", HF_STATUS_FORMAT,
         "scene.xml:2", "defined twice"},
        {"<mujoco>\n<default class='a'/></mujoco>", HF_STATUS_FORMAT, "scene.xml:2", "called main"},
        {"<mujoco><worldbody><body name='a'/>\n<body name='a'/></worldbody></mujoco>", HF_STATUS_FORMAT, "scene.xml:2",
         "two bodies 'a'"},
        {"<mujoco><worldbody><geom name='a' size='1'/>\n<geom name='a' size='1'/></worldbody></mujoco>",
         HF_STATUS_FORMAT, "scene.xml:2", "two geoms 'a'"},
    };
    CHECK_ALL(scenes);
}

#define LINK(rest)                                                                                                     \
    "<mujoco><worldbody><body name='a'><geom size='1'/>\n<joint name='j'/>\n" rest "</body></worldbody></mujoco>"
#define AFTER(rest)                                                                                                    \
    "<mujoco><worldbody><body name='a'><geom size='1'/><joint name='j' range='-1 1'/><site name='s'/></body>"          \
    "<body name='f'><freejoint name='free'/><geom size='1'/></body></worldbody>\n" rest "</mujoco>"

TEST(joints_that_cannot_be)
{
    const bad_scene scenes[] = {
        {LINK("<freejoint/>"), HF_STATUS_FORMAT, "scene.xml:3: <freejoint>", "no other joints"},
        {LINK("<joint name='j'/>"), HF_STATUS_FORMAT, "scene.xml:3: <joint>: name", "two joints 'j'"},
        {LINK("<joint type='spherical'/>"), HF_STATUS_FORMAT, "scene.xml:3: <joint>: type", "free|ball|slide|hinge"},
        {LINK("<joint axis='0 0 0'/>"), HF_STATUS_INVALID, "scene.xml:3: <joint>: axis", "no direction"},
        {LINK("<joint range='1 -1'/>"), HF_STATUS_INVALID, "scene.xml:3: <joint>: range", "lies above"},
        {LINK("<joint limited='true'/>"), HF_STATUS_INVALID, "scene.xml:3: <joint>: range", "is needed"},
        {LINK("<joint type='ball' range='10 90'/>"), HF_STATUS_INVALID, "scene.xml:3: <joint>: range", "begins at 0"},
        {LINK("<joint actuatorfrcrange='1 -1'/>"), HF_STATUS_INVALID, "scene.xml:3: <joint>: actuatorfrcrange",
         "lies above"},
        {LINK("<joint stiffness='-1'/>"), HF_STATUS_INVALID, "scene.xml:3: <joint>: stiffness", "negative"},
        {LINK("<joint armature='-1'/>"), HF_STATUS_INVALID, "scene.xml:3: <joint>", "negative"},
        {LINK("<body>\n<joint/></body>"), HF_STATUS_INVALID, "scene.xml:3: <body>", "has no mass"},
        {LINK("<site name='s'/>\n<site name='s'/>"), HF_STATUS_FORMAT, "scene.xml:4: <site>", "two sites 's'"},
        {"<mujoco><compiler autolimits='false'/><worldbody><body>\n<joint range='-1 1'/></body></worldbody></mujoco>",
         HF_STATUS_FORMAT, "scene.xml:2: <joint>: range", "autolimits"},
        {BODY("<geom size='1'/><body>\n<freejoint/></body>"), HF_STATUS_FORMAT, "scene.xml:4: <freejoint>",
         "child of the world"},
        {BODY("<freejoint/>"), HF_STATUS_FORMAT, "scene.xml:3: <freejoint>", "already"},
        {BODY("<joint/>"), HF_STATUS_FORMAT, "scene.xml:3: <joint>", "no other joints"},
        {"<mujoco><worldbody>\n<freejoint/></worldbody></mujoco>", HF_STATUS_FORMAT, "scene.xml:2",
         "world has no joints"},
        {"<mujoco><worldbody><body mocap='true'>\n<joint/></body></worldbody></mujoco>", HF_STATUS_FORMAT,
         "scene.xml:2: <joint>", "mocap"},
        {"<mujoco><worldbody><body>\n<joint type='free' stiffness='1 2'/></body></worldbody></mujoco>",
         HF_STATUS_UNSUPPORTED, "scene.xml:2: <joint>: stiffness", "linear"},
        {"<mujoco><worldbody>\n<replicate/></worldbody></mujoco>", HF_STATUS_FORMAT, "scene.xml:2: <replicate>",
         "needs the attribute count"},
        {"<mujoco><worldbody><replicate count='100000'><replicate count='1000'><geom/></replicate></replicate>"
         "</worldbody></mujoco>",
         HF_STATUS_INVALID, "scene.xml", "two million"},
        {"<mujoco><worldbody>\n<composite/></worldbody></mujoco>", HF_STATUS_UNSUPPORTED, "scene.xml:2", "write out"},
        {"<mujoco><worldbody>\n<flexcomp/></worldbody></mujoco>", HF_STATUS_UNSUPPORTED, "scene.xml:2", "deformable"},
        {"<mujoco><option>\n<flag limit='off'/></option></mujoco>", HF_STATUS_FORMAT, "scene.xml:2: <flag>: limit",
         "disable"},
    };
    CHECK_ALL(scenes);
}

TEST(loops_and_tendons_that_cannot_be)
{
    const bad_scene scenes[] = {
        {AFTER("<equality><connect body1='x' anchor='0 0 0'/></equality>"), HF_STATUS_FORMAT,
         "scene.xml:2: <connect>: body1", "no body 'x'"},
        {AFTER("<equality><connect body1='a'/></equality>"), HF_STATUS_FORMAT, "scene.xml:2: <connect>", "anchor"},
        {AFTER("<equality><connect body1='a' body2='a' anchor='0 0 0'/></equality>"), HF_STATUS_INVALID,
         "scene.xml:2: <connect>", "with itself"},
        {AFTER("<equality><connect site1='s' body2='a'/></equality>"), HF_STATUS_FORMAT, "scene.xml:2: <connect>",
         "sites and bodies"},
        {AFTER("<equality><weld body1='a' body2='y'/></equality>"), HF_STATUS_FORMAT, "scene.xml:2: <weld>: body2",
         "no body 'y'"},
        {AFTER("<equality><joint joint1='k'/></equality>"), HF_STATUS_FORMAT, "scene.xml:2: <joint>: joint1",
         "no joint 'k'"},
        {AFTER("<equality><joint joint1='j' joint2='j'/></equality>"), HF_STATUS_INVALID, "scene.xml:2: <joint>",
         "with itself"},
        {AFTER("<equality><joint joint1='free'/></equality>"), HF_STATUS_FORMAT, "scene.xml:2: <joint>: joint1",
         "hinges and slides"},
        {AFTER("<equality><flex flex='f'/></equality>"), HF_STATUS_UNSUPPORTED, "scene.xml:2: <flex>", "connect"},
        {AFTER("<tendon><fixed/></tendon>"), HF_STATUS_INVALID, "scene.xml:2: <fixed>", "too few"},
        {AFTER("<tendon><fixed><joint joint='free' coef='1'/></fixed></tendon>"), HF_STATUS_FORMAT,
         "scene.xml:2: <joint>: joint", "hinges and slides"},
        {AFTER("<tendon><fixed><joint joint='j'/></fixed></tendon>"), HF_STATUS_FORMAT, "scene.xml:2: <joint>", "coef"},
        {AFTER("<tendon><spatial><site site='s'/><geom geom='g'/></spatial></tendon>"), HF_STATUS_FORMAT,
         "scene.xml:2: <geom>: geom", "no geom 'g'"},
        {AFTER("<tendon><spatial><site site='s'/><site site='s'/><pulley divisor='2'/></spatial></tendon>"),
         HF_STATUS_INVALID, "scene.xml:2: <spatial>", "no branch follows"},
        {AFTER("<tendon><spatial><pulley divisor='0'/><site site='s'/><site site='s'/></spatial></tendon>"),
         HF_STATUS_INVALID, "scene.xml:2: <spatial>", "divisor"},
        {AFTER("<tendon><spatial><site site='q'/></spatial></tendon>"), HF_STATUS_FORMAT, "scene.xml:2: <site>: site",
         "no site 'q'"},
        {AFTER("<tendon><fixed range='2 1'><joint joint='j' coef='1'/></fixed></tendon>"), HF_STATUS_INVALID,
         "scene.xml:2: <fixed>: range", "lies above"},
    };
    CHECK_ALL(scenes);
}

TEST(actuators_that_cannot_be)
{
    const bad_scene scenes[] = {
        {AFTER("<actuator><motor/></actuator>"), HF_STATUS_FORMAT, "scene.xml:2: <motor>", "something to work on"},
        {AFTER("<actuator><motor joint='k'/></actuator>"), HF_STATUS_FORMAT, "scene.xml:2: <motor>: joint",
         "no joint 'k'"},
        {AFTER("<actuator><motor joint='j' site='s'/></actuator>"), HF_STATUS_FORMAT, "scene.xml:2: <motor>",
         "remove one"},
        {AFTER("<actuator><motor body='a'/></actuator>"), HF_STATUS_FORMAT, "scene.xml:2: <motor>",
         "no attribute 'body'"},
        {AFTER("<actuator><motor cranksite='s' cranklength='1'/></actuator>"), HF_STATUS_FORMAT, "scene.xml:2: <motor>",
         "slidersite"},
        {AFTER("<actuator><motor cranksite='s' slidersite='s'/></actuator>"), HF_STATUS_INVALID,
         "scene.xml:2: <motor>: cranklength", "> 0"},
        {AFTER("<actuator><dcmotor joint='j'/></actuator>"), HF_STATUS_INVALID, "scene.xml:2: <dcmotor>",
         "constant and resistance"},
        {AFTER("<actuator><dcmotor joint='j' input='pos speed'/></actuator>"), HF_STATUS_FORMAT,
         "scene.xml:2: <dcmotor>: input", "'speed' is none of"},
        {AFTER("<actuator><pid joint='j' input='voltage'/></actuator>"), HF_STATUS_FORMAT, "scene.xml:2: <pid>: input",
         "none of pos, vel, ff"},
        {AFTER("<actuator><pid joint='j' slewmax='-1'/></actuator>"), HF_STATUS_INVALID, "scene.xml:2: <pid>",
         "must not be negative"},
        {AFTER("<actuator><orientation joint='j'/></actuator>"), HF_STATUS_INVALID, "scene.xml:2: <orientation>",
         "ball joint"},
        {AFTER("<actuator>\n<adhesion body='a' gain='-1' ctrlrange='0 1'/></actuator>"), HF_STATUS_INVALID,
         "scene.xml:3: <adhesion>: gain", "negative"},
        {AFTER("<actuator>\n<adhesion body='a' ctrlrange='-1 1'/></actuator>"), HF_STATUS_INVALID,
         "scene.xml:3: <adhesion>: ctrlrange", "negative"},
        {AFTER("<actuator>\n<adhesion body='x' ctrlrange='0 1'/></actuator>"), HF_STATUS_FORMAT,
         "scene.xml:3: <adhesion>: body", "no body 'x'"},
        {AFTER("<actuator><general joint='j' gaintype='dcmotor'/></actuator>"), HF_STATUS_UNSUPPORTED,
         "scene.xml:2: <general>", "dyntype"},
        {AFTER("<actuator><intvelocity joint='j' kp='1'/></actuator>"), HF_STATUS_INVALID, "scene.xml:2: <intvelocity>",
         "actrange"},
        {AFTER("<actuator><motor joint='j'/></actuator><keyframe><key act='1'/></keyframe>"), HF_STATUS_FORMAT,
         "scene.xml:2: <key>: act", "must be 0"},
        {AFTER("<actuator><position joint='j' kv='1' dampratio='1'/></actuator>"), HF_STATUS_FORMAT,
         "scene.xml:2: <position>", "remove one"},
        {AFTER("<actuator><position joint='j' kp='-1'/></actuator>"), HF_STATUS_INVALID, "scene.xml:2: <position>",
         "negative"},
        {AFTER("<actuator><position joint='j' inheritrange='1' ctrlrange='0 1'/></actuator>"), HF_STATUS_FORMAT,
         "scene.xml:2: <position>", "inheritrange"},
        {AFTER("<actuator><position site='s' inheritrange='1'/></actuator>"), HF_STATUS_INVALID,
         "scene.xml:2: <position>: inheritrange", "no range"},
        {AFTER("<actuator><motor joint='j' ctrlrange='1 0'/></actuator>"), HF_STATUS_INVALID,
         "scene.xml:2: <motor>: ctrlrange", "lies above"},
        {AFTER("<actuator><motor joint='j' delay='1'/></actuator>"), HF_STATUS_INVALID, "scene.xml:2: <motor>",
         "delay"},
        {AFTER("<keyframe><key qpos='1 2 3 4 5 6 7 8 9'/></keyframe>"), HF_STATUS_FORMAT, "scene.xml:2: <key>: qpos",
         "9 numbers, there must be 8"},
        {AFTER("<keyframe><key ctrl='1'/></keyframe>"), HF_STATUS_FORMAT, "scene.xml:2: <key>: ctrl", "must be 0"},
    };
    CHECK_ALL(scenes);
}

TEST(numbers_that_are_none)
{
    const bad_scene scenes[] = {
        {GEOM("size='1' pos='0 nan 0'"), HF_STATUS_FORMAT, "scene.xml:2: <geom>: pos", "'nan' is not finite"},
        {GEOM("size='inf'"), HF_STATUS_FORMAT, "scene.xml:2: <geom>: size", "not finite"},
        {GEOM("size='1e999'"), HF_STATUS_FORMAT, "scene.xml:2: <geom>: size", "not finite"},
        {GEOM("size='1,5'"), HF_STATUS_FORMAT, "scene.xml:2: <geom>: size", "'1,5' is no number"},
        {GEOM("size='1' pos='1 2'"), HF_STATUS_FORMAT, "scene.xml:2: <geom>: pos", "2 numbers, there must be 3"},
        {GEOM("size='1 2 3 4'"), HF_STATUS_FORMAT, "scene.xml:2: <geom>: size", "0 to 3"},
        {GEOM("type='box' size='1 0 1'"), HF_STATUS_INVALID, "scene.xml:2: <geom>: size", "number 2 is 0"},
        {GEOM("size='-1'"), HF_STATUS_INVALID, "scene.xml:2: <geom>: size", "greater than 0"},
        {GEOM("size='1e12'"), HF_STATUS_INVALID, "scene.xml:2: <geom>: size", "beyond"},
        {GEOM("size='1' friction='-1'"), HF_STATUS_INVALID, "scene.xml:2: <geom>", "negative"},
        {GEOM("size='1' margin='-1'"), HF_STATUS_INVALID, "scene.xml:2: <geom>", "margin"},
        {GEOM("size='1' condim='2'"), HF_STATUS_INVALID, "scene.xml:2: <geom>", "1, 3, 4 or 6"},
        {GEOM("size='1' contype='1.5'"), HF_STATUS_FORMAT, "scene.xml:2: <geom>: contype", "whole"},
        {GEOM("size='1' quat='0 0 0 0'"), HF_STATUS_FORMAT, "scene.xml:2: <geom>", "zero axis or quaternion"},
        {GEOM("size='1' quat='1 0 0 0' euler='0 0 1'"), HF_STATUS_FORMAT, "scene.xml:2: <geom>", "two orientations"},
        {GEOM("type='capsule' size='1' fromto='1 1 1 1 1 1'"), HF_STATUS_INVALID, "scene.xml:2: <geom>: fromto",
         "same"},
        {GEOM("size='1' fromto='1 1 1 1 1 2'"), HF_STATUS_FORMAT, "scene.xml:2: <geom>: fromto", "two ends"},
        {"<mujoco>\n<option timestep='0'/></mujoco>", HF_STATUS_INVALID, "scene.xml:2: <option>: timestep", "greater"},
        {"<mujoco>\n<option viscosity='-1'/></mujoco>", HF_STATUS_INVALID, "scene.xml:2: <option>", "viscosity"},
        {"<mujoco>\n<option actuatorgroupdisable='1 31'/></mujoco>", HF_STATUS_FORMAT, "scene.xml:2: <option>",
         "0 … 30"},
        {"<mujoco>\n<compiler eulerseq='xyw'/></mujoco>", HF_STATUS_FORMAT, "scene.xml:2: <compiler>: eulerseq",
         "x y z"},
        {"<mujoco>\n<compiler coordinate='global'/></mujoco>", HF_STATUS_UNSUPPORTED, "scene.xml:2", "local"},
    };
    CHECK_ALL(scenes);
}

TEST(bodies_that_cannot_be)
{
    const bad_scene scenes[] = {
        {BODY(""), HF_STATUS_INVALID, "scene.xml:1: <body>", "has no mass"},
        {BODY("<geom size='1' mass='0'/>"), HF_STATUS_INVALID, "scene.xml:1: <body>", "has no mass"},
        {BODY("<geom size='1' mass='-1'/>"), HF_STATUS_INVALID, "scene.xml:3: <geom>: mass", "negative"},
        {BODY("<geom size='1' density='-1'/>"), HF_STATUS_INVALID, "scene.xml:3: <geom>: density", "negative"},
        {BODY("<inertial mass='0' diaginertia='1 1 1'/>"), HF_STATUS_INVALID, "scene.xml:1: <body>", "has no mass"},
        {BODY("<inertial mass='-2' diaginertia='1 1 1'/>"), HF_STATUS_INVALID, "scene.xml:3: <inertial>: mass",
         "negative"},
        {BODY("<inertial mass='1' diaginertia='1 1 3'/>"), HF_STATUS_INVALID, "scene.xml:3: <inertial>",
         "balanceinertia"},
        {BODY("<inertial mass='1' diaginertia='-1 1 1'/>"), HF_STATUS_INVALID, "scene.xml:3: <inertial>", "negative"},
        {BODY("<inertial mass='1' fullinertia='1 1 1 2 0 0'/>"), HF_STATUS_INVALID, "scene.xml:3: <inertial>",
         "not positive"},
        {BODY("<inertial mass='1'/>"), HF_STATUS_INVALID, "scene.xml:1: <body>", "moment of inertia"},
        {BODY("<inertial diaginertia='1 1 1'/>"), HF_STATUS_FORMAT, "scene.xml:3: <inertial>", "mass"},
        {BODY("<inertial mass='1' diaginertia='1 1 1'/>\n<inertial mass='1'/>"), HF_STATUS_FORMAT, "scene.xml:4",
         "already"},
        {BODY("<inertial mass='1' fullinertia='1 1 1 0 0 0' euler='1 0 0'/>"), HF_STATUS_FORMAT,
         "scene.xml:3: <inertial>", "neither"},
        {BODY("<geom type='plane' size='1 1 1'/><geom size='1'/>"), HF_STATUS_INVALID, "scene.xml:3: <geom>: type",
         "do not move"},
    };
    CHECK_ALL(scenes);
}

TEST(meshes_and_fields_that_cannot_be)
{
#define MESH(mesh)                                                                                                     \
    "<mujoco><asset>\n" mesh                                                                                           \
    "</asset><worldbody><body>\n<freejoint/>\n<geom type='mesh' mesh='m'/></body></worldbody></mujoco>"
    const bad_scene scenes[] = {
        {MESH("<mesh name='m' file='none.stl'/>"), HF_STATUS_FILE, "scene.xml:2: <mesh>: file", "does not exist"},
        {MESH("<mesh name='m'/>"), HF_STATUS_FORMAT, "scene.xml:2: <mesh>", "file or vertices"},
        {MESH("<mesh vertex='0 0 0'/>"), HF_STATUS_FORMAT, "scene.xml:2: <mesh>", "name"},
        {MESH("<mesh name='m' vertex=''/>"), HF_STATUS_FORMAT, "scene.xml:2: <mesh>", "file or vertices"},
        {MESH("<mesh name='m' vertex='0 0'/>"), HF_STATUS_FORMAT, "scene.xml:2: <mesh>: vertex", "no points"},
        {MESH("<mesh name='m' vertex='0 0 0 1 0 0 0 1 0 0 0 1' face='0 1 4'/>"), HF_STATUS_FORMAT,
         "scene.xml:2: <mesh>: face", "no vertex 4"},
        {MESH("<mesh name='m' vertex='0 0 0 1 0 0 0 1 0 0 0 1' face='0 1'/>"), HF_STATUS_FORMAT,
         "scene.xml:2: <mesh>: face", "no triangles"},
        {MESH("<mesh name='m' vertex='0 0 0 1 0 0 0 1 0 0 0 1' face='0 2 1 0 1 3 0 3 2' inertia='exact'/>"),
         HF_STATUS_INVALID, "scene.xml:2: <mesh>", "is open"},
        {MESH("<mesh name='m' vertex='0 0 0 1 0 0 0 1 0 0 0 1' face='0 2 1 0 1 3 0 3 2 1 2 3' scale='1 1 0'/>"),
         HF_STATUS_INVALID, "scene.xml:2: <mesh>: scale", "0"},
        {MESH("<mesh name='m' inertia='exact' vertex='0 0 0 1 0 0 0 1 0 0 0 1' face='0 1 2 0 3 1 0 2 3 1 3 2'/>"),
         HF_STATUS_INVALID, "scene.xml:2: <mesh>", "face inwards"},
        {MESH("<mesh name='n' vertex='0 0 0'/>"), HF_STATUS_FORMAT, "scene.xml:4: <geom>: mesh", "no mesh 'm'"},
        {MESH("<mesh name='m' vertex='0 0 0'/>\n<mesh name='m' vertex='0 0 0'/>"), HF_STATUS_FORMAT,
         "scene.xml:3: <mesh>", "two meshes"},
        {MESH("<mesh name='m' file='mesh.dae'/>"), HF_STATUS_FILE, "scene.xml:2: <mesh>", "does not exist"},
        {GEOM("type='mesh'"), HF_STATUS_FORMAT, "scene.xml:2: <geom>", "needs the attribute mesh"},
        {GEOM("type='sdf'"), HF_STATUS_UNSUPPORTED, "scene.xml:2: <geom>: type", "sdf"},
        {GEOM("type='hfield' hfield='x'"), HF_STATUS_FORMAT, "scene.xml:2: <geom>: hfield", "no height field"},
        {"<mujoco><asset>\n<hfield name='h' file='a.png' size='1 1 1 1'/></asset></mujoco>", HF_STATUS_FILE,
         "scene.xml:2: <hfield>: file", "does not exist"},
        {"<mujoco><asset>\n<hfield name='h' nrow='2' ncol='2' size='1 1 1 1' elevation='1 2 3'/></asset></mujoco>",
         HF_STATUS_FORMAT, "scene.xml:2: <hfield>: elevation", "2 × 2"},
        {"<mujoco><asset>\n<hfield name='h' nrow='2' ncol='2' size='1 0 1 1'/></asset></mujoco>", HF_STATUS_INVALID,
         "scene.xml:2: <hfield>: size", "greater"},
        {"<mujoco><asset>\n<hfield name='h' nrow='1e9' ncol='2' size='1 1 1 1'/></asset></mujoco>", HF_STATUS_FORMAT,
         "scene.xml:2: <hfield>: nrow", "2 … 30000"},
    };
    CHECK_ALL(scenes);
}

TEST(contacts_keys_and_extras_that_name_nothing)
{
#define SCENE(rest)                                                                                                    \
    "<mujoco><worldbody><geom name='f' type='plane' size='1 1 1'/><body name='b'><freejoint/><geom name='g' "          \
    "size='1'/></body>"                                                                                                \
    "<body name='s'><geom name='t' size='1'/></body></worldbody>\n" rest "</mujoco>"
    const bad_scene scenes[] = {
        {SCENE("<contact><pair geom1='g' geom2='x'/></contact>"), HF_STATUS_FORMAT, "scene.xml:2: <pair>: geom2",
         "'x'"},
        {SCENE("<contact><pair geom1='g' geom2='f' friction='1 2 .1 -1'/></contact>"), HF_STATUS_INVALID,
         "scene.xml:2: <pair>", "negative"},
        {SCENE("<contact><pair geom1='g' geom2='f' condim='5'/></contact>"), HF_STATUS_INVALID, "scene.xml:2: <pair>",
         "1, 3, 4 or 6"},
        {SCENE("<contact><exclude body1='b' body2='x'/></contact>"), HF_STATUS_FORMAT, "scene.xml:2: <exclude>", "'x'"},
        {SCENE("<keyframe><key qpos='1 2 3 4 5 6 7 8'/></keyframe>"), HF_STATUS_FORMAT, "scene.xml:2: <key>: qpos",
         "there must be 7"},
        {SCENE("<holdfast theta='2'/>"), HF_STATUS_INVALID, "scene.xml:2: <holdfast>: theta", "0.5"},
        {SCENE("<holdfast accuracy='-1'/>"), HF_STATUS_INVALID, "scene.xml:2: <holdfast>", "accuracy"},
        {SCENE("<holdfast accept='-1'/>"), HF_STATUS_INVALID, "scene.xml:2: <holdfast>", "accept"},
        {SCENE("<holdfast budget='-1'/>"), HF_STATUS_FORMAT, "scene.xml:2: <holdfast>", "budget"},
        {SCENE("<holdfast effort='huge'/>"), HF_STATUS_FORMAT, "scene.xml:2: <holdfast>", "effort"},
        {SCENE("<holdfast on_fail='panic'/>"), HF_STATUS_FORMAT, "scene.xml:2: <holdfast>", "on_fail"},
        {SCENE("<holdfast tolerance='0'/>"), HF_STATUS_INVALID, "scene.xml:2: <holdfast>", "tolerance"},
        {SCENE("<holdfast duration='-1'/>"), HF_STATUS_INVALID, "scene.xml:2: <holdfast>", "duration"},
        {SCENE("<holdfast restitution='2'/>"), HF_STATUS_INVALID, "scene.xml:2: <holdfast>", "restitution"},
        {SCENE("<holdfast><geom name='x' restitution='1'/></holdfast>"), HF_STATUS_FORMAT, "scene.xml:2: <geom>",
         "'x'"},
        {SCENE("<holdfast><geom name='g' restitution='2'/></holdfast>"), HF_STATUS_INVALID, "scene.xml:2: <geom>",
         "0 … 1"},
        {SCENE("<holdfast><geom name='g' shape='hull'/></holdfast>"), HF_STATUS_FORMAT, "scene.xml:2: <geom>: shape",
         "mesh"},
        {SCENE("<holdfast><body name='s' velocity='1 0 0'/></holdfast>"), HF_STATUS_FORMAT, "scene.xml:2: <body>",
         "no free joint"},
        {SCENE("<holdfast><prescribe body='b'/></holdfast>"), HF_STATUS_FORMAT, "scene.xml:2: <prescribe>",
         "without a joint"},
        {SCENE("<holdfast><prescribe body='s'/><prescribe body='s'/></holdfast>"), HF_STATUS_FORMAT, "scene.xml:2",
         "twice"},
        {SCENE("<holdfast><spring/></holdfast>"), HF_STATUS_FORMAT, "scene.xml:2: <spring>",
         "no element of <holdfast>"},
        {"<mujoco><worldbody><geom size='1' material='x'/></worldbody></mujoco>", HF_STATUS_FORMAT,
         "scene.xml:1: <geom>", "no material 'x'"},
        {SCENE("<holdfast solver='nothing'/>"), HF_STATUS_INVALID, "", "nothing"},
    };
    CHECK_ALL(scenes);
}

TEST(includes_that_go_wrong)
{
    text_file("self.xml", "<mujoco><worldbody/>\n<include file='self.xml'/></mujoco>");
    text_file("ping.xml", "<mujoco>\n<include file='pong.xml'/></mujoco>");
    text_file("pong.xml", "<mujoco>\n\n<include file='ping.xml'/></mujoco>");
    text_file("plain.xml", "<mujoco/>");
    text_file("broken.xml", "<mujoco>\n<oops></mujoco>");
    text_file("other.xml", "<robot/>");
    const bad_scene scenes[] = {
        {"<mujoco>\n<include file='scene.xml'/></mujoco>", HF_STATUS_FORMAT, "scene.xml:2: <include>",
         "includes itself"},
        {"<mujoco>\n<include file='ping.xml'/></mujoco>", HF_STATUS_FORMAT, "pong.xml:3: <include>", "includes itself"},
        {"<mujoco><include file='plain.xml'/>\n<include file='./plain.xml'/></mujoco>", HF_STATUS_FORMAT,
         "scene.xml:2: <include>", "twice"},
        {"<mujoco>\n<include file='none.xml'/></mujoco>", HF_STATUS_FILE, "scene.xml:2: <include>", "does not exist"},
        {"<mujoco>\n<include/></mujoco>", HF_STATUS_FORMAT, "scene.xml:2: <include>", "needs the attribute file"},
        {"<mujoco>\n<include file='plain.xml' x='1'/></mujoco>", HF_STATUS_FORMAT, "scene.xml:2: <include>",
         "nothing else"},
        {"<mujoco><include file='broken.xml'/></mujoco>", HF_STATUS_FORMAT, "broken.xml:2", "malformed"},
        {"<mujoco><include file='other.xml'/></mujoco>", HF_STATUS_FORMAT, "other.xml:1: <robot>", "mujocoinclude"},
        {"<mujoco><include file='.'/></mujoco>", HF_STATUS_FILE, "", "is not a file"},
    };
    CHECK_ALL(scenes);
}

TEST(files_that_are_missing)
{
    hf_builder *builder;
    hf_error error = {0};
    CHECK(hf_scene_open("no/such/scene.xml", 1, NULL, NULL, &builder, &error) == HF_STATUS_FILE);
    CHECK(strstr(error.message, "no/such/scene.xml: cannot be read: No such file"));
    CHECK(hf_scene_open("no/such/scene.xml#key", 1, NULL, NULL, &builder, &error) == HF_STATUS_FILE);
    CHECK(strstr(error.message, "no/such/scene.xml: "));
    CHECK(hf_scene_open("no_scene", 1, NULL, NULL, &builder, &error) == HF_STATUS_INVALID);
    CHECK(hf_scene_open(text_folder(), 1, NULL, NULL, &builder, &error) == HF_STATUS_FILE);
    CHECK(strstr(error.message, "is not a file"));
}
