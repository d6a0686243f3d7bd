"""Proofs of runs are true, and what is false in them is found, by three programs: python3 proof.py HOLDFAST FOLDER [--long]"""
import io
import json
import os
import random
import re
import shutil
import struct
import subprocess
import sys

here = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [here, os.path.join(here, "../../verify")]
import edit
import holdfast_verify as verifier

holdfast, folder = sys.argv[1], sys.argv[2]
long = "--long" in sys.argv
node = shutil.which("node")
os.makedirs(folder, exist_ok=True)
failures = []

# Of every kind: free, planar, impacts, moments, hulls; trees in joint coordinates and, with "maximal", in maximal ones;
# loops, motors; bodies that change their shape; rods of three kinds; robots. Seconds here, and in the long form.
SCENES = """incline:0.1:2 wall:0.1:1 stop:0.3:1 bounce:1:2 billiards:0.2:1 card_house:0.05:0.5 cradle:0.5:2 rolling_disc:0.2:1
euler_disc:0.1:1 rocks:0.25:1.5 dominoes:0.15:1 cards_2d:0.1:1 ladder_2d:0.2:1 balls:0.1:0.5 top_free:0.2:1 painleve:0.3:1
arch:0.05:0.3 isotropy:0.1:1 towers:0.05:0.5 table:0.1:1 pendulum:0.05:1 four_bar:0.05:1 jansen:0.05:0.5 net:0.05:0.3
capstan:0.03:0.1 hoist:0.03:0.2 grasp:0.05:5 gears:0.05:1 humanoid.xml:0.05:1 gripper.xml:0.05:1 hinged_cradle.xml:0.1:1
structure:0.02:0.2 bricard:0.05:1 slider_crank:0.05:1 ring:0.02:0.2 joint_grid:0.2:1 switch:0.05:1 escapement:0.1:2
geneva:0.1:2 ratchet:0.05:1 cam:0.05:1 jack:0.05:0.5 feeder:0.1:1 jelly.xml:0.05:1 rope.xml:0.02:0.2 fibre_slope:0.02:0.2
fibre_orbit:0.02:0.2 wisp:0.01:0.1 braid:0.01:0.1 cable:0.02:0.2 terrain.xml:0.05:1"""


def check(holds, what):
    print(("ok      " if holds else "FAILED  ") + what)
    if not holds:
        failures.append(what)


def run(scene, duration, *options):
    path = os.path.join(folder, re.sub(r"\W", "_", scene) + ".hfp")
    done = subprocess.run([holdfast, "run", scene, "--duration", duration, "--proof", path, *options],
                          capture_output=True, text=True)
    if done.returncode:
        print(done.stdout, done.stderr)
    return open(path, "rb").read()


def verdict(data, partial=False):
    """("true", steps), ("false", step, message) or ("unreadable", message); all three verifiers say the same."""
    found = verdict_here(data, partial)
    path = os.path.join(folder, "verdict.hfp")
    open(path, "wb").write(data)
    done = subprocess.run([holdfast, "verify", path, "--json"] + ["--partial"] * partial, capture_output=True, text=True)
    code = {"true": 0, "false": 2, "unreadable": 1}[found[0]]
    if done.returncode != code or (code == 2 and found[1] != json.loads(done.stdout)["steps"]):
        check(False, "both verifiers agree: %s, %s %s" % (found, done.returncode, done.stdout + done.stderr))
    if node and not partial:
        done = subprocess.run([node, os.path.join(here, "verify.mjs"), path], capture_output=True, text=True)
        told = json.loads(done.stdout or "{}")
        if told.get("verdict") != found[0] or (found[0] != "unreadable" and told["steps"] != found[1]):
            check(False, "the page's verifier agrees: %s, %s" % (found, done.stdout + done.stderr))
    return found


def verdict_here(data, partial=False):
    run = verifier.verify(io.BytesIO(data), partial)
    return (run.verdict, run.steps, run.what)[:{"true": 2, "false": 3, "unreadable": 1}[run.verdict]]


def number(name, factor):
    """A change of the model: the numbers of that name, times a factor."""
    def change(text):
        return re.sub(r'("%s":)([-+.\deE]+)' % name, lambda m: m[1] + repr(float(m[2]) * factor), text)
    return change


