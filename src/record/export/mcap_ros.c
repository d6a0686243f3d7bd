// Recordings as MCAP with the profile of ROS 2: messages in CDR (little-endian), definitions in ros2msg, as
// rosbag2_storage_mcap writes them. Foxglove and `ros2 bag` read them.
//
//   /clock             rosgraph_msgs/msg/Clock         of every frame
//   /tf, /tf_static    tf2_msgs/msg/TFMessage          poses of moving bodies, and once of all others, below "world"
//   /joint_states      sensor_msgs/msg/JointState      hinges and slides: position and velocity; effort is empty
//   /NAME              geometry_msgs/msg/WrenchStamped  of each sensor of forces or torques, the other half zero
//
// CDR aligns each number to its own size, counted from behind the four bytes of the head.

#include "record/export/exporter.h"
#include "record/export/mcap.h"

#include "base/atomic_file.h"
#include "base/error.h"
#include "base/memory.h"
#include "holdfast/sense.h"
#include "record/text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum
{
    CHANNEL_CLOCK,
    CHANNEL_TF,
    CHANNEL_STATIC,
    CHANNEL_JOINTS,
    CHANNEL_WRENCH, // the first of them
    NAME_SIZE = 80, // of a frame or topic, its 0 included
    HEAD_SIZE = 4,  // before what is aligned
    WRENCHES = MCAP_CHANNELS_MAX - CHANNEL_WRENCH,
};

// ---- definitions ----

#define SECTION "================================================================================\nMSG: "
#define TIME SECTION "builtin_interfaces/Time\nint32 sec\nuint32 nanosec\n"
#define HEADER SECTION "std_msgs/Header\nbuiltin_interfaces/Time stamp\nstring frame_id\n" TIME
#define VECTOR SECTION "geometry_msgs/Vector3\nfloat64 x\nfloat64 y\nfloat64 z\n"

static const char clock_text[] = "builtin_interfaces/Time clock\n" TIME;
static const char tf_text[] =
    "geometry_msgs/TransformStamped[] transforms\n" SECTION
    "geometry_msgs/TransformStamped\nstd_msgs/Header header\nstring child_frame_id\ngeometry_msgs/Transform "
    "transform\n" HEADER SECTION
    "geometry_msgs/Transform\ngeometry_msgs/Vector3 translation\ngeometry_msgs/Quaternion rotation\n" VECTOR SECTION
    "geometry_msgs/Quaternion\nfloat64 x 0\nfloat64 y 0\nfloat64 z 0\nfloat64 w 1\n";
static const char joint_text[] =
    "std_msgs/Header header\nstring[] name\nfloat64[] position\nfloat64[] velocity\nfloat64[] effort\n" HEADER;
static const char wrench_text[] =
    "std_msgs/Header header\ngeometry_msgs/Wrench wrench\n" HEADER SECTION
    "geometry_msgs/Wrench\ngeometry_msgs/Vector3 force\ngeometry_msgs/Vector3 torque\n" VECTOR;

typedef struct ros_file
{
    exporter ex;
    mcap_writer writer;
    mcap_channel_def channels[MCAP_CHANNELS_MAX];
    char topics[WRENCHES][NAME_SIZE];
    int first_of[WRENCHES]; // the first of its three signals
    double *signals;        // of the frame
    byte_buffer message;
    bool failed; // memory was short
} ros_file;

// ---- CDR ----

static void put(ros_file *f, uint64_t bits, int size)
{
    size_t over = (f->message.count - HEAD_SIZE) % (size_t)size;
    if (over > 0 && !bytes_put(&f->message, 0, size - (int)over)) f->failed = true;
    if (!bytes_put(&f->message, bits, size)) f->failed = true;
}

static void put_real(ros_file *f, double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    put(f, bits, 8);
}

static void put_text(ros_file *f, const char *text)
{
    size_t size = strlen(text) + 1; // its 0 counts
    put(f, size, 4);
    if (!bytes_put_all(&f->message, text, size)) f->failed = true;
}

static void put_stamp(ros_file *f, uint64_t time)
{
    put(f, time / 1000000000, 4);
    put(f, time % 1000000000, 4);
}

