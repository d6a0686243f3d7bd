// A fibre: coordinates of its kernel (bodies/fibre/fibre.h), and one body for each segment.
//
// A step is that of fibre.h. Elasticity is implicit with the weight ε = θ of the world, or 1 in the steps after
// velocities jumped: MOVE then carries what jumped by its new velocities alone, under which the midpoint rule gains
// energy, and is unstable for stiff rods. Whether they jump is known only when the step is solved: MOVE then asks for
// the same step with ε = 1 (`fits_jump`). Touching things jump again soon, so the last of the own coordinates counts
// the steps that are still taken with ε = 1, ROUGH_STEPS after a jump.
// A move that gained energy is asked for again, too (fibre_fits.c).
//
// A clamped end whose body has no velocities of its own (static, prescribed) prescribes the root frame: no rows, no
// error. Every other end is held by loops between the body and the fibre's last segment there (builder_fibre.c).
//
// Air: by `drag` of the fibre, implicitly. The medium of the settings acts on bodies with a box of inertia, and not on
// segments.

#include "model/fibre/object_fibre.h"

#include "base/error.h"
#include "base/memory.h"
#include "linalg/vector.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum
{
    ROUGH_STEPS = 8
};

// ---- the rule of a step ----

/// Whether a step is taken by Euler's rule: velocities jump in it or did so lately, or segments turn so far that the
/// midpoint rule is no good.
static bool is_rough(const object_step *step, int object)
{
    const double FAR_ROUND = 0.2; // [rad]
    const model_object *o = &step->model->objects[object];
    const model_fibre *f = fibre_at(step->model, object);
    double most = FAR_ROUND / step->h;
    if (step->start.q[o->q + o->q_count - 1] > 0.0 || (step->implicit && step->implicit[object])) return true;
    for (int s = 0; s < f->rod.segment_count; s++)
        if (v3_norm2(v3_load(step->start.bodies[f->body + s].w)) > most * most) return true;
    return false;
}

double fibre_weight_of(const object_step *step, int object)
{
    const fibre *f = &fibre_at(step->model, object)->rod;
    return *fibre_room_of(f, step->scratch->fibres[step->model->objects[object].index]).weight;
}

bool fibre_takes_rounds(const model_fibre *f)
{
    return f->def.kind != HF_FIBRE_SUPERHELIX;
}

/// Whether velocities are transported after the step, which is then taken where it begins.
static bool transports(const object_step *step, int object)
{
    return fibre_at(step->model, object)->rod.kernel->transport && fibre_weight_of(step, object) == 1.0;
}

/// Where the step is taken, with its velocities before (share 0), after (1), or between.
static fibre_root root_middle(const object_step *step, int object, double share)
{
    const model_fibre *f = fibre_at(step->model, object);
    const configuration *where = transports(step, object) ? &step->start : &step->middle;
    double twist[6] = {0};
    if (f->holder < 0 || step->model->bodies[f->holder].motion == HF_MOTION_STATIC)
        return fibre_root_by(where, f, NULL);
    const double *a = step->before[f->holder], *b = step->free[f->holder];
    for (int k = 0; k < 6; k++) twist[k] = a[k] + share * (b[k] - a[k]);
    return fibre_root_by(where, f, twist);
}

// ---- scratch ----

static hf_status fibre_scratch_create(const hf_model *model, int object, object_scratch *s, hf_error *error)
{
    int index = model->objects[object].index;
    size_t size = fibre_room_size(&model->fibres[index].rod);
    s->fibres[index] = MEMORY_ARRAY(double, size);
    s->fibre_probes[index] = MEMORY_ARRAY(double, size);
    return s->fibres[index] && s->fibre_probes[index] ? HF_STATUS_OK : error_no_memory(error);
}

static void fibre_scratch_destroy(const hf_model *model, int object, object_scratch *s)
{
    int index = model->objects[object].index;
    free(s->fibres[index]);
    free(s->fibre_probes[index]);
}

// ---- segments that change their length ----

/// Of a segment: its axis.
static vec3 axis_of(const configuration *at, int body)
{
    vec3 x;
    quat turn;
    configuration_frame(at, body, &x, &turn);
    return quat_rotate(turn, v3(0, 0, 1));
}

