#include "soak/scenes.h"

#include "base/random.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

typedef struct maker
{
    FILE *out;
    random_state random;
    double h, friction, restitution;
} maker;

static double between(maker *m, double lo, double hi)
{
    return random_between(&m->random, lo, hi);
}

/// Uniform in the logarithm.
static double scale_between(maker *m, double lo, double hi)
{
    return exp(between(m, log(lo), log(hi)));
}

static int below(maker *m, int count)
{
    return random_below(&m->random, count);
}

static bool chance(maker *m, double share)
{
    return random_unit(&m->random) < share;
}

static double one_of(maker *m, const double *values, int count)
{
    return values[below(m, count)];
}

#define ONE_OF(m, ...)                                                                                                 \
    one_of((m), (const double[]){__VA_ARGS__}, (int)(sizeof((const double[]){__VA_ARGS__}) / sizeof(double)))

static void write_quat(maker *m)
{
    double q[4], norm = 0.0;
    for (int k = 0; k < 4; k++) q[k] = random_normal(&m->random), norm += q[k] * q[k];
    norm = sqrt(norm);
    fprintf(m->out, " quat='%.9g %.9g %.9g %.9g'", q[0] / norm, q[1] / norm, q[2] / norm, q[3] / norm);
}

static void write_axis(maker *m)
{
    double a[3], norm = 0.0;
    for (int k = 0; k < 3; k++) a[k] = random_normal(&m->random), norm += a[k] * a[k];
    norm = sqrt(norm);
    fprintf(m->out, " axis='%.9g %.9g %.9g'", a[0] / norm, a[1] / norm, a[2] / norm);
}

static void write_vector(maker *m, const char *name, double size)
{
    fprintf(m->out, " %s='%.6g %.6g %.6g'", name, between(m, -size, size), between(m, -size, size),
            between(m, -size, size));
}

static void begin(maker *m, bool gravity)
{
    fprintf(m->out, "<mujoco><compiler angle='degree' autolimits='true'/><option timestep='%g' gravity='0 0 %s'/>\n",
            m->h, gravity ? "-9.81" : "0");
}

static void write_plane(maker *m)
{
    fprintf(m->out, "<geom name='ground' type='plane' size='5 5 .1' friction='%g'/>\n", m->friction);
}

static void end(maker *m)
{
    fprintf(m->out, "<holdfast restitution='%g'/></mujoco>\n", m->restitution);
}

// ---- bodies in space ----

static const double SMALLEST = 0.02, LARGEST = 0.1; // half sizes [m]
static const double APART = 0.36;                   // of centres, so that nothing overlaps at first [m]

/// Hulls are named m0, m1, … in the order of bodies.
static void write_hulls(maker *m, int count)
{
    for (int k = 0; k < count; k++)
    {
        fprintf(m->out, "<mesh name='m%d' vertex='", k);
        int vertices = 4 + below(m, 12);
        for (int v = 0; v < vertices; v++)
            fprintf(m->out, "%s%.5g %.5g %.5g", v ? " " : "", between(m, -0.1, 0.1), between(m, -0.06, 0.06),
                    between(m, -0.06, 0.06));
        fputs("'/>\n", m->out);
    }
}

static void write_geom(maker *m, int k, bool hulls)
{
    static const char *const kinds[] = {"sphere", "capsule", "box", "cylinder", "ellipsoid", "mesh"};
    int kind = below(m, hulls ? 6 : 5);
    double a = between(m, SMALLEST, LARGEST), b = between(m, SMALLEST, LARGEST), c = between(m, SMALLEST, LARGEST);
    if (chance(m, 0.1)) c *= 0.1; // cards and coins
    fprintf(m->out, "<geom name='g%d' type='%s' mass='%.5g' friction='%g'", k, kinds[kind], scale_between(m, 0.1, 10.0),
            ONE_OF(m, 0.0, 0.2, 0.5, 0.8));
    if (kind == 5) fprintf(m->out, " mesh='m%d'/>", k);
    else fprintf(m->out, " size='%.6g %.6g %.6g'/>", a, b, c);
}

