#!/usr/bin/env bash
# paper --instead: every experiment falls short with a wrong method in the place of the paper's: a pyramid for the cone, Lemke without
# the lexicographic rule, sweeps that freeze everything, methods of another order.
# shellcheck source=test/tool/common.sh
. "$(dirname "$0")/common.sh"

frozen="mfb+enum/paper/freeze=1000000/small=1e300" # every contact is left alone after its first visit

while read -r experiment method other; do
    expect 2 "$tool" paper "$experiment" --small --json --instead "$method=$other"
    json out
    [ "$(value out short)" -gt 0 ] || fail "$experiment does not notice $other in the place of $method"
    [ "$(value out failure)" = "" ] || fail "$experiment: $(value out failure)"
done <<END
baraff94-speed pivot/paper 4sides
baraff94-feeder pivot/paper $frozen
baraff94-jack pivot/paper $frozen
baraff96-linear linear cubic
yamane08-table1 robust/paper lemke/absolute=1/pivot_zero=0
yamane08-table2 robust/paper lemke/absolute=1/pivot_zero=0
yamane08-table2 lexico:1e-10 lemke/pivot_zero=0
yamane08-table3 robust/paper $frozen
yamane08-iabi assembly apart
todorov10-table1 implicit/paper 4sides
todorov10-drop implicit/paper $frozen
daviet11-table1 mfb+enum/paper 4sides/paper
daviet11-table2 mfb+enum/paper 4sides
daviet11-fig6 blocks scalar
daviet11-fig7 mfb+enum/paper 4sides/paper
daviet11-fig10 mfb+enum/paper 4sides/paper
daviet11-fig11 mfb+enum/paper 4sides
END

expect 1 "$tool" paper daviet11-fig6 --small --instead nothing=scalar
says err "no experiment that ran has such a method"
expect 1 "$tool" paper daviet11-fig6 --small --instead blocks
says err "METHOD=OTHER"
finish