/// Rates of strain of the segments of a rod whose nodes have velocities of their own: lengths are kept over a step, and
/// so not by the velocities at any one time in it.
/// `twists` has velocities of centres.
static void take_strains(const configuration *at, int object, const double *v, double (*twists)[6])
{
    const model_object *o = &at->model->objects[object];
    const model_fibre *f = fibre_at(at->model, object);
    if (!f->rod.kernel->node_place) return;
    for (int s = 0; s < f->rod.segment_count; s++)
    {
        const int body = f->body + s;
        vec3 t = axis_of(at, body), tip = v3_load(v + o->v + f->rod.kernel->node_place(&f->rod, s + 1));
        double rate = 2.0 * v3_dot(t, v3_sub(tip, v3_load(twists[body]))) * f->rod.segment_count / f->rod.length;
        const double D[9] = {
            rate * t.x * t.x, rate * t.x * t.y, rate * t.x * t.z, 0, rate * t.y * t.y, rate * t.y * t.z, 0, 0,
            rate * t.z * t.z};
        deformable_store_strain(twists[at->model->body_strain[body]], D);
    }
}

/// H += scale · (rate of strain · arm) along d; H begins at velocity `first`.
static void add_strain(const configuration *at, int body, vec3 arm, vec3 d, double scale, int first, double *H)
{
    const fibre *f = &fibre_of(at->model, body)->rod;
    if (!f->kernel->node_place) return;
    const int segment = body - fibre_of(at->model, body)->body;
    const int a = f->kernel->node_place(f, segment), b = f->kernel->node_place(f, segment + 1);
    vec3 t = axis_of(at, body);
    double s = scale * v3_dot(t, arm) * v3_dot(t, d) * f->segment_count / f->length;
    for (int k = 0; k < 3; k++)
    {
        H[b - first + k] += s * v3_at(t, k);
        if (a >= 0) H[a - first + k] -= s * v3_at(t, k);
    }
}

// ---- FREE ----

static hf_status fibre_begin(object_step *step, int object)
{
    const model_object *o = &step->model->objects[object];
    const model_fibre *f = fibre_at(step->model, object);
    const fibre_kernel *k = f->rod.kernel;
    double *scratch = step->scratch->fibres[o->index], *q = step->middle.q + o->q;
    *fibre_room_of(&f->rod, scratch).weight = step->h > 0.0 && is_rough(step, object) ? 1.0 : step->theta;
    fibre_root root = root_middle(step, object, 0.0);
    memcpy(q, step->start.q + o->q, (size_t)o->q_count * sizeof *q);
    double ahead = transports(step, object) ? 0.0 : (1.0 - step->theta) * step->h;
    if (ahead > 0.0) fibre_advance(&f->rod, &root, step->v + o->v, ahead, q, scratch);
    fibre_pose_at(&f->rod, q, &root, scratch);
    fibre_take_segments(&step->middle, f, scratch);
    k->twists(&f->rod, scratch, &root, step->v + o->v, step->half + f->body);
    for (int s = 0; s < f->rod.segment_count; s++)
    {
        const body_state *now = &step->start.bodies[f->body + s];
        memcpy(step->before[f->body + s], now->v, 3 * sizeof(double));
        memcpy(step->before[f->body + s] + 3, now->w, 3 * sizeof(double));
    }
    take_strains(&step->middle, object, step->v, step->half);
    take_strains(&step->start, object, step->v, step->before);
    return HF_STATUS_OK;
}

bool fibre_outer_forces(const object_step *step, const model_fibre *f, double (*wrench)[6])
{
    bool any = false;
    for (int s = 0; s < f->rod.segment_count; s++)
    {
        const hf_body_def *def = &step->model->bodies[f->body + s];
        const double *push = step->push[f->body + s], *extra = step->extra[f->body + s];
        for (int k = 0; k < 6; k++)
        {
            wrench[s][k] = (k < 3 ? def->force[k] : def->torque[k - 3]) + push[k] + extra[k];
            any |= wrench[s][k] != 0.0;
        }
    }
    return any;
}

static bool fibre_fits_jump(const object_step *step, int object)
{
    return fibre_weight_of(step, object) == 1.0;
}

