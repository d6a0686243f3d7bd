// What a contact may carry, and how much more a body could weigh: margins (holdfast/margin.h) of the pose as it is.

#include "live/live.h"

#include "base/error.h"
#include "base/memory.h"

#include "holdfast/margin.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum
{
    MOST_FREEDOMS = 300, // beyond, a look takes longer than a picture may
    TEXT = 1024,
    NUMBER = 32
};

/// JSON of a number: 1e999 is read as infinity.
static const char *number(double x, char text[NUMBER])
{
    if (isnan(x)) return "null";
    if (isinf(x)) return x > 0.0 ? "1e999" : "-1e999";
    snprintf(text, NUMBER, "%.9g", x);
    return text;
}

static hf_status make_margin(hf_live *live, const hf_margin_options *options, hf_margin **margin, hf_error *error)
{
    *margin = NULL;
    if (hf_model_v_count(live->model) > MOST_FREEDOMS)
        return error_set(error, HF_STATUS_UNSUPPORTED, "too many bodies to look at while it plays");
    return hf_margin_create(live->world, options, margin, error);
}

/// The contact of the margin that is this one; -1: none.
static int find_contact(const hf_margin *margin, const hf_contact *wanted)
{
    int found = -1;
    double least = INFINITY;
    for (int k = 0; k < hf_margin_get(margin).contact_count; k++)
    {
        hf_contact c = hf_margin_contact(margin, k).contact;
        double far = 0.0;
        if (c.shape_a != wanted->shape_a || c.shape_b != wanted->shape_b) continue;
        for (int d = 0; d < 3; d++) far += (c.point[d] - wanted->point[d]) * (c.point[d] - wanted->point[d]);
        if (far < least) least = far, found = k;
    }
    return found;
}

/// "unique", "not unique", "not known".
static hf_status count_at(hf_live *live, int contact, const char **said, hf_error *error)
{
    hf_answers answers;
    hf_answer_count *each = MEMORY_ARRAY(hf_answer_count, hf_world_contact_count(live->world));
    if (!each) return error_no_memory(error);
    hf_status status = hf_world_answers(live->world, &answers, each, error);
    *said = hf_answer_count_name(each[contact]);
    free(each);
    return status;
}

/// The range of a contact's force at rest, or why there is none.
static hf_status bound(hf_live *live, const hf_contact *contact, hf_contact_bounds *bounds, const char **verdict,
                       hf_error *why)
{
    hf_margin *margin;
    hf_margin_options options = hf_margin_options_default();
    hf_status status = make_margin(live, &options, &margin, why);
    int at = status == HF_STATUS_OK ? find_contact(margin, contact) : -1;
    if (at >= 0) status = hf_margin_bound_contact(margin, at, why);
    if (status == HF_STATUS_OK) *verdict = hf_verdict_name(hf_margin_get(margin).verdict);
    if (status == HF_STATUS_OK && at >= 0) *bounds = hf_margin_contact(margin, at);
    hf_margin_destroy(margin);
    return status == HF_STATUS_NO_MEMORY || status == HF_STATUS_INTERRUPTED ? status : HF_STATUS_OK;
}

hf_status live_answer_contact(hf_live *live, int contact, hf_error *error)
{
    static const char *const statuses[] = {"open", "stick", "slip"};
    hf_contact c = hf_world_contact(live->world, contact);
    hf_contact_bounds bounds = {.carries = HF_CARRIES_UNKNOWN};
    const char *count = "not known", *verdict = "not known";
    hf_error why = {0};
    double h = live->settings.step.timestep, push = c.r[0] / h, drag = sqrt(c.r[1] * c.r[1] + c.r[2] * c.r[2]) / h;
    char text[TEXT], n[10][NUMBER];
    for (int k = 0; k < 3; k++) bounds.least[k] = bounds.greatest[k] = NAN;
    hf_status status = count_at(live, contact, &count, error);
    if (status == HF_STATUS_OK) status = bound(live, &c, &bounds, &verdict, &why);
    if (status != HF_STATUS_OK) return status;
    snprintf(text, sizeof text,
             "{\"a\":%d,\"b\":%d,\"status\":\"%s\",\"normal\":%s,\"friction\":%s,\"mu\":%s,\"left\":%s,"
             "\"count\":\"%s\",\"verdict\":\"%s\",\"carries\":\"%s\",\"least\":[%s,%s,%s],\"greatest\":[%s,%s,%s]}",
             c.body_a, c.body_b, statuses[c.status], number(push, n[0]), number(drag, n[1]), number(c.mu, n[2]),
             number(c.mu * push - drag, n[3]), count, verdict, hf_carries_name(bounds.carries),
             number(bounds.least[0], n[4]), number(bounds.least[1], n[5]), number(bounds.least[2], n[6]),
             number(bounds.greatest[0], n[7]), number(bounds.greatest[1], n[8]), number(bounds.greatest[2], n[9]));
    return live_answer_text(live, "TEXT", text) ? HF_STATUS_OK : error_no_memory(error);
}

hf_status live_answer_hold(hf_live *live, int body, hf_error *error)
{
    hf_margin_options options = hf_margin_options_default();
    hf_margin *margin;
    const double *g = live->settings.physics.gravity;
    double mass = hf_model_body(live->model, body).mass;
    char text[TEXT], n[3][NUMBER];
    options.kind = HF_MARGIN_FORCE;
    options.body = body;
    for (int k = 0; k < 3; k++) options.force[k] = mass * g[k];
    hf_status status = make_margin(live, &options, &margin, error);
    if (status != HF_STATUS_OK) return status;
    hf_margin_result r = hf_margin_get(margin);
    snprintf(text, sizeof text, "{\"verdict\":\"%s\",\"mass\":%s,\"holds\":%s,\"may\":%s,\"stress\":%s}",
             hf_verdict_name(r.verdict), number(mass, n[0]), number(r.holds, n[1]), number(r.may, n[2]),
             r.self_stress ? "true" : "false");
    hf_margin_destroy(margin);
    return live_answer_text(live, "TEXT", text) ? HF_STATUS_OK : error_no_memory(error);
}
