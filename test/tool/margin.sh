#!/usr/bin/env bash
# margin: textbook limits, proofs that are verified, and refused with any number changed; input that makes no sense.
# shellcheck source=test/tool/common.sh
. "$(dirname "$0")/common.sh"

# near KEY VALUE: the number in the JSON line is within 1e-6.
near() {
    awk -v a="$(value out "$1")" -v b="$2" 'BEGIN { d = a - b; exit !(d * d <= 1e-12 * (1 + b * b)) }' ||
        fail "$1 is $(value out "$1"), not $2"
}

# A box on a slope of 20 degrees, mu = 0.5, slides at tan = mu.
expect 0 "$tool" margin incline:angle=20,mu=0.5 --friction --json
json out
near may 0.72794046853
near cannot 0.72794046853
near holds 0.72794046853
expect 0 "$tool" margin incline:angle=20,mu=0.5 --tilt y --json --proof tilt.proof
near may 6.56505117708
near cannot 6.56505117708
expect 0 "$tool" check tilt.proof
says out "passed"
expect 0 "$tool" margin incline:angle=30,mu=0.5 --json --proof no.proof
[ "$(value out verdict)" = "cannot hold" ] || fail "$(cat out)"
expect 0 "$tool" check no.proof --json
json out

# Any one number changed: refused.
expect 0 "$tool" margin ladder --friction --proof ladder.proof
expect 0 "$tool" check ladder.proof
awk 'BEGIN { srand(3) } { lines[NR] = $0 }
    END { for (k = 1; k <= 40; k++) { n = 0
            while (!n) { i = 2 + int(rand() * (NR - 2)); n = split(lines[i], w, " "); j = 2 + int(rand() * (n - 1))
                if (w[j] !~ /^-?[0-9.]+(e[-+]?[0-9]+)?$/) n = 0 }
            w[j] = w[j] * 1.01 + 0.001; line = w[1]; for (m = 2; m <= n; m++) line = line " " w[m]
            for (m = 1; m <= NR; m++) print (m == i ? line : lines[m]) > ("changed." k) } }' ladder.proof
for k in $(seq 40); do
    if "$tool" check "changed.$k" >out 2>err; then fail "changed.$k passes: $(cat out)"; fi
done

# A cube between two pads, off its middle: what may hold it begins at m g / N, what equal springs hold farther on.
scene=$(dirname "$0")/../../../shared/scenes/cube_off_centre.xml
if [ -e "$scene" ]; then
    expect 0 "$tool" margin "$scene" --set m=7 --friction --json --proof cube.proof
    near may 0.98039215686
    near cannot 0.98039215686
    [ "$(value out verdict)" = "may hold" ] || fail "$(cat out)"
    awk -v a="$(value out holds)" 'BEGIN { exit !(a > 1 && a < 1.2) }' || fail "on equal springs it holds from $(value out holds) on"
    expect 0 "$tool" check cube.proof
    expect 0 "$tool" run "$scene" --set m=7 --duration 0.02
    says out "not unique in 1 steps: standing was taken"
fi

# Input that makes no sense.
expect 1 "$tool" margin bounce
says err "the scene is in flight"
expect 1 "$tool" margin incline --gravity --friction
says err "exclude each other"
expect 1 "$tool" margin incline --load ghost:0,0,1
says err "there is no body 'ghost'"
expect 1 "$tool" margin incline --load box:0,0,nan
says err "BODY:FX,FY,FZ"
expect 1 "$tool" margin incline --load world:0,0,1
says err "is fixed"
expect 1 "$tool" margin incline --load box:0,0,0
says err "must be finite, and not 0"
expect 1 "$tool" margin incline --tilt 0,0,1
says err "along gravity"
expect 1 "$tool" margin incline --tilt up
says err "write x, y, z"
echo "holdfast-proof 1" >short.proof
expect 1 "$tool" check short.proof
says err "is no proof file"

finish