static hf_status fibre_free(object_step *step, int object)
{
    const model_object *o = &step->model->objects[object];
    const model_fibre *f = fibre_at(step->model, object);
    double *scratch = step->scratch->fibres[o->index];
    double *expected = ARENA_ARRAY(step->workspace, double, (size_t)o->v_count);
    if (!expected) return error_no_memory(step->error);
    for (int k = 0; k < o->v_count; k++)
        expected[k] = step->expected ? step->expected[o->v + k] : step->again * step->impulse[o->v + k];
    fibre_room room = fibre_room_of(&f->rod, scratch);
    fibre_motion motion = {.h = step->h,
                           .theta = step->theta,
                           .epsilon = fibre_weight_of(step, object),
                           .gravity = v3_load(step->settings->physics.gravity),
                           .wind = v3_load(step->settings->physics.wind),
                           .root = root_middle(step, object, 0.5),
                           .q = step->start.q + o->q,
                           .v = step->v + o->v,
                           .transports = transports(step, object),
                           .limp = step->limp,
                           .expected = expected,
                           .wrench = fibre_outer_forces(step, f, room.twists) ? (const double(*)[6])room.twists : NULL,
                           .force = fibre_any_force(step->force + o->v, o->v_count) ? step->force + o->v : NULL,
                           .v_free = step->v_free + o->v,
                           .unsettled = -1};
    fibre_root before = root_middle(step, object, 0.0), after = root_middle(step, object, 1.0);
    motion.acceleration = v3_scale(1.0 / step->h, v3_sub(after.v, before.v));
    motion.spin = v3_scale(1.0 / step->h, v3_sub(after.w, before.w));
    char label[LABEL_SIZE];
    if (!f->rod.kernel->free(&f->rod, scratch, &motion))
        return error_set(step->error, HF_STATUS_INVALID, "%s: its mass matrix is not positive definite",
                         label_make(label, "fibre", o->index, f->def.name));
    step->drive[object] = motion.drive;
    if (motion.unsettled >= 0) step->unsettled = o->v + motion.unsettled;
    f->rod.kernel->twists(&f->rod, scratch, &after, step->v_free + o->v, step->free + f->body);
    take_strains(&step->middle, object, step->v_free, step->free);
    return HF_STATUS_OK;
}

// ---- rows ----

static int fibre_dofs(const hf_model *model, int body, int *dofs)
{
    const model_fibre *f = fibre_of(model, body);
    int first, n;
    f->rod.kernel->span(&f->rod, body - f->body, &first, &n);
    for (int k = 0; k < n; k++) dofs[k] = first + k;
    return n;
}

static void add_row(const configuration *at, int body, vec3 F, vec3 T, double scale, double *H, double *row)
{
    const model_fibre *f = fibre_of(at->model, body);
    int first, count;
    f->rod.kernel->row(&f->rod, at->fibres[at->model->body_fibre[body]], body - f->body, F, T, &first, &count, row);
    for (int k = 0; k < count; k++) H[first + k] += scale * row[k];
}

static void fibre_point(const configuration *at, int body, vec3 arm, vec3 d, double scale, double *H, int *dofs,
                        double *row)
{
    (void)dofs;
    add_row(at, body, d, v3_cross(arm, d), scale, H, row);
    add_strain(at, body, arm, d, scale, 0, H);
}

static void fibre_turn(const configuration *at, int body, vec3 d, double scale, double *H, int *dofs, double *row)
{
    (void)dofs;
    add_row(at, body, v3_zero(), d, scale, H, row);
}

static int fibre_half(const inverse_mass *mass, int object, int count, const int *dofs, const double *H, int *out,
                      double *h, double *g)
{
    const model_object *o = &mass->model->objects[object];
    const fibre *f = &fibre_at(mass->model, object)->rod;
    int first = count > 0 ? dofs[0] : 0, n = count > 0 ? dofs[count - 1] + 1 - first : 0;
    for (int k = count - 1, next = n - 1; next >= 0; next--) // h may be H
    {
        bool there = k >= 0 && dofs[k] == first + next;
        h[next] = there ? H[k] : 0.0;
        if (there) k--;
    }
    f->kernel->half(f, mass->fibres[o->index], &first, &n, h, h, g);
    for (int k = 0; k < n; k++) out[k] = first + k;
    return n;
}

static int fibre_halves(const inverse_mass *mass, int object, int rows, int count, const int *dofs, double *H,
                        double (*room)[4], int *out, double *h, double *g, size_t apart)
{
    const model_object *o = &mass->model->objects[object];
    const fibre *f = &fibre_at(mass->model, object)->rod;
    const int first = count > 0 ? dofs[0] : 0;
    if (!f->kernel->halves || count == 0 || dofs[count - 1] - first != count - 1) return 0; // gaps are seldom
    f->kernel->halves(f, mass->fibres[o->index], first, count, rows, H, room, h, g, apart);
    for (int k = first; k < f->v_count; k++) out[k - first] = k;
    return f->v_count - first;
}

