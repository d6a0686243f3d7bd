// Every reason to do a part of a step again is asked for by a scene, and its rule is kept (world/step_control.c).
// Attempts that are given up leave the state as it was, to the bit.

#include "support/truth_scenes.h"

#include "world/step.h"

#include <stdlib.h>

enum
{
    MOST = 8 // bodies, actuators
};

/// A piece, what attempts at it have found out, and room for it.
typedef struct trial
{
    step_piece piece;
    step_facts facts;
    bool motor_rows[MOST];
    double least_reach[MOST];
    hf_step_report report;
} trial;

static trial trial_begin(const scene *s)
{
    const hf_settings *settings = &s->world->settings;
    CHECK(s->model->body_count <= MOST && s->model->mechanism.actuator_count <= MOST);
    return (trial){.piece = {.h = settings->step.timestep, .refusals = STEP_REFUSALS + 1, .left = STEP_HALF},
                   .facts = {.mode = settings->step.integrator, .unsettled_fibre = -1}};
}

/// One attempt; the state changes only if it is accepted.
static step_why attempt(scene *s, trial *t)
{
    uint64_t before = hf_world_hash(s->world);
    double time = hf_world_time(s->world);
    hf_error error = {0};
    step_run run = {.world = s->world, .report = &t->report, .error = &error};
    step_budget_begin(&run);
    t->facts.motor_rows = t->motor_rows;
    t->facts.least_reach = t->least_reach;
    CHECK(step_attempt(&run, &t->piece, &t->facts) == HF_STATUS_OK);
    bool accepted = t->facts.why == WHY_NOT;
    CHECK((hf_world_hash(s->world) == before) == !accepted);
    CHECK_NEAR(hf_world_time(s->world), time + (accepted ? t->piece.h : 0.0), 1e-15);
    return t->facts.why;
}

static void count_stage(void *context, hf_stage stage)
{
    int *counts = context;
    counts[stage]++;
}

/// One step; counts ◄ how often each stage ran.
static hf_step_report step_and_count(scene *s, int counts[HF_STAGE_COUNT + 1])
{
    hf_step_report report;
    memset(counts, 0, (HF_STAGE_COUNT + 1) * sizeof *counts);
    hf_world_observe(s->world, count_stage, counts);
    MUST(hf_world_step(s->world, 0, &report, error));
    hf_world_observe(s->world, NULL, NULL);
    CHECK(counts[HF_STAGE_COUNT] == 1);
    return report;
}

// ---- the table ----

static void print_reason(const step_reason *reason, char *text, size_t size)
{
    static const char *const verbs[] = {"taken", "again", "shorter", "failed"};
    static const char *const left[] = {"always", "not forced", "work is left", "half of the work is left"};
    char most[32] = "";
    if (reason->most < STEP_ALWAYS) snprintf(most, sizeof most, "%d", reason->most);
    snprintf(text, size, "| %s | %s | %s | %s | %s |\n", reason->name, verbs[reason->verb], most, left[reason->needs],
             verbs[reason->then]);
}

/// docs/step.md has these lines, one after the other. What they should be is printed where they are not.
TEST(the_page_prints_the_table)
{
    static const char head[] =
        "| reason | the piece is | at most | while | and then |\n| --- | --- | ---: | --- | --- |\n";
    char *table = calloc(WHY_COUNT + 2, 256), *page = calloc(1, 200000);
    CHECK(table && page);
    memcpy(table, head, sizeof head);
    for (int k = 1; k < WHY_COUNT; k++) print_reason(&step_reasons[k], table + strlen(table), 256);
    FILE *file = fopen(HOLDFAST_SOURCE_DIR "/docs/step.md", "r");
    CHECK(file && fread(page, 1, 199999, file) > 0);
    fclose(file);
    bool printed = strstr(page, table) != NULL;
    if (!printed) printf("%s", table);
    free(table);
    free(page);
    CHECK(printed);
}

// ---- POOR ----

