#!/usr/bin/env bash
# solve, check, generate: outcomes, exit codes, JSON, files, and what bad input leads to.
# shellcheck source=test/tool/common.sh
. "$(dirname "$0")/common.sh"
need_files

# A generated file holds a solution, and check confirms it.
expect 0 "$tool" generate --contacts 30 --seed 3 --output p.hdf5
says out "30 contacts"
expect 0 "$tool" check p.hdf5
says out "passed"
expect 0 "$tool" generate --contacts 30 --seed 3 --output again.hdf5
expect 0 "$tool" generate --contacts 20 --dimension 2 --seed 4 --unsymmetric 0.05 --output planar.hdf5
expect 0 "$tool" generate --kind bricks --contacts 16 --output wall.hdf5
expect 0 "$tool" generate --contacts 0 --output empty.hdf5
expect 1 "$tool" generate --kind bricks --stick 0.5 --output x.hdf5
says err "--stick means nothing"
expect 1 "$tool" generate --stick 0.8 --slip 0.8 --output x.hdf5
expect 1 "$tool" generate
says err "--output"
expect 0 "$tool" generate --count 3 --contacts 2 --output set
[ "$(find set -name '*.hdf5' | wc -l)" -eq 3 ] || fail "generate --count 3 did not make three files"

# All converged: 0, one object a file, with all members.
expect 0 "$tool" solve p.hdf5 planar.hdf5 wall.hdf5 empty.hdf5 --json
silent err
json out
[ "$(wc -l <out)" -eq 4 ] || fail "not one line a file"
for key in file solver outcome natural iterations seconds contacts dimension asymmetry form approach cone complementarity \
    misalignment phases local_solves failsafe_solves local_failures note; do
    [ "$(grep -c "\"$key\": " out)" -eq 4 ] || fail "a line lacks $key"
done
[ "$(grep -c '"outcome": "converged"' out)" -eq 4 ] || fail "not all converged"
[ "$(value out contacts)" = 30 ] && [ "$(value out dimension)" = 90 ] || fail "wrong sizes"

# The table; the report says that W is unsymmetric, and only where it is.
expect 0 "$tool" solve p.hdf5 planar.hdf5
silent err
[ "$(grep -c 'unsymmetric' out)" -eq 1 ] || fail "one W is unsymmetric, and one is not"
grep '^planar' out | grep -q 'W unsymmetric' || fail "the report does not say that W is unsymmetric"
if grep -q "$(printf '\033')" out; then fail "colours in a file"; fi

# What solve says and what check finds in the file that it wrote are the same number.
expect 0 "$tool" solve wall.hdf5 --tol 1e-9 --output solved.hdf5 --json
natural=$(value out natural)
expect 0 "$tool" check wall.hdf5 --solution solved.hdf5 --tol 1e-9 --json
json out
[ "$(value out natural)" = "$natural" ] || fail "solve says $natural, check says $(value out natural)"
expect 2 "$tool" check wall.hdf5 --solution solved.hdf5 --tol 1e-30
says out "failed"
expect 1 "$tool" check p.hdf5 --solution solved.hdf5
expect 1 "$tool" check wall.hdf5 # holds no solution
expect 0 "$tool" solve solved.hdf5 --warm-start --json --tol 1e-8 --solver auto/any
[ "$(value out iterations)" -le 2 ] || fail "a warm start from the solution took $(value out iterations) iterations"
expect 1 "$tool" solve wall.hdf5 --warm-start
says out "neither a solution nor a guess"

expect 0 "$tool" solve empty.hdf5 --output empty-solved.hdf5
expect 0 "$tool" check empty.hdf5 --solution empty-solved.hdf5

# Several files: --output is a folder.
expect 0 "$tool" solve p.hdf5 planar.hdf5 --output answers
expect 0 "$tool" check planar.hdf5 --solution answers/planar.hdf5

