#!/usr/bin/env bash
# Help, version, man page, completion; and what the tool says to words that it does not know.
# shellcheck source=test/tool/common.sh
. "$(dirname "$0")/common.sh"

expect 0 "$tool"
says out "usage: holdfast COMMAND"
expect 0 "$tool" --version
says out "holdfast "
expect 0 "$tool" help
for command in $(sed -n '/^commands:/,/^$/p' out | awk 'NF > 1 && $1 != "commands:" { print $1 }'); do
    expect 0 "$tool" help "$command"
    says out "usage: holdfast $command"
    says out "examples:"
    says out "exit code:"
    mv out first
    expect 0 "$tool" "$command" --help
    cmp -s out first || fail "help $command and $command --help differ"
done
[ -s first ] || fail "no commands in the overview"

# run shows twelve options, and all of them when it is asked.
expect 0 "$tool" run --help
[ "$(grep -c '^  --[a-z]' out)" -eq 13 ] || fail "run --help shows $(grep -c '^  --[a-z]' out) options"
says out "holdfast run --help all"
expect 0 "$tool" run --help all
for option in reduction dump-failed followers html; do says out "  --$option"; done
says out " files:"
mv out first
expect 0 "$tool" help run all
cmp -s out first || fail "help run all and run --help all differ"

expect 1 "$tool" run jakc
says err "did you mean 'jack'"
expect 1 "$tool" run humanoid
says err "did you mean 'humanoid.xml'"
mkdir -p near
echo '<mujoco/>' >near/robot.xml
expect 1 "$tool" run near/robto.xml
says err "did you mean 'near/robot.xml'"
expect 1 "$tool" view card_huose
says err "did you mean 'card_house'"

expect 1 "$tool" slove
says err "did you mean 'solve'"
expect 1 "$tool" frobnicate
says err "holdfast help"
expect 1 "$tool" help slove
expect 1 "$tool" solve --tolerence 1e-8 x.hdf5
says err "no option '--tolerence'"
expect 1 "$tool" solve --maxseconds 1 x.hdf5
says err "did you mean '--max-seconds'"
expect 1 "$tool" solve --solver hybird x.hdf5
says err "did you mean 'hybrid'"
expect 1 "$tool" solve --tol -1 x.hdf5
says err "must be greater than 0"
expect 1 "$tool" solve
says err "FILE"

expect 0 "$tool" solvers
says out "mfb+enum"
expect 0 "$tool" solvers --json
json out
expect 0 "$tool" solvers --names
for name in hybrid mfb+enum mfb enum pac dac duriez08; do
    grep -qx -- "$name" out || fail "$name is not among the solvers"
done

# The man page, without a word of complaint from groff.
expect 0 "$tool" --man
cp out holdfast.1
says holdfast.1 ".SH EXAMPLES"
if command -v groff >/dev/null; then
    complaints=$(LC_ALL=C.UTF-8 groff -man -Tutf8 -ww -rLL=100n -z holdfast.1 2>&1)
    [ -z "$complaints" ] || fail "groff: $complaints"
fi

# The completion completes.
expect 0 "$tool" --completion
cp out completion
cat >complete <<'SCRIPT'
. ./completion
COMP_WORDS=("$@")
COMP_CWORD=$(($# - 1))
_holdfast
printf '%s\n' "${COMPREPLY[@]}"
SCRIPT
completes() { # completes WANTED WORDS...
    local wanted=$1
    shift
    bash ./complete "$tool" "$@" >out 2>err
    silent err
    grep -qxF -- "$wanted" out || {
        fail "'$wanted' is not among the completions of: $*"
        cat out >&2
    }
}
touch problem.hdf5
completes solve so
completes --max-seconds solve --max
completes mfb+enum solve --solver mfb+
completes mfb,dac+enum bench --solvers mfb,dac+
completes factored solve --form f
completes problem.hdf5 solve pro
completes problem.hdf5 check --solution pro
completes bench help be
finish
