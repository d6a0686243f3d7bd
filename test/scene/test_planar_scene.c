// Planar scenes: polygons and their parts, levels, joints and what drives them, in files, drawings and from C; and what
// is refused, by name.

#include "holdfast/planar.h"
#include "scene/planar/parts.h"
#include "support/planar_machines.h"
#include "support/scene_text.h"

static const double PI = 3.14159265358979323846;

// ---- polygons ----

static double part_area(const polygon_part *p)
{
    double sum = 0;
    for (int k = 0; k < p->count; k++)
    {
        const double *a = p->point[k], *b = p->point[(k + 1) % p->count];
        sum += 0.5 * (a[0] * b[1] - a[1] * b[0]);
    }
    return sum;
}

static bool part_convex(const polygon_part *p)
{
    for (int k = 0; k < p->count; k++)
    {
        const double *a = p->point[k], *b = p->point[(k + 1) % p->count], *c = p->point[(k + 2) % p->count];
        if ((b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0]) <= 0) return false;
    }
    return true;
}

/// A ring with wavy edges and wavy holes: convex parts that fill it.
TEST(parts_are_convex_and_fill_the_polygon)
{
    enum
    {
        N = 60,
        HOLES = 3
    };
    double point[N + 12 * HOLES][2];
    int begin[HOLES + 2] = {0, N};
    for (int wave = 0; wave < 12; wave++)
    {
        for (int k = 0; k < N; k++)
        {
            double a = 2 * PI * k / N * (wave % 2 ? -1 : 1), r = 1 + 0.04 * wave * cos((3 + wave) * a) - 0.02 * (k % 2);
            point[k][0] = r * cos(a);
            point[k][1] = r * sin(a);
        }
        for (int h = 0; h < HOLES; h++)
        {
            begin[h + 2] = N + 12 * (h + 1);
            for (int k = 0; k < 12; k++)
            {
                double a = 2 * PI * k / 12, r = 0.08 + 0.05 * (k % 2);
                point[N + 12 * h + k][0] = 0.3 * cos(2 * PI * h / HOLES) + r * cos(a);
                point[N + 12 * h + k][1] = 0.3 * sin(2 * PI * h / HOLES) + r * sin(a);
            }
        }
        polygon_rings rings = {.count = 1 + wave % (HOLES + 1), .begin = begin, .point = (const double(*)[2])point};
        polygon_part *parts;
        hf_error error = {0};
        int count;
        double area = 0;
        CHECK(polygon_check(&rings, "polygon", &error) == HF_STATUS_OK);
        CHECK(polygon_parts(&rings, &parts, &count, &error) == HF_STATUS_OK);
        for (int k = 0; k < count; k++)
        {
            CHECK(part_convex(&parts[k]) && parts[k].count >= 3 && parts[k].count <= PART_MOST);
            area += part_area(&parts[k]);
        }
        CHECK_NEAR(area, polygon_measure(&rings).area, 1e-12);
        free(parts);
    }
}

