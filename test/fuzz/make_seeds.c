// What the harnesses start from: small files of every kind that the library reads, written by itself.
//   make_seeds FOLDER     FOLDER/HARNESS/NAME; files are as the harness of that name wants them

#include "fuzz/fuzz_scene.h"

#include "holdfast/files.h"
#include "holdfast/generate.h"
#include "holdfast/margin.h"
#include "holdfast/record.h"
#include "holdfast/scene.h"

#include <string.h>
#include <sys/stat.h>

static hf_error error;

static void must(hf_status status)
{
    if (status == HF_STATUS_OK) return;
    fprintf(stderr, "make_seeds: %s\n", error.message);
    exit(1);
}

static const char *place(const char *harness, const char *name)
{
    static char path[256];
    (void)mkdir(harness, 0777);
    snprintf(path, sizeof path, "%s/%s", harness, name);
    return path;
}

static void put(const char *harness, const char *name, const void *bytes, size_t size)
{
    FILE *file = fopen(place(harness, name), "wb");
    if (!file || fwrite(bytes, 1, size, file) != size || fclose(file) != 0)
    {
        fprintf(stderr, "make_seeds: cannot write %s\n", place(harness, name));
        exit(1);
    }
}

static void put_text(const char *harness, const char *name, const char *text)
{
    put(harness, name, text, strlen(text));
}