proofs = {}
for word in SCENES.split():
    scene, short, whole = word.split(":")
    proofs[scene] = run(scene, whole if long else short)
    found = verdict(proofs[scene])
    check(found[0] == "true" and found[1] > 4, "%s is true (%s)" % (scene, found))
for scene in ("pendulum", "four_bar", "gears", "humanoid.xml"):
    found = verdict(run(scene, "0.05", "--coordinates", "maximal"))
    check(found[0] == "true", "%s in maximal coordinates is true (%s)" % (scene, found))

# What is false is found, at the step where it is.
gravity = re.compile(r'"gravity":\[([^]]*)\]')
off = lambda text: gravity.sub(lambda m: '"gravity":[%s]' % ",".join(
    repr(float(x) * (1 + 1e-6)) for x in m[1].split(",")), text)
for scene in ("stop", "rocks", "rolling_disc", "cards_2d", "bounce", "pendulum", "humanoid.xml", "grasp", "jansen",
              "jelly.xml", "rope.xml", "structure"):
    found = verdict(edit.model(proofs[scene], off))
    check(found[:2] == ("false", 1), "%s with gravity 1e-6 off is false in its first step (%s)" % (scene, found))
found = verdict(edit.model(proofs["stop"], number("mass", 1 + 1e-6)))
check(found[:2] == ("false", 1), "stop with another mass is false (%s)" % (found,))
found = verdict(edit.model(proofs["stop"], number("friction", 1.001)))
check(found[:2] == ("false", 1), "stop with other friction is false (%s)" % (found,))
found = verdict(edit.model(proofs["bounce"], number("restitution", 0.999)))
check(found[0] == "false" and 400 < found[1] < 500, "bounce with another restitution is false at its impact (%s)" % (found,))
sides = run("stop:v=2", "0.3", "--friction", "pyramid:4:20")
check(verdict(sides)[0] == "true", "a pyramid of four sides is true as that (%s)" % (verdict(sides),))
found = verdict(edit.model(sides, lambda text: text.replace('"friction":"pyramid"', '"friction":"cone"')))
check(found[:2] == ("false", 1), "and false as a cone (%s)" % (found,))
pushed = run("incline", "0.1", "--push", "box:0.5,0,0@0.02-0.06")
check(verdict(pushed)[0] == "true", "a push is true (%s)" % (verdict(pushed),))
head, chunks = edit.read(pushed)
push, none = struct.pack("<6d", 0.5, 0, 0, 0, 0, 0), struct.pack("<6d", 0, 0, 0, 0, 0, 0)
found = verdict(edit.write(head, [(tag, raw.replace(push, none)) for tag, raw in chunks]))
check(found[:2] == ("false", 11), "a force that is left out is false at its step (%s)" % (found,))
for scene in ("humanoid.xml", "pendulum", "jansen", "grasp", "structure"):
    found = verdict(edit.model(proofs[scene], number("mass", 1 + 1e-6)))
    check(found[:2] == ("false", 1), "%s with other masses is false (%s)" % (scene, found))

# Steps that are left out, doubled, exchanged; files that are cut off, empty, of the future.
for scene in ("bounce", "rocks"):
    head, chunks = edit.read(proofs[scene])
    tags = [tag for tag, _ in chunks]
    step = tags.index(b"STEP")
    for what, changed in (("left out", chunks[:step] + chunks[step + 1:]),
                          ("doubled", chunks[:step + 1] + chunks[step:]), ("without its end", chunks[:-1])):
        found = verdict(edit.write(head, changed))
        check(found[0] == "false", "%s with steps %s is false (%s)" % (scene, what, found))
    found = verdict(edit.write(head, chunks[:-1]), True)
    check(found[0] == "true", "%s without its end is true as far as it goes (%s)" % (scene, found))
data = proofs["bounce"]
check(verdict(data[:-200], True)[0] == "true", "the proof of a killed run is true as far as it goes")
check(verdict(b"")[0] == "unreadable" and verdict(b"HFPROOF\n\3\0\0\0\0\0\0\0")[0] == "unreadable", "no proof; the future")
other = edit.write(*[edit.read(data)[0], edit.read(proofs["stop"])[1][:1] + edit.read(data)[1][1:]])
check(verdict(other)[0] == "false", "a foreign model is false (%s)" % (verdict(other),))