TEST(moments_of_polygons_and_capsules)
{
    const double square[4][2] = {{1, 1}, {3, 1}, {3, 2}, {1, 2}};
    const int begin[2] = {0, 4};
    polygon_rings rings = {.count = 1, .begin = begin, .point = square};
    polygon_moments m = polygon_measure(&rings);
    CHECK_NEAR(m.area, 2, 1e-14);
    CHECK_NEAR(m.x / m.area, 2, 1e-14);
    CHECK_NEAR(m.xx - m.x * m.x / m.area, 2 * 4.0 / 12, 1e-13);
    CHECK_NEAR(m.yy - m.y * m.y / m.area, 2 * 1.0 / 12, 1e-13);
    CHECK_NEAR(m.xy - m.x * m.y / m.area, 0, 1e-13);
    // A capsule's inertia, against a polygon of many corners round it.
    hf_model *model =
        text_model("<mujoco><holdfast><planar density='7'><body name='c' pos='1 2' angle='30'>"
                   "<capsule from='-0.3 0.1' to='0.4 0.5' radius='0.2'/></body></planar></holdfast></mujoco>");
    double polygon[400][2], length = hypot(0.7, 0.4), at = atan2(0.4, 0.7);
    const int count[2] = {0, 400};
    for (int k = 0; k < 400; k++)
    {
        double a = -PI / 2 + PI * (k % 200) / 199 + (k < 200 ? 0 : PI), x = 0.2 * cos(a) + (k < 200 ? length : 0),
               y = 0.2 * sin(a);
        polygon[k][0] = -0.3 + cos(at) * x - sin(at) * y;
        polygon[k][1] = 0.1 + sin(at) * x + cos(at) * y;
    }
    rings = (polygon_rings){.count = 1, .begin = count, .point = (const double(*)[2])polygon};
    m = polygon_measure(&rings);
    hf_body_def body = hf_model_body(model, 1);
    CHECK_NEAR(body.mass, 7 * m.area, 1e-3 * m.area);
    CHECK_NEAR(body.center[0], 0.05, 1e-14);
    CHECK_NEAR(body.center[1], 0.3, 1e-14);
    CHECK_NEAR(body.inertia[2], 7 * (m.xx + m.yy - (m.x * m.x + m.y * m.y) / m.area), 2e-4);
    hf_model_destroy(model);
}

// ---- scenes ----

static machine text_machine(const char *text)
{
    machine m = {.model = text_model(text)};
    hf_error error = {0};
    CHECK(hf_world_create(m.model, &m.world, &error) == HF_STATUS_OK);
    return m;
}

#define PLANAR(body)                                                                                                   \
    "<mujoco><option timestep='0.001'/><holdfast><planar friction='0.4'>" body "</planar></holdfast></mujoco>"

TEST(bodies_on_different_levels_pass_each_other)
{
    machine m = text_machine(
        PLANAR("<polygon points='-1 -0.1 1 -0.1 1 0 -1 0'/>"
               "<body name='low' pos='0 0.1'><disc radius='0.1'/></body>"
               "<body name='same' pos='0 0.5'><disc radius='0.1'/></body>"
               "<body name='other' pos='0 0.5' level='3'><disc radius='0.1'/></body>"
               "<body name='all' pos='0 0.9' level='all'><polygon points='-.3 -.05 .3 -.05 .3 .05 -.3 .05'/></body>"));
    machine_run(&m, 0.5);
    CHECK_NEAR(machine_body(&m, "same").position[2], 0.3, 1e-6);
    CHECK_NEAR(machine_body(&m, "other").position[2], 0.1, 1e-6);
    CHECK_NEAR(machine_body(&m, "all").position[2], 0.45, 1e-3);
    for (int k = 0; k < hf_world_contact_count(m.world); k++) CHECK(hf_world_contact(m.world, k).r[2] == 0);
    machine_close(&m);
}

TEST(planar_and_spatial_bodies_meet)
{
    machine m =
        text_machine("<mujoco><option timestep='0.001'/><worldbody><geom type='plane' size='1 1 1'/>"
                     "<body name='ball' pos='0 0 0.5'><freejoint/><geom type='sphere' size='0.1'/></body></worldbody>"
                     "<holdfast><planar depth='0.2'><body name='box' pos='0 0.1'>"
                     "<polygon points='-.1 -.1 .1 -.1 .1 .1 -.1 .1'/></body></planar></holdfast></mujoco>");
    machine_run(&m, 0.5);
    CHECK_NEAR(machine_body(&m, "box").position[2], 0.1, 1e-6);
    CHECK_NEAR(machine_body(&m, "ball").position[2], 0.3, 1e-6);
    machine_close(&m);
}

