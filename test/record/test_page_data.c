// The numbers of a page, made frame by frame: what is thinned is what is said, and what stays is where it was.

#include "support/record_scene.h"

#include "base/memory.h"
#include "record/page/page_data.h"

#include <string.h>

static double float_at(const page_data *data, page_array array, size_t k)
{
    uint32_t bits = (uint32_t)bytes_get(&data->arrays[array], 4 * k, 4);
    float value;
    memcpy(&value, &bits, sizeof value);
    return (double)value;
}

static double double_at(const page_data *data, page_array array, size_t k)
{
    uint64_t bits = bytes_get(&data->arrays[array], 8 * k, 8);
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static recorded_model copied_model(void)
{
    hf_error error;
    hf_model *model = make_small_model();
    hf_settings settings = hf_model_settings(model);
    recorded_model copy;
    CHECK(recorded_model_copy(model, &settings, &copy, &error) == HF_STATUS_OK);
    hf_model_destroy(model);
    return copy;
}

enum
{
    CONTACTS = 300,
    FIRST_MOMENT = 7, // frame from which on contacts have moments
};

/// Frame k: every body is at (k, body, -k), every contact at (k, its number, 0), with friction k % 100; from
/// FIRST_MOMENT on contact c has the moment c + 1.
static void offer(page_data *data, const recorded_model *m, int k, double period)
{
    pose_row poses[8];
    double signals[64];
    static touch_row contacts[CONTACTS];
    CHECK(m->moving_count <= 8 && m->signal_count <= 64);
    for (int s = 0; s < m->signal_count; s++) signals[s] = k + 100.0 * s;
    for (int b = 0; b < m->moving_count; b++)
        poses[b] = (pose_row){.position = {k, b, -k}, .orientation = {1, 0, 0, 0}};
    for (int c = 0; c < CONTACTS; c++)
        contacts[c] = (touch_row){.shape_a = 0,
                                  .shape_b = 1,
                                  .point = {(float)k, (float)c, 0},
                                  .normal = {0, 0, 1},
                                  .tangent = {1, 0, 0},
                                  .u = {0, 3, 4 * (float)c},
                                  .moment = {k >= FIRST_MOMENT ? (float)(c + 1) : 0, 0, 0},
                                  .status = (int8_t)(c % 3)};
    frame_row frame = {.time = period * k, .h = 0.01, .contact_count = CONTACTS - k % 2};
    hf_error error;
    CHECK(page_data_add_frame(data, m, &frame, (frame_parts){.poses = poses, .signals = signals, .contacts = contacts},
                              &error) == HF_STATUS_OK);
}

/// Every frame of the page is the one that its number and the stride say, and so are contacts, their shapes and their
/// sliding (5 m/s of the second).
static void check_frames(const page_data *data, const recorded_model *m, int offered, double period)
{
    size_t moving = (size_t)m->moving_count, stride = (size_t)data->frame_stride;
    CHECK((size_t)data->frame_count == ((size_t)offered + stride - 1) / stride);
    for (size_t f = 0; f < (size_t)data->frame_count; f++)
    {
        CHECK(double_at(data, PAGE_TIME, f) == period * (double)(f * stride));
        for (size_t b = 0; b < moving; b++)
        {
            CHECK(float_at(data, PAGE_POSITIONS, 3 * (f * moving + b)) == (double)(f * stride));
            CHECK(float_at(data, PAGE_POSITIONS, 3 * (f * moving + b) + 1) == (double)b);
        }
        for (size_t s = 0; s < (size_t)m->signal_count; s++)
            CHECK(float_at(data, PAGE_SIGNALS, f * (size_t)m->signal_count + s) == (double)(f * stride + 100 * s));
    }
    size_t kept = ((size_t)data->frame_count + (size_t)data->contact_stride - 1) / (size_t)data->contact_stride;
    size_t begin = 0;
    CHECK(data->arrays[PAGE_CONTACT_END].count == 4 * kept && data->arrays[PAGE_CONTACT_BOX].count == 32 * kept);
    for (size_t c = 0; c < kept; c++)
    {
        size_t frame = c * (size_t)data->contact_stride * stride,
               end = bytes_get(&data->arrays[PAGE_CONTACT_END], 4 * c, 4);
        CHECK(end - begin == (size_t)(CONTACTS - frame % 2));
        CHECK(float_at(data, PAGE_CONTACT_BOX, 8 * c) == (double)frame);
        for (size_t k = begin; k < end; k++)
        {
            CHECK(bytes_get(&data->arrays[PAGE_CONTACT_STATUS], k, 1) == (k - begin) % 3);
            CHECK(bytes_get(&data->arrays[PAGE_CONTACT_PAIR], 4 * k, 4) == 1 << 16);
        }
        CHECK(bytes_get(&data->arrays[PAGE_CONTACT_SLIP], 2 * (begin + 1), 2) == 0x40a0); // 5 m/s
        CHECK(bytes_get(&data->arrays[PAGE_CONTACT_POINT], 6 * (end - 1) + 2, 2) == 65535);
        if (data->arrays[PAGE_CONTACT_MOMENT].count > 0) // about z, the last is the largest
            CHECK(bytes_get(&data->arrays[PAGE_CONTACT_MOMENT], 6 * (end - 1) + 4, 2) ==
                  (frame < FIRST_MOMENT ? 0 : 32769)); // -32767: on the body below
        begin = end;
    }
    CHECK(data->arrays[PAGE_CONTACT_MOMENT].count == (offered > FIRST_MOMENT ? 6 * begin : 0));
    CHECK(data->arrays[PAGE_CONTACT_STATUS].count == begin && data->arrays[PAGE_CONTACT_POINT].count == 6 * begin);
}

TEST(what_is_thinned_is_what_is_said)
{
    recorded_model m = copied_model();
    page_data data;
    hf_error error;
    // 8 MB of contacts are 1,471 frames of them: contacts are thinned at 0.01 s, and frames too at 1 ms.
    for (int close = 0; close < 2; close++)
    {
        double period = close ? 1e-3 : 1e-2;
        int looks = 0;
        CHECK(page_data_begin(&data, &m, &error) == HF_STATUS_OK);
        for (int k = 0; k < 6000; k++)
        {
            offer(&data, &m, k, period);
            if ((k & (k + 1)) != 0 && k % 1471 > 2 && k != 5999) continue;
            check_frames(&data, &m, k + 1, period);
            looks++;
        }
        CHECK(looks > 10);
        CHECK(data.frame_stride == (close ? 8 : 1));
        CHECK(data.contact_stride == (close ? 4 : 8)); // 750 frames at 8 ms have 4.3 MB: 31 a second will do
        CHECK(page_contacts_bytes(&data) <= 8 << 20);
        page_data_free(&data);
    }
    recorded_model_free(&m);
}

TEST(no_peak_of_the_plots_is_lost)
{
    recorded_model m = copied_model();
    page_data data;
    hf_error error;
    CHECK(page_data_begin(&data, &m, &error) == HF_STATUS_OK);
    enum
    {
        STEPS = 20001,
        PEAK = 12345
    };
    for (int k = 0; k < STEPS; k++)
        page_data_add_step(&data, &(step_row){.time = k,
                                              .kinetic = 2.0 * k,
                                              .seconds = k == PEAK ? 7.0 : 1.0,
                                              .substeps = 1,
                                              .quality = k == PEAK + 1 ? HF_STEP_FAILED : HF_STEP_EXACT});
    CHECK(page_data_finish(&data, &m, &error) == HF_STATUS_OK);
    size_t count = data.arrays[PAGE_MARK].count, peaks = 0, failed = 0;
    CHECK(count == (STEPS + 7) / 8 && data.arrays[PAGE_SECONDS].count == 4 * count);
    for (size_t k = 0; k < count; k++)
    {
        double last = fmin(8.0 * (double)k + 7.0, STEPS - 1);
        CHECK(float_at(&data, PAGE_STEP_TIME, k) == last && float_at(&data, PAGE_KINETIC, k) == 2.0 * last);
        peaks += float_at(&data, PAGE_SECONDS, k) == 7.0;
        failed += bytes_get(&data.arrays[PAGE_MARK], k, 1) == MARK_FAILED;
    }
    CHECK(peaks == 1 && failed == 1);
    CHECK(data.step_count == STEPS && data.quality.of[HF_STEP_FAILED].count == 1);
    page_data_free(&data);
    recorded_model_free(&m);
}

/// A fibre of three segments that turns and stretches to ten times its length.
static vertex_row stretched(int frame, int v)
{
    double length = 0.1 * v * (frame < 5 ? 1.0 : 1.0 + 0.2 * (frame - 5)), angle = 0.3 * frame;
    return (vertex_row){{(float)(0.5 + length * cos(angle)), (float)(length * sin(angle)), (float)(0.01 * v * v)}};
}

TEST(fibres_that_stretch_stay_where_they_were)
{
    enum
    {
        FRAMES = 50,
        SEGMENTS = 3
    };
    recorded_fibre fibres[2] = {{.segment_count = SEGMENTS}, {.segment_count = SEGMENTS, .vertex_begin = SEGMENTS + 1}};
    recorded_model m = {.fibre_count = 2, .fibres = fibres, .vertex_count = 2 * (SEGMENTS + 1)};
    page_data data;
    hf_error error;
    CHECK(page_data_begin(&data, &m, &error) == HF_STATUS_OK);
    for (int f = 0; f < FRAMES; f++)
    {
        vertex_row vertices[2 * (SEGMENTS + 1)];
        for (int v = 0; v <= SEGMENTS; v++)
        {
            vertices[v] = stretched(0, v); // the first one rests
            vertices[SEGMENTS + 1 + v] = stretched(f, v);
        }
        frame_row frame = {.time = 0.01 * f};
        CHECK(page_data_add_frame(&data, &m, &frame, (frame_parts){.vertices = vertices}, &error) == HF_STATUS_OK);
    }
    CHECK(page_data_finish(&data, &m, &error) == HF_STATUS_OK);
    double first = float_at(&data, PAGE_FIBRE_SCALE, 0), second = float_at(&data, PAGE_FIBRE_SCALE, 1);
    CHECK(first > 0.1 && first < 0.13);  // never changed
    CHECK(second > 1.0 && second < 2.5); // at most twice what was needed
    for (int f = 0; f < FRAMES; f++)
        for (int d = 0; d < 3; d++)
        {
            double corner = float_at(&data, PAGE_FIBRE_BOX, (size_t)(6 * f + d));
            double extent = float_at(&data, PAGE_FIBRE_BOX, (size_t)(6 * f + 3 + d));
            size_t root = (size_t)((f * 2 + 1) * 3 + d);
            double at = corner + extent * (double)bytes_get(&data.arrays[PAGE_FIBRE_ROOT], 2 * root, 2) / 65535.0;
            for (int v = 0; v < SEGMENTS; v++)
            {
                size_t edge = (size_t)(((f * 2 + 1) * SEGMENTS + v) * 3 + d);
                at += second / 127.0 * (int8_t)bytes_get(&data.arrays[PAGE_FIBRE_EDGE], edge, 1);
                CHECK_NEAR(at, (double)stretched(f, v + 1).at[d], second / 127.0); // one part
            }
        }
    page_data_free(&data);
}

TEST(a_recorder_s_page_is_that_of_its_recording)
{
    hf_model *model = make_small_model();
    hf_error error;
    hf_recorder *recorders[3];
    hf_recorder_options options = hf_recorder_options_default(model);
    options.every = 2;
    CHECK(hf_recorder_create(NULL, model, &options, &recorders[0], &error) == HF_STATUS_OK);
    options.page = true;
    CHECK(hf_recorder_create(NULL, model, &options, &recorders[1], &error) == HF_STATUS_OK);
    hf_status status = hf_recorder_create(scratch_file(0), model, &options, &recorders[2], &error);
    int count = status == HF_STATUS_OK ? 3 : 2;
    CHECK(status == HF_STATUS_OK || status == HF_STATUS_UNSUPPORTED);
    for (int k = 0; k < count; k++)
    {
        hf_world *world;
        CHECK(hf_world_create(model, &world, &error) == HF_STATUS_OK);
        CHECK(hf_recorder_write_page(recorders[k], scratch_file(1), NULL, &error) == HF_STATUS_INVALID);
        CHECK(hf_recorder_add(recorders[k], world, NULL, NULL, &error) == HF_STATUS_OK);
        run_steps(world, recorders[k], 150);
        // In the middle of a run, too.
        if (k > 0) CHECK(hf_recorder_write_page(recorders[k], scratch_file(1), NULL, &error) == HF_STATUS_OK);
        run_steps(world, recorders[k], 151);
        hf_world_destroy(world);
    }
    CHECK(hf_recorder_recording(recorders[1]) == NULL);
    CHECK(hf_recording_write_html(hf_recorder_recording(recorders[0]), scratch_file(1), "a run", &error) ==
          HF_STATUS_OK);
    char *expected = read_text(scratch_file(1));
    for (int k = 1; k < count; k++)
    {
        hf_page_options page = {.title = "a run"};
        CHECK(hf_recorder_write_page(recorders[k], scratch_file(2), &page, &error) == HF_STATUS_OK);
        char *made = read_text(scratch_file(2));
        CHECK(strcmp(expected, made) == 0);
        free(made);
    }
    free(expected);
    for (int k = 0; k < count; k++) CHECK(hf_recorder_close(recorders[k], &error) == HF_STATUS_OK);
    hf_model_destroy(model);
    for (int k = 0; k < 3; k++) remove(scratch_file(k));
}