static void fibre_respond(const inverse_mass *mass, int object, const double *z, double *dv)
{
    const fibre *f = &fibre_at(mass->model, object)->rod;
    f->kernel->respond(f, mass->fibres[mass->model->objects[object].index], z, dv);
}

static int fibre_side(const object_step *step, int body, bool turn, vec3 arm, vec3 d, int *dof, double *h, double *g)
{
    const hf_model *m = step->model;
    const model_fibre *f = fibre_of(m, body);
    const int index = m->body_fibre[body];
    const double *scratch = step->mass.fibres[index]; // CORRECT may have factored where it has come to
    const configuration *at = scratch == step->after.fibres[index] ? &step->after : &step->middle;
    int first, count;
    f->rod.kernel->row(&f->rod, scratch, body - f->body, turn ? v3_zero() : d, turn ? d : v3_cross(arm, d), &first,
                       &count, h);
    if (!turn) add_strain(at, body, arm, d, 1.0, first, h);
    f->rod.kernel->half(&f->rod, scratch, &first, &count, h, h, g);
    for (int k = 0; dof && k < count; k++) dof[k] = m->objects[m->body_object[body]].dof + first + k;
    return count;
}

static int fibre_side_width(const hf_model *model, int body)
{
    const model_fibre *f = fibre_of(model, body);
    return f->rod.kernel->half_count(&f->rod, body - f->body);
}

static void fibre_push(const object_step *step, int body, bool turn, vec3 arm, vec3 F, double *to)
{
    const hf_model *m = step->model;
    to += m->objects[m->body_object[body]].v;
    if (turn) fibre_turn(&step->middle, body, F, 1.0, to, NULL, step->dense);
    else fibre_point(&step->middle, body, arm, F, 1.0, to, NULL, step->dense);
}

// ---- MOVE ----

static void fibre_take(object_step *step, int object, double *z, const double *p, double (*after)[6])
{
    (void)p;
    const model_object *o = &step->model->objects[object];
    const model_fibre *f = fibre_at(step->model, object);
    double *scratch = step->scratch->fibres[o->index];
    fibre_root root = root_middle(step, object, 1.0);
    f->rod.kernel->respond(&f->rod, scratch, z, z);
    for (int k = 0; k < o->v_count; k++) step->v_after[o->v + k] = step->v_free[o->v + k] + z[k];
    f->rod.kernel->twists(&f->rod, scratch, &root, step->v_after + o->v, after + f->body);
    take_strains(&step->middle, object, step->v_after, after);
}

static hf_status fibre_move(object_step *step, int object, double theta)
{
    const model_object *o = &step->model->objects[object];
    const model_fibre *f = fibre_at(step->model, object);
    const fibre_kernel *k = f->rod.kernel;
    bool smooth = theta == step->theta, carried = transports(step, object);
    const double *from = (smooth && !carried ? step->middle.q : step->start.q) + o->q;
    double *q = step->after.q + o->q, *rough = q + o->q_count - 1;
    fibre_root root = fibre_root_of(&step->after, f);
    memcpy(q, from, (size_t)o->q_count * sizeof *q);
    fibre_advance(&f->rod, &root, step->v_after + o->v, smooth && !carried ? step->theta * step->h : step->h, q,
                  step->after.fibres[o->index]);
    if (k->settle) k->settle(&f->rod, &root, step->start.q + o->q, q, step->h, step->v_after + o->v);
    bool asked = fibre_takes_rounds(f) && step->implicit && step->implicit[object];
    *rough = !smooth || asked ? ROUGH_STEPS : *rough > 0.0 ? *rough - 1.0 : 0.0;
    fibre_pose_moving(&step->after, step->v_after, object);
    return HF_STATUS_OK;
}

/// The end: what CORRECT moved has been moved as well. Velocities so far were those of the configuration of the solve.
static void fibre_settle(object_step *step, int object)
{
    const model_object *o = &step->model->objects[object];
    const model_fibre *f = fibre_at(step->model, object);
    if (!transports(step, object) || !(step->h > 0.0)) return;
    fibre_root from = root_middle(step, object, 1.0), to = fibre_root_of(&step->after, f);
    double *there = step->after.fibres[o->index];
    fibre_pose_at(&f->rod, step->after.q + o->q, &to, there);
    f->rod.kernel->transport(&f->rod, step->scratch->fibres[o->index], &from, there, &to, step->h,
                             step->v_after + o->v);
    fibre_take_velocities(&step->after, step->v_after, object);
}

