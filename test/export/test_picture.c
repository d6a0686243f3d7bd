// Pictures: what stands where, how far, in which colour, with which edges; files; the same bits for any number of
// threads.

#include "support/scene_text.h"

#include "holdfast/picture.h"

#include <stdlib.h>
#include <string.h>

static const double PI = 3.14159265358979323846;

enum
{
    WIDTH = 96,
    HEIGHT = 64
};

typedef struct painted
{
    unsigned char color[HEIGHT][WIDTH][3];
    float depth[HEIGHT][WIDTH];
    int bodies[HEIGHT][WIDTH], shapes[HEIGHT][WIDTH];
} painted;

static const char ball_and_box[] =
    "<mujoco><worldbody><camera name='eye' pos='0 -3 0' xyaxes='1 0 0 0 0 1' fovy='60'/>"
    "<body name='ball'><geom type='sphere' size='0.5' rgba='1 0 0 1'/></body>"
    "<body name='box' pos='0 2 0'><geom type='box' size='5 0.5 5' rgba='0 0 1 1'/></body></worldbody></mujoco>";

static hf_world *make(const char *text, hf_model **model)
{
    hf_builder *builder = NULL;
    hf_world *world = NULL;
    hf_error error;
    CHECK(hf_scene_read(text, strlen(text), NULL, NULL, NULL, &builder, &error) == HF_STATUS_OK);
    CHECK(hf_model_build(builder, model, &error) == HF_STATUS_OK);
    CHECK(hf_world_create(*model, &world, &error) == HF_STATUS_OK);
    hf_builder_destroy(builder);
    return world;
}

static void paint(const hf_world *world, const hf_model *model, int threads, const hf_view *view, painted *out)
{
    hf_painter_options options = hf_painter_options_default();
    hf_painter *painter = NULL;
    hf_error error;
    options.threads = threads;
    CHECK(hf_painter_create(model, &options, &painter, &error) == HF_STATUS_OK);
    hf_picture picture = {.width = WIDTH,
                          .height = HEIGHT,
                          .color = out->color[0][0],
                          .depth = out->depth[0],
                          .bodies = out->bodies[0],
                          .shapes = out->shapes[0]};
    for (int k = 0; k < 2; k++) CHECK(hf_painter_paint(painter, world, view, &picture, &error) == HF_STATUS_OK);
    hf_painter_destroy(painter);
}

TEST(a_ball_before_a_wall)
{
    hf_model *model;
    hf_world *world = make(ball_and_box, &model);
    hf_view view;
    hf_error error;
    static painted one, three;
    CHECK(hf_view_of_camera(world, 0, &view, &error) == HF_STATUS_OK);
    CHECK_NEAR(view.position[1], -3, 0);
    paint(world, model, 1, &view, &one);
    paint(world, model, 3, &view, &three);
    CHECK(memcmp(&one, &three, sizeof one) == 0);
    int ball = hf_model_find(model, HF_ITEM_BODY, "ball"), box = hf_model_find(model, HF_ITEM_BODY, "box"), count = 0;
    int row = HEIGHT / 2, column = WIDTH / 2;
    CHECK(one.bodies[row][column] == ball && one.shapes[row][column] == 0);
    CHECK_NEAR((double)one.depth[row][column], 2.5, 4e-3);
    CHECK(one.color[row][column][0] > 100 && one.color[row][column][2] < 60);
    CHECK(one.bodies[2][2] == box && one.shapes[2][2] == 1);
    CHECK_NEAR((double)one.depth[2][2], 4.5, 1e-4); // along the view, not along the ray
    CHECK(one.color[2][2][2] > 100 && one.color[2][2][0] < 60);
    for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < WIDTH; x++) count += one.bodies[y][x] == ball;
    // A cone of rays that touches the ball: tan = r / sqrt(d² - r²), in pixels of 2 tan(30°) / HEIGHT.
    double radius = 0.5 / sqrt(9.0 - 0.25) * HEIGHT / (2.0 * tan(PI / 6));
    radius += 0.25 * sqrt(2.0); // a pixel is the ball's where one of its samples is
    CHECK_NEAR(count, PI * radius * radius, 0.03 * count);
    hf_world_destroy(world);
    hf_model_destroy(model);
}

/// Two triangles of a square share an edge: no pixel is left out between them, none shows the sky.
TEST(faces_have_no_cracks)
{
    hf_model *model;
    hf_world *world =
        make("<mujoco><worldbody><geom type='box' size='2 2 2' euler='17 31 12'/></worldbody></mujoco>", &model);
    static painted p;
    for (int k = 0; k < 5; k++)
    {
        const double eye[3] = {0.3 * k, 0.2 * k - 4.4, 0.1 * k + 1}, target[3] = {0, 0, 0};
        hf_view view = hf_view_from(eye, target);
        view.angle = 0.3;
        paint(world, model, 2, &view, &p);
        for (int y = 0; y < HEIGHT; y++)
            for (int x = 0; x < WIDTH; x++) CHECK(p.shapes[y][x] == 0);
    }
    hf_world_destroy(world);
    hf_model_destroy(model);
}

