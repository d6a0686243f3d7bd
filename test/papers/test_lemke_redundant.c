// A hundred ill-conditioned LCPs; long_lemke.c has a thousand. docs/notes/lemke.md has the table.

#include "support/redundant_table.h"

#include <stdio.h>

TEST(robust_solves_what_lemke_does_not)
{
    int lemke = count_failures("lemke", 100), lexico = count_failures("lexico:1e-4", 100);
    int robust = count_failures("robust", 100);
    printf("    failures of 100: lemke %d, lexico:1e-4 %d, robust %d\n", lemke, lexico, robust);
    CHECK(lemke >= 3 && lexico >= 3);
    CHECK(robust == 0);
}
