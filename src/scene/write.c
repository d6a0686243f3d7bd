#include "scene/write.h"

#include "base/error.h"
#include "base/locale.h"

#include <errno.h>
#include <stdarg.h>
#include <string.h>

hf_status write_file(writer *w, void (*write)(writer *w))
{
    w->out = fopen(w->path, "wb");
    if (!w->out) return error_set(w->error, HF_STATUS_FILE, "%s: cannot be written: %s", w->path, strerror(errno));
    c_locale locale = c_locale_enter();
    write(w);
    c_locale_leave(&locale);
    bool failed = ferror(w->out) != 0;
    failed = fclose(w->out) != 0 || failed;
    if (failed && w->status == HF_STATUS_OK)
        w->status = error_set(w->error, HF_STATUS_FILE, "%s: writing failed: %s", w->path, strerror(errno));
    if (w->status != HF_STATUS_OK) remove(w->path);
    return w->status;
}

// ---- elements ----

void put_text(writer *w, const char *name, const char *value)
{
    if (!value) return;
    fprintf(w->out, " %s=\"", name);
    for (; *value; value++)
    {
        if (*value == '&') fputs("&amp;", w->out);
        else if (*value == '<') fputs("&lt;", w->out);
        else if (*value == '"') fputs("&quot;", w->out);
        else if ((unsigned char)*value < 0x20) fprintf(w->out, "&#%d;", *value);
        else fputc(*value, w->out);
    }
    fputc('"', w->out);
}

void put_numbers(writer *w, const char *name, const double *values, int count)
{
    fprintf(w->out, " %s=\"", name);
    for (int k = 0; k < count; k++) fprintf(w->out, "%s%.17g", k ? " " : "", values[k] == 0 ? 0.0 : values[k]);
    fputc('"', w->out);
}

void put_number(writer *w, const char *name, double value)
{
    put_numbers(w, name, &value, 1);
}

void put_flag(writer *w, const char *name, bool value)
{
    put_text(w, name, value ? "true" : "false");
}

void put_unless(writer *w, const char *name, const double *values, int count, double usual)
{
    for (int k = 0; k < count; k++)
        if (values[k] != usual)
        {
            put_numbers(w, name, values, count);
            return;
        }
}

void put_begin(writer *w, const char *name)
{
    fprintf(w->out, "%*s<%s", 2 * w->depth, "", name);
}

void put_end(writer *w)
{
    fputs("/>\n", w->out);
}

void put_open(writer *w)
{
    fputs(">\n", w->out);
    w->depth++;
}

void put_close(writer *w, const char *name)
{
    w->depth--;
    fprintf(w->out, "%*s</%s>\n", 2 * w->depth, "", name);
}

// ---- names ----

static const char *make_name(writer *w, const char *own, const char *kind, int index)
{
    if (own) return own;
    char *buffer = w->names[w->next_name++ % NAME_BUFFERS];
    snprintf(buffer, NAME_SIZE, "unnamed_%s_%d", kind, index);
    return buffer;
}

const char *body_name(writer *w, int body)
{
    return make_name(w, hf_model_body(w->model, body).name, "body", body);
}

/// Names of shapes may be used twice; the second is then none.
const char *shape_name(writer *w, int shape)
{
    const char *own = collide_shape(w->model->scene, shape)->name;
    for (int k = 0; own && k < shape; k++)
    {
        const char *other = collide_shape(w->model->scene, k)->name;
        if (other && strcmp(own, other) == 0) own = NULL;
    }
    return make_name(w, own, "geom", shape);
}

const char *joint_name(writer *w, int joint)
{
    return make_name(w, hf_model_joint(w->model, joint).name, "joint", joint);
}

const char *free_name(writer *w, int body)
{
    return make_name(w, NULL, "freejoint", body);
}

const char *site_name(writer *w, int site)
{
    return make_name(w, hf_model_site(w->model, site).name, "site", site);
}

const char *tendon_name(writer *w, int tendon)
{
    return make_name(w, hf_model_tendon(w->model, tendon).name, "tendon", tendon);
}

const char *actuator_name(writer *w, int actuator)
{
    return make_name(w, hf_model_actuator(w->model, actuator).name, "actuator", actuator);
}

// ---- losses ----

void write_loss(writer *w, const char *format, ...)
{
    if (w->status != HF_STATUS_OK) return;
    char text[300], line[600];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (!w->lossy)
    {
        w->status = error_set(w->error, HF_STATUS_UNSUPPORTED, "%s: %s", w->path, text);
        return;
    }
    snprintf(line, sizeof line, "%s: left out: %s", w->path, text);
    if (w->notice) w->notice(w->context, line);
}
