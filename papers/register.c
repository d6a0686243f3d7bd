// What the papers bring to the engine: methods by name, and integrators. It runs before main, since the engine knows
// none of them.

#include "papers/baraff1994/acceleration/stages.h"
#include "papers/families.h"

__attribute__((constructor)) static void register_papers(void)
{
    const solver_family *const families[] = {&hybrid_family, &newton_family, &implicit_family, &pivot_family,
                                             &lemke_family};
    solver_families_add(families, (int)(sizeof families / sizeof families[0]));
    step_add_integrator(HF_INTEGRATOR_BARAFF, stage_baraff);
    step_add_integrator(HF_INTEGRATOR_FIRST_ORDER, stage_first_order);
}