/// A corner that slides over the seams of a concave body feels none of them: v falls by µ g t alone.
TEST(seams_of_concave_bodies_are_not_felt)
{
    machine m = text_machine(PLANAR(
        "<polygon points='-2 -0.5 -1 -0.3 -0.5 -0.5 0 -0.3 0.5 -0.5 1 -0.3 1.7 -0.6 2 0 1.2 0 0.3 0 -0.4 0 -2 0'/>"
        "<body name='block' pos='-1.5 0.1' velocity='3 0'><polygon points='-.1 -.1 .1 -.1 .1 .1 0 .05 -.1 "
        ".1'/></body>"));
    machine_run(&m, 0.7);
    hf_body_state b = machine_body(&m, "block");
    double t = hf_world_time(m.world);
    CHECK_NEAR(b.velocity[0], 3 - 0.4 * 9.81 * t, 1e-9);
    CHECK_NEAR(b.position[0], -1.5 + 3 * t - 0.2 * 9.81 * t * t, 1e-8);
    CHECK_NEAR(b.position[2], 0.1, 1e-7);
    machine_close(&m);
}

/// A block whose corner slides along a floor into the wall that is one polygon with it, at 2 mm a step; a wall that
/// leans back it climbs.
TEST(corners_of_concave_bodies_hold)
{
    const double lean[] = {0, 0.3, -0.3}; // of the wall
    for (int k = 0; k < 3; k++)
    {
        char text[600];
        snprintf(text, sizeof text,
                 "<mujoco><option timestep='0.001'/><holdfast><planar friction='0'>"
                 "<polygon points='-2 -0.5 2 -0.5 2 1 %.17g 1 1 0 -2 0'/>"
                 "<body name='block' pos='0 0.1' velocity='2 0'><polygon points='-.1 -.1 .1 -.1 .1 .1 -.1 .1'/></body>"
                 "</planar></holdfast></mujoco>",
                 1 + lean[k]);
        machine m = text_machine(text);
        for (int n = 0; n < 700; n++)
        {
            machine_step(&m);
        }
        CHECK(m.worst_penetration <= 1e-2);
        CHECK(lean[k] > 0 || machine_body(&m, "block").velocity[0] < 1e-9);
        machine_close(&m);
    }
}

TEST(pins_gears_motors_and_springs)
{
    // A wheel that a motor turns, and one that a gear couples to it.
    machine m = text_machine(PLANAR(
        "<body name='a' pos='0 0'><disc radius='0.1'/></body><body name='b' pos='1 0'><disc radius='0.2'/></body>"
        "<pin name='p' body2='a' at='0 0'/><pin name='q' body2='b' at='1 0'/>"
        "<gear joint1='p' joint2='q' ratio='-0.5'/><motor joint='p' speed='4' gain='1000'/>"
        "<body name='w' pos='2 0' mass='2'><disc radius='0.1'/></body>"
        "<slider name='s' body2='w' axis='0 1'/><spring body2='w' at1='2 1' at2='2 0' stiffness='100' length='1'/>"));
    double q0 = machine_joint(&m, "s");
    machine_run(&m, 0.5);
    CHECK_NEAR(machine_joint(&m, "p"), 2, 1e-2);
    CHECK_NEAR(machine_joint(&m, "q"), -0.5 * machine_joint(&m, "p"), 1e-10);
    // x = -(m g / k) (1 - cos ω t)
    double w = sqrt(100.0 / 2), x = -(2 * 9.81 / 100) * (1 - cos(w * 0.5));
    CHECK_NEAR(machine_joint(&m, "s") - q0, x, 1e-4);
    machine_close(&m);
}

