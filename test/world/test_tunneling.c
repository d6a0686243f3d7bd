// Thin and fast: nothing passes through a thin plate, at any speed and spin.

#include "support/truth_scenes.h"

#include "base/random.h"

/// A fixed plate of 2 m × 2 m, 1 mm thick, at z = 0.
static void add_plate(scene *s)
{
    hf_body_def plate = body_at(0, 0, 0);
    plate.motion = HF_MOTION_STATIC;
    add_box(s, plate, 1, 1, 0.0005, 0.3);
}

static hf_body_def flying(random_state *random, double height, double speed, double spin)
{
    hf_body_def def = body_at(random_between(random, -0.3, 0.3), random_between(random, -0.3, 0.3), height);
    double norm = 0;
    for (int k = 0; k < 4; k++) def.orientation[k] = random_normal(random);
    for (int k = 0; k < 4; k++) norm += def.orientation[k] * def.orientation[k];
    for (int k = 0; k < 4; k++) def.orientation[k] /= sqrt(norm);
    def.velocity[0] = random_between(random, -0.3, 0.3) * speed;
    def.velocity[2] = -speed;
    for (int k = 0; k < 3; k++) def.angular_velocity[k] = random_between(random, -1, 1) * spin;
    return def;
}

/// Bodies of random speeds and spins that come to lie with their centre beyond the plate.
static int count_passed(hf_shape_kind kind, double a, double b, double c, double fastest, double spin, int runs)
{
    random_state random = random_seed(11);
    int passed = 0;
    double deepest = 0;
    for (int run = 0; run < runs; run++)
    {
        scene s = scene_begin();
        add_plate(&s);
        double speed = random_between(&random, 0.05, 1) * fastest;
        hf_shape_def shape = hf_shape_def_default();
        shape.body = add_body(&s, flying(&random, random_between(&random, 0.3, 0.6), speed, spin));
        shape.kind = kind;
        shape.size[0] = a, shape.size[1] = b, shape.size[2] = c;
        shape.restitution = run % 2 ? 0.5 : 0;
        add_shape(&s, shape);
        scene_start(&s);
        for (int n = 0; n < 60; n++)
        {
            scene_step(&s);
            hf_body_state at = hf_world_body(s.world, shape.body);
            for (int k = 0; k < hf_world_contact_count(s.world); k++)
                deepest = fmax(deepest, -hf_world_contact(s.world, k).gap);
            if (fabs(at.position[0]) > 0.8 || fabs(at.position[1]) > 0.8) break; // over the edge
            if (at.position[2] >= 0) continue;
            passed++;
            break;
        }
        scene_end(&s);
    }
    CHECK(deepest <= 2e-3); // ends of rods came 19 mm deep through the plate before steps were cut
    return passed;
}

TEST(bullets_stay_on_their_side)
{
    CHECK(count_passed(HF_SHAPE_SPHERE, 0.005, 0, 0, 200, 0, 60) == 0);
    CHECK(count_passed(HF_SHAPE_CAPSULE, 0.003, 0.01, 0, 200, 1000, 60) == 0);
}

TEST(rods_that_spin_stay_on_their_side)
{
    CHECK(count_passed(HF_SHAPE_CAPSULE, 0.005, 0.25, 0, 20, 100, 60) == 0);
    CHECK(count_passed(HF_SHAPE_BOX, 0.25, 0.005, 0.005, 20, 100, 60) == 0);
}

TEST(cards_stay_on_their_side)
{
    CHECK(count_passed(HF_SHAPE_BOX, 0.03, 0.05, 0.0002, 50, 20, 60) == 0);
    CHECK(count_passed(HF_SHAPE_BOX, 0.03, 0.05, 0.0002, 50, 200, 60) == 0);
}
