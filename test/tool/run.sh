#!/usr/bin/env bash
# run and replay: what a run leaves behind, however it ends.
# shellcheck source=test/tool/common.sh
. "$(dirname "$0")/common.sh"

# A build without HDF5 has no recordings in files, and says so; the rest works.
hdf5=yes
"$tool" run stop --duration 0 --record probe.hdf5 >out 2>err || { says err "HDF5"; hdf5=no; }
fclib=yes
"$tool" run stop --duration 0 --dump-failed probe >out 2>err || { says err "FCLIB"; fclib=no; }

# ---- a run with all its files ----
record=()
[ $hdf5 = no ] || record=(--record run.hdf5)
expect 0 "$tool" run towers --set n=4 --duration 0.2 "${record[@]}" --html run.html --csv run.csv --contacts contacts.csv --checkpoint run.check
says out "certified     all at 1e-09"
says out "run.html"
silent err
[ "$(wc -l <run.csv)" -eq 102 ] || fail "run.csv has $(wc -l <run.csv) lines"
head -n 1 run.csv | grep -qE '^time,[^,]+\.x,[^,]+\.y,[^,]+\.z,[^,]+\.qw,[^,]+\.qx,[^,]+\.qy,[^,]+\.qz,' || fail "the head of run.csv: $(head -n 1 run.csv)"
[ "$(tail -n 1 run.csv | tr ',' '\n' | wc -l)" -eq 29 ] || fail "run.csv has not 1 + 4 * 7 columns"
head -n 1 contacts.csv | grep -q '^step,time,id,body_a,body_b,geom_a,geom_b,x,y,z,nx' || fail "the head of contacts.csv"
grep -q ',stick,' contacts.csv || fail "nothing sticks"
says run.html "</html>"
[ "$(ls -A | grep -cE 'XXXX|\.part|run\.(csv|html)\.')" -eq 0 ] || fail "temporary files are left: $(ls -A)"

if [ $hdf5 = yes ]; then
    expect 0 "$tool" replay run.hdf5 --html again.html --csv again.csv
    says out "21 frames to 0.2 s, 100 steps, 4 bodies"
    says again.html "</html>"
    [ "$(cut -d, -f1-4 again.csv | tail -n 1)" = "$(cut -d, -f1-4 run.csv | tail -n 1)" ] || fail "the recording's last positions are not the run's"
    expect 0 "$tool" info run.hdf5
    says out "certified     all at 1e-09"
    expect 0 "$tool" info run.hdf5 --json
    json out
    [ "$(value out steps_exact)" = 100 ] || fail "of 100 steps $(value out steps_exact) are exact"
    expect 1 "$tool" replay run.csv --html x.html
    says err "no HDF5 file"
    expect 1 "$tool" replay missing.hdf5
    expect 1 "$tool" replay run.hdf5 --html no/such/folder/x.html
else
    expect 1 "$tool" replay run.hdf5
    says err "libhdf5-dev"
fi

# ---- for scripts; the same bits each time, and after a checkpoint ----
expect 0 "$tool" run towers --set n=4 --duration 0.4 --json
json out
whole=$(value out state)
[ "$(value out not_certified)" = 0 ] || fail "not_certified is $(value out not_certified)"
[ "$(value out steps)" = 200 ] || fail "steps is $(value out steps)"
expect 0 "$tool" run towers --set n=4 --duration 0.4 --resume run.check --json
[ "$(value out state)" = "$whole" ] || fail "resumed, the state is $(value out state) instead of $whole"
[ "$(value out steps)" = 100 ] || fail "resumed, steps is $(value out steps)"
expect 1 "$tool" run towers --set n=5 --resume run.check
says err "another scene"
says err "what differs: bodies, shapes"

# ---- how many answers the last step has ----
expect 0 "$tool" run towers --set n=2 --duration 0.2
says out "forces of the last step are not unique at 8 of 8 contacts: box_0 on world, box_1 on box_0"
expect 0 "$tool" run billiards --duration 0.2 --json
json out
[ "$(value out answers_forces)" = unique ] || fail "a ball's force is $(value out answers_forces)"
[ "$(value out answers_steps)" -gt 0 ] && [ "$(value out steps_stood)" = 0 ] || fail "$(cat out)"

