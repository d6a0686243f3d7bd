#!/usr/bin/env python3
"""Verifies a proof of a run of holdfast, or of a pose: python3 holdfast_verify.py FILE [--partial] [--json]

Shares nothing with holdfast but docs/proof.md, from which it is written, and needs Python 3.8 alone. The end: a table,
and 0 (true), 1 (false, with the step and what is false in it) or 2 (nothing that can be verified)."""
import functools
import hashlib
import json
import math
import struct
import sys
import zlib

ROUND = 1e-11  # of the sum of sizes that are added: rounding
TOUCH, NEAR = 5e-8, 5e-7  # gaps that count as none, and up to which the shift rises [m]
BESIDE, HULLS = 1e-6, 1e-3  # points of contacts from their shapes; patches of hulls are of faces laid level [m]
RESTS, JUMPS, MIDDLE, CORRECTED, SLOWED = 1, 2, 4, 8, 16
ANEW, LEVEL, SURFACE, ORIGIN, REBOUND, TOLD = 1, 2, 4, 8, 16, 32
MOST = 1 << 28  # bytes of a chunk
NAMES = ("before", "free", "struck")  # velocities in a piece: at its beginning, after forces alone, after impulses
KINDS = ("static", "prescribed", "free", "planar", "particle", "part")

class False_(ValueError):
    """What is false; so are numbers and texts that make no sense."""

class Unreadable(Exception):
    """Nothing that can be verified."""

SENSELESS = (struct.error, zlib.error, ArithmeticError, ValueError, TypeError, LookupError, AttributeError, MemoryError, RecursionError)

def demand(holds, what, *numbers):
    if not holds:
        raise False_(what % numbers if numbers else what)

# ---- vectors, quaternions (w, x, y, z) ----

ZERO, UNITS = (0.0, 0.0, 0.0), (1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0)
def dot(a, b): return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
def add(a, b): return (a[0] + b[0], a[1] + b[1], a[2] + b[2])
def sub(a, b): return (a[0] - b[0], a[1] - b[1], a[2] - b[2])
def mul(s, a): return (s * a[0], s * a[1], s * a[2])
def axpy(a, s, b): return (a[0] + s * b[0], a[1] + s * b[1], a[2] + s * b[2])
def norm(a): return math.sqrt(a[0] * a[0] + a[1] * a[1] + a[2] * a[2])
def cross(a, b): return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])
def hypot(x): return math.sqrt(sum(c * c for c in x))
def unit(q): return tuple(c / hypot(q) for c in q)
def conj(q): return (q[0], -q[1], -q[2], -q[3])

def qmul(a, b):
    return (a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3], a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2],
            a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1], a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0])

def rotate(q, v):
    t = mul(2.0, cross(q[1:4], v))
    return add(axpy(v, q[0], t), cross(q[1:4], t))

def qexp(turn):
    angle = norm(turn)
    s = 0.5 - angle * angle / 48 if angle < 1e-4 else math.sin(0.5 * angle) / angle
    return (math.cos(0.5 * angle), s * turn[0], s * turn[1], s * turn[2])

def principal(d, q, v):
    """R diag(d) R^T v."""
    l = rotate(conj(q), v)
    return rotate(q, (d[0] * l[0], d[1] * l[1], d[2] * l[2]))

# ---- a free body that turns ("Turning") ----

def restore(d, wanted, q, l):
    """Where it turned far: to where it has the energy of the beginning."""
    s, low, high = [c * c for c in l], d.index(min(d)), d.index(max(d))
    third = 3 - low - high
    for a, b in ((low, high), (third, high), (low, third)):
        if d[a] != d[b]:
            part = min(s[a], max(-s[b], (wanted - dot(d, s)) / (d[b] - d[a])))
            s[a], s[b] = s[a] - part, s[b] + part
    to = tuple(math.copysign(math.sqrt(max(0.0, s[k])), l[k]) for k in range(3))
    axis, sine = cross(l, to), norm(cross(l, to))
    return qmul(q, qexp(mul(-math.atan2(sine, dot(l, to)) / sine, axis))) if sine > 0.0 else q

def turned(body, q, L, h):
    """Where a body that began at q is after h with the angular momentum L, or angular velocity."""
    if norm(L) == 0.0:
        return q
    if body["motion"] != "free":
        return unit(qmul(qexp(mul(h, L)), q))
    d, l = body["inverse"], rotate(conj(q), L)
    w = tuple(d[k] * l[k] for k in range(3))
    wanted, far = dot(l, w), abs(h) * norm(w) > 1.5 and abs(d[1] - d[0]) > 1e-12 * d[0]
    for axis, rate in ((1, 0.5 * (d[1] - d[0])), (None, d[0]), (2, d[2] - d[0]), (1, 0.5 * (d[1] - d[0]))):
        e = qexp(mul(rate * h, l if axis is None else tuple(l[k] if k == axis else 0.0 for k in range(3))))
        q, l = qmul(q, e), l if axis is None else rotate(conj(e), l)
    return unit(restore(d, wanted, q, l) if far else q)

# ---- the file ----

def chunks(stream, partial):
    """(tag, bytes) of every chunk; the chain of hashes is looked at."""
    head = stream.read(16)
    if len(head) < 16 or head[:8] != b"HFPROOF\n":
        raise Unreadable("this is no proof of holdfast")
    if head[8:12] != b"\2\0\0\0":
        raise Unreadable("version %d of the format; this program knows version 2" % struct.unpack("<I", head[8:12]))
    chain, top = hashlib.sha256(head).digest(), b""
    while top[:4] != b"ENDS":
        top = stream.read(12)
        if len(top) < 12 and partial:
            return
        demand(len(top) == 12, "the file ends without its end")
        size, packed = struct.unpack("<II", top[4:])
        demand(size <= MOST and packed <= MOST, "a chunk of %d bytes is more than there may be", max(size, packed))
        body, told = stream.read(packed), stream.read(32)
        if partial and len(told) < 32:
            return
        demand(len(told) == 32, "the file is cut off")
        chain = hashlib.sha256(chain + top + body).digest()
        demand(chain == told, "the chain of hashes breaks in the chunk %r" % top[:4])
        engine = zlib.decompressobj()
        raw = engine.decompress(body, size + 1)
        demand(len(raw) == size and engine.eof, "a chunk is packed badly")
        yield top[:4], raw
    demand(not stream.read(1), "there is something behind the end")