/// For certified answers alone, by `sweeps` of Gauss–Seidel.
static hf_settings strict_sweeps(double tolerance, int sweeps)
{
    hf_settings settings = hf_settings_default();
    snprintf(settings.solver.name, sizeof settings.solver.name, "%s", "mfb");
    settings.solver.tolerance = tolerance;
    settings.solver.accept = 0;
    settings.solver.max_iterations = sweeps;
    return settings;
}

/// Three boxes on each other.
static scene make_tower(hf_settings settings)
{
    scene s = scene_begin();
    scene_settings(&s, settings);
    add_plane(&s, 0, 0.5);
    for (int k = 0; k < 3; k++) add_box(&s, body_at(0.02 * k, 0, 0.1 + 0.2 * k), 0.1, 0.1, 0.1, 0.5);
    scene_start(&s);
    return s;
}

TEST(an_answer_that_is_not_certified_is_asked_for_in_halves)
{
    int counts[HF_STAGE_COUNT + 1];
    scene s = make_tower(strict_sweeps(1e-14, 3));
    trial t = trial_begin(&s);
    CHECK(attempt(&s, &t) == WHY_POOR);
    double whole = t.report.solve.residual.natural;
    CHECK(whole > 1e-14);

    // No piece is certified: the whole, a half, and so on down to h/64, the first of each.
    uint64_t before = hf_world_hash(s.world);
    hf_step_report report = step_and_count(&s, counts);
    CHECK(!report.certified && report.substeps == 0 && hf_world_hash(s.world) == before);
    for (int k = HF_STAGE_FREE; k <= HF_STAGE_SOLVE; k++) CHECK(counts[k] == 1 + STEP_HALVINGS);
    CHECK(counts[HF_STAGE_MOVE] == 0 && report.solve.iterations == 3 * (1 + STEP_HALVINGS));
    scene_end(&s);

    // Weight over half a step is half of it, and so is what so many sweeps leave: pieces are good enough. Each that is
    // halved makes one more.
    s = make_tower(strict_sweeps(0.7 * whole, 3));
    report = step_and_count(&s, counts);
    CHECK(report.certified && report.substeps > 1 && counts[HF_STAGE_MOVE] == report.substeps);
    CHECK(counts[HF_STAGE_SOLVE] == 2 * report.substeps - 1);
    CHECK(report.solve.residual.natural <= 0.7 * whole);
    CHECK_NEAR(hf_world_time(s.world), s.world->settings.step.timestep, 0.0);
    scene_end(&s);
}

/// What a packing leaves behind where its halves were hard: the whole is not tried. Halves that are easy end that. The
/// state keeps it over saving and loading.
TEST(a_step_begins_with_halves_where_those_of_the_last_one_were_hard)
{
    int counts[HF_STAGE_COUNT + 1];
    scene s = make_tower(hf_settings_default()), other = make_tower(hf_settings_default());
    size_t plain = hf_world_state_size(s.world);
    s.world->state.halved = true;
    size_t size = hf_world_state_size(s.world);
    CHECK(size > plain);
    char *bytes = malloc(size);
    hf_world_state_save(s.world, bytes);
    MUST(hf_world_state_load(other.world, bytes, size, error));
    CHECK(other.world->state.halved && hf_world_hash(other.world) == hf_world_hash(s.world));
    hf_step_report report = step_and_count(&other, counts);
    CHECK(report.certified && report.substeps == 2 && counts[HF_STAGE_SOLVE] == 2);
    CHECK(!other.world->state.halved);
    report = step_and_count(&other, counts);
    CHECK(report.certified && report.substeps == 1 && counts[HF_STAGE_SOLVE] == 1);

    // A failed step leaves the memory as it was.
    hf_settings none = strict_sweeps(1e-14, 3);
    MUST(hf_world_set_settings(s.world, &none, error));
    report = step_and_count(&s, counts);
    CHECK(report.substeps == 0 && s.world->state.halved);
    for (int k = 0; k < 16; k += 8) // damaged: its name, its flag
    {
        hf_error error;
        bytes[plain + (size_t)k] ^= 2;
        CHECK(hf_world_state_load(other.world, bytes, size, &error) == HF_STATUS_FORMAT);
        bytes[plain + (size_t)k] ^= 2;
    }
    free(bytes);
    scene_end(&other);
    scene_end(&s);
}

