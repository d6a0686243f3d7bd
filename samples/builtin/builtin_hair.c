// Hair: a head with shoulders, a ponytail and curls, after the scenes of Daviet et al. 2011 (table 1).
//
// The head is a ball on a neck, both one prescribed body that turns about the neck; shoulders and trunk stand still.
// Fibres are as stiff, as heavy and as damp as hair of 80 to 100 µm, and touch each other as wisps that are thicker:
// 1,920 of them stand for a whole head.
//
// Start. Hair springs from the scalp like a fountain, x(s) = (R + a s) n - ½ b s² e_z. Points at the same s are on a
// ball of radius R + a s about a centre ½ b s² lower; as long as b s <= a each of these balls is inside the next, so
// that no two fibres cross. A ponytail is the same with parallel planes: x(s) = -a s e_x + (1 + c s)(y, z) - ½ b s²
// e_z. Then it falls. Curls start in their natural shape, helices about n: the distance from the middle of the head
// grows along each by the same law, so that fibres could meet at equal s alone, where the directions in which they
// leave differ as little as those of the scalp do.

#include "base/elementary.h"
#include "samples/builtin/scene_helpers.h"

#include <math.h>
#include <string.h>

static const double PI = 3.14159265358979323846;
static const double HEAD = 0.09;         // radius [m]
static const double NECK_TO_HEAD = 0.12; // from the point that the head turns about to its middle [m]
static const double NECK = 1.5;          // height of that point [m]

enum
{
    CURVE = 25 // points of a starting curve
};

#define HAIR_PARAMETERS(count, friction, curl_default, length_default)                                                 \
    {"n", "fibres", count, 1, 20000, true}, {"mu", "friction of hair on hair", friction, 0, 10, false},                \
        {"mu_body", "friction of hair on the body", 0.5, 0, 10, false},                                                \
        {"kind", "of rod: 0 superhelix, 1 der, 2 corde", 0, 0, 2, true},                                               \
        {"length", "of the hair [m]", length_default, 0.02, 1, false},                                                 \
        {"curl", "natural curvature [1/m]", curl_default, 0, 200, false},                                              \
        {"stiffness", "times that of hair", 1, 1e-3, 1e3, false},                                                      \
        {"motion", "of the head: 0 none, 1 shake, 2 lean, 3 both in turn", 1, 0, 3, true},                             \
        {"swing", "of the head to each side [deg]", 35, 0, 90, false},                                                 \
    {                                                                                                                  \
        "frequency", "of the motion [Hz]", 0.8, 0.01, 20, false                                                        \
    }

static const hf_builtin_parameter hair_parameters[] = {HAIR_PARAMETERS(1920, 0.3, 0, 0.25)};
static const hf_builtin_parameter pony_parameters[] = {HAIR_PARAMETERS(334, 0.3, 0, 0.25)};
static const hf_builtin_parameter curl_parameters[] = {HAIR_PARAMETERS(1920, 0.3, 40, 0.2)};

static const float SKIN[4] = {0.87F, 0.76F, 0.68F, 1.0F}, CLOTH[4] = {0.38F, 0.44F, 0.54F, 1.0F};