class Reader:
    def __init__(self, raw):
        self.raw, self.at = raw, 0

    def take(self, form, count=1):
        size = count * struct.calcsize("<" + form)
        demand(self.at + size <= len(self.raw), "a record is cut off")
        values = struct.unpack_from("<" + (form if count == 1 else "%d%s" % (count, form)), self.raw, self.at)
        self.at += size
        return values

    def numbers(self, count):
        values = self.take("d", count)
        demand(all(map(math.isfinite, values)), "a number is not finite")
        return values

    def place(self):
        x, q = self.numbers(3), self.numbers(4)
        demand(abs(hypot(q) - 1.0) < 1e-9, "an orientation is no rotation")
        return x, q

    def twist(self):
        return self.numbers(3), self.numbers(3)

    def rows(self, size, limit):
        """Rows over velocities: [(velocity, coefficient), ...] of each."""
        count = self.take("I")[0]
        dofs = self.take("I", count)
        demand(all(d < limit for d in dofs), "a row over a velocity that there is not")
        return [list(zip(dofs, self.numbers(count))) for _ in range(size)]

# ---- the model ----

def check_body(b):
    demand(b["motion"] in KINDS, "a body of no kind")
    b["fields"] = []  # how its own velocities move it: (velocity, angular velocity) of each
    if b["motion"] in ("free", "planar", "particle"):
        demand(b["mass"] > 0.0 and all(i > 0.0 for i in b["inertia"]), "a body without mass")
        d, b["inverse"] = b.get("axes") or b.get("directions") or UNITS, [1.0 / i for i in b["inertia"]]
        b["fields"] = [(tuple(d[k:k + 3]), ZERO) for k in range(0, len(d), 3)]
        about = {"free": UNITS, "planar": b.get("normal", ())}.get(b["motion"], ())
        b["fields"] += [(ZERO, mul(1.0 / norm(about[k:k + 3]), about[k:k + 3])) for k in range(0, len(about), 3)]
    if b["motion"] == "part":
        b["reach"] = math.sqrt(max(b["inertia"]) / b["mass"]) if b["mass"] > 0.0 else 0.0

def read_model(raw):
    m = json.loads(raw.decode("utf-8", "replace"))
    demand(m["format"] == "holdfast proof" and m["version"] == 2, "the model is of another version")
    m["moving"], m["part"] = [k for k, b in enumerate(m["bodies"]) if b["motion"] != "static"], {}
    for b in m["bodies"]:
        check_body(b)
    for index, s in enumerate(m["systems"]):
        demand(len(s["mass"]) == s["count"] and len(s["weight"]) == 3 * s["count"], "a system without masses")
        demand(all(0 <= d < s["count"] for p in s["parts"] for d in p["dofs"]), "a part that no velocity moves")
        m["part"].update((p["body"], (index, p["dofs"])) for p in s["parts"])
    m["dofs"] = max([s["dof"] + s["count"] for s in m["systems"]] + [b.get("dof", -6) + 6 for b in m["bodies"]])
    m["pairs"] = {tuple(p["shapes"]): p for p in m["pairs"]}
    m["hulls"] = {h["mesh"]: h["planes"] for h in m["hulls"]}
    demand(all((b["motion"] == "part") == (k in m["part"]) for k, b in enumerate(m["bodies"])), "a part of no system")
    demand(all(0 <= s["body"] < len(m["bodies"]) for s in m["shapes"]), "a shape of no body")
    return m

def surface_of(m, a, b):
    """(condim, mu1, mu2, torsion, roll1, roll2, restitution) of a pair of shapes."""
    pair, s, t = m["pairs"].get((min(a, b), max(a, b))), m["shapes"][a], m["shapes"][b]
    if s["priority"] != t["priority"]:
        s = t = s if s["priority"] > t["priority"] else t
    top = {name: max(s[name], t[name]) for name in ("condim", "friction", "torsion", "rolling", "restitution")}
    condim, c = top["condim"], [top["friction"]] * 2 + [top["torsion"]] + [top["rolling"]] * 2
    if pair:
        condim, c = pair["condim"], pair["tangent"] + [pair["torsion"]] + pair["rolling"]
    c = [0.0] * 5 if condim == 1 else c
    return [condim] + ([m["coefficient"]] * 2 + c[2:] if m["coefficient"] >= 0.0 else c) + [top["restitution"]]

def outside(m, shape, p, out):
    """How far a point of a shape's frame, touched in the direction out, is outside of it [m]; 0 where this is not known."""
    kind, s = shape["kind"], shape["size"]
    planes = m["hulls"].get(shape["mesh"]) if kind == "hull" else None
    if planes:
        off = [(dot(out, planes[k:k + 3]), dot(p, planes[k:k + 3]) - planes[k + 3]) for k in range(0, len(planes), 4)]
        facing = max((x for along, x in off if along > 0.7), default=-1.0)  # patches go on beyond the edges of a face
        return facing if facing > 0.0 else min(0.0, max(x for _, x in off))
    return {"sphere": lambda: norm(p) - s[0], "plane": lambda: p[2],
            "capsule": lambda: norm((p[0], p[1], p[2] - max(-s[1], min(s[1], p[2])))) - s[0],
            "box": lambda: max(abs(p[k]) - s[k] for k in range(3)),
            "cylinder": lambda: max(hypot(p[:2]) - s[0], abs(p[2]) - s[1])}.get(kind, float)()