TEST(loops_and_floating_chains_stay_closed)
{
    // A square of four bars, pinned to each other and to nothing, falls and turns; the last pin closes the loop.
    machine m =
        text_machine(PLANAR("<body name='a' velocity='1 0' turn='3'><capsule from='0 0' to='1 0' radius='.02'/></body>"
                            "<body name='b' velocity='1 0' turn='3'><capsule from='1 0' to='1 1' radius='.02'/></body>"
                            "<body name='c' velocity='1 0' turn='3'><capsule from='1 1' to='0 1' radius='.02'/></body>"
                            "<body name='d' velocity='1 0' turn='3'><capsule from='0 1' to='0 0' radius='.02'/></body>"
                            "<pin body1='a' body2='b' at='1 0'/><pin body1='b' body2='c' at='1 1'/>"
                            "<pin body1='c' body2='d' at='0 1'/><pin body1='d' body2='a' at='0 0'/>"));
    CHECK(hf_model_count(m.model, HF_ITEM_LOOP) == 1 && hf_model_v_count(m.model) == 6);
    for (int k = 0; k < 500; k++)
    {
        machine_step(&m);
        CHECK(machine_gap(&m, 0) <= 1e-10);
    }
    machine_close(&m);
}

// ---- what is refused ----

static void refused(const char *text, const char *words)
{
    hf_error error;
    hf_model *model = text_model_key(text, NULL, &error);
    hf_model_destroy(model);
    if (model || !strstr(error.message, words))
        harness_fail(__FILE__, __LINE__, "expected '%s', got '%s'", words, model ? "a model" : error.message);
}

TEST(what_is_wrong_is_named)
{
    refused(PLANAR("<body name='x'><polygon name='bow' points='0 0 1 1 1 0 0 2'/></body>"), "'bow'): the edge");
    refused(PLANAR("<body name='x'><polygon points='0 0 1 0 2 0'/></body>"),
            "<polygon>: planar shape 0: points: a polygon without area");
    refused(PLANAR("<body name='x'><polygon points='0 0 1 0'/></body>"), "at least 3");
    refused(PLANAR("<body name='x'><polygon points='0 0 1 0 1'/></body>"), "pairs");
    refused(PLANAR("<body name='x'><polygon points='0 0 1 0 1 1 0 1'><hole points='2 2 3 2 3 3'/></polygon></body>"),
            "hole");
    refused(PLANAR("<body name='x'><disc radius='0'/></body>"), "radius = 0");
    refused(PLANAR("<body name='x'/>"), "planar body 1 ('x') moves and has neither mass");
    refused(PLANAR("<body name='x'><disc radius='0.1'/></body><pin name='p' body2='x' at='3 3'/>"),
            "pin 0 ('p'): at = (3, 3)");
    refused(PLANAR("<body name='x'><disc radius='1'/></body><pin name='p' body2='y' at='0 0'/>"), "no planar body 'y'");
    refused(PLANAR("<body name='x'><disc radius='1'/></body><slider name='r' body2='x' axis='0 1'/><slider name='s' "
                   "body2='x'/>"),
            "closes a loop");
    refused(PLANAR("<body name='x' motion='static'><disc radius='1'/></body><pin name='p' body2='x' at='0 0'/>"),
            "do not move by themselves");
    refused(PLANAR("<body name='x' level='31'><disc radius='1'/></body>"), "level");
    const char *const ratios[] = {"0", "inf", "nan"};
    for (int k = 0; k < 3; k++)
    {
        char text[600];
        snprintf(
            text, sizeof text,
            PLANAR("<body name='x'><disc radius='1'/></body><body name='y'><disc radius='1'/></body><pin name='p' "
                   "body2='x' at='0 0'/><pin name='q' body2='y' at='0 0'/><gear joint1='p' joint2='q' ratio='%s'/>"),
            ratios[k]);
        refused(text, "ratio");
    }
    // Two pins that cannot both hold: the bar is shorter than their distance, as a body that turns about one of them.
    refused(PLANAR("<body name='a'><disc radius='1'/></body><body name='b'><disc radius='1'/></body>"
                   "<pin name='p' body2='a' at='0 0'/><pin name='q' body2='b' at='0.5 0'/>"
                   "<gear name='g' joint1='p' joint2='q' ratio='2'/><gear name='h' joint1='p' joint2='q' ratio='0'/>"),
            "gear 1 ('h')");
}

