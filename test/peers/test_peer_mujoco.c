// Robots as MuJoCo 2.2.2 sees them: mass matrix, bias force, pairs that may touch, friction of each pair.
//
// Both engines read the same file: the model without what the older MuJoCo cannot read (older_mjcf.c). MuJoCo
// diagonalizes inertia tensors to about 1e-7, so models whose tensors are not diagonal are compared to 1e-6, the others
// to 1e-10. Not here: mujoco/humanoid100.xml, whose bodies all come from elements that 2.2.2 does not know (attach,
// frame, replicate), and leap_hand's left hand, whose meshes are not in the collection.

#include "older_mjcf.h"
#include "support/scene_text.h"

#include "base/random.h"
#include "bodies/fluid.h"
#include "collide/broad/scene.h"
#include "holdfast/tangent.h"
#include "holdfast/world.h"
#include "model/model.h"

#include <mujoco/mujoco.h>

typedef struct peer_model
{
    const char *folder, *file;
    double tolerance;  // of the dynamics
    const char *heavy; // a mesh whose volume MuJoCo computes otherwise since 3.1: it is given a mass. NULL: none
} peer_model;

static const peer_model peers[] = {
    {"unitree_h1", "scene.xml", 1e-10, NULL},
    {"anybotics_anymal_c", "scene.xml", 1e-6, NULL},
    {"anybotics_anymal_c", "scene_mjx.xml", 1e-6, NULL},
    {"agility_cassie", "scene.xml", 1e-6, NULL},
    {"leap_hand", "scene_right.xml", 1e-10, NULL},
    {"robot_soccer_kit", "scene.xml", 1e-6, NULL},
    {"robotiq_2f85", "scene.xml", 1e-10, NULL},
    {"mujoco", "humanoid.xml", 1e-6, NULL},
    {"mujoco", "slider_crank.xml", 1e-6, NULL},
    {"mujoco", "car.xml", 1e-6, "chasis"},
};

/// The two views of one file.
typedef struct twins
{
    mjModel *m;
    mjData *d;
    hf_model *model;
    hf_world *world;
} twins;

/// Writes mass="0.4" into the geom that shows this mesh.
static void give_mass(const char *path, const char *mesh)
{
    char text[20000], wanted[200];
    FILE *file = fopen(path, "r");
    CHECK(file);
    size_t length = fread(text, 1, sizeof text - 1, file);
    fclose(file);
    text[length] = 0;
    snprintf(wanted, sizeof wanted, "mesh=\"%s\"", mesh);
    char *at = strstr(text, wanted);
    CHECK(length < sizeof text - 1 && at);
    file = fopen(path, "w");
    CHECK(file);
    fprintf(file, "%.*s mass=\"0.4\" %s", (int)(at - text), text, at);
    CHECK(fclose(file) == 0);
}

static twins open_twins(const peer_model *peer)
{
    char folder[600], path[1200], reason[1000] = "";
    snprintf(folder, sizeof folder, "%s/../shared/models/%s", HOLDFAST_SOURCE_DIR, peer->folder);
    if (!older_mjcf(folder, peer->file, text_folder())) SKIP("%s/%s is absent", folder, peer->file);
    snprintf(path, sizeof path, "%s/%s", text_folder(), peer->file);
    if (peer->heavy) give_mass(path, peer->heavy);
    twins t = {.m = mj_loadXML(path, NULL, reason, sizeof reason)};
    if (!t.m) harness_fail(__FILE__, __LINE__, "MuJoCo: %s", reason);
    t.d = mj_makeData(t.m);
    hf_builder *builder = NULL;
    hf_error error = {0};
    hf_status status = hf_scene_open(path, 1, NULL, NULL, &builder, &error);
    if (status == HF_STATUS_OK) status = hf_model_build(builder, &t.model, &error);
    hf_builder_destroy(builder);
    if (status == HF_STATUS_OK) status = hf_world_create(t.model, &t.world, &error);
    if (status != HF_STATUS_OK) harness_fail(__FILE__, __LINE__, "%s", error.message);
    printf("        %s/%s\n", peer->folder, peer->file);
    return t;
}

static void close_twins(twins *t)
{
    hf_world_destroy(t->world);
    hf_model_destroy(t->model);
    mj_deleteData(t->d);
    mj_deleteModel(t->m);
}

// ---- dynamics ----

/// Against the diagonal, so that fingers count as much as a torso.
static double worst_entry(const double *a, const double *b, size_t n)
{
    double most = 0;
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++)
            most = fmax(most, fabs(a[i * n + j] - b[i * n + j]) / sqrt(b[i * (n + 1)] * b[j * (n + 1)]));
    return most;
}

static double worst(const double *a, const double *b, int count)
{
    double scale = 0, most = 0;
    for (int k = 0; k < count; k++) scale = fmax(scale, fabs(b[k]));
    for (int k = 0; k < count; k++) most = fmax(most, fabs(a[k] - b[k]));
    return most / fmax(scale, 1e-300);
}