def law_measures(m, rows, c, r, u):
    """Approach [m/s], what is outside of friction [N s], power that friction does not take [J], coefficients."""
    parts = {1: [], 2: [(1,)], 3: [(1, 2)], 4: [(1, 2), (3,)], 6: [(1, 2), (3,), (4, 5)]}[rows]
    over, wrong, most = max(0.0, -r[0]), abs(r[0] * u[0]), 0.0
    for index in parts:
        part, slip, mu = [r[i] for i in index], [u[i] for i in index], [c[i] for i in index]
        if m["friction"] != "cone" and index == (1, 2):
            n, outer, half = m["sides"], m["friction"] == "outer-pyramid", math.pi / m["sides"]
            at = [m["direction"] + 2.0 * half * k for k in range(n)]
            support = mu[0] * max(-slip[0] * math.cos(a) - slip[1] * math.sin(a) for a in at) / (math.cos(half) if outer else 1)
            size = max(part[0] * math.cos(a + half) + part[1] * math.sin(a + half) for a in at) / (1 if outer else math.cos(half))
        else:
            support = hypot([x * s for x, s in zip(mu, slip)])
            size = hypot([p if x == 0.0 else p * max(mu) / x for p, x in zip(part, mu)])
        over, most = max(over, size - max(mu) * r[0]), most + sum(mu)
        wrong += r[0] * support + sum(p * s for p, s in zip(part, slip))
    return max(0.0, -u[0]), over, abs(wrong), most

# ---- a run ----

class Run:
    def __init__(self):
        self.model = self.state = self.time = self.v = None
        self.steps = self.pieces = self.contacts = self.given = self.impacts = self.repeated = self.lost = 0
        self.quality, self.worst, self.still, self.ended = [0, 0, 0], {}, False, False
        self.verdict, self.what, self.claims = "true", "", []
        self.work = {"motion": 0.0, "forces": 0.0, "rows": 0.0, "contacts": 0.0, "impacts": 0.0}  # J

    def at_most(self, name, value, most, where=""):
        """Whatever is compared; the table has the worst of each name."""
        demand(value <= most, "%s%s: %.3g, may be %.3g", where and "'%s': " % where, name, value, most)
        if value > self.worst.get(name, (0.0, ""))[0]:
            self.worst[name] = (value, "step %d%s" % (self.steps, where and ", '%s'" % where))

    def table(self):
        return ["steps        %d: %d exact, %d approximate, %d failed; %d repeated, %d not made" % (self.steps, *self.quality, self.repeated, self.lost),
                "pieces       %d, with %d contacts and %d impacts; set from outside %d times" % (self.pieces, self.contacts, self.impacts, self.given),
                "energy [J]   " + ", ".join("%s %.6g" % (name, x) for name, x in self.work.items())
                ] + ["%-45s %10.3g  %s" % (name, *worst) for name, worst in self.worst.items()]

    def see_model(self, raw):
        m, old = read_model(raw), self.model
        demand(old is None or (m["moving"], m["dofs"]) == (old["moving"], old["dofs"]), "another model takes the place")
        self.model, self.state = m, self.state or [None] * len(m["bodies"])
        for k, b in enumerate(m["bodies"]):
            if b["motion"] == "static":
                self.state[k] = (tuple(b["x"]), tuple(b["q"]), ZERO, ZERO)

    def see_steps(self, raw):
        demand(self.model is not None, "steps come before the model")
        r = Reader(raw)
        while r.at < len(raw):
            number, fate, quality, given, none = r.take("IBBBB")
            (begin, end, tolerance), count = r.numbers(3), r.take("I")[0]
            demand(number == self.steps + 1, "step %d stands where step %d should be", number, self.steps + 1)
            demand(fate <= 2 and quality <= 2 and given <= (fate == 0) and none == 0, "a step of no kind")
            self.steps = number
            demand(self.time in (None, begin), "step %d begins at %g s, not where the last one ended", number, begin)
            self.time = end
            if given:
                for k in self.model["moving"]:
                    self.state[k] = r.place() + r.twist()
                self.v = [r.numbers(s["count"]) for s in self.model["systems"]]
            if fate == 0:
                self.see_pieces(r, count, quality, tolerance, end - begin, end)
            demand(fate == 0 or count == 0 and (self.still if fate == 1 else begin == end), "a step not made does more")
            self.given, self.repeated, self.lost = self.given + given, self.repeated + (fate == 1), self.lost + (fate == 2)
            self.quality[quality] += 1

    def see_pieces(self, r, count, quality, tolerance, length, end):
        demand(count > 0, "a step without a piece")
        total, self.still = 0.0, count == 1 and quality == 0
        for _ in range(count):
            stop = r.take("I")[0] + r.at
            piece = Piece(self, r, (tolerance, max(self.model["accept"], tolerance), math.inf)[quality])
            demand(r.at == stop, "a piece is not as long as it says")
            piece.verify()
            total += piece.h
            self.still = self.still and all(f & RESTS for f in piece.flags.values()) and piece.end_v == self.v
            self.state, self.v = piece.end, piece.end_v
        demand(abs(total - length) <= 1e-9 * abs(length) + 1e-15 * abs(end), "pieces do not fill the step")

