// Limit analysis against textbooks: what may be held and what cannot meet at closed forms, to 1e-6, where nothing can
// be prestressed, and what equal springs hold is not above.

#include "support/scene_text.h"

#include <holdfast/holdfast.h>
#include <holdfast/margin.h>

#include <math.h>
#include <stdio.h>

enum
{
    TEXT = 20000
};
static const double PI = 3.14159265358979323846, G = 9.81;
static const double CLOSE = 1e-6;

typedef struct look
{
    hf_margin_result r;
    hf_contact_bounds contact[16];
    hf_pair_bounds pair[16];
} look;

/// What is found of a world, whose proofs are true.
static look ask_world(hf_world *world, hf_margin_options options)
{
    hf_error error = {0};
    hf_margin *margin;
    hf_proof_report report;
    look l;
    if (hf_margin_create(world, &options, &margin, &error) != HF_STATUS_OK)
        harness_fail(__FILE__, __LINE__, "%s", error.message);
    l.r = hf_margin_get(margin);
    const char *path = text_file("margin.proof", "");
    CHECK(hf_margin_write_proof(margin, path, &error) == HF_STATUS_OK);
    CHECK(hf_proof_check(path, 0.0, &report, &error) == HF_STATUS_OK);
    if (report.claim_count == 0 || report.true_count != report.claim_count)
        harness_fail(__FILE__, __LINE__, "%s", report.message);
    for (int i = 0; i < l.r.contact_count && i < 16; i++) l.contact[i] = hf_margin_contact(margin, i);
    for (int i = 0; i < l.r.pair_count && i < 16; i++) l.pair[i] = hf_margin_pair(margin, i);
    hf_margin_destroy(margin);
    return l;
}

static look ask_model(hf_model *model, hf_margin_options options)
{
    hf_world *world = world_of(model);
    look l = ask_world(world, options);
    hf_world_destroy(world);
    hf_model_destroy(model);
    return l;
}

static hf_margin_options of_kind(hf_margin_kind kind)
{
    hf_margin_options options = hf_margin_options_default();
    options.kind = kind;
    return options;
}

static hf_margin_options of_force(const hf_model *model, const char *body, double x, double y, double z)
{
    hf_margin_options options = of_kind(HF_MARGIN_FORCE);
    options.body = hf_model_find(model, HF_ITEM_BODY, body);
    options.force[0] = x;
    options.force[1] = y;
    options.force[2] = z;
    CHECK(options.body >= 0);
    return options;
}

/// The multiple that may be and the proved bound are `expected`; springs hold no more.
static void check_limit(const look *l, double expected)
{
    double near = CLOSE * fmax(1.0, fabs(expected));
    CHECK(!l->r.self_stress);
    CHECK_NEAR(l->r.may, expected, near);
    CHECK_NEAR(l->r.cannot, expected, near);
    CHECK(l->r.may <= l->r.cannot + near && l->r.holds <= l->r.may + near);
}

// ---- a block on a slope, and a rope over a pulley to a weight ----

