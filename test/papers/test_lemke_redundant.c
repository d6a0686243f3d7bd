// A hundred ill-conditioned LCPs; long_lemke.c has a thousand. docs/notes/lemke.md has the table.

#include "support/redundant_table.h"

#include <stdio.h>

TEST(robust_solves_what_lemke_does_not)
{
    int lemke = count_failures("lemke/pivot_zero=0", 100), lexico = count_failures("lexico:1e-4", 100);
    int robust = count_failures("robust", 100);
    printf("    failures of 100: lemke as published %d, lexico:1e-4 %d, robust %d\n", lemke, lexico, robust);
    CHECK(lemke >= 3 && lexico >= 3);
    CHECK(robust == 0);
}

TEST(a_threshold_from_the_data_saves_lemke)
{
    int lemke = count_failures("lemke", 100), lexico = count_failures("lexico", 100);
    printf("    failures of 100: lemke %d, lexico %d\n", lemke, lexico);
    CHECK(lemke <= 1 && lexico == 0);
}