static void begin(ros_file *f)
{
    static const unsigned char head[HEAD_SIZE] = {0, 1, 0, 0}; // plain CDR, little-endian
    f->message.count = 0;
    if (!bytes_put_all(&f->message, head, HEAD_SIZE)) f->failed = true;
}

static void begin_stamped(ros_file *f, uint64_t time, const char *frame)
{
    begin(f);
    put_stamp(f, time);
    put_text(f, frame);
}

static void send(ros_file *f, int channel, uint64_t time)
{
    if (!f->failed) mcap_put(&f->writer, channel, time, (const char *)f->message.bytes, f->message.count);
}

// ---- messages ----

/// The name of a body's frame; one that is missing or comes twice has its number.
static void frame_name(const recorded_model *model, int body, char name[NAME_SIZE])
{
    const char *own = model->bodies[body].name;
    bool alone = own[0] != 0;
    for (int k = 0; k < model->body_count && alone; k++) alone = k == body || strcmp(model->bodies[k].name, own) != 0;
    if (body == 0) snprintf(name, NAME_SIZE, "world");
    else if (alone) snprintf(name, NAME_SIZE, "%.79s", own);
    else snprintf(name, NAME_SIZE, "%.60s_%d", own[0] ? own : "body", body);
}

static bool is_moving(const recorded_model *model, int body)
{
    for (int k = 0; k < model->moving_count; k++)
        if (model->moving[k] == body) return true;
    return false;
}

static void put_transform(ros_file *f, uint64_t time, int body, const double position[3], const double turn[4])
{
    char name[NAME_SIZE];
    frame_name(&f->ex.recording->model, body, name);
    put_stamp(f, time);
    put_text(f, "world");
    put_text(f, name);
    for (int k = 0; k < 3; k++) put_real(f, position[k]);
    for (int k = 1; k <= 4; k++) put_real(f, turn[k % 4]); // x, y, z, w
}

/// Bodies that move, or all others.
static void send_transforms(ros_file *f, uint64_t time, bool moving)
{
    const recorded_model *m = &f->ex.recording->model;
    uint64_t count = 0;
    for (int pass = 0; pass < 2; pass++)
    {
        if (pass == 1) begin(f), put(f, count, 4);
        for (int b = 1; b < m->body_count; b++)
        {
            if (is_moving(m, b) != moving || recorded_model_is_segment(m, b)) continue;
            const double *pose = f->ex.poses + 7 * (size_t)b;
            if (pass == 0) count++;
            else if (moving) put_transform(f, time, b, pose, pose + 3);
            else put_transform(f, time, b, m->bodies[b].position, m->bodies[b].orientation);
        }
    }
    if (count > 0) send(f, moving ? CHANNEL_TF : CHANNEL_STATIC, time);
}

/// The length of a joint's name, if the signal is the only coordinate of one; 0 otherwise.
static size_t joint_name(const recorded_signal *s)
{
    size_t size = strlen(s->name);
    return s->kind == HF_SIGNAL_POSITION && size > 2 && strcmp(s->name + size - 2, ".q") == 0 ? size - 2 : 0;
}

/// A list of the joints' names (which 0), positions (1) or velocities (2), which stand in the same order.
static void put_joints(ros_file *f, int which)
{
    const recorded_model *m = &f->ex.recording->model;
    uint64_t count = 0;
    for (int k = 0; k < m->signal_count; k++) count += joint_name(&m->signals[k]) > 0;
    put(f, count, 4);
    for (int k = 0; k < m->signal_count; k++)
    {
        const recorded_signal *s = &m->signals[k];
        size_t size = strlen(s->name), own = joint_name(s);
        char name[NAME_SIZE];
        snprintf(name, sizeof name, "%.*s", (int)(own < NAME_SIZE ? own : NAME_SIZE - 1), s->name);
        if (which == 0 && own > 0) put_text(f, name);
        if (which == 1 && own > 0) put_real(f, f->signals[k]);
        if (which == 2 && s->kind == HF_SIGNAL_VELOCITY && size > 2 && strcmp(s->name + size - 2, ".v") == 0)
            put_real(f, f->signals[k]);
    }
}