static void texts(void)
{
    put_text("mjcf", "small", fuzz_scene_text);
    put_text("mjcf", "cable",
             "<mujoco><worldbody><geom type='plane' size='1 1 1' adhesion='1'/><body name='b' pos='0 0 1'>"
             "<joint type='free' damping='1' armature='.1' frictionloss='.1' stiffness='2'/>"
             "<geom type='box' size='.1 .1 .1' shellinertia='true' gap='.01'/>"
             "<composite type='cable' prefix='c' vertex='0 0 0 .1 0 0 .2 .1 0' initial='none'>"
             "<joint kind='main' damping='.1'/><geom type='capsule' size='.01'/></composite></body></worldbody>"
             "<actuator><adhesion body='b' gain='3' ctrlrange='0 1' delay='.01' nsample='4' interp='cubic'/></actuator>"
             "</mujoco>");
    put_text("mjcf", "equality",
             "<mujoco><compiler angle='radian'/><default><geom friction='.5'/></default><asset><mesh name='m' "
             "vertex='0 0 0 1 0 0 0 1 0 0 0 "
             "1'/><hfield name='f' nrow='2' ncol='2' size='1 1 1 1' elevation='0 1 0 1'/></asset><worldbody><geom "
             "type='hfield' hfield='f'/>"
             "<body name='a' pos='0 0 2'><freejoint/><geom type='mesh' mesh='m'/><site name='s'/></body><body name='b' "
             "pos='0 0 4'><joint "
             "name='j' type='slide'/><geom size='.1'/></body></worldbody><equality><connect body1='a' body2='b' "
             "anchor='0 0 1'/></equality>"
             "<tendon><fixed name='t'><joint joint='j' coef='2'/></fixed></tendon><contact><exclude body1='a' "
             "body2='b'/></contact>"
             "<keyframe><key name='k' qpos='0 0 2 1 0 0 0 0'/></keyframe></mujoco>");
    put_text("svg", "drawing",
             "<svg viewBox='0 0 100 100' data-scale='0.01'><rect class='static' y='90' width='100' height='10'/>"
             "<path id='a' d='M10 10h20v20h-20zm5 5v10h10v-10z'/><circle id='b' cx='50' cy='20' r='8'/>"
             "<path d='M60 60C70 50 80 50 90 60S70 70 60 60' transform='rotate(5)'/>"
             "<g class='body' id='c'><ellipse cx='40' cy='60' rx='9' ry='5'/><polygon points='40,60 60,60 50,70'/></g>"
             "<circle id='p' class='pin' cx='12' cy='12' r='1' data-motor='1' data-limit='2'/>"
             "<circle id='q' class='pin' cx='50' cy='20' r='1' data-range='-9 9'/>"
             "<line class='spring' x1='1' y1='2' x2='40' y2='60' data-bodies='ground c' data-stiffness='9'/>"
             "<line class='gear' data-joints='p q' data-ratio='2'/></svg>");
    put_text(
        "mjcf", "fibre",
        "<mujoco><worldbody><body name='a'><geom size='.1'/></body></worldbody><holdfast><fibre name='r' "
        "points='0 0 .1 0 0 .2 0 .1 .3' section='.002' root='clamped' root_body='a' kind='der' elements='3'/><fibre "
        "pos='1 0 0' tangent='0 0 1' length='.2' natural='3 0 1' rest_is_curve='false'/><fibres file='x.csv' scale='2' "
        "up='y' every='2' maximum='3' points='4'/></holdfast></mujoco>");
    put_text("urdf", "arm",
             "<robot name='r'><link name='base'><inertial><mass value='1'/><inertia ixx='1' ixy='0' ixz='0' iyy='1' "
             "iyz='0' izz='1'/></inertial>"
             "<collision><origin xyz='0 0 1' rpy='0 1 0'/><geometry><box size='1 1 "
             "1'/></geometry></collision></link><link name='tip'><inertial>"
             "<origin xyz='0 0 1'/><mass value='1'/><inertia ixx='1' ixy='0' ixz='0' iyy='1' iyz='0' "
             "izz='1'/></inertial><collision><geometry>"
             "<cylinder radius='.1' length='1'/></geometry></collision></link><joint name='j' type='revolute'><parent "
             "link='base'/><child "
             "link='tip'/><axis xyz='0 1 0'/><limit lower='-1' upper='1' effort='10' velocity='5'/><dynamics "
             "damping='.1' friction='.1'/></joint></robot>");
    put_text(
        "sdf", "arm",
        "<sdf version='1.9'><world name='w'><gravity>0 0 -9</gravity><model name='m' placement_frame='f'>"
        "<self_collide>true</self_collide><link name='a'><collision name='c'><geometry><box><size>1 1 1</size></box>"
        "</geometry><surface><friction><ode><mu>.5</mu></ode></friction></surface></collision></link>"
        "<link name='b'><pose relative_to='f' degrees='true'>0 0 1 0 90 0</pose><visual name='v'><geometry><sphere>"
        "<radius>1</radius></sphere></geometry></visual></link><frame name='f' attached_to='a'><pose>1 0 0 0 0 0"
        "</pose></frame><joint name='j' type='revolute'><parent>a</parent><child>b</child><axis>"
        "<xyz expressed_in='f'>0 1 0</xyz><limit><lower>-1</lower><upper>1</upper></limit><dynamics><damping>.1"
        "</damping></dynamics></axis></joint><joint name='k' type='screw'><parent>world</parent><child>a</child>"
        "<screw_thread_pitch>.1</screw_thread_pitch><axis><mimic joint='j'><multiplier>2</multiplier></mimic></axis>"
        "</joint></model></world></sdf>");
    put_text("mesh", "text_stl",
             "0solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 "
             "0\nendloop\nendfacet\nendsolid a\n");
    put_text(
        "mesh", "obj",
        "1o a\nv 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 2 3\nf 1//1 2//1 4//1\nf -1 -2 -3 -4\ng b\nf 2/1/1 3/2/2 4\n");
    put_text("mesh", "collada",
             "3<COLLADA><asset><unit meter='1'/></asset><library_geometries><geometry id='g'><mesh><source id='p'>"
             "<float_array count='12'>0 0 0 1 0 0 0 1 0 0 0 1</float_array></source><vertices id='v'><input "
             "semantic='POSITION' source='#p'/></vertices><polylist><input semantic='VERTEX' offset='0'/><vcount>3 4"
             "</vcount><p>0 1 2 0 1 2 3</p></polylist><tristrips><input semantic='VERTEX'/><p>0 1 2 3</p></tristrips>"
             "</mesh></geometry></library_geometries><library_visual_scenes><visual_scene id='s'><node><rotate>0 0 1 90"
             "</rotate><scale>1 2 1</scale><instance_geometry url='#g'/></node></visual_scene></library_visual_scenes>"
             "<scene><instance_visual_scene url='#s'/></scene></COLLADA>");
    put_text("curves", "obj", "1v 0 0 0\nv 0 0 1\nv 0 1 1\nl 1 2\nl 2 3\nl -1/2 1\n");
    put_text("curves", "csv", "2strand,x,y,z,radius\n1,0,0,0,1e-3\n1,0,0,1\n2,1,0,0\n2,1,1,0\n");
    put_text("motion", "table", "time,x,y,z,qw,qx,qy,qz\n0,0,0,1,1,0,0,0\n0.5,0.1,0,1,0.9,0.1,0,0\n1,0,0,1,1,0,0,0\n");
    put_text("gltf", "node",
             "{\"nodes\":[{\"name\":\"root\",\"children\":[1],\"scale\":[2,2,2]},{\"name\":\"Head\",\"rotation\":[0,0,"
             "0,1]}],"
             "\"animations\":[{\"name\":\"nod\",\"channels\":[{\"sampler\":0,\"target\":{\"node\":1,\"path\":"
             "\"translation\"}}],"
             "\"samplers\":[{\"input\":0,\"output\":1,\"interpolation\":\"LINEAR\"}]}],\"accessors\":["
             "{\"bufferView\":0,\"count\":2,\"componentType\":5126,\"type\":\"SCALAR\"},"
             "{\"bufferView\":0,\"byteOffset\":8,\"count\":2,\"componentType\":5126,\"type\":\"VEC3\"}],"
             "\"bufferViews\":[{\"buffer\":0,\"byteLength\":32}],\"buffers\":[{\"byteLength\":32,\"uri\":"
             "\"data:;base64,AAAAAAAAgD8AAAAAAAAAAAAAAAAAAIA/AAAAAAAAAAA=\"}]}");
    put_text("controls", "table", "time,first,second\n0,1,0.5\n0.5,-1,\n1,0,0\n");
    put_text("matrix_market", "array", "%%MatrixMarket matrix array real general\n% note\n2 2\n1\n2\n3\n4.5e-3\n");
    put_text("matrix_market", "coordinate", "%%MatrixMarket matrix coordinate real symmetric\n3 3 2\n1 1 2\n3 2 -1\n");
}

