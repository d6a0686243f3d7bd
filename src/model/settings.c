// Settings of a model and of a world: defaults, names, and what is refused.

#include "model/builder.h"

#include "base/error.h"
#include "holdfast/solve.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

hf_settings hf_settings_default(void)
{
    return (hf_settings){
        .physics = {.gravity = {0, 0, -9.81}},
        .law = {.friction = HF_FRICTION_OF_SOLVER,
                .sides = HF_FRICTION_SIDES,
                .coefficient = -1.0,
                .static_friction = 1.0},
        .solver = {.name = "auto", .tolerance = 1e-9, .accept = 1e-4},
        .step = {.timestep = 0.002, .theta = 0.5, .duration = 5.0},
    };
}

hf_friction_law hf_settings_friction(const hf_settings *s)
{
    if (s->law.friction == HF_FRICTION_OF_SOLVER) return hf_solver_friction(s->solver.name);
    return (hf_friction_law){.kind = s->law.friction, .sides = s->law.sides, .direction = s->law.direction};
}

// ---- names ----

const char *hf_coordinates_name(hf_coordinates coordinates)
{
    static const char *const names[HF_COORDINATES_COUNT] = {"reduced", "maximal"};
    return (unsigned)coordinates < HF_COORDINATES_COUNT ? names[coordinates] : "unknown coordinates";
}

const char *hf_integrator_name(hf_integrator integrator)
{
    static const char *const names[HF_INTEGRATOR_COUNT] = {"moreau", "baraff", "first-order"};
    return (unsigned)integrator < HF_INTEGRATOR_COUNT ? names[integrator] : "unknown integrator";
}

const char *hf_selection_name(hf_selection selection)
{
    static const char *const names[HF_SELECTION_COUNT] = {"compliant", "any", "area"};
    return (unsigned)selection < HF_SELECTION_COUNT ? names[selection] : "unknown selection";
}

const char *hf_effort_name(hf_effort effort)
{
    static const char *const names[HF_EFFORT_COUNT] = {"normal", "low", "high", "exact"};
    return (unsigned)effort < HF_EFFORT_COUNT ? names[effort] : "unknown effort";
}

const char *hf_on_fail_name(hf_on_fail on_fail)
{
    static const char *const names[HF_ON_FAIL_COUNT] = {"stop", "continue", "frictionless"};
    return (unsigned)on_fail < HF_ON_FAIL_COUNT ? names[on_fail] : "unknown";
}

// ---- checks ----

static hf_status check_medium(const hf_settings *s, hf_error *error)
{
    TRY(check_finite("settings", "gravity", s->physics.gravity, 3, error));
    TRY(check_finite("settings", "wind", s->physics.wind, 3, error));
    if (!(s->physics.density >= 0.0 && s->physics.viscosity >= 0.0) || isinf(s->physics.density) ||
        isinf(s->physics.viscosity))
        return error_set(error, HF_STATUS_INVALID,
                         "settings: density = %g kg/m³, viscosity = %g Pa s: must be finite and >= 0",
                         s->physics.density, s->physics.viscosity);
    if ((s->physics.density > 0.0 || s->physics.viscosity > 0.0) && s->step.integrator != HF_INTEGRATOR_MOREAU)
        return error_set(error, HF_STATUS_UNSUPPORTED,
                         "settings: density and viscosity: the integrator %s knows no drag; use moreau",
                         hf_integrator_name(s->step.integrator));
    return HF_STATUS_OK;
}

