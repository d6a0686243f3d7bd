// holdfast identify: which parameters of a scene explain a recorded motion.

#include "commands.h"
#include "console.h"
#include "json.h"
#include "output.h"
#include "scene_options.h"
#include "shared_options.h"
#include "svg.h"

#include "holdfast/identify.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum
{
    MOST = 32,     // parameters
    PLOTTED = 6,   // columns in a plot
    NAME_SIZE = 64 // of a parameter
};

typedef struct identify_job
{
    const argument_set *arguments;
    hf_model *model;
    hf_measurements *data;
    int count;
    hf_fit_parameter parameters[MOST];
    hf_fit *fit;
} identify_job;

static bool fail(const hf_error *error)
{
    tool_error("%s", error->message);
    return false;
}

// ---- in ----

static bool open_scene(identify_job *job)
{
    char *scene = scene_word(job->arguments, option_text(job->arguments, "set"));
    hf_error error = {0};
    bool well = scene_model(job->arguments, scene, NULL, &job->model, &error) == HF_STATUS_OK;
    free(scene);
    return well || fail(&error);
}

static bool read_parameters(identify_job *job)
{
    const char *list = option_text(job->arguments, "fit");
    char name[NAME_SIZE];
    hf_error error = {0};
    if (!list)
    {
        tool_error("what is looked for? Add --fit, as in --fit mu,mass:cube");
        return false;
    }
    for (; list_item(list, job->count, name, sizeof name); job->count++)
    {
        if (job->count == MOST)
        {
            tool_error("--fit: at most %d parameters", MOST);
            return false;
        }
        if (hf_model_find_parameter(job->model, name, &job->parameters[job->count], &error) != HF_STATUS_OK)
            return fail(&error);
    }
    return true;
}

static bool run_fit(identify_job *job)
{
    const argument_set *a = job->arguments;
    const char *data = option_text(a, "data");
    hf_fit_options options = hf_fit_options_default();
    hf_error error = {0};
    if (!data)
    {
        tool_error("what was measured? Add --data FILE.csv: time, then columns as 'holdfast run --csv' and --signals "
                   "write them");
        return false;
    }
    options.window = option_number(a, "window");
    options.timestep = option_given(a, "dt") ? option_number(a, "dt") : 0.0;
    options.starts = (int)option_count(a, "starts");
    options.seed = (uint64_t)option_count(a, "seed");
    options.threads = (int)option_count(a, "threads");
    options.known_start = option_given(a, "known-start");
    if (hf_measurements_read(data, job->model, &job->data, &error) != HF_STATUS_OK) return fail(&error);
    return hf_identify(job->model, job->data, job->count, job->parameters, &options, &job->fit, &error) ==
               HF_STATUS_OK ||
           fail(&error);
}

// ---- out ----

static bool all_determined(const hf_fit *fit)
{
    bool all = true;
    for (int k = 0; k < fit->parameter_count; k++) all &= fit->values[k].determined;
    return all;
}

static void write_lines(const identify_job *job)
{
    const hf_fit *f = job->fit;
    printf("%-24s %14s %14s %14s\n", "parameter", "value", "error", "in the scene");
    for (int k = 0; k < f->parameter_count; k++)
    {
        const hf_fit_value *v = &f->values[k];
        printf("%-24s %14.6g %14.2g %14.6g  ", job->parameters[k].name, v->value, v->error, v->before);
        console_cell(stdout, v->determined ? "" : "not determined", 0, v->determined ? COLOUR_PLAIN : COLOUR_BAD);
        printf("\n");
    }
    for (int k = 0; k < f->parameter_count; k++)
    {
        double error = 0.0;
        for (int i = 0; i < f->parameter_count; i++)
            if (!f->values[i].determined) error = fmax(error, fabs(f->directions[k * f->parameter_count + i]));
        if (f->singular[k] > fmax(f->spread, 1.0) || error < 0.1) continue;
        printf("the data do not change along:");
        for (int i = 0; i < f->parameter_count; i++)
            if (fabs(f->directions[k * f->parameter_count + i]) > 0.1)
                printf(" %+.2f %s", f->directions[k * f->parameter_count + i], job->parameters[i].name);
        printf("  (of relative changes)\n");
    }
    printf("%d numbers in %d windows; what is left is %.3g times the noise (%.3g before); %d of %d starts agree\n",
           f->residual_count, f->window_count, f->spread,
           f->spread * sqrt(f->cost > 0.0 ? f->cost_before / f->cost : 1.0), f->agreed, f->starts);
    if (f->spread > 3.0)
        printf("the scene does not explain the data: look at --plot, and free more parameters or mend the scene\n");
}

