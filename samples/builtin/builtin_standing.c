// What stands by friction and balance: towers, ladders, arches, card houses. All touch exactly at the start; nothing
// overlaps.

#include "base/elementary.h"
#include "samples/builtin/scene_helpers.h"

#define MU(value)                                                                                                      \
    {                                                                                                                  \
        "mu", "coefficient of friction", value, 0, 100, false                                                          \
    }

// ---- towers ----

/// Boxes of side 2 half on top of each other, the k-th of mass masses(k).
static void add_box(scene_helpers *k, const char *name, int index, double half, double mass)
{
    char buffer[HELPER_NAME];
    hf_shape_def box = helper_box(half, half, half, helper_value(k, "mu"));
    helper_colour(&box, index);
    helper_free_shape(k, helper_name(buffer, name, index), v3(0, 0, half * (2 * index + 1)), mass, &box);
}

static const hf_builtin_parameter mass_ratio_parameters[] = {
    {"ratio", "mass of the upper box over that of the lower", 1e6, 1e-9, 1e9, false},
    {"mass", "of the lower box [kg]", 1, 1e-6, 1e6, false},
    MU(0.5),
};

static void make_mass_ratio(scene_helpers *k)
{
    double mass = helper_value(k, "mass");
    helper_floor(k, helper_value(k, "mu"));
    add_box(k, "box", 0, 0.05, mass);
    add_box(k, "box", 1, 0.05, mass * helper_value(k, "ratio"));
}

static const hf_builtin_parameter towers_parameters[] = {
    {"n", "boxes", 20, 1, 1000, true},
    {"ratio", "mass of every second box, beginning with the second, over that of the others", 1, 1e-6, 1e6, false},
    {"mass", "of the lowest box [kg]", 1, 1e-6, 1e6, false},
    MU(0.5),
};

static void make_towers(scene_helpers *k)
{
    double mass = helper_value(k, "mass"), ratio = helper_value(k, "ratio");
    helper_floor(k, helper_value(k, "mu"));
    for (int i = 0; i < helper_count(k, "n"); i++) add_box(k, "box", i, 0.05, i % 2 ? mass * ratio : mass);
    k->settings.step.duration = 10;
}

// ---- ladder ----
//
// A plank of length L and thickness t leans at the angle a from the floor, touching floor and wall with the edges of
// its lower face. With a smooth wall it stands iff tan(a) >= 1/(2 mu + t/L); in general, with friction m at the wall,
// the moment about the foot says iff
//   mu (tan a + m) / (1 + mu m) >= (1 - (t/L) tan a) / 2.

static const hf_builtin_parameter ladder_parameters[] = {
    {"angle", "of the ladder with the floor [deg]", 60, 5, 85, false},
    {"mu", "coefficient of friction on the floor", 0.4, 0, 100, false},
    {"mu_wall", "coefficient of friction at the wall", 0, 0, 100, false},
    {"length", "length [m]", 3, 0.1, 100, false},
    {"thickness", "thickness [m]", 0.03, 1e-4, 1, false},
    {"mass", "mass [kg]", 10, 1e-6, 1e6, false},
};

static void make_ladder(scene_helpers *k)
{
    double length = helper_value(k, "length"), thickness = helper_value(k, "thickness");
    double angle = helper_radians(helper_value(k, "angle"));
    vec3 along = v3(real_cos(angle), 0, real_sin(angle)), up = v3(-real_sin(angle), 0, real_cos(angle));
    vec3 centre = v3_add_scaled(v3_scale(length / 2, along), thickness / 2, up); // the foot is the origin
    helper_floor(k, helper_value(k, "mu"));
    helper_plane(k, "wall", v3(length * along.x, 0, 0), v3(-1, 0, 0), helper_value(k, "mu_wall"));
    hf_shape_def plank = helper_box(length / 2, 0.25, thickness / 2, 0); // floor and wall bring the friction
    helper_colour(&plank, 3);
    hf_body_def body = helper_free("ladder", centre);
    quat_store(body.orientation, helper_turn_y(-angle));
    body.mass = helper_value(k, "mass");
    helper_shape(k, helper_body(k, &body), &plank);
    k->settings.step.duration = 5;
}

// ---- table: four legs, one too many ----

static const hf_builtin_parameter table_parameters[] = {
    {"load", "mass of the load [kg]", 40, 1e-6, 1e6, false},
    {"x", "where the load stands, from the middle [m]; the outer edges of the legs are at 0.4", 0.45, -0.5, 0.55,
     false},
    {"y", "where the load stands, across [m]", 0, -0.3, 0.3, false},
    {"mass", "of the table [kg]", 10, 1e-3, 1e6, false},
    MU(0.5),
};