# ---- two runs, one checkpoint file ----
"$tool" run cradle --duration 1e6 --checkpoint shared.check >/dev/null 2>&1 &
first=$!
for _ in $(seq 100); do [ -e shared.check ] && break; sleep 0.1; done
expect 1 "$tool" run cradle --duration 0.1 --checkpoint shared.check
says err "another run that is under way (process $first) writes to it"
kill -9 $first && wait $first 2>/dev/null
expect 0 "$tool" run cradle --duration 0.1 --checkpoint shared.check # what a killed one left is no obstacle
[ ! -e shared.check.lock ] || fail "a run left its lock behind"

# ---- coordinates of jointed bodies ----
expect 0 "$tool" run pendulum --duration 0.1 --coordinates maximal --json
[ "$(value out steps)" = 100 ] || fail "in maximal coordinates $(value out steps) steps of 100"
expect 1 "$tool" run pendulum --coordinates polar
says err "coordinates"

# ---- steps as short as an accuracy asks for ----
expect 0 "$tool" run bounce --duration 0.6 --accuracy 1e-4 --json
json out
[ "$(value out steps_cut)" = "$(value out steps)" ] || fail "with an accuracy $(value out steps_cut) of $(value out steps) steps are cut"
expect 1 "$tool" run bounce --accuracy -1
says err "accuracy"

# ---- and on any number of threads ----
expect 0 "$tool" run rocks --set n=40 --duration 0.3 --json
one=$(value out state)
for threads in 2 3; do
    expect 0 "$tool" run rocks --set n=40 --duration 0.3 --threads $threads --json
    [ "$(value out state)" = "$one" ] || fail "with $threads threads the state is $(value out state) instead of $one"
done