static void write_json(const identify_job *job)
{
    const hf_fit *f = job->fit;
    json_writer json = json_begin(stdout);
    json_text(&json, "scene", job->arguments->operands[0]);
    json_text(&json, "outcome", all_determined(f) ? "determined" : "not determined");
    json_array_begin(&json, "parameters");
    for (int k = 0; k < f->parameter_count; k++)
    {
        json_item_begin(&json);
        json_text(&json, "name", job->parameters[k].name);
        json_number(&json, "value", f->values[k].value);
        json_number(&json, "error", f->values[k].error);
        json_number(&json, "before", f->values[k].before);
        json_boolean(&json, "determined", f->values[k].determined);
        json_item_end(&json);
    }
    json_array_end(&json);
    json_numbers(&json, "singular", f->singular, f->parameter_count);
    json_matrix(&json, "directions", f->directions, f->parameter_count, f->parameter_count);
    json_matrix(&json, "correlation", f->correlation, f->parameter_count, f->parameter_count);
    json_integer(&json, "residuals", f->residual_count);
    json_integer(&json, "windows", f->window_count);
    json_number(&json, "spread", f->spread);
    json_number(&json, "cost_before", f->cost_before);
    json_number(&json, "cost", f->cost);
    json_integer(&json, "agreed", f->agreed);
    json_integer(&json, "starts", f->starts);
    json_end(&json);
}

static double number_at(const identify_job *job, const double *table, int row, int column)
{
    return table[(size_t)row * (size_t)hf_measurements_column_count(job->data) + (size_t)column];
}

static int find_time(const identify_job *job)
{
    int c = 0;
    while (strcmp(hf_measurements_name(job->data, c), "time") != 0) c++;
    return c;
}

/// Rows of the first recording: those until time goes back.
static int first_run(const identify_job *job, int time)
{
    const double *values = hf_measurements_values(job->data);
    int r = 1;
    while (r < hf_measurements_row_count(job->data) &&
           number_at(job, values, r, time) > number_at(job, values, r - 1, time))
        r++;
    return r;
}

/// Columns that change, the first PLOTTED of them; not time, runs and controls.
static int choose_columns(const identify_job *job, int rows, int columns[PLOTTED])
{
    const double *values = hf_measurements_values(job->data);
    int count = 0;
    for (int c = 0; c < hf_measurements_column_count(job->data) && count < PLOTTED; c++)
    {
        const char *name = hf_measurements_name(job->data, c), *dot = strrchr(name, '.');
        bool given = strcmp(name, "time") == 0 || strcmp(name, "run") == 0 || (dot && strcmp(dot, ".ctrl") == 0);
        double low = INFINITY, high = -INFINITY;
        for (int r = 0; r < rows; r++)
        {
            low = fmin(low, number_at(job, values, r, c));
            high = fmax(high, number_at(job, values, r, c));
        }
        if (!given && high > low) columns[count++] = c;
    }
    return count;
}

/// Of the first recording: measured and simulated columns, or what is left between the two.
static bool write_plot(const identify_job *job, const char *path, bool residual)
{
    output_file output;
    if (!path) return true;
    if (!output_begin(&output, path)) return false;
    int time = find_time(job), rows = first_run(job, time), columns[PLOTTED];
    int count = choose_columns(job, rows, columns);
    size_t room = (size_t)rows;
    double *numbers = tool_allocate((2 * PLOTTED + 1) * room, sizeof *numbers), *t = numbers + 2 * PLOTTED * room;
    plot_series series[2 * PLOTTED] = {{0}};
    char *names[2 * PLOTTED] = {NULL};
    const double *measured = hf_measurements_values(job->data);
    int lines = 0;
    for (int r = 0; r < rows; r++) t[r] = number_at(job, measured, r, time);
    for (int k = 0; k < count; k++)
        for (int side = residual; side < 2; side++, lines++)
        {
            double *y = numbers + (size_t)lines * room;
            for (int r = 0; r < rows; r++)
            {
                double data = number_at(job, measured, r, columns[k]);
                double fit = number_at(job, job->fit->simulated, r, columns[k]);
                y[r] = residual ? fit - data : side ? fit : data;
            }
            names[lines] = tool_text("%s%s", hf_measurements_name(job->data, columns[k]),
                                     residual ? ""
                                     : side   ? ", fit"
                                              : ", measured");
            series[lines] = (plot_series){.name = names[lines], .x = t, .y = y, .count = room};
            series[lines].width = side && !residual ? 1.0 : 0.0;
        }
    const plot_def plot = {.title = residual ? "What the fit leaves" : "Measured and fitted",
                           .subtitle = job->arguments->operands[0],
                           .x = {.label = "time [s]"},
                           .y = {.label = residual ? "fit - measured" : "value"},
                           .series = series,
                           .series_count = lines,
                           .crowded = lines > 6};
    FILE *stream = output_open(&output);
    if (stream) plot_write(stream, &plot);
    bool well = stream && output_commit(&output, stream);
    if (!well) output_drop(&output);
    for (int k = 0; k < lines; k++) free(names[k]);
    free(numbers);
    return well;
}