class Piece:
    # -- as it is read --

    def __init__(self, run, r, most):
        self.run, self.model = run, run.model
        m, self.start, self.end = run.model, run.state, list(run.state)
        self.h, self.natural, self.unit, _ = r.numbers(4)
        demand(self.h > 0.0 and self.unit > 0.0 and self.natural >= 0.0, "a piece without length, or unit")
        demand(self.natural <= most, "an answer at %g is called better than it is", self.natural)
        forces, contacts, rounds = r.take("III")
        self.bodies = [k for k in m["moving"] if m["bodies"][k]["fields"]]  # those that move by themselves
        self.struck, self.flags, self.ends, self.middle, self.force = {}, {}, {}, {}, {}
        for k in m["moving"]:
            self.read_body(r, k, m["bodies"][k])
        for _ in range(forces):
            k = r.take("I")[0]
            demand(k in self.flags and k not in self.force, "a force on no body")
            self.force[k] = r.twist()
        self.contacts = [self.read_contact(r) for _ in range(contacts)]
        self.rounds = [self.read_round(r) for _ in range(rounds)]
        demand(run.v is not None or not m["systems"], "a system begins nowhere")
        self.moves = [self.read_system(r, s, v) for s, v in zip(m["systems"], run.v or ())] if m["mechanisms"] else []
        self.blocks = [self.read_block(r) for _ in range(r.take("I")[0])] if m["mechanisms"] else []
        self.end_v = [t["end"] for t in self.moves]

    def read_body(self, r, k, b):
        f = self.flags[k] = r.take("B")[0]
        demand(f < 32, "a body with unknown flags")
        self.end[k] = self.end[k] if f & RESTS else r.place() + r.twist()
        demand(self.end[k] and self.start[k], "'%s' begins nowhere", b["name"])
        self.struck[k] = r.twist() if f & SLOWED else self.end[k][2:4]
        if b["motion"] == "prescribed":
            self.ends[k] = r.twist(), r.twist()
        if self.has_fields(k) or (k in self.ends and f & MIDDLE):
            self.middle[k] = r.place()

    def has_fields(self, k):
        return k in self.model["part"] and self.model["systems"][self.model["part"][k][0]]["fields"]

    def read_contact(self, r):
        m = self.model
        a, b, rows, flags, none = r.take("IIBBH")
        demand(a < len(m["shapes"]) and b < len(m["shapes"]) and rows in (1, 2, 3, 4, 6) and flags < 64 and none == 0, "a contact of no kind")
        point, n, t, (gap, shift), law = r.numbers(3), r.numbers(3), r.numbers(3), r.numbers(2), surface_of(m, a, b)
        demand(abs(norm(n) - 1) < 1e-9 and abs(norm(t) - 1) < 1e-9 and abs(dot(n, t)) < 1e-9, "a contact without frame")
        c = {"shapes": (a, b), "bodies": (m["shapes"][a]["body"], m["shapes"][b]["body"]), "rows": rows, "flags": flags,
             "point": point, "gap": gap, "shift": shift, "r": r.numbers(rows), "axes": (n, t, cross(n, t)), "law": law,
             "surface": r.numbers(3) if flags & SURFACE else ZERO, "origin": r.numbers(3) if flags & ORIGIN else point,
             "normal": r.numbers(3) if flags & ANEW else n, "drift": r.numbers(rows) if flags & TOLD else (),
             "H": r.rows(rows, m["dofs"]) if flags & TOLD else ()}
        demand(rows <= max(law[0], 1) and c["bodies"][0] != c["bodies"][1], "a contact with rows too many")
        demand(rows > 1 or law[0] == 1 or max(law[1:3]) == 0.0, "a contact whose friction was left out")
        return c

    def read_round(self, r):
        n, mixed, scale = r.take("IId")
        demand(mixed <= 1 and scale > 0.0 and math.isfinite(scale), "a round of no kind")
        hits = []
        for _ in range(n):
            k = r.take("I")[0]
            demand(k < len(self.contacts), "an impact at no contact")
            hits.append((self.contacts[k], r.numbers(self.contacts[k]["rows"])))
        return mixed, scale, hits

    @staticmethod
    def read_system(r, s, v):
        n, flags = s["count"], r.take("B")[0]
        demand(flags <= RESTS, "a system with unknown flags")
        t = {"system": s, "before": v, "end": v if flags & RESTS else r.numbers(n), "free": r.numbers(n), "struck": r.numbers(n),
             "force": r.numbers(n), "fields": [r.twist() for _ in range(n if s["fields"] else 0)]}
        count = r.take("I")[0]
        t["S"] = list(zip(r.take("I", count), r.take("I", count), r.numbers(count)))
        demand(all(j <= i < n for i, j, _ in t["S"]), "a matrix of other velocities")
        t["S"] += [(j, i, x) for i, j, x in t["S"] if i != j]
        return t

    def read_block(self, r):
        kind, size = r.take("BB")
        demand(kind < 3 and 1 <= size <= 6, "a row of no kind")
        scale, compliance = r.numbers(2)
        low, high = ((0.0, math.inf), (-math.inf, math.inf))[kind] if kind < 2 else r.numbers(2)
        demand(scale > 0.0 and compliance >= 0.0 and low <= high, "a row without scale")
        return {"scale": scale, "compliance": compliance, "low": low, "high": high, "b": r.numbers(size),
                "r": r.numbers(size), "rows": r.rows(size, self.model["dofs"])}

    # -- how velocities move bodies, and impulses velocities: `when` is "start", "before", "free" or "struck" --

    def spin(self, k, q, L):
        b = self.model["bodies"][k]
        return principal(b["inverse"], q, L) if b["motion"] == "free" else L

    def columns(self, k):
        """Of every velocity that moves a body: its number, the velocity and angular velocity that it gives, and the size of the first."""
        b = self.model["bodies"][k]
        if k not in self.model["part"]:
            return [(b["dof"] + j, lin, ang, norm(lin)) for j, (lin, ang) in enumerate(b["fields"])]
        (index, dofs), x = self.model["part"][k], self.middle[k][0]
        fields, first = self.moves[index]["fields"], self.model["systems"][index]["dof"]
        return [(first + d, add(lin, cross(ang, x)), ang, norm(lin) + norm(ang) * (norm(x) + b["reach"]))
                for d, (lin, ang) in ((d, fields[d]) for d in dofs)]

    def twist(self, k, when):
        """Velocity and angular velocity, where the piece begins or where contacts are."""
        if k in self.ends or k not in self.flags:
            return self.ends[k][when in ("free", "struck")] if k in self.ends else (ZERO, ZERO)
        if when == "start":
            v, L = self.before.get(k, self.start[k][2:4])
            return v, self.spin(k, self.start[k][1], L)
        return self.combine(self.columns(k), [self.u[when][column[0]] for column in self.columns(k)])

    @staticmethod
    def combine(columns, x, v=ZERO, w=ZERO):
        for (_, lin, ang, _), y in zip(columns, x):
            v, w = axpy(v, y, lin), axpy(w, y, ang)
        return v, w

    def velocities(self, when):
        """All of them, by their numbers, where contacts are."""
        u = {t["system"]["dof"] + d: x for t in self.moves for d, x in enumerate(t[when])}
        for k in self.bodies:
            v, L = getattr(self, when)[k]
            w = self.spin(k, self.places[k][1], L)
            u.update((d, dot(lin, v) + dot(ang, w)) for d, lin, ang, _ in self.columns(k))
        return u

    def push(self, to, k, arm, f, moment, sign=1.0):
        """to: of velocities, what an impulse on a body, `arm` from its place, and a moment are along them, and sizes."""
        size, turning, moment = norm(f), norm(moment) + norm(arm) * norm(f), add(moment, cross(arm, f))
        for d, lin, ang, reach in self.columns(k):
            x, y = to.get(d, (0.0, 0.0))
            to[d] = x + sign * (dot(lin, f) + dot(ang, moment)), y + reach * size + norm(ang) * turning

    def push_forces(self, to, k, h):
        b, (F, T) = self.model["bodies"][k], self.force.get(k, (ZERO, ZERO))
        self.push(to, k, ZERO, mul(h, F), mul(h, T))
        self.push(to, k, ZERO, mul(h * b["mass"] * b["gravity_scale"], self.model["gravity"]), ZERO)

    def push_contact(self, to, c, r, start=False):
        f, moment = (self.combine([(0, a, ZERO, 1.0) for a in c["axes"]], part)[0] for part in (r[:3], r[3:]))
        for s, k in enumerate(c["bodies"]):
            if k in (self.before if start or c["H"] else self.flags) and k not in self.ends:
                self.push(to, k, self.arm(c, k, start), f, moment, 1 - 2 * s)
        self.push_rows(to, r, () if start else c["H"])

    @staticmethod
    def push_rows(to, r, rows):
        for d, x in ((d, y * x) for y, row in zip(r, rows) for d, x in row):
            to[d] = to.get(d, (0.0, 0.0))[0] + x, to.get(d, (0.0, 0.0))[1] + abs(x)

    def kick(self, k, v, L, pushes):
        """v, L of a body that moves by itself after what acts along its velocities."""
        b, x = self.model["bodies"][k], []
        for d, lin, ang, _ in self.columns(k):
            turning = dot(ang, principal(b["inertia"], self.start[k][1], ang)) if b["motion"] == "planar" else 1.0
            x.append(sum(p.get(d, (0.0,))[0] for p in pushes) / (b["mass"] if ang == ZERO else turning))
        return self.combine(self.columns(k), x, v, L)

    def arm(self, c, k, start):
        return sub(c["origin"], self.start[k][0]) if start else sub(c["point"], self.places[k][0])

    def velocity(self, c, when):
        """u of a contact in its frame, with angular velocities; in world axes; and the sum of its parts' sizes."""
        u, spin, size = c["surface"], ZERO, norm(c["surface"]) + 1e-300
        for s, k in enumerate(c["bodies"]):
            if not (c["H"] and k in self.model["part"]):
                (v, w), arm = self.twist(k, when), self.arm(c, k, when == "start")
                u, spin = axpy(u, 1 - 2 * s, add(v, cross(w, arm))), axpy(spin, 1 - 2 * s, w)
                size += norm(v) + norm(w) * norm(arm)
        out = [dot(a, u) for a in c["axes"]] + [dot(a, spin) for a in c["axes"]]
        for j, row in enumerate(c["H"] if when in ("free", "struck") else ()):
            parts = [x * self.u[when][d] for d, x in row] + [c["drift"][j]]
            out[j], size = out[j] + sum(parts), size + sum(map(abs, parts))
        return out, u, size

    # -- the stages --

    def verify(self):
        run, m = self.run, self.model
        run.pieces, run.contacts = run.pieces + 1, run.contacts + len(self.contacts)
        self.places = [s and s[0:2] for s in self.start]
        self.before = {k: self.start[k][2:4] for k in self.bodies}
        for c in self.contacts:
            self.check_gap(c)
        for mixed, scale, hits in self.rounds:
            self.verify_round(mixed, scale, hits)
        for k in (k for k in m["moving"] if self.flags[k] & MIDDLE):
            x, q = self.places[k]
            self.places[k] = self.middle.get(k, (x, q)) if k not in self.before else \
                (axpy(x, 0.5 * self.h, self.before[k][0]), turned(m["bodies"][k], q, self.before[k][1], 0.5 * self.h))
        self.verify_balance()
        self.verify_contacts()
        self.verify_energy()
        for k in self.bodies:
            self.verify_move(k)

    def check_gap(self, c):
        """The two points of a contact belong to its shapes, where the piece begins."""
        for s, (shape, k) in enumerate(zip(c["shapes"], c["bodies"])):
            b, form = self.model["bodies"][k], self.model["shapes"][shape]
            if k in self.model["part"] and not self.has_fields(k):
                continue  # it changes its shape
            (x, q), turn = self.start[k][0:2], conj(form["orientation"])
            q = conj(qmul(q, conj(b["principal"])))
            p = add(rotate(q, sub(axpy(c["origin"], (0.5 - s) * c["gap"], c["normal"]), x)), b["center"])
            out = rotate(turn, rotate(q, mul(2 * s - 1, c["normal"])))
            off = outside(self.model, form, rotate(turn, sub(p, form["position"])), out)
            self.run.at_most("points of contacts beside their shapes [m]", abs(off), HULLS if form["kind"] == "hull" else BESIDE, b["name"])

    def check_law(self, what, c, r, u, allowed, unit, speed):
        approach, over, wrong, most = law_measures(self.model, c["rows"], c["law"], r, u)
        size, arm = hypot(r), 4 * max(1.0, most)
        where = "%s of '%s' and '%s'" % (what, *(self.model["bodies"][k]["name"] for k in c["bodies"]))
        may = arm * allowed * (size + unit * (speed + allowed)) + ROUND * arm * size * speed
        self.run.at_most("approach [m/s]", approach, arm * allowed + ROUND * speed, where)
        self.run.at_most("outside of friction [N s]", over, arm * allowed * unit + ROUND * size, where)
        self.run.at_most("friction against slip [J]", wrong, may, where)

    def verify_round(self, mixed, unit, hits):
        """Impacts with restitution: u before and after, by impulses that act where the piece begins."""
        old, work, size, pushes = [self.velocity(c, "start")[0] for c, r in hits], 0.0, 0.0, {}
        for c, r in hits:
            self.push_contact(pushes, c, r, True)
        self.before = {k: self.kick(k, *self.before[k], [pushes]) for k in self.bodies}
        allowed = self.natural * (1.0 + 3.0 * hypot([x for u, (c, r) in zip(old, hits) for x in u[:c["rows"]]]))
        for (c, r), u in zip(hits, old):
            w, _, scale = self.velocity(c, "start")
            scale += hypot(u)
            demand(u[0] < 0.0, "an impact where nothing approaches")
            work, size = work + 0.5 * sum(x * (a + b) for x, a, b in zip(r, u, w)), size + hypot(r) * (hypot(u) + hypot(w))
            g, e = max(c["gap"], 0.0), c["law"][6]
            lift = 2.0 * self.free_rate(c) * g
            t = -g / self.h if e == 0.0 else math.sqrt(max(0.0, e * e * (u[0] * u[0] - lift) + lift))
            demand(not mixed or w[0] >= -g / self.h - 4 * allowed - ROUND * scale, "an impact that goes on")
            self.check_law("impact", c, r, [0.0] * 6 if mixed else [w[0] - t] + w[1:], allowed, unit, scale)
        demand(not mixed or work <= 1e-9 * size + 10 * allowed * sum(hypot(r) for _, r in hits), "impacts gain %g J", work)
        self.run.work["impacts"], self.run.impacts = self.run.work["impacts"] + work, self.run.impacts + len(hits)

    def free_rate(self, c):
        """Rate of u_N at the beginning where nothing touches [m/s^2]."""
        rate = 0.0
        for s, k in enumerate(c["bodies"]):
            a, w = (mul(1.0 / self.h, sub(y, x)) for x, y in zip(*self.ends.get(k, ((ZERO, ZERO), (ZERO, ZERO)))))
            if k in self.before:
                to = {}
                self.push_forces(to, k, 1.0)
                a, w = self.kick(k, ZERO, ZERO, [to])
                w = self.spin(k, self.start[k][1], w)
            rate += (1 - 2 * s) * dot(c["normal"], add(a, cross(w, self.arm(c, k, True))))
        return rate

    def verify_balance(self):
        """Momentum along every velocity: forces and impulses are all that changes it."""
        m, h = self.model, self.h
        self.acts = {"forces": {}, "rows": {}, "contacts": {}}  # of velocities: impulses, and their sizes
        for b in self.blocks:
            self.push_rows(self.acts["rows"], b["r"], b["rows"])
        for c in self.contacts:
            self.push_contact(self.acts["contacts"], c, c["r"])
        for k in self.bodies + [k for k in m["part"] if self.has_fields(k)]:
            self.push_forces(self.acts["forces"], k, h)
        self.free = {k: self.kick(k, *self.before[k], [self.acts["forces"]]) for k in self.bodies}
        self.u = {when: self.velocities(when) for when in NAMES}
        for k in self.bodies:
            self.check_momentum(k, m["bodies"][k])
        for t in self.moves:
            for d in range(t["system"]["count"]):
                own = h * t["force"][d], h * dot(t["system"]["weight"][3 * d:3 * d + 3], m["gravity"])
                self.push_rows(self.acts["forces"], (1.0, 1.0), [[(t["system"]["dof"] + d, x)] for x in own])
            self.verify_system(t, "free", ["forces"])
            self.verify_system(t, "struck", ["forces", "rows", "contacts"])

    def check_momentum(self, k, b):
        now, was, is_, inertia = self.kick(k, *self.before[k], self.acts.values()), self.start[k][2:4], self.struck[k], max(b["inertia"])
        sizes = {name: [max((p.get(column[0], (0.0, 0.0))[1] for column in self.columns(k) if (column[2] != ZERO) == turns), default=0.0)
                        for turns in (False, True)] for name, p in self.acts.items()}
        touch = sizes["rows"][0] + sizes["contacts"][0]
        for i, name, scale in ((0, "momentum", b["mass"]), (1, "angular momentum", 1.0 if b["motion"] == "free" else inertia)):
            size = sum(s[i] for s in sizes.values()) + scale * (norm(was[i]) + norm(is_[i])) + 1e-300
            size += i * 0.1 * touch * math.sqrt(inertia / b["mass"])
            self.run.at_most(name + ", of what acts", scale * norm(sub(now[i], is_[i])) / size, ROUND, b["name"])

    def momentum(self, t, name, sign, to):
        """to: (J^T M J + mass + S) v of a system, and sizes."""
        s, v = t["system"], [sign * x for x in t[name]]
        self.push_rows(to, [1.0] * len(t["S"]), [[(s["dof"] + i, x * v[j])] for i, j, x in t["S"]])
        self.push_rows(to, s["mass"], [[(s["dof"] + d, v[d])] for d in range(s["count"])])
        for k in (part["body"] for part in s["parts"] if t["fields"]):
            b, (v, w) = self.model["bodies"][k], self.twist(k, name)
            self.push(to, k, ZERO, mul(b["mass"], v), principal(b["inertia"], self.middle[k][1], w), sign)
        return to

    def verify_system(self, t, name, acts):
        s, to = t["system"], self.momentum(t, "before", -1.0, self.momentum(t, name, 1.0, {}))
        largest = max((x[1] for x in to.values()), default=0.0)
        for d in range(s["dof"], s["dof"] + s["count"]):
            (got, size), parts = to.get(d, (0.0, 0.0)), [self.acts[what].get(d, (0.0, 0.0)) for what in acts]
            size += 1e-3 * largest + sum(y for _, y in parts) + 1e-300
            self.run.at_most("momentum of systems, of what acts", abs(got - sum(x for x, _ in parts)) / size, 10 * ROUND,
                             "%s of '%s', velocity %d" % (s["kind"], self.model["bodies"][s["parts"][0]["body"]]["name"], d - s["dof"]))

    def verify_contacts(self):
        laws, square = [], sum((k["scale"] * b)**2 for k in self.blocks for b in k["b"])
        for c in self.contacts:
            (u, _, size), (free, _, more) = self.velocity(c, "struck"), self.velocity(c, "free")
            drift = [self.check_shift(c)] + [0.0] * 5
            if c["flags"] & ANEW and not c["H"]:
                start, middle = self.velocity(c, "start")[1], self.velocity(c, "before")[1]
                drift[0] += dot(c["axes"][0], middle) - dot(c["normal"], start)
                drift[1:3] = [dot(a, sub(middle, start)) for a in c["axes"][1:]]
            laws.append((c, [a + b for a, b in zip(u, drift)], abs(c["shift"]) + size + more))
            square += sum((a + b)**2 for a, b in list(zip(free, drift))[:c["rows"]])
        allowed = self.natural * (1.0 + math.sqrt(square))
        self.run.at_most("distance from the laws that is claimed", allowed, math.inf)
        for block in self.blocks:
            self.verify_block(block, allowed)
        for c, u, speed in laws:
            self.check_law("contact", c, c["r"], u, allowed, self.unit, speed)

    def verify_block(self, block, allowed):
        """The law of rows that are no contacts: limits, loops, motors, dry friction, joints."""
        s, unit = block["scale"], self.unit * block["scale"]
        for b, x, row in zip(block["b"], block["r"], block["rows"]):
            parts = [(value, self.u["struck"][dof], self.u["free"][dof]) for dof, value in row]
            u = s * (b + block["compliance"] * x + sum(y * (v - f) for y, v, f in parts))
            off = abs(x / unit - min(max(x / unit - u, block["low"] / unit), block["high"] / unit))
            size = abs(x / unit) + s * (abs(b) + sum(abs(y) * (abs(v) + abs(f)) for y, v, f in parts))
            self.run.at_most("rows of mechanisms, off their law", off, 4 * allowed + 1e-14 + ROUND * size)

    def check_shift(self, c):
        """What the law adds to u_N so that a gap may close, and not more."""
        g, s = c["gap"], c["shift"]
        due = (g if g >= NEAR else max(g - TOUCH, 0.0) * (NEAR / (NEAR - TOUCH))) / self.h
        rebounds = c["flags"] & REBOUND and self.model["mechanisms"] and s <= 0.0 and c["law"][6] > 0.0
        self.run.at_most("rebounds of mechanisms, taken as they are said [m/s]", -s if rebounds else 0.0, math.inf)
        demand(rebounds or (c["flags"] & LEVEL and s == 0.0) or abs(s - due) <= ROUND * abs(due) + 1e-300,
               "a gap of %g m may close at %g m/s, not %g", g, due, s)
        return s

    def verify_energy(self):
        """Kinetic energy, with masses as they are where contacts are, changes by the work of what acts."""
        kinetic, size, works = {"before": 0.0, "struck": 0.0}, 1e-300, dict.fromkeys(self.acts, 0.0)
        for name in kinetic:
            for k in self.bodies:
                b, (v, w) = self.model["bodies"][k], self.twist(k, name)
                turn = principal(b["inertia"], self.places[k][1], w)
                kinetic[name] += 0.5 * b["mass"] * dot(v, v) + 0.5 * dot(w, turn)
            for t in self.moves:
                kinetic[name] += 0.5 * sum(self.u[name][d] * x for d, (x, _) in self.momentum(t, name, 1.0, {}).items())
        for name, p in self.acts.items():
            for d, (x, y) in p.items():
                mean = 0.5 * (self.u["before"][d] + self.u["struck"][d])
                works[name], size = works[name] + mean * x, size + abs(mean) * y
        gain = kinetic["struck"] - kinetic["before"]
        for name, x in [*works.items(), ("motion", gain)]:
            self.run.work[name] += x
        off = abs(gain - sum(works.values())) / (size + sum(kinetic.values()))
        self.run.at_most("energy that nothing named gives, of what acts", off, 10 * ROUND)

    def verify_move(self, k):
        """Where the velocities take a body."""
        h, f, b, (x, q) = self.h, self.flags[k], self.model["bodies"][k], self.start[k][0:2]
        (v, L), (v1, L1), (v2, L2), theta = self.before[k], self.struck[k], self.end[k][2:4], 1.0 if f & JUMPS else self.model["theta"]
        off = norm(sub(self.end[k][0], axpy(x, h, axpy(mul(1.0 - theta, v), theta, v1))))
        d = qmul(self.end[k][1], conj(turned(b, q, axpy(mul(1.0 - theta, L), theta, L1), h)))
        angle, slack = 2.0 * math.atan2(norm(d[1:4]), abs(d[0])), 1e-14 + ROUND * (norm(x) + h * (norm(v) + norm(v1)))
        if f & CORRECTED:
            self.run.at_most("positions corrected by [m]", off, math.inf, b["name"])
            self.run.at_most("turned by corrections [rad]", angle, math.inf, b["name"])
        else:
            self.run.at_most("place from where velocities take it [m]", off, slack, b["name"])
            self.run.at_most("turned from where velocities turn it [rad]", angle, 1e-9, b["name"])
        demand(not f & SLOWED or (norm(v2) <= (1 + 1e-9) * norm(v1) and norm(L2) <= (1 + 1e-9) * norm(L1)),
               "'%s' is faster than its impulses made it", b["name"])
        self.run.at_most("velocities taken away [m/s]", norm(sub(v1, v2)) if f & SLOWED else 0.0, math.inf, b["name"])