TEST(a_block_on_a_slope_is_pulled_up_by_a_rope)
{
    char text[TEXT];
    const double mu = 0.3, m = 2.0, weight = 1.1, angle = PI / 6;
    const double along[2] = {cos(angle), sin(angle)}, up[2] = {-sin(angle), cos(angle)};
    double box[2] = {0.05 * up[0], 0.05 * up[1]}, pulley[2] = {box[0] + 1.0 * along[0], box[1] + 1.0 * along[1]};
    snprintf(text, sizeof text,
             "<mujoco><compiler angle='radian'/><worldbody>"
             "<geom type='box' size='3 3 0.5' pos='%.17g 0 %.17g' euler='0 %.17g 0' friction='%g'/>"
             "<site name='pulley' pos='%.17g 0 %.17g'/>"
             "<body name='block' pos='%.17g 0 %.17g' euler='0 %.17g 0'><freejoint/>"
             "<geom type='box' size='0.2 0.2 0.05' mass='%g' friction='%g'/><site name='hook'/></body>"
             "<body name='weight' pos='%.17g 0 %.17g'><joint type='slide' axis='0 0 1'/>"
             "<geom type='sphere' size='0.05' mass='%g' contype='0' conaffinity='0'/><site name='eye'/></body>"
             "</worldbody><tendon><spatial name='rope' limited='true' range='0 1.5'><site site='hook'/>"
             "<site site='pulley'/><site site='eye'/></spatial></tendon></mujoco>",
             -0.5 * up[0], -0.5 * up[1], -angle, mu, pulley[0], pulley[1], box[0], box[1], -angle, m, mu, pulley[0],
             pulley[1] - 0.5, weight);
    for (int k = 0; k < 2; k++)
    {
        // the weight is pulled down until the block goes up; or it is lifted until the block goes down
        hf_model *model = text_model(text);
        hf_margin_options options = of_force(model, "weight", 0, 0, k == 0 ? -1.0 : 1.0);
        look l = ask_model(model, options);
        double most = m * (sin(angle) + mu * cos(angle)), least = m * (sin(angle) - mu * cos(angle));
        CHECK(l.r.verdict == HF_VERDICT_HOLDS && l.r.contact_count == 4);
        check_limit(&l, k == 0 ? (most - weight) * G : (weight - least) * G);
    }
}

// ---- a ladder, and a person on it ----

/// A plank without mass but 10 kg in its middle, at 60 degrees; the person hangs at `share` of its length.
static look ladder(double share, double floor, double wall)
{
    char text[TEXT];
    const double length = 3.0, angle = PI / 3, c = cos(angle), s = sin(angle);
    snprintf(text, sizeof text,
             "<mujoco><compiler angle='radian'/><option gravity='0 0 -9.81'/><worldbody>"
             "<geom type='plane' size='9 9 1' friction='%g'/>"
             "<geom type='plane' size='9 9 1' pos='%.17g 0 0' zaxis='-1 0 0' friction='%g'/>"
             "<body name='ladder' euler='0 %.17g 0'><freejoint/>"
             "<inertial pos='%.17g 0 0' mass='10' diaginertia='1 8 8'/>"
             "<geom type='box' size='%.17g 0.25 0.01' pos='%.17g 0 0.01' friction='0'/>"
             "<body name='person' pos='%.17g 0 0'><joint type='hinge' axis='0 1 0'/>"
             "<geom type='sphere' size='0.1' mass='1' contype='0' conaffinity='0'/></body></body></worldbody></mujoco>",
             floor, length * c, wall, -angle, length / 2, length / 2, length / 2, share * length);
    (void)s;
    hf_model *model = text_model(text);
    return ask_model(model, of_force(model, "person", 0, 0, -1.0));
}

/// Both ends slip: N_w = mu N_f, N_f + mu_w N_w = W, moments about the foot; linear in the person's weight P.
static double ladder_limit(double share, double floor, double wall)
{
    const double angle = PI / 3, c = cos(angle), s = sin(angle);
    double top = floor / (1.0 + floor * wall) * (s + wall * c); // of the whole weight, over the length
    return 10.0 * G * (top - 0.5 * c) / (share * c - top);
}

TEST(a_person_climbs_a_ladder)
{
    static const double share[3] = {0.7, 0.8, 0.95};
    for (int k = 0; k < 3; k++)
    {
        look l = ladder(share[k], 0.35, 0.0);
        check_limit(&l, ladder_limit(share[k], 0.35, 0.0) - 1.0 * G);
        l = ladder(share[k], 0.3, 0.2);
        check_limit(&l, ladder_limit(share[k], 0.3, 0.2) - 1.0 * G);
    }
}

// ---- arches ----

static look arch(int stones, double thickness)
{
    char name[100];
    snprintf(name, sizeof name, "arch:n=%d,mu=3,thickness=%.17g", stones, thickness);
    return ask_model(scene_model(name), of_kind(HF_MARGIN_POSE));
}

