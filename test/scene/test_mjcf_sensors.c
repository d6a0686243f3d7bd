// Sensors of MJCF, by closed forms. test/peers/mujoco3 compares those that need no step with MuJoCo's, for all shared
// models.

#include "holdfast/sense.h"
#include "support/scene_text.h"

#define G 9.81

/// The numbers of a sensor.
static const double *sense(const hf_world *world, const hf_model *model, const char *name)
{
    static double values[200];
    hf_error error = {0};
    int k = hf_model_find(model, HF_ITEM_SENSOR, name);
    CHECK(k >= 0 && hf_model_sensor_total(model) <= 200);
    if (hf_world_sensors(world, values, &error) != HF_STATUS_OK) harness_fail(__FILE__, __LINE__, "%s", error.message);
    return values + hf_model_sensor_place(model, k);
}

TEST(a_box_that_falls_and_rests)
{
    hf_model *model = text_model(
        "<mujoco><option timestep='.002'/><worldbody><geom type='plane' size='1 1 1'/>"
        "<body name='b' pos='0 0 1' quat='.7071067811865476 0 0 .7071067811865476'><freejoint/>"
        "<geom type='box' size='.1 .1 .1' mass='2'/><site name='s' pos='0 0 -.1' type='box' size='.2 .2 .01'/>"
        "<site name='corner' pos='.1 .1 -.1' size='.02'/></body></worldbody><sensor>"
        "<accelerometer name='acc' site='s'/><gyro name='gyro' site='s'/><velocimeter name='vel' site='s'/>"
        "<touch name='touch' site='s'/><touch name='one' site='corner'/><framelinacc name='lin' objtype='xbody' "
        "objname='b'/>"
        "<framequat name='quat' objtype='xbody' objname='b'/><clock name='time'/><e_potential name='V'/>"
        "<e_kinetic name='T'/><touch name='cut' site='s' cutoff='5'/><magnetometer name='north' site='s'/>"
        "<insidesite name='in' site='s' objtype='site' objname='corner'/></sensor></mujoco>");
    hf_world *world = world_of(model);
    CHECK(sense(world, model, "acc")[2] == 0); // nothing is known of forces before the first step
    text_run(world, 50);
    for (int k = 0; k < 3; k++) CHECK_NEAR(sense(world, model, "acc")[k], 0, 1e-9);
    CHECK_NEAR(sense(world, model, "vel")[2], -G * 0.1, 1e-12);
    CHECK_NEAR(sense(world, model, "time")[0], 0.1, 1e-12);
    CHECK_NEAR(sense(world, model, "T")[0], 0.5 * 2 * G * G * 0.01, 1e-9);
    CHECK_NEAR(sense(world, model, "V")[0] + sense(world, model, "T")[0], 2 * G, 1e-3);
    CHECK_NEAR(sense(world, model, "quat")[3], sqrt(0.5), 1e-12);
    CHECK(sense(world, model, "touch")[0] == 0);
    text_run(world, 950);
    CHECK_NEAR(sense(world, model, "acc")[2], G, 1e-6);
    CHECK_NEAR(sense(world, model, "lin")[2], G, 1e-6);
    CHECK_NEAR(sense(world, model, "touch")[0], 2 * G, 1e-6);
    CHECK_NEAR(sense(world, model, "one")[0], G / 2, 1e-4);
    CHECK(sense(world, model, "cut")[0] == 5);
    CHECK_NEAR(sense(world, model, "north")[0], -0.5, 1e-6); // the world's -y is the body's -x
    CHECK(sense(world, model, "in")[0] == 1);
    hf_world_destroy(world);
    hf_model_destroy(model);
}

