// What MJCF elements and attributes there are, and what becomes of each.
//
// Four treatments: read; soft (a parameter of MuJoCo's soft contacts and iterative solver, which has no meaning here:
// it is checked, and one notice names all that were met); ignored (looks, names, statistics); refused, with a remedy.
// What is in no list is no MJCF.

#include "base/error.h"
#include "scene/mjcf/mjcf.h"

#include <string.h>

/// Lists are words separated by blanks. A child "name=rule" is checked by another rule than the one of its name; "name"
/// alone by its own.
typedef struct element_rule
{
    const char *name;
    const char *read;
    const char *soft;
    const char *ignored;
    const char *zero; // must be 0 or absent
    const char *children;
    const char *ignored_children;
} element_rule;

#define ORIENTATION "quat axisangle xyaxes zaxis euler"
#define BODY_CHILDREN "body geom joint freejoint frame replicate site camera inertial plugin"
#define BODY_IGNORED "light"
#define TENDON                                                                                                         \
    "name class limited range stiffness damping springlength frictionloss armature actuatorfrclimited "                \
    "actuatorfrcrange"
#define TENDON_SOFT "solreflimit solimplimit solreffriction solimpfriction margin"
#define TENDON_IGNORED "group width material rgba user"
#define ROD                                                                                                            \
    "name kind body root root_body tip tip_body section radius density young poisson rest_is_curve natural damping "   \
    "drag "                                                                                                            \
    "gravity_scale friction restitution contype conaffinity rgba normal elements twists segments"
#define ACTUATOR                                                                                                       \
    "name class ctrllimited forcelimited ctrlrange forcerange gear joint jointinparent tendon site refsite cranksite " \
    "slidersite cranklength lengthrange group armature damping delay nsample interp"
#define ACTUATOR_IGNORED "user"
#define EQUALITY_SOFT "solref solimp"
#define SENSOR_IGNORED "noise user nsample interp delay interval" // mjcf_sensor.c says so

