// Proof files: a pose's problem, and claims with what proves them. Checked from the numbers alone, without a solver:
//
//   carries   r is in the laws' sets, and Hᵀ r + base + t along = 0
//   cannot    u = H δ is in the dual sets (u_N >= Σ mu ‖u_part‖ at contacts, u >= 0 at limits, u = 0 at loops), so that
//             r·u >= m = Σ_boxes min(lo u, hi u) for every r that is admitted, and balance would mean
//             -base·δ = r·u >= m, but base·δ + m > 0
//   at-most   likewise with along·δ > 0:  t <= -(base·δ + m) / along·δ
//
// Where u misses the dual sets by v, both hold unless ‖r‖ is above gain / v, which must be LARGE times the load.
// Lines of words; a last line has the sum of all bytes before it (FNV-1a), so that any change is seen.

#include "world/margin/proof.h"

#include "holdfast/margin.h"

#include "base/arena.h"
#include "base/atomic_file.h"
#include "base/error.h"
#include "base/file.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char HEAD[] = "holdfast-proof 1\n";
static const char *const claim_names[CLAIM_KIND_COUNT] = {"carries", "cannot", "at-most"};
static const char *const law_names[HF_LAW_COUNT] = {"contact", "unilateral", "bilateral", "box"};

enum
{
    COEFFICIENTS = 5,
    MOST_BYTES = 1 << 30,
    MOST_COUNT = 1 << 24
};
static const double LARGE = 1e4;      // times the load: forces that nobody means
static const double TOLERANCE = 1e-6; // where the caller says nothing
static const double SAME = 1e-9;      // a bound that is claimed and the one that is found

static uint64_t sum_of(const char *bytes, size_t count)
{
    uint64_t sum = 0xcbf29ce484222325u;
    for (size_t k = 0; k < count; k++) sum = (sum ^ (unsigned char)bytes[k]) * 0x100000001b3u;
    return sum;
}

// ---- writing ----

typedef struct text
{
    char *bytes;
    size_t count, room;
    bool failed;
} text;

static void say(text *out, const char *format, ...) HF_PRINTF(2, 3);

static void say(text *out, const char *format, ...)
{
    char line[256];
    va_list list;
    va_start(list, format);
    int n = vsnprintf(line, sizeof line, format, list);
    va_end(list);
    if (n < 0 || (size_t)n >= sizeof line) out->failed = true;
    if (out->failed) return;
    if (out->count + (size_t)n + 1 > out->room)
    {
        size_t room = 2 * out->room + 4096;
        char *more = realloc(out->bytes, room);
        if (!more) out->failed = true;
        if (!more) return;
        out->bytes = more;
        out->room = room;
    }
    memcpy(out->bytes + out->count, line, (size_t)n + 1);
    out->count += (size_t)n;
}

static void say_numbers(text *out, const char *word, const double *x, size_t count)
{
    say(out, "%s", word);
    for (size_t k = 0; k < count; k++) say(out, " %.17g", x ? x[k] : 0.0);
    say(out, "\n");
}

static void say_block(text *out, const problem_rows *rows, int i, size_t at)
{
    size_t width = rows->begin[i + 1] - rows->begin[i];
    const hf_friction_coefficients *c = rows->coefficients ? &rows->coefficients[i] : NULL;
    say(out, "block %s %d %zu", law_names[rows->kind[i]], rows->size[i], width);
    if (rows->kind[i] == HF_LAW_CONTACT)
    {
        double mu = rows->mu[i];
        bool all = c && rows->size[i] > 2;
        const double list[COEFFICIENTS] = {all ? c->tangent[0] : mu, all ? c->tangent[1] : mu, all ? c->torsion : 0.0,
                                           all ? c->rolling[0] : 0.0, all ? c->rolling[1] : 0.0};
        for (int k = 0; k < COEFFICIENTS; k++) say(out, " %.17g", list[k]);
    }
    if (rows->kind[i] == HF_LAW_BOX) say(out, " %.17g %.17g", rows->lo[i], rows->hi[i]);
    say(out, "\ndofs");
    for (size_t k = rows->begin[i]; k < rows->begin[i + 1]; k++) say(out, " %d", rows->dof[k]);
    say(out, "\n");
    for (int k = 0; k < rows->size[i]; k++) say_numbers(out, "row", rows->H + at + (size_t)k * width, width);
}

