#!/bin/sh
# The committed bundle is what viewer/src gives: made again in a folder of its own, it has the same bytes. The types are checked on the way.
#   bundle.sh WORK_FOLDER      exits 77 (skipped) where there is no npm, or no packages can be fetched
set -eu
here=$(cd "$(dirname "$0")/../.." && pwd)
work=$1
command -v node >/dev/null && command -v npm >/dev/null || { echo "skipped: no npm (scripts/setup export)"; exit 77; }
mkdir -p "$work/made"
cp -R "$here/viewer" "$here/CMakeLists.txt" "$work/made/"
cd "$work/made/viewer"
[ -d node_modules ] || npm ci --no-audit --no-fund >/dev/null 2>&1 || { echo "skipped: npm fetches nothing here"; exit 77; }
rm -rf bundle/viewer.js bundle/npm
npm run --silent check
npm run --silent build
diff -r bundle "$here/viewer/bundle"
echo "the bundle is that of viewer/src: $(wc -c <bundle/viewer.js) bytes"
