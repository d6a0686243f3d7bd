// A robot from an MJCF file under position control: the humanoid raises its left arm and waves, standing on its feet.
//   cc robot_control.c $(pkg-config --cflags --libs holdfast) -lm -o robot_control
//   robot_control SCENE        SCENE: scenes/humanoid.xml, here or below share/holdfast

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

int main(int argument_count, char **arguments)
{
    const char *scene = argument_count > 1 ? arguments[1] : "scenes/humanoid.xml";
    hf_error error;
    hf_builder *builder = NULL;
    hf_model *model = NULL;
    hf_world *world = NULL;
    check(hf_scene_open(scene, 0, NULL, NULL, &builder, &error), &error);
    check(hf_model_build(builder, &model, &error), &error);
    check(hf_world_create(model, &world, &error), &error);
    hf_builder_destroy(builder);

    int shoulder = hf_model_find(model, HF_ITEM_ACTUATOR, "left_shoulder_raise");
    int elbow = hf_model_find(model, HF_ITEM_ACTUATOR, "left_elbow");
    int shoulder_joint = hf_model_find(model, HF_ITEM_JOINT, "left_shoulder_raise");
    int elbow_joint = hf_model_find(model, HF_ITEM_JOINT, "left_elbow");
    if (shoulder < 0 || elbow < 0 || shoulder_joint < 0 || elbow_joint < 0)
    {
        fprintf(stderr, "%s has no left arm as in humanoid.xml\n", scene);
        return 1;
    }

    int uncertified = 0;
    for (int step = 1; step <= 1000; step++) // 2 ms each
    {
        double t = hf_world_time(world);
        check(hf_world_set_control(world, shoulder, fmin(2.0 * t, 2.0), &error), &error); // target angles [rad]
        check(hf_world_set_control(world, elbow, t < 1.0 ? 0.3 : 0.9 - 0.6 * cos(6.28 * (t - 1.0)), &error), &error);

        hf_step_report report;
        check(hf_world_step(world, 0.0, &report, &error), &error);
        if (!report.certified) uncertified++;

        const double *q = hf_world_q(world); // joint positions, as mechanism.h lays them out
        if (step % 250 == 0)
            printf("%.1f s: shoulder %.2f rad, elbow %.2f rad, pelvis at %.2f m\n", report.time,
                   q[hf_model_joint_q(model, shoulder_joint)], q[hf_model_joint_q(model, elbow_joint)], q[2]);
    }
    printf("%d of 1000 steps not certified\n", uncertified);

    hf_world_destroy(world);
    hf_model_destroy(model);
    return 0;
}
