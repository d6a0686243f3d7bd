// The exact derivative beside central differences of whole steps, away from borders: every entry.

#include "holdfast/derivative.h"
#include "support/ok.h"
#include "support/scene_text.h"

#define FLOOR "<geom type='plane' size='9 9 1' friction='0'/>"
#define QUIET " contype='0' conaffinity='0'"

/// An arm of four joints on a stand, with a ball at its tip; what stands in the places of a joint and of the ball.
#define ARM(joint, ball, rest)                                                                                         \
    "<mujoco><worldbody>" FLOOR "<body pos='0 0 0.6'><joint name='a' axis='0 1 0' damping='0.1'/>"                     \
    "<joint name='y' axis='0 0 1' damping='0.3'/><geom type='capsule' fromto='0 0 0 0.4 0 -0.2' size='0.03'" QUIET     \
    "/><body pos='0.4 0 -0.2'><joint name='b' axis='0 1 0' stiffness='3' damping='0.1'" joint                          \
    "/><joint name='c' axis='1 0 0' stiffness='3'/>"                                                                   \
    "<geom type='capsule' fromto='0 0 0 0.2 0 -0.34' size='0.03'" QUIET "/>"                                           \
    "<geom type='sphere' pos='0.2 0 -0.35' size='0.05' " ball "/></body></body></worldbody>" rest "</mujoco>"

/// A leg under a body that floats.
#define POGO(foot)                                                                                                     \
    "<mujoco><worldbody>" FLOOR "<body pos='0 0 0.53'><freejoint/><geom type='sphere' size='0.1' mass='1'" QUIET "/>"  \
    "<body pos='0.1 0 0'><joint name='k' axis='0 1 0' damping='1' stiffness='10'/>"                                    \
    "<geom type='sphere' pos='0 0 -0.5' size='0.03' mass='1' " foot "/></body></body></worldbody></mujoco>"

/// One free body on the floor or above it, with a velocity.
#define BODY(pos, geom, velocity)                                                                                      \
    "<mujoco><worldbody>" FLOOR "<body pos='" pos "'><freejoint/>" geom "</body></worldbody>"                          \
    "<keyframe><key qpos='" pos " 1 0 0 0' qvel='" velocity "'/></keyframe></mujoco>"

/// Three links, the last of which is near the first.
#define FOLDED(size, velocity)                                                                                         \
    "<mujoco><worldbody>" FLOOR "<body pos='0 0 0.45'><joint axis='0 1 0' damping='1'/><geom type='sphere' "           \
    "size='0.1'/><body pos='0.3 0 -0.4'><joint axis='0 1 0' damping='1'/><geom size='0.05' friction='0.3'/>"           \
    "<body pos='-0.1 0 0.3'><joint axis='0 0 1' damping='1'/><geom pos='-0.05 0 0.1' friction='0.5' size='" size       \
    "'/></body></body></body></worldbody><keyframe><key qvel='" velocity "'/></keyframe></mujoco>"

/// Bodies that stay in a plane, over a ground.
#define PLANE(bodies)                                                                                                  \
    "<mujoco><holdfast><planar friction='0.4'><polygon points='-2 -0.1 2 -0.1 2 0 -2 0'/>" bodies                      \
    "</planar></holdfast></mujoco>"

typedef struct scene
{
    const char *name, *text;
    int steps;   // before
    bool shared; // impulses are not unique, or their contact has another name on one side: only motion is compared
} scene;

