// Cranks as MuJoCo sees them: lengths and moments of the actuators of slider_crank.xml at random configurations, the
// broken one included.

#include "support/scene_text.h"

#include "base/random.h"
#include "holdfast/world.h"
#include "model/rows/transmission.h"
#include "world/world.h"

#include <mujoco/mujoco.h>

#include <unistd.h>

/// Rates of all actuators' lengths at the velocities that the world has.
static void rates(hf_world *world, double *out)
{
    const hf_model *m = world->model;
    const configuration at = {.model = m, .bodies = world->state.bodies, .q = world->state.q};
    arena_mark mark = arena_begin(world->workspace);
    row_set set;
    double(*twists)[6] = arena_take_zeroed(world->workspace, (size_t)m->body_count, sizeof *twists);
    CHECK(twists && rows_begin(&set, m, world->workspace));
    for (int k = 0; k < m->body_count; k++)
    {
        memcpy(twists[k], world->state.bodies[k].v, sizeof world->state.bodies[k].v);
        memcpy(twists[k] + 3, world->state.bodies[k].w, sizeof world->state.bodies[k].w);
    }
    for (int k = 0; k < m->mechanism.actuator_count; k++)
    {
        rows_open(&set, HF_LAW_BOX, 1, 0);
        actuator_terms(&set, &at, k, 0);
        out[k] = rows_velocity(&set, 0, twists, world->state.v);
    }
    arena_end(world->workspace, mark);
}

TEST(cranks_have_their_lengths_and_moments)
{
    const char *path = HOLDFAST_SOURCE_DIR "/../shared/models/mujoco/slider_crank.xml";
    if (access(path, R_OK)) SKIP("%s is absent", path);
    char reason[1000] = "";
    mjModel *m = mj_loadXML(path, NULL, reason, sizeof reason);
    if (!m) harness_fail(__FILE__, __LINE__, "MuJoCo: %s", reason);
    mjData *d = mj_makeData(m);
    hf_builder *builder = NULL;
    hf_model *model = NULL;
    hf_world *world = NULL;
    hf_error error = {0};
    hf_status status = hf_scene_open(path, 1, NULL, NULL, &builder, &error);
    if (status == HF_STATUS_OK) status = hf_model_build(builder, &model, &error);
    if (status == HF_STATUS_OK) status = hf_world_create(model, &world, &error);
    if (status != HF_STATUS_OK) harness_fail(__FILE__, __LINE__, "%s", error.message);
    CHECK(m->nu == 3 && hf_model_count(model, HF_ITEM_ACTUATOR) == 3 && m->nv == 3);
    random_state random = random_seed(3);
    for (int round = 0; round < 100; round++)
    {
        for (int k = 0; k < 3; k++) d->qpos[k] = round == 0 ? 0.0 : random_between(&random, -3, 3);
        for (int k = 0; k < 3; k++) d->qvel[k] = random_between(&random, -1, 1);
        mj_forward(m, d);
        CHECK(hf_world_set_q(world, d->qpos, d->qvel, &error) == HF_STATUS_OK);
        const configuration at = {.model = model, .bodies = world->state.bodies, .q = world->state.q};
        double rate[3];
        rates(world, rate);
        for (int k = 0; k < 3; k++)
        {
            CHECK_NEAR(actuator_length(&at, k), d->actuator_length[k], 1e-12);
            CHECK_NEAR(rate[k], d->actuator_velocity[k], 1e-10 * (1 + fabs(rate[k])));
        }
    }
    hf_world_destroy(world);
    hf_model_destroy(model);
    hf_builder_destroy(builder);
    mj_deleteData(d);
    mj_deleteModel(m);
}
