#!/usr/bin/env bash
# hunt: the same configurations have the same counts, all have forces, the hardest is certified by check; bad input is refused.
# shellcheck source=test/tool/common.sh
. "$(dirname "$0")/common.sh"

# The hardest goes to an FCLIB file, where this build writes such.
hardest=(--out hard.hdf5)
"$tool" generate --contacts 1 --output probe.hdf5 >out 2>err || { says err "HDF5"; hardest=(); }

for dimension in 2 3; do
    expect 0 "$tool" hunt static-friction --contacts 3 --dimension $dimension --count 3000 --seed 7 --json "${hardest[@]}"
    cp out first
    json out
    [ "$(value out configurations)" = 3000 ] || fail "$(cat out)"
    [ "$(value out counterexamples)" = 0 ] || fail "$(cat out)"
    [ "$(value out undecided)" = 0 ] || fail "$(cat out)"
    [ "$(value out by_paper)" -gt 2900 ] || fail "the paper's algorithm solves few: $(cat out)"
    [ "$(value out by_paper)" -lt 3000 ] || fail "nothing was hard: $(cat out)"
    [ "$(($(value out by_paper) + $(value out by_pivot) + $(value out by_auto) + $(value out by_states)))" = 3000 ] || fail "$(cat out)"
    [ ${#hardest[@]} -eq 0 ] || expect 0 "$tool" check hard.hdf5 --tol 1e-8
    expect 0 "$tool" hunt static-friction --contacts 3 --dimension $dimension --count 3000 --seed 7 --json "${hardest[@]}"
    cmp -s out first || fail "two runs differ: $(cat first out)"
done
[ "$(value first states)" = 0 ] || fail "states are of the plane: $(cat first)"
expect 0 "$tool" hunt static-friction --contacts 2 --count 640 --json
[ "$(value out compared)" = 10 ] || fail "$(cat out)"
[ "$(value out states)" -ge 160 ] || fail "$(cat out)"

expect 0 "$tool" hunt static-friction --contacts 1 --seconds 0.2
says out "undecided"
expect 1 "$tool" hunt dynamic-friction
says err "there is no conjecture 'dynamic-friction'"
expect 1 "$tool" hunt static-friction --contacts 9
says err "contacts"
expect 1 "$tool" hunt static-friction --count 10 --out missing/hard.hdf5
[ ${#hardest[@]} -eq 0 ] || says err "missing/hard.hdf5"
finish
