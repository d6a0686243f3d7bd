#!/bin/sh
# Runs with the exports of every kind, and the readers of other people on them (check.mjs). Exits 77 (skipped) where node, npm or the packages cannot be had.
#   check.sh TOOL FOLDER      FOLDER keeps the packages
set -eu
tool=$1
folder=$2
here=$(cd "$(dirname "$0")" && pwd)
command -v node >/dev/null && command -v npm >/dev/null || { echo "skipped: node or npm is missing (scripts/setup export)"; exit 77; }
mkdir -p "$folder"
cp "$here/check.mjs" "$folder/check.mjs"
cd "$folder"
printf '{"private":true,"dependencies":{"gltf-validator":"2.0.0-dev.3.10","tinyusdz":"0.9.0-rc10","three":"0.187.0","@mcap/core":"2.2.2","@foxglove/rosmsg":"5.0.5","@foxglove/rosmsg2-serialization":"3.1.0"}}\n' >package.json
if [ ! -d node_modules/gltf-validator ] || [ ! -d node_modules/tinyusdz ] || [ ! -d node_modules/three ] || [ ! -d node_modules/@mcap/core ] || [ ! -d node_modules/@foxglove ]; then
    npm install --no-audit --no-fund --ignore-scripts >install.log 2>&1 || { echo "skipped: npm cannot fetch the packages"; exit 77; }
fi
rm -rf files
mkdir files
# Boxes; a hand with meshes; every kind of shape; and, where the tool has fibres, those.
"$tool" run arch --duration 0.2 --record files/arch.hdf5 >/dev/null
"$tool" replay files/arch.hdf5 --gltf files/arch.glb --usd files/arch.usda --mcap files/arch.mcap --vtk-dir files/vtk_arch --every 2 >/dev/null
"$tool" run rocks --duration 0.1 --gltf files/rocks.glb --usd files/rocks.usda --vtk-dir files/vtk_rocks >/dev/null
"$tool" run grasp --duration 0.1 --gltf files/grasp.glb --usd files/grasp.usda --mcap files/grasp.mcap --vtk-dir files/vtk_grasp >/dev/null
# Bodies that change their shape.
"$tool" run "$here/../../scenes/jelly.xml" --duration 0.5 --every 10 --gltf files/jelly.glb --usd files/jelly.usda --mcap files/jelly.mcap --vtk-dir files/vtk_jelly >/dev/null
if "$tool" scenes | grep -q fibre_slope; then
    "$tool" run fibre_slope --duration 0.1 --gltf files/fibre.glb --usd files/fibre.usda --mcap files/fibre.mcap --vtk-dir files/vtk_fibre --hair-dir files/hair >/dev/null
fi
# A humanoid and a sensor of forces, for ROS 2.
mkdir files/ros2
"$tool" run "$here/../../scenes/humanoid.xml" --duration 0.1 --ros2 files/ros2/humanoid.mcap >/dev/null
"$tool" run "$here/lever.xml" --duration 0.1 --ros2 files/ros2/lever.mcap --record files/ros2/lever.hdf5 >/dev/null
"$tool" replay files/ros2/lever.hdf5 --ros2 files/ros2/again.mcap >/dev/null
cmp files/ros2/lever.mcap files/ros2/again.mcap
node check.mjs files