static const scene scenes[] = {
    {"arm sticks", ARM("", "friction='0.8'", "<actuator><position joint='a' kp='40'/><motor joint='b'/></actuator>"), 1,
     false},
    {"arm slides", ARM("", "friction='0.1'", "<actuator><position joint='a' kp='40'/><motor joint='b'/></actuator>"), 0,
     false},
    {"arm, torsion and rolling", ARM("", "friction='0.8 0.002 0.001' condim='6' priority='1'", ""), 0, true},
    {"arm, an ellipse",
     "<mujoco><worldbody><geom name='floor' type='plane' size='9 9 1'/><body pos='0 0 0.45'><joint axis='0 1 0' "
     "damping='1'/><joint axis='0 0 1' damping='2'/><geom type='capsule' fromto='0 0 0 0.3 0 -0.3' size='0.02'" QUIET
     "/><geom name='tip' pos='0.3 0.01 -0.4' size='0.05'/></body></worldbody><contact><pair geom1='floor' geom2='tip' "
     "friction='0.1 0.3 0.005 0.0001 0.0001'/></contact><keyframe><key qvel='0 0.004'/></keyframe></mujoco>",
     0, true},
    {"arm, dry friction", ARM(" frictionloss='0.1'", "friction='0.1'", ""), 1, false},
    {"arm at a limit",
     ARM(" limited='true' range='-10 0'", "friction='0.1'",
         "<actuator><position joint='b' kp='9' ctrlrange='0 1'/></actuator>"),
     0, false},
    {"arm, motors",
     ARM("", "friction='0.3'",
         "<actuator><velocity joint='a' kv='2'/><general joint='y' dyntype='filter' dynprm='0.02' gainprm='3' "
         "biastype='affine' biasprm='0.1 -2 -0.1'/><position joint='b' kp='30' forcelimited='true' "
         "forcerange='-0.01 0.01'/><general joint='c' gaintype='affine' gainprm='1 0.5 0.2'/></actuator>"),
     0, false},
    {"arm, a slide and a ball",
     "<mujoco><worldbody>" FLOOR "<body pos='0 0 0.6'><joint type='slide' axis='1 0.2 0' damping='1' stiffness='20'/>"
     "<geom type='sphere' size='0.05'" QUIET "/><body pos='0.1 0 0'><joint type='ball' damping='0.1' stiffness='4'/>"
     "<geom type='capsule' fromto='0 0 0 0.3 0 -0.4' size='0.02'" QUIET
     "/><geom type='sphere' pos='0.3 0 -0.55' size='0.05' "
     "friction='0.2'/></body></body></worldbody></mujoco>",
     0, false},
    {"leg sticks", POGO("friction='0.9'"), 0, false},
    {"leg slides", POGO("friction='0.05'"), 0, false},
    {"body flies", BODY("0 0 3", "<geom type='box' size='0.1 0.2 0.35'/>", "1 2 3 4 -3 2"), 0, false},
    {"frame beside its centre",
     BODY("0 0 3", "<geom type='box' size='0.1 0.2 0.35' pos='0.3 0.1 0'/><geom size='0.1'/>", "1 2 3 4 -3 2"), 0,
     false},
    {"ball slides", BODY("0 0 0.1", "<geom size='0.1' friction='0.3'/>", "1 0.5 0 0 0 0"), 0, false},
    {"box slides", BODY("0 0 0.1", "<geom type='box' size='0.1 0.1 0.1' friction='0.3'/>", "1 0 0 0 0 0"), 0, false},
    {"box stands", BODY("0 0 0.1", "<geom type='box' size='0.1 0.2 0.1' friction='0.3'/>", "0 0 0 0 0 0"), 2, false},
    {"capsule lies",
     BODY("0 0 0.1", "<geom type='capsule' size='0.1 0.3' euler='0 90 0' friction='0.5'/>", "0 0 0 0 0 0"), 2, false},
    {"capsule slides on a slope",
     "<mujoco><option gravity='4 0 -9'/><worldbody>" FLOOR "<body pos='0 0 0.1'><freejoint/><geom type='capsule' "
     "size='0.1 0.2' euler='0 90 0' friction='0.2'/></body></worldbody><keyframe><key qpos='0 0 0.1 1 0 0 0' qvel='1 0 "
     "0 0 0 0'/>"
     "</keyframe></mujoco>",
     0, false},
    {"box on a slope",
     "<mujoco><option gravity='2 0 -9.6'/><worldbody>" FLOOR "<body pos='0 0 0.1'><freejoint/><geom type='box' "
     "size='0.2 0.2 0.1' friction='0.4'/></body></worldbody></mujoco>",
     2, true},
    {"arm on a block that slides",
     "<mujoco><worldbody>" FLOOR
     "<body pos='0.6 0 0.1'><freejoint/><geom type='box' size='0.1 0.1 0.1' friction='0.2'/></body>"
     "<body pos='0 0 0.6'><joint axis='0 1 0'/><geom type='capsule' fromto='0 0 0 0.3 0 0' size='0.03'" QUIET "/>"
     "<body pos='0.3 0 0'><joint axis='0 1 0'/><geom type='capsule' fromto='0 0 0 0.3 0 -0.3' size='0.02'" QUIET "/>"
     "<geom pos='0.3 0 -0.37' size='0.03' friction='0.5'/></body></body></worldbody></mujoco>",
     0, true},
    {"gears of joints",
     ARM("", "friction='0.3'",
         "<equality><joint joint1='c' joint2='b' polycoef='0 0.5 0 0 0'/></equality><actuator><motor joint='b'/>"
         "</actuator>"),
     0, false},
    {"motors at tendons",
     ARM("", "friction='0.3'",
         "<tendon><fixed name='t'><joint joint='b' coef='1'/><joint joint='c' coef='-0.5'/></fixed><fixed name='s'>"
         "<joint joint='a' coef='0.3'/><joint joint='y' coef='0.4'/></fixed></tendon><actuator><position tendon='t' "
         "kp='5'/><motor tendon='s'/><velocity tendon='t' kv='0.2'/></actuator>"),
     0, false},
    {"links that nearly touch", FOLDED("0.0499999", "-0.001 0.0015 0.001"), 0, true},
    {"links that touch and slide", FOLDED("0.05", "0.003 -0.004 0.002"), 0, true},
    {"links that touch and stick", FOLDED("0.05", "0 -0.002 0"), 1, true},
    {"links that are pressed together",
     "<mujoco><worldbody>" FLOOR "<body pos='0 0 0.45'><joint axis='0 1 0' damping='3000'/><joint axis='1 0 0' "
     "damping='3000'/><geom type='sphere' size='0.1'/><body pos='0.3 0 0'><joint axis='0 1 0' damping='3000'/><joint "
     "axis='0 0 1' damping='3000'/><geom size='0.05' contype='0' conaffinity='0'/><body pos='-0.1 0 0.1'><joint "
     "axis='0 "
     "1 0' damping='3000' stiffness='900' springref='30'/><geom pos='-0.05 0 -0.1' friction='0.5' size='0.05'/>"
     "</body></body></body></worldbody></mujoco>",
     0, true},
    {"disc in a plane slides", PLANE("<body pos='0 0.1' velocity='1 0'><disc radius='0.1'/></body>"), 0, false},
    {"box in a plane slides",
     PLANE("<body pos='0 0.1' velocity='0.5 0'><polygon points='-.2 -.1 .2 -.1 .2 .1 -.2 .1'/></body>"), 0, true},
    {"planar bodies fly", PLANE("<body pos='0 1' velocity='1 2' turn='3'><disc radius='0.1'/></body>"), 0, false},
    {"disc lands on a box in a plane",
     PLANE("<body pos='0 0.1' velocity='0.2 0'><polygon points='-.2 -.1 .2 -.1 .2 .1 -.2 .1'/></body>"
           "<body pos='0.02 0.2505' velocity='0.6 -1'><disc radius='0.05'/></body>"),
     0, true},
    {"particle slides",
     "<mujoco><worldbody>" FLOOR "<body name='bead' pos='0 0 0.1'><freejoint/><geom size='0.1' friction='0.3'/></body>"
     "</worldbody><holdfast><body name='bead' directions='1 0 0 0 0 1'/></holdfast>"
     "<keyframe><key qvel='0.7 0 0'/></keyframe></mujoco>",
     0, false},
    {"muscle",
     ARM("", "friction='0.3'",
         "<actuator><muscle joint='a' lengthrange='-2 2' force='30' ctrlrange='0 1'/></actuator>"),
     3, false},
};