static const element_rule rules[] = {
    {.name = "mujoco",
     .ignored = "model",
     .children =
         "compiler option default default+attached=default asset worldbody deformable contact equality tendon actuator "
         "sensor keyframe holdfast",
     .ignored_children = "size visual statistic custom extension"},
    {.name = "compiler",
     .read = "angle eulerseq meshdir assetdir strippath balanceinertia inertiafromgeom inertiagrouprange boundmass "
             "boundinertia settotalmass coordinate alignfree exactmeshinertia autolimits fitaabb fusestatic texturedir "
             "discardvisual",
     .ignored = "usethread saveinertial convexhull conflict",
     .children = "",
     .ignored_children = "lengthrange"},
    {.name = "option",
     .read = "timestep gravity density viscosity wind actuatorgroupdisable o_friction",
     .soft = "impratio integrator cone jacobian solver iterations tolerance ls_iterations ls_tolerance "
             "noslip_iterations noslip_tolerance ccd_iterations ccd_tolerance mpr_iterations mpr_tolerance "
             "sdf_iterations sdf_initpoints o_margin o_solref o_solimp collision",
     .ignored = "apirate magnetic sleep_tolerance",
     .children = "flag"},
    {.name = "flag",
     .read =
         "constraint contact passive gravity override equality limit frictionloss spring damper actuation clampctrl "
         "filterparent",
     .ignored = "refsafe warmstart sensor midphase eulerdamp autoreset nativeccd island energy fwdinv "
                "invdiscrete multiccd sleep invdist diagexact ipc sensornoise"},
    {.name = "default",
     .read = "class",
     .children = "default geom joint mesh material pair site camera tendon equality general motor position velocity "
                 "intvelocity damper cylinder muscle dcmotor orientation pid adhesion",
     .ignored_children = "light"},
    {.name = "asset", .children = "mesh hfield material texture", .ignored_children = "skin model"},
    {.name = "mesh",
     .read = "name class file vertex face scale refpos refquat inertia content_type builtin params",
     .soft = "maxhullvert",
     .ignored = "normal texcoord smoothnormal material octree_maxdepth"},
    {.name = "deformable", .ignored_children = "skin"},
    {.name = "hfield", .read = "name nrow ncol size elevation file content_type"},
    {.name = "texture",
     .read = "name type file builtin rgb1 rgb2 mark markrgb",
     .ignored =
         "class colorspace content_type gridsize gridlayout fileright fileleft fileup filedown filefront fileback "
         "random width height hflip vflip nchannel"},
    {.name = "material",
     .read = "name rgba class texture texrepeat texuniform emission specular shininess reflectance metallic roughness",
     .children = "layer"},
    {.name = "layer", .read = "texture role"},
    {.name = "worldbody", .children = BODY_CHILDREN, .ignored_children = BODY_IGNORED},
    {.name = "body",
     .read = "name pos childclass mocap gravcomp " ORIENTATION,
     .ignored = "user sleep simple fuse",
     .children = BODY_CHILDREN,
     .ignored_children = BODY_IGNORED},
    {.name = "frame",
     .read = "pos childclass " ORIENTATION,
     .ignored = "name sleep simple user",
     .children = BODY_CHILDREN,
     .ignored_children = BODY_IGNORED},
    {.name = "plugin", .read = "plugin instance", .ignored_children = "config"}, // mjcf_bend.c
    {.name = "inertial", .read = "pos mass diaginertia fullinertia " ORIENTATION},
    {.name = "freejoint", .read = "name align", .ignored = "group"},
    {.name = "joint",
     .read = "name class type pos axis range limited ref springref armature damping stiffness frictionloss "
             "actuatorfrcrange actuatorfrclimited actuatorgravcomp springdamper",
     .soft = "solreflimit solimplimit solreffriction solimpfriction margin",
     .ignored = "group user align"},
    {.name = "replicate",
     .read = "count offset euler sep childclass",
     .ignored = "prefix",
     .children = BODY_CHILDREN,
     .ignored_children = BODY_IGNORED},
    {.name = "site",
     .read = "name class pos fromto type size " ORIENTATION,
     .ignored = "group material mesh rgba user"},
    {.name = "camera",
     .read = "name class pos mode target fovy " ORIENTATION,
     .ignored = "ipd resolution orthographic projection sensorsize focal focalpixel principal principalpixel output "
                "user"},
    {.name = "geom",
     .read = "name class type size pos fromto mesh hfield mass density friction contype conaffinity condim priority "
             "margin gap adhesion surfacevel group rgba material shellinertia fitscale solref solimp solmix fluidshape "
             "fluidcoef " ORIENTATION,
     .ignored = "user"},
    {.name = "contact", .children = "pair exclude"},
    {.name = "pair",
     .read = "name class geom1 geom2 condim friction adhesion",
     .soft = "solref solimp solreffriction margin gap"},
    {.name = "exclude", .read = "body1 body2", .ignored = "name"},
    {.name = "equality",
     .read = "active", // of a default
     .soft = EQUALITY_SOFT,
     .children = "connect weld joint=equality_joint tendon=equality_tendon"},
    {.name = "connect", .read = "name class active body1 body2 anchor site1 site2", .soft = EQUALITY_SOFT},
    {.name = "weld",
     .read = "name class active body1 body2 relpose anchor site1 site2",
     .soft = EQUALITY_SOFT " torquescale"},
    {.name = "equality_joint", .read = "name class active joint1 joint2 polycoef", .soft = EQUALITY_SOFT},
    {.name = "equality_tendon", .read = "name class active tendon1 tendon2 polycoef", .soft = EQUALITY_SOFT},
    {.name = "tendon", // a section, or a default
     .read = TENDON,
     .soft = TENDON_SOFT,
     .ignored = TENDON_IGNORED,
     .children = "fixed spatial"},
    {.name = "fixed", .read = TENDON, .soft = TENDON_SOFT, .ignored = TENDON_IGNORED, .children = "joint=tendon_joint"},
    {.name = "spatial",
     .read = TENDON,
     .soft = TENDON_SOFT,
     .ignored = TENDON_IGNORED,
     .children = "site=tendon_site geom=tendon_geom pulley=tendon_pulley"},
    {.name = "tendon_joint", .read = "joint coef"},
    {.name = "tendon_site", .read = "site"},
    {.name = "tendon_geom", .read = "geom sidesite"},
    {.name = "tendon_pulley", .read = "divisor"},
    {.name = "actuator",
     .children = "general motor position velocity intvelocity damper cylinder muscle dcmotor orientation pid adhesion"},
    {.name = "general",
     .read = ACTUATOR " body gaintype biastype dyntype gainprm biasprm dynprm actearly actlimited actrange",
     .ignored = ACTUATOR_IGNORED " actdim"},
    {.name = "motor", .read = ACTUATOR, .ignored = ACTUATOR_IGNORED},
    {.name = "position", .read = ACTUATOR " kp kv dampratio timeconst inheritrange", .ignored = ACTUATOR_IGNORED},
    {.name = "velocity", .read = ACTUATOR " kv", .ignored = ACTUATOR_IGNORED},
    {.name = "intvelocity",
     .read = ACTUATOR " kp kv dampratio inheritrange actlimited actrange",
     .ignored = ACTUATOR_IGNORED},
    {.name = "damper", .read = ACTUATOR " kv", .ignored = ACTUATOR_IGNORED},
    {.name = "cylinder", .read = ACTUATOR " timeconst area diameter bias", .ignored = ACTUATOR_IGNORED},
    {.name = "muscle",
     .read = ACTUATOR " timeconst tausmooth range force scale lmin lmax vmax fpmax fvmax",
     .ignored = ACTUATOR_IGNORED},
    {.name = "dcmotor",
     .read = ACTUATOR " motorconst resistance nominal saturation inductance cogging controller thermal lugre input",
     .ignored = ACTUATOR_IGNORED},
    {.name = "orientation", .read = ACTUATOR " kp kv dampratio input", .ignored = ACTUATOR_IGNORED},
    {.name = "pid",
     .read = ACTUATOR " kp kv dampratio ki imax slewmax inheritrange input posrange velrange ffrange",
     .ignored = ACTUATOR_IGNORED},
    {.name = "adhesion", .read = ACTUATOR " body gain", .ignored = ACTUATOR_IGNORED},
    {.name = "sensor",
     .children = "touch=sensor_site accelerometer=sensor_site velocimeter=sensor_site gyro=sensor_site "
                 "force=sensor_site torque=sensor_site magnetometer=sensor_site jointpos=sensor_joint "
                 "jointvel=sensor_joint jointactuatorfrc=sensor_joint jointlimitpos=sensor_joint "
                 "jointlimitvel=sensor_joint jointlimitfrc=sensor_joint ballquat=sensor_joint ballangvel=sensor_joint "
                 "tendonpos=sensor_tendon tendonvel=sensor_tendon tendonactuatorfrc=sensor_tendon "
                 "tendonlimitpos=sensor_tendon tendonlimitvel=sensor_tendon tendonlimitfrc=sensor_tendon "
                 "actuatorpos=sensor_actuator actuatorvel=sensor_actuator actuatorfrc=sensor_actuator "
                 "framepos=sensor_frame framequat=sensor_frame framexaxis=sensor_frame frameyaxis=sensor_frame "
                 "framezaxis=sensor_frame framelinvel=sensor_frame frameangvel=sensor_frame framelinacc=sensor_frame "
                 "frameangacc=sensor_frame subtreecom=sensor_subtree subtreelinvel=sensor_subtree "
                 "subtreeangmom=sensor_subtree distance=sensor_pair normal=sensor_pair fromto=sensor_pair "
                 "e_potential=sensor_world e_kinetic=sensor_world clock=sensor_world rangefinder "
                 "contact=sensor_contact insidesite user=sensor_user",
     .ignored_children = "camprojection tactile plugin"},
    {.name = "sensor_site", .read = "name site cutoff", .ignored = SENSOR_IGNORED},
    {.name = "sensor_joint", .read = "name joint cutoff", .ignored = SENSOR_IGNORED},
    {.name = "sensor_tendon", .read = "name tendon cutoff", .ignored = SENSOR_IGNORED},
    {.name = "sensor_actuator", .read = "name actuator cutoff", .ignored = SENSOR_IGNORED},
    {.name = "sensor_frame", .read = "name objtype objname reftype refname cutoff", .ignored = SENSOR_IGNORED},
    {.name = "sensor_subtree", .read = "name body cutoff", .ignored = SENSOR_IGNORED},
    {.name = "sensor_pair", .read = "name geom1 geom2 body1 body2 cutoff", .ignored = SENSOR_IGNORED},
    {.name = "sensor_world", .read = "name cutoff", .ignored = SENSOR_IGNORED},
    {.name = "rangefinder", .read = "name site camera data cutoff", .ignored = SENSOR_IGNORED},
    {.name = "sensor_contact",
     .read = "name geom1 geom2 body1 body2 subtree1 subtree2 site num data reduce cutoff",
     .ignored = SENSOR_IGNORED},
    {.name = "insidesite", .read = "name objtype objname site cutoff", .ignored = SENSOR_IGNORED},
    {.name = "sensor_user", .read = "name objtype objname dim cutoff", .ignored = SENSOR_IGNORED " datatype needstage"},
    {.name = "keyframe", .children = "key"},
    {.name = "key", .read = "name qpos qvel act ctrl mpos mquat time"},
    {.name = "holdfast",
     .read = "theta integrator static_friction coordinates solver tolerance accept budget effort on_fail "
             "max_iterations accuracy travel fast_tolerance reduction duration "
             "separate_loops restitution friction friction_sides friction_direction cold_start selection",
     .children =
         "geom=holdfast_geom body=holdfast_body joint=holdfast_joint prescribe motion deform fibre fibres planar "
         "loop=holdfast_loop"},
    {.name = "fibre", .read = ROD " points pos tangent length"},
    {.name = "fibres", .read = ROD " file scale up every maximum points"},
    {.name = "holdfast_loop",
     .read = "name type active body1 body2 anchor anchor2 axis axis2 quat length ratio radius"},
    {.name = "holdfast_geom",
     .read =
         "name restitution compliance shape rest_friction slip_speed grain grain_angle friction_across friction_back"},
    {.name = "holdfast_joint", .read = "name bending bending_rest"},
    {.name = "holdfast_body",
     .read =
         "name restitution plane directions form young poisson strain_damping velocity angular_velocity force torque"},
    {.name = "motion", .read = "body file", .children = "key=motion_key"},
    {.name = "deform", .read = "mesh file"},
    {.name = "motion_key", .read = "time pos quat"},
    {.name = "prescribe", .read = "body plane velocity angular_velocity amplitude swing frequency phase"},
    {.name = "planar",
     .read = "normal origin depth friction density",
     .children = "body=planar_body crank=planar_crank polygon disc capsule pin slider gear motor=planar_motor "
                 "spring=planar_spring"},
    {.name = "planar_body",
     .read = "name motion level pos angle velocity turn mass center inertia density gravity force torque amplitude "
             "frequency phase",
     .children = "polygon disc capsule"},
    {.name = "planar_crank",
     .read = "name level pos angle velocity speed amplitude frequency phase",
     .children = "polygon disc capsule"},
    {.name = "polygon", .read = "name points friction restitution margin level collide rgba", .children = "hole"},
    {.name = "hole", .read = "points"},
    {.name = "disc", .read = "name pos radius friction restitution margin level collide rgba"},
    {.name = "capsule", .read = "name from to radius friction restitution margin level collide rgba"},
    {.name = "pin", .read = "name body1 body2 at range stiffness rest damping friction collide far"},
    {.name = "slider", .read = "name body1 body2 axis range stiffness rest damping friction collide"},
    {.name = "gear", .read = "name joint1 joint2 ratio"},
    {.name = "planar_motor", .read = "name joint speed gain limit"},
    {.name = "planar_spring", .read = "name body1 body2 at1 at2 stiffness damping length"},
};

