#!/usr/bin/env bash
# scenes and info: what there is, what a scene consists of, and what is said of scenes that are wrong.
# shellcheck source=test/tool/common.sh
. "$(dirname "$0")/common.sh"

expect 0 "$tool" scenes
says out "card_house"
silent err
expect 0 "$tool" scenes --names
for name in incline pinch wall stop launch gap isotropy billiards mass_ratio towers ladder arch card_house table bounce top_free top_heavy \
    rolling_disc euler_disc rest painleve box_wall pyramid pyramids joint_grid hopper slope_of_sand tumbler smash sphere_pile rocks kapla dominoes cradle balls ball_drop grasp; do
    grep -qx "$name" out || fail "$name is not listed"
done
expect 0 "$tool" scenes --json
json out
expect 0 "$tool" scenes arch
says out "stones (default 25, 3 to 1001)"
expect 1 "$tool" scenes arc
says err "did you mean 'arch'"

expect 0 "$tool" info card_house:levels=10 --json
json out
for pair in nbody=156 njoint=155 nv=930 nu=0 ngeom=156 npair=12090; do
    [ "$(value out "${pair%=*}")" = "${pair#*=}" ] || fail "${pair%=*} is $(value out "${pair%=*}") instead of ${pair#*=}"
done
expect 0 "$tool" info table
says out "50 kg"
says out "11 that may touch"
expect 0 "$tool" info box_wall
says out "and 961 more"
expect 1 "$tool" info incline:mu=-1
says err "must lie in 0"
expect 1 "$tool" info nothing
says err "neither a built-in scene"
expect 1 "$tool" info missing.xml
says err "missing.xml"

printf '<mujoco>\n<worldbody>\n<body><freejoint/><geom size=".1" solref="1"/></body></worldbody></mujoco>\n' >ball.xml
printf '<mujoco>\n<worldbody>\n<geom type="plane" size="1 1 1"/><body name="sunk"><freejoint/><geom size=".1"/></body></worldbody></mujoco>\n' >sunk.xml
expect 0 "$tool" info sunk.xml
says out "the world and 'sunk' overlap by 0.1 m at the start"
expect 0 "$tool" run sunk.xml --duration 0.1 --json
says err "note: the world and 'sunk' overlap by 0.1 m at the start (shapes 0 and 1): that is lifted out"
json out
[ "$(value out ignored_pairs)" = 0 ] || fail "what stands in the floor is not left alone"
expect 1 "$tool" run sunk.xml --duration 0.1 --csv sunk.csv --html sunk.html --strict-start
says err "the world and 'sunk' overlap by 0.1 m at the start"
says err "Move one of them"
printf '<mujoco>\n<worldbody><body name="a"><freejoint/><geom size=".1"/></body><body name="b" pos=".05 0 0"><freejoint/><geom size=".1"/></body></worldbody></mujoco>\n' >twins.xml
expect 0 "$tool" run twins.xml --duration 0.1
says err "'a' and 'b' overlap by 0.15 m at the start (shapes 0 and 1): they are left alone"
says out "left alone until they separate"
expect 1 "$tool" run twins.xml --strict-start
[ ! -e sunk.csv ] && [ ! -e sunk.html ] || fail "a run that cannot begin left files behind"
expect 0 "$tool" info ball.xml --json
json out
[ "$(value out nbody)" = 2 ] || fail "two bodies"
says err "note: ball.xml: "
says err "solref"
printf '<mujoco>\n<worldbody>\n<body><joint/></body></worldbody></mujoco>\n' >robot.xml
expect 1 "$tool" info robot.xml
says err "holdfast info: robot.xml:3: <body>: the body moves, but has no mass"

# ---- bundled scenes, by their names ----
expect 0 "$tool" info humanoid.xml --json
[ "$(value out nv)" = 26 ] || fail "the bundled humanoid: $(cat out)"
expect 0 "$tool" run humanoid.xml# --control humanoid_squat.csv --duration 0.01
cp ball.xml wall.xml # a file here comes first
expect 0 "$tool" info wall.xml --json
[ "$(value out nbody)" = 2 ] || fail "wall.xml is not the one here"
expect 1 "$tool" info ./humanoid.xml
expect 1 "$tool" run humanoid.xml --control none.csv --duration 0.01
says err "none.csv"

# ---- nowhere to write to ----
if [ -c /dev/full ]; then
    "$tool" scenes >/dev/full 2>err
    [ $? -eq 1 ] || fail "a full output: exit code"
    says err "the output cannot be written"
fi
finish
