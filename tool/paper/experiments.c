// The experiments, in the order of the papers.

#include "paper.h"

extern const paper_experiment baraff94_speed;   // baraff94_speed.c
extern const paper_experiment baraff94_feeder;  // baraff94_mechanisms.c
extern const paper_experiment baraff94_jack;    // baraff94_mechanisms.c
extern const paper_experiment baraff96_linear;  // baraff96_linear.c
extern const paper_experiment yamane08_table1;  // yamane08_table1.c
extern const paper_experiment yamane08_table2;  // yamane08_table2.c
extern const paper_experiment yamane08_table3;  // yamane08_table3.c
extern const paper_experiment yamane08_iabi;    // yamane08_iabi.c
extern const paper_experiment todorov10_table1; // todorov10_table1.c
extern const paper_experiment todorov10_drop;   // todorov10_drop.c
extern const paper_experiment daviet11_table1;  // daviet11_table1.c
extern const paper_experiment daviet11_table2;  // daviet11_table2.c
extern const paper_experiment daviet11_fig6;    // daviet11_fig6.c
extern const paper_experiment daviet11_fig7;    // daviet11_fig7.c
extern const paper_experiment daviet11_fig8;    // daviet11_hairstyle.c
extern const paper_experiment daviet11_fig10;   // daviet11_hairstyle.c
extern const paper_experiment daviet11_fig11;   // daviet11_fig11.c

const paper_experiment *const paper_experiments[] = {
    &baraff94_speed,  &baraff94_feeder, &baraff94_jack,    &baraff96_linear, &yamane08_table1, &yamane08_table2,
    &yamane08_table3, &yamane08_iabi,   &todorov10_table1, &todorov10_drop,  &daviet11_table1, &daviet11_table2,
    &daviet11_fig6,   &daviet11_fig7,   &daviet11_fig8,    &daviet11_fig10,  &daviet11_fig11,
};
const int paper_experiment_count = sizeof paper_experiments / sizeof paper_experiments[0];