# ---- proofs of poses (docs/margin.md): laws and rows, and forces or a motion ----

def finite(words):
    numbers = [float(x) for x in words]
    demand(all(map(math.isfinite, numbers)), "a number is not finite")
    return numbers

def verify_pose(text):
    body, _, last = text.rpartition("sum ")
    value = functools.reduce(lambda h, c: (h ^ c) * 0x100000001b3 & (1 << 64) - 1, body.encode(), 0xcbf29ce484222325)
    demand(last.strip() == "%016x" % value, "the sum over the file is another one")
    lines, blocks, claims = [line.split() for line in body.splitlines()[1:]], [], []
    n = int(lines[0][2])
    for word, *rest in lines[1:]:
        if word == "block":
            blocks.append({"kind": rest[0], "size": int(rest[1]), "law": [float(x) for x in rest[3:]], "row": []})
        elif word == "claim":
            claims.append({"kind": rest[0], "mu": float(rest[3]), "t": float(rest[5])})
        elif word == "dofs":
            blocks[-1]["dofs"] = [int(x) for x in rest]
        elif word == "row":
            blocks[-1]["row"].append(finite(rest))
        else:
            claims[-1][word] = finite(rest)
    demand(claims and all(0 <= d < n for b in blocks for d in b["dofs"]), "there is no claim, or a row of no velocity")
    for c in claims:
        demand(len(c["base"]) == len(c["along"]) == len(c.get("motion", c["base"])) == n, "a load of other size")
        (check_carries if c["kind"] == "carries" else check_motion)(blocks, c)
    return ["%s, friction %g, multiple %.9g" % (c["kind"], c["mu"], c["t"]) for c in claims]