# Forms that no file has, and sizes that no machine has.
foreign = lambda text: text.replace('"version":2', '"version":3')
check(verdict(edit.model(proofs["stop"], foreign))[0] != "true", "a model of the future is not true")
for name, raw in (("mass", '"mass":1e999'), ("mass", '"mass":-1'), ("friction", '"friction":null')):
    found = verdict_here(edit.model(proofs["stop"], lambda text: re.sub('"%s":[-+.\\deE]+' % name, raw, text)))
    check(found[0] != "true", "stop with %s is not true (%s)" % (raw, found))
whole = edit.read(proofs["bounce"])
not_finite = bytearray(whole[1][1][1])
not_finite[76:84] = struct.pack("<d", float("nan"))
found = verdict(edit.write(whole[0], [whole[1][0], (b"STEP", bytes(not_finite)), *whole[1][2:]]))
check(found[0] == "false", "a number that is not finite is false (%s)" % (found,))
large = bytearray(proofs["bounce"])
struct.pack_into("<II", large, 20, 0xfffffff0, 0xfffffff0)
check(verdict(bytes(large))[0] == "false", "a chunk of 4 GB is false")
counts = bytearray(whole[1][1][1])
struct.pack_into("<I", counts, 32, 0xffffffff)
check(verdict(edit.write(whole[0], [whole[1][0], (b"STEP", bytes(counts)), *whole[1][2:]]))[0] == "false",
      "four billion pieces are false")

# One bit anywhere; and one bit anywhere in the numbers, hashed again.
lot = random.Random(37)
MANY = 10000 if long else 2000
small = run("cradle", "0.02")
kinds = {}
for _ in range(MANY):
    at, bit = lot.randrange(len(small)), lot.randrange(8)
    changed = bytearray(small)
    changed[at] ^= 1 << bit
    found = verdict_here(bytes(changed))[0]
    kinds[found] = kinds.get(found, 0) + 1
check("true" not in kinds, "of %d bits each is missed (%s)" % (MANY, kinds))


def owner_of(frame):
    """Whose a number is that is read: of what is taken as it is (a part of a system, a led body, a system, a claim), or not."""
    names = []
    while frame:
        name, here = frame.f_code.co_name, frame.f_locals
        if name == "read_body" or (name == "see_steps" and ("place" in names or "twist" in names)):
            corrected = name == "read_body" and here["f"] & (verifier.CORRECTED | verifier.SLOWED)
            return "corrected" if corrected else here["self"].model["bodies"][here["k"]]["motion"]
        if name in ("read_system", "read_contact", "read_block", "see_steps", "__init__"):
            return name
        names.append(name)
        frame = frame.f_back
    return "nobody"


def owners(data, size):
    """Of each number of the steps: its place in there, and whose it is."""
    take, found = verifier.Reader.take, {}

    def logged(self, form, count=1):
        begin, values = self.at, take(self, form, count)
        if len(self.raw) == size and form == "d":
            found.update((begin + 8 * k, owner_of(sys._getframe(1))) for k in range(count))
        return values
    verifier.Reader.take = logged
    verdict_here(data)
    verifier.Reader.take = take
    return found