/// Head, neck and shoulders; returns the head.
static int make_bust(scene_helpers *k)
{
    double mu = helper_value(k, "mu_body"), swing = helper_radians(helper_value(k, "swing"));
    int motion = helper_count(k, "motion");
    hf_body_def head = hf_body_def_default();
    head.name = "head";
    head.motion = HF_MOTION_PRESCRIBED;
    v3_store(head.position, v3(0, 0, NECK));
    vec3 axis = motion == 1 ? v3(0, 0, 1) : motion == 2 ? v3(0, 1, 0) : motion == 3 ? v3(0, 0.6, 0.8) : v3_zero();
    v3_store(head.swing, v3_scale(swing, axis));
    head.frequency = helper_value(k, "frequency");
    int body = helper_body(k, &head);
    hf_shape_def ball = helper_sphere(HEAD, mu);
    ball.position[2] = NECK_TO_HEAD;
    ball.priority = 1; // friction of hair on the body is the body's
    memcpy(ball.color, SKIN, sizeof SKIN);
    helper_shape(k, body, &ball);
    hf_shape_def neck = helper_capsule(0.045, 0.02, mu);
    neck.position[2] = 0.045;
    neck.priority = 1;
    memcpy(neck.color, SKIN, sizeof SKIN);
    helper_shape(k, body, &neck);
    hf_shape_def shoulders = helper_capsule(0.06, 0.14, mu);
    v3_store(shoulders.position, v3(0, 0, NECK - 0.1));
    quat_store(shoulders.orientation, helper_turn_to(v3(0, 1, 0)));
    shoulders.priority = 1;
    memcpy(shoulders.color, CLOTH, sizeof CLOTH);
    helper_shape(k, 0, &shoulders);
    hf_shape_def trunk = helper_capsule(0.11, 0.15, mu);
    v3_store(trunk.position, v3(0, 0, NECK - 0.34));
    trunk.priority = 1;
    memcpy(trunk.color, CLOTH, sizeof CLOTH);
    helper_shape(k, 0, &trunk);
    return body;
}

static hf_fibre_def strand(const scene_helpers *k, int head, int index)
{
    double curl = helper_value(k, "curl"), length = helper_value(k, "length"), turn = 1.22 * curl * length;
    hf_fibre_def def = hf_fibre_def_default();
    def.kind = (hf_fibre_kind)helper_count(k, "kind");
    def.radius = 4e-4;
    def.section[0] = 4.5e-5;
    def.section[1] = 4e-5;
    def.density = 1300;
    def.young = 4e9 * helper_value(k, "stiffness");
    def.damping = 5e-3;
    def.drag[0] = 6e-5;
    def.drag[1] = 3e-5;
    def.friction = helper_value(k, "mu");
    def.natural[1] = curl;
    def.natural[2] = 0.7 * curl;
    def.frame = head;
    def.ends[0] = (hf_fibre_end){HF_HOLD_CLAMPED, head};
    if (def.kind == HF_FIBRE_SUPERHELIX && turn > 8.0) // a curl has six segments at least
    {
        int pieces = (int)ceil(turn);
        def.segment_count = pieces > 18 ? pieces : 18;
    }
    float shade = 0.8F + 0.4F * (float)(index % 7) / 7.0F;
    for (int c = 0; c < 3; c++) def.color[c] *= shade;
    return def;
}

/// The short turn from the unit vector a to b.
static quat turn_between(vec3 a, vec3 b)
{
    vec3 axis = v3_cross(a, b);
    return quat_normalize((quat){1.0 + v3_dot(a, b), axis.x, axis.y, axis.z});
}

/// A curl that starts at `root` in its natural shape and winds about the axis n. Along e, which is across n, it leaves
/// the root.
static void wind(const scene_helpers *k, vec3 root, vec3 n, vec3 e, hf_fibre_def *def)
{
    double rise = def->natural[2], round = def->natural[1], size = real_hypot(rise, round);
    v3_store(def->position, root);
    v3_store(def->tangent, v3_add_scaled(v3_scale(rise / size, n), round / size, e));
    v3_store(def->normal, v3_cross(n, e));
    def->length = helper_value(k, "length");
}

static void settings_of_hair(scene_helpers *k, double duration)
{
    k->settings.step.timestep = 2e-3;
    k->settings.step.theta = 1;
    k->settings.solver.tolerance = 1e-6;
    k->settings.solver.on_fail = HF_ON_FAIL_CONTINUE;
    k->settings.step.duration = duration;
}

// ---- a whole head ----

/// The i-th of n directions that cover the scalp evenly: a spiral over the ball, without face and neck.
static bool scalp(int i, int n, vec3 *normal)
{
    const double GOLDEN = 2.39996322972865332; // [rad]
    double z = 1.0 - 2.0 * (i + 0.5) / n, r = sqrt(fmax(0.0, 1.0 - z * z)), a = GOLDEN * i;
    *normal = v3(r * real_cos(a), r * real_sin(a), z);
    return z > -0.35 && !(normal->x > 0.35 && z < 0.55);
}

