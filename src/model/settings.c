// Settings of a model and of a world: defaults, names, and what is refused.

#include "model/builder.h"

#include "base/error.h"
#include "holdfast/solve.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

hf_settings hf_settings_default(void)
{
    return (hf_settings){.gravity = {0, 0, -9.81},
                         .timestep = 0.002,
                         .theta = 0.5,
                         .static_friction = 1.0,
                         .solver = "auto",
                         .tolerance = 1e-9,
                         .accept = 1e-4,
                         .friction = HF_FRICTION_OF_SOLVER,
                         .friction_coefficient = -1.0,
                         .friction_sides = HF_FRICTION_SIDES,
                         .duration = 5.0};
}

hf_friction_law hf_settings_friction(const hf_settings *s)
{
    if (s->friction == HF_FRICTION_OF_SOLVER) return hf_solver_friction(s->solver);
    return (hf_friction_law){.kind = s->friction, .sides = s->friction_sides, .direction = s->friction_direction};
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
    TRY(check_finite("settings", "gravity", s->gravity, 3, error));
    TRY(check_finite("settings", "wind", s->wind, 3, error));
    if (!(s->density >= 0.0 && s->viscosity >= 0.0) || isinf(s->density) || isinf(s->viscosity))
        return error_set(error, HF_STATUS_INVALID,
                         "settings: density = %g kg/m³, viscosity = %g Pa s: must be finite and >= 0", s->density,
                         s->viscosity);
    if ((s->density > 0.0 || s->viscosity > 0.0) && s->integrator != HF_INTEGRATOR_MOREAU)
        return error_set(error, HF_STATUS_UNSUPPORTED,
                         "settings: density and viscosity: the integrator %s knows no drag; use moreau",
                         hf_integrator_name(s->integrator));
    return HF_STATUS_OK;
}

static hf_status check_time(const hf_settings *s, hf_error *error)
{
    if (!(s->timestep > 0.0) || isinf(s->timestep))
        return error_set(error, HF_STATUS_INVALID, "settings: timestep = %g s: must be finite and > 0", s->timestep);
    if (!(s->theta >= 0.5 && s->theta <= 1.0))
        return error_set(error, HF_STATUS_INVALID, "settings: theta = %g: must lie in 0.5 … 1", s->theta);
    if ((unsigned)s->integrator >= HF_INTEGRATOR_COUNT)
        return error_set(error, HF_STATUS_INVALID, "settings: integrator = %d: there is none such", (int)s->integrator);
    if (!(s->static_friction >= 1.0) || isinf(s->static_friction))
        return error_set(error, HF_STATUS_INVALID, "settings: static_friction = %g: must be finite and >= 1",
                         s->static_friction);
    if (s->static_friction > 1.0 && s->integrator != HF_INTEGRATOR_BARAFF)
        return error_set(error, HF_STATUS_UNSUPPORTED,
                         "settings: static_friction = %g: the integrator %s has one coefficient for rest and sliding; "
                         "use baraff",
                         s->static_friction, hf_integrator_name(s->integrator));
    if ((unsigned)s->coordinates >= HF_COORDINATES_COUNT)
        return error_set(error, HF_STATUS_INVALID, "settings: coordinates = %d: there are none such",
                         (int)s->coordinates);
    if (!(s->accuracy >= 0.0) || isinf(s->accuracy))
        return error_set(error, HF_STATUS_INVALID, "settings: accuracy = %g m: must be finite and >= 0", s->accuracy);
    if (!(s->travel >= 0.0) || isinf(s->travel))
        return error_set(error, HF_STATUS_INVALID, "settings: travel = %g m: must be finite and >= 0", s->travel);
    if (!(s->reduction >= 0.0) || isinf(s->reduction))
        return error_set(error, HF_STATUS_INVALID, "settings: reduction = %g m: must be finite and >= 0", s->reduction);
    if (!(s->fast_tolerance >= 0.0) || isinf(s->fast_tolerance))
        return error_set(error, HF_STATUS_INVALID, "settings: fast_tolerance = %g: must be finite and >= 0",
                         s->fast_tolerance);
    if (s->fast_tolerance > s->tolerance && s->travel == 0.0)
        return error_set(error, HF_STATUS_INVALID,
                         "settings: fast_tolerance = %g: needs travel, the way in a step that counts as fast",
                         s->fast_tolerance);
    if (!(s->duration >= 0.0) || isinf(s->duration))
        return error_set(error, HF_STATUS_INVALID, "settings: duration = %g s: must be finite and >= 0", s->duration);
    return HF_STATUS_OK;
}

static hf_status check_answers(const hf_settings *s, hf_error *error)
{
    if (!(s->tolerance > 0.0) || isinf(s->tolerance))
        return error_set(error, HF_STATUS_INVALID, "settings: tolerance = %g: must be finite and > 0", s->tolerance);
    if (!(s->accept >= 0.0) || isinf(s->accept))
        return error_set(error, HF_STATUS_INVALID, "settings: accept = %g: must be finite and >= 0", s->accept);
    if (s->budget < 0)
        return error_set(error, HF_STATUS_INVALID, "settings: budget = %" PRId64 ": must be >= 0", s->budget);
    if ((unsigned)s->effort >= HF_EFFORT_COUNT)
        return error_set(error, HF_STATUS_INVALID, "settings: effort = %d: there is none such", (int)s->effort);
    if ((unsigned)s->selection >= HF_SELECTION_COUNT)
        return error_set(error, HF_STATUS_INVALID, "settings: selection = %d: there is none such", (int)s->selection);
    if ((unsigned)s->on_fail >= HF_ON_FAIL_COUNT)
        return error_set(error, HF_STATUS_INVALID, "settings: on_fail = %d: there is none such", (int)s->on_fail);
    if (s->max_iterations < 0)
        return error_set(error, HF_STATUS_INVALID, "settings: max_iterations = %ld: must be >= 0", s->max_iterations);
    if (!memchr(s->solver, 0, sizeof s->solver))
        return error_set(error, HF_STATUS_INVALID, "settings: the name of the solver does not end");
    return hf_solver_check(s->solver, error);
}

static hf_status check_friction(const hf_settings *s, hf_error *error)
{
    const hf_friction_law law = hf_settings_friction(s);
    if (!isfinite(s->friction_coefficient))
        return error_set(error, HF_STATUS_INVALID, "settings: friction_coefficient = %g: must be finite",
                         s->friction_coefficient);
    char text[HF_FRICTION_TEXT];
    hf_status status = hf_solver_check_friction(s->solver, &law, error);
    if (status != HF_STATUS_OK || s->integrator != HF_INTEGRATOR_BARAFF || law.kind == HF_FRICTION_CONE) return status;
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