static void write_free_body(maker *m, int k, double x, double y, double z, bool hulls)
{
    fprintf(m->out, "<body name='b%d' pos='%.6g %.6g %.6g'", k, x, y, z);
    write_quat(m);
    fputs("><freejoint/>", m->out);
    write_geom(m, k, hulls);
    fputs("</body>\n", m->out);
}

/// Bodies above one another, from `z` on, within `width` of the axis.
static void write_heap(maker *m, int count, double z, double width)
{
    for (int k = 0; k < count; k++)
        write_free_body(m, k, between(m, -width, width), between(m, -width, width), z + APART * k, true);
}

static void write_speeds(maker *m, int count, double speed, double spin, const char *more)
{
    fprintf(m->out, "<holdfast restitution='%g'>", m->restitution);
    for (int k = 0; k < count; k++)
    {
        fprintf(m->out, "<body name='b%d'", k);
        write_vector(m, "velocity", speed);
        write_vector(m, "angular_velocity", spin);
        fputs("/>", m->out);
    }
    fprintf(m->out, "%s</holdfast></mujoco>\n", more);
}

static void make_free(maker *m)
{
    int count = 2 + below(m, 9);
    begin(m, true);
    fputs("<asset>", m->out);
    write_hulls(m, count);
    fputs("</asset><worldbody>\n", m->out);
    write_plane(m);
    if (chance(m, 0.3)) // a wall and a step
        fputs("<geom type='box' size='.02 .5 .3' pos='.3 0 .3'/><geom type='box' size='.2 .5 .05' pos='-.2 0 .05'/>\n",
              m->out);
    write_heap(m, count, 0.3, 0.1);
    fputs("</worldbody>\n", m->out);
    write_speeds(m, count, chance(m, 0.2) ? 5.0 : 1.0, chance(m, 0.2) ? 50.0 : 5.0, "");
}

/// Bodies that fly at each other: nothing holds them, so momenta stay.
static void make_flight(maker *m)
{
    int count = 2 + below(m, 5);
    begin(m, false);
    fputs("<asset>", m->out);
    write_hulls(m, count);
    fputs("</asset><worldbody>\n", m->out);
    for (int k = 0; k < count; k++)
        write_free_body(m, k, APART * (k % 2), APART * (k / 2 % 2), APART * (k / 4), true); // NOLINT: whole numbers
    fprintf(m->out, "</worldbody><holdfast restitution='%g'>", m->restitution);
    for (int k = 0; k < count; k++)
    {
        fprintf(m->out, "<body name='b%d' velocity='%.5g %.5g %.5g'", k, (k % 2 ? -1 : 1) * between(m, 0.2, 2.0),
                (k / 2 % 2 ? -1 : 1) * between(m, 0.0, 1.0), between(m, -0.3, 0.3));
        write_vector(m, "angular_velocity", chance(m, 0.2) ? 50.0 : 8.0);
        fputs("/>", m->out);
    }
    fputs("</holdfast></mujoco>\n", m->out);
}

// ---- in a plane ----

static void write_star(maker *m)
{
    int corners = 5 + below(m, 7);
    double phase = between(m, 0.0, 6.283);
    fputs("<polygon points='", m->out);
    for (int k = 0; k < corners; k++)
    {
        double angle = phase + 6.283185307 * (k + between(m, -0.3, 0.3)) / corners, r = between(m, 0.04, 0.18);
        fprintf(m->out, "%s%.5g %.5g", k ? "  " : "", r * cos(angle), r * sin(angle));
    }
}

static void write_letter(maker *m)
{
    static const char *const letters[] = {
        "-.12 -.12 .12 -.12 .12 .12 .07 .12 .07 -.07 -.07 -.07 -.07 .12 -.12 .12", // U
        "-.12 -.12 .12 -.12 .12 -.07 -.07 -.07 -.07 .12 -.12 .12",                 // L
        "-.03 -.12 .03 -.12 .03 .06 .12 .06 .12 .12 -.12 .12 -.12 .06 -.03 .06",   // T
        "-.12 -.12 -.06 -.12 -.06 -.03 .06 -.03 .06 -.12 .12 -.12 .12 .12 .06 .12 .06 .03 -.06 .03 -.06 .12 -.12 .12"};
    fprintf(m->out, "<polygon points='%s", letters[below(m, 4)]);
}

