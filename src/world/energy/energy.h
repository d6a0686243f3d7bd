// Energies of objects, and the watch over them.

#ifndef HF_WORLD_ENERGY_ENERGY_H
#define HF_WORLD_ENERGY_ENERGY_H

#include "world/step_mechanism.h"

/// energy[o] ◄ kinetic and potential energy of every object [J], springs included; v: own velocities. Those that do not
/// disturb each other are done on the threads of the workspace, if it is not NULL.
void energy_of_objects(const configuration *at, const double *v, const hf_settings *settings, double (*energy)[2],
                       hf_workspace *workspace);

/// Adds energies of springs of joints and tendons to energy[o][1].
void strain_of_objects(const configuration *at, double (*energy)[2]);

/// The object that a tendon's energy counts with; -1 if it holds none.
int tendon_object(const hf_model *model, int tendon);

/// After CORRECT: what the piece gained without a reason (energy_watch.c). step->energy ◄ energies at the end,
/// step->facts->rise and rise_body; asks for another attempt in halves where the piece may be halved for it.
hf_status energy_watch(step_context *step);

/// The halves of a piece that gained energy, or the whole where they are no better (energy_halves.c).
hf_status energy_halves(step_run *run, const step_piece *piece, step_piece half, const step_facts *facts);

#endif