/// A state that is no special one: q away from the references, quaternions of length 1, every velocity different.
static void shake(const mjModel *m, mjData *d, random_state *random)
{
    mj_resetData(m, d);
    double *step = d->qvel;
    for (int k = 0; k < m->nv; k++) step[k] = random_between(random, -1, 1);
    mj_integratePos(m, d->qpos, step, 0.7);
    for (int k = 0; k < m->nv; k++) d->qvel[k] = random_between(random, -1, 1);
}

static void compare_dynamics(const peer_model *peer, twins *t, double *most)
{
    size_t n = (size_t)t->m->nv;
    double *theirs = calloc(n * n, sizeof(double)), *ours = calloc(n * n, sizeof(double)),
           *bias = calloc(n, sizeof *bias);
    hf_error error;
    mj_kinematics(t->m, t->d);
    mj_comPos(t->m, t->d);
    mj_crb(t->m, t->d);
    mj_comVel(t->m, t->d);
    mj_rne(t->m, t->d, 0, t->d->qfrc_bias);
    mj_fullM(t->m, theirs, t->d->qM);
    CHECK(hf_world_set_q(t->world, t->d->qpos, t->d->qvel, &error) == HF_STATUS_OK);
    CHECK(hf_world_mass_matrix(t->world, ours, &error) == HF_STATUS_OK);
    CHECK(hf_world_bias(t->world, bias, &error) == HF_STATUS_OK);
    double of_mass = worst_entry(ours, theirs, n), of_bias = worst(bias, t->d->qfrc_bias, (int)n);
    if (!(of_mass <= peer->tolerance && of_bias <= peer->tolerance))
        harness_fail(__FILE__, __LINE__, "mass matrix differs by %.2e, bias by %.2e", of_mass, of_bias);
    *most = fmax(*most, fmax(of_mass, of_bias));
    free(theirs), free(ours), free(bias);
}

TEST(mass_matrix_and_bias_force)
{
    random_state random = random_seed(5);
    for (size_t k = 0; k < sizeof peers / sizeof peers[0]; k++)
    {
        twins t = open_twins(&peers[k]);
        double most = 0;
        CHECK(t.m->nq == hf_model_q_count(t.model) && t.m->nv == hf_model_v_count(t.model));
        CHECK(t.m->nbody == hf_model_count(t.model, HF_ITEM_BODY));
        compare_dynamics(&peers[k], &t, &most);
        for (int state = 0; state < 3; state++)
        {
            shake(t.m, t.d, &random);
            compare_dynamics(&peers[k], &t, &most);
        }
        printf("            within %.1e\n", most);
        close_twins(&t);
    }
}

/// Differences of q, Jacobians of the centres of mass of every body and all that hangs on it, and the bias of a point.
static void compare_tangents(const peer_model *peer, twins *t, random_state *random)
{
    int n = t->m->nv;
    double *from = calloc((size_t)t->m->nq, sizeof *from), *theirs = calloc(3 * (size_t)n, sizeof *theirs);
    double *ours = calloc(3 * (size_t)n, sizeof *ours);
    hf_error error;
    memcpy(from, t->d->qpos, (size_t)t->m->nq * sizeof *from);
    shake(t->m, t->d, random);
    mj_differentiatePos(t->m, theirs, 1.0, from, t->d->qpos);
    CHECK(hf_model_difference(t->model, from, t->d->qpos, ours, &error) == HF_STATUS_OK);
    CHECK_NEAR(worst(ours, theirs, n), 0.0, 1e-12);
    mj_kinematics(t->m, t->d);
    mj_comPos(t->m, t->d);
    CHECK(hf_world_set_q(t->world, t->d->qpos, t->d->qvel, &error) == HF_STATUS_OK);
    for (int body = 1; body < t->m->nbody; body++)
    {
        if (hf_world_center_jacobian(t->world, body, ours, &error) != HF_STATUS_OK) continue; // of what does not move
        mj_jacSubtreeCom(t->m, t->d, theirs, body);
        CHECK_NEAR(worst(ours, theirs, 3 * n), 0.0, peer->tolerance);
    }
    free(from), free(theirs), free(ours);
}

TEST(differences_of_coordinates_and_jacobians_of_centers)
{
    random_state random = random_seed(6);
    for (size_t k = 0; k < sizeof peers / sizeof peers[0]; k++)
    {
        twins t = open_twins(&peers[k]);
        for (int state = 0; state < 3; state++) compare_tangents(&peers[k], &t, &random);
        close_twins(&t);
    }
}

