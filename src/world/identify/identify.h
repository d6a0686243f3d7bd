// Parts of hf_identify (holdfast/identify.h): the table of measurements, windows and where they start, simulation.

#ifndef HF_WORLD_IDENTIFY_IDENTIFY_H
#define HF_WORLD_IDENTIFY_IDENTIFY_H

#include "holdfast/identify.h"
#include "holdfast/tangent.h"

#include "world/world.h"

// ---- measurements ----

typedef enum column_kind
{
    COLUMN_TIME,
    COLUMN_RUN,
    COLUMN_SIGNAL,   // index: of the model's signals
    COLUMN_CONTROL,  // index: an actuator
    COLUMN_POSITION, // index: a body; part 0 … 2
    COLUMN_TURN,     // part 0 … 3
} column_kind;

typedef struct measured_column
{
    char *name;
    column_kind kind;
    int index, part;
} measured_column;

struct hf_measurements
{
    const hf_model *model;
    int column_count, row_count, run_count, time, run; // time, run: columns; run -1: there is none
    measured_column *columns;
    double *values;
    int *run_begin; // run_count + 1
};

/// The column of this kind, or -1.
int measured_find(const hf_measurements *m, column_kind kind, int index, int part);
double measured_value(const hf_measurements *m, int row, int column);

// ---- what is compared ----

/// One number of a row, or three: a turn.
typedef struct fit_output
{
    column_kind kind; // SIGNAL, POSITION, or TURN with four columns
    int index, part, column;
    int size;
    double noise;
} fit_output;

typedef struct fit_window
{
    int first, last; // rows
    double *q, *v;   // the estimate of its start
    double *trial_q, *trial_v;
    double *r, *trial_r; // residuals, row by row
    double *Jx, *Jp;     // of them, by the free tangents of the start and by the parameters, row by row
    double *G, *K, *g;   // Jxᵀ Jx, Jxᵀ Jp, Jxᵀ r
    double *dx;
    int residual_count;
    double cost, trial_cost;
    double damping; // of its start
} fit_window;

typedef struct fit_scale
{
    bool logarithmic;
    double width; // of differences, in the units of the variable
} fit_scale;

/// Everything a fit works on.
typedef struct fit_work
{
    const hf_model *model;
    const hf_measurements *data;
    hf_fit_options options;
    int parameter_count;
    const hf_fit_parameter *parameters;
    fit_scale *scales;
    double *before, *p, *trial_p; // variables: logarithms where they are

    int output_count, row_size; // row_size: numbers of a row
    fit_output *outputs;
    int window_count, free_count;
    fit_window *windows;
    int *free_tangent; // of x = (q, v), 0 … 2 v_count
    double *width;     // of differences, free_count

    hf_workspace *pool;
    int lane_count;
    hf_world **worlds; // one a thread
    double *lane_p;    // variables that each has, …
    bool *lane_set;    // … if it has any
    void *start;
    size_t start_size;
    double *start_q, *start_v;
    double h;
    hf_settings settings;
    double limit; // of fit_settle
} fit_work;

/// Outputs, noise, windows and their first estimates. Memory is given back by fit_windows_free whatever it returns.
hf_status fit_windows_make(fit_work *work, hf_error *error);
void fit_windows_free(fit_work *work);
hf_status fit_windows_reset(fit_work *work, hf_error *error);

/// q of a window ◄ what is measured at its first row, v by a parabola; what is not measured is as the model starts.
hf_status fit_window_place(const fit_work *work, fit_window *w, hf_error *error);

/// v of what a window measures at its first row, by a parabola through `count` rows behind it, or before it where count
/// is negative. False: there are not as many.
hf_status fit_window_slope(const fit_work *work, const fit_window *w, int count, double *v, bool *well,
                           hf_error *error);

/// The value of a parameter from its variable, and back.
double fit_value_of(const fit_work *work, int k, double variable);
double fit_variable_of(const fit_work *work, int k, double value);

/// r ◄ residuals of a window from a start, at variables p; *cost ◄ their squares, INFINITY where the simulation fails.
/// simulated: NULL, or the table of what it says.
hf_status fit_simulate(const fit_work *work, int lane, int window, const double *p, const double *q, const double *v,
                       double *r, double *cost, double *simulated, hf_error *error);

/// L Lᵀ = G of a window, with its damping.
void fit_factor_start(const fit_work *work, const fit_window *w, double damping, double *L);

/// The best start of every window at work->p, from what it measures; of those alone whose residuals are beyond `limit`
/// times the noise, which keep what they have where that is better.
hf_status fit_settle(fit_work *work, double limit, hf_error *error);

/// Residuals and their derivatives of all windows at work->p; and those of trials at trial_p, where each window keeps
/// the better of its two starts.
hf_status fit_linearize(fit_work *work, hf_error *error);
hf_status fit_try(fit_work *work, hf_error *error);

#endif