static hf_status check_time(const hf_settings *s, hf_error *error)
{
    if (!(s->step.timestep > 0.0) || isinf(s->step.timestep))
        return error_set(error, HF_STATUS_INVALID, "settings: timestep = %g s: must be finite and > 0",
                         s->step.timestep);
    if (!(s->step.theta >= 0.5 && s->step.theta <= 1.0))
        return error_set(error, HF_STATUS_INVALID, "settings: theta = %g: must lie in 0.5 … 1", s->step.theta);
    if ((unsigned)s->step.integrator >= HF_INTEGRATOR_COUNT)
        return error_set(error, HF_STATUS_INVALID, "settings: integrator = %d: there is none such",
                         (int)s->step.integrator);
    if (!(s->law.static_friction >= 1.0) || isinf(s->law.static_friction))
        return error_set(error, HF_STATUS_INVALID, "settings: static_friction = %g: must be finite and >= 1",
                         s->law.static_friction);
    if (s->law.static_friction > 1.0 && s->step.integrator != HF_INTEGRATOR_BARAFF)
        return error_set(error, HF_STATUS_UNSUPPORTED,
                         "settings: static_friction = %g: the integrator %s has one coefficient for rest and sliding; "
                         "use baraff",
                         s->law.static_friction, hf_integrator_name(s->step.integrator));
    if ((unsigned)s->step.coordinates >= HF_COORDINATES_COUNT)
        return error_set(error, HF_STATUS_INVALID, "settings: coordinates = %d: there are none such",
                         (int)s->step.coordinates);
    if (!(s->step.accuracy >= 0.0) || isinf(s->step.accuracy))
        return error_set(error, HF_STATUS_INVALID, "settings: accuracy = %g m: must be finite and >= 0",
                         s->step.accuracy);
    if (!(s->step.travel >= 0.0) || isinf(s->step.travel))
        return error_set(error, HF_STATUS_INVALID, "settings: travel = %g m: must be finite and >= 0", s->step.travel);
    if (!(s->step.reduction >= 0.0) || isinf(s->step.reduction))
        return error_set(error, HF_STATUS_INVALID, "settings: reduction = %g m: must be finite and >= 0",
                         s->step.reduction);
    if (!(s->step.fast_tolerance >= 0.0) || isinf(s->step.fast_tolerance))
        return error_set(error, HF_STATUS_INVALID, "settings: fast_tolerance = %g: must be finite and >= 0",
                         s->step.fast_tolerance);
    if (s->step.fast_tolerance > s->solver.tolerance && s->step.travel == 0.0)
        return error_set(error, HF_STATUS_INVALID,
                         "settings: fast_tolerance = %g: needs travel, the way in a step that counts as fast",
                         s->step.fast_tolerance);
    if (!(s->step.duration >= 0.0) || isinf(s->step.duration))
        return error_set(error, HF_STATUS_INVALID, "settings: duration = %g s: must be finite and >= 0",
                         s->step.duration);
    return HF_STATUS_OK;
}

static hf_status check_answers(const hf_settings *s, hf_error *error)
{
    if (!(s->solver.tolerance > 0.0) || isinf(s->solver.tolerance))
        return error_set(error, HF_STATUS_INVALID, "settings: tolerance = %g: must be finite and > 0",
                         s->solver.tolerance);
    if (!(s->solver.accept >= 0.0) || isinf(s->solver.accept))
        return error_set(error, HF_STATUS_INVALID, "settings: accept = %g: must be finite and >= 0", s->solver.accept);
    if (s->solver.budget < 0)
        return error_set(error, HF_STATUS_INVALID, "settings: budget = %" PRId64 ": must be >= 0", s->solver.budget);
    if ((unsigned)s->solver.effort >= HF_EFFORT_COUNT)
        return error_set(error, HF_STATUS_INVALID, "settings: effort = %d: there is none such", (int)s->solver.effort);
    if ((unsigned)s->solver.selection >= HF_SELECTION_COUNT)
        return error_set(error, HF_STATUS_INVALID, "settings: selection = %d: there is none such",
                         (int)s->solver.selection);
    if ((unsigned)s->solver.on_fail >= HF_ON_FAIL_COUNT)
        return error_set(error, HF_STATUS_INVALID, "settings: on_fail = %d: there is none such",
                         (int)s->solver.on_fail);
    if (s->solver.max_iterations < 0)
        return error_set(error, HF_STATUS_INVALID, "settings: max_iterations = %ld: must be >= 0",
                         s->solver.max_iterations);
    if (!memchr(s->solver.name, 0, sizeof s->solver.name))
        return error_set(error, HF_STATUS_INVALID, "settings: the name of the solver does not end");
    return hf_solver_check(s->solver.name, error);
}

static hf_status check_friction(const hf_settings *s, hf_error *error)
{
    const hf_friction_law law = hf_settings_friction(s);
    if (!isfinite(s->law.coefficient))
        return error_set(error, HF_STATUS_INVALID, "settings: friction_coefficient = %g: must be finite",
                         s->law.coefficient);
    char text[HF_FRICTION_TEXT];
    hf_status status = hf_solver_check_friction(s->solver.name, &law, error);
    if (status != HF_STATUS_OK || s->step.integrator != HF_INTEGRATOR_BARAFF || law.kind == HF_FRICTION_CONE)
        return status;
    return error_set(error, HF_STATUS_UNSUPPORTED,
                     "settings: friction: the integrator baraff knows the cone only, and not %s; use moreau",
                     hf_friction_write(&law, text));
}

hf_status settings_check(const hf_settings *s, hf_error *error)
{
    TRY(check_medium(s, error));
    TRY(check_time(s, error));
    TRY(check_answers(s, error));
    return check_friction(s, error);
}