# Trace and plot.
expect 0 "$tool" solve p.hdf5 planar.hdf5 --trace t.csv --plot t.svg
says t.csv "file,solver,iteration,seconds,natural,estimated,phase"
[ "$(awk -F, 'NR > 1 && NF != 7' t.csv | wc -l)" -eq 0 ] || fail "rows of the trace have not seven fields"
last=$(awk -F, '$1 == "planar.hdf5" { last = $5 } END { print last }' t.csv)
awk -v x="$last" 'BEGIN { exit !(x + 0 <= 1e-8) }' || fail "the trace ends at $last"
says t.svg "</svg>"
if command -v xmllint >/dev/null; then xmllint --noout t.svg || fail "the plot is no XML"; fi

# Not converged: 2.
expect 2 "$tool" solve p.hdf5 --max-iterations 1
says out "limit"
expect 2 "$tool" solve p.hdf5 planar.hdf5 --tol 1e-300 --max-seconds 0.2 --json
json out

# A bad file is an error, and does not stop the others.
head -c 2000 p.hdf5 >truncated.hdf5
echo "not a problem" >text.hdf5
expect 1 "$tool" solve truncated.hdf5 p.hdf5 missing.hdf5 text.hdf5 . planar.hdf5 --json
json out
[ "$(wc -l <out)" -eq 6 ] || fail "not a line for each file"
[ "$(grep -c '"error": ' out)" -eq 4 ] || fail "not four errors"
[ "$(grep -c '"outcome": "converged"' out)" -eq 2 ] || fail "the good files were not solved"
for file in truncated missing text; do
    grep "\"error\": \"[^\"]*$file.hdf5" out >/dev/null || fail "the error does not name $file.hdf5"
done
expect 1 "$tool" solve missing.hdf5 p.hdf5 --max-iterations 1
expect 1 "$tool" check missing.hdf5 --json
json out
expect 1 "$tool" check p.hdf5 --solution text.hdf5

# What cannot be written is said before anything is solved, and nothing is left behind.
expect 1 "$tool" solve p.hdf5 --trace nowhere/t.csv
says err "nowhere/t.csv"
silent out
expect 1 "$tool" solve p.hdf5 --output nowhere/s.hdf5
silent out
expect 1 "$tool" solve p.hdf5 --plot set
silent out
expect 1 "$tool" solve p.hdf5 --trace same --plot same
says err "named for two outputs"
silent out
mkdir -p other && cp p.hdf5 other/p.hdf5
expect 1 "$tool" solve p.hdf5 other/p.hdf5 --output answers
says err "both answers would be answers/p.hdf5"
silent out
mkfifo pipe # never to be replaced by a file
expect 1 "$tool" solve p.hdf5 --trace pipe
says err "is a device or a pipe"
expect 1 "$tool" generate --contacts 1 --output pipe
[ -p pipe ] || fail "a pipe was replaced by a file"
if ls ./*.csv.?????? ./*.svg.?????? ./*.hdf5.?????? >/dev/null 2>&1; then fail "temporary files were left behind"; fi

# At extreme friction the natural residual is blunt, and the report says so; elsewhere it does not.
expect 0 "$tool" generate --contacts 10 --mu 1e6 --output steep.hdf5
"$tool" solve steep.hdf5 --tol 1e-5 --solver mfb+enum >out 2>err
says out "natural is blunt here"
expect 0 "$tool" solve p.hdf5
if grep -q blunt out; then fail "a warning without a reason"; fi

# Names with awkward characters.
cp p.hdf5 $'a "quoted", \\name.hdf5'
expect 0 "$tool" solve $'a "quoted", \\name.hdf5' --json --trace awkward.csv
json out

# A reader that goes away is no crash.
"$tool" solve p.hdf5 planar.hdf5 --json | head -n 1 >out
[ "${PIPESTATUS[0]}" -le 1 ] || fail "a closed pipe gave ${PIPESTATUS[0]}"
finish