/// Known to MuJoCo, and why it stops here.
static const struct
{
    const char *parent, *name; // parent NULL: anywhere
    const char *remedy;
} refused[] = {
    {"equality", NULL, "only connect, weld, joint and tendon are supported; remove it"},
    {"tendon", NULL, "only fixed and spatial tendons are supported; remove it"},
    {"spatial", NULL, "a spatial tendon passes sites, geoms and pulleys"},
    {"deformable", NULL, "deformable bodies (flex) are not supported; remove it"},
    {NULL, "composite", "stands in <worldbody> or a body"},
    {NULL, "flexcomp", "deformable bodies (flex) are not supported; remove it"},
    {NULL, "joint", "a joint belongs to a body"},
};

static const struct
{
    const char *element, *attribute, *remedy;
} refused_attributes[] = {
    {"geom", "restitution",
     "MJCF has no such attribute; write <custom><text name=\"holdfast:geom:NAME\" data=\"restitution=0.5\"/></custom>, "
     "with "
     "the geom's name"},
    {"general", "input", "an actuator of several inputs is written <pid>, <orientation> or <dcmotor>"},
    {"general", "velrange", "an actuator of several inputs is written <pid>"},
    {"general", "ffrange", "an actuator of several inputs is written <pid>"},
};

int hf_scene_element_count(void)
{
    return (int)(sizeof rules / sizeof rules[0]);
}

