#include "record/proof/verify.h"

#include "base/error.h"
#include "base/json.h"

#include <math.h>
#include <string.h>

// ---- numbers ----

typedef struct reader
{
    bool well;
} reader;

static double number(reader *r, const json_value *object, const char *name)
{
    const json_value *value = json_member(object, name);
    bool is = value && value->kind == JSON_NUMBER && isfinite(value->number);
    r->well &= is;
    return is ? value->number : 0.0;
}

static int whole(reader *r, const json_value *object, const char *name, int least, int most)
{
    double x = number(r, object, name);
    bool is = x >= least && x <= most && x == floor(x);
    r->well &= is;
    return is ? (int)x : 0;
}

/// Up to `most` numbers; returns how many.
static int numbers(reader *r, const json_value *object, const char *name, double *x, int least, int most)
{
    const json_value *list = json_member(object, name);
    int count = 0;
    bool is = list && list->kind == JSON_LIST;
    for (const json_value *v = is ? list->first : NULL; v && count <= most; v = v->next, count++)
    {
        is &= v->kind == JSON_NUMBER && isfinite(v->number) && count < most;
        if (count < most) x[count] = v->number;
    }
    r->well &= is && count >= least && count <= most;
    return count;
}

static const char *text(reader *r, const json_value *object, const char *name)
{
    const json_value *value = json_member(object, name);
    bool is = value && value->kind == JSON_TEXT;
    r->well &= is;
    return is ? value->text : "";
}

static vec3 vector(reader *r, const json_value *object, const char *name)
{
    double x[3] = {0};
    (void)numbers(r, object, name, x, 3, 3);
    return v3_load(x);
}

// ---- parts ----

static void read_axes(reader *r, const json_value *v, verify_body *b)
{
    if (b->motion == VERIFY_PARTICLE)
    {
        double axes[9] = {0};
        b->moves = numbers(r, v, "directions", axes, 0, 9) / 3;
        for (int k = 0; k < 3; k++) b->along[k] = v3_load(axes + 3 * k);
    }
    if (b->motion != VERIFY_PLANAR) return;
    vec3 n = vector(r, v, "normal");
    r->well &= v3_norm(n) > 0.0;
    b->about = v3_unit_or(n, v3(0, 0, 1));
    double axes[6] = {0};
    (void)numbers(r, v, "axes", axes, 6, 6);
    b->along[0] = v3_load(axes);
    b->along[1] = v3_load(axes + 3);
    b->moves = 2;
    b->turns = 1;
}

static void read_body(reader *r, const json_value *v, verify_body *b)
{
    static const char *const names[] = {"static", "prescribed", "free", "planar", "particle", "link"};
    const char *motion = text(r, v, "motion");
    int kind = 0;
    while (kind < 6 && strcmp(motion, names[kind]) != 0) kind++;
    r->well &= kind < 6;
    *b = (verify_body){.name = text(r, v, "name"), .motion = kind < 6 ? (verify_motion)kind : VERIFY_STATIC};
    if (b->motion == VERIFY_STATIC)
    {
        double q[4] = {1};
        b->place = (verify_state){.x = vector(r, v, "x"), .known = true};
        (void)numbers(r, v, "q", q, 4, 4);
        b->place.q = quat_load(q);
    }
    if (b->motion < VERIFY_FREE) return;
    b->dof = whole(r, v, "dof", 0, 100000000);
    if (b->motion == VERIFY_LINK) return;
    b->mass = number(r, v, "mass");
    b->gravity_scale = number(r, v, "gravity_scale");
    (void)numbers(r, v, "inertia", b->inertia, 3, 3);
    r->well &= b->mass > 0.0;
    for (int k = 0; k < 3; k++)
    {
        r->well &= b->inertia[k] > 0.0;
        b->inverse[k] = 1.0 / b->inertia[k];
    }
    read_axes(r, v, b);
}

static void read_shape(reader *r, const json_value *v, int bodies, verify_shape *s)
{
    *s = (verify_shape){.body = whole(r, v, "body", 0, bodies - 1),
                        .condim = whole(r, v, "condim", 0, 6),
                        .priority = whole(r, v, "priority", -1000000000, 1000000000),
                        .friction = number(r, v, "friction"),
                        .torsion = number(r, v, "torsion"),
                        .rolling = number(r, v, "rolling"),
                        .restitution = number(r, v, "restitution")};
}