TEST(definitions_from_c_are_checked)
{
    hf_error error = {0};
    hf_planar *p = NULL;
    hf_planar_def plane = hf_planar_def_default();
    plane.normal[1] = 0;
    CHECK(hf_planar_create(&plane, &p, &error) == HF_STATUS_INVALID && strstr(error.message, "normal"));
    plane = hf_planar_def_default();
    CHECK(hf_planar_create(&plane, &p, &error) == HF_STATUS_OK);
    hf_planar_motor_def motor = hf_planar_motor_def_default();
    CHECK(hf_planar_add_motor(p, &motor, NULL, &error) == HF_STATUS_INVALID && strstr(error.message, "joint"));
    hf_planar_gear_def gear = hf_planar_gear_def_default();
    gear.ratio = INFINITY;
    CHECK(hf_planar_add_gear(p, &gear, NULL, &error) == HF_STATUS_INVALID);
    hf_planar_body_def body = hf_planar_body_def_default();
    body.density = 0;
    CHECK(hf_planar_add_body(p, &body, NULL, &error) == HF_STATUS_INVALID && strstr(error.message, "density"));
    hf_planar_destroy(p);
}

// ---- drawings ----

static hf_model *drawing(const char *text, hf_error *error)
{
    hf_builder *builder = NULL;
    *error = (hf_error){0};
    hf_status status = hf_scene_read_svg(text_file("drawing.svg", text), NULL, NULL, &builder, error);
    return text_build(status, builder, error);
}

#define SVG(body) "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 1000 1000' data-scale='0.001'>" body "</svg>"

TEST(drawings_become_bodies)
{
    hf_error error;
    hf_model *m = drawing(SVG("<rect id='floor' class='static' x='0' y='900' width='1000' height='100'/>"
                              "<circle id='disc' cx='200' cy='400' r='50' data-density='10'/>"
                              "<g transform='translate(500 500) rotate(90) scale(2)'><rect id='bar' x='0' y='0' "
                              "width='100' height='10'/></g>"
                              "<path id='ring' d='M600 300h100v100h-100z m25 25v50h50v-50z'/>"
                              "<path id='leaf' d='M100 100 C 150 50 250 50 300 100 S 150 150 100 100'/>"),
                          &error);
    if (!m) harness_fail(__FILE__, __LINE__, "%s", error.message);
    hf_body_def disc = hf_model_body(m, hf_model_find(m, HF_ITEM_BODY, "disc"));
    CHECK_NEAR(disc.position[0], 0.2, 1e-12);
    CHECK_NEAR(disc.position[2], 0.6, 1e-12);
    CHECK_NEAR(disc.mass, 10 * PI * 0.0025, 1e-12);
    hf_body_def bar = hf_model_body(m, hf_model_find(m, HF_ITEM_BODY, "bar"));
    CHECK_NEAR(bar.position[0], 0.49, 1e-12); // 200 long downwards, 20 to the left
    CHECK_NEAR(bar.position[2], 0.4, 1e-12);
    CHECK_NEAR(bar.mass, 20 * 0.2 * 0.02, 1e-12);
    CHECK_NEAR(hf_model_body(m, hf_model_find(m, HF_ITEM_BODY, "ring")).mass, 20 * (0.01 - 0.0025), 1e-12);
    CHECK(hf_model_body(m, hf_model_find(m, HF_ITEM_BODY, "floor")).motion == HF_MOTION_STATIC);
    hf_model_destroy(m);
}

TEST(circles_and_arcs_keep_to_the_tolerance)
{
    hf_error error;
    hf_model *m = drawing(SVG("<path id='a' d='M 100 500 A 100 100 0 0 1 300 500 A 100 100 0 0 1 100 500 Z'/>"
                              "<ellipse id='e' cx='600' cy='500' rx='100' ry='50'/>"),
                          &error);
    if (!m) harness_fail(__FILE__, __LINE__, "%s", error.message);
    CHECK_NEAR(hf_model_body(m, hf_model_find(m, HF_ITEM_BODY, "a")).mass, 20 * PI * 0.01, 20 * PI * 0.01 * 0.01);
    CHECK_NEAR(hf_model_body(m, hf_model_find(m, HF_ITEM_BODY, "e")).mass, 20 * PI * 0.005, 20 * PI * 0.005 * 0.02);
    hf_model_destroy(m);
}

