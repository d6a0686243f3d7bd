#!/usr/bin/env bash
# bench: table, files, and that a crash, a hang or a bad file costs its own row only.
# shellcheck source=test/tool/common.sh
. "$(dirname "$0")/common.sh"
need_files

expect 0 "$tool" generate --count 3 --contacts 12 --output set
expect 0 "$tool" generate --contacts 8 --dimension 2 --output set/planar.hdf5
echo "ignored" >set/lcp.mtx

expect 0 "$tool" bench set --solvers hybrid,mfb+enum,4sides --max-seconds 2 --csv b.csv --profile b.svg
silent err
says out "mean iters"
says out "% fail-safe"
[ "$(wc -l <b.csv)" -eq 13 ] || fail "the CSV has not a row for each file and solver"
[ "$(cut -d, -f1 b.csv | tail -n +2 | uniq | sort -c 2>&1)" = "" ] || fail "the files are not in order"
says b.svg "</svg>"
awk -F, '$4 == "hybrid" && ($5 != "converged" || $6 > 1e-8 || $8 <= 0) { exit 1 }' b.csv || fail "hybrid is not certified: $(cat b.csv)"

expect 0 "$tool" bench set --solvers hybrid,enum --json --repeat 3
json out
[ "$(grep -c '"outcome": ' out)" -eq 8 ] || fail "not a line for each file and solver"
[ "$(grep -c '"summary": ' out)" -eq 2 ] || fail "not a summary for each solver"
[ "$(value out repetitions)" -ge 3 ] || fail "fewer than three repetitions"

# A damaged file costs its row, and the exit code says so.
head -c 3000 set/planar.hdf5 >set/broken.hdf5
expect 1 "$tool" bench set --solvers hybrid,enum --json
json out
[ "$(grep -c '"outcome": "unreadable"' out)" -eq 2 ] || fail "the broken file is not reported"
[ "$(grep -c '"outcome": "converged"' out)" -eq 8 ] || fail "the good files were not solved"
expect 1 "$tool" bench set --solvers hybrid
says out "broken.hdf5"
rm set/broken.hdf5

# A solver killed from outside while it runs: the processor time of a process is limited to a second, which only the child uses up.
expect 0 "$tool" generate --kind spheres --contacts 1000 --output hard.hdf5
(
    ulimit -t 1 # of the processor: a busy machine may take many seconds for it
    "$tool" bench hard.hdf5 set/planar.hdf5 --solvers enum,hybrid --tol 1e-14 --max-seconds 300 --json >killed 2>err
    echo $? >code
)
[ "$(cat code)" -eq 1 ] || fail "a crash gave exit code $(cat code)"
json killed
grep '"file": "hard.hdf5", "solver": "enum"' killed | grep -q '"outcome": "crashed", "error": "signal' ||
    fail "the crash is not reported: $(cat killed)"
[ "$(grep -c '"summary"' killed)" -eq 2 ] || fail "the rest was not measured"
grep -q '"file": "set/planar.hdf5"' killed || fail "the file after the crash was not measured"

mkdir nothing
expect 1 "$tool" bench nothing
says err "no problems in this folder"
expect 1 "$tool" bench set --solvers hybrid,nobody
says err "nobody"
expect 1 "$tool" bench set --profile nowhere/p.svg
silent out
finish