TEST(a_semicircular_arch_needs_a_thickness_of_0_1075)
{
    look l = arch(61, 0.99 * 0.1075);
    CHECK(l.r.verdict == HF_VERDICT_CANNOT);
    l = arch(61, 1.01 * 0.1075);
    CHECK(l.r.verdict == HF_VERDICT_HOLDS || l.r.verdict == HF_VERDICT_MAY_HOLD);
}

enum
{
    STONES = 9
};
static const double THICK = 0.2;

/// Area of a stone and the x of its centre, a trapezoid between two rays.
static void stone(int i, double *area, double *x)
{
    double a[2] = {PI * i / STONES, PI * (i + 1) / STONES}, inner = 1.0 - THICK / 2, outer = 1.0 + THICK / 2;
    double large = 0.5 * outer * outer * sin(a[1] - a[0]), small = 0.5 * inner * inner * sin(a[1] - a[0]);
    double middle = (cos(a[0]) + cos(a[1])) / 3.0; // of a triangle with the centre of the circle, by its sides
    *area = large - small;
    *x = (large * outer - small * inner) * middle / *area;
}

/// The vertical speed of x in part `part` of four bars that turn about `hinge`; joints k are hinges where the speeds of
/// both sides are equal. Returns the work of weights w at x.
static double work_of(const int joint[4], double hinge[4][2], const double turn[3], const double *weight,
                      const double *x)
{
    // part 0 turns about hinge 0, part 1 about the point that it shares with part 0, and so on
    double sum = 0.0, v[2] = {0.0, 0.0};
    for (int part = 0; part < 3; part++)
    {
        for (int i = joint[part]; i < joint[part + 1]; i++)
            sum -= weight[i] * (v[1] + turn[part] * (x[i] - hinge[part][0]));
        double dx = hinge[part + 1][0] - hinge[part][0], dz = hinge[part + 1][1] - hinge[part][1];
        v[0] -= turn[part] * dz;
        v[1] += turn[part] * dx;
    }
    return sum;
}

/// Whether the three turns leave hinge 3 where it is and open every joint on the side away from its hinge.
static bool is_mechanism(const bool outside[4], double hinge[4][2], double turn[3])
{
    double dx[3], dz[3];
    for (int k = 0; k < 3; k++) dx[k] = hinge[k + 1][0] - hinge[k][0], dz[k] = hinge[k + 1][1] - hinge[k][1];
    turn[0] = dx[1] * dz[2] - dx[2] * dz[1];
    turn[1] = dx[2] * dz[0] - dx[0] * dz[2];
    turn[2] = dx[0] * dz[1] - dx[1] * dz[0];
    for (int flip = 0; flip < 2; flip++)
    {
        const double jump[4] = {turn[0], turn[1] - turn[0], turn[2] - turn[1], -turn[2]};
        bool opens = true;
        for (int k = 0; k < 4; k++) opens &= outside[k] ? jump[k] < 0.0 : jump[k] > 0.0;
        if (opens) return true;
        for (int k = 0; k < 3; k++) turn[k] = -turn[k];
    }
    return false;
}

/// The least multiple of a weight at stone `loaded` that some four hinges give way to: all joints, all sides.
static double least_of_mechanisms(int loaded)
{
    double weight[STONES], load[STONES] = {0}, x[STONES], least = INFINITY;
    for (int i = 0; i < STONES; i++) stone(i, &weight[i], &x[i]);
    load[loaded] = 1.0;
    for (int code = 0; code < (STONES + 1) * (STONES + 1) * (STONES + 1) * (STONES + 1) * 16; code++)
    {
        int rest = code / 16, joint[4];
        bool outside[4], sorted = true;
        double hinge[4][2], turn[3];
        for (int k = 0; k < 4; k++)
        {
            joint[k] = rest % (STONES + 1);
            rest /= STONES + 1;
            outside[k] = code >> k & 1;
            sorted &= k == 0 || joint[k] > joint[k - 1];
            double radius = outside[k] ? 1.0 + THICK / 2 : 1.0 - THICK / 2;
            hinge[k][0] = radius * cos(PI * joint[k] / STONES);
            hinge[k][1] = radius * sin(PI * joint[k] / STONES);
        }
        if (!sorted || !is_mechanism(outside, hinge, turn)) continue;
        double own = work_of(joint, hinge, turn, weight, x), by = work_of(joint, hinge, turn, load, x);
        if (by > 1e-12) least = fmin(least, -own / by);
    }
    return least;
}