/// Tips about the edge of its legs iff load (x - 0.4) > mass 0.4.
static void make_table(scene_helpers *k)
{
    const double leg = 0.35, top = 0.02, side = 0.03, load = 0.05;
    double mu = helper_value(k, "mu");
    helper_floor(k, mu);
    hf_body_def body = helper_free("table", v3_zero());
    body.mass = helper_value(k, "mass");
    int table = helper_body(k, &body);
    hf_shape_def board = helper_box(0.6, 0.4, top, mu);
    board.position[2] = 2 * leg + top;
    helper_colour(&board, 3);
    helper_shape(k, table, &board);
    for (int i = 0; i < 4; i++)
    {
        hf_shape_def post = helper_box(side, side, leg, mu);
        v3_store(post.position, v3(i % 2 ? 0.4 - side : side - 0.4, i / 2 ? 0.3 - side : side - 0.3, leg));
        helper_colour(&post, 3);
        helper_shape(k, table, &post);
    }
    hf_shape_def weight = helper_box(load, load, load, mu);
    helper_colour(&weight, 7);
    helper_free_shape(k, "load", v3(helper_value(k, "x"), helper_value(k, "y"), 2 * leg + 2 * top + load),
                      helper_value(k, "load"), &weight);
}

// ---- arch ----

static const hf_builtin_parameter arch_parameters[] = {
    {"n", "stones", 25, 3, 1001, true},
    {"radius", "of the line through the middle of the stones [m]", 1, 0.01, 1e3, false},
    {"thickness", "of the ring over its radius; a half circle needs 0.1075 (Milankovitch)", 0.2, 0.01, 1, false},
    {"depth", "of the stones, over the radius", 0.3, 0.01, 10, false},
    MU(0.7),
};

/// Cosine and sine of π k/n, mirrored exactly: the two halves of the arch are equal to the last bit.
static void arch_direction(int k, int n, double *cosine, double *sine)
{
    int mirrored = 2 * k > n ? n - k : k;
    double angle = helper_radians(180.0 * mirrored / n);
    *cosine = 2 * mirrored == n ? 0 : (2 * k > n ? -real_cos(angle) : real_cos(angle));
    *sine = mirrored == 0 ? 0 : real_sin(angle);
}

static void add_stone(scene_helpers *k, int index, int n)
{
    double radius = helper_value(k, "radius"), half = helper_value(k, "depth") * radius / 2, mu = helper_value(k, "mu");
    double rings[2] = {radius * (1 - helper_value(k, "thickness") / 2),
                       radius * (1 + helper_value(k, "thickness") / 2)};
    vec3 corners[8], middle = v3_zero();
    for (int c = 0; c < 8; c++)
    {
        double cosine, sine;
        arch_direction(index + (c & 1), n, &cosine, &sine);
        double ring = rings[c >> 1 & 1];
        corners[c] = v3(ring * cosine, c & 4 ? half : -half, ring * sine);
        middle = v3_add_scaled(middle, 0.125, corners[c]);
    }
    double vertices[24];
    for (int c = 0; c < 8; c++) v3_store(&vertices[3 * c], v3_sub(corners[c], middle));
    char name[HELPER_NAME];
    hf_shape_def shape = hf_shape_def_default();
    shape.kind = HF_SHAPE_HULL;
    shape.mesh = helper_hull(k, helper_name(name, "stone", index), vertices, 8);
    shape.friction = mu;
    helper_colour(&shape, index % 2 ? 7 : 3);
    hf_body_def body = helper_free(name, middle);
    body.density = 2400;
    helper_shape(k, helper_body(k, &body), &shape);
}

static void make_arch(scene_helpers *k)
{
    int n = helper_count(k, "n");
    helper_floor(k, helper_value(k, "mu"));
    for (int i = 0; i < n; i++) add_stone(k, i, n);
    k->settings.step.duration = 10;
}

// ---- card house ----
//
// Storey s of L (s = 0 … L-1) has L-s pairs of cards that lean on each other, and L-s-1 cards that lie on their tops: L
// (3L+1)/2 cards in all.
// With l the length, t the thickness and b the lean: two leaning cards touch with the inner edges of their tops, feet l
// sin b from the middle;
// the outer edges of the tops are highest, at l cos b + t sin b, and carry the lying cards, whose ends leave a gap of
// t/2 between them.
// A card that carries P and weighs w pushes its foot outwards with (P + w/2) tan b, so mu >= tan b is enough.