TEST(an_arm_that_is_held)
{
    // a horizontal arm with its weight 2 kg at 0.3 m, held by a motor
    hf_model *model = text_model(
        "<mujoco><option timestep='.002'/><worldbody><body name='a'><joint name='j' axis='0 -1 0' range='-1 0' "
        "limited='true'/><inertial pos='.3 0 0' mass='2' diaginertia='.01 .01 .01'/><site name='root'/>"
        "<body name='c' pos='.6 0 0'><inertial pos='.1 0 0' mass='1' diaginertia='.01 .01 .01'/><site "
        "name='weld'/></body>"
        "</body></worldbody><actuator><motor name='m' joint='j' gear='2'/></actuator><sensor>"
        "<force name='F' site='root'/><torque name='T' site='root'/><force name='f' site='weld'/>"
        "<torque name='t' site='weld'/><jointactuatorfrc name='drive' joint='j'/><actuatorfrc name='m' actuator='m'/>"
        "<jointlimitfrc name='limit' joint='j'/><subtreecom name='com' body='a'/>"
        "<actuatorpos name='p' actuator='m'/></sensor></mujoco>");
    hf_world *world = world_of(model);
    hf_error error;
    double torque = (2 * 0.3 + 0.7) * G;
    CHECK(hf_world_set_control(world, 0, 0.5 * torque + 1.0, &error) == HF_STATUS_OK); // 2 N m press on the limit
    text_run(world, 100);
    CHECK_NEAR(sense(world, model, "F")[2], 3 * G, 1e-9);
    CHECK_NEAR(sense(world, model, "T")[1], -torque, 1e-9); // about -y upwards
    CHECK_NEAR(sense(world, model, "f")[2], G, 1e-9);
    CHECK_NEAR(sense(world, model, "t")[1], -0.1 * G, 1e-9);
    CHECK_NEAR(sense(world, model, "drive")[0], torque + 2, 1e-9);
    CHECK_NEAR(sense(world, model, "m")[0], 0.5 * torque + 1, 1e-9);
    CHECK_NEAR(sense(world, model, "limit")[0], 2, 1e-9);
    CHECK_NEAR(sense(world, model, "com")[0], 1.3 / 3, 1e-12);
    hf_world_destroy(world);
    hf_model_destroy(model);
}

TEST(a_pendulum_turns_with_its_accelerometer)
{
    // without gravity at 3 rad/s, 0.5 m out: 4.5 m/s² towards the hinge
    hf_model *model =
        text_model("<mujoco><option timestep='.0005' gravity='0 0 0'/><worldbody><body><joint axis='0 0 1'/>"
                   "<geom size='.05' pos='.5 0 0' mass='1'/><site name='s' pos='.5 0 0'/></body></worldbody><sensor>"
                   "<accelerometer name='a' site='s'/><subtreeangmom name='L' body='world'/><force name='f' "
                   "site='s'/></sensor></mujoco>");
    hf_world *world = world_of(model);
    hf_error error;
    const double v = 3;
    CHECK(hf_world_set_q(world, NULL, &v, &error) == HF_STATUS_OK);
    text_run(world, 20);
    CHECK_NEAR(sense(world, model, "a")[0], -4.5, 1e-4);
    CHECK_NEAR(sense(world, model, "a")[1], 0, 4e-3); // of the middle of the step, half a step ago
    CHECK_NEAR(sense(world, model, "f")[0], -4.5, 1e-4);
    hf_world_destroy(world);
    hf_model_destroy(model);
}

TEST(written_and_read_again)
{
    hf_model *model = text_model(
        "<mujoco><option magnetic='1 2 3'/><worldbody><body name='b'><joint name='j'/><geom name='g' size='.1'/>"
        "<site name='s' type='capsule' size='.1 .2'/></body></worldbody><sensor><gyro name='a' site='s' cutoff='2'/>"
        "<framepos name='p' objtype='geom' objname='g' reftype='site' refname='s'/><magnetometer site='s'/>"
        "<user dim='7'/><subtreecom body='b'/><insidesite objtype='xbody' objname='b' site='s'/></sensor></mujoco>");
    char path[600];
    hf_error error = {0};
    snprintf(path, sizeof path, "%s/again.xml", text_folder());
    if (hf_scene_write_mjcf(model, path, &error) != HF_STATUS_OK) harness_fail(__FILE__, __LINE__, "%s", error.message);
    hf_model *again = scene_model(path);
    CHECK(hf_model_count(again, HF_ITEM_SENSOR) == 6 && hf_model_sensor_total(again) == 3 + 3 + 3 + 7 + 3 + 1);
    for (int k = 0; k < 6; k++)
    {
        hf_sensor_def a = hf_model_sensor(model, k), b = hf_model_sensor(again, k);
        CHECK(a.kind == b.kind && a.object == b.object && a.index == b.index && a.reference == b.reference);
        CHECK(a.reference_index == b.reference_index && a.cutoff == b.cutoff && a.size == b.size);
        CHECK(a.field[2] == b.field[2]);
    }
    hf_site_def site = hf_model_site(again, 0);
    CHECK(site.form == HF_SHAPE_CAPSULE && site.size[1] == 0.2);
    hf_model_destroy(model);
    hf_model_destroy(again);
}