// ---- a budget, and answers that are not certified ----

TEST(an_answer_within_accept_is_taken_when_the_work_is_used_up)
{
    int counts[HF_STAGE_COUNT + 1];
    hf_settings settings = strict_sweeps(1e-14, 0);
    settings.solver.accept = 1e-2;
    settings.solver.budget = 20000;
    scene s = make_tower(settings);
    hf_step_report report = step_and_count(&s, counts);
    CHECK(report.quality == HF_STEP_APPROXIMATE && !report.certified && report.substeps == 1);
    CHECK(report.solve.outcome == HF_OUTCOME_LIMIT && report.solve.residual.natural > settings.solver.tolerance);
    CHECK(report.solve.residual.natural <= settings.solver.accept);
    CHECK(report.work > settings.solver.budget / 2 && report.work < 2 * settings.solver.budget); // with the correction
    CHECK(counts[HF_STAGE_SOLVE] == 1 && counts[HF_STAGE_MOVE] == 1);
    CHECK_NEAR(hf_world_time(s.world), settings.step.timestep, 0.0);
    scene_end(&s);

    // A limit of sweeps leaves time for halves; a piece of h/64 is taken.
    settings.solver.budget = 0;
    settings.solver.max_iterations = 3;
    s = make_tower(settings);
    report = step_and_count(&s, counts);
    CHECK(report.quality == HF_STEP_APPROXIMATE && report.substeps > 1);
    CHECK(counts[HF_STAGE_SOLVE] == 2 * report.substeps - 1);
    scene_end(&s);
}

TEST(a_step_beyond_accept_ends_within_its_budget)
{
    int counts[HF_STAGE_COUNT + 1];
    hf_settings settings = strict_sweeps(1e-14, 0);
    for (int64_t budget = 1; budget < 3000; budget *= 7)
    {
        settings.solver.budget = budget;
        settings.solver.accept = 1e-13;
        scene s = make_tower(settings);
        uint64_t before = hf_world_hash(s.world);
        hf_step_report report = step_and_count(&s, counts);
        CHECK(report.quality == HF_STEP_FAILED && report.substeps == 0 && hf_world_hash(s.world) == before);
        CHECK(report.work <= 8 * budget + 2000 && // the certificate of each answer is beside it
              report.solve.residual.natural > settings.solver.accept);
        scene_end(&s);
    }
}

TEST(a_failed_step_can_go_on_and_things_at_rest_stay_so)
{
    hf_settings settings = strict_sweeps(1e-14, 0);
    settings.solver.on_fail = HF_ON_FAIL_CONTINUE;
    settings.solver.budget = 1;
    scene s = make_tower(settings);
    hf_run_quality run = {0};
    double most = 0;
    for (int k = 0; k < 100; k++)
    {
        hf_step_report report;
        MUST(hf_world_step(s.world, 0, &report, error));
        CHECK(report.quality == HF_STEP_FAILED && !report.certified && report.substeps == 1);
        CHECK_NEAR(hf_world_time(s.world), (k + 1) * settings.step.timestep, 1e-12);
        most = fmax(most, report.kinetic); // they would have 46 J after a free fall
        CHECK_NEAR(report.potential, 70.632, 1e-3);
        hf_run_quality_add(&run, &report);
    }
    CHECK(most < 1e-2);
    CHECK(run.of[HF_STEP_FAILED].count == 100 && run.of[HF_STEP_EXACT].count == 0 && run.cut.count == 0);
    CHECK(run.of[HF_STEP_FAILED].worst > 0 && run.of[HF_STEP_FAILED].worst_time > 0);
    scene_end(&s);
}

// ---- PASSES ----

