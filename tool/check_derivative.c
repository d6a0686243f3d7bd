// holdfast check --derivative: the derivative of a step beside one-sided differences of whole steps, block by block, and
// where they part, which contacts change their state within the difference.

#include "check_derivative.h"

#include "commands.h"
#include "console.h"
#include "json.h"
#include "scene_options.h"

#include "holdfast/derivative.h"
#include "holdfast/query.h"
#include "holdfast/tangent.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum
{
    SIDES = 2,
    SHOWN = 20 // columns that part
};

/// Of the largest entry of a block: beyond it the two part.
static const double AGREES = 1e-4;

/// Steps are solved to this.
static const double TOLERANCE = 1e-13;

typedef struct difference_check
{
    hf_model *model;
    hf_world *world;
    const hf_linearization *at;
    void *state;
    size_t state_size;
    int nq, nv, na, nu;
    double h, width[3];

    // After the step as it is: state and contacts.
    double *q, *v, *a;
    int contact_count;
    hf_contact *contacts;
    double *limits;

    // What was found: columns of either side, how many agree, part at a change of state, in positions alone (which the
    // correction moves: the velocities say that the solve has the same derivative), and otherwise.
    int agree, changed, corrected, unexplained;
    double worst[2][4]; // of those that agree: rows q, v by columns q, v, activations, controls
    int shown;
    bool json;
} difference_check;

static bool fail(const hf_error *error)
{
    tool_error("%s", error->message);
    return false;
}

// ---- one step ----

/// From the kept state, with entry j of (x, u) changed by e; j < 0: as it is. False after a message.
static bool make_step(difference_check *c, int j, double e, hf_error *error)
{
    hf_world *w = c->world;
    double *q = tool_allocate((size_t)c->nq + 2 * (size_t)c->nv + (size_t)c->na + 1, sizeof *q), *v = q + c->nq;
    double *way = v + c->nv, *a = way + c->nv;
    hf_status status = hf_world_state_load(w, c->state, c->state_size, error);
    memcpy(q, hf_world_q(w), (size_t)c->nq * sizeof *q);
    memcpy(v, hf_world_v(w), (size_t)c->nv * sizeof *v);
    if (c->na > 0) memcpy(a, hf_world_activations(w), (size_t)c->na * sizeof *a);
    memset(way, 0, (size_t)c->nv * sizeof *way);
    int u = j - 2 * c->nv - c->na;
    if (status == HF_STATUS_OK && j >= 0 && j < c->nv)
    {
        way[j] = e;
        status = hf_model_integrate(c->model, q, way, 1.0, error);
    }
    else if (j >= c->nv && j < 2 * c->nv) v[j - c->nv] += e;
    else if (j >= 2 * c->nv && u < 0) a[j - 2 * c->nv] += e;
    if (status == HF_STATUS_OK) status = hf_world_set_q(w, q, v, error); // of the step as it is, too
    if (status == HF_STATUS_OK && j >= 2 * c->nv && u < 0) status = hf_world_set_activations(w, a, error);
    if (status == HF_STATUS_OK && u >= 0) status = hf_world_set_control(w, u, hf_world_control(w, u) + e, error);
    hf_step_report report;
    if (status == HF_STATUS_OK) status = hf_world_step(w, c->h, &report, error);
    free(q);
    if (status != HF_STATUS_OK) return fail(error);
    if (report.quality != HF_STEP_FAILED) return true;
    tool_error("the step fails at %g s: there is no derivative of it; take another --at", report.time);
    return false;
}

static bool keep_step(difference_check *c, hf_error *error)
{
    if (!make_step(c, -1, 0.0, error)) return false;
    memcpy(c->q, hf_world_q(c->world), (size_t)c->nq * sizeof *c->q);
    memcpy(c->v, hf_world_v(c->world), (size_t)c->nv * sizeof *c->v);
    if (c->na > 0) memcpy(c->a, hf_world_activations(c->world), (size_t)c->na * sizeof *c->a);
    c->contact_count = hf_world_contact_count(c->world);
    c->contacts = tool_allocate((size_t)c->contact_count + 1, sizeof *c->contacts);
    (void)hf_world_contacts(c->world, c->contact_count, c->contacts);
    int joints = hf_model_count(c->model, HF_ITEM_JOINT);
    c->limits = tool_allocate((size_t)joints + 1, sizeof *c->limits);
    for (int k = 0; k < joints; k++)
        if (hf_world_limit_force(c->world, k, &c->limits[k], error) != HF_STATUS_OK) return fail(error);
    return true;
}