enum
{
    SCENES = sizeof scenes / sizeof *scenes
};

/// The largest difference of a block of two matrices, and the largest entry of it.
static double apart(const double *a, const double *b, int columns, int row, int rows, int column, int count,
                    double *most)
{
    double worst = 0.0;
    *most = 0.0;
    for (int i = row; i < row + rows; i++)
        for (int j = column; j < column + count; j++)
        {
            worst = fmax(worst, fabs(a[i * columns + j] - b[i * columns + j]));
            *most = fmax(*most, fabs(b[i * columns + j]));
        }
    return worst;
}

static double *copy_of(const double *a, int count)
{
    double *out = malloc(sizeof *out * (size_t)(count + 1));
    for (int k = 0; k < count; k++) out[k] = a[k];
    return out;
}

/// Blocks of A and B of both methods agree to `tolerance`: of h where velocities move places, otherwise of 1, or of the
/// largest entry. Returns what was not differentiated in closed form.
static unsigned compare(const scene *from, const hf_world *world, const double tolerance[2])
{
    const char *name = from->name;
    const unsigned ROUGH = HF_NUMERIC_CORRECTION | HF_NUMERIC_MOTION;
    hf_linearizer *linearizer;
    const hf_linearization *s;
    hf_linearize_options options = hf_linearize_options_default();
    options.next = true;
    options.touch = HF_TOUCH_LITERAL;
    options.method = HF_LINEARIZE_EXACT;
    options.outputs |= HF_DERIVATIVE_IMPULSES;
    OK(hf_linearizer_create(world, &linearizer, error));
    hf_error error = {0};
    if (hf_world_linearize(world, linearizer, &options, &s, &error) != HF_STATUS_OK)
        harness_fail(__FILE__, __LINE__, "%s: %s", name, error.message);
    int n = s->v_count, x = s->x_count, u = s->u_count;
    unsigned numeric = s->numeric;
    int rows = s->impulse_count;
    double *I = copy_of(s->impulse_x, rows * x), *J = copy_of(s->impulse_u, rows * u);
    double *A = copy_of(s->A, x * x), *B = copy_of(s->B, x * u), most, limit = tolerance[(numeric & ROUGH) != 0];
    options.method = HF_LINEARIZE_DIFFERENCES;
    options.difference[1] = 5e-7;
    if (s->contact_count == 0) options.difference[0] = 1e-6; // nothing is left alone
    if (hf_world_linearize(world, linearizer, &options, &s, &error) != HF_STATUS_OK)
        harness_fail(__FILE__, __LINE__, "%s: %s", name, error.message);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
        {
            int count = i < 2 ? n : x - 2 * n, columns = j < 2 ? n : x - 2 * n;
            double d = apart(A, s->A, x, i * n, count, j * n, columns, &most), scale = i == 0 && j == 1 ? s->h : 1.0;
            if (!(d <= limit * fmax(most, scale)))
                harness_fail(__FILE__, __LINE__, "%s: block %d %d of A: %g of %g", name, i, j, d, most);
        }
    double d = apart(B, s->B, u, 0, x, 0, u, &most);
    if (!(d <= limit * fmax(most, s->h))) harness_fail(__FILE__, __LINE__, "%s: B: %g of %g", name, d, most);
    d = apart(I, s->impulse_x, x, 0, rows, 0, x, &most);
    if (!from->shared &&
        !(d <= 10.0 * limit * fmax(most, 1.0))) // places are changed by 1e-9 m: more noise is left in impulses
        harness_fail(__FILE__, __LINE__, "%s: impulses by x: %g of %g", name, d, most);
    d = apart(J, s->impulse_u, u, 0, rows, 0, u, &most);
    if (!(d <= limit * fmax(most, 1.0))) harness_fail(__FILE__, __LINE__, "%s: impulses by u: %g of %g", name, d, most);
    free(A);
    free(B);
    free(I);
    free(J);
    hf_linearizer_destroy(linearizer);
    return numeric;
}

