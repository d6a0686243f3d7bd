// Our solvers and Siconos' on the same problem files, in one run, one thread, to the same tolerance on the same
// certificate.
//
// Every measurement is a child process (bench.h), and processor time: a busy machine does not matter. Solvers take
// turns on a problem, in rounds where solves are short, and the least time counts; reading the file and converting it
// is left out for both sides. Whether an answer counts is decided by hf_residual_compute alone: where Siconos calls a
// solve done and the certificate does not, it is asked again for half the tolerance, a quarter and so on, and the time
// is that of the first answer that is certified.

#include "bench.h"
#include "profile.h"

#include <holdfast/holdfast.h>

#ifdef HF_PEER_SICONOS
#include "peers/siconos.h"
#endif

#include <getopt.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum
{
    SOLVER_CAPACITY = 48,
    FILE_CAPACITY = 4096,
    ROUNDS = 3
};
static const double SHORT_SECONDS = 0.05; // a solve below this is measured in every round, a longer one once

typedef struct settings
{
    const char *ours, *theirs;
    double tolerance, max_seconds;
    FILE *csv, *profile;
} settings;

typedef struct entry
{
    bool ours;
    char name[32];
    double tightened; // the share of the tolerance that was asked for
    double seconds;   // INFINITY: none
    double natural;   // certificate of the answer; INFINITY: no answer
    const char *outcome;
} entry;

typedef struct task
{
    const hf_problem *problem;
    const char *solver;
    bool ours;
    double tolerance; // to ask for
    hf_workspace *workspace;
    double *r;
    int info;
    hf_outcome outcome;
#ifdef HF_PEER_SICONOS
    siconos_problem *theirs;
#endif
} task;

typedef struct measurement
{
    double seconds, natural;
    bool claims_success, untried;
    hf_outcome outcome;
} measurement;

static double run_once(void *context)
{
    task *t = context;
#ifdef HF_PEER_SICONOS
    if (!t->ours) return siconos_solve(t->theirs, t->solver, t->tolerance, t->r, &t->info);
#endif
    hf_solve_options options = hf_solve_options_default();
    options.tolerance = t->tolerance;
    hf_report report;
    double begin = bench_processor();
    hf_status status = hf_solve(t->solver, t->problem, &options, t->r, t->workspace, &report, NULL);
    double seconds = bench_processor() - begin;
    t->info = status == HF_STATUS_OK ? 0 : -1;
    t->outcome = report.outcome;
    return seconds;
}

static void measure(void *context, void *result)
{
    task *t = context;
    measurement *m = result;
    m->seconds = bench_least(run_once, t);
    m->claims_success = t->info == 0;
    m->untried = t->info < 0 && !t->ours;
    m->outcome = t->outcome;
    if (t->info < 0) return;
    hf_residual residual;
    if (hf_residual_compute(t->problem, t->r, NULL, &residual, NULL) == HF_STATUS_OK) m->natural = residual.natural;
}

static void take(entry *e, bench_end end, const measurement *m, double tolerance)
{
    if (end == BENCH_DONE && m->natural <= tolerance)
    {
        e->seconds = fmin(e->seconds, m->seconds);
        e->natural = m->natural;
        e->outcome = "converged";
        return;
    }
    e->seconds = INFINITY;
    e->natural = m->natural;
    if (end == BENCH_TIMEOUT) e->outcome = "timeout";
    else if (end == BENCH_CRASH) e->outcome = "crash";
    else if (m->untried) e->outcome = "too large";
    else if (isinf(m->natural)) e->outcome = "failed";
    else if (e->ours) e->outcome = m->outcome == HF_OUTCOME_CONVERGED ? "stalled" : hf_outcome_name(m->outcome);
    else e->outcome = m->claims_success ? "inaccurate" : "stalled";
}

