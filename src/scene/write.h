// Writing models as text: what the writers of MJCF and URDF share.

#ifndef HF_SCENE_WRITE_H
#define HF_SCENE_WRITE_H

#include "holdfast/mechanism.h"
#include "holdfast/scene.h"
#include "model/model.h"

#include <stdio.h>

enum
{
    NAME_BUFFERS = 8,
    NAME_SIZE = 256
};

typedef struct writer
{
    FILE *out;
    const char *path;
    const hf_model *model;
    bool lossy; // what cannot be said is told by a notice, and left out
    hf_notice notice;
    void *context;
    hf_error *error;
    hf_status status; // of the first failure
    int depth;        // of elements
    char names[NAME_BUFFERS][NAME_SIZE];
    int next_name;
} writer;

/// Opens the file, calls `write`, closes it; a file that did not become whole is removed.
hf_status write_file(writer *w, void (*write)(writer *w));

/// " name=\"…\"", with what XML needs escaped; nothing for NULL.
void put_text(writer *w, const char *name, const char *value);
void put_numbers(writer *w, const char *name, const double *values, int count);
void put_number(writer *w, const char *name, double value);
void put_flag(writer *w, const char *name, bool value);

/// put_numbers, unless all of them are `usual`.
void put_unless(writer *w, const char *name, const double *values, int count, double usual);

/// "<name" at the present depth; then attributes; then one of the ends. put_close writes "</name>".
void put_begin(writer *w, const char *name);
void put_end(writer *w);  // "/>"
void put_open(writer *w); // ">", and what follows is inside
void put_close(writer *w, const char *name);

/// A name that no other thing of its kind has; it is its own if it has one. Valid for a few calls.
const char *body_name(writer *w, int body);
const char *shape_name(writer *w, int shape);
const char *joint_name(writer *w, int joint);
const char *free_name(writer *w, int body); // of a body's free joint
const char *site_name(writer *w, int site);
const char *tendon_name(writer *w, int tendon);
const char *actuator_name(writer *w, int actuator);

/// Something that the format has no words for: an error, or a notice if the writer may lose it.
void write_loss(writer *w, const char *format, ...) HF_PRINTF(2, 3);

#endif