/// A tetrahedron, behind the byte that chooses the kind.
static void binary_mesh(void)
{
    static const float corner[4][3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    static const int face[4][3] = {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}};
    uint8_t bytes[1 + 84 + 4 * 50] = {0};
    bytes[81] = 4;
    for (int f = 0; f < 4; f++)
        for (int c = 0; c < 3; c++) memcpy(bytes + 85 + 50 * f + 12 + 12 * c, corner[face[f][c]], 12);
    put("mesh", "binary_stl", bytes, sizeof bytes);
}

/// The same as MuJoCo's own kind of file.
static void msh_mesh(void)
{
    static const float corner[4][3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, uv[4][2] = {{0, 1}, {1, 0}};
    static const int face[4][3] = {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}}, head[4] = {4, 0, 4, 4};
    uint8_t bytes[1 + 16 + sizeof corner + sizeof uv + sizeof face] = {2};
    memcpy(bytes + 1, head, 16);
    memcpy(bytes + 17, corner, sizeof corner);
    memcpy(bytes + 17 + sizeof corner, uv, sizeof uv);
    memcpy(bytes + 17 + sizeof corner + sizeof uv, face, sizeof face);
    put("mesh", "msh", bytes, sizeof bytes);
}

/// All filters of rows, and seven passes of a palette, behind the byte that says how small they become.
static void images(void)
{
    static const uint8_t filters[] = {
        3,   137, 80,  78,  71,  13,  10,  26,  10,  0,   0,   0,   13,  73,  72,  68,  82,  0,   0,   0,   5,   0,
        0,   0,   6,   8,   6,   0,   0,   0,   11,  251, 84,  75,  0,   0,   0,   7,   73,  68,  65,  84,  120, 218,
        99,  96,  56,  193, 240, 133, 228, 32,  132, 0,   0,   0,   118, 73,  68,  65,  84,  95,  240, 4,   231, 87,
        165, 19,  42,  175, 141, 79,  4,   62,  116, 57,  49,  225, 58,  163, 198, 9,   198, 255, 130, 159, 57,  191,
        9,   126, 150, 6,   98,  93,  32,  182, 255, 198, 164, 193, 192, 200, 160, 241, 25,  136, 159, 1,   241, 77,
        32,  62,  195, 200, 192, 28,  144, 194, 212, 32,  251, 140, 245, 183, 236, 3,   190, 223, 178, 55,  197, 127,
        203, 94,  86,  248, 205, 2,   82,  41,  8,   84,  41,  8,   84,  41,  8,   84,  41,  8,   84,  201, 112, 226,
        4,   235, 255, 155, 237, 124, 95,  95,  185, 105, 190, 254, 205, 26,  246, 144, 231, 200, 212, 235, 0,   113,
        188, 49,  228, 112, 177, 201, 157, 0,   0,   0,   0,   73,  69,  78,  68,  174, 66,  96,  130};
    static const uint8_t passes[] = {
        0,   137, 80,  78,  71,  13,  10,  26,  10,  0,   0,   0,   13,  73,  72,  68,  82,  0,   0,   0,   11,
        0,   0,   0,   9,   2,   3,   0,   0,   1,   238, 13,  14,  40,  0,   0,   0,   9,   80,  76,  84,  69,
        10,  20,  30,  250, 0,   5,   7,   8,   9,   238, 192, 85,  120, 0,   0,   0,   2,   116, 82,  78,  83,
        255, 128, 8,   15,  179, 106, 0,   0,   0,   7,   73,  68,  65,  84,  120, 218, 99,  80,  96,  116, 96,
        126, 221, 110, 148, 0,   0,   0,   55,  73,  68,  65,  84,  112, 96,  108, 96,  104, 97,  104, 97,  76,
        96,  218, 193, 224, 169, 192, 168, 146, 195, 224, 201, 192, 56,  105, 29,  211, 36,  7,   102, 243, 57,
        44,  158, 223, 25,  218, 36,  18,  24,  37,  60,  149, 153, 60,  85,  167, 48,  135, 77,  242, 0,   0,
        46,  85,  12,  114, 186, 137, 69,  155, 0,   0,   0,   0,   73,  69,  78,  68,  174, 66,  96,  130};
    put("image", "filters", filters, sizeof filters);
    put("image", "passes", passes, sizeof passes);
}