static void make_planar(maker *m)
{
    int count = 1 + below(m, 7);
    fprintf(m->out, "<mujoco><option timestep='%g'/><worldbody/><holdfast restitution='%g'><planar friction='%g'>\n",
            m->h, m->restitution, m->friction);
    fputs("<polygon points='-1.2 -.1 1.2 -.1 1.2 0 -1.2 0'/><polygon points='-1.3 -.1 -1.2 -.1 -1.2 5 -1.3 5'/>"
          "<polygon points='1.2 -.1 1.3 -.1 1.3 5 1.2 5'/>\n",
          m->out);
    for (int k = 0; k < count; k++)
    {
        fprintf(m->out,
                "<body name='p%d' pos='%.5g %.5g' angle='%.5g' velocity='%.5g %.5g' turn='%.5g' density='%.5g'>", k,
                between(m, -0.8, 0.8), 0.3 + 0.4 * k, between(m, 0.0, 360.0), between(m, -1.0, 1.0),
                between(m, -1.0, 1.0), between(m, -8.0, 8.0), scale_between(m, 5.0, 100.0));
        if (chance(m, 0.3)) write_letter(m);
        else write_star(m);
        fprintf(m->out, "' friction='%g'/></body>\n", ONE_OF(m, 0.0, 0.3, 0.8));
    }
    fputs("</planar></holdfast></mujoco>\n", m->out);
}

// ---- bodies that change their shape ----

static void make_deformed(maker *m)
{
    static const char *const kinds[] = {"box", "sphere", "ellipsoid", "capsule"};
    int count = 1 + below(m, 4);
    char form[4];
    begin(m, true);
    fputs("<worldbody>\n", m->out);
    write_plane(m);
    for (int k = 0; k < count; k++)
    {
        int kind = below(m, 4);
        form[k] = (char)(kind == 3 ? 's' : "asr"[below(m, 3)]);
        fprintf(m->out, "<body name='b%d' pos='%.5g %.5g %.5g'", k, between(m, -0.08, 0.08), between(m, -0.08, 0.08),
                0.25 + APART * k);
        write_quat(m);
        fprintf(m->out, "><freejoint/><geom type='%s' size='%.5g %.5g %.5g' friction='%g'/></body>\n", kinds[kind],
                between(m, 0.04, 0.1), between(m, 0.04, 0.1), between(m, 0.04, 0.1), ONE_OF(m, 0.0, 0.3, 0.8));
    }
    fprintf(m->out, "</worldbody><holdfast restitution='%g'>", m->restitution);
    for (int k = 0; k < count; k++)
    {
        fprintf(m->out, "<body name='b%d'", k);
        write_vector(m, "velocity", 1.0);
        write_vector(m, "angular_velocity", 4.0);
        if (form[k] != 'r')
            fprintf(m->out, " form='%s' young='%.4g' poisson='%g' strain_damping='%g'",
                    form[k] == 'a' ? "affine" : "scale", scale_between(m, 5e4, 2e6), ONE_OF(m, 0.0, 0.3, 0.45),
                    ONE_OF(m, 0.0, 0.001, 0.003));
        fputs("/>", m->out);
    }
    fputs("</holdfast></mujoco>\n", m->out);
}

// ---- fibres ----

