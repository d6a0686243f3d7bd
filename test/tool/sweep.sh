#!/usr/bin/env bash
# sweep: a table of many runs, the same however it was made. KILLS (3): how often it is killed on the way.
# shellcheck source=test/tool/common.sh
. "$(dirname "$0")/common.sh"
kills=${KILLS:-3}
grid=(incline --vary mu=0.2:0.9:0.1 --vary angle=15,25,35 --duration 0.1)

# ---- a grid ----
expect 0 "$tool" sweep "${grid[@]}" --out all.csv --threads 1 --plot mu:travel:all.svg --measure box.x,box.speed
says out "all.csv: 24 of 24 runs, 24 of them made now"
head -n 1 all.csv | grep -q '^run,sweep,mu,angle,status,time,.*,box.x,box.speed,message$' || fail "the head: $(head -n 1 all.csv)"
[ "$(wc -l <all.csv)" -eq 25 ] || fail "all.csv has $(wc -l <all.csv) lines"
says all.svg "angle = 25"
# It slides iff tan(angle) > mu: 0.268, 0.466, 0.700.
slides=$(awk -F, '$5 == "done" && $16 > 1e-6 { print $3 "/" $4 }' all.csv | tr '\n' ' ')
[ "$slides" = "0.2/15 0.2/25 0.2/35 0.3/25 0.3/35 0.4/25 0.4/35 0.5/35 0.6/35 0.7/35 " ] || fail "what slides: $slides"
ls -A | grep -qE '\.part|\.lock' && fail "leftovers: $(ls -A)"

# ---- the same rows by two threads, by parts, and after kills ----
grid+=(--measure box.x,box.speed)
expect 0 "$tool" sweep "${grid[@]}" --out two.csv --threads 2
cmp all.csv two.csv || fail "two threads make another table"
for k in 1 2 3; do expect 0 "$tool" sweep "${grid[@]}" --out "part.$k.csv" --part $k/3; done
expect 0 "$tool" sweep "${grid[@]}" --out merged.csv --merge part.1.csv,part.2.csv,part.3.csv
says out "0 of them made now"
cmp all.csv merged.csv || fail "parts make another table"
expect 0 "$tool" sweep "${grid[@]}" --out all.csv
says out "0 of them made now"

slow=(top_free --vary seed=1:48 --duration 2) # what rests would be too fast
expect 0 "$tool" sweep "${slow[@]}" --out whole.csv
# Only kills of a sweep that is under way count; one that came to its end is compared, and begun anew.
dead=0
for ((k = 0; dead < kills && k < 20 * kills; k++)); do
    "$tool" sweep "${slow[@]}" --out killed.csv >/dev/null 2>&1 &
    child=$!
    sleep "0.0$((RANDOM % 9 + 1))"
    kill -9 $child 2>/dev/null
    wait $child 2>/dev/null
    [ $? -eq 137 ] && dead=$((dead + 1))
    [ -e killed.csv ] || continue
    cmp whole.csv killed.csv || fail "kills make another table"
    rm -f killed.csv
done
[ "$dead" -eq "$kills" ] || fail "$dead of $kills kills hit a sweep that was under way"
expect 0 "$tool" sweep "${slow[@]}" --out killed.csv
cmp whole.csv killed.csv || fail "kills make another table"

# ---- numbers by lot ----
expect 0 "$tool" sweep incline --vary mu~0.1:1 --samples 5 --duration 0.01 --out lot.csv
[ "$(cut -d, -f3 lot.csv | sort -u | wc -l)" -eq 6 ] || fail "five numbers by lot: $(cut -d, -f3 lot.csv)"
cp lot.csv first.csv
rm lot.csv
expect 0 "$tool" sweep incline --vary mu~0.1:1 --samples 5 --duration 0.01 --out lot.csv
cmp lot.csv first.csv || fail "another lot with the same seed"