// ---- states ----

static const char *const states[] = {"open", "sticks", "slides"};

static const char *body_name(const difference_check *c, int body)
{
    const char *name = hf_model_body(c->model, body).name;
    return name && *name ? name : body == 0 ? "world" : "-";
}

static const hf_contact *find_contact(const hf_contact *all, int count, const hf_contact *of)
{
    for (int k = 0; k < count; k++)
        if (all[k].id == of->id && all[k].shape_a == of->shape_a && all[k].shape_b == of->shape_b) return &all[k];
    return NULL;
}

static int sign(double x)
{
    return (x > 0.0) - (x < 0.0);
}

/// A limit that presses in one of the two alone. Heap.
static char *find_limit(const difference_check *c)
{
    for (int k = 0; k < hf_model_count(c->model, HF_ITEM_JOINT); k++)
    {
        double now;
        const char *name = hf_model_joint(c->model, k).name;
        if (hf_world_limit_force(c->world, k, &now, NULL) != HF_STATUS_OK || sign(now) == sign(c->limits[k])) continue;
        return tool_text("the limit of joint %s: %s", name && *name ? name : "-",
                         now != 0.0 ? "bears" : "bears no more");
    }
    return NULL;
}

/// The first contact that is in another state than in the step as it is, or is there in one of the two alone. Heap; NULL:
/// there is none.
static char *find_change(const difference_check *c)
{
    int count = hf_world_contact_count(c->world);
    hf_contact *now = tool_allocate((size_t)count + 1, sizeof *now);
    (void)hf_world_contacts(c->world, count, now);
    char *text = NULL;
    for (int k = 0; k < c->contact_count && !text; k++)
    {
        const hf_contact *was = &c->contacts[k], *is = find_contact(now, count, was);
        hf_contact_status after = is ? is->status : HF_CONTACT_OPEN;
        if (after != was->status)
            text = tool_text("a contact of %s and %s: %s -> %s", body_name(c, was->body_a), body_name(c, was->body_b),
                             states[was->status], states[after]);
    }
    for (int k = 0; k < count && !text; k++)
        if (now[k].status != HF_CONTACT_OPEN && !find_contact(c->contacts, c->contact_count, &now[k]))
            text = tool_text("a contact of %s and %s comes, and %s", body_name(c, now[k].body_a),
                             body_name(c, now[k].body_b), states[now[k].status]);
    free(now);
    return text ? text : find_limit(c);
}

// ---- columns ----

/// "q[3]", "v of hip", "activation 0", "control arm". Heap.
static char *column_name(const difference_check *c, int j)
{
    const char *kind = j < c->nv ? "q" : "v";
    int d = j < c->nv ? j : j - c->nv, u = j - 2 * c->nv - c->na;
    if (u >= 0)
    {
        const char *name = hf_model_actuator(c->model, u).name;
        return name && *name ? tool_text("control %s", name) : tool_text("control %d", u);
    }
    if (j >= 2 * c->nv) return tool_text("activation %d", j - 2 * c->nv);
    for (int k = 0; k < hf_model_count(c->model, HF_ITEM_JOINT); k++)
    {
        hf_joint_def joint = hf_model_joint(c->model, k);
        int begin = hf_model_joint_v(c->model, k), size = joint.kind == HF_JOINT_BALL ? 3 : 1;
        if (d >= begin && d < begin + size && joint.name && *joint.name)
            return size == 1 ? tool_text("%s of %s", kind, joint.name)
                             : tool_text("%s of %s.%d", kind, joint.name, d - begin);
    }
    return tool_text("%s[%d]", kind, d);
}

static int group_of(const difference_check *c, int j)
{
    return j < c->nv ? 0 : j < 2 * c->nv ? 1 : j < 2 * c->nv + c->na ? 2 : 3;
}

