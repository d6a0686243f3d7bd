#!/bin/sh
# Every shared model beside MuJoCo 3 (npm's @mujoco/mujoco, WebAssembly in node): compare.mjs; the motion of an arm under its muscles: swing.mjs. Exits 77 (skipped) where node, npm, the package or the models cannot be had.
# The language word by word: check_language.mjs; what we write and bring along: check_files.mjs.
#   check.sh DUMP FOLDER [MODEL…]      DUMP: our side (dump.c), beside the tool; FOLDER keeps the package; MODEL: parts of paths, all without any
set -eu
dump=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
folder=$2
shift 2
here=$(cd "$(dirname "$0")" && pwd)
models=${HOLDFAST_MODELS:-$here/../../../../shared/models}
[ -d "$models" ] || { echo "skipped: $models is absent"; exit 77; }
command -v node >/dev/null && command -v npm >/dev/null || { echo "skipped: node or npm is missing (scripts/setup export)"; exit 77; }
mkdir -p "$folder"
cp "$here"/*.mjs "$folder"
cd "$folder"
if [ ! -d node_modules/@mujoco/mujoco ]; then
    printf '{"private":true,"dependencies":{"@mujoco/mujoco":"3.14.0"}}\n' >package.json
    npm install --no-audit --no-fund --ignore-scripts >install.log 2>&1 || { echo "skipped: npm cannot fetch @mujoco/mujoco"; exit 77; }
fi
if [ $# -eq 0 ]; then
    node swing.mjs "$dump" "$here/arm.xml"
    node check_language.mjs "$dump"
    node meanings.mjs
    node check_files.mjs "$(dirname "$dump")/holdfast" "$here/../../../scenes"
fi
node compare.mjs "$dump" "$(cd "$models" && pwd)" "$@"
