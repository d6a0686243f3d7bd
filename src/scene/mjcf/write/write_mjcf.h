// Parts of an MJCF file: write_mjcf.c has bodies and loops, write_mjcf_drive.c what drives them and where they start.

#ifndef HF_SCENE_MJCF_WRITE_WRITE_MJCF_H
#define HF_SCENE_MJCF_WRITE_WRITE_MJCF_H

#include "scene/write.h"

/// The coefficients of a spring or damper: the first, and those of higher powers if there are any.
void write_mjcf_powers(writer *w, const char *name, double first, const double powers[2]);

/// A joint; nothing of slides that are written with their ball as a free joint. Whether an actuator works on a free
/// body (write_mjcf_joint.c).
void write_mjcf_joint(writer *w, int index);
bool write_mjcf_is_driven(const hf_model *model, int body);

void write_mjcf_tendons(writer *w);
void write_mjcf_actuators(writer *w);
void write_mjcf_sensors(writer *w);
void write_mjcf_field(writer *w); // the magnetic field, of <option>
void write_mjcf_keys(writer *w);
void write_mjcf_extras(writer *w); // <holdfast>

/// Fibres (write_mjcf_fibre.c): whether a body is a segment of one, whether a loop holds an end of one; and the
/// elements.
bool write_is_segment(const writer *w, int body);
bool write_holds_end(const writer *w, const hf_loop_def *loop);
void write_mjcf_fibres(writer *w);

enum
{
    MJCF_DISABLED_GROUP = 30 // of actuators that do nothing
};

#endif