/// The largest difference of column j from D, in shares of the largest entry of its block: of q, and of v.
static void compare(const difference_check *c, int j, const double *D, double off[2])
{
    int n = c->nv, x = c->at->x_count, group = group_of(c, j);
    const double *J = group == 3 ? c->at->B : c->at->A;
    int width = group == 3 ? c->nu : x, column = group == 3 ? j - x : j;
    for (int rows = 0; rows < 2; rows++)
    {
        double most = 1.0;
        off[rows] = 0.0;
        for (int i = rows * n; i < (rows + 1) * n; i++)
        {
            for (int k = 0; k < width; k++)
                if (group == 3 || group_of(c, k) == group) most = fmax(most, fabs(J[i * width + k]));
            off[rows] = fmax(off[rows], fabs(J[i * width + column] - D[i]));
        }
        off[rows] /= most;
    }
}

static void show(difference_check *c, int j, double e, const double off[2], const char *why)
{
    if (c->json || c->shown++ >= SHOWN) return;
    char *name = column_name(c, j);
    printf("  %-20s %c  %9.1e  %9.1e  %s\n", name, e > 0.0 ? '+' : '-', off[0], off[1],
           why ? why : "nothing changes its state");
    free(name);
}

/// D ◄ the column by a difference e.
static bool take_column(difference_check *c, int j, double e, double *D, double off[2], hf_error *error)
{
    if (!make_step(c, j, e, error)) return false;
    if (hf_model_difference(c->model, c->q, hf_world_q(c->world), D, error) != HF_STATUS_OK) return fail(error);
    for (int i = 0; i < c->nv; i++)
    {
        D[i] /= e;
        D[c->nv + i] = (hf_world_v(c->world)[i] - c->v[i]) / e;
    }
    compare(c, j, D, off);
    return true;
}

/// Narrow differences stay within states, wide ones above rounding: it agrees if one of the two does.
static bool check_column(difference_check *c, int j, double e, double *D, hf_error *error)
{
    static const double WIDER = 100.0;
    double off[2];
    char *why = NULL;
    for (int k = 0; k < 2; k++, e *= WIDER)
    {
        if (!take_column(c, j, e, D, off, error)) return false;
        if (off[0] <= AGREES && off[1] <= AGREES)
        {
            c->agree++;
            for (int rows = 0; rows < 2; rows++)
                c->worst[rows][group_of(c, j)] = fmax(c->worst[rows][group_of(c, j)], off[rows]);
            free(why);
            return true;
        }
        if (!why) why = find_change(c);
    }
    const char *correction = off[1] <= AGREES ? "positions alone: what corrects overlap and creep" : NULL;
    if (why) c->changed++;
    else if (correction) c->corrected++;
    else c->unexplained++;
    show(c, j, e, off, why ? why : correction);
    free(why);
    return true;
}

static bool check_columns(difference_check *c, hf_error *error)
{
    double *D = tool_allocate(2 * (size_t)c->nv + 1, sizeof *D);
    bool well = true;
    if (!c->json) printf("  %-20s side  %9s  %9s  (where they part, of the largest entry)\n", "column", "q", "v");
    for (int j = 0; j < c->at->x_count + c->nu && well; j++)
        for (int side = 0; side < SIDES && well; side++)
        {
            int group = group_of(c, j);
            double e = c->width[group < 2 ? group : 2];
            well = check_column(c, j, side ? -e : e, D, error);
        }
    if (!c->json && c->shown > SHOWN) printf("  … and %d more\n", c->shown - SHOWN);
    free(D);
    return well;
}

// ---- the whole ----