# ---- columns in HDF5 ----
if "$tool" sweep "${grid[@]}" --out all.h5 --plot mu:travel:h5.svg >out 2>err; then
    says out "24 of 24 runs, 24 of them made now"
    cmp all.svg h5.svg || fail "the plot of all.h5"
    expect 0 "$tool" sweep "${grid[@]}" --out all.h5
    says out "0 of them made now"
    expect 0 "$tool" sweep "${grid[@]}" --out back.csv --merge all.h5
    says out "0 of them made now"
    cmp all.csv back.csv || fail "what comes back from HDF5"
    expect 0 "$tool" sweep "${grid[@]}" --out other.h5 --merge part.1.csv
    says out "16 of them made now"
    cp all.csv no.h5
    expect 1 "$tool" sweep "${grid[@]}" --out no.h5
    says err "no table of holdfast"
    expect 1 "$tool" sweep incline --vary mu=0.5 --duration 0.02 --out all.h5
    says err "holds the results of another sweep"
    ls -A | grep -qE 'lines|\.part' && fail "leftovers: $(ls -A)"
else
    says err "this build has no HDF5"
    [ ! -e all.h5.part ] || fail "it began all the same"
fi

# ---- failures are rows ----
expect 2 "$tool" sweep incline --vary mu=0.5,-1 --duration 0.01 --out range.csv
says out "1 runs did not end well"
grep -q ',error,.*mu' range.csv || fail "range.csv: $(cat range.csv)"
expect 0 "$tool" sweep incline --vary mu=0.5 --duration 0.01 --out json.csv --json
json out
[ "$(value out made)" = 1 ] || fail "made: $(cat out)"

# ---- wrong words ----
expect 1 "$tool" sweep incline --vary mu=0.5
says err "--out F.csv is missing"
expect 1 "$tool" sweep incline --vary nu=1 --out x.csv
says err "incline has no parameter 'nu'"
expect 1 "$tool" sweep incline --vary mu=1:0:0.1 --out x.csv
says err "FIRST <= LAST"
expect 1 "$tool" sweep incline --vary mu --out x.csv
says err "NAME=FIRST:LAST:STEP"
expect 1 "$tool" sweep incline --vary mu=0.5 --vary mu=0.6 --out x.csv
says err "'mu' varies twice"
expect 1 "$tool" sweep incline --vary mu=0.5 --samples 3 --out x.csv
says err "nothing is drawn by lot"
expect 1 "$tool" sweep incline --vary mu=0:1:1e-9 --vary angle=0:40:1e-6 --out x.csv
says err "more than 1000000000 runs"
expect 1 "$tool" sweep incline --vary mu=0.5 --part 4/3 --out x.csv
says err "1 <= K <= N"
expect 1 "$tool" sweep incline --vary mu=0.5 --duration 0.02 --out all.csv
says err "all.csv holds the results of another sweep"
expect 1 "$tool" sweep incline --vary mu=0.5,0.6 --duration 0.01 --out json.csv
says err "json.csv holds the results of another sweep"
expect 1 "$tool" sweep incline --vary mu=0.5 --out no/such/folder/x.csv
says err "no/such/folder"
expect 1 "$tool" sweep incline --vary mu=0.5 --measure ghost.x --out x.csv
says err "a body and one of x, y, z"
expect 1 "$tool" sweep "${grid[@]}" --out all.csv --plot mu:nothing:x.svg
says err "there is no column 'nothing'"
if [ -w /dev/full ]; then
    ln -s /dev/full full.csv.part
    expect 1 "$tool" sweep incline --vary mu=0.5 --duration 0.01 --out full.csv
    says err "is no file"
fi
# A disk that is full: what was done is kept, and the sweep goes on when there is room.
(
    ulimit -f 4
    trap '' XFSZ
    expect 1 "$tool" sweep "${slow[@]}" --out narrow.csv
    says err "the same command goes on from there"
    exit $failures
) || failures=$((failures + 1))
expect 0 "$tool" sweep "${slow[@]}" --out narrow.csv
cmp whole.csv narrow.csv || fail "a full disk makes another table"
finish