static void run_entry(entry *e, task *t, const settings *s)
{
    t->solver = e->name;
    t->ours = e->ours;
    for (;; e->tightened *= 0.5)
    {
        t->tolerance = s->tolerance * e->tightened;
        measurement m = {.seconds = INFINITY, .natural = INFINITY};
        bench_end end = bench_isolated(measure, t, &m, sizeof m, s->max_seconds);
        take(e, end, &m, s->tolerance);
        if (e->ours || strcmp(e->outcome, "inaccurate") != 0 || e->tightened < 1e-3) return;
    }
}

static void add_ours(entry *entries, int *count, const char *name, int length)
{
    entry e = {.ours = true, .tightened = 1.0, .seconds = INFINITY, .natural = INFINITY};
    snprintf(e.name, sizeof e.name, "%.*s", length, name);
    if (*count < SOLVER_CAPACITY && hf_solver_check(e.name, NULL) == HF_STATUS_OK) entries[(*count)++] = e;
}

static int list_entries(const settings *s, int dimension, entry *entries)
{
    int count = 0;
    bool all = strcmp(s->ours, "all") == 0;
    for (int k = 0; all && k < hf_solver_count(); k++) // hybrid is mfb+enum
        if (strcmp(hf_solver_at(k)->name, "hybrid") != 0) add_ours(entries, &count, hf_solver_at(k)->name, 31);
    for (const char *at = all ? "" : s->ours; *at;)
    {
        int length = (int)strcspn(at, ",");
        add_ours(entries, &count, at, length);
        at += length + (at[length] == ',');
    }
#ifdef HF_PEER_SICONOS
    const char *name;
    for (int k = 0; (name = siconos_solver_name(dimension, k)) != NULL && count < SOLVER_CAPACITY; k++)
    {
        if (*s->theirs && !bench_listed(s->theirs, name)) continue;
        entries[count] = (entry){.ours = false, .tightened = 1.0, .seconds = INFINITY, .natural = INFINITY};
        snprintf(entries[count++].name, sizeof entries[0].name, "%s", name);
    }
#else
    (void)dimension;
#endif
    return count;
}

static double seconds_of(const entry *entries, int count, bool ours, const char *name)
{
    double best = INFINITY;
    for (int k = 0; k < count; k++)
        if (entries[k].ours == ours && (!name || strcmp(entries[k].name, name) == 0))
            best = fmin(best, entries[k].seconds);
    return best;
}

/// Siconos' Gauss–Seidel, whichever way of watching its error is faster on this problem.
static double nsgs_seconds(const entry *entries, int count)
{
    return fmin(seconds_of(entries, count, false, "nsgs"), seconds_of(entries, count, false, "nsgs_full"));
}

static void print_ratio(double seconds, double other)
{
    if (isfinite(seconds) && isfinite(other) && other > 0.0) printf("  %10.3f", seconds / other);
    else printf("  %10s", isfinite(seconds) && isinf(other) ? "they fail" : "-");
}

static void print_problem(const char *title, const hf_problem *problem, const entry *entries, int count,
                          const settings *s)
{
    hf_problem_info info = hf_problem_describe(problem);
    double nsgs = nsgs_seconds(entries, count), best = seconds_of(entries, count, false, NULL);
    char heading[128];
    snprintf(heading, sizeof heading, "%s: %d contacts, %d rows", title, info.contact_count, info.dimension);
    printf("\n%-60s %10s  %10s\n", heading, "/ nsgs", "/ best");
    for (int k = 0; k < count; k++)
    {
        const entry *e = &entries[k];
        char text[16], asked[24] = "";
        if (e->tightened < 0.9) snprintf(asked, sizeof asked, "  (asked for %.1e)", s->tolerance * e->tightened);
        printf("  %-8s %-14s %10s  %8.1e  %-11s", e->ours ? "holdfast" : "siconos", e->name,
               bench_format_seconds(e->seconds, text), e->natural, e->outcome);
        print_ratio(e->seconds, nsgs);
        print_ratio(e->seconds, best);
        printf("%s\n", asked);
        if (s->csv)
            fprintf(s->csv, "%s,%d,%d,%s/%s,%.9g,%.6g,%s,%g\n", title, info.contact_count, info.dimension,
                    e->ours ? "holdfast" : "siconos", e->name, e->seconds, e->natural, e->outcome, e->tightened);
    }
    fflush(stdout);
    if (s->csv) fflush(s->csv);
}