static void make_fibre(maker *m)
{
    static const char *const kinds[] = {"der", "corde", "superhelix"};
    int count = 1 + below(m, 2), kind = below(m, 3), load = chance(m, 0.3);
    bool ground = chance(m, 0.4), post = chance(m, 0.3);
    double length[2], angle[2], height = ground ? 0.5 : 2.0;
    begin(m, true);
    fputs("<worldbody>\n", m->out);
    if (ground) write_plane(m);
    if (post)
        fprintf(m->out, "<geom type='capsule' size='.03' fromto='.12 -.4 %g .12 .4 %g'/>\n", height - 0.15,
                height - 0.15);
    for (int k = 0; k < count; k++) length[k] = between(m, 0.2, 0.6), angle[k] = between(m, -0.3, 1.2);
    if (load)
        fprintf(m->out,
                "<body name='w' pos='%.9g 0 %.9g'><freejoint/><geom type='sphere' size='.02' mass='%.4g'/></body>\n",
                length[0] * cos(angle[0]), height + length[0] * sin(angle[0]), scale_between(m, 0.001, 0.5));
    fprintf(m->out, "</worldbody><holdfast restitution='%g'>", m->restitution);
    for (int k = 0; k < count; k++)
    {
        fprintf(m->out, "<fibre name='f%d' points='", k);
        for (int i = 0; i <= 4; i++)
            fprintf(m->out, "%s%.9g %.9g %.9g", i ? "  " : "", 0.25 * i * length[k] * cos(angle[k]), 0.05 * k,
                    height + 0.25 * i * length[k] * sin(angle[k]));
        double section = between(m, 0.0005, 0.003);
        fprintf(m->out, "' section='%.4g' young='%.4g' kind='%s' root='%s' damping='%g' elements='%d'%s/>", section,
                scale_between(m, 1e6, 1e8), kinds[kind], chance(m, 0.6) ? "clamped" : "pinned",
                ONE_OF(m, 0.0, 0.001, 0.01), 5 + below(m, 10), load && k == 0 ? " tip='pinned' tip_body='w'" : "");
    }
    fputs("</holdfast></mujoco>\n", m->out);
}

// ---- mechanisms ----

static void write_link_geom(maker *m)
{
    int kind = below(m, 3);
    double mass = scale_between(m, 0.05, 7.0), mu = ONE_OF(m, 0.0, 0.4, 0.8);
    if (kind == 0) fprintf(m->out, "<geom type='capsule' size='.03' fromto='0 0 0 .12 0 0'");
    else if (kind == 1) fprintf(m->out, "<geom type='box' size='.06 .04 .03' pos='.06 0 0'");
    else fprintf(m->out, "<geom type='sphere' size='.05' pos='.1 0 0'");
    fprintf(m->out, " mass='%.5g' friction='%g'/>", mass, mu);
}

static void write_joint(maker *m)
{
    int kind = below(m, 3);
    static const char *const kinds[] = {"hinge", "slide", "ball"};
    fprintf(m->out, "<joint type='%s'", kinds[kind]);
    if (kind != 2) write_axis(m);
    fprintf(m->out, " damping='%g'", ONE_OF(m, 0.0, 0.0, 0.01));
    if (kind == 1) fputs(" range='-.1 .1'", m->out);
    if (kind == 0 && chance(m, 0.4)) fputs(" range='-60 60'", m->out);
    if (kind == 0 && chance(m, 0.2)) fputs(" stiffness='1'", m->out);
    fputs("/>", m->out);
}

static void write_links(maker *m, int count, int depth)
{
    for (int k = 0; k < count; k++)
    {
        fputs("<body pos='.15 0 0'", m->out);
        if (chance(m, 0.5)) write_quat(m);
        fputs(">", m->out);
        write_joint(m);
        write_link_geom(m);
        if (depth > 0 && chance(m, 0.7)) write_links(m, 1 + below(m, 2), depth - 1);
        fputs("</body>\n", m->out);
    }
}

/// Trees with a free base or one joint to the world. A base is called b0, b1, …
static void write_trees(maker *m, int count, bool all_free)
{
    for (int k = 0; k < count; k++)
    {
        fprintf(m->out, "<body name='b%d' pos='%.4g 0 %.4g'>", k, 1.2 * (k - 1), between(m, 0.7, 1.3));
        if (all_free || chance(m, 0.6)) fputs("<freejoint/>", m->out);
        else write_joint(m);
        write_link_geom(m);
        write_links(m, 1 + below(m, 2), 2);
        fputs("</body>\n", m->out);
    }
}

static void make_tree(maker *m)
{
    bool maximal = chance(m, 0.15);
    begin(m, true);
    fputs("<worldbody>\n", m->out);
    write_plane(m);
    write_trees(m, 1 + below(m, 3), false);
    fprintf(m->out, "</worldbody><holdfast restitution='%g'%s/></mujoco>\n", m->restitution,
            maximal ? " coordinates='maximal'" : "");
}