TEST(the_eye_inside_a_body_and_at_the_ground)
{
    hf_model *model;
    hf_world *world = make("<mujoco><worldbody><geom type='plane' size='0 0 1'/><body pos='0 0 1'>"
                           "<geom size='0.5'/></body></worldbody></mujoco>",
                           &model);
    static painted p;
    const double inside[3] = {0, 0, 1}, low[3] = {3, 0, 1e-3}, far_off[3] = {100, 0, 1};
    hf_view view = hf_view_from(inside, far_off);
    paint(world, model, 1, &view, &p); // the backs of what is around the eye are not seen
    CHECK(p.shapes[HEIGHT / 2 - 8][WIDTH / 2] == -1 && isinf(p.depth[HEIGHT / 2 - 8][WIDTH / 2]));
    CHECK(p.shapes[HEIGHT - 1][WIDTH / 2] == 0);
    view = hf_view_from(low, inside);
    paint(world, model, 1, &view, &p);
    CHECK(p.shapes[HEIGHT / 2][WIDTH / 2] == 1);
    CHECK_NEAR((double)p.depth[HEIGHT / 2][WIDTH / 2], sqrt(9 + 0.999 * 0.999) - 0.5, 5e-3);
    hf_world_destroy(world);
    hf_model_destroy(model);
}

TEST(what_cannot_be_painted_is_told)
{
    hf_model *model;
    hf_world *world = make(ball_and_box, &model);
    hf_painter *painter = NULL;
    hf_error error;
    hf_view view = hf_view_of_world(world);
    unsigned char color[3];
    hf_painter_options options = hf_painter_options_default();
    options.threads = 0;
    CHECK(hf_painter_create(model, &options, &painter, &error) == HF_STATUS_INVALID && !painter);
    CHECK(hf_painter_create(model, NULL, &painter, &error) == HF_STATUS_OK);
    hf_picture picture = {.width = 1000000, .height = 1, .color = color};
    CHECK(hf_painter_paint(painter, world, &view, &picture, &error) == HF_STATUS_INVALID);
    CHECK(strstr(error.message, "1 to 4096 each can be painted"));
    picture.width = 1;
    view.position[2] = NAN;
    CHECK(hf_painter_paint(painter, world, &view, &picture, &error) == HF_STATUS_INVALID);
    view = hf_view_of_world(world);
    view.angle = 4;
    CHECK(hf_painter_paint(painter, world, &view, &picture, &error) == HF_STATUS_INVALID);
    CHECK(hf_view_of_camera(world, 1, &view, &error) == HF_STATUS_INVALID);
    hf_painter_destroy(painter);
    hf_world_destroy(world);
    hf_model_destroy(model);
}

TEST(memory_that_fails)
{
    hf_model *model;
    hf_world *world = make(ball_and_box, &model);
    hf_view view = hf_view_of_world(world);
    hf_error error;
    static unsigned char color[HEIGHT][WIDTH][3];
    for (long k = 0;; k++)
    {
        hf_painter *painter = NULL;
        hf_picture picture = {.width = WIDTH, .height = HEIGHT, .color = color[0][0]};
        fail_allocation(k);
        hf_status status = hf_painter_create(model, NULL, &painter, &error);
        if (status == HF_STATUS_OK) status = hf_painter_paint(painter, world, &view, &picture, &error);
        bool failed = k < fail_allocation_count();
        fail_allocation(-1);
        CHECK(status == HF_STATUS_OK || (failed && status == HF_STATUS_NO_MEMORY)); // a thread less is no error
        hf_painter_destroy(painter);
        if (!failed) break;
    }
    hf_world_destroy(world);
    hf_model_destroy(model);
}

TEST(png_files_are_read_again)
{
    static unsigned char color[HEIGHT][WIDTH][3];
    hf_error error;
    hf_image image;
    unsigned seed = 1;
    for (int pass = 0; pass < 2; pass++) // noise, and what repeats
    {
        for (int y = 0; y < HEIGHT; y++)
            for (int x = 0; x < WIDTH; x++)
                for (int d = 0; d < 3; d++)
                    color[y][x][d] =
                        (unsigned char)(pass ? x / 7 * 20 + d : (int)((seed = seed * 1664525u + 1013904223u) >> 24));
        char path[300];
        snprintf(path, sizeof path, "%s/picture.png", text_folder());
        CHECK(hf_png_write(path, WIDTH, HEIGHT, color[0][0], &error) == HF_STATUS_OK);
        CHECK(hf_image_read(path, 0, &image, &error) == HF_STATUS_OK);
        CHECK(image.width == WIDTH && image.height == HEIGHT);
        CHECK(memcmp(image.pixels, color, sizeof color) == 0);
        hf_image_free(&image);
    }
    CHECK(hf_png_write("/nowhere/x.png", WIDTH, HEIGHT, color[0][0], &error) == HF_STATUS_FILE);
    CHECK(hf_png_write("x.png", 0, HEIGHT, color[0][0], &error) == HF_STATUS_INVALID);
}