TEST(an_arch_carries_what_its_weakest_mechanism_does)
{
    double density = 2400.0 * 0.3 * G; // depth 0.3
    for (int loaded = 2; loaded <= 4; loaded++)
    {
        char name[100];
        snprintf(name, sizeof name, "arch:n=%d,mu=3,thickness=%.17g", STONES, THICK);
        hf_model *model = scene_model(name);
        snprintf(name, sizeof name, "stone_%d", loaded);
        look l = ask_model(model, of_force(model, name, 0, 0, -1.0));
        check_limit(&l, density * least_of_mechanisms(loaded));
    }
}

// ---- a house of cards ----

TEST(a_house_of_cards_needs_the_tangent_of_its_lean)
{
    for (int levels = 1; levels <= 4; levels++)
    {
        char name[100];
        snprintf(name, sizeof name, "card_house:levels=%d,lean=20,mu=0.6", levels);
        look l = ask_model(scene_model(name), of_kind(HF_MARGIN_FRICTION));
        CHECK(l.r.verdict == HF_VERDICT_HOLDS);
        check_limit(&l, tan(20.0 * PI / 180.0) / 0.6);
        l = ask_model(scene_model(name), of_kind(HF_MARGIN_GRAVITY));
        CHECK(isinf(l.r.holds) && isinf(l.r.may) && isinf(l.r.cannot));
    }
}

/// Upwards of the tangent springs carry what some forces do, at every lean.
TEST(houses_of_cards_stand_on_equal_springs)
{
    static const double leans[] = {4, 6, 9, 13, 17}, more[] = {1.02, 1.3, 2.2};
    for (int k = 0; k < 5 * 3 * 3; k++)
    {
        char name[100];
        double lean = leans[k / 9], mu = more[k / 3 % 3] * tan(lean * PI / 180.0);
        snprintf(name, sizeof name, "card_house:levels=%d,lean=%g,mu=%.4f", 3 + k % 3, lean, mu);
        look l = ask_model(scene_model(name), of_kind(HF_MARGIN_POSE));
        if (l.r.verdict != HF_VERDICT_HOLDS) harness_fail(__FILE__, __LINE__, "%s", name);
    }
}

// ---- books ----

/// n books of length 1 and 1 kg, each farther out than the one below by `share` of L / (2 k).
static hf_model *books(int n, double share)
{
    char text[TEXT];
    double x = 0.0;
    int at = snprintf(text, sizeof text,
                      "<mujoco><option gravity='0 0 -9.81'/><worldbody>"
                      "<geom type='box' size='2 0.4 0.5' pos='-2 0 -0.5' friction='0.5'/>");
    for (int k = n; k >= 1; k--) // the lowest one first: its right end is L / (2 n) beyond the edge
    {
        x += share * 0.5 / k;
        at += snprintf(text + at, sizeof text - (size_t)at,
                       "<body name='book%d' pos='%.17g 0 %.17g'><freejoint/>"
                       "<geom type='box' size='0.5 0.3 0.05' mass='1' friction='0.5'/></body>",
                       k, x - 0.5, 0.05 + 0.1 * (n - k));
    }
    snprintf(text + at, sizeof text - (size_t)at, "</worldbody></mujoco>");
    return text_model(text);
}