hf_scene_element hf_scene_element_at(int index)
{
    const element_rule *r = &rules[index];
    return (hf_scene_element){r->name, r->read, r->soft, r->ignored, r->children, r->ignored_children};
}

static bool listed(const char *list, const char *word, size_t length)
{
    for (const char *s = list; s && *s;)
    {
        size_t here = strcspn(s, " ");
        if (here == length && strncmp(s, word, length) == 0) return true;
        s += here;
        while (*s == ' ') s++;
    }
    return false;
}

/// The rule that a child of `rule` follows: its own name, or what stands after "name=". NULL if it is not among the
/// children.
static const element_rule *child_rule(const element_rule *rule, const char *name)
{
    size_t length = strlen(name);
    for (const char *s = rule->children; s && *s;)
    {
        size_t here = strcspn(s, " "), word = strcspn(s, " =");
        if (word == length && strncmp(s, name, length) == 0)
        {
            const char *target = s[word] == '=' ? s + word + 1 : s;
            size_t size = s[word] == '=' ? here - word - 1 : here;
            for (size_t k = 0; k < sizeof rules / sizeof rules[0]; k++)
                if (strlen(rules[k].name) == size && strncmp(rules[k].name, target, size) == 0) return &rules[k];
        }
        s += here;
        while (*s == ' ') s++;
    }
    return NULL;
}

