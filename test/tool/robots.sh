#!/usr/bin/env bash
# info and run of mechanisms: the tree, its dynamics, keyframes, controls.
# shellcheck source=test/tool/common.sh
. "$(dirname "$0")/common.sh"

cat >arm.xml <<'XML'
<mujoco model="arm">
  <compiler angle="radian"/>
  <option gravity="0 0 -10"/>
  <worldbody>
    <body name="upper">
      <joint name="shoulder" axis="0 1 0" damping="0.1"/>
      <inertial pos="0.5 0 0" mass="2" diaginertia="0.1 0.1 0.1"/>
      <body name="lower" pos="1 0 0">
        <joint name="elbow" axis="0 1 0" range="-2 2" damping="0.1"/>
        <inertial pos="0.5 0 0" mass="1" diaginertia="0.1 0.1 0.1"/>
      </body>
    </body>
  </worldbody>
  <actuator>
    <motor name="shoulder" joint="shoulder"/>
    <position name="elbow" joint="elbow" kp="50" kv="5"/>
  </actuator>
  <keyframe><key name="rest"/><key name="bent" qpos="0 1" qvel="0.5 0" ctrl="-20 1"/></keyframe>
</mujoco>
XML

# ---- info: M of the stretched arm is known by hand ----
expect 0 "$tool" info arm.xml --json --dynamics
json out
silent err
[ "$(value out nbody)" = 3 ] && [ "$(value out njoint)" = 2 ] && [ "$(value out nv)" = 2 ] && [ "$(value out nu)" = 2 ] || fail "counts: $(cat out)"
[ "$(value out mass)" = 3 ] || fail "mass is $(value out mass)"
says out '"qpos": [0, 0]'
grep -oE '"mass_matrix": .*' out | tr -d '[]",' | awk '{ # 2 0.5² + 0.1 + 1.5² + 0.1 = 2.95, 1.5 0.5 + 0.1 = 0.85, 0.35; g: -25, -5
    ok = ($2 - 2.95) ^ 2 + ($3 - 0.85) ^ 2 + ($4 - 0.85) ^ 2 + ($5 - 0.35) ^ 2 + ($7 + 25) ^ 2 + ($8 + 5) ^ 2 < 1e-24; exit !ok }' ||
    fail "mass matrix and bias: $(grep -oE '"mass_matrix": .*' out)"
expect 0 "$tool" info arm.xml --json --dynamics --key bent
says out '"qpos": [0, 1]'
says out '"qvel": [0.5, 0]'
expect 0 "$tool" info arm.xml
says out " lower"
says out "hinge elbow -2 … 2"
says out "joint elbow, gear 1, gain 50, bias 0 -50 -5"
says out "keyframes rest bent"
expect 1 "$tool" info arm.xml --key none
says err "no keyframe 'none'"

# ---- a fibre is named, and so are its segments ----
cat >rope.xml <<'XML'
<mujoco>
  <worldbody/>
  <holdfast duration="0.01"><fibre name="rope" points="0 0 1  0.5 0 1" kind="der" section="0.004" elements="4"/></holdfast>
</mujoco>
XML
expect 0 "$tool" info rope.xml
says out "fibres    1, whose segments count as free bodies"
says out "rope, segment 3"
expect 0 "$tool" info rope.xml --json
[ "$(value out nfibre)" = 1 ] && [ "$(value out nbody)" = 5 ] || fail "fibres: $(cat out)"

# ---- run: constants, keyframes, tables ----
expect 0 "$tool" run arm.xml --duration 0.1 --json
falling=$(value out state)
expect 0 "$tool" run arm.xml --duration 0.1 --set shoulder=-25,elbow=0 --json
[ "$(value out state)" != "$falling" ] || fail "the controls change nothing"
held=$(value out state)
printf 'time, "shoulder",elbow\n0,-25,0\n' >hold.csv
expect 0 "$tool" run arm.xml --duration 0.1 --control hold.csv --json
[ "$(value out state)" = "$held" ] || fail "a table of one row is no constant"
printf 'time,shoulder\n0,-25\n0.05,25\n' >turn.csv
expect 0 "$tool" run arm.xml --duration 0.1 --control turn.csv --json
[ "$(value out state)" != "$held" ] || fail "the second row changes nothing"
expect 0 "$tool" run arm.xml --duration 0.1 --key bent --json
expect 1 "$tool" run arm.xml --key none
says err "no keyframe 'none'"
expect 1 "$tool" run arm.xml --set sholder=1
says err "did you mean 'shoulder'?"
expect 1 "$tool" run arm.xml --set shoulder
says err "NAME=VALUE"
printf 'shoulder\n1\n' >bad.csv
expect 1 "$tool" run arm.xml --control bad.csv
says err "bad.csv:1: the first column is called time"
printf 'time,wrist\n0,1\n' >bad.csv
expect 1 "$tool" run arm.xml --control bad.csv
says err "bad.csv:1: there is no actuator 'wrist'"
printf 'time,elbow\n0,1\n0.1,x\n' >bad.csv
expect 1 "$tool" run arm.xml --control bad.csv
says err "bad.csv:3: 'x' is no number"
printf 'time,elbow\n0,1\n0.1,1,2\n' >bad.csv
expect 1 "$tool" run arm.xml --control bad.csv
says err "bad.csv:3: 3 numbers, the head names 2 columns"
printf 'time,elbow\n1,1\n0,1\n' >bad.csv
expect 1 "$tool" run arm.xml --control bad.csv
says err "bad.csv:3: time goes back"
printf 'time,elbow\n' >bad.csv
expect 1 "$tool" run arm.xml --control bad.csv
says err "has no rows"
expect 1 "$tool" run arm.xml --control missing.csv
says err "missing.csv: cannot be read"

# ---- URDF ----
cat >arm.urdf <<'XML'
<robot name="arm">
  <link name="base"><inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial></link>
  <link name="tip"><inertial><mass value="2"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial></link>
  <joint name="j" type="continuous"><parent link="base"/><child link="tip"/></joint>
  <transmission name="t"/>
</robot>
XML
expect 0 "$tool" info arm.urdf --json
[ "$(value out nv)" = 1 ] && [ "$(value out mass)" = 2 ] || fail "a fixed root: $(cat out)"
says err "note: arm.urdf: not used: transmission"
expect 0 "$tool" info arm.urdf --floating --json
[ "$(value out nv)" = 7 ] && [ "$(value out mass)" = 3 ] || fail "a floating root: $(cat out)"
expect 0 "$tool" run arm.urdf#floating --duration 0.01
expect 1 "$tool" run arm.urdf#home
says err "URDF has no keyframes"

# ---- convert ----
expect 0 "$tool" convert arm.xml flat.xml
expect 0 "$tool" run flat.xml --duration 0.1 --json
[ "$(value out state)" = "$falling" ] || fail "the flat file is another scene"
expect 0 "$tool" convert arm.urdf from_urdf.xml --floating
expect 0 "$tool" info from_urdf.xml --json
[ "$(value out nv)" = 7 ] || fail "the converted robot: $(cat out)"
expect 1 "$tool" convert arm.xml arm2.urdf
says err "arm2.urdf: 2 actuators: URDF has no words for it; --lossy"
[ ! -e arm2.urdf ] || fail "a file that did not become whole is left"
expect 0 "$tool" convert arm.xml arm2.urdf --lossy
says err "left out: 2 actuators"
expect 0 "$tool" info arm2.urdf --json
[ "$(value out nv)" = 2 ] || fail "the converted arm: $(cat out)"
expect 1 "$tool" convert arm.xml arm.txt
says err "neither in .xml"
finish