static void say_claim(text *out, const pose_problem *posed, const proof_claim *claim)
{
    size_t dofs = (size_t)posed->dof_count, rows = (size_t)posed->rows.row_count;
    say(out, "claim %s %s friction %.17g multiple %.17g\n", claim_names[claim->kind], claim->says, claim->friction,
        claim->t);
    say_numbers(out, "base", claim->base, dofs);
    say_numbers(out, "along", claim->along, dofs);
    if (claim->kind == CLAIM_CARRIES) say_numbers(out, "forces", claim->given, rows);
    else say_numbers(out, "motion", claim->given, dofs);
}

static hf_status store(const char *path, const text *out, hf_error *error)
{
    atomic_file part;
    hf_status status = atomic_file_begin(path, out->count, &part, error);
    if (status != HF_STATUS_OK) return status;
    FILE *file = fopen(part.name, "wb");
    bool good = file && fwrite(out->bytes, 1, out->count, file) == out->count;
    if (file) good &= fclose(file) == 0;
    if (!good) status = file_error(error, HF_STATUS_FILE, path, "cannot be written: %s", strerror(errno));
    return atomic_file_end(&part, status, error);
}

/// The whole file; the caller frees out->bytes.
static hf_status compose(const pose_problem *posed, const proof_claim *claims, int count, text *out, hf_error *error)
{
    const problem_rows *rows = &posed->rows;
    size_t at = 0;
    *out = (text){0};
    say(out, "%sproblem dofs %d rows %d blocks %d newtons %.17g\n", HEAD, posed->dof_count, rows->row_count,
        rows->block_count, posed->force);
    for (int i = 0; i < rows->block_count; i++)
    {
        say_block(out, rows, i, at);
        at += (size_t)rows->size[i] * (rows->begin[i + 1] - rows->begin[i]);
    }
    for (int k = 0; k < count; k++) say_claim(out, posed, &claims[k]);
    if (!out->failed) say(out, "sum %016" PRIx64 "\n", sum_of(out->bytes, out->count));
    return out->failed ? error_no_memory(error) : HF_STATUS_OK;
}

hf_status proof_write(const char *path, const pose_problem *posed, const proof_claim *claims, int count,
                      hf_error *error)
{
    text out;
    hf_status status = compose(posed, claims, count, &out, error);
    if (status == HF_STATUS_OK) status = store(path, &out, error);
    free(out.bytes);
    return status;
}

// ---- reading ----

typedef struct law_block
{
    hf_law_kind kind;
    int size, width;
    double mu[COEFFICIENTS], lo, hi;
    int *dof;
    double *H;
} law_block;

typedef struct reader
{
    const char *path, *at, *end;
    hf_workspace *home;
    hf_error *error;
    bool failed;
    bool *good; // of each claim; NULL
    int dofs, rows, blocks;
    law_block *block;
} reader;

static hf_status fail(reader *in, const char *what)
{
    in->failed = true;
    return file_error(in->error, HF_STATUS_FILE, in->path, "is no proof file that can be read: %s", what);
}

/// The next word; "" at the end.
static void next_word(reader *in, char *word, size_t size)
{
    size_t n = 0;
    while (in->at < in->end && isspace((unsigned char)*in->at)) in->at++;
    while (in->at < in->end && !isspace((unsigned char)*in->at) && n + 1 < size) word[n++] = *in->at++;
    word[n] = 0;
}

static bool expect(reader *in, const char *wanted)
{
    char word[64], what[160];
    if (in->failed) return false;
    next_word(in, word, sizeof word);
    if (strcmp(word, wanted) == 0) return true;
    snprintf(what, sizeof what, "'%s' where '%s' should be", word, wanted);
    (void)fail(in, what);
    return false;
}

static double number(reader *in, bool finite)
{
    char word[64], *end;
    if (in->failed) return 0.0;
    next_word(in, word, sizeof word);
    double x = strtod(word, &end);
    if (end == word || *end || isnan(x) || (finite && !isfinite(x))) (void)fail(in, "a number is missing, or is none");
    return x;
}

static int whole(reader *in, int least, int most)
{
    double x = number(in, true);
    if (!in->failed && (x != floor(x) || x < least || x > most)) (void)fail(in, "a count is out of range");
    return in->failed ? least : (int)x;
}

static double *numbers(reader *in, const char *word, int count)
{
    double *x = ARENA_ARRAY(in->home, double, count);
    if (!x) (void)error_no_memory(in->error), in->failed = true;
    if (in->failed || !expect(in, word)) return NULL;
    for (int k = 0; k < count && !in->failed; k++) x[k] = number(in, true);
    return x;
}

