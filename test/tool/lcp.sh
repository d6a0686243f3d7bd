#!/usr/bin/env bash
# lcp: a problem with a known answer, one without any, and files that do not fit.
# shellcheck source=test/tool/common.sh
. "$(dirname "$0")/common.sh"

printf '%%%%MatrixMarket matrix array real general\n2 2\n2\n1\n1\n2\n' >M.mtx
printf '%%%%MatrixMarket matrix array real general\n2 1\n-5\n-6\n' >q.mtx
printf '%%%%MatrixMarket matrix array real general\n3 1\n-5\n-6\n1\n' >long.mtx
printf '%%%%MatrixMarket matrix array real general\n2 2\n0\n0\n0\n0\n' >zero.mtx

for solver in lemke lexico lexico:1e-6 robust robust/paper pivot pivot/paper; do
    expect 0 "$tool" lcp M.mtx q.mtx --solver $solver --json --output z.mtx
    json out
    [ "$(value out outcome)" = converged ] || fail "$solver: $(cat out)"
    # M z + q = 0 with z = (4/3, 7/3)
    tail -n 2 z.mtx | awk 'NR == 1 { a = $1 } NR == 2 { b = $1 }
        END { exit !((a - 4 / 3) ^ 2 + (b - 7 / 3) ^ 2 < 1e-24) }' || fail "$solver: z is $(tail -n 2 z.mtx)"
done
expect 0 "$tool" lcp M.mtx q.mtx
says out "solved by robust"
expect 2 "$tool" lcp zero.mtx q.mtx --json
json out
[ "$(value out failure)" = "no solution" ] || fail "w = q < 0 has no solution: $(cat out)"
expect 2 "$tool" lcp zero.mtx q.mtx --solver pivot --json
[ "$(value out infeasible)" = true ] || fail "pivot proves it: $(cat out)"
printf '%%%%MatrixMarket matrix array real general\n2 2\n2\n0\n1\n2\n' >askew.mtx
expect 1 "$tool" lcp askew.mtx q.mtx --solver pivot
says err "M is not symmetric"
expect 1 "$tool" lcp M.mtx long.mtx
says err "long.mtx: q is 3 x 1"
expect 1 "$tool" lcp q.mtx q.mtx --json
json out
says err "must be square"
expect 1 "$tool" lcp missing.mtx q.mtx
says err "missing.mtx"
expect 1 "$tool" lcp M.mtx q.mtx --solver hybrid
says err "--solver"
expect 1 "$tool" lcp M.mtx
finish
