// Accounts of the energy watch (energy_watch.c).

#ifndef HF_WORLD_ENERGY_ENERGY_ACCOUNT_H
#define HF_WORLD_ENERGY_ENERGY_ACCOUNT_H

#include "world/energy/energy.h"

/// What is known of a set of objects that impulses connect; kept at the root of its bodies.
typedef struct account
{
    double rise;    // [J]
    double size;    // sum of what was added up, without signs
    double own;     // dᵀ M̂ d of own forces
    double motors;  // Σ |s| √W of motors and springs that are rows
    double turning; // term of turning
    double kinetic; // energy of trees that turn far in the step; 0 if none does
    double before;  // kinetic energy at the beginning, …
    double after;   // … and at the end
    double sunk;    // overlaps of all its pairs of shapes, added up, before CORRECT [m]
    double lifted;  // by CORRECT, as far as it is explained
    double turned;  // by CORRECT, at the same angular momentum: no reason in the sum of a run, where it recurs
    double most;    // rise of the object that rose most, …
    int body;       // … and its first body
    bool pressed;   // impulses act in it
    bool rod;       // a fibre is among it
    bool driven;    // by what has no known work
} account;

/// The account of the set that a body, or an object, belongs to.
account *account_of(const step_context *step, account *accounts, int body);
account *account_of_object(const step_context *step, account *accounts, int object);

/// Takes the work of motors, pushes, the medium and prescribed bodies off the rises; marks sets that are driven by what
/// has no known work (energy_work.c).
void accounts_add_work(step_context *step, account *accounts);

#endif
