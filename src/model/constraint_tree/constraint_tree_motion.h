// Methods of constraint trees that move them (constraint_tree_motion.c), for the table in object_constraint_tree.c.

#ifndef HF_MODEL_CONSTRAINT_TREE_CONSTRAINT_TREE_MOTION_H
#define HF_MODEL_CONSTRAINT_TREE_CONSTRAINT_TREE_MOTION_H

#include "model/object.h"

hf_status constraint_tree_begin(object_step *step, int object);
hf_status constraint_tree_free_motion(object_step *step, int object);
void constraint_tree_take(object_step *step, int object, double *z, const double *p, double (*after)[6]);
hf_status constraint_tree_move(object_step *step, int object, double theta);
hf_status constraint_tree_displace(object_step *step, int object, double *z);
hf_status constraint_tree_way(object_step *step, int object, const double *z, double *way);
hf_status constraint_tree_stand(object_step *step, int object);

#endif
