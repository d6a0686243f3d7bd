// Proof files: what is true is accepted, and refused with a number changed; by its sum, and by evaluation alone where
// the sum was made again for the changed bytes.

#include "support/scene_text.h"

#include <holdfast/holdfast.h>
#include <holdfast/margin.h>

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum
{
    BYTES = 200000
};

static char proof[BYTES], changed[BYTES];

/// The sum of proof.c, of all bytes before its own line: FNV-1a.
static uint64_t sum_of(const char *bytes, size_t count)
{
    uint64_t sum = 0xcbf29ce484222325u;
    for (size_t k = 0; k < count; k++) sum = (sum ^ (unsigned char)bytes[k]) * 0x100000001b3u;
    return sum;
}

static void make_proof(const char *scene, hf_margin_options options)
{
    hf_model *model = scene_model(scene);
    hf_world *world = world_of(model);
    hf_margin *margin;
    hf_error error = {0};
    const char *path = text_file("whole.proof", "");
    if (hf_margin_create(world, &options, &margin, &error) != HF_STATUS_OK)
        harness_fail(__FILE__, __LINE__, "%s", error.message);
    CHECK(hf_margin_write_proof(margin, path, &error) == HF_STATUS_OK);
    hf_margin_destroy(margin);
    hf_world_destroy(world);
    hf_model_destroy(model);
    FILE *file = fopen(path, "rb");
    CHECK(file != NULL);
    size_t size = fread(proof, 1, sizeof proof - 1, file);
    fclose(file);
    CHECK(size < sizeof proof - 1);
    proof[size] = 0;
}

/// Whether the text passes; *message ◄ the first claim that is not true.
static bool passes(const char *text, hf_proof_report *report)
{
    hf_error error = {0};
    if (hf_proof_check(text_file("changed.proof", text), 0.0, report, &error) != HF_STATUS_OK)
        harness_fail(__FILE__, __LINE__, "%s", error.message);
    return report->claim_count > 0 && report->true_count == report->claim_count;
}

/// changed ◄ proof with `length` bytes at `at` replaced, and the sum made again if `sound`.
static void change(size_t at, size_t length, const char *by, bool sound)
{
    memcpy(changed, proof, at);
    snprintf(changed + at, sizeof changed - at, "%s%s", by, proof + at + length);
    char *sum = strstr(changed, "\nsum ");
    CHECK(sum != NULL);
    if (sound) snprintf(sum + 5, 18, "%016" PRIx64 "\n", sum_of(changed, (size_t)(sum + 1 - changed)));
}

typedef struct tally
{
    int tried, refused;
} tally;

/// Each number of the lines that begin with `word`, of claims of one kind, made larger by a hundredth of the line's
/// largest.
static tally change_lines(const char *kind, const char *word)
{
    tally count = {0};
    bool inside = false;
    for (char *line = proof; *line; line = strchr(line, '\n') + 1)
    {
        char name[40] = "", own[40] = "";
        sscanf(line, "%39s %39s", name, own);
        if (strcmp(name, "claim") == 0) inside = strcmp(own, kind) == 0;
        if (!inside || strcmp(name, word) != 0) continue;
        double most = 0.0;
        const char *end = strchr(line, '\n');
        for (char *at = line + strlen(word); at < end;)
        {
            char *next;
            most = fmax(most, fabs(strtod(at, &next)));
            at = next > at ? next : at + 1;
        }
        for (char *at = line + strlen(word); at < end;)
        {
            char *next, text[40];
            hf_proof_report report;
            double x = strtod(at, &next);
            if (next == at || next > end) break;
            snprintf(text, sizeof text, " %.17g", x + 0.01 * most);
            change((size_t)(at - proof), (size_t)(next - at), text, true);
            bool good = passes(changed, &report);
            if (!good && strstr(report.message, "sum")) harness_fail(__FILE__, __LINE__, "the sum is wrong");
            count.tried++;
            count.refused += !good;
            change((size_t)(at - proof), (size_t)(next - at), text, false);
            CHECK(!passes(changed, &report)); // with the old sum in any case
            at = next;
        }
    }
    return count;
}

static hf_margin_options of_kind(hf_margin_kind kind)
{
    hf_margin_options options = hf_margin_options_default();
    options.kind = kind;
    options.axis[1] = 1.0;
    return options;
}