/// A needle that hits a plate of 1 mm with its tip, at 30 m/s and 45°: within a step of 10 ms it would lie beyond it.
static scene make_needle(void)
{
    scene s = scene_begin();
    hf_settings settings = hf_settings_default();
    settings.step.timestep = 0.01;
    scene_settings(&s, settings);
    hf_body_def plate = body_at(0, 0, 0), needle = body_at(0, 0, 0.1);
    plate.motion = HF_MOTION_STATIC;
    needle.velocity[2] = -30;
    needle.orientation[0] = cos(0.39), needle.orientation[2] = sin(0.39);
    add_box(&s, plate, 1, 1, 0.0005, 0.3);
    hf_shape_def shape = hf_shape_def_default();
    shape.body = add_body(&s, needle);
    shape.kind = HF_SHAPE_ELLIPSOID;
    shape.size[0] = 0.1, shape.size[1] = shape.size[2] = 0.01;
    add_shape(&s, shape);
    scene_start(&s);
    return s;
}

TEST(bodies_that_would_pass_ask_for_halves)
{
    int counts[HF_STAGE_COUNT + 1];
    scene s = make_needle();
    trial t = trial_begin(&s);
    CHECK(attempt(&s, &t) == WHY_PASSES);
    t.piece.left = STEP_SOME;
    CHECK(attempt(&s, &t) == WHY_NOT);
    CHECK(hf_world_body(s.world, 2).position[2] < 0.005); // half of it is through
    scene_end(&s);

    s = make_needle();
    hf_step_report report = step_and_count(&s, counts);
    CHECK(report.certified && report.substeps > 1);
    CHECK(counts[HF_STAGE_MOVE] == 2 * report.substeps - 1); // halves, and halves of halves
    // what was cut for speed ended with the motion; what was refused for its energy did not
    CHECK(counts[HF_STAGE_CORRECT] >= report.substeps && counts[HF_STAGE_CORRECT] < counts[HF_STAGE_MOVE]);
    CHECK(hf_world_body(s.world, 2).position[2] > 0.01);
    CHECK_NEAR(hf_world_time(s.world), 0.01, 0.0);
    scene_end(&s);
}

// ---- MOTOR_LIMIT ----

/// A mass that slides along x under two servos of its own joint's kind: one reaches its limit in the first step.
static scene make_servo(void)
{
    scene s = scene_begin();
    hf_body_def def = body_at(0, 0, 0);
    def.parent = 0;
    def.mass = 1.0;
    for (int k = 0; k < 3; k++) def.inertia[k] = 0.01;
    hf_joint_def slide = hf_joint_def_default();
    slide.body = add_body(&s, def);
    slide.kind = HF_JOINT_SLIDE;
    slide.axis[0] = 1, slide.axis[1] = slide.axis[2] = 0;
    int joint = 0;
    MUST(hf_builder_add_joint(s.builder, &slide, &joint, error));
    hf_actuator_def servo = hf_actuator_def_default();
    servo.target = joint;
    servo.gain[0] = 1e4;
    servo.bias[1] = -1e4, servo.bias[2] = -50;
    servo.force_limited = true;
    servo.force_range[0] = -10, servo.force_range[1] = 10;
    servo.control = 1.0;
    MUST(hf_builder_add_actuator(s.builder, &servo, NULL, error));
    scene_start(&s);
    return s;
}

TEST(a_motor_beyond_its_limits_asks_for_a_row)
{
    int counts[HF_STAGE_COUNT + 1];
    scene s = make_servo();
    trial t = trial_begin(&s);
    CHECK(attempt(&s, &t) == WHY_MOTOR_LIMIT);
    CHECK(t.motor_rows[0]);
    CHECK(attempt(&s, &t) == WHY_NOT);
    CHECK_NEAR(hf_world_actuator_force(s.world, 0), 10, 1e-9);
    scene_end(&s);

    s = make_servo();
    hf_step_report report = step_and_count(&s, counts);
    CHECK(report.certified && report.substeps == 1);
    CHECK(counts[HF_STAGE_FREE] == 2 && counts[HF_STAGE_MOVE] == 2 && counts[HF_STAGE_CORRECT] == 1);
    report = step_and_count(&s, counts); // it was at its limit: no second attempt
    CHECK(report.certified && counts[HF_STAGE_FREE] == 1);
    scene_end(&s);
}