static int count_scalp(int n)
{
    int count = 0;
    vec3 normal;
    for (int i = 0; i < n; i++) count += scalp(i, n, &normal);
    return count;
}

/// So many directions that `wanted` of them are on the scalp, or a few more.
static int directions_for(int wanted)
{
    int n = wanted;
    while (count_scalp(n) < wanted) n += 1 + (wanted - count_scalp(n));
    return n;
}

static void make_hair(scene_helpers *k)
{
    int head = make_bust(k), wanted = helper_count(k, "n"), all = directions_for(wanted), made = 0;
    double length = helper_value(k, "length"), points[3 * CURVE];
    bool curly = helper_value(k, "curl") > 0.0;
    for (int i = 0; i < all && made < wanted && k->status == HF_STATUS_OK; i++)
    {
        vec3 n;
        if (!scalp(i, all, &n)) continue;
        hf_fibre_def def = strand(k, head, made);
        if (curly) // in its natural shape
        {
            const vec3 CROWN = {
                -0.28734788556634538, 0,
                0.95782628522115132}; // fields of directions have to vanish, or jump, somewhere: opposite
            vec3 e = quat_rotate(turn_between(CROWN, n), v3(0, 1, 0));
            wind(k, v3_add(v3(0, 0, NECK_TO_HEAD), v3_scale(HEAD, n)), n, e, &def);
        }
        else
        {
            double b = 0.8 / length;
            for (int p = 0; p < CURVE; p++)
            {
                double s = 0.85 * length * p / (CURVE - 1);
                v3_store(points + 3 * p, v3_add(v3(0, 0, NECK_TO_HEAD - 0.5 * b * s * s), v3_scale(HEAD + s, n)));
            }
            def.points = points;
            def.point_count = CURVE;
        }
        helper_fibre(k, &def);
        made++;
    }
    settings_of_hair(k, 25);
}

// ---- a ponytail ----

static void make_ponytail(scene_helpers *k)
{
    const double SPACING = 2.3 * 4e-4, OPENING = 4.0; // [m], [1/m]
    int head = make_bust(k), n = helper_count(k, "n"), made = 0;
    double length = helper_value(k, "length"), points[3 * CURVE], back = HEAD + 0.005, radius = 0.0;
    bool curly = helper_value(k, "curl") > 0.0;
    while (0.9 * PI * radius * radius < n * SPACING * SPACING) radius += SPACING;
    int half = (int)(radius / SPACING) + 2;
    for (int i = -half; i <= half; i++)
        for (int j = -half; j <= half && made < n && k->status == HF_STATUS_OK; j++)
        {
            double y = SPACING * (j + 0.5 * (i & 1)), z = 0.8660254037844386 * SPACING * i;
            if (y * y + z * z > radius * radius * 1.05) continue;
            hf_fibre_def def = strand(k, head, made);
            vec3 root = v3(-back, y, NECK_TO_HEAD + 0.03 + z);
            for (int p = 0; p < CURVE; p++)
            {
                double s = 0.8 * length * p / (CURVE - 1), open = 1.0 + OPENING * s, fall = 0.9 * s * s / length;
                v3_store(points + 3 * p, v3(root.x - s, y * open, NECK_TO_HEAD + 0.03 + z * open - fall));
            }
            def.points = points;
            def.point_count = CURVE;
            if (curly)
            {
                def.points = NULL;
                def.point_count = 0;
                wind(k, root, v3(-1, 0, 0), v3(0, 1, 0), &def);
            }
            helper_fibre(k, &def);
            made++;
        }
    settings_of_hair(k, 25);
}

const builtin_def hair_scenes[] = {
    {{"hair", "a head of hair is shaken", HELPER_PARAMETERS(hair_parameters)}, make_hair},
    {{"ponytail", "tightly packed hair on a head that turns", HELPER_PARAMETERS(pony_parameters)}, make_ponytail},
    {{"curls", "the same head with curly hair", HELPER_PARAMETERS(curl_parameters)}, make_hair},
};
const int hair_scene_count = sizeof hair_scenes / sizeof hair_scenes[0];
