// The one assembler of contact problems: contacts and rows of mechanisms, added one after the other, become what
// hf_problem_create_factored takes. Room is counted first and taken at once.
//
//     rows_room room = {0};
//     for each contact:  room_for_contact(&room, model, contact, rows);
//     for each block:    room_for_block(&room, block);
//     problem_rows_take(&rows, &room, workspace)                         false if memory is short
//     problem_rows_add_contacts(&rows, step, &list)
//     unit = problem_rows_unit(&rows);
//     problem_rows_scale(&rows, unit);                                   contacts are in units now …
//     for each block:    problem_rows_add_block(&rows, block, …, unit);  … and blocks come in them
//     problem_rows_create(&rows, …)

#ifndef HF_WORLD_ROWS_PROBLEM_ROWS_H
#define HF_WORLD_ROWS_PROBLEM_ROWS_H

#include "model/rows/rows.h"
#include "world/rows/contact_rows.h"

typedef struct rows_room
{
    int blocks, rows;

    /// Degrees of freedom of all blocks; entries of H, and of G.
    size_t entries, area;

    /// Some contact has moments or an ellipse.
    bool parts;
} rows_room;

/// Blocks so far, in the layout of hf_laws and hf_factored_rows.
typedef struct problem_rows
{
    rows_room room;
    int block_count, row_count;

    /// Degrees of freedom that belong to single rows (compliance). They are numbered after the model's.
    int private_count;

    /// block_count + 1: of `dof`.
    size_t *begin;

    /// Of H and G.
    size_t area;
    int *size, *dof;
    hf_law_kind *kind;
    double *mu, *lo, *hi, *b, *H, *G;

    /// Where room.parts, otherwise NULL: coefficients of the contacts, and what their rows have been multiplied by: u
    /// of the problem is `scale` times u, and r is `scale` times r of the problem. Ellipses are discs in these units
    /// (problem/friction_parts.h), and moments weigh about as impulses do.
    hf_friction_coefficients *coefficients;
    double *scale;

    /// Of the contacts; the cone unless it is set after problem_rows_take.
    hf_friction_law friction;
} problem_rows;

void room_for_contact(rows_room *room, const hf_model *model, const hf_contact *contact, int rows);
void room_for_block(rows_room *room, const row_block *block);

/// False if memory is short.
bool problem_rows_take(problem_rows *rows, const rows_room *room, hf_workspace *workspace);

/// A contact in the configuration of `step`: `count` rows, of the normal and so many of the tangents and of turns; b
/// has as many.
void problem_rows_add_contact(problem_rows *rows, const step_context *step, const hf_contact *contact, int count,
                              hf_law_kind kind, const double *b);

/// Contacts of a step that become blocks.
typedef struct contact_list
{
    int count;

    /// count: which of step->contacts; NULL: the first ones.
    const int *of;

    /// Of each; 0: as many as the contact has.
    int row_count;
    hf_law_kind kind;

    /// b ◄ that of contact k of the step, in the step's configuration.
    void (*fill)(const step_context *step, const void *context, int k, double *b);
    const void *context;
} contact_list;

/// Adds them in their order; those of fibres, of which there may be thousands, side by side on the threads of the
/// workspace.
hf_status problem_rows_add_contacts(problem_rows *rows, const step_context *step, const contact_list *list);

/// A power of two near the smallest effective mass of the blocks so far, 1 / (largest diagonal entry of W); 1 if there
/// are none.
double problem_rows_unit(const problem_rows *rows);

/// Impulses of the blocks so far ◄ in units of `unit` · 1 m/s.
void problem_rows_scale(problem_rows *rows, double unit);

/// A block of mechanisms with its rows multiplied by `scale`, in units of `unit`; b is measured in units of `length`.
void problem_rows_add_block(problem_rows *rows, const row_block *block, const hf_model *model, double scale,
                            double unit, double length);

/// Numbers the degrees of freedom that rows touch from 0 on; back, if not NULL ◄ what they were, -1 of private ones.
/// Returns how many there are, -1 if memory is short.
int problem_rows_number(problem_rows *rows, const hf_model *model, int *back, hf_workspace *workspace);

/// The problem, in `home`; `adopt`: it keeps the arrays of `rows`, which then live there, too.
hf_status problem_rows_create(const problem_rows *rows, int dof_count, hf_workspace *home, hf_workspace *threads,
                              bool adopt, hf_problem **problem, hf_error *error);

#endif