static void read_pair(reader *r, const json_value *v, int shapes, verify_pair *p)
{
    double of[2] = {0};
    *p = (verify_pair){.law = {.condim = whole(r, v, "condim", 0, 6)}};
    (void)numbers(r, v, "shapes", of, 2, 2);
    (void)numbers(r, v, "tangent", p->law.mu, 2, 2);
    p->law.mu[2] = number(r, v, "torsion");
    (void)numbers(r, v, "rolling", p->law.mu + 3, 2, 2);
    for (int k = 0; k < 2; k++)
    {
        r->well &= of[k] >= 0.0 && of[k] < shapes;
        p->shape[k] = r->well ? (int)of[k] : 0;
    }
}

static int list_size(reader *r, const json_value *root, const char *name)
{
    const json_value *list = json_member(root, name);
    r->well &= list && list->kind == JSON_LIST;
    return list && list->kind == JSON_LIST ? list->count : 0;
}

// ---- trees ----

static quat turn_of(reader *r, const json_value *v, const char *name)
{
    double q[4] = {1};
    (void)numbers(r, v, name, q, 4, 4);
    return quat_load(q);
}

static void read_joint(reader *r, const json_value *v, verify_joint *j)
{
    static const char *const names[] = {"hinge", "slide", "ball"};
    const char *kind = text(r, v, "kind");
    int k = 0;
    while (k < 3 && strcmp(kind, names[k]) != 0) k++;
    r->well &= k < 3;
    *j = (verify_joint){.kind = k < 3 ? (verify_joint_kind)k : VERIFY_HINGE,
                        .position = vector(r, v, "position"),
                        .axis = vector(r, v, "axis"),
                        .reference = number(r, v, "reference"),
                        .turn = turn_of(r, v, "turn")};
}

static void read_link(reader *r, const json_value *v, const verify_model *m, int index, verify_tree *t, verify_link *l)
{
    *l = (verify_link){.body = whole(r, v, "body", 0, m->body_count - 1),
                       .parent = whole(r, v, "parent", -1, index - 1),
                       .joint_begin = t->joint_count,
                       .position = vector(r, v, "position"),
                       .orientation = turn_of(r, v, "orientation"),
                       .center = vector(r, v, "center"),
                       .mass = number(r, v, "mass"),
                       .gravity_scale = number(r, v, "gravity_scale")};
    (void)numbers(r, v, "inertia", l->inertia, 6, 6);
    r->well &= m->bodies[l->body].motion == VERIFY_LINK;
    const json_value *joints = json_member(v, "joints");
    for (const json_value *j = joints ? joints->first : NULL; j; j = j->next)
    {
        verify_joint *joint = &t->joints[t->joint_count++];
        read_joint(r, j, joint);
        t->q_count += joint->kind == VERIFY_BALL ? 4 : 1;
        t->v_count += joint->kind == VERIFY_BALL ? 3 : 1;
        l->joint_count++;
    }
}

static int count_joints(const json_value *links)
{
    int count = 0;
    for (const json_value *v = links ? links->first : NULL; v; v = v->next)
    {
        const json_value *joints = json_member(v, "joints");
        count += joints ? joints->count : 0;
    }
    return count;
}

/// False: memory is short.
static bool read_tree(reader *r, const json_value *v, hf_workspace *arena, verify_model *m, verify_tree *t)
{
    const json_value *floating = json_member(v, "floating"), *links = json_member(v, "links");
    *t = (verify_tree){.floating = floating && floating->number != 0.0,
                       .dof = whole(r, v, "dof", 0, 100000000),
                       .base_x = vector(r, v, "x"),
                       .base_q = turn_of(r, v, "q"),
                       .q_at = m->coordinate_count};
    int link_count = list_size(r, v, "links");
    t->links = ARENA_ARRAY(arena, verify_link, link_count);
    t->joints = ARENA_ZEROED(arena, verify_joint, count_joints(links));
    if (!t->links || !t->joints) return false;
    if (t->floating) t->q_count = 7, t->v_count = 6;
    for (const json_value *l = links ? links->first : NULL; l && t->link_count < link_count;
         l = l->next, t->link_count++)
        read_link(r, l, m, t->link_count, t, &t->links[t->link_count]);
    r->well &= t->link_count > 0;
    t->armature = ARENA_ZEROED(arena, double, t->v_count);
    if (!t->armature) return false;
    (void)numbers(r, v, "armature", t->armature, t->v_count, t->v_count);
    m->coordinate_count += t->q_count + t->v_count;
    if (t->dof + t->v_count > m->dof_count) m->dof_count = t->dof + t->v_count;
    return true;
}