# ---- a solver that is starved says so ----
dump=()
[ $fclib = no ] || dump=(--dump-failed failed)
expect 2 "$tool" run towers --duration 0.1 --max-iterations 1 --solver hybrid --tol 1e-12 "${dump[@]}"
says err "not certified"
says out "NOT certified"
if [ $fclib = yes ]; then
    expect 0 "$tool" solve failed/*.hdf5
    expect 0 "$tool" run stop --duration 0.01 --dump-problems problems
    [ "$(ls problems | wc -l)" -eq 5 ] || fail "problems: $(ls problems)"
    expect 0 "$tool" check problems/step0000003.hdf5 --tol 1e-9
    # what FCLIB has no form for, and steps without contacts, which are left out
    expect 0 "$tool" run ring --solver robust --duration 0.008 --dump-problems rings
    [ "$(ls rings | wc -l)" -eq 5 ] || fail "rings: $(ls rings)"
    expect 0 "$tool" check rings/step0000008.hdf5 --tol 1e-9
    says out "pyramid:8"
    expect 0 "$tool" solve rings/*.hdf5 --solver robust --output solved
    expect 0 "$tool" check solved/step0000006.hdf5
    expect 0 "$tool" run bounce --duration 0.01 --dump-problems flight
    [ "$(ls flight | wc -l)" -eq 0 ] || fail "flight: $(ls flight)"
fi

# ---- the friction law ----
expect 0 "$tool" run isotropy --solver 4sides --duration 0.1
says out "outer-pyramid, 4 sides, the solver's own; distance to the cone"
expect 0 "$tool" run isotropy --friction pyramid:6:10 --cold-start --duration 0.1 --json
[ "$(value out friction)" = "pyramid:6:10" ] || fail "the law is $(value out friction)"
expect 1 "$tool" run isotropy --friction pyramid:2
says err "a pyramid of 2 sides"
expect 1 "$tool" run isotropy --friction pyramid --solver enum
says err "does not know the friction law pyramid:8"

# ---- a budget: what it is worth is said, in every file ----
expect 2 "$tool" run towers --duration 0.1 --budget 1 --html starved.html "${record[@]/run/starved}"
says err "not certified"
says out "failed        1 step NOT certified"
says starved.html '"failed":{"count":1'
if [ $hdf5 = yes ]; then
    expect 0 "$tool" info starved.hdf5 --json
    json out
    [ "$(value out steps)" = 1 ] && [ "$(value out steps_failed)" = 1 ] && [ "$(value out complete)" = 1 ] ||
        fail "the recording of a starved run: $(cat out)"
fi
expect 2 "$tool" run arch --duration 0.1 --budget 1 --on-fail continue --json
[ "$(value out steps)" = 50 ] && [ "$(value out steps_failed)" -gt 0 ] || fail "it does not go on: $(cat out)"
expect 0 "$tool" run towers --duration 0.1 --budget 1 --accept 1e9 --json
[ "$(value out steps_failed)" = 0 ] && [ "$(value out steps_approximate)" -gt 0 ] || fail "it does not accept: $(cat out)"
expect 2 "$tool" run towers --duration 0.1 --budget 1 --accept 1e9 --strict
for threads in 1 2 3; do
    expect 0 "$tool" run rocks --set n=40 --duration 0.3 --budget 3000 --accept 1e9 --threads $threads --json
    [ "$(value out steps_approximate)" -gt 0 ] || fail "all steps are exact"
    [ $threads -gt 1 ] || one="$(value out state) $(value out work)"
    [ "$(value out state) $(value out work)" = "$one" ] || fail "with a budget and $threads threads: $(cat out), not $one"
done
expect 1 "$tool" run towers --effort lots
expect 1 "$tool" run towers --budget 0
expect 1 "$tool" run towers --accept -1

# ---- wrong words ----
expect 1 "$tool" run no_such_scene
expect 1 "$tool" run missing.xml
expect 1 "$tool" run stop --dt 0
expect 1 "$tool" run stop --dt nan
expect 1 "$tool" run stop --set no_such=1
expect 1 "$tool" run stop --csv no/such/folder/x.csv
expect 1 "$tool" run stop --html .
expect 1 "$tool" run stop --resume missing.check
expect 1 "$tool" run stop --checkpoint no/such/folder/x --duration 0.01
mkfifo pipe
expect 1 "$tool" run stop --checkpoint pipe --duration 0.01
says err "pipe: this is a device or a pipe"
[ -p pipe ] || fail "a checkpoint took the place of a pipe"
expect 1 "$tool" run stop --csv same.csv --contacts same.csv
says err "same.csv: is named for two outputs"
expect 1 "$tool" run stop --dt 1e-300
says err "take longer steps"
expect 0 "$tool" run stop --dt 10 --duration 1
says err "nothing to simulate"

# ---- a full disk ----
(ulimit -f 8; trap '' XFSZ; "$tool" run towers --duration 0.4 --contacts big.csv >out 2>err)
[ $? -eq 1 ] || fail "a full disk: exit code"
says err "no room on the disk"
[ ! -e big.csv ] || fail "half a table is left"
grep -q "wrote" out && fail "a table that is not there is said to be written"
(ulimit -f 8; trap '' XFSZ; "$tool" run towers --duration 0.1 --usd big.usda --gltf big.glb --vtk-dir big_vtk --mcap big.mcap >out 2>err)
[ $? -eq 1 ] || fail "a full disk: exit code of exports"
says err "no room on the disk"
[ ! -e big.usda ] && [ ! -e big.glb ] && [ ! -e big.mcap ] || fail "half an export is left"
[ -z "$(ls big_vtk)" ] || fail "half a series is left: $(ls big_vtk)"
grep -q "wrote" out && fail "an export that is not there is said to be written"
if [ $hdf5 = yes ]; then
    (ulimit -f 8; trap '' XFSZ; "$tool" run towers --duration 0.4 --record full.hdf5 >out 2>err)
    [ $? -eq 1 ] || fail "a full disk: exit code of a recording that cannot begin"
    says err "the model with a first frame needs"
    [ ! -e full.hdf5 ] || fail "a recording without room is left"
    (ulimit -f 300; trap '' XFSZ; "$tool" run towers --duration 0.6 --record full.hdf5 >out 2>err)
    [ $? -eq 1 ] || fail "a full disk: exit code of a recording"
    says err "the next frame needs"
    expect 0 "$tool" replay full.hdf5
    grep -q "not ended" out && fail "on a full disk the recording is not ended"
    [ "$(sed -n 's/.* s, \([0-9]*\) steps.*/\1/p' out)" -ge 100 ] || fail "300 kB keep too few steps: $(cat out)"