/// The share of a displacement that is small enough for rows, which are linear: no segment turns by more than
/// FARTHEST_TURN, or moves by more than a share FARTHEST_MOVE of the length. CORRECT looks again, and goes on from
/// there.
static double small_share(const object_step *step, const model_fibre *f, double *scratch, const double *z)
{
    const double FARTHEST_TURN = 0.1, FARTHEST_MOVE = 0.02; // [rad], [1]
    fibre_room room = fibre_room_of(&f->rod, scratch);
    fibre_root still = fibre_root_by(&step->after, f, NULL);
    double turn = 0.0, move = 0.0;
    f->rod.kernel->twists(&f->rod, scratch, &still, z, room.twists);
    for (int s = 0; s < f->rod.segment_count; s++)
    {
        move = fmax(move, v3_norm2(v3_load(room.twists[s])));
        turn = fmax(turn, v3_norm2(v3_load(room.twists[s] + 3)));
    }
    double share = fmin(FARTHEST_TURN / sqrt(turn), FARTHEST_MOVE * f->rod.length / sqrt(move)); // INFINITY of nothing
    return share < 1.0 ? share : 1.0;
}

static hf_status fibre_displace(object_step *step, int object, double *z)
{
    const model_object *o = &step->model->objects[object];
    const model_fibre *f = fibre_at(step->model, object);
    fibre_root root = fibre_root_of(&step->after, f);
    fibre_respond(&step->mass, object, z, z);
    double share = small_share(step, f, step->after.fibres[o->index], z);
    fibre_advance(&f->rod, &root, z, share, step->after.q + o->q, step->after.fibres[o->index]);
    fibre_pose_moving(&step->after, step->v_after, object);
    return HF_STATUS_OK;
}

static bool fibre_stand_after(object_step *step, int object)
{
    const model_object *o = &step->model->objects[object];
    const model_fibre *f = fibre_at(step->model, object);
    double *there = step->after.fibres[o->index];
    if (!f->rod.kernel->stand_taut) return false;
    fibre_root root = fibre_root_of(&step->after, f);
    fibre_pose_at(&f->rod, step->after.q + o->q, &root, there);
    return f->rod.kernel->stand_taut(&f->rod, there, step->h, step->v_after + o->v);
}

static hf_status fibre_stand(object_step *step, int object)
{
    const model_object *o = &step->model->objects[object];
    const model_fibre *f = fibre_at(step->model, object);
    fibre_begin(step, object);
    fibre_pose_moving(&step->after, step->v_after, object);
    if (f->rod.kernel->stand(&f->rod, step->scratch->fibres[o->index])) return HF_STATUS_OK;
    char label[LABEL_SIZE];
    return error_set(step->error, HF_STATUS_INVALID, "%s: its mass matrix is not positive definite",
                     label_make(label, "fibre", o->index, f->def.name));
}

static const object_motion motion_methods = {.begin = fibre_begin,
                                             .free = fibre_free,
                                             .take = fibre_take,
                                             .move = fibre_move,
                                             .fits_jump = fibre_fits_jump,
                                             .fits_move = fibre_fits_move,
                                             .displace = fibre_displace,
                                             .settle = fibre_settle,
                                             .stand_after = fibre_stand_after,
                                             .stand = fibre_stand};

static const object_rows row_methods = {.dofs = fibre_dofs,
                                        .point = fibre_point,
                                        .turn = fibre_turn,
                                        .half = fibre_half,
                                        .halves = fibre_halves,
                                        .respond = fibre_respond,
                                        .side = fibre_side,
                                        .side_width = fibre_side_width,
                                        .push = fibre_push};

const object_methods object_fibre = {.name = "fibre",
                                     .make = MADE_OF_SEGMENTS,
                                     .deforms = true,
                                     .fixed_masses = "fibres",
                                     .instead_of_masses = "build another model",
                                     .instead_of_stepping = "reduced coordinates",
                                     .apart = true,
                                     .create = fibre_scratch_create,
                                     .destroy = fibre_scratch_destroy,
                                     .motion = &motion_methods,
                                     .rows = &row_methods,
                                     .state = &fibre_state_methods,
                                     .queries = &fibre_query_methods};
