#!/usr/bin/env bash
# Starts, checkpoints and sizes that once went wrong: inputs of test/attacks, and a robot where it is there.
shared=$(cd "$(dirname "$0")/../../.." && pwd)/shared
attacks=$(cd "$(dirname "$0")/.." && pwd)/attacks
# shellcheck source=test/tool/common.sh
. "$(dirname "$0")/common.sh"

# ---- a checkpoint of another scene ----
expect 0 "$tool" run "$attacks/check_a.xml" --duration 0.1 --checkpoint a.check
expect 0 "$tool" run "$attacks/check_a.xml" --duration 0.2 --resume a.check
expect 1 "$tool" run "$attacks/check_grav.xml" --duration 0.2 --resume a.check
says err "another scene"
says err "what differs: gravity"
expect 1 "$tool" run "$attacks/check_slide.xml" --duration 0.2 --resume a.check
says err "what differs: joints"

# ---- a hundred thousand bodies, and a hundred million heights ----
expect 0 timeout 60 "$tool" info "$attacks/rep100000.xml"
says out "100000 free"
limit_memory() { # to 1 GB, where the address sanitizer does not need terabytes of addresses for itself
    (ulimit -v 1000000 && "$tool" --version) >/dev/null 2>&1 && ulimit -v 1000000
    return 0
}
(limit_memory && "$tool" info "$attacks/hfield_1.6GB.xml") >out 2>err
[ $? -eq 1 ] || fail "a height field of 1.6 GB: exit code"
says err "10000 × 10000 heights"
(limit_memory && "$tool" lcp "$attacks/rows_2e9.mtx" "$attacks/rows_2e9.mtx") >out 2>err
[ $? -eq 1 ] || fail "a Matrix Market head of 2e9 rows: exit code"
says err "rows_2e9.mtx"

# ---- a robot whose links overlap where it starts, with the same bits after a checkpoint ----
arm=$shared/models/kinova_gen3/scene.xml
if [ -e "$arm" ]; then
    expect 1 "$tool" run "$arm#" --duration 0.1 --strict-start
    says err "'base_link' and 'shoulder_link' overlap by 0.012 m at the start"
    expect 0 timeout 60 "$tool" run "$arm#" --duration 0.2 --json
    json out
    [ "$(value out ignored_pairs)" = 1 ] || fail "one pair is left alone, not $(value out ignored_pairs)"
    whole=$(value out state)
    expect 0 timeout 60 "$tool" run "$arm#" --duration 0.1 --checkpoint arm.check
    expect 0 timeout 60 "$tool" run "$arm#" --duration 0.2 --resume arm.check --json
    says err "overlapped at the start of an earlier run"
    [ "$(value out state)" = "$whole" ] || fail "resumed, the state is $(value out state) instead of $whole"
fi
finish