def beside(b, friction, x, dual):
    """How far r of a block is outside of its set; with `dual` u outside of the dual one, and the least work of a box."""
    need, off = 0.0, max(0.0, -x[0])
    if b["kind"] == "contact":
        for begin, end in ((1, 3), (3, 4), (4, 6)):
            pairs = [(x[k], friction * b["law"][k - 1]) for k in range(begin, min(end, b["size"]))]
            need += hypot([y * mu for y, mu in pairs])
            off = max([off, hypot([y / mu for y, mu in pairs if mu > 0.0]) - x[0] if pairs else 0.0] +
                      [abs(y) for y, mu in pairs if mu == 0.0])
        return (max(0.0, need - x[0]), 0.0) if dual else (off, 0.0)
    if b["kind"] == "box":
        low, high = b["law"]
        work = 0.0 if x[0] == 0.0 else (low if x[0] > 0.0 else high) * x[0]
        return (max(0.0, low - x[0], x[0] - high), 0.0) if not dual else (0.0, work) if math.isfinite(work) else (abs(x[0]), 0.0)
    return (off if b["kind"] == "unilateral" else hypot(x) if dual else 0.0), 0.0

def check_carries(blocks, c):
    left, at, worst = [a + c["t"] * b for a, b in zip(c["base"], c["along"])], 0, 0.0
    size = max(map(abs, left), default=0.0) or 1.0
    demand(len(c["forces"]) == sum(b["size"] for b in blocks), "forces of other rows")
    for b in blocks:
        r, at = c["forces"][at:at + b["size"]], at + b["size"]
        worst = max(worst, beside(b, c["mu"], r, False)[0])
        for d, y in ((d, x * y) for x, row in zip(r, b["row"]) for d, y in zip(b["dofs"], row)):
            left[d] += y
    demand(max(map(abs, left), default=0.0) <= 1e-6 * size, "forces leave a part of the load")
    demand(worst <= 1e-6 * hypot(c["forces"]), "forces are outside of friction by %.3g", worst)

