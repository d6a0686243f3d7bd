// Pushes: forces on bodies for some time, "BODY:FX,FY,FZ@T0-T1"; several are separated by semicolons.

#ifndef HF_TOOL_PUSH_H
#define HF_TOOL_PUSH_H

#include "holdfast/world.h"

typedef struct push
{
    int body;
    double force[3];   // [N], in world axes, at the centre of mass
    double begin, end; // [s]
} push;

typedef struct push_list
{
    push *items;
    int count;
    bool *pushed; // of each body: by any of them
} push_list;

/// False after having said on stderr what is wrong. `text` may be NULL: none.
bool push_read(push_list *list, const char *text, const hf_model *model);
void push_free(push_list *list);

/// force ◄ that on a body at a time [s].
void push_sum(const push_list *list, double time, int body, double force[3]);

/// Sets the forces of the step that begins now. False after an error message.
bool push_apply(const push_list *list, hf_world *world, const hf_model *model);

#endif