TEST(rects_with_round_corners)
{
    // w h - (4 - pi) rx ry; ry is rx where it is not written, and neither is more than half a side
    static const struct
    {
        const char *corners;
        double rx, ry;
    } cases[] = {{"rx='30' ry='10'", 0.03, 0.01}, {"rx='20'", 0.02, 0.02}, {"rx='900' ry='900'", 0.1, 0.05}};
    for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++)
    {
        char text[400];
        hf_error error;
        snprintf(text, sizeof text, SVG("<rect id='r' x='100' y='200' width='200' height='100' %s/>"),
                 cases[k].corners);
        hf_model *m = drawing(text, &error);
        if (!m) harness_fail(__FILE__, __LINE__, "%s", error.message);
        hf_body_def r = hf_model_body(m, hf_model_find(m, HF_ITEM_BODY, "r"));
        double corners = (4 - PI) * cases[k].rx * cases[k].ry;
        CHECK_NEAR(r.mass, 20 * (0.02 - corners), 20 * 0.02 * corners + 20 * 2e-5);
        CHECK_NEAR(r.position[0], 0.2, 1e-6);
        hf_model_destroy(m);
    }
}

TEST(joints_of_drawings)
{
    hf_error error;
    hf_model *m = drawing(
        SVG("<rect id='a' x='100' y='100' width='200' height='20'/><rect id='b' x='280' y='100' width='200' "
            "height='20'/>"
            "<circle id='p' class='pin' cx='110' cy='110' r='3' data-motor='2' data-limit='5'/>"
            "<circle id='q' class='pin' cx='290' cy='110' r='3' data-range='-90 90'/>"
            "<line class='spring' x1='470' y1='110' x2='470' y2='300' data-bodies='b ground' data-stiffness='10'/>"
            "<line id='g' class='gear' data-joints='p q' data-ratio='-1'/>"),
        &error);
    if (!m) harness_fail(__FILE__, __LINE__, "%s", error.message);
    CHECK(hf_model_count(m, HF_ITEM_JOINT) == 2 && hf_model_count(m, HF_ITEM_ACTUATOR) == 1 &&
          hf_model_count(m, HF_ITEM_TENDON) == 1);
    CHECK(hf_model_count(m, HF_ITEM_LOOP) == 1);
    hf_joint_def q = hf_model_joint(m, hf_model_find(m, HF_ITEM_JOINT, "q"));
    CHECK(q.limited && fabs(q.range[1] - PI / 2) < 1e-15);
    hf_model_destroy(m);
}

