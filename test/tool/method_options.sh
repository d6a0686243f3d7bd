#!/usr/bin/env bash
# --option: every listed option is known, has a range, and some are seen to act; run, solve and lcp take it.
# shellcheck source=test/tool/common.sh
. "$(dirname "$0")/common.sh"

options=0
for solver in auto mfb+enum mfb/global proximal implicit/paper pivot robust; do # one of each family that has some
    expect 0 "$tool" solvers $solver --names
    cp out known
    while read -r option; do
        options=$((options + 1))
        expect 1 "$tool" run ball_drop --solver $solver --option "$option=-7" --duration 0
        says err "'holdfast solvers $solver' lists them"
        expect 0 "$tool" run ball_drop --solver $solver --option "$option=1" --duration 0
    done <known
done
expect 1 "$tool" run ball_drop --option target=1x
[ "$options" -ge 30 ] || fail "only $options options of all solvers"
expect 1 "$tool" run ball_drop --option nothing=1
says err "auto has no such option"
expect 0 "$tool" solvers implicit
says out "lambda"
expect 1 "$tool" solvers nobody

printf '%%%%MatrixMarket matrix array real general\n2 2\n2\n1\n1\n2\n' >M.mtx
printf '%%%%MatrixMarket matrix array real general\n2 1\n-5\n-6\n' >q.mtx
expect 0 "$tool" lcp M.mtx q.mtx --solver robust --option epsilon=1e-4,depth_reward=0 --json
[ "$(value out solver)" = robust/epsilon=1e-4/depth_reward=0 ] || fail "$(cat out)"

need_files
expect 0 "$tool" generate --kind spheres --contacts 60 --output pile.hdf5

# iterations NAME=VALUE SOLVER: how many a solve takes.
iterations() {
    "$tool" solve pile.hdf5 --solver "$2" --option "$1" --json >out 2>err
    value out iterations
}

few=$(iterations fischer=1e-2 mfb+enum) many=$(iterations fischer=0 mfb+enum)
[ "$few" -lt "$many" ] || fail "‖f_FB‖ ≤ 1e-2 ends after $few sweeps, the certificate after $many"
few=$(iterations lambda=1e-6 implicit) many=$(iterations lambda=1 implicit)
[ "$few" -lt "$many" ] || fail "a weight of 1 needs $many iterations, one of 1e-6 $few"
few=$(iterations one_by_one=0 pivot) many=$(iterations one_by_one=1 pivot)
[ "$few" -lt "$many" ] || fail "one by one takes $many pivots, many at once $few"
finish