TEST(sensors_that_cannot_be)
{
    static const char *const texts[] = {
        "<mujoco><worldbody/><sensor><gyro site='q'/></sensor></mujoco>",
        "<mujoco><worldbody><body><joint name='b' type='ball'/><geom size='1'/></body></worldbody>"
        "<sensor><jointpos joint='b'/></sensor></mujoco>",
        "<mujoco><worldbody/><sensor><actuatorfrc actuator='x'/></sensor></mujoco>",
    };
    static const char *const words[] = {"no site 'q'", "hinges and slides", "no actuator 'x'"};
    for (int k = 0; k < 3; k++)
    {
        hf_error error;
        CHECK(!text_model_key(texts[k], NULL, &error));
        CHECK(strstr(error.message, words[k]) && strstr(error.message, "scene.xml:1"));
    }
}

TEST(a_rangefinder_looks_along_z)
{
    hf_model *model = text_model(
        "<mujoco><worldbody><geom type='plane' size='0 0 1'/><body pos='0 0 3'><freejoint/><geom size='.5'/>"
        "<site name='down' euler='180 0 0'/><site name='up'/></body><body pos='0 0 1'><freejoint/><geom "
        "size='.25'/></body>"
        "</worldbody><sensor><rangefinder site='down'/><rangefinder site='up'/><rangefinder site='down' cutoff='1.5'/>"
        "<rangefinder site='down' data='dist normal'/></sensor></mujoco>");
    hf_world *world = NULL;
    hf_error error;
    double values[3];
    CHECK(hf_world_create(model, &world, &error) == HF_STATUS_OK);
    CHECK(hf_model_sensor_total(model) == 3); // the last one gives more than a distance
    CHECK(hf_world_sensors(world, values, &error) == HF_STATUS_OK);
    CHECK_NEAR(values[0], 1.75, 1e-14); // past its own body
    CHECK_NEAR(values[1], -1, 0);
    CHECK_NEAR(values[2], 1.5, 0);
    hf_world_destroy(world);
    hf_model_destroy(model);
}

TEST(distances_of_shapes_and_bodies)
{
    hf_model *model = text_model(
        "<mujoco><worldbody><geom name='floor' type='plane' size='1 1 1'/>"
        "<body name='a' pos='0 0 1'><freejoint/><geom name='ball' size='.1'/><geom size='.05' pos='.2 0 0'/></body>"
        "<body name='b' pos='.6 0 1'><freejoint/><geom name='other' size='.2'/></body></worldbody><sensor>"
        "<distance name='d' geom1='ball' geom2='other' cutoff='2'/><normal name='n' geom1='ball' geom2='other' "
        "cutoff='2'/><fromto name='f' geom1='ball' geom2='floor' cutoff='2'/><distance name='bodies' body1='b' "
        "body2='a' "
        "cutoff='2'/><distance name='far' geom1='ball' geom2='other' cutoff='.1'/><normal name='none' geom1='ball' "
        "geom2='other' cutoff='.1'/></sensor></mujoco>");
    hf_world *world = world_of(model);
    CHECK_NEAR(sense(world, model, "d")[0], 0.3, 1e-12);
    CHECK_NEAR(sense(world, model, "n")[0], 1, 1e-12); // from the first to the second
    CHECK_NEAR(sense(world, model, "f")[2], 0.9, 1e-12);
    CHECK_NEAR(sense(world, model, "f")[5], 0, 1e-12);
    CHECK_NEAR(sense(world, model, "bodies")[0], 0.15, 1e-12);
    CHECK(sense(world, model, "far")[0] == 0.1);
    for (int k = 0; k < 3; k++) CHECK(sense(world, model, "none")[k] == 0);
    hf_world_destroy(world);
    hf_model_destroy(model);
}

