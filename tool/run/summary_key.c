#include "summary_key.h"

#include "bundled.h"
#include "console.h"

#include <stdlib.h>
#include <string.h>

enum
{
    KEY_WIDTH = 14,
};

static const struct
{
    const char *key, *page;
} pages[] = {
    {"steps", "step.md"},
    {"certified", "certificate.md"},
    {"approximate", "step.md#when-a-step-is-not-certified"},
    {"failed", "step.md#when-a-step-is-not-certified"},
    {"cut", "step.md#again-or-shorter"},
    {"selection", "selection.md"},
    {"answers", "selection.md#how-many"},
    {"work", "work.md"},
    {"law", "solvers.md#the-friction-law"},
    {"contacts", "step.md#the-law-of-a-contact"},
    {"penetration", "step.md#the-law-of-a-contact"},
    {"energy", "step.md#the-energy-watch"},
    {"stages", "step.md#from-the-step-to-a-sweep"},
    {"state", "step.md#determinism"},
};

void summary_key(const char *key)
{
    char *link = NULL;
    for (size_t k = 0; k < sizeof pages / sizeof *pages && !link; k++)
        if (strcmp(pages[k].key, key) == 0) link = bundled_page(pages[k].page);
    console_link(stdout, key, KEY_WIDTH, COLOUR_DIM, link);
    free(link);
}
