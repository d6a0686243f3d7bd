// A small scene: a box slides on the ground until friction stops it.
//
// The box starts at 1 m/s. With mu = 0.5 it decelerates at mu g and stops after v² / (2 mu g) = 0.1019 m, in v / (mu g)
// = 0.204 s.

#include <holdfast/holdfast.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static void check(hf_status status, const hf_error *error)
{
    if (status == HF_STATUS_OK) return;
    fprintf(stderr, "%s\n", error->message);
    exit(1);
}

static hf_model *make_model(hf_error *error)
{
    hf_builder *builder = NULL;
    check(hf_builder_create(&builder, error), error);

    hf_shape_def ground = hf_shape_def_default(); // body 0, the world
    ground.kind = HF_SHAPE_PLANE;
    ground.friction = 0.5;
    check(hf_builder_add_shape(builder, &ground, NULL, error), error);

    hf_body_def box = hf_body_def_default();
    box.position[2] = 0.1; // [m]
    box.velocity[0] = 1.0; // [m/s]
    hf_shape_def cube = hf_shape_def_default();
    cube.kind = HF_SHAPE_BOX;
    cube.friction = 0.5;
    for (int k = 0; k < 3; k++) cube.size[k] = 0.1; // half extents [m]
    check(hf_builder_add_body(builder, &box, &cube.body, error), error);
    check(hf_builder_add_shape(builder, &cube, NULL, error), error);

    hf_model *model = NULL;
    check(hf_model_build(builder, &model, error), error);
    hf_builder_destroy(builder);
    return model;
}

int main(void)
{
    hf_error error;
    hf_model *model = make_model(&error);
    hf_world *world = NULL;
    check(hf_world_create(model, &world, &error), &error);

    for (int step = 1; step <= 150; step++) // 2 ms each
    {
        hf_step_report report;
        check(hf_world_step(world, 0.0, &report, &error), &error);
        hf_body_state box = hf_world_body(world, 1);
        if (step % 25 == 0)
            printf("%.2f s: x = %.4f m, speed %.3f m/s, %s\n", report.time, box.position[0], fabs(box.velocity[0]),
                   report.certified ? "certified" : "not certified");
    }

    hf_world_destroy(world);
    hf_model_destroy(model);
    return 0;
}