/// A tree that turns in free flight.
static void make_spin(maker *m)
{
    double speed = chance(m, 0.3) ? 60.0 : 10.0;
    begin(m, false);
    fputs("<worldbody>\n", m->out);
    write_trees(m, 1, true);
    fprintf(m->out, "</worldbody><holdfast restitution='%g'><body name='b0'", m->restitution);
    write_vector(m, "velocity", 1.0);
    write_vector(m, "angular_velocity", speed);
    fputs("/></holdfast></mujoco>\n", m->out);
}

/// Four bars in space that close, or a ring of free bodies.
static void make_loop(maker *m)
{
    int links = 3 + below(m, 4);
    bool ring = chance(m, 0.4), ground = chance(m, 0.6);
    double r = between(m, 0.15, 0.3), tilt = between(m, -1.0, 1.0);
    double x[8], z[8];
    for (int k = 0; k <= links; k++)
    {
        double angle = tilt + 6.283185307 * k / (links + 1);
        x[k] = r * cos(angle);
        z[k] = 0.8 + r * sin(angle);
    }
    begin(m, true);
    fputs("<worldbody>\n", m->out);
    if (ground) write_plane(m);
    int bodies = ring ? links + 1 : links;
    for (int k = 0; k < bodies; k++)
    {
        int next = (k + 1) % (links + 1);
        double mass = scale_between(m, 0.1, 5.0), dx = x[next] - x[k], dz = z[next] - z[k];
        if (ring || k == 0) fprintf(m->out, "<body name='b%d' pos='%.12g 0 %.12g'>", k, x[k], z[k]);
        else fprintf(m->out, "<body name='b%d' pos='%.12g 0 %.12g'>", k, x[k] - x[k - 1], z[k] - z[k - 1]);
        fputs(ring ? "<freejoint/>" : "<joint axis='0 1 0'/>", m->out);
        fprintf(m->out, "<geom type='capsule' size='.015' fromto='%.9g 0 %.9g %.9g 0 %.9g' mass='%.4g' friction='%g'/>",
                0.15 * dx, 0.15 * dz, 0.85 * dx, 0.85 * dz, mass, ONE_OF(m, 0.0, 0.5));
        if (ring) fputs("</body>\n", m->out);
    }
    if (!ring)
        for (int k = 0; k < bodies; k++) fputs("</body>", m->out);
    fputs("\n</worldbody><equality>", m->out);
    for (int k = 0; ring && k < bodies; k++)
        fprintf(m->out, "<connect body1='b%d' body2='b%d' anchor='%.12g 0 %.12g'/>", k, (k + 1) % bodies,
                x[(k + 1) % bodies] - x[k], z[(k + 1) % bodies] - z[k]);
    if (!ring)
        fprintf(m->out, "<connect body1='b%d' anchor='%.12g 0 %.12g'/>", links - 1, x[links] - x[links - 1],
                z[links] - z[links - 1]);
    fputs("</equality>", m->out);
    if (ring && chance(m, 0.5)) write_speeds(m, 1, 1.0, 0.0, "");
    else end(m);
}