static bool open_world(difference_check *c, const argument_set *arguments, hf_error *error)
{
    char *scene = scene_word(arguments, NULL);
    hf_status status = scene_model(arguments, scene, NULL, &c->model, error);
    free(scene);
    if (status == HF_STATUS_OK) status = hf_world_create(c->model, &c->world, error);
    if (status != HF_STATUS_OK) return fail(error);
    hf_settings settings = hf_model_settings(c->model);
    c->h = settings.step.timestep;
    for (double at = option_number(arguments, "at"); hf_world_time(c->world) < at - 0.5 * c->h;)
        if (hf_world_step(c->world, 0.0, NULL, error) != HF_STATUS_OK) return fail(error);
    settings.solver.tolerance = TOLERANCE;
    settings.step.fast_tolerance = 0.0;
    if (hf_world_set_settings(c->world, &settings, error) != HF_STATUS_OK) return fail(error);
    c->nq = hf_model_q_count(c->model);
    c->nv = hf_model_v_count(c->model);
    c->na = hf_model_activation_count(c->model);
    c->nu = hf_model_count(c->model, HF_ITEM_ACTUATOR);
    c->state_size = hf_world_state_size(c->world);
    c->state = tool_allocate(c->state_size, 1);
    hf_world_state_save(c->world, c->state);
    c->q = tool_allocate((size_t)c->nq + (size_t)c->nv + (size_t)c->na + 1, sizeof *c->q);
    c->v = c->q + c->nq;
    c->a = c->v + c->nv;
    return true;
}

static void report(const difference_check *c, const char *scene)
{
    static const char *const methods[] = {"auto", "exact", "differences"};
    static const char *const groups[4] = {"q", "v", "activations", "controls"};
    if (c->json)
    {
        json_writer json = json_begin(stdout);
        json_text(&json, "scene", scene);
        json_text(&json, "outcome", c->unexplained == 0 ? "passed" : "failed");
        json_text(&json, "method", methods[c->at->method]);
        json_number(&json, "accuracy", c->at->accuracy);
        json_integer(&json, "agree", c->agree);
        json_integer(&json, "changed", c->changed);
        json_integer(&json, "corrected", c->corrected);
        json_integer(&json, "unexplained", c->unexplained);
        json_integer(&json, "borders", c->at->border_count);
        json_matrix(&json, "worst", c->worst[0], 2, 4);
        json_end(&json);
        return;
    }
    printf("\nlargest difference of those that agree, by\n%-12s", "");
    for (int g = 0; g < 4; g++) printf(" %12s", groups[g]);
    for (int rows = 0; rows < 2; rows++)
    {
        printf("\n%-12s", rows ? "of v" : "of q");
        for (int g = 0; g < 4; g++) printf(" %12.1e", c->worst[rows][g]);
    }
    printf("\n\n");
    console_cell(stdout, c->unexplained == 0 ? "passed" : "failed", 0, c->unexplained == 0 ? COLOUR_GOOD : COLOUR_BAD);
    printf(
        ": method %s; of %d columns from either side %d agree within %g, %d part where a contact or limit changes its "
        "state, %d in positions alone, %d otherwise; %d of %d blocks are at a border\n",
        methods[c->at->method], c->agree + c->changed + c->corrected + c->unexplained, c->agree, AGREES, c->changed,
        c->corrected, c->unexplained, c->at->border_count, c->at->block_count);
}

int check_derivative(const argument_set *arguments)
{
    difference_check c = {.json = option_given(arguments, "json")};
    hf_linearizer *linearizer = NULL;
    hf_linearize_options options = hf_linearize_options_default();
    hf_error error = {0};
    options.next = true;
    options.touch = HF_TOUCH_LITERAL; // as steps are
    memcpy(c.width, options.difference, sizeof c.width);
    int code = EXIT_ERROR;
    bool well = open_world(&c, arguments, &error);
    if (well && (hf_linearizer_create(c.world, &linearizer, &error) != HF_STATUS_OK ||
                 hf_world_linearize(c.world, linearizer, &options, &c.at, &error) != HF_STATUS_OK))
        well = fail(&error);
    if (well && keep_step(&c, &error) && check_columns(&c, &error))
    {
        report(&c, arguments->operands[0]);
        code = c.unexplained == 0 ? EXIT_SUCCESS : EXIT_NOT_CONVERGED;
    }
    hf_linearizer_destroy(linearizer);
    hf_world_destroy(c.world);
    hf_model_destroy(c.model);
    free(c.state);
    free(c.q);
    free(c.contacts);
    free(c.limits);
    return code;
}
