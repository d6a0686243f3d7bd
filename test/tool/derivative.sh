#!/usr/bin/env bash
# check --derivative: derivatives that agree from either side, ones that part where a limit is, and bad input.
# shellcheck source=test/tool/common.sh
. "$(dirname "$0")/common.sh"

for scene in incline:mu=0.3,angle=30 incline:mu=0.7,angle=30 pendulum; do
    expect 0 "$tool" check --derivative "$scene" --at 0.1 --json
    json out
    [ "$(value out outcome)" = passed ] || fail "$scene: $(cat out)"
    [ "$(value out changed)" = 0 ] || fail "$scene: $(cat out)"
    [ "$(value out agree)" -ge 8 ] || fail "$scene: $(cat out)"
done

# A box that touches without weight: it rises freely, and does not sink.
cat >touch.xml <<'XML'
<mujoco><option gravity="0 0 0"/><worldbody><geom name="floor" type="plane" size="1 1 .1"/><body name="box" pos="0 0 .1"><freejoint/>
<geom type="box" size=".1 .1 .1" mass="1"/></body></worldbody></mujoco>
XML
expect 0 "$tool" check --derivative touch.xml --at 0
says out "a contact of world and box: open -> sticks"

expect 1 "$tool" check --derivative nowhere.xml
says err "nowhere.xml"

finish