static hf_world *start(const hf_model *model, int steps)
{
    hf_world *world = world_of(model);
    if (hf_model_count(model, HF_ITEM_KEY) > 0) OK(hf_world_set_key(world, 0, error));
    for (int i = 0; i < hf_model_count(model, HF_ITEM_ACTUATOR); i++) OK(hf_world_set_control(world, i, 0.2, error));
    text_run(world, steps);
    return world;
}

// ---- parameters ----

/// How many of each kind were in closed form, and how many not.
typedef struct tally
{
    int known[HF_PARAMETER_KIND_COUNT], not_known[HF_PARAMETER_KIND_COUNT];
    double largest; // change of a velocity
} tally;

/// One column of P of both methods, of the step that comes: places by h, velocities, and impulses where they are unique.
static void compare_parameter(const scene *from, const hf_world *world, hf_linearizer *linearizer,
                              const hf_parameter *p, double tolerance, tally *count)
{
    const hf_linearization *s;
    hf_linearize_options options = hf_linearize_options_default();
    options.next = true;
    options.touch = HF_TOUCH_LITERAL;
    options.method = HF_LINEARIZE_EXACT;
    options.outputs |= HF_DERIVATIVE_IMPULSES;
    options.parameter_count = 1;
    options.parameters = p;
    OK(hf_world_linearize(world, linearizer, &options, &s, error));
    if (s->numeric & HF_NUMERIC_PARAMETERS)
    {
        count->not_known[p->kind]++;
        return;
    }
    count->known[p->kind]++;
    int n = s->v_count, x = s->x_count, rows = s->impulse_count;
    double h = s->h, *P = copy_of(s->P, x), *I = copy_of(s->impulse_p, rows), most = 0.0, d[3] = {0};
    options.method = HF_LINEARIZE_DIFFERENCES;
    OK(hf_world_linearize(world, linearizer, &options, &s, error));
    for (int i = n; i < 2 * n; i++) most = fmax(most, fabs(s->P[i]));
    for (int i = 0; i < n; i++) d[0] = fmax(d[0], fabs(P[i] - s->P[i]));
    for (int i = n; i < x; i++) d[1] = fmax(d[1], fabs(P[i] - s->P[i]));
    for (int i = 0; i < rows && !from->shared; i++)
        d[2] = fmax(d[2], fabs(I[i] - s->impulse_p[i]) / fmax(1.0, fabs(s->impulse_p[i])));
    if (!(d[0] <= tolerance * h * fmax(most, 1.0) && d[1] <= tolerance * fmax(most, 1.0) && d[2] <= 10.0 * tolerance))
        harness_fail(__FILE__, __LINE__, "%s: %s %d %d: places %g, velocities %g, impulses %g of %g", from->name,
                     hf_parameter_kind_name(p->kind), p->index, p->element, d[0], d[1], d[2], most);
    count->largest = fmax(count->largest, most);
    free(P);
    free(I);
}

