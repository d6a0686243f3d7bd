// Which parameters explain a recorded motion (docs/identify.md).
//
// Measurements are a table: time, and columns named as recordings name them, "hip.q", "imu.x"
// (hf_model_signal_name), "cube.x", "cube.qw" (hf_recording_write_csv). A column "run" counts
// recordings that follow each other; columns of controls, "motor.ctrl", are not explained but
// applied.
//
// The motion is cut into windows. Each is simulated from a state of its own, which is estimated
// with the parameters, so that neither noise of the first row nor chaos of a long run spoils the
// fit. Gauss and Newton's method, damped (Levenberg and Marquardt), from several starts, minimizes
//
//     Σ ((simulated - measured) / noise)²
//
// What the windows' own states explain is taken out of the normal equations; their inverse is the
// covariance of the parameters, and a parameter whose standard error is as large as itself is not
// determined by the data: it is said, with the combination of parameters that stays free.

#ifndef HOLDFAST_IDENTIFY_H
#define HOLDFAST_IDENTIFY_H

#include "holdfast/derivative.h"

#ifdef __cplusplus
extern "C"
{
#endif

    // ---- parameters by name ----

    enum
    {
        HF_FIT_PARTS = 64
    };

    /// One number to find: a parameter, or several that share their value.
    typedef struct hf_fit_parameter
    {
        char name[64];
        int count;
        hf_parameter parts[HF_FIT_PARTS];

        /// Bounds. Defaults by kind: restitution 0 … 1, all that cannot be negative 0 … infinity,
        /// all else without.
        double least, most;
    } hf_fit_parameter;

    /// "friction:floor", "mass:cube", "size:ball.0", "gain:motor.0", "gravity.2": a kind
    /// (hf_parameter_kind_name; mu and e stand for friction and restitution), what it is of, by
    /// name or index, and the element. Without a name all that have it share one value; mass,
    /// inertia and center then need a model in which one body moves. INVALID, naming what there is.
    HF_API hf_status hf_model_find_parameter(const hf_model *model, const char *name, hf_fit_parameter *parameter,
                                             hf_error *error);

    // ---- measurements ----

    typedef struct hf_measurements hf_measurements;

    /// Values row by row: row_count × column_count. NaN: not measured in this row. INVALID, naming
    /// row or column: what is no number, an unknown column, times that do not rise within a run.
    HF_API hf_status hf_measurements_create(const hf_model *model, int column_count, const char *const *names,
                                            int row_count, const double *values, hf_measurements **measurements,
                                            hf_error *error);

    /// From a CSV file: names, then a row a line; "nan" or nothing between commas is not measured.
    HF_API hf_status hf_measurements_read(const char *path, const hf_model *model, hf_measurements **measurements,
                                          hf_error *error);
    HF_API void hf_measurements_destroy(hf_measurements *measurements);

    HF_API int hf_measurements_row_count(const hf_measurements *measurements);
    HF_API int hf_measurements_column_count(const hf_measurements *measurements);
    HF_API const char *hf_measurements_name(const hf_measurements *measurements, int column);
    HF_API const double *hf_measurements_values(const hf_measurements *measurements);

    // ---- fit ----

    typedef struct hf_fit_options
    {
        /// Length of a window [s], >= 0; it ends at the next row. 0: a run is one window. Default
        /// 0.2.
        double window;

        /// Length of a step [s], >= 0: at most, as rows come at times of their own. Default 0: the
        /// timestep of the model.
        double timestep;

        /// Starts, >= 1: the values of the model first, others at random. Default 3.
        int starts;
        uint64_t seed;

        /// Iterations of each, >= 1. Default 30.
        int iterations;

        /// Standard deviation of each column's noise, > 0; NULL, the default: from the data's own
        /// third differences.
        const double *noise;

        /// The states of windows are known: that of a run's first row is the start of the model,
        /// and there is one window. Default false.
        bool known_start;

        /// Threads, >= 1; the result has the same bits for any number. Default 1.
        int threads;

        /// As hf_workspace_set_interrupt. Default NULL.
        hf_interrupt interrupt;
        void *interrupt_context;
    } hf_fit_options;

    HF_API hf_fit_options hf_fit_options_default(void);

    typedef struct hf_fit_value
    {
        double value;

        /// Standard error; INFINITY where the data say nothing.
        double error;

        /// error < |value|, or than the width of its bounds: the data determine it.
        bool determined;

        /// What the model has.
        double before;
    } hf_fit_value;

    typedef struct hf_fit
    {
        int parameter_count;
        hf_fit_value *values;

        /// Singular values of the sensitivities (residuals of unit noise by relative changes of
        /// the parameters), the largest first, and their directions, row by row.
        double *singular, *directions;

        /// Correlation of the parameters, parameter_count², row by row.
        double *correlation;

        /// Numbers that were explained, windows, states of windows that were estimated.
        int residual_count, window_count, state_count;

        /// Sum of squares, at the values of the model, and at the best; its square root by the
        /// degrees of freedom left, near 1 where the noise explains what is left.
        double cost_before, cost, spread;

        /// Starts that ended within a standard error of the best in all that is determined, of how
        /// many.
        int agreed, starts, iterations;

        /// row_count × column_count: what the fit says in the place of what was measured; NaN
        /// where there is nothing.
        double *simulated;
    } hf_fit;

    /// The model stays as it is. INVALID: no parameters, more of them than numbers, a model without
    /// degrees of freedom; a motion from whose measurements no window can start.
    HF_API hf_status hf_identify(const hf_model *model, const hf_measurements *measurements, int parameter_count,
                                 const hf_fit_parameter *parameters, const hf_fit_options *options, hf_fit **fit,
                                 hf_error *error);
    HF_API void hf_fit_destroy(hf_fit *fit);

#ifdef __cplusplus
}
#endif

#endif
