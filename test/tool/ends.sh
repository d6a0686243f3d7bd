#!/usr/bin/env bash
# Runs that once sat in a step for minutes, or stopped: they end, and what they say of themselves is held to numbers.
root=$(cd "$(dirname "$0")/../.." && pwd)
# shellcheck source=test/tool/common.sh
. "$(dirname "$0")/common.sh"

# within KEY MOST: the value of the last run is at most that.
within() {
    awk -v x="$(value out "$1")" -v most="$2" 'BEGIN { exit !(x == x + 0 && x <= most) }' || fail "$1 is $(value out "$1"), more than $2"
}

# counts STEPS: of as many steps, each is of one quality, and none failed.
counts() {
    local steps exact approximate
    steps=$(value out steps) exact=$(value out steps_exact) approximate=$(value out steps_approximate)
    [ "$steps" = "$1" ] && [ "$(value out steps_failed)" = 0 ] && [ $((exact + approximate)) = "$1" ] ||
        fail "of $1 steps: $steps made, $exact exact, $approximate approximate, $(value out steps_failed) failed"
    [ "$(value out end)" = done ] || fail "the run ended as '$(value out end)'"
}

# ---- a net in steps five times as long as its own: meshes of ropes, 69 loops ----
expect 0 "$tool" run net --dt 0.01 --json
json out
counts 200
within approximate_worst 1e-4
within penetration_worst 2e-3
within energy_drift -15 # it falls by as much
within work_max 2e7 # units of about 10 ns

# ---- a rope of 25 joints over a rod, in steps ten times as long as its own: it once gained 44,000 J ----
expect 0 "$tool" run hoist --dt 0.01 --json
json out
counts 200
within steps_approximate 8 # which is chance: of the 112 that are cut, some end with a small problem's 20 ms
within approximate_worst 1e-5
within penetration_worst 2e-3
within energy_drift -70 # it falls by 80 to 88 J at 1 ms
within energy_unexplained 10
within work_max 2e7

# ---- solvers of a pyramid, which the exact cone once stopped: exact for the law they have, and what that is off by is said ----
expect 0 "$tool" run ring --solver robust --json
counts 1000
[ "$(value out friction)" = "pyramid:8" ] || fail "the law is $(value out friction)"
within not_certified 0
within cone_worst 5e-3
within penetration_worst 1e-6
within energy_rise 1e-5 # links that roll on each other: of second order, of either sign: 2e-6 J of 14 J
within energy_unexplained 1e-12
expect 0 "$tool" run isotropy --solver 4sides --json
counts 500
within not_certified 0
within cone_worst 2e-2
within penetration_worst 1e-6
within energy_rise 1e-9

# ---- an arm whose links overlap where it starts ----
arm=$root/../shared/models/kinova_gen3/scene.xml
if [ -e "$arm" ] && "$tool" info "$arm" >/dev/null 2>&1; then
    expect 0 "$tool" run "$arm" --duration 1 --json
    counts 500
    within approximate_worst 1e-4
    within penetration_worst 1e-3
    within energy_rise 1e-6
    within work_max 2e8
else
    echo "skipped: the arm (../shared/models is missing, or this build reads no MJCF)"
fi

finish
