// A scene with nearly everything that MJCF knows of mechanisms, and a robot in URDF.

#ifndef HF_TEST_MECHANISM_TEXT_H
#define HF_TEST_MECHANISM_TEXT_H

static const char *const machine_text =
    "<mujoco><compiler angle='radian'/><option timestep='.001' gravity='0 1 -9' viscosity='.01'/>"
    "<asset><mesh name='m' vertex='0 0 0 .1 0 0 0 .1 0 0 0 .1'/><hfield name='h' nrow='2' ncol='3' size='5 5 .5 .1' "
    "elevation='1 2 3 4 5 6'/></asset>"
    "<worldbody><geom type='hfield' hfield='h' pos='0 0 -2'/><site name='anchor' pos='0 0 3'/>"
    "<body name='base' pos='0 0 1' quat='1 .1 .2 .3'><freejoint/><geom name='g&amp;h' size='.1' friction='.3' "
    "priority='2'/><site name='hook'/>"
    "<body name='arm' pos='.5 0 0'><joint name='a' pos='0 0 .1' axis='1 1 0' range='-1 1' damping='.1' stiffness='2' "
    "springref='.3' ref='.2' armature='.01' frictionloss='.05' actuatorfrcrange='-3 2'/>"
    "<geom type='mesh' mesh='m'/><body pos='.2 0 0'><geom type='capsule' size='.02 .05' contype='2' conaffinity='0'/>"
    "<body pos='0 .3 0'><joint name='b' type='ball' range='0 1'/><geom name='tip' type='box' size='.1 .05 "
    ".02'/></body></body></body>"
    "<body name='crank' pos='-.4 0 0' gravcomp='.5'><joint name='c' type='slide' axis='0 0 2'/><geom size='.05'/>"
    "<body name='rod'><joint name='d' axis='0 1 0'/><geom type='cylinder' size='.02 .1' pos='0 0 "
    ".2'/></body></body></body>"
    "<body name='hand' mocap='true' pos='3 0 0'><geom type='ellipsoid' size='.1 .2 .3'/></body></worldbody>"
    "<contact><exclude body1='arm' body2='crank'/><pair geom1='g&amp;h' geom2='tip' friction='.1'/></contact>"
    "<equality><connect body1='rod' body2='arm' anchor='.1 0 .2' active='false'/>"
    "<weld body1='rod' relpose='0 0 0 1 0 0 0' active='false'/>"
    "<joint joint1='c' joint2='d' polycoef='0 .01 .02'/></equality>"
    "<tendon><fixed name='t' stiffness='1'><joint joint='c' coef='2'/><joint joint='d' coef='1'/></fixed>"
    "<spatial name='rope' range='0 9' damping='.5'><site site='anchor'/><site site='hook'/></spatial></tendon>"
    "<actuator><position name='p' joint='a' kp='3' dampratio='.5'/><motor name='m' tendon='t' ctrlrange='-1 1'/>"
    "<general name='s' site='hook' gear='0 0 1 0 1 0'/></actuator>"
    "<keyframe><key name='one'/><key name='two' qpos='0 0 2 1 0 0 0 .3 1 0 0 0 .001 .1' ctrl='.1 .2 .3' "
    "qvel='0 0 0 0 0 0 .1 .2 .3 .4 .5 .6'/></keyframe>"
    "<holdfast theta='.75' duration='3'><geom name='g&amp;h' restitution='.2'/></holdfast></mujoco>";

static const char *const robot_text =
    "<robot name='r'><mujoco><option timestep='.01'/><actuator><motor joint='j'/></actuator></mujoco>"
    "<link name='base'><collision><geometry><box size='1 2 3'/></geometry></collision></link>"
    "<link name='a'><inertial><origin xyz='0 0 .1' rpy='.1 .2 .3'/><mass value='2'/><inertia ixx='1' iyy='1' izz='1' "
    "ixy='0.1' ixz='0' iyz='0'/></inertial><collision><origin rpy='0 1 0'/><geometry><cylinder radius='.1' "
    "length='.4'/></geometry></collision></link>"
    "<link name='tip'><inertial><mass value='1'/><inertia ixx='1' iyy='1' izz='1'/></inertial></link>"
    "<link name='b'><inertial><mass value='1'/><inertia ixx='1' iyy='1' izz='1'/></inertial></link>"
    "<joint name='j' type='revolute'><origin xyz='0 0 1'/><parent link='base'/><child link='a'/><axis xyz='0 1 0'/>"
    "<limit lower='-1' upper='1' effort='3'/><dynamics damping='.1' friction='.2'/></joint>"
    "<joint name='f' type='fixed'><parent link='a'/><child link='tip'/></joint>"
    "<joint name='k' type='planar'><parent link='tip'/><child link='b'/><axis xyz='0 0 1'/></joint></robot>";

#endif