static bool write_table(const identify_job *job, const char *path)
{
    output_file output;
    if (!path) return true;
    if (!output_begin(&output, path)) return false;
    FILE *stream = output_open(&output);
    int columns = hf_measurements_column_count(job->data);
    for (int c = 0; c < columns && stream; c++)
        fprintf(stream, "%s%s", hf_measurements_name(job->data, c), c + 1 < columns ? "," : "\n");
    for (int r = 0; r < hf_measurements_row_count(job->data) && stream; r++)
        for (int c = 0; c < columns; c++)
            fprintf(stream, "%.12g%s", number_at(job, job->fit->simulated, r, c), c + 1 < columns ? "," : "\n");
    bool well = stream && output_commit(&output, stream);
    if (!well) output_drop(&output);
    return well;
}

static int run(const argument_set *arguments)
{
    identify_job job = {.arguments = arguments};
    const char *const paths[] = {option_text(arguments, "plot"), option_text(arguments, "residuals"),
                                 option_text(arguments, "simulated")};
    int code = EXIT_ERROR;
    if (outputs_differ(paths, 3) && open_scene(&job) && read_parameters(&job) && run_fit(&job) &&
        write_plot(&job, paths[0], false) && write_plot(&job, paths[1], true) && write_table(&job, paths[2]))
    {
        if (option_given(arguments, "json")) write_json(&job);
        else write_lines(&job);
        code = all_determined(job.fit) ? EXIT_SUCCESS : EXIT_NOT_CONVERGED;
    }
    hf_fit_destroy(job.fit);
    hf_measurements_destroy(job.data);
    hf_model_destroy(job.model);
    return code;
}

static const option_def options[] = {
    {.name = "data",
     .argument = "FILE.csv",
     .kind = OPTION_FILE,
     .help = "what was measured: time, then columns as 'holdfast run --csv' and --signals name them; a column run "
             "counts recordings, NAME.ctrl are controls"},
    {.name = "fit",
     .argument = "A,B,...",
     .kind = OPTION_TEXT,
     .help = "parameters to find: mu, e, damping, friction:SHAPE, mass:BODY, stiffness:JOINT, gain:MOTOR.0, ..."},
    {.name = "window",
     .argument = "T",
     .kind = OPTION_NUMBER,
     .least = 0,
     .most = 1e9,
     .fallback = "0.2",
     .help = "pieces of the motion that start from states of their own [s]; 0: whole recordings"},
    {.name = "dt", .argument = "H", .kind = OPTION_POSITIVE, .help = "largest step [s]; the scene's otherwise"},
    {.name = "starts",
     .argument = "N",
     .kind = OPTION_COUNT,
     .least = 1,
     .most = 1000,
     .fallback = "3",
     .help = "the scene's values first, then random ones"},
    {.name = "known-start", .kind = OPTION_FLAG, .help = "each recording starts as the scene does, exactly"},
    SHARED_THREADS,
    {.name = "plot", .argument = "F.svg", .kind = OPTION_FILE, .help = "measured and fitted, of the first recording"},
    {.name = "residuals", .argument = "F.svg", .kind = OPTION_FILE, .help = "what the fit leaves of it"},
    {.name = "simulated", .argument = "F.csv", .kind = OPTION_FILE, .help = "the table as the fit has it"},
    SCENE_SET,
    SCENE_FLOATING,
    SCENE_SEED,
    SHARED_JSON("one JSON object"),
};

static const example_def examples[] = {
    {"identify slope.xml --data slide.csv --fit mu --window 0 --plot fit.svg", "friction of a block that slid"},
    {"identify toss.xml --data tosses.csv --fit mu,e,mass:cube", "of a cube that was tossed, several times"},
    {"identify arm.xml --data swing.csv --fit damping,stiffness:elbow --json", "joints of an arm"},
};

const command_def identify_command = {
    .name = "identify",
    .operands = "SCENE",
    .operand_least = 1,
    .operand_most = 1,
    .summary = "which parameters explain a recorded motion",
    .details =
        "Finds the values at which the scene moves as was measured: Gauss and Newton's method from several starts, "
        "each window of the data simulated from a state that is estimated along with the parameters. Each value comes "
        "with its standard error; one that is as large as the value says that the data do not determine it, and the "
        "combination of parameters that they do not change along is printed.",
    .exits = "0 if all parameters are determined, 2 if one is not, 1 if there was an error.",
    COMMAND_TABLES,
};
