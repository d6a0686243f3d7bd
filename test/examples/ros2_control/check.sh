#!/bin/sh
# Compiles examples/ros2_control against headers that stand in for ROS, and runs it. Exits 77 (skipped) where there is no C++ compiler.
#   check.sh LIBRARY FOLDER      LIBRARY: libholdfast.so; FOLDER: for the program
set -eu
here=$(cd "$(dirname "$0")" && pwd)
command -v c++ >/dev/null || { echo "skipped: there is no C++ compiler"; exit 77; }
c++ -std=c++17 -Wall -Wextra -Werror -I"$here" -I"$here/../../../include" "$here/run.cpp" "$here/../../../examples/ros2_control/holdfast_system.cpp" "$1" \
    -Wl,-rpath,"$(dirname "$1")" -o "$2/ros2_control"
"$2/ros2_control" "$here/scene.xml"