static void read_block(reader *in, law_block *block)
{
    char word[64];
    if (!expect(in, "block")) return;
    next_word(in, word, sizeof word);
    int kind = 0;
    while (kind < HF_LAW_COUNT && strcmp(word, law_names[kind]) != 0) kind++;
    if (kind == HF_LAW_COUNT) (void)fail(in, "a law that is not known");
    block->kind = (hf_law_kind)kind;
    block->size = whole(in, 1, 6);
    block->width = whole(in, 0, in->dofs);
    for (int k = 0; kind == HF_LAW_CONTACT && k < COEFFICIENTS; k++) block->mu[k] = number(in, true);
    if (kind == HF_LAW_BOX) block->lo = number(in, false);
    if (kind == HF_LAW_BOX) block->hi = number(in, false);
    for (int k = 0; k < COEFFICIENTS; k++)
        if (block->mu[k] < 0.0) (void)fail(in, "a coefficient of friction below 0");
    if (!expect(in, "dofs")) return;
    block->dof = ARENA_ARRAY(in->home, int, block->width);
    block->H = ARENA_ARRAY(in->home, double, (size_t)block->size *(size_t)block->width);
    if (!block->dof || !block->H) (void)error_no_memory(in->error), in->failed = true;
    for (int k = 0; k < block->width && !in->failed; k++) block->dof[k] = whole(in, 0, in->dofs - 1);
    for (int r = 0; r < block->size && !in->failed; r++)
    {
        double *row = numbers(in, "row", block->width);
        if (row) memcpy(block->H + (size_t)r * (size_t)block->width, row, (size_t)block->width * sizeof *row);
    }
}

static void read_problem(reader *in)
{
    // each number takes bytes: a short file asks for no more memory than a long one
    const int most = in->end - in->at < MOST_COUNT ? (int)(in->end - in->at) : MOST_COUNT;
    int rows = 0;
    if (!expect(in, "problem") || !expect(in, "dofs")) return;
    in->dofs = whole(in, 0, most);
    if (expect(in, "rows")) in->rows = whole(in, 0, most);
    if (expect(in, "blocks")) in->blocks = whole(in, 0, most);
    if (expect(in, "newtons")) (void)number(in, true);
    if (in->failed) return;
    in->block = ARENA_ZEROED(in->home, law_block, in->blocks);
    if (!in->block) (void)error_no_memory(in->error), in->failed = true;
    for (int i = 0; i < in->blocks && !in->failed; i++)
    {
        read_block(in, &in->block[i]);
        rows += in->block[i].size;
    }
    if (!in->failed && rows != in->rows) (void)fail(in, "its rows are not as many as it says");
}

// ---- evaluation ----

static double length(const double *x, int count)
{
    double sum = 0.0;
    for (int k = 0; k < count; k++) sum += x[k] * x[k];
    return sqrt(sum);
}

static double dot(const double *x, const double *y, int count)
{
    double sum = 0.0;
    for (int k = 0; k < count; k++) sum += x[k] * y[k];
    return sum;
}

/// The first coefficient of each row of a contact's parts, from row 1 on.
static const int part_rows[4] = {1, 3, 4, 6};

/// How far r of a contact is outside of its law; with `dual` how far u is outside of the dual set.
static double contact_violation(const law_block *b, double friction, const double *x, bool dual)
{
    double worst = fmax(0.0, -x[0]), needed = 0.0;
    for (int part = 0; part < 3 && part_rows[part] < b->size; part++)
    {
        double sum = 0.0;
        int last = part_rows[part + 1] < b->size ? part_rows[part + 1] : b->size;
        for (int k = part_rows[part]; k < last; k++)
        {
            double mu = friction * b->mu[k - 1];
            if (dual) sum += mu * mu * x[k] * x[k];
            else if (mu > 0.0) sum += x[k] * x[k] / (mu * mu);
            else worst = fmax(worst, fabs(x[k]));
        }
        needed += dual ? sqrt(sum) : 0.0;
        if (!dual) worst = fmax(worst, sqrt(sum) - x[0]);
    }
    return dual ? fmax(0.0, needed - x[0]) : worst;
}

/// Violation of any block, as contact_violation has it of a contact; *work ◄ the least r·u of a box.
static double violation(const law_block *b, double friction, const double *x, bool dual, double *work)
{
    *work = 0.0;
    switch (b->kind)
    {
    case HF_LAW_CONTACT: return contact_violation(b, friction, x, dual);
    case HF_LAW_UNILATERAL: return fmax(0.0, -x[0]);
    case HF_LAW_BOX:
        if (!dual) return fmax(0.0, fmax(b->lo - x[0], x[0] - b->hi));
        if (x[0] == 0.0) return 0.0;
        *work = x[0] > 0.0 ? b->lo * x[0] : b->hi * x[0];
        if (isfinite(*work)) return 0.0;
        *work = 0.0;
        return fabs(x[0]);
    default: return dual ? length(x, b->size) : 0.0;
    }
}

