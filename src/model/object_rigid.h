// A free rigid body's part of the state: shared by the kinds whose bodies are free (object_rigid.c, joined/).

#ifndef HF_MODEL_OBJECT_RIGID_H
#define HF_MODEL_OBJECT_RIGID_H

#include "model/model.h"

/// The methods of object.h of one body.
void rigid_body_start(const configuration *at, int body);
void rigid_body_read(const configuration *at, int body, double *q, double *out);
void rigid_body_write(const configuration *at, int body, const double *q, const double *in);
void rigid_body_mass_matrix(const configuration *at, int body, double *M, size_t n);
void rigid_body_bias(const configuration *at, const hf_settings *settings, int body, double *bias);
void rigid_body_jacobian(const configuration *at, int body, vec3 point, double *J, size_t n);
void rigid_body_dynamics(const configuration *at, const hf_settings *settings, int body, bool inverse, double *force,
                         double *a);
void rigid_body_energy(const configuration *at, const hf_settings *settings, int body, double *kinetic,
                       double *potential);
hf_status rigid_body_place(const configuration *at, double *v, int body, const hf_body_state *state, hf_error *error);
void rigid_body_save(const configuration *at, int body, double record[BODY_RECORD]);
void rigid_body_load(const configuration *at, int body, const double record[BODY_RECORD]);

/// w from the angular momentum.
void rigid_body_settle(const configuration *at, int body);

#endif
