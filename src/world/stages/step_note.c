// Notes of a solve, in words of the scene.
//
// A solver speaks of blocks of its problem and of its own budget. Who runs a scene knows bodies, and what a step may
// take.

#include "world/step_budget.h"
#include "world/step_mechanism.h"

#include "base/error.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// The block that a note of a solver names last; -1: none.
static int block_of(const char *note)
{
    const char *last = NULL;
    for (const char *at = strstr(note, "block "); at; at = strstr(at + 1, "block ")) last = at + strlen("block ");
    return last && *last >= '0' && *last <= '9' ? (int)strtol(last, NULL, 10) : -1;
}

static void note_contact(const step_context *step, const hf_contact *c, char *note, size_t size)
{
    char a[LABEL_SIZE], b[LABEL_SIZE];
    label_make(a, "body", c->body_a, step->model->bodies[c->body_a].name);
    label_make(b, "body", c->body_b, step->model->bodies[c->body_b].name);
    snprintf(note, size, "contacts of %.50s and %.50s have no solution: friction of %g jams them", a, b, c->mu);
}

/// A limit, a loop or a motor; the body is one that it moves.
static void note_row(const step_context *step, int row, char *note, size_t size)
{
    const row_set *rows = &step->mechanism->rows;
    if (row >= rows->count) return;
    int body = step->model->objects[rows->blocks[row].object[0]].body;
    char label[LABEL_SIZE];
    label_make(label, "body", body, step->model->bodies[body].name);
    snprintf(note, size, "a limit, loop or motor of %.80s, or of what is jointed to it, has no solution", label);
}

void step_jam_note(const step_context *step, int block, double speed, hf_report *report)
{
    if (block >= step->contact_count)
    {
        snprintf(report->note, sizeof report->note,
                 "friction jams a mechanism: no impulses are an answer; limits or "
                 "loops give way at %.2g m/s",
                 speed);
        return;
    }
    const hf_contact *c = &step->contacts[block].record;
    char a[LABEL_SIZE], b[LABEL_SIZE];
    label_make(a, "body", c->body_a, step->model->bodies[c->body_a].name);
    label_make(b, "body", c->body_b, step->model->bodies[c->body_b].name);
    snprintf(report->note, sizeof report->note,
             "friction jams %.50s and %.50s: no impulses are an answer; contacts give way at %.2g m/s", a, b, speed);
}

void step_name_note(const step_context *step, const int *index, hf_report *report)
{
    int block = report->outcome == HF_OUTCOME_NO_SOLUTION ? block_of(report->note) : -1, contact = block;
    if (block >= 0 && index) contact = index[block];
    if (block >= 0 && contact < step->contact_count)
        note_contact(step, &step->contacts[contact].record, report->note, sizeof report->note);
    else if (block >= 0) note_row(step, block - step->contact_count, report->note, sizeof report->note);
    static const char budget[] = "the budget of ";
    if (strncmp(report->note, budget, sizeof budget - 1) != 0) return;
    if (strtoll(report->note + sizeof budget - 1, NULL, 10) >= step->run->budget.solve) return; // that of a solve
    snprintf(report->note, sizeof report->note, "the work that the step may take, %lld units, is used up",
             (long long)step_budget_whole(step->run));
}