TEST(drag_of_a_medium)
{
    const char *path =
        text_file("fluid.xml", "<mujoco><option density='3' viscosity='.2' wind='1 2 3'/><worldbody><body>"
                               "<freejoint/><inertial pos='0 0 0' mass='2' diaginertia='.3 .25 .1'/></body></worldbody>"
                               "</mujoco>");
    char reason[1000] = "";
    mjModel *m = mj_loadXML(path, NULL, reason, sizeof reason);
    if (!m) harness_fail(__FILE__, __LINE__, "MuJoCo: %s", reason);
    mjData *d = mj_makeData(m);
    const double v[6] = {0.5, -1, 2, 0.3, -0.7, 1.1}, q[4] = {0.5, 0.5, -0.5, 0.5};
    memcpy(d->qvel, v, sizeof v);
    memcpy(d->qpos + 3, q, sizeof q);
    mj_forward(m, d);
    hf_body_def def = hf_body_def_default();
    rigid_constants c;
    hf_error error;
    def.mass = 2, def.inertia[0] = 0.3, def.inertia[1] = 0.25, def.inertia[2] = 0.1;
    CHECK(rigid_constants_make("body", &def, &c, &error) == HF_STATUS_OK);
    const hf_settings medium = {.physics = {.density = 3, .viscosity = 0.2, .wind = {1, 2, 3}}};
    quat turn = quat_load(q);
    vec3 force, torque, spin = quat_rotate(turn, v3_load(v + 3));
    fluid_drag(&c, quat_multiply(turn, quat_load(c.principal)), v3_load(v), spin, &medium, &force, &torque);
    torque = quat_rotate_back(turn, torque);
    for (int i = 0; i < 3; i++)
    {
        CHECK_NEAR(v3_at(force, i), d->qfrc_passive[i], 1e-13);
        CHECK_NEAR(v3_at(torque, i), d->qfrc_passive[3 + i], 1e-13);
    }
    mj_deleteData(d);
    mj_deleteModel(m);
}

// ---- contacts ----

/// The shape of each of MuJoCo's geoms, -1 of those that only MuJoCo keeps: meshes to be looked at.
static int *match_shapes(const twins *t)
{
    static const hf_shape_kind kinds[] = {HF_SHAPE_PLANE,     HF_SHAPE_FIELD,    HF_SHAPE_SPHERE, HF_SHAPE_CAPSULE,
                                          HF_SHAPE_ELLIPSOID, HF_SHAPE_CYLINDER, HF_SHAPE_BOX,    HF_SHAPE_HULL};
    int *shape = calloc((size_t)t->m->ngeom, sizeof *shape), next = 0;
    for (int g = 0; g < t->m->ngeom; g++)
    {
        bool seen_only = t->m->geom_type[g] == mjGEOM_MESH && !t->m->geom_contype[g] && !t->m->geom_conaffinity[g];
        shape[g] = seen_only ? -1 : next++;
        if (seen_only) continue;
        CHECK(next <= hf_model_count(t->model, HF_ITEM_SHAPE));
        hf_shape_def def = hf_model_shape(t->model, shape[g]);
        CHECK(def.kind == kinds[t->m->geom_type[g]] && def.body == t->m->geom_bodyid[g]);
    }
    CHECK(next == hf_model_count(t->model, HF_ITEM_SHAPE));
    return shape;
}

/// With a margin beyond all distances every pair that passes the filters makes contacts.
static void collide_all(twins *t)
{
    for (int g = 0; g < t->m->ngeom; g++) t->m->geom_margin[g] = 100;
    mj_kinematics(t->m, t->d);
    mj_comPos(t->m, t->d);
    mj_collision(t->m, t->d);
    CHECK(t->d->ncon < 20000 && t->d->warning[mjWARN_CONTACTFULL].number == 0);
}

static void check_friction(const twins *t, const mjContact *contact, int a, int b)
{
    contact_surface ours = model_surface(t->model, a, b);
    const hf_friction_coefficients *f = &ours.friction;
    const double five[] = {f->tangent[0], f->tangent[1], f->torsion, f->rolling[0], f->rolling[1]};
    CHECK(ours.condim == contact->dim);
    for (int k = 0; k < contact->dim - 1; k++) CHECK_NEAR(five[k], contact->friction[k], 0);
    if (contact->dim == 1) CHECK_NEAR(f->tangent[0], 0, 0);
}

TEST(pairs_that_may_touch_and_their_friction)
{
    for (size_t k = 0; k < sizeof peers / sizeof peers[0]; k++)
    {
        twins t = open_twins(&peers[k]);
        int *shape = match_shapes(&t), shapes = hf_model_count(t.model, HF_ITEM_SHAPE);
        bool *touch = calloc((size_t)shapes * (size_t)shapes, sizeof *touch);
        collide_all(&t);
        for (int c = 0; c < t.d->ncon; c++)
        {
            const mjContact *contact = &t.d->contact[c];
            int a = shape[contact->geom1], b = shape[contact->geom2];
            CHECK(a >= 0 && b >= 0);
            touch[a * shapes + b] = touch[b * shapes + a] = true;
            check_friction(&t, contact, a, b);
        }
        long long pairs = 0;
        for (int a = 0; a < shapes; a++)
            for (int b = a + 1; b < shapes; b++)
            {
                if (touch[a * shapes + b] != scene_collides(t.model->scene, a, b))
                    harness_fail(__FILE__, __LINE__, "shapes %d and %d: MuJoCo says %d", a, b, touch[a * shapes + b]);
                pairs += touch[a * shapes + b];
            }
        hf_scene_info info;
        hf_error error;
        CHECK(hf_scene_describe(t.model, &info, &error) == HF_STATUS_OK);
        CHECK(info.pair_count == pairs);
        printf("            %lld pairs, %d contacts\n", pairs, t.d->ncon);
        free(shape), free(touch);
        close_twins(&t);
    }
}