static const hf_builtin_parameter card_parameters[] = {
    {"levels", "storeys: 4 make 26 cards, 10 make 155", 4, 1, 40, true},
    {"lean", "of the cards from the vertical [deg]", 20, 2, 28, false},
    {"thickness", "of a card [m]", 0.0005, 1e-5, 0.005, false},
    {"mass", "of a card [kg]", 0.0018, 1e-9, 1e3, false},
    MU(0.6),
};

static void add_card(scene_helpers *k, int *count, vec3 centre, double lean)
{
    char name[HELPER_NAME];
    hf_shape_def shape = helper_box(helper_value(k, "thickness") / 2, 0.0315, 0.044, helper_value(k, "mu"));
    helper_colour(&shape, lean > 0 ? 6 : 1);
    if (fabs(lean) > 1) helper_colour(&shape, 3);
    hf_body_def body = helper_free(helper_name(name, "card", (*count)++), centre);
    quat_store(body.orientation, helper_turn_y(lean));
    body.mass = helper_value(k, "mass");
    helper_shape(k, helper_body(k, &body), &shape);
}

static void make_card_house(scene_helpers *k)
{
    const double length = 0.088;
    double thickness = helper_value(k, "thickness"), lean = helper_radians(helper_value(k, "lean"));
    double spacing = length + thickness / 2;
    double reach = length / 2 * real_sin(lean) +
                   thickness / 2 * real_cos(lean); // from a card's centre to the inner edge of its top
    double rise = length / 2 * real_cos(lean) + thickness / 2 * real_sin(lean); // and to the outer, highest one
    int levels = helper_count(k, "levels"), count = 0;
    double base = 0;
    helper_floor(k, helper_value(k, "mu"));
    for (int s = 0; s < levels; s++)
    {
        int pairs = levels - s;
        for (int i = 0; i < pairs; i++)
        {
            double x = spacing * (i - 0.5 * (pairs - 1));
            add_card(k, &count, v3(x - reach, 0, base + rise), lean);
            add_card(k, &count, v3(x + reach, 0, base + rise), -lean);
        }
        for (int i = 0; i + 1 < pairs; i++)
            add_card(k, &count, v3(spacing * (i - 0.5 * (pairs - 2)), 0, base + 2 * rise + thickness / 2),
                     helper_radians(90));
        base += 2 * rise + thickness;
    }
    k->settings.step.duration = 10;
}

// ---- kapla ----

static const hf_builtin_parameter kapla_parameters[] = {
    {"layers", "of two planks each", 40, 1, 500, true},
    MU(0.5),
};

static void make_kapla(scene_helpers *k)
{
    const double half[3] = {0.0585, 0.0117, 0.0039}; // 15 : 3 : 1
    double mu = helper_value(k, "mu");
    helper_floor(k, mu);
    for (int i = 0; i < 2 * helper_count(k, "layers"); i++)
    {
        int layer = i / 2;
        double side = (i % 2 ? 1 : -1) * (half[0] - half[1]), height = half[2] * (2 * layer + 1);
        bool across = layer % 2;
        hf_shape_def plank =
            across ? helper_box(half[1], half[0], half[2], mu) : helper_box(half[0], half[1], half[2], mu);
        helper_colour(&plank, across ? 3 : 0);
        char name[HELPER_NAME];
        hf_body_def body =
            helper_free(helper_name(name, "plank", i), across ? v3(side, 0, height) : v3(0, side, height));
        body.density = 600;
        helper_shape(k, helper_body(k, &body), &plank);
    }
    k->settings.step.duration = 10;
}

const builtin_def standing_scenes[] = {
    {{"mass_ratio", "a heavy box on a light one", HELPER_PARAMETERS(mass_ratio_parameters)}, make_mass_ratio},
    {{"towers", "boxes on top of each other, equal or heavy on light", HELPER_PARAMETERS(towers_parameters)},
     make_towers},
    {{"ladder", "a ladder leans on a wall", HELPER_PARAMETERS(ladder_parameters)}, make_ladder},
    {{"table", "a table on four legs, loaded beside them", HELPER_PARAMETERS(table_parameters)}, make_table},
    {{"arch", "a round arch of stones without mortar", HELPER_PARAMETERS(arch_parameters)}, make_arch},
    {{"card_house", "a house of cards", HELPER_PARAMETERS(card_parameters)}, make_card_house},
    {{"kapla", "a tower of wooden planks, crosswise", HELPER_PARAMETERS(kapla_parameters)}, make_kapla},
};
const int standing_scene_count = sizeof standing_scenes / sizeof standing_scenes[0];