TEST(drawings_that_cannot_be_read_say_which_element)
{
    const struct
    {
        const char *text, *words;
    } cases[] = {
        {SVG("<path id='x' d='M0 0 L10 10 L10 0 L0 20 Z'/>"), "<path id='x'>: planar shape 0 ('x'): the edge"},
        {SVG("<path id='x' d='M0 0 B 1 2'/>"), "is no command of a path"},
        {SVG("<path id='x' d='M0 0 L 1'/>"), "numbers are missing after 'L'"},
        {SVG("<path id='x' d='L0 0'/>"), "begins with M"},
        {SVG("<path id='x' d='M0 0 L10 10'/>"), "<path id='x'>: it encloses nothing"},
        {SVG("<rect id='x' width='10' height='10' rx='-2'/>"), "<rect id='x'>: rx: is negative"},
        {SVG("<rect id='x' width='ten' height='10'/>"), "width='ten'"},
        {SVG("<use id='x' href='#y'/>"), "<use id='x'>: copies"},
        {SVG("<rect id='x' width='10' height='10' transform='spin(3)'/>"), "transform: 'spin(3)'"},
        {SVG("<rect id='x' width='10' height='10'/><circle id='p' class='pin' cx='500' cy='500' r='1'/>"),
         "drawn over no body"},
        {SVG("<rect id='x' width='10' height='10'/><circle id='p' class='pin' cx='500' cy='500' r='1' "
             "data-bodies='x'/>"),
         "<circle id='p'>: pin 0 ('p'): at"},
        {SVG("<rect id='x' width='10' height='10'/><circle id='p' class='pin' cx='5' cy='5' r='1' data-bodies='z'/>"),
         "'z'"},
        {SVG("<rect id='x' width='10' height='10' data-level='99'/>"), "data-level"},
        {SVG("<text>hello</text>"), "no shapes"},
        {"<html/>", "begins with <svg>"},
        {SVG("<circle id='x' r='-1'/>"), "radius"},
        {SVG("<circle id='x' r='1'/><line class='gear' data-joints='a b'/>"), "'a'"},
    };
    for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++)
    {
        hf_error error;
        hf_model *model = drawing(cases[k].text, &error);
        hf_model_destroy(model);
        if (model || !strstr(error.message, cases[k].words) || (!strstr(error.message, ".svg:1: ") && k != 14))
            harness_fail(__FILE__, __LINE__, "case %zu: expected '%s', got '%s'", k, cases[k].words,
                         model ? "a model" : error.message);
    }
}

TEST(every_allocation_may_fail)
{
    char path[600];
    snprintf(path, sizeof path, "%s",
             text_file("small.svg", SVG("<path id='x' d='M0 0h100v100h-100z m25 25v50h50v-50z'/>"
                                        "<circle id='p' class='pin' cx='10' cy='10' r='3'/>")));
    scene_allocations_fail(path);
    snprintf(
        path, sizeof path, "%s",
        text_file(
            "small.xml",
            PLANAR("<body name='a'><polygon points='0 0 1 0 1 1 .5 .2'/></body><body name='b'><disc radius='1'/></body>"
                   "<pin name='p' body2='a' at='0 0'/><pin name='q' body1='a' body2='b' at='0 0'/>"
                   "<motor joint='p'/><gear joint1='p' joint2='q'/><spring body2='b' at1='1 1' at2='0 0'/>")));
    scene_allocations_fail(path);
}

TEST(converted_scenes_are_the_same)
{
    const char *const scenes[] = {"jack", "geneva", "feeder:blocks=2", "switch"};
    for (int k = 0; k < 4; k++)
    {
        hf_error error = {0};
        hf_model *model = scene_model(scenes[k]);
        char path[600];
        snprintf(path, sizeof path, "%s/converted.xml", text_folder());
        CHECK(hf_scene_write_mjcf(model, path, &error) == HF_STATUS_OK);
        hf_model *again = scene_model(path);
        CHECK(hf_model_count(again, HF_ITEM_SHAPE) == hf_model_count(model, HF_ITEM_SHAPE));
        hf_world *a, *b;
        CHECK(hf_world_create(model, &a, &error) == HF_STATUS_OK && hf_world_create(again, &b, &error) == HF_STATUS_OK);
        for (int n = 0; n < 50; n++)
        {
            hf_step_report report;
            CHECK(hf_world_step(a, 1e-3, &report, &error) == HF_STATUS_OK);
            CHECK(hf_world_step(b, 1e-3, &report, &error) == HF_STATUS_OK);
        }
        for (int n = 1; n < hf_model_count(model, HF_ITEM_BODY); n++) // bodies come in another order
        {
            hf_body_state x = hf_world_body(a, n),
                          y = hf_world_body(b, hf_model_find(again, HF_ITEM_BODY, hf_model_body(model, n).name));
            for (int i = 0; i < 3; i++) CHECK_NEAR(y.position[i], x.position[i], 1e-9);
        }
        hf_world_destroy(a);
        hf_world_destroy(b);
        hf_model_destroy(model);
        hf_model_destroy(again);
    }
}