def check_motion(blocks, c):
    d, at_most = c["motion"], c["kind"] == "at-most"
    off = [beside(b, c["mu"], [sum(y * d[i] for i, y in zip(b["dofs"], row)) for row in b["row"]], True) for b in blocks]
    gain, along = (sum(x * y for x, y in zip(c[name], d)) for name in ("base", "along"))
    gain, miss = gain + sum(work for _, work in off), sum(x for x, _ in off)
    by, load = along if at_most else gain, max((abs(x) + abs(y) for x, y in zip(c["base"], c["along"])), default=0.0)
    demand(by > 0.0, "the load does no work along the motion: %.3g", by)
    demand(not at_most or abs(-gain / along - c["t"]) <= 1e-9 * (1.0 + abs(c["t"])), "the motion proves another bound")
    demand(miss * load * 1e4 / by <= (1e-6 * (1.0 + abs(c["t"])) if at_most else 1.0), "something resists the motion")

# ---- the whole ----

def verify(stream, partial=False):
    """The run, or claims of a pose, with a verdict (true, false, unreadable) and what is wrong."""
    run = Run()
    try:
        if stream.read(15) == b"holdfast-proof ":
            run.claims = verify_pose("holdfast-proof " + stream.read().decode("ascii", "replace"))
            return run
        stream.seek(0)
        for tag, raw in chunks(stream, partial):
            if tag == b"MODL":
                run.see_model(raw)
            elif tag == b"STEP":
                run.see_steps(raw)
            else:
                demand(tag == b"ENDS", "a chunk of a kind that this program does not know: %r" % tag)
                demand(len(raw) == 12 and struct.unpack("<I", raw[:4])[0] == run.steps, "steps are missing")
                run.ended = True
        demand(run.model is not None, "there is no model")
    except Unreadable as error:
        run.verdict, run.what = "unreadable", str(error)
    except SENSELESS as error:
        run.verdict, run.what = "false", "step %d: %s" % (run.steps, error if isinstance(error, False_) else repr(error))
    return run

def main(words):
    files = [w for w in words if not w.startswith("--")]
    if len(files) != 1:
        print(__doc__)
        return 2
    try:
        with open(files[0], "rb") as stream:
            run = verify(stream, "--partial" in words)
    except OSError as error:
        run = Run()
        run.verdict, run.what = "unreadable", str(error)
    if "--json" in words:
        print(json.dumps({"verdict": run.verdict, "what": run.what, "steps": run.steps, "worst": {k: v[0] for k, v in run.worst.items()}}))
    else:
        print(run.verdict + (": " + run.what if run.what else "" if run.ended or run.claims else ", as far as it goes"))
        print("\n".join(run.claims or run.table()))
    return ("true", "false", "unreadable").index(run.verdict)

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