static void make_tendon(maker *m)
{
    double reach = between(m, 0.35, 0.8); // the distance of s0 and s3 is 0.55 at first
    begin(m, true);
    fprintf(m->out, "<worldbody><geom type='plane' size='5 5 .1' friction='%g'/><site name='s0' pos='0 0 1.6'/>\n",
            m->friction);
    fprintf(m->out,
            "<body name='a' pos='0 0 1.2'><joint name='j1' axis='0 1 0'/><geom type='capsule' size='.03' "
            "fromto='0 0 0 .3 0 0' mass='%.4g'/><site name='s1' pos='.2 0 .05'/>\n",
            scale_between(m, 0.1, 8.0));
    fprintf(m->out,
            "<body name='b' pos='.34 0 0'><joint name='j2' type='%s' axis='0 1 0'%s/><geom type='capsule' size='.03' "
            "fromto='0.03 0 0 .3 0 0' mass='%.4g'/><site name='s2' pos='.2 0 .03'/></body></body>\n",
            chance(m, 0.5) ? "slide" : "hinge", chance(m, 0.5) ? " range='-.4 .4'" : "", scale_between(m, 0.1, 8.0));
    fprintf(m->out,
            "<body name='c' pos='.3 .35 1.3'><freejoint/><geom type='box' size='.06 .06 .06' mass='%.4g'/>"
            "<site name='s3' pos='0 0 .06'/></body></worldbody>\n<tendon>",
            scale_between(m, 0.1, 5.0));
    fprintf(m->out,
            "<spatial name='t1' limited='true' range='0 %.4g' stiffness='%g' damping='%g'><site site='s0'/><site "
            "site='s3'/></spatial>",
            reach + 0.2, ONE_OF(m, 0.0, 100.0, 1000.0), ONE_OF(m, 0.0, 1.0));
    fprintf(
        m->out,
        "<spatial name='t2' limited='true' range='0 %.4g' stiffness='%g'><site site='s1'/><site site='s2'/></spatial>",
        between(m, 0.36, 0.6), ONE_OF(m, 0.0, 50.0));
    if (chance(m, 0.5))
        fprintf(m->out,
                "<fixed name='t3' limited='true' range='-.5 .5'><joint joint='j1' coef='1'/><joint joint='j2' "
                "coef='%.4g'/></fixed>",
                between(m, -1.0, 1.0));
    fputs("</tendon>", m->out);
    end(m);
}

// ---- ground that is not flat ----

static void make_field(maker *m)
{
    int n = 4 + below(m, 8), count = 1 + below(m, 6);
    double height = chance(m, 0.3) ? between(m, 0.5, 1.0) : between(m, 0.05, 0.4);
    begin(m, true);
    fputs("<asset>", m->out);
    write_hulls(m, count);
    fprintf(m->out, "<hfield name='hf' nrow='%d' ncol='%d' size='1.5 1.5 %.4g .1' elevation='", n, n, height);
    for (int k = 0; k < n * n; k++) fprintf(m->out, "%s%.3f", k ? " " : "", between(m, 0.0, 1.0));
    fprintf(m->out, "'/></asset><worldbody><geom type='hfield' hfield='hf' friction='%g'/>\n", m->friction);
    write_heap(m, count, height + 0.3, 0.7);
    fputs("</worldbody>\n", m->out);
    write_speeds(m, count, 1.0, 5.0, "");
}

static void make_mesh(maker *m)
{
    int n = 4 + below(m, 6), count = 1 + below(m, 6);
    double height = chance(m, 0.3) ? 0.6 : 0.2;
    begin(m, true);
    fputs("<asset>", m->out);
    write_hulls(m, count);
    fputs("<mesh name='tm' vertex='", m->out);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            fprintf(m->out, "%s%.5g %.5g %.5g", i || j ? " " : "", -1.5 + 3.0 * i / (n - 1), -1.5 + 3.0 * j / (n - 1),
                    between(m, 0.0, height));
    fputs("' face='", m->out);
    for (int i = 0; i + 1 < n; i++)
        for (int j = 0; j + 1 < n; j++)
        {
            int a = i * n + j, b = a + n;
            fprintf(m->out, "%d %d %d %d %d %d ", a, b, a + 1, a + 1, b, b + 1);
        }
    fprintf(m->out, "'/></asset><worldbody><geom name='tm' type='mesh' mesh='tm' friction='%g'/>\n", m->friction);
    write_heap(m, count, height + 0.3, 0.7);
    fputs("</worldbody>\n", m->out);
    write_speeds(m, count, 1.0, 5.0, "<geom name='tm' shape='triangles'/>");
}

// ---- what is carried ----

