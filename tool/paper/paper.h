// Experiments of the papers: what an experiment is, and what it reports to.
//
// An experiment is one file of this folder with a `paper_experiment` and a line in experiments.c. Its `run` uses the
// public headers of the library, and says what it finds by the calls below: tables whose rows have the published
// numbers and ours, and figures. Where a number of ours has to lie is said with it (paper_expect), so that a wrong
// method shows: in the table, in the exit code, and in the tests, which run every experiment in its smallest form.

#ifndef HF_TOOL_PAPER_H
#define HF_TOOL_PAPER_H

#include "svg.h"

#include "holdfast/status.h"
#include "holdfast/world.h"

#include <stdbool.h>
#include <stdio.h>

typedef struct paper_report paper_report;

/// How long an experiment may take.
typedef enum paper_size
{
    PAPER_FULL,  // as published, as near as can be
    PAPER_QUICK, // a minute or less
    PAPER_SMALL, // some seconds: what the tests run
} paper_size;

typedef struct paper_experiment
{
    const char *name;  // "daviet11-fig7"
    const char *paper; // authors and year
    const char *title; // what the table or figure shows

    /// Our scene and methods, and what stands in for what cannot be had; paragraphs, separated by empty lines.
    const char *setting;

    /// False after paper_failed, or after an interrupt.
    bool (*run)(paper_report *report, paper_size size);
} paper_experiment;

/// All experiments, in the order of the papers.
extern const paper_experiment *const paper_experiments[];
extern const int paper_experiment_count;

enum
{
    PAPER_COLUMNS = 10 // of one table, at most
};

// ---- what an experiment calls ----

/// Whose numbers: each column of a table has up to three.
typedef enum paper_side
{
    SIDE_PUBLISHED,    // printed in the paper, and nothing else
    SIDE_AS_PUBLISHED, // what the algorithm of the paper, as published, comes to here
    SIDE_OURS,         // what our own method comes to
    SIDE_COUNT
} paper_side;

/// Begins a table; rows go to the last one. `columns` are names separated by bars ("sweeps|ms"), each of which has a
/// number of each side; NULL: one nameless column.
void paper_table(paper_report *report, const char *title, const char *columns);

/// A row: as many numbers of each side as the table has columns; NULL: that side has none. NAN: there is none;
/// INFINITY: it diverged, or never came. `remark` is a format.
void paper_row(paper_report *report, const char *what, const double *published, const double *as_published,
               const double *ours, const char *remark, ...) HF_PRINTF(6, 7);

/// A row of a table of one column.
void paper_value(paper_report *report, const char *what, double published, double as_published, double ours,
                 const char *remark, ...) HF_PRINTF(6, 7);

/// The paper prints a range for this column of the last row.
void paper_range(paper_report *report, int column, double least, double most);

/// Where the number of a side in this column of the last row has to lie. One that does not is marked, and the
/// experiment falls short.
void paper_expect(paper_report *report, paper_side side, int column, double least, double most);

/// The method to run where the paper, or we, have `name`: the same, or what --instead puts in its place. Experiments
/// ask for every method whose answers they judge, so that a wrong one can be tried on their expectations.
const char *paper_method(paper_report *report, const char *name);

/// Adds a figure, drawn at once.
void paper_figure(paper_report *report, const plot_def *plot);

/// Says on the terminal, in a line that is written over, how far long work has come: `done` of `total`, as steps or
/// seconds.
void paper_progress(paper_report *report, const char *what, double done, double total);

/// Says why the experiment cannot go on. Always false.
bool paper_failed(paper_report *report, const char *format, ...) HF_PRINTF(2, 3);

/// Ends the experiment with a message of the library. Always false.
bool paper_error(paper_report *report, const hf_error *error);

/// A world of a built-in scene with its parameters ("hair:n=100"); NULL after paper_error. The model is to be destroyed
/// after the world.
hf_world *paper_world(paper_report *report, const char *scene, hf_model **model);

/// paper_world with another seed of what is drawn at random; paper_world has 1.
hf_world *paper_world_of_seed(paper_report *report, const char *scene, uint64_t seed, hf_model **model);

/// Processor time of the calling thread [s]: what times are measured with, since a busy machine does not change it
/// much.
double paper_seconds(void);

/// Processor time of all threads together [s].
double paper_seconds_of_all(void);

// ---- what the command calls ----

typedef struct paper_totals
{
    int rows, expectations, short_of; // numbers of ours that are where they have to be, and those that are not
} paper_totals;

/// One method in the place of another, in all experiments; NULL: none.
typedef struct paper_instead
{
    const char *method, *other;
    int asked; // how often an experiment asked for it
} paper_instead;

/// Runs an experiment. The report is to be freed.
paper_report *paper_run(const paper_experiment *experiment, paper_size size, paper_instead *instead);
void paper_report_free(paper_report *report);
paper_totals paper_report_totals(const paper_report *report);
const char *paper_report_failure(const paper_report *report); // NULL: none
const char *paper_report_name(const paper_report *report);

/// A table for people, and one JSON object on one line.
void paper_print(FILE *out, const paper_report *report);
void paper_print_json(FILE *out, const paper_report *report);

/// A page of some experiments. Figures stand in the page itself, or with a folder in files of their own (NAME.svg,
/// NAME-2.svg …), which the page shows. False after an error message.
bool paper_page(FILE *out, const paper_report *const *reports, int count, const char *note, const char *folder);

#endif