/// Two strands of three points, behind the byte that chooses the kind.
static void hair(void)
{
    uint8_t bytes[1 + 128 + 4 + 72 + 24] = {0, 'H', 'A', 'I', 'R', 2, 0, 0, 0, 6, 0, 0, 0, 7};
    bytes[129] = bytes[131] = 2;
    for (int k = 0; k < 24; k++)
    {
        float value = 0.1F * (float)(k + 1);
        memcpy(bytes + 133 + 4 * k, &value, 4);
    }
    put("curves", "hair", bytes, sizeof bytes);
}

static void problems(void)
{
    hf_random_options options = hf_random_options_default();
    hf_generated generated;
    options.contact_count = 3;
    options.body_count = 3;
    must(hf_generate_random(&options, &generated, &error));
    must(hf_fclib_write(place("fclib", "local"), generated.problem, NULL, &error));
    must(hf_fclib_write(place("fclib", "solved"), generated.problem, NULL, &error));
    must(hf_fclib_write_solution(place("fclib", "solved"), generated.problem, generated.r, NULL, &error));
    must(hf_fclib_write_guesses(place("fclib", "solved"), generated.problem, 1, generated.r, &error));
    hf_generated_destroy(&generated);
}

static void runs(void)
{
    fuzz_scene scene = {0};
    hf_recorder *recorder = NULL;
    hf_step_report report;
    fuzz_scene_begin(&scene);
    must(hf_recorder_create(place("recording", "run"), scene.model, NULL, &recorder, &error));
    must(hf_recorder_add(recorder, scene.world, NULL, NULL, &error));
    for (int k = 0; k < 3; k++)
    {
        must(hf_world_step(scene.world, 0, &report, &error));
        must(hf_recorder_add(recorder, scene.world, &report, NULL, &error));
    }
    must(hf_recorder_close(recorder, &error));
    must(hf_checkpoint_write(place("checkpoint", "file"), scene.world, &error));
    size_t size = hf_world_state_size(scene.world);
    void *bytes = malloc(size);
    if (!bytes) abort();
    hf_world_state_save(scene.world, bytes);
    put("checkpoint", "state", bytes, size);
    free(bytes);
    hf_world_destroy(scene.world);
    hf_model_destroy(scene.model);
}

/// Proofs of both kinds: of forces, of motions, and with boxes and loops.
static void proofs(void)
{
    static const struct
    {
        const char *name, *scene;
        hf_margin_kind kind;
    } list[] = {{"ladder", "ladder", HF_MARGIN_FRICTION},
                {"slides", "incline:angle=30,mu=0.5", HF_MARGIN_POSE},
                {"tilt", "incline:angle=10,mu=0.5", HF_MARGIN_TILT},
                {"grasp", "pinch", HF_MARGIN_FRICTION}};
    for (size_t k = 0; k < sizeof list / sizeof list[0]; k++)
    {
        hf_builder *builder = NULL;
        hf_model *model = NULL;
        hf_world *world = NULL;
        hf_margin *margin = NULL;
        hf_margin_options options = hf_margin_options_default();
        options.kind = list[k].kind;
        options.axis[1] = 1.0;
        must(hf_scene_open(list[k].scene, 1, NULL, NULL, &builder, &error));
        must(hf_model_build(builder, &model, &error));
        hf_builder_destroy(builder);
        must(hf_world_create(model, &world, &error));
        must(hf_margin_create(world, &options, &margin, &error));
        must(hf_margin_write_proof(margin, place("proof", list[k].name), &error));
        hf_margin_destroy(margin);
        hf_world_destroy(world);
        hf_model_destroy(model);
    }
}

int main(int count, char **words)
{
    if (count != 2 || chdir(words[1]) != 0)
    {
        fprintf(stderr, "usage: make_seeds FOLDER\n");
        return 1;
    }
    texts();
    binary_mesh();
    msh_mesh();
    images();
    hair();
    problems();
    runs();
    proofs();
    return 0;
}