TEST(a_pile_of_books_hangs_over_by_the_harmonic_sum)
{
    for (int n = 1; n <= 6; n++)
    {
        look l = ask_model(books(n, 1.0 - CLOSE), of_kind(HF_MARGIN_POSE));
        CHECK(l.r.verdict == HF_VERDICT_HOLDS && !l.r.self_stress);
        l = ask_model(books(n, 1.0 + CLOSE), of_kind(HF_MARGIN_POSE));
        CHECK(l.r.verdict == HF_VERDICT_CANNOT);
    }
    // at 0.9 of it: a weight on the uppermost one; the k upper ones turn about the edge below, k G (1 - 0.9) / 2 = P x
    hf_model *model = books(4, 0.9);
    look l = ask_model(model, of_force(model, "book1", 0, 0, -1.0));
    double least = INFINITY, arm = -0.5;
    for (int k = 1; k <= 4; k++)
    {
        arm += 0.9 * 0.5 / k; // from the edge below book k to the middle of the uppermost one
        if (arm > 0.0) least = fmin(least, k * 0.1 * 0.5 * G / arm);
    }
    check_limit(&l, least);
}

// ---- three fingers ----

TEST(three_fingers_hold_three_mu_n)
{
    char text[TEXT];
    const double mu = 0.6, press = 4.0, mass = 0.5;
    int at = snprintf(text, sizeof text,
                      "<mujoco><option gravity='0 0 -9.81'/><worldbody><body name='ball'><freejoint/>"
                      "<geom type='sphere' size='0.1' mass='%g' friction='%g'/></body>",
                      mass, mu);
    for (int k = 0; k < 3; k++)
    {
        double c = cos(2.0 * PI * k / 3), s = sin(2.0 * PI * k / 3);
        at += snprintf(text + at, sizeof text - (size_t)at,
                       "<body pos='%.17g %.17g 0' xyaxes='%.17g %.17g 0 %.17g %.17g 0'>"
                       "<joint name='j%d' type='slide' axis='-1 0 0'/>"
                       "<geom type='box' size='0.02 0.03 0.03' mass='0.1' friction='%g'/></body>",
                       0.12 * c, 0.12 * s, c, s, -s, c, k, mu);
    }
    snprintf(text + at, sizeof text - (size_t)at,
             "</worldbody><actuator><motor joint='j0'/><motor joint='j1'/><motor joint='j2'/></actuator></mujoco>");
    hf_model *model = text_model(text);
    hf_world *world = world_of(model);
    hf_error error = {0};
    for (int k = 0; k < 3; k++) CHECK(hf_world_set_control(world, k, press, &error) == HF_STATUS_OK);
    look l = ask_world(world, of_force(model, "ball", 0, 0, -1.0));
    CHECK(l.r.verdict == HF_VERDICT_HOLDS);
    check_limit(&l, 3.0 * mu * press - mass * G);
    l = ask_world(world, of_kind(HF_MARGIN_FRICTION));
    check_limit(&l, mass * G / (3.0 * mu * press));
    hf_world_destroy(world);
    hf_model_destroy(model);
}

TEST(masses_do_not_enter)
{
    static const char *const ratio[] = {"1e-9", "1", "1e9"};
    for (int k = 0; k < 3; k++)
    {
        char name[100];
        snprintf(name, sizeof name, "mass_ratio:ratio=%s", ratio[k]);
        look l = ask_model(scene_model(name), of_kind(HF_MARGIN_POSE));
        CHECK(l.r.verdict == HF_VERDICT_HOLDS && !l.r.self_stress);
    }
}

// ---- bounds by hand ----

