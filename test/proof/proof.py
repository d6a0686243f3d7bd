"""Proofs of runs are true, and what is false in them is found: python3 proof.py HOLDFAST FOLDER"""
import io
import json
import os
import random
import re
import struct
import subprocess
import sys

here = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [here, os.path.join(here, "../../verify")]
import edit
import holdfast_verify as verifier

holdfast, folder = sys.argv[1], sys.argv[2]
os.makedirs(folder, exist_ok=True)
failures = []

SCENES = """incline:0.1 wall:0.1 stop:0.3 bounce:1 billiards:0.2 card_house:0.05 cradle:0.5 rolling_disc:0.2 euler_disc:0.1
rocks:0.25 dominoes:0.15 cards_2d:0.1 ladder_2d:0.2 balls:0.1 top_free:0.2 painleve:0.3 arch:0.05 isotropy:0.1 towers:0.05 table:0.1
pendulum:0.05 four_bar:0.05 jansen:0.05 net:0.05 capstan:0.03 hoist:0.03 grasp:0.05 gears:0.05
humanoid.xml:0.05 gripper.xml:0.05 hinged_cradle.xml:0.1"""


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
    """("true", steps), ("false", step, message) or ("unreadable", message); holdfast's own verifier says the same."""
    found = verdict_here(data, partial)
    path = os.path.join(folder, "verdict.hfp")
    open(path, "wb").write(data)
    done = subprocess.run([holdfast, "verify", path, "--json"] + ["--partial"] * partial, capture_output=True, text=True)
    code = {"true": 0, "false": 2, "unreadable": 1}[found[0]]
    if done.returncode != code or (code == 2 and found[1] != json.loads(done.stdout)["steps"]):
        check(False, "both verifiers agree: %s, %s %s" % (found, done.returncode, done.stdout + done.stderr))
    return found


def verdict_here(data, partial=False):
    try:
        return "true", verifier.verify(io.BytesIO(data), partial).steps
    except verifier.False_ as error:
        return "false", error.run.steps, str(error)
    except verifier.Unreadable as error:
        return "unreadable", str(error)


def number(name, factor):
    """A change of the model: the numbers of that name, times a factor."""
    def change(text):
        return re.sub(r'("%s":)([-+.\deE]+)' % name, lambda m: m[1] + repr(float(m[2]) * factor), text)
    return change


proofs = {}
for word in SCENES.split():
    scene, duration = word.split(":")
    proofs[scene] = run(scene, duration)
    found = verdict(proofs[scene])
    check(found[0] == "true" and found[1] > 10, "%s is true (%s)" % (scene, found))

# What is false is found, at the step where it is.
gravity = re.compile(r'"gravity":\[([^]]*)\]')
off = lambda text: gravity.sub(lambda m: '"gravity":[%s]' % ",".join(
    repr(float(x) * (1 + 1e-6)) for x in m[1].split(",")), text)
for scene in ("stop", "rocks", "rolling_disc", "cards_2d", "bounce", "pendulum", "humanoid.xml", "grasp", "jansen"):
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
for scene in ("humanoid.xml", "pendulum", "jansen", "grasp"):
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
check(verdict(b"")[0] == "unreadable" and verdict(b"HFPROOF\n\2\0\0\0\0\0\0\0")[0] == "unreadable", "no proof; the future")
other = edit.write(*[edit.read(data)[0], edit.read(proofs["stop"])[1][:1] + edit.read(data)[1][1:]])
check(verdict(other)[0] == "false", "a foreign model is false (%s)" % (verdict(other),))

# One bit anywhere, and one number anywhere.
lot = random.Random(37)
small = run("cradle", "0.02")
kinds = {}
for _ in range(2000):
    at, bit = lot.randrange(len(small)), lot.randrange(8)
    changed = bytearray(small)
    changed[at] ^= 1 << bit
    found = verdict_here(bytes(changed))[0]
    kinds[found] = kinds.get(found, 0) + 1
check("true" not in kinds, "of 2000 bits each is missed (%s)" % kinds)
head, chunks = edit.read(small)
kinds, immaterial = {}, {}
for _ in range(1000):
    raw = bytearray(chunks[1][1])
    at = lot.randrange(len(raw) - 8)
    raw[at] ^= 1 << lot.randrange(8)
    found = verdict_here(edit.write(head, [chunks[0], (chunks[1][0], bytes(raw)), *chunks[2:]]))
    kinds[found[0]] = kinds.get(found[0], 0) + 1
print("        bits that were hashed again:", kinds)
check(kinds["false"] > 200, "bits that matter are found by the equations though they are hashed again")

print("%d failures" % len(failures))
sys.exit(len(failures) > 0)