fi

# ---- Ctrl-C, and worse: cold starts, since what rests and repeats itself is over in seconds ----
"$tool" run towers --cold-start --duration 1000 "${record[@]}" --html int.html --csv int.csv >out 2>err &
pid=$!
sleep 1.5
kill -INT $pid
wait $pid
[ $? -eq 130 ] || fail "Ctrl-C: exit code"
says out "interrupted"
says int.html "</html>"
tail -c 1 int.csv | od -c | grep -q '\\n' || fail "int.csv does not end with a line"
if [ $hdf5 = yes ]; then
    expect 0 "$tool" replay run.hdf5
    grep -q "not ended" out && fail "after Ctrl-C the recording is not ended"
    "$tool" run towers --cold-start --duration 1000 --record killed.hdf5 --checkpoint killed.check >/dev/null 2>&1 &
    pid=$!
    sleep 2.5
    kill -KILL $pid
    wait $pid 2>/dev/null
    expect 0 "$tool" replay killed.hdf5 --html killed.html
    says out "not ended"
    says killed.html "</html>"
    expect 0 "$tool" run towers --duration 0 --resume killed.check
fi

# ---- files of other programs ----

expect 0 "$tool" run grasp --duration 0.02 --usd grasp.usda --gltf grasp.glb --vtk-dir grasp_vtk
says out "grasp.glb"
says grasp.usda "#usda 1.0"
[ "$(head -c 4 grasp.glb)" = glTF ] || fail "grasp.glb does not begin as glTF"
says grasp_vtk/frames.pvd "frame00001.vtp"
"$tool" run grasp --duration 1000 --usd cut.usda --gltf cut.glb --vtk-dir cut_vtk --mcap cut.mcap >out 2>err & # interrupted: all that there is until then
pid=$!
sleep 1.5 # a busy machine may take one to begin
kill -TERM $pid
wait $pid
[ $? -eq 130 ] || fail "exports of an interrupted run: exit code"
for file in cut.usda cut.glb cut.mcap cut_vtk; do says out "$file"; done
[ "$(tail -c 2 cut.usda)" = "}" ] || fail "cut.usda does not end"
[ "$(head -c 4 cut.glb)" = glTF ] && [ "$(tail -c 7 cut.mcap)" = "$(head -c 8 cut.mcap | tail -c 7)" ] || fail "cut.glb or cut.mcap is not whole"
[ "$(tail -n 1 cut_vtk/frames.pvd)" = "</VTKFile>" ] || fail "the index of an interrupted run does not end"
[ "$(grep -c DataSet cut_vtk/frames.pvd)" -eq "$(ls cut_vtk/*.vtp | wc -l)" ] || fail "the index of an interrupted run does not name its files"
expect 1 "$tool" run grasp --duration 0.02 --hair-dir grasp_hair
says err "no fibres"
[ ! -s out ] || fail "a run whose .hair files cannot be is made all the same"
expect 1 "$tool" run grasp --duration 0.02 --usd same --gltf same
expect 1 "$tool" run grasp --duration 0.02 --usd no/such/folder/x.usda
expect 0 "$tool" run fibre_slope --duration 0.02 --hair-dir slope --followers 2 --csv slope.csv --html slope.html
[ "$(head -c 4 slope/frame00000.hair)" = HAIR ] || fail "frame00000.hair does not begin as a .hair file"
says slope/frames.csv "file,time"
head -n 1 slope.csv | grep -q body && fail "segments of fibres have columns"
says slope.html '"followers":2'
if [ $hdf5 = yes ]; then
    expect 0 "$tool" run fibre_slope --duration 0.02 --record slope.hdf5
    expect 0 "$tool" replay slope.hdf5 --usd slope.usda --cubic --gltf slope.glb --hair-dir again --every 2
    says slope.usda "def BasisCurves"
    says slope.usda "catmullRom"
    cmp -s slope/frame00000.hair again/frame00000.hair && fail "followers make no difference"
    expect 0 "$tool" info slope.hdf5
    says out "fibres"
    expect 1 "$tool" replay slope.hdf5 --usd slope.glb --gltf slope.glb
