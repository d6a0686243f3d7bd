// Rows of one contact over the degrees of freedom of objects.

#ifndef HF_WORLD_ROWS_CONTACT_ROWS_H
#define HF_WORLD_ROWS_CONTACT_ROWS_H

#include "world/step.h"

/// Rows that a contact has in a problem: the normal, then one or two tangents, then the turns about the normal (condim
/// 4) and the tangents (6). Contacts in a plane and those of fibres have no moments. Everything else reads
/// step_contact.row_count.
int contact_row_count(const hf_model *model, const hf_contact *contact);

/// Whether the last of `count` contacts adds nothing to those before it: what moves in it stays in a plane, and it
/// pushes across that plane, or stands behind another contact of the same shapes.
bool contact_adds_nothing(const hf_model *model, const step_contact *contacts, int count);

/// Room that a row of this contact needs.
int contact_width(const hf_model *model, const hf_contact *contact);

/// *width ◄ what contact_row returns for this contact, where that is known before, and rows may be made side by side
/// with others. False otherwise.
bool contact_width_known(const hf_model *model, const hf_contact *contact, size_t *width);

/// Both rows of objects' matrices for one direction d at a contact, or with `turn` for the turn about d: H over the
/// degrees of freedom of what moves, and G = H M⁻¹ (object.h). Returns how many there are (at most contact_width),
/// ascending in `dof`. Takes no memory.
int contact_row(const step_context *step, const hf_contact *contact, bool turn, vec3 d, int *dof, double *H, double *G);

/// The rows of `count` directions at once, 1 to 3, one after the other and with the same bits. -1: the objects do not
/// know how.
int contact_rows_abreast(const step_context *step, const hf_contact *contact, int count, const vec3 d[3], int *dof,
                         double *H, double *G);

#endif