static void note_soft(mjcf_reader *reader, const char *name)
{
    for (int k = 0; k < reader->soft_count; k++)
        if (strcmp(reader->soft[k], name) == 0) return;
    if (reader->soft_count < SOFT_CAPACITY) reader->soft[reader->soft_count++] = name;
}

static hf_status check_zero(mjcf_reader *reader, const xml_node *node, const char *attribute)
{
    double *values;
    int count;
    TRY(mjcf_list(reader, node, attribute, &values, &count));
    for (int k = 0; k < count; k++)
        if (values[k] != 0)
            return mjcf_fail(reader, node, HF_STATUS_UNSUPPORTED, "%s: is not supported; set it to 0 or remove it",
                             attribute);
    return HF_STATUS_OK;
}

static hf_status check_attribute(mjcf_reader *reader, const element_rule *rule, const xml_node *node,
                                 const xml_attribute *attribute)
{
    const char *name = attribute->name;
    size_t length = strlen(name);
    static const char *const always_soft = "solref solimp solmix gap"; // read, and noted
    if (listed(rule->read, name, length))
    {
        if (listed(always_soft, name, length)) note_soft(reader, name);
        return HF_STATUS_OK;
    }
    if (listed(rule->ignored, name, length)) return HF_STATUS_OK;
    if (listed(rule->zero, name, length)) return check_zero(reader, node, name);
    if (listed(rule->soft, name, length))
    {
        note_soft(reader, name);
        return HF_STATUS_OK;
    }
    for (size_t k = 0; k < sizeof refused_attributes / sizeof refused_attributes[0]; k++)
        if (strcmp(refused_attributes[k].element, node->name) == 0 &&
            strcmp(refused_attributes[k].attribute, name) == 0)
            return mjcf_fail(reader, node, HF_STATUS_UNSUPPORTED, "%s: %s", name, refused_attributes[k].remedy);
    return mjcf_fail(reader, node, HF_STATUS_FORMAT, "has no attribute '%s'; remove it or correct its name", name);
}