fi

# ---- curves ----

printf 'strand,x,y,z\n1,0,0,0\n1,0,0,0\n1,0,1,0\n2,1,0,0\n2,1,2,0\n3,0,0,0\n' >guides.csv
expect 0 "$tool" info guides.csv
says out "2 of 3 in the file"
says out "1 points that repeat"
expect 0 "$tool" convert guides.csv guides.hair --scale 0.5 --up y --points 5
says out "10 of 6 in the file"
expect 0 "$tool" info guides.hair --json
says out '"longest": 1'
expect 1 "$tool" convert guides.csv guides.xml
expect 1 "$tool" info missing.hair
head -c 140 guides.hair >cut.hair
expect 1 "$tool" info cut.hair
says err "cut short"
# ---- into and out of a file: attributes, pushes, joints, the final state ----
cat >arm.xml <<'XML'
<mujoco><option gravity="0 0 0"/><worldbody><body name="arm"><joint name="elbow" axis="0 1 0"/><geom name="rod" type="capsule" size=".02" fromto="0 0 0 1 0 0"/></body>
<body name="puck" pos="0 2 0"><freejoint/><geom size=".1" mass="2"/></body></worldbody><actuator><motor name="m" joint="elbow"/></actuator></mujoco>
XML
expect 0 "$tool" run arm.xml --set puck.mass=4,m=0.5 --push 'puck:8,0,0@0.1-0.2;puck:0,4,0@0-0.1' --duration 0.5 --joints joints.csv --json --state
json out
[ "$(head -n 1 joints.csv)" = "time,elbow.q,elbow.v,m.ctrl,m.force" ] || fail "the head of joints.csv: $(head -n 1 joints.csv)"
[ "$(wc -l <joints.csv)" -eq 252 ] || fail "joints.csv has $(wc -l <joints.csv) lines"
tail -n 1 joints.csv | cut -d, -f4-5 | grep -q '^0.5,0.5$' || fail "control and force: $(tail -n 1 joints.csv)"
grep -o '"name": "puck", "position": [^]]*\], "orientation": [^]]*\], "velocity": [^]]*\]' out | grep -qE 'velocity": \[0\.(2|19999)[0-9]*, 0\.(1|09999)[0-9]*, 0\]' ||
    fail "8 N for 0.1 s on 4 kg: $(grep -o '"puck".*' out | cut -c 1-300)"
expect 1 "$tool" run arm.xml --set pick.mass=4
says err "nothing is called 'pick'"
expect 1 "$tool" run arm.xml --push 'pick:1,0,0@0-1'
says err "did you mean 'puck'"
expect 1 "$tool" run arm.xml --push 'puck:1,0@0-1'
says err "BODY:FX,FY,FZ@T0-T1"

# On a terminal the words of a summary are links to pages that are there; elsewhere they are words.
if command -v python3 >/dev/null; then
    expect 0 env TERM=xterm NO_COLOR= python3 -c 'import pty, sys; sys.exit(pty.spawn(sys.argv[1:]))' "$tool" run incline --duration 0.01 </dev/null
    page=$(sed -n 's/.*8;;file:\/\/\([^#]*certificate.md\).*/\1/p' out | tr -d '\033\\' | head -n 1)
    [ -e "${page%%]*}" ] || fail "the word 'certified' leads to '$page'"
    says out "step.md#the-energy-watch"
fi
expect 0 "$tool" run incline --duration 0.01
! grep -q "$(printf '\033')" out || fail "a summary that is no terminal's has codes"
finish
