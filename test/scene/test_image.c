// PNG images of all kinds, and what is made of them: textures and height fields.

#include "base/arena.h"
#include "holdfast/visual.h"
#include "scene/image/inflate.h"
#include "scene/image/png.h"
#include "support/scene_text.h"

static const unsigned char all_filters[] = {
    137, 80,  78,  71,  13,  10,  26,  10,  0,   0,   0,   13,  73,  72,  68,  82,  0,   0,   0,   5,   0,   0,
    0,   6,   8,   6,   0,   0,   0,   11,  251, 84,  75,  0,   0,   0,   7,   73,  68,  65,  84,  120, 218, 99,
    96,  56,  193, 240, 133, 228, 32,  132, 0,   0,   0,   118, 73,  68,  65,  84,  95,  240, 4,   231, 87,  165,
    19,  42,  175, 141, 79,  4,   62,  116, 57,  49,  225, 58,  163, 198, 9,   198, 255, 130, 159, 57,  191, 9,
    126, 150, 6,   98,  93,  32,  182, 255, 198, 164, 193, 192, 200, 160, 241, 25,  136, 159, 1,   241, 77,  32,
    62,  195, 200, 192, 28,  144, 194, 212, 32,  251, 140, 245, 183, 236, 3,   190, 223, 178, 55,  197, 127, 203,
    94,  86,  248, 205, 2,   82,  41,  8,   84,  41,  8,   84,  41,  8,   84,  41,  8,   84,  201, 112, 226, 4,
    235, 255, 155, 237, 124, 95,  95,  185, 105, 190, 254, 205, 26,  246, 144, 231, 200, 212, 235, 0,   113, 188,
    49,  228, 112, 177, 201, 157, 0,   0,   0,   0,   73,  69,  78,  68,  174, 66,  96,  130};
static const unsigned char interlaced[] = {
    137, 80,  78,  71,  13,  10,  26,  10,  0,   0,   0,   13,  73,  72,  68,  82,  0,   0,   0,   11, 0,
    0,   0,   9,   2,   3,   0,   0,   1,   238, 13,  14,  40,  0,   0,   0,   9,   80,  76,  84,  69, 10,
    20,  30,  250, 0,   5,   7,   8,   9,   238, 192, 85,  120, 0,   0,   0,   2,   116, 82,  78,  83, 255,
    128, 8,   15,  179, 106, 0,   0,   0,   7,   73,  68,  65,  84,  120, 218, 99,  80,  96,  116, 96, 126,
    221, 110, 148, 0,   0,   0,   55,  73,  68,  65,  84,  112, 96,  108, 96,  104, 97,  104, 97,  76, 96,
    218, 193, 224, 169, 192, 168, 146, 195, 224, 201, 192, 56,  105, 29,  211, 36,  7,   102, 243, 57, 44,
    158, 223, 25,  218, 36,  18,  24,  37,  60,  149, 153, 60,  85,  167, 48,  135, 77,  242, 0,   0,  46,
    85,  12,  114, 186, 137, 69,  155, 0,   0,   0,   0,   73,  69,  78,  68,  174, 66,  96,  130};
static const unsigned char sixteen_bits[] = {
    137, 80,  78,  71,  13,  10,  26,  10,  0,   0,   0,   13,  73, 72, 68, 82,  0,   0,   0,   3,   0,   0,
    0,   2,   16,  0,   0,   0,   0,   232, 143, 229, 133, 0,   0,  0,  2,  116, 82,  78,  83,  8,   29,  221,
    76,  43,  233, 0,   0,   0,   7,   73,  68,  65,  84,  120, 1,  1,  14, 0,   241, 255, 160, 151, 247, 63,
    0,   0,   0,   18,  73,  68,  65,  84,  0,   0,   77,  4,   53, 8,  29, 0,   12,  5,   15,  237, 19,  213,
    11,  119, 2,   161, 189, 211, 228, 213, 0,   0,   0,   0,   73, 69, 78, 68,  174, 66,  96,  130};

/// Reads the bytes, or fails.
static png_image read_png(const unsigned char *bytes, size_t size, hf_workspace *arena)
{
    png_image image;
    hf_error error = {0};
    if (png_read("image.png", bytes, size, arena, &image, &error) != HF_STATUS_OK)
        harness_fail(__FILE__, __LINE__, "%s", error.message);
    return image;
}

TEST(rows_of_all_filters)
{
    hf_workspace *arena;
    hf_error error = {0};
    CHECK(hf_workspace_create(&arena, &error) == HF_STATUS_OK);
    png_image image = read_png(all_filters, sizeof all_filters, arena);
    CHECK(image.width == 5 && image.height == 6);
    for (int y = 0; y < 6; y++)
        for (int x = 0; x < 5; x++)
        {
            const int expected[4] = {(17 * x + 40 * y) % 256, (200 - 13 * x * y + 512) % 256, x * x * 9 + y,
                                     255 - 10 * x};
            for (int c = 0; c < 4; c++) CHECK(image.pixels[4 * (5 * y + x) + c] == expected[c]);
        }
    hf_workspace_destroy(arena);
}

