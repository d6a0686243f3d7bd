#include "model/rows/path.h"

#include "model/rows/transmission.h"
#include "model/rows/wrap.h"

static hf_path_kind kind_of(const hf_tendon_def *def, int item)
{
    return def->path ? def->path[item].kind : HF_PATH_SITE;
}

int path_body(const hf_model *model, const hf_tendon_def *def, int item)
{
    hf_path_kind kind = kind_of(def, item);
    if (kind == HF_PATH_PULLEY) return -1;
    return kind == HF_PATH_SITE ? model->mechanism.sites[def->items[item]].body
                                : collide_shape(model->scene, def->items[item])->body;
}

path_walk path_begin(const configuration *at, int tendon)
{
    return (path_walk){.at = at, .def = &at->model->mechanism.tendons[tendon], .share = 1.0, .last_site = -1};
}

static vec3 site_point(const path_walk *walk, int site)
{
    const hf_site_def *def = &walk->at->model->mechanism.sites[site];
    return configuration_point(walk->at, def->body, v3_load(def->position));
}

/// A piece begins where the last one ended, as a rule: that site is not placed again.
static void take_site(path_walk *walk, int item, int end, path_piece *piece)
{
    int site = walk->def->items[item];
    if (site != walk->last_site) walk->last_point = site_point(walk, site);
    walk->last_site = site;
    piece->point[end] = walk->last_point;
    piece->body[end] = walk->at->model->mechanism.sites[site].body;
}

/// The straight line of `piece`, from site to site, wrapped round an item between the two. What follows the arc is left
/// in the walk.
static void wrap_round(path_walk *walk, int item, path_piece *piece)
{
    const hf_shape_def *shape = collide_shape(walk->at->model->scene, walk->def->items[item]);
    const wrap_form form = {shape->kind == HF_SHAPE_CYLINDER, shape->size[0]};
    vec3 x, side, touch[2];
    quat q;
    configuration_frame(walk->at, shape->body, &x, &q);
    x = v3_add(x, quat_rotate(q, v3_load(shape->position)));
    q = quat_multiply(q, quat_load(shape->orientation));
    int beside = walk->def->path[item].side;
    if (beside >= 0) side = quat_rotate_back(q, v3_sub(site_point(walk, beside), x));
    vec3 a = quat_rotate_back(q, v3_sub(piece->point[0], x)), b = quat_rotate_back(q, v3_sub(piece->point[1], x));
    if (!wrap_string(&form, a, b, beside >= 0 ? &side : NULL, touch, &piece->arc)) return;
    walk->leaves = true;
    walk->leaving = *piece;
    walk->leaving.arc = 0.0;
    walk->leaving.body[0] = piece->body[1] = shape->body;
    piece->point[1] = v3_add(x, quat_rotate(q, touch[0]));
    walk->leaving.point[0] = v3_add(x, quat_rotate(q, touch[1]));
}

bool path_next(path_walk *walk, path_piece *piece)
{
    const hf_tendon_def *def = walk->def;
    if (walk->leaves)
    {
        walk->leaves = false;
        *piece = walk->leaving;
        return true;
    }
    for (; walk->k + 1 < def->count; walk->k++)
    {
        int next = walk->k + 1;
        if (kind_of(def, walk->k) == HF_PATH_PULLEY) walk->share = 1.0 / def->path[walk->k].divisor;
        if (kind_of(def, walk->k) != HF_PATH_SITE || kind_of(def, next) == HF_PATH_PULLEY) continue;
        bool wraps = kind_of(def, next) == HF_PATH_WRAP;
        *piece = (path_piece){.share = walk->share};
        take_site(walk, walk->k, 0, piece);
        take_site(walk, wraps ? next + 1 : next, 1, piece);
        if (wraps) wrap_round(walk, next, piece);
        walk->k = wraps ? next + 1 : next;
        return true;
    }
    return false;
}