static hf_status refuse_element(mjcf_reader *reader, const element_rule *rule, const xml_node *node)
{
    for (size_t k = 0; k < sizeof refused / sizeof refused[0]; k++)
        if ((!refused[k].parent || strcmp(refused[k].parent, rule->name) == 0) &&
            (!refused[k].name || strcmp(refused[k].name, node->name) == 0))
            return mjcf_fail(reader, node, HF_STATUS_UNSUPPORTED, "%s", refused[k].remedy);
    return mjcf_fail(reader, node, HF_STATUS_FORMAT, "is no element of <%s>; remove it or correct its name",
                     rule->name);
}

static hf_status check_element(mjcf_reader *reader, const element_rule *rule, const xml_node *node)
{
    for (int k = 0; k < node->attribute_count; k++)
    {
        hf_status status = check_attribute(reader, rule, node, &node->attributes[k]);
        if (status != HF_STATUS_OK) return status;
    }
    for (const xml_node *child = node->first; child; child = child->next)
    {
        if (listed(rule->ignored_children, child->name, strlen(child->name))) continue;
        const element_rule *next = child_rule(rule, child->name);
        hf_status status = next ? check_element(reader, next, child) : refuse_element(reader, rule, child);
        if (status != HF_STATUS_OK) return status;
    }
    return HF_STATUS_OK;
}

hf_status mjcf_check(mjcf_reader *reader)
{
    if (strcmp(reader->root->name, "mujoco") != 0)
        return mjcf_fail(reader, reader->root, HF_STATUS_FORMAT, "is not MJCF, which begins with <mujoco>%s",
                         strcmp(reader->root->name, "robot") == 0 ? "; this is URDF, whose files end in .urdf" : "");
    return check_element(reader, &rules[0], reader->root);
}

// ---- attributes from outside the file: mjcf_set.c ----

bool mjcf_is_attribute(const char *word)
{
    for (size_t k = 0; k < sizeof rules / sizeof rules[0]; k++)
        if (listed(rules[k].read, word, strlen(word))) return true;
    return false;
}

/// What a body has no word for is said of what it holds: its geoms, its joints.
static int visit_inside(const element_rule *rule, xml_node *body, const char *attribute,
                        void (*visit)(void *context, xml_node *node, bool takes), void *context)
{
    int count = 0;
    for (xml_node *child = body->first; child; child = child->next)
    {
        const element_rule *next = child_rule(rule, child->name);
        if (!next || !listed(next->read, attribute, strlen(attribute)) || strcmp(child->name, "body") == 0) continue;
        visit(context, child, true);
        count++;
    }
    return count;
}

/// Visits what follows rules and is called `name`: by its attribute, or by the element if it has none (option,
/// compiler).
static int visit_named(const element_rule *rule, xml_node *node, const char *name, const char *attribute,
                       void (*visit)(void *context, xml_node *node, bool takes), void *context)
{
    const char *own = xml_value(node, "name");
    int count = 0;
    if (strcmp(own ? own : node->name, name) == 0)
    {
        bool takes = listed(rule->read, attribute, strlen(attribute));
        if (!takes && strcmp(rule->name, "body") == 0) count += visit_inside(rule, node, attribute, visit, context);
        visit(context, node, takes);
        count++;
    }
    for (xml_node *child = node->first; child; child = child->next)
    {
        const element_rule *next = child_rule(rule, child->name);
        if (next) count += visit_named(next, child, name, attribute, visit, context);
    }
    return count;
}

int mjcf_visit_named(mjcf_reader *reader, const char *name, const char *attribute,
                     void (*visit)(void *context, xml_node *node, bool takes), void *context)
{
    return visit_named(&rules[0], reader->root, name, attribute, visit, context);
}