/// What is known at the end: for each of our solvers, and for each of Siconos', the problems solved and the time.
typedef struct row
{
    char title[96];
    int count;
    entry entries[SOLVER_CAPACITY];
} row;

static bool bench_file(const char *path, const settings *s, row *out)
{
    const char *slash = strrchr(path, '/');
    snprintf(out->title, sizeof out->title, "%s", slash ? slash + 1 : path);
    out->title[strcspn(out->title, ".")] = '\0';

    hf_problem *problem;
    hf_error error;
    if (hf_fclib_read(path, HF_FCLIB_ASSEMBLED, &problem, &error) != HF_STATUS_OK)
    {
        printf("\n%s: %s\n", out->title, error.message);
        return false;
    }
    hf_problem_info info = hf_problem_describe(problem);
    task t = {.problem = problem, .r = calloc((size_t)info.dimension + 1, sizeof(double))};
    bool ready = t.r && hf_workspace_create(&t.workspace, NULL) == HF_STATUS_OK;
    out->count = 0;
#ifdef HF_PEER_SICONOS
    t.theirs = siconos_problem_create(problem);
#endif
    if (ready && info.block_count > 0) out->count = list_entries(s, hf_problem_laws(problem).size[0], out->entries);
    for (int round = 0; round < ROUNDS; round++)
        for (int k = 0; k < out->count; k++)
            if (round == 0 || out->entries[k].seconds < SHORT_SECONDS) run_entry(&out->entries[k], &t, s);
    print_problem(out->title, problem, out->entries, out->count, s);
    hf_workspace_destroy(t.workspace);
    free(t.r);
    hf_problem_destroy(problem);
    return true;
}

/// Of one solver (name) or of the best of a side in hindsight (NULL).
static void print_total(const row *rows, int count, bool ours, const char *name)
{
    double total = 0.0, same_best = 0.0, best_total = 0.0, same_nsgs = 0.0, nsgs = 0.0;
    int solved = 0;
    for (int k = 0; k < count; k++)
    {
        double mine = seconds_of(rows[k].entries, rows[k].count, ours, name);
        double best = seconds_of(rows[k].entries, rows[k].count, false, NULL);
        double gauss = nsgs_seconds(rows[k].entries, rows[k].count);
        if (!isfinite(mine)) continue;
        solved++;
        total += mine;
        if (isfinite(best))
        {
            same_best += mine;
            best_total += best;
        }
        if (isfinite(gauss))
        {
            same_nsgs += mine;
            nsgs += gauss;
        }
    }
    char text[16];
    printf("  %-8s %-20s %3d of %3d %12s", ours ? "holdfast" : "siconos", name ? name : "best in hindsight", solved,
           count, bench_format_seconds(total, text));
    print_ratio(same_best, best_total);
    print_ratio(same_nsgs, nsgs);
    putchar('\n');
}

/// The solvers of all rows, each once, by first appearance: 2D and 3D problems have different ones.
typedef struct roster
{
    int count;
    const entry *solver[2 * SOLVER_CAPACITY];
} roster;

static bool same_solver(const entry *a, const entry *b)
{
    return a->ours == b->ours && strcmp(a->name, b->name) == 0;
}

static roster list_solvers(const row *rows, int count)
{
    roster all = {0};
    for (int k = 0; k < count; k++)
        for (int e = 0; e < rows[k].count && all.count < 2 * SOLVER_CAPACITY; e++)
        {
            bool known = false;
            for (int d = 0; d < all.count; d++) known = known || same_solver(all.solver[d], &rows[k].entries[e]);
            if (!known) all.solver[all.count++] = &rows[k].entries[e];
        }
    return all;
}