static bool check_forces(const reader *in, const proof_claim *c, double tolerance, hf_proof_report *report,
                         double *left)
{
    double size = 0.0, cone = 0.0, forces = length(c->given, in->rows), most = 0.0, unused;
    for (int k = 0; k < in->dofs; k++) left[k] = c->base[k] + c->t * c->along[k];
    for (int k = 0; k < in->dofs; k++) size = fmax(size, fabs(left[k]));
    for (int i = 0, row = 0; i < in->blocks; row += in->block[i++].size)
    {
        const law_block *b = &in->block[i];
        cone = fmax(cone, violation(b, c->friction, c->given + row, false, &unused));
        for (int r = 0; r < b->size; r++)
            for (int k = 0; k < b->width; k++)
                left[b->dof[k]] += b->H[(size_t)r * (size_t)b->width + (size_t)k] * c->given[row + r];
    }
    for (int k = 0; k < in->dofs; k++) most = fmax(most, fabs(left[k]));
    double balance = most == 0.0 ? 0.0 : most / fmax(size, 1e-300);
    if (!(size > 0.0)) balance = most;
    cone = cone == 0.0 ? 0.0 : cone / fmax(forces, 1e-300);
    report->balance = fmax(report->balance, balance);
    report->cone = fmax(report->cone, cone);
    if (balance <= tolerance && cone <= tolerance) return true;
    snprintf(report->message, sizeof report->message,
             "forces leave %.3e of the load, and are outside of the friction cones by %.3e of themselves", balance,
             cone);
    return false;
}

static bool check_motion(const reader *in, const proof_claim *c, double tolerance, hf_proof_report *report)
{
    double work = 0.0, miss = 0.0, load = 0.0;
    for (int i = 0; i < in->blocks; i++)
    {
        const law_block *b = &in->block[i];
        double u[6] = {0}, own;
        for (int r = 0; r < b->size; r++)
            for (int k = 0; k < b->width; k++)
                u[r] += b->H[(size_t)r * (size_t)b->width + (size_t)k] * c->given[b->dof[k]];
        miss += violation(b, c->friction, u, true, &own);
        work += own;
    }
    for (int k = 0; k < in->dofs; k++) load = fmax(load, fabs(c->base[k]) + fabs(c->along[k]));
    double gain = dot(c->base, c->given, in->dofs) + work, along = dot(c->along, c->given, in->dofs);
    bool at_most = c->kind == CLAIM_AT_MOST;
    double by = at_most ? along : gain; // what the load does, which resistance is measured by
    double resistance = by > 0.0 ? miss * load * LARGE / by : INFINITY;
    if (miss == 0.0 && by > 0.0) resistance = 0.0;
    report->resistance = fmax(report->resistance, resistance);
    if (!(by > 0.0))
        snprintf(report->message, sizeof report->message, "the load does no work along the motion: %.3e", by);
    else if (at_most && !(fabs(-gain / along - c->t) <= SAME * (1.0 + fabs(c->t))))
        snprintf(report->message, sizeof report->message, "the motion proves %.17g, not %.17g", -gain / along, c->t);
    else if (!(resistance <= (at_most ? tolerance * (1.0 + fabs(c->t)) : 1.0)))
        snprintf(report->message, sizeof report->message, "something resists the motion: %.3e", resistance);
    else return true;
    return false;
}