TEST(seven_passes_of_few_colours)
{
    static const unsigned char palette[3][4] = {{10, 20, 30, 255}, {250, 0, 5, 128}, {7, 8, 9, 255}};
    hf_workspace *arena;
    hf_error error = {0};
    CHECK(hf_workspace_create(&arena, &error) == HF_STATUS_OK);
    png_image image = read_png(interlaced, sizeof interlaced, arena);
    CHECK(image.width == 11 && image.height == 9);
    for (int y = 0; y < 9; y++)
        for (int x = 0; x < 11; x++) CHECK(memcmp(&image.pixels[4 * (11 * y + x)], palette[(x + 2 * y) % 3], 4) == 0);
    hf_workspace_destroy(arena);
}

TEST(sixteen_bits_with_a_transparent_gray)
{
    hf_workspace *arena;
    hf_error error = {0};
    CHECK(hf_workspace_create(&arena, &error) == HF_STATUS_OK);
    png_image image = read_png(sixteen_bits, sizeof sixteen_bits, arena);
    for (int k = 0; k < 6; k++)
        CHECK(image.pixels[4 * k + 1] == (1000 * k + 77) / 256 && image.pixels[4 * k + 3] == (k == 2 ? 0 : 255));
    hf_workspace_destroy(arena);
}

TEST(damaged_images_are_told)
{
    hf_workspace *arena;
    hf_error error = {0};
    CHECK(hf_workspace_create(&arena, &error) == HF_STATUS_OK);
    unsigned char bytes[sizeof all_filters];
    png_image image;
    for (size_t size = 0; size < sizeof bytes - 12; size++) // cut short anywhere but in its last, empty chunk
        CHECK(png_read("cut.png", all_filters, size, arena, &image, &error) == HF_STATUS_FORMAT);
    CHECK(strstr(error.message, "cut.png"));
    int told = 0;
    for (size_t k = 0; k < sizeof bytes; k++) // any byte changed: an error or other pixels, and nothing else
    {
        memcpy(bytes, all_filters, sizeof bytes);
        bytes[k] ^= 0x55;
        told += png_read("x.png", bytes, sizeof bytes, arena, &image, &error) == HF_STATUS_FORMAT;
    }
    CHECK(told > (int)sizeof bytes / 3);
    unsigned char out[4];
    CHECK(!inflate_zlib((const unsigned char *)"x\1\3\0", 4, out, 4)); // ends before a byte came out
    hf_workspace_destroy(arena);
}

TEST(smaller_images_are_means)
{
    const char *path = text_file_sized("five.png", all_filters, sizeof all_filters);
    hf_image image;
    hf_error error = {0};
    CHECK(hf_image_read(path, 3, &image, &error) == HF_STATUS_OK);
    CHECK(image.width == 3 && image.height == 3);
    CHECK(image.pixels[0] == (0 + 17 + 40 + 57 + 2) / 4 && image.pixels[6] == (68 + 108 + 1) / 2);
    hf_image_free(&image);
    CHECK(hf_image_read("no/such.png", 0, &image, &error) == HF_STATUS_FILE);
}

TEST(height_fields_of_images_and_of_binary_files)
{
    text_file_sized("hill.png", all_filters, sizeof all_filters);
    const float heights[] = {1, 2, 4, 5, 3, 1};
    unsigned char binary[8 + sizeof heights] = {3, 0, 0, 0, 2, 0, 0, 0};
    memcpy(binary + 8, heights, sizeof heights);
    text_file_sized("hill.bin", binary, sizeof binary);
    hf_model *model = text_model("<mujoco><asset><hfield file='hill.png' size='1 2 .5 .1'/>"
                                 "<hfield name='other' file='hill.bin' size='1 2 8 .1'/></asset><worldbody>"
                                 "<geom type='hfield' hfield='hill'/><geom type='hfield' hfield='other' pos='9 0 0'/>"
                                 "</worldbody></mujoco>");
    hf_field_def image = hf_model_field(model, 0), other = hf_model_field(model, 1);
    CHECK(image.rows == 6 && image.columns == 5 && other.rows == 3 && other.columns == 2);
    // MuJoCo 3: hfield_data times size[2]; the last row of the image is the first of the field.
    const double expected[5] = {0.796812772751, 0.864541828632, 0.932270944118, 1.0, 0.0478087663651};
    for (int c = 0; c < 5; c++) CHECK_NEAR(image.heights[c], 0.5 * expected[c], 1e-7);
    for (int k = 0; k < 6; k++) CHECK_NEAR(other.heights[k], 2 * ((double)heights[k] - 1), 1e-12);
    hf_model_destroy(model);
    hf_error error;
    text_file("flat.bin", "12345");
    CHECK(!text_model_key("<mujoco><asset>\n<hfield file='flat.bin' size='1 1 1 1'/></asset></mujoco>", NULL, &error));
    CHECK(strstr(error.message, "scene.xml:2: <hfield>") && strstr(error.message, "5 bytes"));
}