static void print_totals(const row *rows, int count)
{
    printf("\nTotals. Ratios are taken over the problems that the row solved, and that Siconos solved:\n"
           "by its fastest in hindsight (best), by the faster of its nsgs and nsgs_full (nsgs).\n");
    printf("  %-29s %10s %12s  %10s  %10s\n", "", "solved", "time", "/ best", "/ nsgs");
    roster all = list_solvers(rows, count);
    for (int k = 0; k < all.count; k++) print_total(rows, count, all.solver[k]->ours, all.solver[k]->name);
    print_total(rows, count, true, NULL);
    print_total(rows, count, false, NULL);
}

enum
{
    FAMILY_AUTO,
    FAMILY_NEWTON,
    FAMILY_PIVOT,
    FAMILY_SWEEPS,
    FAMILY_SICONOS
};

static const profile_family families[] = {
    [FAMILY_AUTO] = {.name = "the default", .hue = 350.0, .bold = true},
    [FAMILY_NEWTON] = {.name = "ours: Newton's method", .hue = 275.0},
    [FAMILY_PIVOT] = {.name = "ours: pivoting", .hue = 150.0},
    [FAMILY_SWEEPS] = {.name = "ours: Gauss–Seidel", .hue = 208.0},
    [FAMILY_SICONOS] = {.name = "Siconos", .hue = 28.0},
};

static int family_of(const entry *e)
{
    if (!e->ours) return FAMILY_SICONOS;
    if (strcmp(e->name, "auto") == 0) return FAMILY_AUTO;
    if (bench_listed("interior,proximal,path,implicit", e->name) || strstr(e->name, "/global")) return FAMILY_NEWTON;
    return bench_listed("pivot,lemke,lexico,robust", e->name) ? FAMILY_PIVOT : FAMILY_SWEEPS;
}

static void write_profile(FILE *out, const row *rows, int count, const settings *s)
{
    roster all = list_solvers(rows, count);
    char subtitle[160];
    profile_solver solvers[2 * SOLVER_CAPACITY];
    double *seconds = calloc((size_t)count * (size_t)all.count + 1, sizeof *seconds);
    if (!seconds) return;
    for (int k = 0; k < all.count; k++)
    {
        const entry *e = all.solver[k];
        solvers[k].family = family_of(e);
        int tried = 0;
        for (int p = 0; p < count; p++)
        {
            seconds[p * all.count + k] = seconds_of(rows[p].entries, rows[p].count, e->ours, e->name);
            for (int n = 0; n < rows[p].count; n++) tried += same_solver(&rows[p].entries[n], e);
        }
        snprintf(solvers[k].name, sizeof solvers[k].name, tried < count ? "%s, of %d" : "%s", e->name, tried);
    }
    snprintf(subtitle, sizeof subtitle,
             "%d problems, certified to %g; processor time, at most %g s a solve, one thread; numbers: problems solved",
             count, s->tolerance, s->max_seconds);
    bench_profile(out, subtitle, families, all.count, solvers, count, seconds);
    free(seconds);
}

/// Gauss–Seidel against Gauss–Seidel: at most a third of the time of Siconos' nsgs where that converges.
static void print_targets(const row *rows, int count)
{
    static const char *const names[] = {"KaplasTower-i1061-4", "Capsules-i100-1090", "FrictionContactProblem00237"};
    printf("\nTarget: mfb+enum in at most a third of the time of Siconos' nsgs\n");
    for (int n = 0; n < 3; n++)
        for (int k = 0; k < count; k++)
        {
            if (strcmp(rows[k].title, names[n]) != 0) continue;
            double ours = seconds_of(rows[k].entries, rows[k].count, true, "mfb+enum");
            double nsgs = nsgs_seconds(rows[k].entries, rows[k].count);
            char a[16], b[16];
            printf("  %-30s %10s against %10s  ", names[n], bench_format_seconds(ours, a),
                   bench_format_seconds(nsgs, b));
            if (!isfinite(nsgs)) printf("nsgs does not converge\n");
            else if (!isfinite(ours)) printf("missed: ours does not converge\n");
            else printf("%.3f  %s\n", ours / nsgs, ours <= nsgs / 3.0 ? "met" : "missed");
        }
}