/// A box that rests under a slanted pull: what the floor does to it, told in every way.
TEST(contacts_as_sensors)
{
    hf_model *model = text_model(
        "<mujoco><option gravity='1 .5 -3'/><worldbody><geom name='floor' type='plane' size='5 5 1'/>"
        "<body name='b' pos='0 0 .1'><freejoint/><geom name='g' type='box' size='.1 .1 .1' mass='2'/>"
        "<site name='half' type='box' pos='.1 0 -.1' size='.01 1 .1'/></body></worldbody><sensor>"
        "<contact name='all' geom1='floor' geom2='g' num='5' data='found force pos normal tangent'/>"
        "<contact name='turned' body1='b' data='force normal tangent' reduce='maxforce'/>"
        "<contact name='strongest' geom1='floor' subtree2='b' data='force' reduce='maxforce'/>"
        "<contact name='net' body1='world' data='found force torque dist pos normal' reduce='netforce'/>"
        "<contact name='half' site='half'/><contact name='none' geom1='g' geom2='g' num='2' data='found dist'/>"
        "</sensor></mujoco>");
    hf_world *world = world_of(model);
    CHECK(sense(world, model, "all")[0] == 0); // before the first step
    text_run(world, 100);
    const double *all = sense(world, model, "all");
    double sum[3] = {0, 0, 0};
    for (int k = 0; k < 4; k++)
    {
        const double *one = all + 13 * k;
        CHECK(one[0] == 4 && one[9] == 1 && one[11] == 1); // normal z, tangent y
        CHECK_NEAR(fabs(one[4]), 0.1, 1e-9);
        for (int d = 0; d < 3; d++) sum[d] += one[1 + d];
    }
    CHECK_NEAR(sum[0], 6, 1e-6);  // the weight, along z
    CHECK_NEAR(sum[1], -1, 1e-6); // friction along y
    CHECK_NEAR(sum[2], 2, 1e-6);  // along z × y = -x
    for (int k = 52; k < 65; k++) CHECK(all[k] == 0);
    double strongest[3];
    memcpy(strongest, sense(world, model, "strongest"), sizeof strongest);
    const double *turned = sense(world, model, "turned");
    CHECK_NEAR(turned[0], strongest[0], 1e-12);
    CHECK_NEAR(turned[1], strongest[1], 1e-12);
    CHECK_NEAR(turned[2], -strongest[2], 1e-12); // the third axis stays, and the force is that on the floor
    CHECK(turned[5] == -1 && turned[7] == -1);
    const double *net = sense(world, model, "net"), wanted[] = {4, -2, -1, 6};
    for (int k = 0; k < 4; k++) CHECK_NEAR(net[k], wanted[k], 1e-6);
    CHECK(net[7] == 0 && net[11] == 1);
    // About the point told of, the moments of all forces must be those about the centre of mass: (x - c) × F + torque =
    // 0.
    CHECK_NEAR(net[4] + (net[9] * net[3] - (net[10] - 0.1) * net[2]), 0, 1e-5);
    CHECK_NEAR(net[5] + ((net[10] - 0.1) * net[1] - net[8] * net[3]), 0, 1e-5);
    CHECK(sense(world, model, "half")[0] == 2);
    for (int k = 0; k < 4; k++) CHECK(sense(world, model, "none")[k] == 0);
    hf_world_destroy(world);
    hf_model_destroy(model);
}

TEST(cameras_are_frames)
{
    // turned by 90° about z with its body; what looks at another body is left out
    hf_model *model = text_model(
        "<mujoco><worldbody><body name='a' pos='0 0 1' euler='0 0 90'><joint/><geom size='.1'/>"
        "<camera name='c' pos='.1 .2 .3' euler='90 0 0'/><camera name='t' mode='targetbody' target='a'/></body>"
        "</worldbody><sensor><framepos name='p' objtype='camera' objname='c'/><framezaxis name='z' objtype='camera' "
        "objname='c'/><framepos objtype='camera' objname='t'/></sensor></mujoco>");
    hf_world *world = world_of(model);
    CHECK(hf_model_count(model, HF_ITEM_SENSOR) == 2 && hf_model_count(model, HF_ITEM_SITE) == 1);
    const double place[3] = {-0.2, 0.1, 1.3}, axis[3] = {1, 0, 0};
    for (int k = 0; k < 3; k++) CHECK_NEAR(sense(world, model, "p")[k], place[k], 1e-15);
    for (int k = 0; k < 3; k++) CHECK_NEAR(sense(world, model, "z")[k], axis[k], 1e-15);
    hf_world_destroy(world);
    hf_model_destroy(model);
    hf_error error;
    CHECK(!text_model_key("<mujoco><sensor><framepos objtype='camera' objname='x'/></sensor></mujoco>", NULL, &error));
    CHECK(strstr(error.message, "there is no camera 'x'"));
}

TEST(sensors_of_pairs_that_make_no_sense)
{
    static const char *const wrong[][2] = {
        {"<distance geom1='g' cutoff='1'/>", "second"},
        {"<contact data='force found'/>", "data"},
        {"<contact num='0'/>", "num"},
        {"<contact reduce='most'/>", "reduce"},
        {"<contact geom1='nobody'/>", "nobody"},
        {"<contact data='speed'/>", "data"},
    };
    for (size_t k = 0; k < sizeof wrong / sizeof wrong[0]; k++)
    {
        char text[512];
        hf_error error;
        snprintf(text, sizeof text,
                 "<mujoco><worldbody><body><freejoint/><geom name='g' "
                 "size='1'/></body></worldbody><sensor>%s</sensor></mujoco>",
                 wrong[k][0]);
        CHECK(!text_model_key(text, NULL, &error));
        if (!strstr(error.message, wrong[k][1])) harness_fail(__FILE__, __LINE__, "%s", error.message);
    }
}
