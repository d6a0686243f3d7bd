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

static quat turn_of(reader *r, const json_value *v, const char *name)
{
    double q[4] = {1};
    (void)numbers(r, v, name, q, 4, 4);
    return quat_load(q);
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
    static const char *const names[] = {"static", "prescribed", "free", "planar", "particle", "part"};
    const char *motion = text(r, v, "motion");
    int kind = 0;
    while (kind < 6 && strcmp(motion, names[kind]) != 0) kind++;
    r->well &= kind < 6;
    *b = (verify_body){.name = text(r, v, "name"),
                       .motion = kind < 6 ? (verify_motion)kind : VERIFY_STATIC,
                       .system = -1,
                       .center = vector(r, v, "center"),
                       .principal = turn_of(r, v, "principal")};
    if (b->motion == VERIFY_STATIC)
    {
        double q[4] = {1};
        b->place = (verify_state){.x = vector(r, v, "x"), .known = true};
        (void)numbers(r, v, "q", q, 4, 4);
        b->place.q = quat_load(q);
    }
    if (b->motion < VERIFY_FREE) return;
    b->dof = whole(r, v, "dof", 0, 100000000);
    b->mass = number(r, v, "mass");
    b->gravity_scale = number(r, v, "gravity_scale");
    (void)numbers(r, v, "inertia", b->inertia, 3, 3);
    if (b->motion == VERIFY_PART) return;
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
                        .mesh = whole(r, v, "mesh", -1, 100000000),
                        .kind = text(r, v, "kind"),
                        .position = vector(r, v, "position"),
                        .orientation = turn_of(r, v, "orientation"),
                        .friction = number(r, v, "friction"),
                        .torsion = number(r, v, "torsion"),
                        .rolling = number(r, v, "rolling"),
                        .restitution = number(r, v, "restitution")};
    (void)numbers(r, v, "size", s->size, 3, 3);
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

// ---- systems ----

static bool read_part(reader *r, const json_value *v, hf_workspace *arena, verify_model *m, int system, int part)
{
    verify_system *s = &m->systems[system];
    verify_part *p = &s->parts[part];
    int most = list_size(r, v, "dofs");
    double *dofs = ARENA_ZEROED(arena, double, most + 1);
    *p = (verify_part){.body = whole(r, v, "body", 0, m->body_count - 1), .dofs = ARENA_ARRAY(arena, int, most + 1)};
    if (!dofs || !p->dofs) return false;
    p->count = numbers(r, v, "dofs", dofs, 0, most);
    for (int k = 0; k < p->count; k++)
    {
        r->well &= dofs[k] >= 0.0 && dofs[k] < s->count;
        p->dofs[k] = r->well ? (int)dofs[k] : 0;
    }
    if (!r->well) return true;
    r->well &= m->bodies[p->body].motion == VERIFY_PART;
    m->bodies[p->body].system = system;
    m->bodies[p->body].part = part;
    return true;
}

/// False: memory is short.
static bool read_system(reader *r, const json_value *v, hf_workspace *arena, verify_model *m, int index)
{
    const json_value *fields = json_member(v, "fields"), *parts = json_member(v, "parts");
    verify_system *s = &m->systems[index];
    *s = (verify_system){.kind = text(r, v, "kind"),
                         .dof = whole(r, v, "dof", 0, 100000000),
                         .count = whole(r, v, "count", 0, 10000000),
                         .v_at = m->v_count,
                         .part_count = list_size(r, v, "parts"),
                         .fields = fields && fields->number != 0.0};
    r->well &= list_size(r, v, "mass") == s->count && s->part_count > 0; // before there is room for so many
    if (!r->well) return true;
    s->mass = ARENA_ZEROED(arena, double, s->count + 1);
    s->weight = ARENA_ZEROED(arena, double, 3 * s->count + 1);
    s->parts = ARENA_ZEROED(arena, verify_part, s->part_count);
    if (!s->mass || !s->weight || !s->parts) return false;
    (void)numbers(r, v, "mass", s->mass, s->count, s->count);
    (void)numbers(r, v, "weight", s->weight, 3 * s->count, 3 * s->count);
    int part = 0;
    for (const json_value *p = parts->first; p && r->well; p = p->next)
        if (!read_part(r, p, arena, m, index, part++)) return false;
    m->v_count += s->count;
    if (s->dof + s->count > m->dof_count) m->dof_count = s->dof + s->count;
    return true;
}

static bool read_systems(reader *r, const json_value *root, hf_workspace *arena, verify_model *m)
{
    const json_value *mechanisms = json_member(root, "mechanisms"), *systems = json_member(root, "systems");
    m->mechanisms = mechanisms && mechanisms->number != 0.0;
    m->system_count = list_size(r, root, "systems");
    m->systems = ARENA_ZEROED(arena, verify_system, m->system_count + 1);
    if (!m->systems) return false;
    int k = 0;
    for (const json_value *v = m->system_count ? systems->first : NULL; v && r->well; v = v->next)
        if (!read_system(r, v, arena, m, k++)) return false;
    for (k = 0; k < m->body_count; k++)
    {
        r->well &= m->bodies[k].motion != VERIFY_PART || m->bodies[k].system >= 0;
        if (m->bodies[k].motion >= VERIFY_FREE && m->bodies[k].dof + 6 > m->dof_count)
            m->dof_count = m->bodies[k].dof + 6;
    }
    return true;
}

// ---- hulls ----

static bool read_hulls(reader *r, const json_value *root, hf_workspace *arena, verify_model *m)
{
    const json_value *list = json_member(root, "hulls");
    m->hull_count = list_size(r, root, "hulls");
    m->hulls = ARENA_ZEROED(arena, verify_hull, m->hull_count + 1);
    if (!m->hulls) return false;
    int k = 0;
    for (const json_value *v = m->hull_count ? list->first : NULL; v; v = v->next)
    {
        verify_hull *h = &m->hulls[k++];
        int count = list_size(r, v, "planes");
        h->mesh = whole(r, v, "mesh", 0, 100000000);
        h->planes = ARENA_ZEROED(arena, double, count + 1);
        if (!h->planes) return false;
        h->count = numbers(r, v, "planes", h->planes, 4, count) / 4;
    }
    for (k = 0; k < m->shape_count; k++)
        for (int i = 0; i < m->hull_count; i++)
            if (m->hulls[i].mesh == m->shapes[k].mesh) m->shapes[k].hull = &m->hulls[i];
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
    r->well &= strcmp(text(r, root, "format"), "holdfast proof") == 0 && number(r, root, "version") == 2.0;
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
    if (r.well && (!read_systems(&r, root, arena, m) || !read_hulls(&r, root, arena, m))) return error_no_memory(error);
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