static void check_claim(reader *in, double tolerance, hf_proof_report *report)
{
    char word[64];
    double *base = NULL, *along = NULL, *given = NULL, *left = ARENA_ARRAY(in->home, double, in->dofs);
    proof_claim claim = {.kind = CLAIM_CARRIES};
    next_word(in, word, sizeof word);
    while (claim.kind < CLAIM_KIND_COUNT && strcmp(word, claim_names[claim.kind]) != 0)
        claim.kind = (claim_kind)(claim.kind + 1);
    if (claim.kind == CLAIM_KIND_COUNT) (void)fail(in, "a claim that is not known");
    next_word(in, word, sizeof word);
    if (expect(in, "friction")) claim.friction = number(in, true);
    if (expect(in, "multiple")) claim.t = number(in, true);
    if (claim.friction < 0.0) (void)fail(in, "a multiple of friction below 0");
    base = numbers(in, "base", in->dofs);
    along = numbers(in, "along", in->dofs);
    bool forces = claim.kind == CLAIM_CARRIES;
    given = numbers(in, forces ? "forces" : "motion", forces ? in->rows : in->dofs);
    if (!left && !in->failed) (void)error_no_memory(in->error), in->failed = true;
    if (in->failed) return;
    claim.base = base;
    claim.along = along;
    claim.given = given;
    char before[sizeof report->message];
    memcpy(before, report->message, sizeof before);
    bool good =
        forces ? check_forces(in, &claim, tolerance, report, left) : check_motion(in, &claim, tolerance, report);
    if (in->good) in->good[report->claim_count] = good;
    report->claim_count++;
    report->true_count += good;
    report->carries_count += forces;
    report->cannot_count += !forces;
    if (before[0]) memcpy(report->message, before, sizeof before); // the first one is told
}

static void check_file(reader *in, double tolerance, hf_proof_report *report)
{
    char word[64];
    const char *begin = in->at;
    read_problem(in);
    while (!in->failed)
    {
        while (in->at < in->end && isspace((unsigned char)*in->at)) in->at++;
        const char *here = in->at;
        next_word(in, word, sizeof word);
        if (strcmp(word, "claim") == 0)
        {
            check_claim(in, tolerance, report);
            continue;
        }
        if (strcmp(word, "sum") != 0)
        {
            (void)fail(in, word[0] ? "a line that is not known" : "it ends too early");
            return;
        }
        size_t before = (size_t)(here - begin) + sizeof HEAD - 1;
        char wanted[32];
        snprintf(wanted, sizeof wanted, "%016" PRIx64, sum_of(begin - (sizeof HEAD - 1), before));
        next_word(in, word, sizeof word);
        if (strcmp(word, wanted) != 0)
        {
            report->true_count = 0;
            if (!report->message[0])
                snprintf(report->message, sizeof report->message, "the file was changed: its sum is %s, not %s", wanted,
                         word);
        }
        next_word(in, word, sizeof word);
        if (word[0]) (void)fail(in, "it goes on after its sum");
        return;
    }
}

bool hf_proof_is(const char *path)
{
    char bytes[sizeof HEAD] = {0};
    FILE *file = path ? fopen(path, "rb") : NULL;
    if (!file) return false;
    size_t count = fread(bytes, 1, sizeof HEAD - 1, file);
    fclose(file);
    return count == sizeof HEAD - 1 && memcmp(bytes, HEAD, count) == 0;
}

/// The bytes of a file.
static hf_status check_bytes(reader *in, const char *bytes, size_t size, double tolerance, hf_proof_report *report)
{
    if (size < sizeof HEAD - 1 || memcmp(bytes, HEAD, sizeof HEAD - 1) != 0) return fail(in, "its first line");
    in->at = bytes + sizeof HEAD - 1;
    in->end = bytes + size;
    check_file(in, tolerance, report);
    if (!in->failed) return HF_STATUS_OK;
    return in->error ? in->error->status : HF_STATUS_FILE;
}

hf_status proof_evaluate(const pose_problem *posed, const proof_claim *claims, int count, hf_workspace *home,
                         bool *good, hf_error *error)
{
    text out;
    hf_proof_report report = {0};
    arena_mark mark = arena_begin(home);
    hf_status status = compose(posed, claims, count, &out, error);
    reader in = {.path = "margin", .home = home, .error = error, .good = good};
    if (status == HF_STATUS_OK) status = check_bytes(&in, out.bytes, out.count, TOLERANCE, &report);
    free(out.bytes);
    arena_end(home, mark);
    return status;
}

hf_status hf_proof_check(const char *path, double tolerance, hf_proof_report *report, hf_error *error)
{
    hf_workspace *home;
    char *bytes;
    size_t size;
    *report = (hf_proof_report){0};
    if (!(tolerance >= 0.0)) return error_set(error, HF_STATUS_INVALID, "tolerance = %g: must be >= 0", tolerance);
    if (tolerance == 0.0) tolerance = TOLERANCE;
    hf_status status = hf_workspace_create(&home, error);
    if (status != HF_STATUS_OK) return status;
    status = file_read_within(path, MOST_BYTES, home, &bytes, &size, error);
    if (status == HF_STATUS_OK)
    {
        reader in = {.path = path, .home = home, .error = error};
        status = check_bytes(&in, bytes, size, tolerance, report);
    }
    hf_workspace_destroy(home);
    return status;
}