TEST(each_leg_of_a_table_has_its_range)
{
    char text[TEXT];
    const double a = 1.0, b = 0.5, x = 0.3, y = -0.1, load = 40.0;
    static const int side[4][2] = {{1, 1}, {-1, 1}, {-1, -1}, {1, -1}};
    int at = snprintf(text, sizeof text,
                      "<mujoco><option gravity='0 0 -10'/><worldbody><geom type='plane' size='5 5 1' friction='0'/>"
                      "<body name='table' pos='0 0 0.125'><freejoint/>"
                      "<inertial pos='%g %g 0' mass='4' diaginertia='1 1 1'/>",
                      x, y);
    for (int k = 0; k < 4; k++)
        at += snprintf(text + at, sizeof text - (size_t)at,
                       "<geom type='sphere' size='0.125' pos='%g %g 0' friction='0'/>", side[k][0] * a, side[k][1] * b);
    snprintf(text + at, sizeof text - (size_t)at, "</body></worldbody></mujoco>");
    hf_margin_options options = of_kind(HF_MARGIN_POSE);
    options.bounds = true;
    look l = ask_model(text_model(text), options);
    CHECK(l.r.contact_count == 4);
    // N_k = W/4 (1 + sx x/a)(1 + sy y/b) + sx sy s: s until one of the four is 0
    double lo = -INFINITY, hi = INFINITY, bilinear[4];
    for (int k = 0; k < 4; k++)
    {
        bilinear[k] = load / 4 * (1.0 + side[k][0] * x / a + side[k][1] * y / b);
        if (side[k][0] * side[k][1] > 0) lo = fmax(lo, -bilinear[k]);
        else hi = fmin(hi, bilinear[k]);
    }
    for (int i = 0; i < 4; i++)
    {
        const hf_contact_bounds *c = &l.contact[i];
        int k = c->contact.point[0] > 0.0 ? c->contact.point[1] > 0.0 ? 0 : 3 : c->contact.point[1] > 0.0 ? 1 : 2;
        bool even = side[k][0] * side[k][1] > 0;
        double least = bilinear[k] + (even ? lo : -hi), greatest = bilinear[k] + (even ? hi : -lo);
        CHECK_NEAR(c->least[0], least, CLOSE * load);
        CHECK_NEAR(c->greatest[0], greatest, CLOSE * load);
        CHECK(c->carries == (least > CLOSE * load ? HF_CARRIES_SURELY : HF_CARRIES_MAYBE));
    }
}

/// On three feet normal forces are unique, and friction has three ways to press feet against each other, along the
/// lines between them: a scan over all of them, against what programs find.
TEST(friction_of_three_feet_has_the_range_of_a_scan)
{
    enum
    {
        GRID = 120
    };
    const double foot[3][2] = {{1.0, 0.2}, {-0.8, 0.7}, {-0.1, -0.9}}, g[3] = {1.5, -1.0, -10.0}, height = 0.4,
                 mu = 0.3;
    char text[TEXT];
    int at = snprintf(text, sizeof text,
                      "<mujoco><option gravity='%g %g %g'/><worldbody><geom type='plane' size='5 5 1' friction='%g'/>"
                      "<body pos='0 0 0.125'><freejoint/><inertial pos='0 0 %g' mass='2' diaginertia='1 1 1'/>",
                      g[0], g[1], g[2], mu, height - 0.125);
    for (int k = 0; k < 3; k++)
        at += snprintf(text + at, sizeof text - (size_t)at,
                       "<geom type='sphere' size='0.125' pos='%g %g 0' friction='%g'/>", foot[k][0], foot[k][1], mu);
    snprintf(text + at, sizeof text - (size_t)at, "</body></worldbody></mujoco>");
    hf_margin_options options = of_kind(HF_MARGIN_POSE);
    options.bounds = true;
    look l = ask_model(text_model(text), options);
    CHECK(l.r.contact_count == 3);

    // shares of the load under the centre of mass, and where its force meets the floor
    const double down = -2.0 * g[2], meets[2] = {-height * g[0] / g[2], -height * g[1] / g[2]};
    double share[3], normal[3], span = 0.0;
    for (int k = 0; k < 3; k++)
    {
        const double *a = foot[(k + 1) % 3], *b = foot[(k + 2) % 3], *c = foot[k];
        double area = (a[0] - c[0]) * (b[1] - c[1]) - (a[1] - c[1]) * (b[0] - c[0]);
        share[k] = (a[0] * b[1] - a[1] * b[0]) / area;
        normal[k] = down * ((a[0] - meets[0]) * (b[1] - meets[1]) - (a[1] - meets[1]) * (b[0] - meets[0])) / area;
        span = fmax(span, 2.0 * mu * normal[k] + 1.0);
    }
    double least[3] = {INFINITY, INFINITY, INFINITY}, greatest[3] = {0.0};
    for (int n = 0; n < GRID * GRID * GRID; n++)
    {
        const int step[3] = {n % GRID, n / GRID % GRID, n / GRID / GRID};
        double t[3][2], size[3];
        bool holds = true;
        for (int k = 0; k < 3; k++)
            for (int j = 0; j < 2; j++) t[k][j] = -2.0 * g[j] * share[k];
        for (int k = 0; k < 3; k++) // along the line from foot k to the next
        {
            const double *a = foot[k], *b = foot[(k + 1) % 3], stress = span * (2.0 * step[k] / (GRID - 1.0) - 1.0);
            for (int j = 0; j < 2; j++)
            {
                double part = stress * (b[j] - a[j]) / hypot(b[0] - a[0], b[1] - a[1]);
                t[k][j] += part;
                t[(k + 1) % 3][j] -= part;
            }
        }
        for (int k = 0; k < 3; k++) holds &= (size[k] = hypot(t[k][0], t[k][1])) <= mu * normal[k];
        for (int k = 0; k < 3 && holds; k++)
        {
            least[k] = fmin(least[k], size[k]);
            greatest[k] = fmax(greatest[k], size[k]);
        }
    }
    for (int i = 0; i < 3; i++)
    {
        const hf_contact_bounds *c = &l.contact[i];
        int k = 0;
        while (hypot(c->contact.point[0] - foot[k][0], c->contact.point[1] - foot[k][1]) > 1e-6) k++;
        double near = CLOSE * down, cell = 4.0 * span / GRID;
        CHECK(c->friction_exact);
        CHECK_NEAR(c->least[0], normal[k], near);
        CHECK_NEAR(c->greatest[0], normal[k], near);
        CHECK(c->least_friction <= least[k] + near && c->least_friction >= least[k] - cell);
        CHECK(c->greatest_friction >= greatest[k] - near && c->greatest_friction <= greatest[k] + cell);
    }
}

