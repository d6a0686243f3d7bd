#include "curves.h"

#include "console.h"
#include "json.h"

#include "holdfast/curves.h"

#include <string.h>
#include <strings.h>

bool is_curves(const char *path)
{
    static const char *const endings[] = {".hair", ".obj", ".csv"};
    const char *ending = strrchr(path, '.');
    for (int k = 0; ending && k < 3; k++)
        if (strcasecmp(ending, endings[k]) == 0) return true;
    return false;
}

static void write_table(const char *path, const hf_curves_info *info)
{
    printf("%s: curves\n", path);
    console_cell(stdout, "strands", 14, COLOUR_DIM);
    printf("%zu of %zu in the file\n", info->strands, info->file_strands);
    console_cell(stdout, "points", 14, COLOUR_DIM);
    printf("%zu of %zu in the file\n", info->points, info->file_points);
    console_cell(stdout, "length", 14, COLOUR_DIM);
    printf("%g … %g m\n", info->shortest, info->longest);
    if (info->repeated_points > 0 || info->short_strands > 0)
    {
        console_cell(stdout, "left out", 14, COLOUR_DIM);
        printf("%zu points that repeat the one before, %zu strands without two different points\n",
               info->repeated_points, info->short_strands);
    }
    if (info->default_radii > 0)
    {
        console_cell(stdout, "no radius", 14, COLOUR_DIM);
        printf("of %zu points\n", info->default_radii);
    }
    if (info->extra_bytes > 0)
    {
        console_cell(stdout, "extra bytes", 14, COLOUR_DIM);
        printf("%zu behind the last array that the header names; its counts may be wrong\n", info->extra_bytes);
    }
}

static void write_json(const char *path, const hf_curves_info *info)
{
    json_writer json = json_begin(stdout);
    json_text(&json, "curves", path);
    json_integer(&json, "strands", (long long)info->strands);
    json_integer(&json, "points", (long long)info->points);
    json_integer(&json, "file_strands", (long long)info->file_strands);
    json_integer(&json, "file_points", (long long)info->file_points);
    json_integer(&json, "repeated_points", (long long)info->repeated_points);
    json_integer(&json, "short_strands", (long long)info->short_strands);
    json_integer(&json, "default_radii", (long long)info->default_radii);
    json_integer(&json, "extra_bytes", (long long)info->extra_bytes);
    json_number(&json, "shortest", info->shortest);
    json_number(&json, "longest", info->longest);
    json_end(&json);
}

bool info_curves(const char *path, bool json)
{
    hf_curves *curves = NULL;
    hf_error error = {0};
    hf_curves_options options = hf_curves_options_default();
    options.point_limit = (size_t)-1; // to look at a file is no reason to refuse it
    if (hf_curves_read(path, &options, &curves, &error) != HF_STATUS_OK)
    {
        tool_error("%s", error.message);
        return false;
    }
    hf_curves_info info = hf_curves_describe(curves);
    if (json) write_json(path, &info);
    else write_table(path, &info);
    hf_curves_destroy(curves);
    return true;
}

bool convert_curves(const argument_set *arguments, const char *from, const char *to)
{
    hf_curves *curves = NULL;
    hf_error error = {0};
    hf_curves_options options = hf_curves_options_default();
    options.scale = option_number(arguments, "scale");
    options.up = option_text(arguments, "up")[0];
    options.every = (int)option_count(arguments, "every");
    options.maximum = (int)option_count(arguments, "maximum");
    options.points = (int)option_count(arguments, "points");
    options.point_limit = (size_t)-1;
    hf_status status = hf_curves_read(from, &options, &curves, &error);
    if (status == HF_STATUS_OK) status = hf_curves_write(to, curves, &error);
    if (status == HF_STATUS_OK)
    {
        hf_curves_info info = hf_curves_describe(curves);
        write_table(to, &info);
    }
    else tool_error("%s", error.message);
    hf_curves_destroy(curves);
    return status == HF_STATUS_OK;
}
