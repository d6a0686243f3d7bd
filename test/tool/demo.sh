#!/usr/bin/env bash
# demo: what `make demo` shows.
# shellcheck source=test/tool/common.sh
. "$(dirname "$0")/common.sh"

expect 0 "$tool" demo --output shown --solvers hybrid,auto --max-seconds 60
says out "convergence.svg"
says out "auto/any does not"
says shown/convergence.svg "</svg>"
says shown/profile.svg "</svg>"
silent err
expect 1 "$tool" demo --output /dev/null/x
finish