/// A ball of 3 kg in a groove whose sides are `angle` from the vertical.
static look groove(double angle, double mu)
{
    char text[TEXT];
    double c = cos(angle), s = sin(angle);
    snprintf(text, sizeof text,
             "<mujoco><option gravity='0 0 -10'/><worldbody>"
             "<geom type='plane' size='5 5 1' pos='%.17g 0 0' zaxis='%.17g 0 %.17g' friction='%g'/>"
             "<geom type='plane' size='5 5 1' pos='%.17g 0 0' zaxis='%.17g 0 %.17g' friction='%g'/>"
             "<body name='ball' pos='0 0 0'><freejoint/><geom type='sphere' size='0.5' mass='3' friction='%g'/></body>"
             "</worldbody></mujoco>",
             -0.5 / c, c, s, mu, 0.5 / c, -c, s, mu, mu);
    hf_margin_options options = of_kind(HF_MARGIN_POSE);
    options.bounds = true;
    return ask_model(text_model(text), options);
}

TEST(a_ball_in_a_wedge_presses_within_its_range)
{
    const double angle = 0.5;
    static const double mu[3] = {0.0, 0.2, 0.4};
    for (int k = 0; k < 3; k++)
    {
        look l = groove(angle, mu[k]);
        double least = 15.0 / (sin(angle) + mu[k] * cos(angle)), greatest = 15.0 / (sin(angle) - mu[k] * cos(angle));
        CHECK(!l.r.self_stress && l.r.contact_count == 2);
        for (int i = 0; i < 2; i++)
        {
            CHECK_NEAR(l.contact[i].least[0], least, CLOSE * 30.0);
            CHECK_NEAR(l.contact[i].greatest[0], greatest, CLOSE * greatest);
        }
    }
    look l = groove(angle, 1.01 * tan(angle)); // a wedge that locks
    CHECK(l.r.self_stress && isinf(l.contact[0].greatest[0]));
    CHECK_NEAR(l.contact[0].least[0], 15.0 / (sin(angle) * 2.01), CLOSE * 30.0);
}
