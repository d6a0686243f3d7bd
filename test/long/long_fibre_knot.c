// An overhand knot in a rod with bending stiffness B and radius h, pulled at its ends by F (Audoly, Clauvelin and
// Neukirch, "Elastic knots", Phys. Rev. Lett. 99, 2007; Clauvelin, Audoly and Neukirch 2009).
//
// With ε = √(h ∕ R), R the radius of the loop, and weak friction it slips
//     tighter if    F h² ∕ B > ½ ε⁴ + μ σ ε³, and open if F h² ∕ B < ½ ε⁴ - μ σ ε³, σ = 0.492 for the trefoil,
// and holds in between. ½ ε⁴ is what the loop pays in energy for its length; ε³ the force of the two strands on each
// other where they are twisted round each other. From μ = ε ∕ (2 σ) on it holds without being pulled at all.
// Both are the first terms in ε, for rods whose ends are not twisted. Their measurements scatter by some 10 %; here ε
// is 0.2, where the loop is a drop rather than a circle: its curvature varies by a fifth to both sides, and R, the mean
// over what bends more than half as much as the most, is worth 12 % of F without friction.
//
// The rod (der) is a loose trefoil at first, x = a (t³ - 3 t, t⁴ - 4 t², 0.15 (t⁵ - 10 t)) with straight ends, and
// moves in a medium that lets it come to rest.

#include "support/fibre_world.h"

enum
{
    BODY = 201, // points of the knot, and of each straight end
    TAIL = 20,
    CURVE = BODY + 2 * TAIL,
    SMOOTH = 3 // vertices to each side that a curvature is the mean of
};

static const double H = 1e-3, EPSILON = 0.2,
                    SIGMA = 0.492; // radius [m], of the knot that F is chosen for, of a trefoil
static const double YOUNG = 1e7, DENSITY = 1000;

static double stiffness(void)
{
    return YOUNG * pi * H * H * H * H / 4;
}

/// The force at which a knot of this ε slips tighter (sign 1), or open (-1) [N].
static double law(double epsilon, double mu, int sign)
{
    return stiffness() / (H * H) * (0.5 * pow(epsilon, 4) + sign * mu * SIGMA * pow(epsilon, 3));
}

static void trefoil(double a, double t, double *x)
{
    x[0] = a * (t * t * t - 3 * t), x[1] = a * (t * t * t * t - 4 * t * t), x[2] = a * 0.15 * (pow(t, 5) - 10 * t);
}

/// The loose knot; returns its length.
static double tie(double R, double *points)
{
    const double T = 2.05, a = 0.6 * R, tail = 4 * R,
                 slope[3] = {3 * T * T - 3, 4 * T * T * T - 8 * T, 0.15 * (5 * pow(T, 4) - 10)};
    double size = sqrt(slope[0] * slope[0] + slope[1] * slope[1] + slope[2] * slope[2]), length = 0;
    for (int k = 0; k < CURVE; k++)
    {
        int at = k - TAIL, beyond = at < 0 ? at : at >= BODY ? at - BODY + 1 : 0;
        double t = at < 0 ? -T : at >= BODY ? T : -T + 2 * T * at / (BODY - 1), way = tail * beyond / TAIL / size;
        trefoil(a, t, points + 3 * k);
        points[3 * k] += way * slope[0], points[3 * k + 1] += (t < 0 ? -way : way) * slope[1],
            points[3 * k + 2] += way * slope[2];
        double square = 0;
        for (int c = 0; c < 3 && k > 0; c++) square += pow(points[3 * k + c] - points[3 * k - 3 + c], 2);
        length += sqrt(square);
    }
    return length;
}

typedef struct knot
{
    scene s;
    int elements;
    double force;           // that pulls it [N]
    double *x, *turn, *arc; // of each inner vertex: angle and length
} knot;

static knot knot_create(double mu)
{
    knot k = {.s = begin_weightless()};
    double points[3 * CURVE], R = H / (EPSILON * EPSILON), mass = DENSITY * pi * H * H;
    double length = tie(R, points), pace = R * R * sqrt(mass / stiffness()); // how fast bends travel round the loop
    k.elements = (int)(2.5 * length / sqrt(H * R));                          // of the strands' twist
    hf_settings settings = hf_builder_settings(k.s.builder);
    settings.step.theta = 1;
    settings.step.timestep = pace / 5;
    settings.solver.tolerance = 1e-6;
    settings.solver.on_fail = HF_ON_FAIL_CONTINUE;
    OK(hf_builder_set(k.s.builder, &settings, error));
    hf_fibre_def def = hf_fibre_def_default();
    def.kind = HF_FIBRE_DER;
    def.points = points, def.point_count = CURVE, def.element_count = k.elements;
    def.section[0] = def.section[1] = H;
    def.young = YOUNG, def.density = DENSITY, def.friction = mu;
    def.damping = 0.4 * pace;
    def.drag[0] = mass / pace, def.drag[1] = 0.1 * def.drag[0];
    OK(hf_builder_add_fibre(k.s.builder, &def, NULL, error));
    start(&k.s);
    k.x = calloc(3 * (size_t)(k.elements + 1), sizeof *k.x);
    k.turn = calloc((size_t)k.elements + 1, sizeof *k.turn);
    k.arc = calloc((size_t)k.elements + 1, sizeof *k.arc);
    return k;
}

