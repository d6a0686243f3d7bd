#!/usr/bin/env bash
# Solvers of the user's own: a plugin, and programs that read FCLIB; what lies, hangs or crashes costs its own row only.
root=$(cd "$(dirname "$0")/../.." && pwd)
# shellcheck source=test/tool/common.sh
. "$(dirname "$0")/common.sh"
need_files
command -v cc >/dev/null || {
    echo "skipped: there is no C compiler"
    exit 77
}

expect 0 "$tool" generate --count 2 --contacts 6 --output set

# The listing of the tutorial, as a plugin.
awk '/^```c$/ { on = 1; next } /^```/ { on = 0 } on' "$root/docs/tutorial/4-solver.md" >mine.c
cc -shared -fPIC -I"$root/include" mine.c -o mine.so -lm || fail "the tutorial's plugin does not compile"
expect 0 "$tool" solvers --names --plugin ./mine.so
says out "mine"
expect 0 "$tool" bench set --solvers auto,mine,liar --plugin mine.so --json
json out
[ "$(grep -c '"solver": "mine", "outcome": "converged"' out)" -eq 2 ] || fail "mine did not solve both: $(cat out)"
[ "$(grep -c '"solver": "liar", "outcome": "stalled"' out)" -eq 2 ] || fail "the liar is not caught: $(cat out)"
grep -q "'liar' says that it converged" out || fail "nobody says that it lies"
expect 2 "$tool" solve set/*1.hdf5 --plugin=mine.so --solver liar
says out "stalled"
expect 0 "$tool" run incline --solver mine --plugin mine.so --duration 0.1 --json
json out
expect 1 "$tool" run incline --solver mine --duration 0.1
says err "no solver 'mine'"
expect 1 "$tool" solvers --plugin nowhere.so
says err "nowhere.so"
echo 'int nothing;' | cc -shared -fPIC -x c - -o empty.so
expect 1 "$tool" solvers --plugin empty.so
says err "hf_plugin"

# A program that reads FCLIB: ours, by a script.
cat >good.sh <<EOF
'$tool' solve "\$1" --output "\$2" >/dev/null
EOF
printf '%s\n' 'for k in 1 2 3 4 5 6; do echo "0 0 0"; done >"$2"' >zero.sh
echo 'kill -SEGV $$' >crash.sh
echo 'sleep 100 & wait' >hang.sh
echo 'echo "1 2 three" >"$2"' >nonsense.sh
echo 'exit 7' >fails.sh
echo 'echo hello' >silent.sh
commands=()
for name in good zero crash hang nonsense fails silent; do
    commands+=(--external "sh $work/$name.sh {problem} {answer}")
done
expect 1 "$tool" bench set --max-seconds 0.5 --json "${commands[@]}"
json out
row() { # NAME OUTCOME: of both problems
    [ "$(grep -c "\"solver\": \"$1.sh\", \"outcome\": \"$2\"" out)" -eq 2 ] || fail "$1 is not $2: $(grep "$1.sh" out)"
}
row good converged
row zero stalled
row crash crashed
row hang timeout
row nonsense error
row fails error
row silent error
grep -q '"solver": "auto", "outcome": "converged"' out || fail "auto was not measured"
grep -q 'the answer has 2 numbers, 18 are needed' out || fail "nonsense is not explained"
grep -q 'ended with exit code 7' out || fail "an exit code is not told"
grep -q 'wrote no answer' out || fail "a missing answer is not told"
pgrep -f 'sleep 100 & wait' >/dev/null && fail "the program that hangs is still there"
[ -z "$(ls -d "${TMPDIR:-/tmp}"/holdfast-external-* 2>/dev/null)" ] || fail "folders of trials are left"
expect 1 "$tool" bench set --external 'mine {problem}'
says err "{answer} is missing"
finish