// ---- OUTRAN ----

/// A heavy ball hits a light one, which flies off at nearly twice its speed into a third, 4 mm ahead.
static scene make_shot(void)
{
    scene s = scene_begin();
    hf_settings settings = hf_settings_default();
    settings.step.timestep = 0.002;
    settings.physics.gravity[2] = 0;
    scene_settings(&s, settings);
    const double x[3] = {0, 0.101, 0.205}, mass[3] = {100, 1, 1};
    for (int k = 0; k < 3; k++)
    {
        hf_body_def def = body_at(x[k], 0, 0);
        def.mass = mass[k];
        def.velocity[0] = k == 0 ? 5 : 0;
        add_ball(&s, def, 0.05, 0, 1);
    }
    scene_start(&s);
    return s;
}

TEST(impacts_that_outrun_detection_ask_for_another_look)
{
    int counts[HF_STAGE_COUNT + 1];
    scene s = make_shot();
    trial t = trial_begin(&s);
    CHECK(attempt(&s, &t) == WHY_OUTRAN);
    CHECK(t.least_reach[1] == 0 && t.least_reach[3] == 0);
    CHECK_NEAR(t.least_reach[2], 1.1 * 0.002 * 2 * 5 * 100 / 101, 1e-12);
    CHECK(attempt(&s, &t) == WHY_OUTRAN); // the third ball has been hit now, and comes farther than it was looked at
    CHECK(t.least_reach[3] > 0);
    CHECK(attempt(&s, &t) == WHY_NOT);
    CHECK_NEAR(hf_world_body(s.world, 3).velocity[0], 2 * 5 * 100.0 / 101, 1e-9);
    scene_end(&s);

    s = make_shot();
    hf_step_report report = step_and_count(&s, counts);
    CHECK(report.certified && report.substeps == 1);
    CHECK(counts[HF_STAGE_IMPACT] == 3 && counts[HF_STAGE_ASSEMBLE] == 1);
    CHECK_NEAR(hf_world_body(s.world, 3).velocity[0], 2 * 5 * 100.0 / 101, 1e-9);
    scene_end(&s);

    // Without leave to look again the contacts that were found have to do.
    s = make_shot();
    t = trial_begin(&s);
    t.facts.tries[WHY_OUTRAN] = step_reasons[WHY_OUTRAN].most;
    CHECK(attempt(&s, &t) == WHY_NOT);
    CHECK(hf_world_body(s.world, 3).velocity[0] == 0);
    scene_end(&s);
}

/// A ball slides along a wall, 0.4 mm from it, and a pusher on a rail strikes it towards the wall at `speed`.
static scene make_pusher(double speed)
{
    scene s = scene_begin();
    hf_settings settings = hf_settings_default();
    settings.step.timestep = 0.002;
    settings.physics.gravity[2] = 0;
    scene_settings(&s, settings);
    hf_shape_def wall = hf_shape_def_default(); // of the world: z = 0
    wall.kind = HF_SHAPE_PLANE;
    MUST(hf_builder_add_shape(s.builder, &wall, NULL, error));
    hf_body_def ball = body_at(0, 0, 0.0504);
    ball.velocity[0] = 1;
    add_ball(&s, ball, 0.05, 0, 0);
    hf_body_def def = body_at(0, 0, 0.1505);
    def.parent = 0;
    hf_joint_def rail = hf_joint_def_default();
    rail.body = add_ball(&s, def, 0.05, 0, 0);
    rail.kind = HF_JOINT_SLIDE;
    rail.initial_velocity = -speed;
    MUST(hf_builder_add_joint(s.builder, &rail, NULL, error));
    scene_start(&s);
    return s;
}