/// Every parameter that the model has, sizes alone or all others. A number of a motor's law that is 0 decides by its sign
/// how the motor is taken into the step: what differences see there is a jump.
static void compare_parameters(const scene *from, const hf_world *world, bool sizes, double tolerance, tally *count)
{
    hf_linearizer *linearizer;
    OK(hf_linearizer_create(world, &linearizer, error));
    for (int kind = 0; kind < HF_PARAMETER_KIND_COUNT; kind++)
        for (int index = 0; index < 8; index++)
            for (int element = 0; element < 6; element++)
            {
                const hf_parameter p = {(hf_parameter_kind)kind, index, element};
                double value;
                bool law = kind == HF_PARAMETER_GAIN || kind == HF_PARAMETER_BIAS;
                if ((kind == HF_PARAMETER_SIZE) != sizes) continue;
                if (hf_world_parameter(world, &p, &value, NULL) != HF_STATUS_OK || (law && value == 0.0)) continue;
                compare_parameter(from, world, linearizer, &p, tolerance, count);
            }
    hf_linearizer_destroy(linearizer);
}

static const double limits[2] = {1e-6, 2e-4}; // of what is exact; where positions are corrected, or energy is taken

TEST(exact_is_what_differences_tend_to)
{
    int rough = 0;
    tally count = {{0}, {0}, 0.0};
    for (int k = 0; k < SCENES; k++)
    {
        hf_model *model = text_model(scenes[k].text);
        hf_world *world = start(model, scenes[k].steps);
        bool is_rough =
            (compare(&scenes[k], world, limits) & ~(unsigned)(HF_NUMERIC_GEOMETRY | HF_NUMERIC_FORCES)) != 0;
        compare_parameters(&scenes[k], world, false, limits[is_rough], &count);
        rough += is_rough;
        hf_world_destroy(world);
        hf_model_destroy(model);
    }
    CHECK(rough <= 3);
    for (int kind = 0; kind < HF_PARAMETER_KIND_COUNT; kind++)
    {
        bool none = kind == HF_PARAMETER_SIZE; // of those that land, below
        if ((count.known[kind] > 0) == none)
            harness_fail(__FILE__, __LINE__, "%s: %d in closed form", hf_parameter_kind_name((hf_parameter_kind)kind),
                         count.known[kind]);
    }
    CHECK(count.not_known[HF_PARAMETER_MASS] == 0 && count.not_known[HF_PARAMETER_GRAVITY] == 0);
    CHECK(count.not_known[HF_PARAMETER_DAMPING] == 0 && count.not_known[HF_PARAMETER_GAIN] == 0);
}

/// A body that does not turn, `z` above the floor.
#define SLIDES(z, shape)                                                                                               \
    "<mujoco><worldbody>" FLOOR "<body pos='0 0 " z "'><joint type='slide' axis='1 0 0'/><joint type='slide' "         \
    "axis='0 1 0.2'/><joint type='slide' axis='0 0 1'/><geom friction='0.3' " shape                                    \
    "/></body></worldbody><keyframe><key qvel='1 0 -2'/></keyframe></mujoco>"

