// The experiments, in the order of the papers.

#include "paper.h"

extern const paper_experiment daviet11_fig7; // daviet11_fig7.c

const paper_experiment *const paper_experiments[] = {
    &daviet11_fig7,
};
const int paper_experiment_count = sizeof paper_experiments / sizeof paper_experiments[0];