# A bit that changes a number by less than may be is shown to do just that: with one more significant bit of the same
# number the proof is false. What is left are numbers that docs/proof.md says are taken as they are: where parts of
# systems are and how they move, where led bodies are and those that were corrected, what systems say of themselves;
# claims that are larger than they need be; the overlap that a piece says it ended with; flags that say what holds without them.
for scene in ("cradle", "rocks:n=3", "pendulum", "jelly.xml", "grasp"):
    head, chunks = edit.read(run(scene, "0.01"))
    step = [tag for tag, _ in chunks].index(b"STEP")
    size = len(chunks[step][1])
    whose, count, found, above, taken = owners(edit.write(head, chunks), size), MANY // 4 if long else 50, 0, 0, {}

    def is_found(*changes):
        raw = bytearray(chunks[step][1])
        for place, bits in changes:
            raw[place] ^= bits
        return verdict_here(edit.write(head, [*chunks[:step], (b"STEP", bytes(raw)), *chunks[step + 1:]]))[0] != "true"

    for _ in range(count):
        at, bit = lot.randrange(size), lot.randrange(8)
        if is_found((at, 1 << bit)):
            found += 1
            continue
        begin = max((k for k in whose if k <= at), default=-8)
        larger = [(k, b) for k in range(at, begin + 8) for b in (6, 4, 1) if (k, b) > (at, bit) or k == begin + 7]
        if begin + 8 > at and any(is_found((at, 1 << bit), (k, 1 << b)) for k, b in larger if (k, b) != (at, bit)):
            above += 1
        else:
            owner = whose[begin] if begin + 8 > at else "flag"
            taken[owner] = taken.get(owner, 0) + 1
    check(set(taken) <= {"part", "prescribed", "corrected", "read_system", "see_steps", "__init__", "flag"}, "%s: of %d bits that were hashed again %d are found, %d with a larger bit of their number, "
          "others are of what is taken as it is (%s)" % (scene, count, found, above, taken))

# Proofs of poses: what stands, and what cannot.
for scene, claim in (("arch", "carries"), ("table", "carries"), ("incline:angle=40,mu=0.3", "cannot")):
    path = os.path.join(folder, "pose.proof")
    subprocess.run([holdfast, "margin", scene, "--proof", path], capture_output=True)
    text = open(path).read()
    found = verifier.verify_pose(text)
    check(found and found[0].startswith(claim), "%s: a proof of a pose is true (%s)" % (scene, found))
    body = re.sub(r"(?m)^base (\S+) (\S+) (\S+)", lambda m: "base 1 %s %s" % (m[2], m[3]), text.rpartition("sum ")[0])
    value = 0xcbf29ce484222325
    for c in body.encode():
        value = (value ^ c) * 0x100000001b3 & (1 << 64) - 1
    try:
        verifier.verify_pose(body + "sum %016x\n" % value)
        check(claim != "carries", "%s with another load is false" % scene)
    except verifier.False_ as error:
        check(True, "%s with another load is false (%s)" % (scene, error))

# Replays from inputs alone: controls, pushes, a resumed checkpoint; and another model, which is refused.
tape, check_point = os.path.join(folder, "run.inputs"), os.path.join(folder, "run.check")
def ask(*words):
    return subprocess.run([holdfast, *words], capture_output=True, text=True)
def state(done):
    return re.search(r"state +(\w+)", done.stdout)[1] if "state" in done.stdout else done.stdout + done.stderr
for what, words in (("controls", ("gripper.xml", "--control", "gripper.csv", "--interpolate", "--duration", "0.3")),
                    ("pushes", ("incline:mu=0.9", "--push", "box:3,1,0@0.02-0.06;box:0,0,9@0.1-0.15", "--duration", "0.3")),
                    ("a resumed checkpoint", ("tray.xml", "--control", "tray.csv", "--duration", "0.2", "--resume", check_point)),
                    ("other settings", ("dominoes", "--dt", "0.001", "--friction", "pyramid:6", "--duration", "0.1"))):
    if "--resume" in words:
        ask("run", "tray.xml", "--control", "tray.csv", "--duration", "0.1", "--checkpoint", check_point)
    first, again = ask("run", *words, "--record-inputs", tape), ask("replay", "--from-inputs", tape)
    check(again.returncode == 0 and state(again) == state(first), "inputs: %s lead to the same state (%s, %s)" %
          (what, state(first), state(again)))
text = open(tape).read()
open(tape, "w").write(text.replace("word 0.001", "word 0.0011"))
check(ask("replay", "--from-inputs", tape).returncode == 2, "inputs: another step leads to another state")
open(tape, "w").write(text.replace("word dominoes", "word stop"))
check(ask("replay", "--from-inputs", tape).returncode == 1, "inputs: another model is refused")
open(tape, "w").write(text[:text.rindex("end")])
check(ask("replay", "--from-inputs", tape).returncode != 0, "inputs: without its end is no run")

print("%d failures" % len(failures))
sys.exit(len(failures) > 0)