/// The default against hindsight: the total of `auto` over the problems that Siconos solves at all, against the fastest
/// of its solvers on each.
static void print_auto_target(const row *rows, int count)
{
    double ours = 0.0, best = 0.0;
    int both = 0, alone = 0, missed = 0;
    for (int k = 0; k < count; k++)
    {
        double mine = seconds_of(rows[k].entries, rows[k].count, true, "auto");
        double theirs = seconds_of(rows[k].entries, rows[k].count, false, NULL);
        missed += !isfinite(mine);
        alone += isfinite(mine) && !isfinite(theirs);
        if (!isfinite(mine) || !isfinite(theirs)) continue;
        both++;
        ours += mine;
        best += theirs;
    }
    if (both == 0) return;
    char a[16], b[16];
    printf("\nTarget: auto in at most the time of the fastest Siconos solver of each problem, added up\n"
           "  %d problems that both solve: %s against %s, %.3f  %s; %d that auto alone solves, %d that it misses\n",
           both, bench_format_seconds(ours, a), bench_format_seconds(best, b), ours / best,
           ours <= best ? "met" : "missed", alone, missed);
}

static int usage(void)
{
    fprintf(stderr, "usage: bench_contacts [--ours A,B|all] [--theirs A,B] [--tol T] [--max-seconds S] [--csv FILE] "
                    "[--profile FILE.svg] FILE...\n");
    return 2;
}

int main(int argc, char **argv)
{
    static const struct option options[] = {{"ours", required_argument, NULL, 'o'},
                                            {"theirs", required_argument, NULL, 'p'},
                                            {"tol", required_argument, NULL, 't'},
                                            {"max-seconds", required_argument, NULL, 's'},
                                            {"csv", required_argument, NULL, 'c'},
                                            {"profile", required_argument, NULL, 'v'},
                                            {NULL, 0, NULL, 0}};
    settings s = {.ours = "mfb+enum,auto", .theirs = "", .tolerance = 1e-8, .max_seconds = 5.0};
    for (int c; (c = getopt_long(argc, argv, "", options, NULL)) != -1;) switch (c)
        {
        case 'o': s.ours = optarg; break;
        case 'p': s.theirs = optarg; break;
        case 't': s.tolerance = strtod(optarg, NULL); break;
        case 's': s.max_seconds = strtod(optarg, NULL); break;
        case 'c': s.csv = fopen(optarg, "w"); break;
        case 'v': s.profile = fopen(optarg, "w"); break;
        default: return usage();
        }
    int file_count = argc - optind;
    if (file_count < 1 || file_count > FILE_CAPACITY || !(s.tolerance > 0.0) || !(s.max_seconds > 0.0)) return usage();
    row *rows = calloc((size_t)file_count, sizeof *rows);
    if (!rows) return 1;

    setenv("OPENBLAS_NUM_THREADS", "1", 0);
    bench_print_machine();
    printf("tolerance %g on the natural residual, at most %g s of processor time a solve, one thread\n", s.tolerance,
           s.max_seconds);
    if (s.csv) fprintf(s.csv, "problem,contacts,rows,solver,seconds,natural,outcome,tightened\n");
    int count = 0;
    for (int k = 0; k < file_count; k++)
        if (bench_file(argv[optind + k], &s, &rows[count])) count++;
    print_totals(rows, count);
    print_targets(rows, count);
    print_auto_target(rows, count);
    if (s.profile) write_profile(s.profile, rows, count, &s);
    if (s.csv) fclose(s.csv);
    if (s.profile) fclose(s.profile);
    free(rows);
    return 0;
}