static bool read_trees(reader *r, const json_value *root, hf_workspace *arena, verify_model *m)
{
    const json_value *mechanisms = json_member(root, "mechanisms"), *trees = json_member(root, "trees");
    m->mechanisms = mechanisms && mechanisms->number != 0.0;
    m->trees = ARENA_ARRAY(arena, verify_tree, trees ? trees->count : 0);
    if (!m->trees) return false;
    for (const json_value *v = trees ? trees->first : NULL; v; v = v->next)
        if (!read_tree(r, v, arena, m, &m->trees[m->tree_count++])) return false;
    for (int k = 0; k < m->body_count; k++)
        if (m->bodies[k].motion >= VERIFY_FREE && m->bodies[k].dof + 6 > m->dof_count)
            m->dof_count = m->bodies[k].dof + 6;
    return true;
}

static void read_laws(reader *r, const json_value *root, verify_model *m)
{
    const char *friction = text(r, root, "friction");
    bool cone = strcmp(friction, "cone") == 0, inner = strcmp(friction, "pyramid") == 0;
    m->gravity = vector(r, root, "gravity");
    m->theta = number(r, root, "theta");
    m->tolerance = number(r, root, "tolerance");
    m->accept = number(r, root, "accept");
    m->coefficient = number(r, root, "coefficient");
    m->outer = strcmp(friction, "outer-pyramid") == 0;
    r->well &= cone || inner || m->outer;
    r->well &= strcmp(text(r, root, "format"), "holdfast proof") == 0 && number(r, root, "version") == 1.0;
    if (cone) return;
    m->sides = whole(r, root, "sides", 3, 1024);
    m->direction = number(r, root, "direction");
}

hf_status verify_model_read(char *json, hf_workspace *arena, verify_model *m, hf_error *error)
{
    json_value *root;
    reader r = {.well = true};
    *m = (verify_model){0};
    TRY(json_read("the model", json, arena, &root, error));
    read_laws(&r, root, m);
    m->body_count = list_size(&r, root, "bodies");
    m->shape_count = list_size(&r, root, "shapes");
    m->pair_count = list_size(&r, root, "pairs");
    m->bodies = ARENA_ARRAY(arena, verify_body, m->body_count);
    m->shapes = ARENA_ARRAY(arena, verify_shape, m->shape_count);
    m->pairs = ARENA_ARRAY(arena, verify_pair, m->pair_count);
    if (!m->bodies || !m->shapes || !m->pairs) return error_no_memory(error);
    int k = 0;
    if (m->body_count)
        for (const json_value *v = json_member(root, "bodies")->first; v; v = v->next)
            read_body(&r, v, &m->bodies[k++]);
    k = 0;
    if (m->shape_count)
        for (const json_value *v = json_member(root, "shapes")->first; v; v = v->next)
            read_shape(&r, v, m->body_count, &m->shapes[k++]);
    k = 0;
    if (m->pair_count)
        for (const json_value *v = json_member(root, "pairs")->first; v; v = v->next)
            read_pair(&r, v, m->shape_count, &m->pairs[k++]);
    if (!read_trees(&r, root, arena, m)) return error_no_memory(error);
    return r.well ? HF_STATUS_OK : error_set(error, HF_STATUS_FORMAT, "the model cannot be read");
}

// ---- pairs ----

verify_law verify_law_of(const verify_model *m, int a, int b)
{
    const verify_shape *s = &m->shapes[a], *t = &m->shapes[b];
    int low = a < b ? a : b, high = a < b ? b : a;
    if (s->priority > t->priority) t = s;
    if (t->priority > s->priority) s = t;
    double sliding = fmax(s->friction, t->friction), rolling = fmax(s->rolling, t->rolling);
    verify_law law = {.condim = s->condim > t->condim ? s->condim : t->condim,
                      .mu = {sliding, sliding, fmax(s->torsion, t->torsion), rolling, rolling}};
    for (int k = 0; k < m->pair_count; k++)
        if (m->pairs[k].shape[0] == low && m->pairs[k].shape[1] == high) law = m->pairs[k].law;
    for (int k = 0; k < 5 && law.condim == 1; k++) law.mu[k] = 0.0;
    if (m->coefficient >= 0.0) law.mu[0] = law.mu[1] = m->coefficient;
    law.restitution = fmax(s->restitution, t->restitution);
    return law;
}
