// Methods of joined bodies that move them (joined_motion.c), for the table in object_joined.c.

#ifndef HF_MODEL_JOINED_JOINED_MOTION_H
#define HF_MODEL_JOINED_JOINED_MOTION_H

#include "model/object.h"

hf_status joined_begin(object_step *step, int object);
hf_status joined_free_motion(object_step *step, int object);
void joined_take(object_step *step, int object, double *z, const double *p, double (*after)[6]);
hf_status joined_move(object_step *step, int object, double theta);
hf_status joined_displace(object_step *step, int object, double *z);
hf_status joined_way(object_step *step, int object, const double *z, double *way);
hf_status joined_stand(object_step *step, int object);

#endif