static void knot_destroy(knot *k)
{
    end(&k->s);
    free(k->x), free(k->turn), free(k->arc);
}

/// Pulls for some steps; the first hundred lead over from the force before.
static void pull(knot *k, double force, int steps)
{
    for (int n = 0; n < steps; n++)
    {
        double F = k->force + (force - k->force) * fmin(1.0, n / 100.0);
        int last = hf_model_fibre_body(k->s.model, 0, k->elements - 1);
        OK(hf_world_set_wrench(k->s.world, hf_model_fibre_body(k->s.model, 0, 0), (const double[3]){0, 0, -F},
                               (const double[3]){0}, error));
        OK(hf_world_set_wrench(k->s.world, last, (const double[3]){0, 0, F}, (const double[3]){0}, error));
        step(&k->s, 0);
    }
    k->force = force;
}

/// The curvature about vertex i.
static double curvature(const knot *k, int i)
{
    double turn = 0, arc = 0;
    for (int j = i - SMOOTH; j <= i + SMOOTH; j++) turn += k->turn[j], arc += k->arc[j];
    return turn / arc;
}

/// √(h ∕ R) of the loop.
static double epsilon_of(knot *k)
{
    double most = 0, turn = 0, arc = 0;
    hf_world_fibre_points(k->s.world, 0, k->x);
    for (int i = 1; i < k->elements; i++)
    {
        double before = 0, after = 0, dot = 0;
        for (int c = 0; c < 3; c++)
        {
            double u = k->x[3 * i + c] - k->x[3 * i - 3 + c], v = k->x[3 * i + 3 + c] - k->x[3 * i + c];
            before += u * u, after += v * v, dot += u * v;
        }
        k->turn[i] = acos(fmin(1.0, dot / sqrt(before * after)));
        k->arc[i] = 0.5 * (sqrt(before) + sqrt(after));
    }
    for (int i = SMOOTH + 1; i < k->elements - SMOOTH; i++) most = fmax(most, curvature(k, i));
    for (int i = SMOOTH + 1; i < k->elements - SMOOTH; i++)
        if (curvature(k, i) > 0.5 * most) turn += k->turn[i], arc += k->arc[i];
    return sqrt(H * turn / arc);
}

/// The knot is pulled tight by what the law says for EPSILON; how far the loop that it then has is from the law, as a
/// share of the force.
static double tightened(knot *k, double mu)
{
    pull(k, law(EPSILON, mu, 1), 500);
    double epsilon = epsilon_of(k), share = law(epsilon, mu, 1) / law(EPSILON, mu, 1);
    printf("| %g | tightens | %.4f | %.4f | %+.1f %% |\n", mu, law(EPSILON, mu, 1), epsilon, 100 * (share - 1));
    return share - 1;
}

/// The same for a force that may let it open.
static double loosened(knot *k, double mu, double force)
{
    double before = epsilon_of(k);
    pull(k, force, 250);
    double after = epsilon_of(k);
    printf("| %g | at %.2f of the law | %.4f | %.4f | %s |\n", mu, force / law(before, mu, -1), force, after,
           after < 0.98 * before ? "opens" : "holds");
    return after / before;
}

TEST(tightens_by_the_law)
{
    const double mus[4] = {0, 0.05, 0.1, 0.3};
    for (int m = 0; m < 4; m++)
    {
        knot k = knot_create(mus[m]);
        CHECK(fabs(tightened(&k, mus[m])) <
              (mus[m] > 0 ? 0.08 : 0.14)); // [1]; with friction the law's second term has most of it
        knot_destroy(&k);
    }
}

TEST(holds_above_and_opens_below_the_law)
{
    const double mu = 0.05;
    knot k = knot_create(mu);
    tightened(&k, mu);
    double epsilon = epsilon_of(&k);
    CHECK_NEAR(loosened(&k, mu, 1.1 * law(epsilon, mu, -1)), 1, 5e-3);
    CHECK(loosened(&k, mu, 0.8 * law(epsilon, mu, -1)) < 0.98);
    CHECK_NEAR(0.8 * law(epsilon, mu, -1) / law(epsilon_of(&k), mu, -1), 1, 0.1); // where it then rests
    knot_destroy(&k);
}

TEST(holds_by_itself_with_enough_friction)
{
    const double mus[2] = {0.5 * EPSILON / (2 * SIGMA), 1.5 * EPSILON / (2 * SIGMA)};
    for (int m = 0; m < 2; m++)
    {
        knot k = knot_create(mus[m]);
        tightened(&k, mus[m]);
        double left = loosened(&k, mus[m], 0);
        if (m == 0) CHECK(left < 0.9);
        else CHECK_NEAR(left, 1, 2e-2);
        knot_destroy(&k);
    }
}