TEST(the_sum_is_not_what_refuses_a_changed_number)
{
    static const struct
    {
        const char *scene;
        hf_margin_kind kind;
    } cases[] = {{"ladder", HF_MARGIN_FRICTION},
                 {"incline:angle=20,mu=0.5", HF_MARGIN_TILT},
                 {"pinch", HF_MARGIN_FRICTION},
                 {"card_house:levels=2", HF_MARGIN_FRICTION}};
    for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++)
    {
        hf_proof_report report;
        make_proof(cases[k].scene, of_kind(cases[k].kind));
        CHECK(passes(proof, &report) && report.carries_count >= 1 && report.cannot_count >= 1);
        change(0, 0, "", true); // the sum made again is the sum
        CHECK(strcmp(changed, proof) == 0 && passes(changed, &report));
        tally forces = change_lines("carries", "forces"), base = change_lines("carries", "base");
        CHECK(forces.tried > 0 && forces.refused == forces.tried);
        CHECK(base.tried > 0 && base.refused == base.tried);
        tally motion = change_lines("at-most", "motion"), load = change_lines("at-most", "base");
        CHECK(motion.tried > 0 && motion.refused == motion.tried);
        CHECK(load.tried > 0 && load.refused > 0);
    }
}

TEST(a_motion_that_something_resists_proves_nothing)
{
    hf_proof_report report;
    make_proof("incline:angle=30,mu=0.5", of_kind(HF_MARGIN_POSE));
    CHECK(passes(proof, &report) && report.cannot_count == 1 && report.carries_count == 0);
    // the motion lifts just as much as friction asks for: less friction resists it less, more does resist
    char *at = strstr(proof, " friction 1 ");
    CHECK(at != NULL);
    change((size_t)(at - proof), 12, " friction 0.9 ", true);
    CHECK(passes(changed, &report));
    change((size_t)(at - proof), 12, " friction 1.1 ", true);
    CHECK(!passes(changed, &report) && strstr(report.message, "resists"));
}

TEST(files_that_are_no_proofs_are_refused)
{
    static const char *const texts[] = {
        "",
        "holdfast-proof 1\n",
        "holdfast-proof 2\nproblem",
        "holdfast-proof 1\nproblem dofs 99999999 rows 0 blocks 0 newtons 1\n",
        "holdfast-proof 1\nproblem dofs -1 rows 0 blocks 0 newtons 1\n",
        "holdfast-proof 1\nproblem dofs 1.5 rows 0 blocks 0 newtons 1\n",
        "holdfast-proof 1\nproblem dofs 1 rows 3 blocks 1 newtons 1\nblock cone 3 1\n",
        "holdfast-proof 1\nproblem dofs 1 rows 3 blocks 1 newtons 1\nblock contact 3 1 -1 0 0 0 0\ndofs 0\n",
        "holdfast-proof 1\nproblem dofs 1 rows 1 blocks 1 newtons 1\nblock unilateral 1 1\ndofs 7\nrow 1\n",
        "holdfast-proof 1\nproblem dofs 1 rows 2 blocks 1 newtons 1\nblock unilateral 1 1\ndofs 0\nrow 1\n",
        "holdfast-proof 1\nproblem dofs 1 rows 1 blocks 1 newtons 1\nblock unilateral 1 1\ndofs 0\nrow nan\n",
        "holdfast-proof 1\nproblem dofs 0 rows 0 blocks 0 newtons 1\nclaim carries x friction inf multiple 0\n",
    };
    hf_proof_report report;
    for (size_t k = 0; k < sizeof texts / sizeof texts[0]; k++)
    {
        hf_error error = {0};
        CHECK(hf_proof_check(text_file("none.proof", texts[k]), 0.0, &report, &error) == HF_STATUS_FILE);
        CHECK(strstr(error.message, "none.proof") != NULL);
    }
    make_proof("ladder", of_kind(HF_MARGIN_POSE));
    hf_error error = {0};
    CHECK(strlen(proof) + sizeof "claim" <= sizeof changed);
    memcpy(changed, proof, strlen(proof));
    memcpy(changed + strlen(proof), "claim", sizeof "claim");
    CHECK(hf_proof_check(text_file("longer.proof", changed), 0.0, &report, &error) == HF_STATUS_FILE);
    CHECK(hf_proof_check(text_file("whole.proof", proof), -1.0, &report, &error) == HF_STATUS_INVALID);
    CHECK(hf_proof_check("missing.proof", 0.0, &report, &error) == HF_STATUS_FILE);
}
