// Options that several commands have, word for word; and the end of a command's table, which is the same for all.

#ifndef HF_TOOL_SHARED_OPTIONS_H
#define HF_TOOL_SHARED_OPTIONS_H

#include "options.h"

/// What `solve` and `bench` use unless told otherwise.
#define DEFAULT_SOLVER "auto"

/// As an option's default: the tolerance on hf_residual.natural.
#define DEFAULT_TOLERANCE "1e-8"

#define SHARED_SOLVER_OPTION                                                                                           \
    {                                                                                                                  \
        .name = "option", .argument = "NAME=VALUE", .kind = OPTION_MANY,                                               \
        .help = "an option of the method, as often as wanted; 'holdfast solvers S' lists those of S"                   \
    }
#define SHARED_TOLERANCE(says)                                                                                         \
    {                                                                                                                  \
        .name = "tol", .argument = "T", .kind = OPTION_POSITIVE, .fallback = DEFAULT_TOLERANCE, .help = says           \
    }
#define NATURAL_TOLERANCE "tolerance on the natural-map residual"

#define SHARED_SOLVERS(default_list)                                                                                   \
    {                                                                                                                  \
        .name = "solvers", .argument = "A,B,C", .kind = OPTION_SOLVERS, .fallback = default_list,                      \
        .help = "the methods to compare; 'holdfast solvers' lists them"                                                \
    }

#define SHARED_PLUGIN                                                                                                  \
    {                                                                                                                  \
        .name = "plugin", .argument = "FILE.so", .kind = OPTION_MANY,                                                  \
        .help = "a shared object with solvers of your own (docs/tutorial/4-solver.md), as often as wanted"             \
    }

#define SHARED_MAX_ITERATIONS                                                                                          \
    {                                                                                                                  \
        .name = "max-iterations", .argument = "N", .kind = OPTION_COUNT, .least = 1, .most = 1e15,                     \
        .help = "stop a solve after N iterations (the method's own limit otherwise)"                                   \
    }

#define SHARED_BUDGET                                                                                                  \
    {                                                                                                                  \
        .name = "budget", .argument = "N", .kind = OPTION_COUNT, .least = 1, .most = 1e15,                             \
        .help = "stop a solve after N units of work, about 10 ns each; the same on every machine (docs/work.md)"       \
    }

#define SHARED_FRICTION(says)                                                                                          \
    {                                                                                                                  \
        .name = "friction", .argument = "LAW[:SIDES[:DEG]]", .kind = OPTION_TEXT, .help = says                         \
    }
#define FRICTION_OF_FILE                                                                                               \
    SHARED_FRICTION("the friction law in place of the file's: cone, pyramid (inscribed) or outer-pyramid "             \
                    "(circumscribed), with a number of sides and the angle of an edge, as in pyramid:4:45")

/// How hf_fclib_read keeps W.
#define SHARED_FORM                                                                                                    \
    {                                                                                                                  \
        .name = "form", .argument = "F", .kind = OPTION_CHOICE, .choices = "auto|assembled|factored",                  \
        .fallback = "auto",                                                                                            \
        .help = "how W of a file in global form is kept: as blocks, or factored as H and H M\u207b\u00b9 (a file in "  \
                "local form is always assembled)"                                                                      \
    }

/// Up to 2^53, beyond which a number typed is not the number used.
#define SHARED_SEED(says)                                                                                              \
    {                                                                                                                  \
        .name = "seed", .argument = "K", .kind = OPTION_COUNT, .least = 0, .most = 9007199254740992.0,                 \
        .fallback = "1", .help = says                                                                                  \
    }

#define SHARED_MOTION_TABLE                                                                                            \
    {                                                                                                                  \
        .name = "csv", .argument = "F.csv", .kind = OPTION_FILE,                                                       \
        .help = "write a table: time, then NAME.x NAME.y NAME.z NAME.qw NAME.qx NAME.qy NAME.qz of every body"         \
    }

#define SHARED_THREADS                                                                                                 \
    {                                                                                                                  \
        .name = "threads", .argument = "N", .kind = OPTION_COUNT, .least = 1, .most = 1024, .fallback = "1",           \
        .help = "threads to use; the answer has the same bits for any number"                                          \
    }

#define SHARED_JSON(says)                                                                                              \
    {                                                                                                                  \
        .name = "json", .kind = OPTION_FLAG, .help = says                                                              \
    }

#define SHARED_NAMES                                                                                                   \
    {                                                                                                                  \
        .name = "names", .kind = OPTION_FLAG, .help = "the names alone, one a line"                                    \
    }

/// How many options a file has; a table that argument_set has no room for does not compile.
#define OPTION_TABLE_SIZE                                                                                              \
    ((int)(sizeof options / sizeof options[0] +                                                                        \
           0 * sizeof(struct {                                                                                         \
               _Static_assert(sizeof options / sizeof options[0] <= OPTION_CAPACITY, "options.h: OPTION_CAPACITY");    \
               int nothing;                                                                                            \
           })))

/// The tables `options` and `examples` of a file, and its `run`.
#define COMMAND_TABLES                                                                                                 \
    .options = options, .option_count = OPTION_TABLE_SIZE, .examples = examples,                                       \
    .example_count = sizeof examples / sizeof examples[0], .run = run

#endif
