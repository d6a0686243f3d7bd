// A hundred thousand beads on a string of rods, without a world: accelerations and tensions in linear time
// (holdfast/tree.h).
//
// Each bead is a point of mass 0.01 kg, with three degrees of freedom; a rod to the one above keeps its distance. The
// string hangs from the ground at an angle of 30 degrees. When it is let go, each bead falls across it at g cos 30: J a
// = 0 along all rods, and the tension of rod k holds the beads below it against g sin 30.

#include <holdfast/tree.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define BEADS 100000

static void must(hf_status status, const hf_error *error)
{
    if (status == HF_STATUS_OK) return;
    fprintf(stderr, "%s\n", error->message);
    exit(1);
}

int main(void)
{
    const double mass = 0.01, g = 9.81, pi = acos(-1.0), d[3] = {cos(pi / 6), 0, -sin(pi / 6)};
    const double M[9] = {mass, 0, 0, 0, mass, 0, 0, 0, mass}, minus[3] = {-d[0], -d[1], -d[2]};
    int *size = malloc(BEADS * sizeof *size);
    hf_tree_joint *joints = malloc(BEADS * sizeof *joints);
    double *F = calloc(3 * BEADS, sizeof *F), *a = malloc(3 * BEADS * sizeof *a), *l = malloc(BEADS * sizeof *l);
    if (!size || !joints || !F || !a || !l) return 1;
    for (int k = 0; k < BEADS; k++)
    {
        size[k] = 3;
        joints[k] = (hf_tree_joint){.rows = 1, .body = {k, k - 1}}; // -1: the ground
        F[3 * k + 2] = -mass * g;
    }
    hf_error error = {0};
    hf_tree *tree = NULL;
    must(hf_tree_create(BEADS, size, BEADS, joints, &tree, &error), &error);
    for (int k = 0; k < BEADS; k++)
    {
        hf_tree_set_mass(tree, k, M);
        hf_tree_set_rows(tree, k, 0, d);
        if (k > 0) hf_tree_set_rows(tree, k, 1, minus);
    }
    must(hf_tree_factor(tree, &error), &error);
    hf_tree_multipliers(tree, F, NULL, a, l);
    double along = a[0] * d[0] + a[2] * d[2], size_of = sqrt(a[0] * a[0] + a[2] * a[2]);
    printf("%d beads\n", BEADS);
    printf("the first falls at %.6f m/s2, %.1e of it along the string\n", size_of, fabs(along) < 1e-9 ? 0.0 : along);
    printf("the topmost rod pulls with %.6f N, the last with %.6f N\n", fabs(l[0]), fabs(l[BEADS - 1]));
    const int last = BEADS - 1;
    const double push[3] = {0, 1, 0};
    const hf_tree_row row = {.count = 1, .body = &last, .values = push};
    hf_tree_response(tree, &row, a);
    printf("1 N s across the last bead moves it at %.6f m/s\n", a[3 * last + 1]);
    hf_tree_destroy(tree);
    free(size);
    free(joints);
    free(F);
    free(a);
    free(l);
    return 0;
}
