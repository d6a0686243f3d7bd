// Loading takes time and memory in proportion to what is loaded.

#include "support/scene_text.h"

#include <time.h>

/// Seconds of this processor for reading and building a scene. Quadratic ways took a minute and more for what these
/// tests load.
static double load_seconds(const char *text, int bodies)
{
    clock_t begun = clock();
    hf_model *model = text_model(text);
    double seconds = (double)(clock() - begun) / CLOCKS_PER_SEC;
    CHECK(hf_model_count(model, HF_ITEM_BODY) == bodies + 1);
    hf_model_destroy(model);
    return seconds;
}

TEST(copies_load_in_linear_time)
{
    CHECK(load_seconds("<mujoco><worldbody><replicate count='100000' offset='1 0 0'><body><freejoint/><geom size='.1'/>"
                       "</body></replicate></worldbody></mujoco>",
                       100000) < 10);
}

TEST(names_are_found_in_constant_time)
{
    enum
    {
        COUNT = 20000,
        ROOM = 300 * COUNT
    };
    char *text = malloc(ROOM);
    int n = snprintf(text, ROOM, "<mujoco><worldbody>");
    for (int k = 0; k < COUNT; k++)
        n += snprintf(text + n, (size_t)(ROOM - n),
                      "<body name='b%d' pos='%d 0 0'><joint name='j%d'/><geom name='g%d' size='.1'/></body>", k, k, k,
                      k);
    n += snprintf(text + n, (size_t)(ROOM - n), "</worldbody><actuator>");
    for (int k = 0; k < COUNT; k++) n += snprintf(text + n, (size_t)(ROOM - n), "<motor joint='j%d'/>", COUNT - 1 - k);
    n += snprintf(text + n, (size_t)(ROOM - n), "</actuator><contact>");
    for (int k = 1; k < COUNT; k++)
        n += snprintf(text + n, (size_t)(ROOM - n), "<exclude body1='b%d' body2='b%d'/>", k, k - 1);
    snprintf(text + n, (size_t)(ROOM - n), "</contact></mujoco>");
    CHECK(load_seconds(text, COUNT) < 10);
    hf_model *model = text_model(text);
    CHECK(hf_model_actuator(model, 0).target == COUNT - 1 && hf_model_actuator(model, COUNT - 1).target == 0);
    hf_model_destroy(model);
    free(text);
}

TEST(few_words_take_little_memory)
{
    hf_error error;
    CHECK(!text_model_key("<mujoco><asset><hfield name='h' nrow='10000' ncol='10000' size='1 1 1 1'/></asset>"
                          "<worldbody><geom type='hfield' hfield='h'/></worldbody></mujoco>",
                          NULL, &error));
    CHECK(error.status == HF_STATUS_INVALID && strstr(error.message, "nrow, ncol: 10000 × 10000 heights"));
    CHECK(!text_model_key("<mujoco><worldbody><replicate count='10000'><replicate count='10000'><geom size='.1'/>"
                          "</replicate></replicate></worldbody></mujoco>",
                          NULL, &error));
    CHECK(error.status == HF_STATUS_INVALID && strstr(error.message, "two million copies"));
}