/// What comes down within the step touches where its size lets it: gaps are large beside what a step leaves alone.
static const scene landing[] = {
    {"ball lands", BODY("0 0 0.1005", "<geom size='0.1' friction='0.3'/>", "1 0 -2 1 2 0"), 0, false},
    {"box lands", SLIDES("0.0398", "type='box' euler='30 40 0' size='0.02 0.03 0.02'"), 0, false},
    {"capsule lands", SLIDES("0.05", "type='capsule' euler='0 50 0' size='0.02 0.046'"), 0, false},
    {"cylinder lands", SLIDES("0.05", "type='cylinder' euler='0 50 0' size='0.02 0.053'"), 0, false},
    {"ellipsoid lands", SLIDES("0.05", "type='ellipsoid' size='0.03 0.04 0.0498'"), 0, false},
};

TEST(sizes_of_what_lands)
{
    for (size_t k = 0; k < sizeof landing / sizeof *landing; k++)
    {
        tally count = {{0}, {0}, 0.0};
        hf_model *model = text_model(landing[k].text);
        hf_world *world = start(model, 0);
        compare_parameters(&landing[k], world, true, limits[0], &count);
        if (count.known[HF_PARAMETER_SIZE] == 0 || count.not_known[HF_PARAMETER_SIZE] > 0 || !(count.largest > 100.0))
            harness_fail(__FILE__, __LINE__, "%s: %d sizes, %d not known, %g", landing[k].name,
                         count.known[HF_PARAMETER_SIZE], count.not_known[HF_PARAMETER_SIZE], count.largest);
        hf_world_destroy(world);
        hf_model_destroy(model);
    }
}

/// A ball that lies on the floor and grows is lifted by as much as its radius grows, and lies there.
TEST(size_of_what_lies)
{
    hf_model *model = text_model(BODY("0 0 0.1", "<geom size='0.1' friction='0.3'/>", "0 0 0 0 0 0"));
    hf_world *world = start(model, 2);
    const hf_parameter radius = {HF_PARAMETER_SIZE, 1, 0};
    hf_linearizer *linearizer;
    const hf_linearization *s;
    hf_linearize_options options = hf_linearize_options_default();
    options.method = HF_LINEARIZE_EXACT;
    options.parameter_count = 1;
    options.parameters = &radius;
    OK(hf_linearizer_create(world, &linearizer, error));
    OK(hf_world_linearize(world, linearizer, &options, &s, error));
    CHECK((s->numeric & HF_NUMERIC_PARAMETERS) == 0);
    for (int i = 0; i < 12; i++) CHECK_NEAR(s->P[i], i == 2 ? 1.0 : 0.0, 1e-9);
    hf_linearizer_destroy(linearizer);
    hf_world_destroy(world);
    hf_model_destroy(model);
}

/// Both shapes have the coefficient of the pair: the derivative by one is the mean of both sides, by both that by mu.
TEST(friction_that_two_shapes_share)
{
    hf_model *model = text_model("<mujoco><option timestep='0.002'/><worldbody><geom type='plane' size='9 9 1' "
                                 "friction='0.3'/><body pos='0 0 0.1'><freejoint/><geom type='box' size='0.1 0.1 0.1' "
                                 "friction='0.3'/></body></worldbody><keyframe><key qpos='0 0 0.1 1 0 0 0' qvel='1 0 0 "
                                 "0 0 0'/></keyframe></mujoco>");
    hf_world *world = start(model, 0);
    const hf_parameter both[2] = {{HF_PARAMETER_FRICTION, 0, 0}, {HF_PARAMETER_FRICTION, 1, 0}};
    hf_linearizer *linearizer;
    const hf_linearization *s;
    hf_linearize_options options = hf_linearize_options_default();
    options.method = HF_LINEARIZE_EXACT;
    options.parameter_count = 2;
    options.parameters = both;
    OK(hf_linearizer_create(world, &linearizer, error));
    OK(hf_world_linearize(world, linearizer, &options, &s, error));
    CHECK((s->numeric & HF_NUMERIC_PARAMETERS) == 0);
    for (int k = 0; k < 2; k++) CHECK_NEAR(s->P[6 * 2 + k], -0.5 * 9.81 * 0.002, 1e-9);
    hf_linearizer_destroy(linearizer);
    hf_world_destroy(world);
    hf_model_destroy(model);
}

TEST(where_positions_are_corrected)
{
    hf_model *model = text_model(scenes[1].text);
    hf_world *world = start(model, 3); // it slides, and sinks by what turning leaves
    CHECK(compare(&scenes[1], world, limits) & HF_NUMERIC_CORRECTION);
    hf_world_destroy(world);
    hf_model_destroy(model);
}