static void send_joints(ros_file *f, uint64_t time)
{
    begin_stamped(f, time, "");
    for (int which = 0; which < 3; which++) put_joints(f, which);
    put(f, 0, 4); // efforts are the actuators', not the joints'
    send(f, CHANNEL_JOINTS, time);
}

static void send_wrenches(ros_file *f, uint64_t time)
{
    const recorded_model *m = &f->ex.recording->model;
    for (int c = CHANNEL_WRENCH; c < f->writer.channel_count; c++)
    {
        int first = f->first_of[c - CHANNEL_WRENCH], half = m->signals[first].sensor == HF_SENSOR_TORQUE;
        begin_stamped(f, time, f->topics[c - CHANNEL_WRENCH] + 1);
        for (int k = 0; k < 6; k++) put_real(f, k / 3 == half ? f->signals[first + k % 3] : 0.0);
        send(f, c, time);
    }
}

// ---- the file ----

static void choose_channels(ros_file *f)
{
    static const mcap_channel_def fixed[CHANNEL_WRENCH] = {
        {"/clock", "rosgraph_msgs/msg/Clock", clock_text, 1},
        {"/tf", "tf2_msgs/msg/TFMessage", tf_text, 2},
        {"/tf_static", "tf2_msgs/msg/TFMessage", tf_text, 2},
        {"/joint_states", "sensor_msgs/msg/JointState", joint_text, 3},
    };
    const recorded_model *m = &f->ex.recording->model;
    int count = CHANNEL_WRENCH;
    memcpy(f->channels, fixed, sizeof fixed);
    for (int k = 0; k + 2 < m->signal_count && count < MCAP_CHANNELS_MAX; k++)
    {
        int sensor = m->signals[k].sensor, own = count - CHANNEL_WRENCH;
        if (sensor != HF_SENSOR_FORCE && sensor != HF_SENSOR_TORQUE) continue;
        size_t size = strlen(m->signals[k].name) - 2; // without ".x"
        snprintf(f->topics[own], NAME_SIZE, "/%.*s", (int)(size < NAME_SIZE - 1 ? size : NAME_SIZE - 2),
                 m->signals[k].name);
        f->first_of[own] = k;
        f->channels[count++] = (mcap_channel_def){f->topics[own], "geometry_msgs/msg/WrenchStamped", wrench_text, 4};
        k += 2;
    }
    f->writer = (mcap_writer){.channels = f->channels, .channel_count = count, .ros2 = true};
}

static hf_status put_file(ros_file *f, hf_error *error)
{
    mcap_begin(&f->writer, "holdfast " HF_VERSION);
    for (int k = 0; k < f->ex.frame_count; k++)
    {
        uint64_t time = (uint64_t)llround(f->ex.times[k] * 1e9);
        TRY(exporter_frame(&f->ex, k, error));
        if (f->ex.recording->model.signal_count > 0)
            TRY(hf_recording_signals(f->ex.recording, f->ex.frames[k], f->signals, error));
        begin(f);
        put_stamp(f, time);
        send(f, CHANNEL_CLOCK, time);
        if (k == 0) send_transforms(f, time, false);
        send_transforms(f, time, true);
        send_joints(f, time);
        send_wrenches(f, time);
        if (f->failed) return error_no_memory(error);
    }
    return mcap_end(&f->writer, error);
}

hf_status hf_recording_write_ros2(const hf_recording *recording, const char *path, const hf_export_options *options,
                                  hf_error *error)
{
    ros_file f = {.failed = false};
    hf_status status = exporter_begin(&f.ex, recording, options, path, error);
    if (status != HF_STATUS_OK) return status;
    choose_channels(&f);
    f.signals = MEMORY_ARRAY(double, (size_t)recording->model.signal_count + 1);
    atomic_file part;
    status = f.signals ? atomic_file_begin(path, 0, &part, error) : error_no_memory(error);
    if (status == HF_STATUS_OK)
    {
        f.writer.out = fopen(part.name, "wb");
        if (f.writer.out) status = put_file(&f, error);
        status = text_close(f.writer.out, path, status, error);
        status = atomic_file_end(&part, status, error);
    }
    mcap_free(&f.writer);
    free(f.message.bytes);
    free(f.signals);
    exporter_end(&f.ex);
    return status;
}
