#!/usr/bin/env bash
# identify: a motion that 'run' wrote with another step is explained; what the data do not say is said; bad input.
# shellcheck source=test/tool/common.sh
. "$(dirname "$0")/common.sh"

# A box that slides down a slope of 30 degrees with mu = 0.3, at half the step; looked for from 0.5.
expect 0 "$tool" run incline:mu=0.3,angle=30 --duration 0.2 --dt 0.001 --csv slide.csv
expect 0 "$tool" identify incline:mu=0.5,angle=30 --data slide.csv --fit mu --window 0 --starts 2 --json \
    --plot fit.svg --residuals left.svg --simulated fit.csv
json out
awk -v line="$(cat out)" 'BEGIN { match(line, /"value": [0-9.e+-]+/); v = substr(line, RSTART + 9, RLENGTH - 9)
    exit !(v > 0.2985 && v < 0.3015) }' || fail "$(cat out)"
grep -q '"outcome": *"determined"' out || fail "$(cat out)"
grep -q "<svg" fit.svg || fail "no plot"
grep -q "<svg" left.svg || fail "no plot of what is left"
[ "$(wc -l <fit.csv)" = "$(wc -l <slide.csv)" ] || fail "the simulated table has other rows"

# Its mass has no part in that.
expect 2 "$tool" identify incline:mu=0.5,angle=30 --data slide.csv --fit mu,mass --window 0 --starts 1
says out "not determined"
says out "do not change along"

# What cannot be meant.
expect 1 "$tool" identify incline --data slide.csv
says err "--fit"
expect 1 "$tool" identify incline --fit mu
says err "--data"
expect 1 "$tool" identify incline --data slide.csv --fit weight
says err "mass"
printf 'time,box.x\n0,0\n1,nan\n' >short.csv
expect 1 "$tool" identify incline --data short.csv --fit mu
printf 'time,elbow.q\n0,0\n1,0\n' >other.csv
expect 1 "$tool" identify incline --data other.csv --fit mu
says err "'elbow.q', is neither"

finish