/// A tray on an arm that turns, with boxes that friction holds, or not.
static void make_tray(maker *m)
{
    double speed = between(m, 0.3, 3.0), reach = between(m, 0.2, 0.6), mu = ONE_OF(m, 0.3, 0.6, 1.0);
    begin(m, true);
    fprintf(m->out,
            "<worldbody><body name='arm' pos='0 0 .5'><joint name='yaw' axis='%.4g %.4g 1'/><geom type='capsule' "
            "size='.03' fromto='0 0 0 %.6g 0 0' mass='5' contype='0' conaffinity='0'/>",
            between(m, -0.1, 0.1), between(m, -0.1, 0.1), reach);
    bool wrist = chance(m, 0.5);
    fprintf(
        m->out,
        "<body name='tray' pos='%.6g 0 0'>%s<geom type='box' size='.2 .2 .02' mass='3' friction='%g'/></body></body>\n",
        reach, wrist ? "<joint name='wrist' axis='0 0 1' damping='5'/>" : "", mu);
    for (int k = 0; k < 1 + below(m, 3); k++)
        fprintf(m->out,
                "<body name='b%d' pos='%.6g %.6g .56'><freejoint/><geom type='box' size='.03 .03 .04' mass='%.4g' "
                "friction='%g'/></body>\n",
                k, reach - 0.08 + 0.08 * k, between(m, -0.1, 0.1), scale_between(m, 0.1, 3.0), mu);
    fprintf(
        m->out,
        "</worldbody><actuator><velocity joint='yaw' kv='50'/>%s</actuator><keyframe><key ctrl='%.4g%s'/></keyframe>",
        wrist ? "<velocity joint='wrist' kv='20'/>" : "", speed, wrist ? " -1" : "");
    end(m);
}

/// Two pads on slides at the end of an arm press a box and turn it.
static void make_pinch(maker *m)
{
    double mu = between(m, 0.5, 1.0), mass = between(m, 0.1, 1.0),
           force = mass * 9.81 / (2 * mu) * between(m, 1.3, 4.0);
    double speed = between(m, -2.0, 2.0);
    bool upright = chance(m, 0.5);
    begin(m, true);
    fprintf(m->out,
            "<worldbody><body name='arm' pos='0 0 1'><joint name='turn' axis='%s'/><geom type='capsule' size='.03' "
            "fromto='0 0 0 .35 0 0' mass='20' contype='0' conaffinity='0'/>\n",
            upright ? "0 0 1" : "1 0 0");
    for (int side = -1; side <= 1; side += 2)
        fprintf(m->out,
                "<body name='pad%s' pos='.4 %g 0'><joint name='%s' type='slide' axis='0 %d 0' damping='5'/><geom "
                "type='box' size='.03 .01 .03' mass='.2' friction='%g'/></body>\n",
                side < 0 ? "l" : "r", 0.04 * side, side < 0 ? "l" : "r", -side, mu);
    fprintf(m->out,
            "</body><body name='b0' pos='%.6g 0 %.6g'><freejoint/><geom type='box' size='.04 .03 .04' mass='%.5g' "
            "friction='%g'/></body></worldbody>\n",
            0.4 + between(m, -0.005, 0.005), 1.0 + between(m, -0.005, 0.005), mass, mu);
    fprintf(m->out,
            "<actuator><velocity joint='turn' kv='200'/><motor joint='l'/><motor joint='r'/></actuator>"
            "<keyframe><key ctrl='%.5g %.5g %.5g'/></keyframe>",
            speed, force, force);
    end(m);
}

// ---- all kinds ----

static const struct
{
    const char *name;
    void (*make)(maker *m);
} kinds[] = {{"free", make_free},     {"flight", make_flight}, {"planar", make_planar}, {"formed", make_deformed},
             {"fibre", make_fibre},   {"tree", make_tree},     {"spin", make_spin},     {"loop", make_loop},
             {"tendon", make_tendon}, {"field", make_field},   {"mesh", make_mesh},     {"tray", make_tray},
             {"pinch", make_pinch}};

int soak_kind_count(void)
{
    return (int)(sizeof kinds / sizeof kinds[0]);
}

const char *soak_kind_name(int kind)
{
    return kinds[kind].name;
}

void soak_scene_write(int kind, uint64_t seed, FILE *out)
{
    maker m = {.out = out, .random = random_seed(seed * 64 + (uint64_t)kind)};
    m.h = ONE_OF(&m, 0.001, 0.002, 0.005);
    m.friction = ONE_OF(&m, 0.0, 0.3, 0.6, 0.9);
    m.restitution = chance(&m, 0.5) ? 0.0 : ONE_OF(&m, 0.3, 0.6, 0.9);
    kinds[kind].make(&m);
}