TEST(points_that_stay_open_are_no_contacts_until_one_would_close)
{
    scene s = make_pusher(0.0);
    trial t = trial_begin(&s);
    CHECK(attempt(&s, &t) == WHY_NOT && t.report.contact_count == 0);
    scene_end(&s);

    s = make_pusher(1.0);
    t = trial_begin(&s);
    CHECK(attempt(&s, &t) == WHY_OUTRAN && t.facts.take_all);
    CHECK(attempt(&s, &t) == WHY_NOT && t.report.contact_count == 2);
    CHECK_NEAR(hf_world_body(s.world, 1).position[2], 0.05, 1e-7); // as far as the wall, and not farther
    CHECK(t.report.penetration == 0.0);
    scene_end(&s);

    // Without leave to look again all points are contacts.
    s = make_pusher(0.0);
    t = trial_begin(&s);
    t.facts.tries[WHY_OUTRAN] = step_reasons[WHY_OUTRAN].most;
    CHECK(attempt(&s, &t) == WHY_NOT && t.report.contact_count > 0);
    scene_end(&s);
}

// ---- ENERGY ----

TEST(energy_without_a_reason_asks_for_halves)
{
    int counts[HF_STAGE_COUNT + 1];
    scene s = make_tower(strict_sweeps(1e-9, 1000));
    step_and_count(&s, counts);
    CHECK(counts[HF_STAGE_CORRECT] == 1);

    // Energy at the beginning is believed to be less than it is: the piece seems to gain the difference.
    trial t = trial_begin(&s);
    t.piece.refusals = 0;
    s.world->energy[1][0] -= 1.0;
    CHECK(attempt(&s, &t) == WHY_ENERGY);
    CHECK(t.facts.rise > 0.9 && t.facts.rise <= 1.0 && t.facts.rise_body == 2);
    t.piece.refusals = STEP_REFUSALS + 1;
    CHECK(attempt(&s, &t) == WHY_NOT && t.facts.rise > 0.9);
    CHECK(s.world->energy_known);
    t.piece.refusals = 0;
    CHECK(attempt(&s, &t) == WHY_NOT && t.facts.rise == 0.0 && t.facts.rise_body == -1);

    // A whole step is refused, and so are its first pieces.
    s.world->energy[1][0] -= 1.0;
    uint64_t before = hf_world_hash(s.world);
    hf_step_report report = step_and_count(&s, counts);
    CHECK(report.certified && report.substeps >= 1 && hf_world_hash(s.world) != before);
    CHECK(counts[HF_STAGE_CORRECT] > 3);
    scene_end(&s);
}

// ---- NO_FORCES ----

/// A ball that comes to rest by bouncing, fifty times within the step.
static scene make_bouncer(void)
{
    scene s = scene_begin();
    hf_settings settings = hf_settings_default();
    settings.step.integrator = HF_INTEGRATOR_BARAFF;
    settings.step.timestep = 0.05;
    scene_settings(&s, settings);
    add_plane(&s, 0, 0.5);
    hf_body_def def = body_at(0, 0, 0.1);
    def.velocity[2] = -0.001;
    add_ball(&s, def, 0.1, 0.5, 1.0);
    scene_start(&s);
    return s;
}

TEST(where_forces_do_not_last_impulses_are_asked_for)
{
    int counts[HF_STAGE_COUNT + 1];
    scene s = make_bouncer();
    trial t = trial_begin(&s);
    CHECK(attempt(&s, &t) == WHY_NO_FORCES);
    t.facts.mode = HF_INTEGRATOR_MOREAU;
    CHECK(attempt(&s, &t) == WHY_NOT);
    scene_end(&s);

    s = make_bouncer();
    hf_step_report report = step_and_count(&s, counts);
    CHECK(report.certified && report.substeps == 1 && strstr(report.solve.note, "impulses"));
    CHECK(report.impulse_pieces == 1 && report.rays == 0);
    CHECK(counts[HF_STAGE_FREE] == 2 && counts[HF_STAGE_DETECT] == 1); // detection belongs to the step with impulses
    scene_end(&s);
}
