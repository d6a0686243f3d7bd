#include "exports.h"

#include "console.h"

bool exports_begin(exports *e, const argument_set *arguments)
{
    *e = (exports){.vtk = option_text(arguments, "vtk-dir"),
                   .hair = option_text(arguments, "hair-dir"),
                   .options = hf_export_options_default()};
    e->options.followers = (int)option_count(arguments, "followers");
    e->options.cubic = option_given(arguments, "cubic");
    if (!output_begin(&e->usd, option_text(arguments, "usd"))) return false;
    if (!output_begin(&e->gltf, option_text(arguments, "gltf"))) return false;
    if (!output_begin(&e->mcap, option_text(arguments, "mcap"))) return false;
    if (!output_begin(&e->ros2, option_text(arguments, "ros2"))) return false;
    if (e->vtk && !make_folder(e->vtk)) return false;
    return !e->hair || make_folder(e->hair);
}

bool exports_wanted(const exports *e)
{
    return e->usd.path || e->gltf.path || e->mcap.path || e->ros2.path || e->vtk || e->hair;
}

typedef hf_status (*writer)(const hf_recording *recording, const char *path, const hf_export_options *options,
                            hf_error *error);

static bool write_file(output_file *file, writer write, const hf_recording *recording, const exports *e)
{
    hf_error error;
    if (!file->path) return true;
    if (write(recording, file->temporary, &e->options, &error) != HF_STATUS_OK)
    {
        tool_error("%s", output_message(file, error.message));
        return false;
    }
    return output_commit(file, NULL);
}

static bool write_folder(const char *folder, writer write, const hf_recording *recording, const exports *e)
{
    hf_error error;
    bool well = !folder || write(recording, folder, &e->options, &error) == HF_STATUS_OK;
    if (!well) tool_error("%s", error.message);
    return well;
}

bool exports_write(exports *e, const hf_recording *recording)
{
    bool well = write_file(&e->usd, hf_recording_write_usd, recording, e);
    well = write_file(&e->gltf, hf_recording_write_gltf, recording, e) && well;
    well = write_file(&e->mcap, hf_recording_write_mcap, recording, e) && well;
    well = write_file(&e->ros2, hf_recording_write_ros2, recording, e) && well;
    e->vtk_missing = !write_folder(e->vtk, hf_recording_write_vtk, recording, e);
    e->hair_missing = !write_folder(e->hair, hf_recording_write_hair, recording, e);
    return well && !e->vtk_missing && !e->hair_missing;
}

void exports_drop(exports *e)
{
    output_drop(&e->usd);
    output_drop(&e->gltf);
    output_drop(&e->mcap);
    output_drop(&e->ros2);
}
