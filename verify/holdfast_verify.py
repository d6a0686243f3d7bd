#!/usr/bin/env python3
"""Verifies a proof of a run of holdfast: python3 holdfast_verify.py F.hfp [--partial] [--json]

Shares nothing with holdfast but docs/proof.md, from which it is written, and needs Python 3.8 alone. The end: a table,
and 0 (true), 1 (false, with the step and what is false in it) or 2 (nothing that can be verified)."""
import hashlib
import json
import math
import struct
import sys
import zlib

ROUND = 1e-11  # of the sum of sizes that are added: rounding
TOUCH, NEAR = 5e-8, 5e-7  # gaps that count as none, and up to which the shift rises [m]
RESTS, JUMPS, MIDDLE, CORRECTED, SLOWED = 1, 2, 4, 8, 16
ANEW, LEVEL, SURFACE, ORIGIN, REBOUND = 1, 2, 4, 8, 16
MOST = 1 << 28  # bytes of a chunk


class False_(Exception):
    """What is false."""


class Unreadable(Exception):
    """Nothing that can be verified."""


def demand(holds, what, *numbers):
    if not holds:
        raise False_(what % numbers if numbers else what)


# ---- vectors, quaternions (w, x, y, z) ----

def dot(a, b): return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
def add(a, b): return (a[0] + b[0], a[1] + b[1], a[2] + b[2])
def sub(a, b): return (a[0] - b[0], a[1] - b[1], a[2] - b[2])
def mul(s, a): return (s * a[0], s * a[1], s * a[2])
def axpy(a, s, b): return (a[0] + s * b[0], a[1] + s * b[1], a[2] + s * b[2])
def norm(a): return math.sqrt(a[0] * a[0] + a[1] * a[1] + a[2] * a[2])
def cross(a, b): return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])


ZERO = (0.0, 0.0, 0.0)


def qmul(a, b):
    return (a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3], a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2],
            a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1], a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0])


def conj(q): return (q[0], -q[1], -q[2], -q[3])


def rotate(q, v):
    s = q[1:4]
    t = mul(2.0, cross(s, v))
    return add(axpy(v, q[0], t), cross(s, t))


def unit(q):
    n = math.sqrt(sum(c * c for c in q))
    return tuple(c / n for c in q)


def qexp(turn):
    angle = norm(turn)
    s = 0.5 - angle * angle / 48 if angle < 1e-4 else math.sin(0.5 * angle) / angle
    return (math.cos(0.5 * angle), s * turn[0], s * turn[1], s * turn[2])


def angle_between(a, b):
    d = qmul(a, conj(b))
    return 2.0 * math.atan2(norm(d[1:4]), abs(d[0]))


# ---- a free body that turns ("Turning") ----

def principal(body, q, v, inverse):
    """R diag R^T v, of the moments or their inverses."""
    d = body["inverse" if inverse else "inertia"]
    l = rotate(conj(q), v)
    return rotate(q, (d[0] * l[0], d[1] * l[1], d[2] * l[2]))


def turn_about(axis, rate, h, q, l):
    turn = [0.0, 0.0, 0.0]
    turn[axis] = l[axis] * rate * h
    e = qexp(turn)
    return qmul(q, e), rotate(conj(e), l)


def restore(d, wanted, q, l):
    """Where it turned far: to where it has the energy of the beginning."""
    s = [c * c for c in l]
    low, high = d.index(min(d)), d.index(max(d))
    third = 3 - low - high
    for a, b in ((low, high), (third, high), (low, third)):
        lacks = wanted - dot(d, s)
        if d[a] != d[b]:
            part = min(s[a], max(-s[b], lacks / (d[b] - d[a])))
            s[a], s[b] = s[a] - part, s[b] + part
    to = tuple(math.copysign(math.sqrt(max(0.0, s[k])), l[k]) for k in range(3))
    axis = cross(l, to)
    sine = norm(axis)
    return qmul(q, qexp(mul(-math.atan2(sine, dot(l, to)) / sine, axis))) if sine > 0.0 else q


def turned(body, q, L, h):
    """Where a body that began at q is after h with the angular momentum L."""
    if body["motion"] != "free":
        return unit(qmul(qexp(mul(h, L)), q)) if norm(L) > 0.0 else q  # L: angular velocity
    if norm(L) == 0.0:
        return q
    d = body["inverse"]
    l = rotate(conj(q), L)
    w = tuple(d[k] * l[k] for k in range(3))
    wanted, way = dot(l, w), abs(h) * norm(w)
    q, l = turn_about(1, d[1] - d[0], 0.5 * h, q, l)
    q = qmul(q, qexp(mul(d[0] * h, l)))
    q, l = turn_about(2, d[2] - d[0], h, q, l)
    q, l = turn_about(1, d[1] - d[0], 0.5 * h, q, l)
    if way > 1.5 and abs(d[1] - d[0]) > 1e-12 * d[0]:
        q = restore(d, wanted, q, l)
    return unit(q)


# ---- the file ----

def chunks(stream, partial):
    """(tag, bytes) of every chunk; the chain of hashes is looked at."""
    head = stream.read(16)
    if len(head) < 16 or head[:8] != b"HFPROOF\n":
        raise Unreadable("this is no proof of holdfast")
    version = struct.unpack("<I", head[8:12])[0]
    if version != 1:
        raise Unreadable("version %d of the format; this program knows version 1" % version)
    chain = hashlib.sha256(head).digest()
    while True:
        top = stream.read(12)
        if not top and partial:
            return
        demand(len(top) == 12 or partial, "the file ends without its end")
        if len(top) < 12:
            return
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
        if top[:4] == b"ENDS":
            demand(not stream.read(1), "there is something behind the end")
            return


class Reader:
    def __init__(self, raw):
        self.raw, self.at = raw, 0

    def take(self, form):
        size = struct.calcsize("<" + form)
        demand(self.at + size <= len(self.raw), "a record is cut off")
        values = struct.unpack_from("<" + form, self.raw, self.at)
        self.at += size
        return values

    def numbers(self, count):
        values = self.take("%dd" % count)
        demand(all(map(math.isfinite, values)), "a number is not finite")
        return values


# ---- the model ----

def read_model(raw):
    try:
        m = json.loads(raw.decode("utf-8", "replace"))
        demand(m["format"] == "holdfast proof" and m["version"] == 1, "the model is of another version")
        m["moving"] = []
        for k, b in enumerate(m["bodies"]):
            b["index"] = k
            demand(b["motion"] in ("static", "prescribed", "free", "planar", "particle", "link"), "a body of no kind")
            if b["motion"] != "static":
                m["moving"].append(k)
            if b["motion"] in ("free", "planar", "particle"):
                demand(b["mass"] > 0.0 and all(i > 0.0 for i in b["inertia"]), "a body without mass")
                b["inverse"] = [1.0 / i for i in b["inertia"]]
                b["axes"] = axes_of(b)
        m["trees"] = [Tree(t, m["bodies"]) for t in m.get("trees", [])]
        m["pairs"] = {tuple(p["shapes"]): p for p in m["pairs"]}
        for s in m["shapes"]:
            demand(0 <= s["body"] < len(m["bodies"]), "a shape of no body")
        return m
    except (KeyError, ValueError, TypeError, IndexError, OverflowError) as error:
        raise Unreadable("the model cannot be read: %r" % error)


def axes_of(b):
    """Directions that a body moves along, and that it turns about; None: all."""
    if b["motion"] == "free":
        return None
    if b["motion"] == "particle":
        d = b["directions"]
        return [d[k:k + 3] for k in range(0, len(d), 3)], []
    return [b["axes"][0:3], b["axes"][3:6]], [mul(1.0 / norm(b["normal"]), b["normal"])]


def surface_of(m, a, b):
    """(condim, mu1, mu2, torsion, roll1, roll2, restitution) of a pair of shapes."""
    pair = m["pairs"].get((min(a, b), max(a, b)))
    s, t = m["shapes"][a], m["shapes"][b]
    if s["priority"] != t["priority"]:
        s = t = s if s["priority"] > t["priority"] else t
    condim, mu = max(s["condim"], t["condim"]), max(s["friction"], t["friction"])
    rolling = max(s["rolling"], t["rolling"])
    c = [mu, mu, max(s["torsion"], t["torsion"]), rolling, rolling]
    if pair:
        condim, c = pair["condim"], pair["tangent"] + [pair["torsion"]] + pair["rolling"]
    if condim == 1:
        c = [0.0] * 5
    if m["coefficient"] >= 0.0:
        c = [m["coefficient"]] * 2 + c[2:]
    return [condim] + c + [max(s["restitution"], t["restitution"])]


# ---- trees of links in joint coordinates ("Trees") ----

class Tree:
    def __init__(self, t, bodies):
        self.links, self.armature, self.dof, self.floating = t["links"], t["armature"], t["dof"], t["floating"]
        self.base, self.index = (tuple(t["x"]), tuple(t["q"])), {l["body"]: k for k, l in enumerate(t["links"])}
        self.v_count = len(self.armature)
        sizes = [4 if j["kind"] == "ball" else 1 for l in self.links for j in l["joints"]]
        self.q_count = sum(sizes) + 7 * self.floating
        for k, l in enumerate(self.links):
            demand(-1 <= l["parent"] < k and bodies[l["body"]]["motion"] == "link", "links are not parents first")
        demand(self.v_count == sum(3 if s == 4 else 1 for s in sizes) + 6 * self.floating, "a tree without its joints")

    def moved(self, q, v, h):
        """q after moving on at v for a time h."""
        q, qi, vi = list(q), 0, 0
        if self.floating:
            q[0:3], q[3:7], qi, vi = axpy(q[0:3], h, v[0:3]), unit(qmul(unit(q[3:7]), qexp(mul(h, v[3:6])))), 7, 6
        for l in self.links:
            for j in l["joints"]:
                if j["kind"] == "ball":
                    q[qi:qi + 4] = unit(qmul(unit(q[qi:qi + 4]), qexp(mul(h, v[vi:vi + 3]))))
                else:
                    q[qi] += h * v[vi]
                qi, vi = qi + (4 if j["kind"] == "ball" else 1), vi + (3 if j["kind"] == "ball" else 1)
        return q

    def walk(self, q, v):
        """Links at q, v: place, orientation, velocity, w, acceleration, alpha (where v stays) of the origin, dofs, and
        place, velocity, acceleration of the centre; dofs: (number, velocity of the world's origin, angular velocity)."""
        out, qi, vi, still = [], 0, 0, (1.0, 0.0, 0.0, 0.0)
        units = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))
        for k, l in enumerate(self.links):
            up = out[l["parent"]] if l["parent"] >= 0 else (*self.base, ZERO, ZERO, ZERO, ZERO, [])
            dofs = list(up[6])
            if self.floating and k == 0:
                x, R = tuple(q[0:3]), unit(q[3:7])
                at = (x, R, tuple(v[0:3]), rotate(R, v[3:6]), ZERO, ZERO)
                axes = [rotate(R, c) for c in units]
                dofs += [(i, units[i], ZERO) for i in range(3)] + [(3 + i, cross(x, axes[i]), axes[i]) for i in range(3)]
                qi, vi = 7, 6
            else:
                at = self.carry(up[0:6], rotate(up[1], l["position"]), l["orientation"])
            for j in l["joints"]:
                ball, axis = j["kind"] == "ball", rotate(at[1], j["axis"])
                if j["kind"] == "slide":
                    x, R, u, w, a, e = self.carry(at, mul(q[qi] - j["reference"], axis), still)
                    at = x, R, axpy(u, v[vi], axis), w, axpy(a, 2.0 * v[vi], cross(w, axis)), e
                    dofs.append((vi, axis, ZERO))
                else:
                    x, R, u, w, a, e = self.carry(at, rotate(at[1], j["position"]), still)
                    R = unit(qmul(R, qmul(conj(j["turn"]), unit(q[qi:qi + 4])) if ball else
                                  qexp(mul(q[qi] - j["reference"], j["axis"]))))
                    rate = ZERO
                    for i, s in enumerate([rotate(R, c) for c in units] if ball else [axis]):
                        rate = axpy(rate, v[vi + i], s)
                        dofs.append((vi + i, cross(x, s), s))
                    at = x, R, u, add(w, rate), a, add(e, cross(w, rate))
                    at = self.carry(at, mul(-1.0, rotate(R, j["position"])), still)
                qi, vi = qi + (4 if ball else 1), vi + (3 if ball else 1)
            center = self.carry(at, rotate(at[1], l["center"]), still)
            out.append((*at, dofs, center[0], center[2], center[4]))
        return out

    @staticmethod
    def carry(at, way, turn):
        """What moves with a frame at another place of it."""
        x, R, u, w, a, e = at
        return (add(x, way), qmul(R, turn), add(u, cross(w, way)), w,
                add(a, add(cross(e, way), cross(w, cross(w, way)))), e)

    @staticmethod
    def inertia(l, R, w):
        i, b = l["inertia"], rotate(conj(R), w)
        return rotate(R, (i[0] * b[0] + i[3] * b[1] + i[4] * b[2], i[3] * b[0] + i[1] * b[1] + i[5] * b[2],
                          i[4] * b[0] + i[5] * b[1] + i[2] * b[2]))

    def project(self, links, wrenches, sizes):
        """S . wrench of all links that a dof moves; wrenches are impulses at centres and angular ones."""
        out, size = [0.0] * self.v_count, [1e-300] * self.v_count
        for (x, R, u, w, a, e, dofs, c, *_), (f, t), s in zip(links, wrenches, sizes):
            for i, lin, ang in dofs:
                move = add(lin, cross(ang, c))
                out[i] += dot(move, f) + dot(ang, t)
                size[i] += norm(move) * s[0] + norm(ang) * s[1]
        return out, size


# ---- the law of a contact ("Laws") ----

def law_parts(rows, c):
    """[(components, coefficients)]: friction, torsion, rolling."""
    parts = [((1,), (c[1],))] if rows == 2 else [((1, 2), (c[1], c[2]))] if rows >= 3 else []
    if rows >= 4:
        parts.append(((3,), (c[3],)))
    if rows >= 6:
        parts.append(((4, 5), (c[4], c[5])))
    return parts


def hypot(x):
    return math.sqrt(sum(c * c for c in x))


def law_measures(m, rows, c, r, u):
    """Approach [m/s], what is outside of the cone [N s], power that friction does not take [J], coefficients."""
    approach, outside = max(0.0, -u[0]), max(0.0, -r[0])
    wrong, most = abs(r[0] * u[0]), 0.0
    for index, mu in law_parts(rows, c):
        part, slip = [r[i] for i in index], [u[i] for i in index]
        if m["friction"] != "cone" and index == (1, 2):
            n, outer = m["sides"], m["friction"] == "outer-pyramid"
            reach, inside = (1.0 / math.cos(math.pi / n), 1.0) if outer else (1.0, math.cos(math.pi / n))
            at = [m["direction"] + 2.0 * math.pi * k / n for k in range(n)]
            support = reach * max(-slip[0] * math.cos(a) - slip[1] * math.sin(a) for a in at)
            size = max(part[0] * math.cos(a + math.pi / n) + part[1] * math.sin(a + math.pi / n) for a in at) / inside
            over, support = size - mu[0] * r[0], mu[0] * support
        else:
            support = hypot([x * s for x, s in zip(mu, slip)])
            top = max(mu)
            over = hypot([p if x == 0.0 else p * top / x for p, x in zip(part, mu)]) - top * r[0]
        outside = max(outside, over)
        wrong += r[0] * support + sum(p * s for p, s in zip(part, slip))
        most += max(mu)
    return approach, outside, abs(wrong), most


# ---- a run ----

class Run:
    def __init__(self):
        self.model = self.state = self.piece_start = None
        self.steps = self.pieces = self.contacts = self.given = self.impacts = 0
        self.time = None
        self.quality = [0, 0, 0]
        self.repeated = self.lost = 0
        self.worst = {}

    def note(self, name, value, where):
        if value > self.worst.get(name, (0.0, ""))[0]:
            self.worst[name] = (value, where)

    def see_model(self, raw):
        m = read_model(raw)
        demand(self.model is None or m["moving"] == self.model["moving"], "another model takes the place of this one")
        self.model = m
        if self.state is None:
            self.state, self.trees = [None] * len(m["bodies"]), [None] * len(m["trees"])
        for k, b in enumerate(m["bodies"]):
            if b["motion"] == "static":
                self.state[k] = (tuple(b["x"]), tuple(b["q"]), ZERO, ZERO)

    def read_trees(self, r):
        return [(r.numbers(t.q_count), r.numbers(t.v_count)) for t in self.model["trees"]]

    def read_state(self, r):
        s = r.numbers(13)
        demand(abs(hypot(s[3:7]) - 1.0) < 1e-9, "an orientation is no rotation")
        return s[0:3], s[3:7], s[7:10], s[10:13]

    def see_steps(self, raw):
        demand(self.model is not None, "steps come before the model")
        r = Reader(raw)
        while r.at < len(raw):
            number, fate, quality, given, _ = r.take("IBBBB")
            begin, end, tolerance = r.numbers(3)
            count = r.take("I")[0]
            demand(number == self.steps + 1, "step %d stands where step %d should be", number, self.steps + 1)
            self.steps = number
            demand(fate <= 2 and quality <= 2 and given <= 1, "a step of no kind")
            demand(self.time is None or begin == self.time, "step %d begins at %g s, where %g s is due", number, begin,
                   self.time or 0.0)
            self.time = end
            if given:
                demand(fate == 0, "a state that is given to no step")
                for k in self.model["moving"]:
                    self.state[k] = self.read_state(r)
                self.trees = self.read_trees(r)
                self.given += 1
            if fate == 1:
                demand(count == 0 and self.still, "a step is said to repeat one that changed something")
                self.repeated += 1
            elif fate == 2:
                demand(count == 0 and end == begin, "a step that was not made has come to something")
                self.lost += 1
            else:
                self.see_pieces(r, count, quality, tolerance, begin, end)
            self.quality[quality] += 1

    def see_pieces(self, r, count, quality, tolerance, begin, end):
        demand(count > 0, "a step without a piece")
        total, self.still = 0.0, count == 1 and quality == 0
        for k in range(count):
            size = r.take("I")[0]
            stop = r.at + size
            piece = Piece(self, r, quality, tolerance)
            demand(r.at == stop, "a piece is not as long as it says")
            piece.verify()
            total += piece.h
            self.still = self.still and all(f & RESTS for f in piece.flags.values())
            self.still = self.still and all(t["flags"] & RESTS for t in piece.tree_moves)
        demand(abs(total - (end - begin)) <= 1e-9 * abs(end - begin) + 1e-15 * abs(end), "pieces do not fill the step")


class Piece:
    def __init__(self, run, r, quality, tolerance):
        self.run, self.model = run, run.model
        m = self.model
        self.h, self.natural, self.unit, self.overlap = r.numbers(4)
        demand(self.h > 0.0 and self.unit > 0.0 and self.natural >= 0.0, "a piece without length, or unit")
        demand(quality > 0 or self.natural <= tolerance, "an answer at %g is called exact, to %g", self.natural,
               tolerance)
        demand(quality > 1 or self.natural <= max(m["accept"], tolerance), "an answer at %g is called approximate",
               self.natural)
        force_count, contact_count, round_count = r.take("III")
        self.start = list(run.state)
        self.end, self.struck, self.flags, self.ends, self.given = list(run.state), {}, {}, {}, {}
        for k in m["moving"]:
            f = self.flags[k] = r.take("B")[0]
            demand(f < 32, "a body with unknown flags")
            if not f & RESTS:
                self.end[k] = run.read_state(r)
            demand(self.end[k] is not None, "a body that was nowhere rests")
            self.struck[k] = self.end[k][2:4]
            if f & SLOWED:
                s = r.numbers(6)
                self.struck[k] = s[0:3], s[3:6]
            if m["bodies"][k]["motion"] == "prescribed":
                s = r.numbers(12)
                self.ends[k] = (s[0:3], s[3:6]), (s[6:9], s[9:12])
                self.given[k] = r.numbers(7) if f & MIDDLE else None
        self.force = {}
        for _ in range(force_count):
            k = r.take("I")[0]
            demand(k in self.flags and k not in self.force, "a force on no body")
            s = r.numbers(6)
            self.force[k] = s[0:3], s[3:6]
        self.contacts = [self.read_contact(r) for _ in range(contact_count)]
        self.rounds = []
        for _ in range(round_count):
            n, mixed, unit = r.take("IId")
            demand(mixed <= 1 and unit > 0.0 and math.isfinite(unit), "a round of no kind")
            hits = []
            for _ in range(n):
                k = r.take("I")[0]
                demand(k < len(self.contacts), "an impact at no contact")
                hits.append((self.contacts[k], r.numbers(self.contacts[k]["rows"])))
            self.rounds.append((mixed, unit, hits))
        self.tree_moves, self.blocks = [], []
        if m["mechanisms"]:
            self.tree_moves = [self.read_tree(r, *x) for x in zip(m["trees"], run.trees)]
            self.blocks = [self.read_block(r) for _ in range(r.take("I")[0])]

    def read_tree(self, r, tree, start):
        flags, spring = r.take("B")[0], r.numbers(1)[0]
        n = tree.v_count
        demand(flags < 4 and (flags & RESTS or start), "a tree begins nowhere")
        end = start if flags & RESTS else (r.numbers(tree.q_count), r.numbers(n))
        names = ("struck", "free", "mean", "force", "damping", "stiffness")
        return {"tree": tree, "start": start, "end": end, "flags": flags, "spring": spring,
                **{name: r.numbers(n) for name in names}}

    def read_block(self, r):
        kind, size, count = r.take("BBI")
        demand(kind < 3 and 1 <= size <= 3, "a row of no kind")
        scale, compliance = r.numbers(2)
        low, high = ((0.0, math.inf), (-math.inf, math.inf))[kind] if kind < 2 else r.numbers(2)
        demand(scale > 0.0 and compliance >= 0.0 and low <= high, "a row without scale")
        b, x = r.numbers(size), r.numbers(size)
        dofs = r.take("%dI" % count)
        H = r.numbers(size * count)
        rows = [list(zip(dofs, H[k * count:(k + 1) * count])) for k in range(size)]
        return {"scale": scale, "compliance": compliance, "low": low, "high": high, "b": b, "r": x, "rows": rows}

    def read_contact(self, r):
        m = self.model
        a, b, rows, flags, _ = r.take("IIBBH")
        demand(a < len(m["shapes"]) and b < len(m["shapes"]) and rows in (1, 2, 3, 4, 6), "a contact of no kind")
        s = r.numbers(11 + rows)
        c = {"shapes": (a, b), "bodies": (m["shapes"][a]["body"], m["shapes"][b]["body"]), "rows": rows, "flags": flags,
             "point": s[0:3], "normal": s[3:6], "gap": s[9], "shift": s[10], "r": s[11:]}
        n, t = s[3:6], s[6:9]
        demand(abs(norm(n) - 1) < 1e-9 and abs(norm(t) - 1) < 1e-9 and abs(dot(n, t)) < 1e-9, "a contact without frame")
        c["axes"] = (n, t, cross(n, t))
        c["surface"] = r.numbers(3) if flags & SURFACE else ZERO
        c["origin"] = r.numbers(3) if flags & ORIGIN else c["point"]
        c["normal_before"] = r.numbers(3) if flags & ANEW else n
        c["law"] = surface_of(m, a, b)
        demand(rows <= max(c["law"][0], 1) and c["bodies"][0] != c["bodies"][1], "a contact with rows too many")
        demand(rows > 1 or c["law"][0] == 1 or max(c["law"][1:3]) == 0.0, "a contact whose friction was left out")
        return c

    # -- what bodies do --

    def spin(self, k, q, L):
        b = self.model["bodies"][k]
        return principal(b, q, L, True) if b["motion"] == "free" else L

    def strike(self, k, v, L, arm, impulse, moment, sign):
        """v, L of a body after an impulse at `arm`."""
        b = self.model["bodies"][k]
        if b["motion"] in ("static", "prescribed", "link"):
            return v, L
        angular = mul(sign, add(cross(arm, impulse), moment))
        linear = mul(sign / b["mass"], impulse)
        if b["motion"] == "free":
            return add(v, linear), add(L, angular)
        for_v, for_w = b["axes"]
        for e in for_v:
            v = axpy(v, dot(e, linear), e)
        for n in for_w:
            L = axpy(L, dot(n, angular) / dot(n, principal(b, self.start[k][1], n, False)), n)
        return v, L

    @staticmethod
    def in_world(c, r):
        a = c["axes"]
        f = ZERO
        for j in range(min(3, len(r))):
            f = axpy(f, r[j], a[j])
        moment = ZERO
        for j in range(3, len(r)):
            moment = axpy(moment, r[j], a[j - 3])
        return f, moment

    def velocity(self, c, point, places, twists):
        """u of a contact, with angular velocities: up to six numbers; without a point where contacts are."""
        out, spin = c["surface"], ZERO
        arms = [sub(point, places(k)[0]) for k in c["bodies"]] if point else self.arms(c)
        for s, k in enumerate(c["bodies"]):
            v, w = twists(k)
            sign = 1.0 if s == 0 else -1.0
            out = axpy(out, sign, add(v, cross(w, arms[s])))
            spin = axpy(spin, sign, w)
        return out, spin

    @staticmethod
    def in_frame(c, u, spin):
        return [dot(a, u) for a in c["axes"]] + [dot(a, spin) for a in c["axes"]]

    def speed_of(self, c, twists):
        """Of what velocities at a contact are sums: what rounding is a share of."""
        total = norm(c["surface"]) + 1e-300
        for k in c["bodies"]:
            v, w = twists(k)
            total += norm(v) + norm(w) * norm(sub(c["point"], self.start[k][0]))
        return total

    def check_law(self, what, c, r, u, allowed, unit, speed):
        rows = c["rows"]
        approach, outside, wrong, mu = law_measures(self.model, rows, c["law"], r, u)
        size = hypot(r)
        arm = max(1.0, mu)
        names = [self.model["bodies"][k]["name"] or "body %d" % k for k in c["bodies"]]
        where = "%s of '%s' and '%s'" % (what, names[0], names[1])
        demand(approach <= 4 * arm * allowed + ROUND * speed, "%s: approach %.3g m/s", where, approach)
        demand(outside <= 4 * arm * allowed * unit + ROUND * size, "%s: %.3g N s outside of friction", where, outside)
        most = 4 * arm * allowed * (size + unit * (speed + allowed)) + ROUND * arm * size * speed
        demand(wrong <= most, "%s: friction and slip disagree by %.3g J (%.3g may)", where, wrong, most)
        place = "step %d, %s" % (self.run.steps, where)
        for name, x in (("approach [m/s]", approach), ("outside of friction [N s]", outside),
                        ("friction against slip [J]", wrong)):
            self.run.note(name, x, place)

    # -- the stages --

    def verify(self):
        run, m, h = self.run, self.model, self.h
        self.run.pieces += 1
        self.run.contacts += len(self.contacts)
        before = {}
        for k in m["moving"]:
            demand(self.start[k] is not None or k in self.ends, "a body begins nowhere")
            before[k] = self.start[k][2:4]
        self.before = before
        self.prepare_trees()
        for mixed, unit, hits in self.rounds:
            self.verify_round(mixed, unit, hits)
        self.places = {k: self.place_of(k) for k in m["moving"]}
        self.verify_balance()
        for t in self.tree_moves:
            self.verify_tree(t)
        self.verify_contacts()
        for k in m["moving"]:
            if m["bodies"][k]["motion"] not in ("prescribed", "link"):
                self.verify_move(k)
        run.state, run.trees = self.end, [t["end"] for t in self.tree_moves]

    # -- trees --

    def prepare_trees(self):
        """Where links are in the middle, and how they move there."""
        self.link, self.generalized = {}, {}
        for t in self.tree_moves:
            tree, (q, v) = t["tree"], t["start"]
            middle = tree.moved(q, v, (1.0 - self.model["theta"]) * self.h)
            walks = {name: tree.walk(middle, x) for name, x in (("before", v), ("struck", t["struck"]),
                                                                 ("free", t["free"]), ("mean", t["mean"]))}
            t["walks"], t["wrench"] = walks, [[ZERO, ZERO] for _ in tree.links]
            t["rows"] = [0.0] * tree.v_count
            for body, k in tree.index.items():
                self.link[body] = t, k
        for block in self.blocks:
            for x, row in zip(block["r"], block["rows"]):
                for dof, value in row:
                    self.generalized[dof] = self.generalized.get(dof, 0.0) + x * value

    def arms(self, c):
        """From the centres of both bodies to a contact; within a tree both lead to one point in the middle."""
        a, b = c["bodies"]
        arm = [sub(c["point"], self.at(k)[0]) for k in (a, b)]
        if a in self.link and b in self.link and self.link[a][0] is self.link[b][0]:
            x = [self.link[k][0]["walks"]["before"][self.link[k][1]][7] for k in (a, b)]
            apart = sub(add(x[0], arm[0]), add(x[1], arm[1]))
            arm = [axpy(arm[0], -0.5, apart), axpy(arm[1], 0.5, apart)]
        return arm

    def verify_tree(self, t):
        """Momentum along every joint: M (v+ - v) = h (force - bias) - springs + contacts + rows."""
        h, tree, w = self.h, t["tree"], t["walks"]
        for name, with_impulses in (("free", False), ("struck", True)):
            wrenches, sizes = [], []
            for k, l in enumerate(tree.links):
                now, was, mean = w[name][k], w["before"][k], w["mean"][k]
                F, T = self.force.get(l["body"], (ZERO, ZERO))
                weight = axpy(F, l["mass"] * l["gravity_scale"], self.model["gravity"])
                spin = tree.inertia(l, mean[1], mean[3])
                f = axpy(mul(l["mass"], sub(now[8], was[8])), h, sub(mul(l["mass"], mean[9]), weight))
                turn = sub(add(tree.inertia(l, mean[1], mean[5]), cross(mean[3], spin)), T)
                a = axpy(tree.inertia(l, mean[1], sub(now[3], was[3])), h, turn)
                c = t["wrench"][k] if with_impulses else (ZERO, ZERO)
                wrenches.append((sub(f, c[0]), sub(a, c[1])))
                sizes.append((l["mass"] * (norm(now[8]) + norm(was[8])) + h * (norm(weight) + l["mass"] * norm(mean[9])) +
                              norm(c[0]), norm(tree.inertia(l, mean[1], now[3])) + h * norm(turn) + norm(c[1])))
            left, size = tree.project(w[name], wrenches, sizes)
            size = [s + 1e-3 * max(size) for s in size]
            v = t["start"][1]
            for d in range(tree.v_count):
                added = tree.armature[d] + h * t["damping"][d] + (t["spring"] * h)**2 * t["stiffness"][d]
                rows = self.generalized.get(tree.dof + d, 0.0) if with_impulses else 0.0
                change = t[name][d] - v[d]
                off = abs(left[d] + added * change - h * t["force"][d] - rows)
                size[d] += added * (abs(t[name][d]) + abs(v[d])) + h * abs(t["force"][d]) + abs(rows)
                self.run.note("momentum of joints, of what acts", off / size[d], "step %d" % self.run.steps)
                demand(off <= 10 * ROUND * size[d], "momentum of joint velocity %d of '%s' is off by %.3g (%.3g of what "
                       "acts)", d, self.model["bodies"][tree.links[0]["body"]]["name"], off, off / size[d])
        ends = tree.walk(*t["end"])
        for k, l in enumerate(tree.links):
            x, q, v, omega = self.end[l["body"]]
            demand(norm(sub(x, ends[k][7])) <= 1e-9 * (1.0 + norm(x)) and
                   norm(sub(v, ends[k][8])) <= 1e-8 * (1.0 + norm(v)), "a link is not where its joints say")
        straight = tree.moved(t["start"][0], t["start"][1], (1.0 - self.model["theta"]) * h)
        straight = (tree.moved(t["start"][0], t["struck"], h) if t["flags"] & JUMPS else
                    tree.moved(straight, t["struck"], self.model["theta"] * h))
        self.run.note("joints moved beside the straight way", max(abs(a - b) for a, b in zip(straight, t["end"][0])),
                      "step %d" % self.run.steps)
        self.run.note("joint velocities changed by the move", max(abs(a - b) for a, b in zip(t["struck"], t["end"][1])),
                      "step %d" % self.run.steps)

    def verify_block(self, block, allowed):
        """The law of rows that are no contacts: limits, loops, motors, dry friction."""
        s, unit = block["scale"], self.unit * block["scale"]
        for b, x, row in zip(block["b"], block["r"], block["rows"]):
            u = b + block["compliance"] * x + sum(value * self.change_of(dof) for dof, value in row)
            r, v = x / unit, s * u
            off = abs(r - min(max(r - v, block["low"] / unit), block["high"] / unit))
            slack = 4 * allowed + ROUND * (abs(r) + s * (abs(b) + sum(abs(y * self.change_of(d)) for d, y in row)))
            self.run.note("rows of mechanisms, off their law", off, "step %d" % self.run.steps)
            demand(off <= slack, "a row of a mechanism is off its law by %.3g (%.3g may)", off, slack)

    def change_of(self, dof):
        """What impulses change a velocity by."""
        if not hasattr(self, "changes"):
            self.changes = {}
            for t in self.tree_moves:
                for d in range(t["tree"].v_count):
                    self.changes[t["tree"].dof + d] = t["struck"][d] - t["free"][d]
            for k, b in enumerate(self.model["bodies"]):
                if "dof" in b and b["motion"] != "link":
                    (v, w), (f, g) = self.twist_at(k, "struck"), self.twist_at(k, "free")
                    v, w = sub(v, f), sub(w, g)
                    x = [dot(a, v) for a in b["axes"][0]] + [dot(a, w) for a in b["axes"][1]] if b["axes"] else v + w
                    self.changes.update({b["dof"] + i: y for i, y in enumerate(x)})
        return self.changes[dof]

    def start_twist(self, k):
        if k in self.ends:
            return self.ends[k][0]
        if k not in self.before:
            return ZERO, ZERO
        v, L = self.before[k]
        return v, self.spin(k, self.start[k][1], L)  # of a link and of what is planar: L is angular velocity

    def verify_round(self, mixed, unit, hits):
        """Impacts with restitution: u before and after, by impulses that act where the piece begins."""
        places = lambda k: self.start[k]
        old = [self.in_frame(c, *self.velocity(c, c["origin"], places, self.start_twist)) for c, r in hits]
        for c, r in hits:
            f, moment = self.in_world(c, r)
            for s, k in enumerate(c["bodies"]):
                if k in self.before and k not in self.ends:
                    v, L = self.before[k]
                    self.before[k] = self.strike(k, v, L, sub(c["origin"], self.start[k][0]), f, moment, 1 - 2 * s)
        new = [self.in_frame(c, *self.velocity(c, c["origin"], places, self.start_twist)) for c, r in hits]
        speed = math.sqrt(sum(hypot(u[:c["rows"]])**2 for u, (c, r) in zip(old, hits)))
        allowed = self.natural * (1.0 + 3.0 * speed)
        work = size = 0.0
        for (c, r), u, w in zip(hits, old, new):
            scale = self.speed_of(c, self.start_twist) + hypot(u)
            demand(u[0] < 0.0, "an impact where nothing approaches")
            work += 0.5 * sum(x * (a + b) for x, a, b in zip(r, u, w))
            size += hypot(r) * (hypot(u) + hypot(w))
            g, e = max(c["gap"], 0.0), c["law"][6]
            lift = 2.0 * self.free_rate(c) * g
            t = -g / self.h if e == 0.0 else math.sqrt(max(0.0, e * e * (u[0] * u[0] - lift) + lift))
            if not mixed:
                self.check_law("impact", c, r, [w[0] - t] + w[1:], allowed, unit, scale)
            else:
                demand(w[0] >= -g / self.h - 4 * allowed - ROUND * scale, "an impact that goes on")
                self.check_law("impact", c, r, [0.0] * 6, allowed, unit, scale)
            self.run.impacts += 1
        demand(not mixed or work <= 1e-9 * size + 10 * allowed * sum(hypot(r) for _, r in hits),
               "impacts gain %g J", work)

    def free_rate(self, c):
        """Rate of u_N at the beginning where nothing touches [m/s^2]."""
        rate = 0.0
        for s, k in enumerate(c["bodies"]):
            sign, arm = 1 - 2 * s, sub(c["origin"], self.start[k][0])
            n = c["normal_before"]
            if k in self.ends:
                a = sub(self.ends[k][1][0], self.ends[k][0][0])
                w = sub(self.ends[k][1][1], self.ends[k][0][1])
                rate += sign * dot(n, add(a, cross(w, arm))) / self.h
            elif k in self.flags and k not in self.link:
                v, L = self.forces_on(k, ZERO, ZERO, 1.0)
                rate += sign * dot(n, add(v, cross(self.spin(k, self.start[k][1], L), arm)))
        return rate

    def forces_on(self, k, v, L, h):
        """v, L after gravity and forces for a time h."""
        b = self.model["bodies"][k]
        F, T = self.force.get(k, (ZERO, ZERO))
        F = axpy(F, b["mass"] * b["gravity_scale"], self.model["gravity"])
        return self.strike(k, v, L, ZERO, mul(h, F), mul(h, T), 1.0)

    def place_of(self, k):
        """Where a body is as contacts see it."""
        x, q = self.start[k][0:2]
        if not self.flags[k] & MIDDLE:
            return x, q
        if k in self.ends:
            return self.given[k][0:3], self.given[k][3:7]
        if k in self.link:
            t, i = self.link[k]
            return t["walks"]["before"][i][7], q
        v, L = self.before[k]
        return axpy(x, 0.5 * self.h, v), turned(self.model["bodies"][k], q, L, 0.5 * self.h)

    def at(self, k):
        return self.places.get(k) or self.start[k]

    def verify_balance(self):
        """Momentum of every body: forces and impulses are all that changes it."""
        m, h = self.model, self.h
        self.free = {k: self.forces_on(k, *self.before[k], h) for k in m["moving"] if k not in self.ends and
                     k not in self.link}
        sums = {k: list(self.free[k]) for k in self.free}
        sizes = {k: [0.0, 0.0] for k in self.free}
        for c in self.contacts:
            f, moment = self.in_world(c, c["r"])
            arms = self.arms(c)
            for s, k in enumerate(c["bodies"]):
                arm = arms[s]
                if k in self.link:
                    t, i = self.link[k]
                    w = t["wrench"][i]
                    t["wrench"][i] = [axpy(w[0], 1 - 2 * s, f), axpy(w[1], 1 - 2 * s, add(cross(arm, f), moment))]
                if k in sums:
                    sums[k] = self.strike(k, *sums[k], arm, f, moment, 1 - 2 * s)
                    sizes[k][0] += norm(f)
                    sizes[k][1] += norm(f) * norm(arm) + norm(moment)
        for k, (v, L) in sums.items():
            b = m["bodies"][k]
            if any(b["dof"] + i in self.generalized for i in range(6 if not b["axes"] else len(sum(b["axes"], [])))):
                v, L = self.take_rows(k, b, v, L)
            F, T = self.force.get(k, (ZERO, ZERO))
            was, is_ = self.start[k][2:4], self.struck[k]
            inertia = max(b["inertia"]) if b["motion"] != "free" else 1.0
            for j, name, scale in ((0, "momentum", b["mass"]), (1, "angular momentum", inertia)):
                off = scale * norm(sub((v, L)[j], is_[j]))
                size = sizes[k][j] + scale * (norm(was[j]) + norm(is_[j]))
                size += h * (norm(F) + b["mass"] * norm(m["gravity"]) if j == 0 else norm(T))
                if j == 1:
                    size += 0.1 * sizes[k][0] * math.sqrt(max(b["inertia"]) / b["mass"])
                self.run.note("%s, of what acts" % name, off / size if size > 0.0 else off,
                              "step %d, '%s'" % (self.run.steps, b["name"]))
                demand(off <= ROUND * size, "%s of '%s' is off by %.3g (%.3g of what acts)", name,
                       b["name"] or "body %d" % k, off, off / size if size > 0.0 else math.inf)

    def take_rows(self, k, b, v, L):
        """Impulses of rows on a body that is no link."""
        p = [self.generalized.get(b["dof"] + i, 0.0) for i in range(6)]
        if not b["axes"]:
            return self.strike(k, v, L, ZERO, tuple(p[0:3]), tuple(p[3:6]), 1.0)
        f, moment, along = ZERO, ZERO, b["axes"][0]
        for i, e in enumerate(along):
            f = axpy(f, p[i], e)
        for i, n in enumerate(b["axes"][1]):
            moment = axpy(moment, p[len(along) + i], n)
        return self.strike(k, v, L, ZERO, f, moment, 1.0)

    def twist_at(self, k, which):
        """Velocity and angular velocity where contacts are described."""
        if k in self.ends:
            return self.ends[k][0 if which == "before" else 1]
        if k not in self.flags:
            return ZERO, ZERO
        if k in self.link:
            t, i = self.link[k]
            return t["walks"][which][i][8], t["walks"][which][i][3]
        v, L = {"before": self.before, "free": self.free, "struck": self.struck}[which][k]
        return v, self.spin(k, self.at(k)[1], L)

    def verify_contacts(self):
        laws, square = [], 0.0
        for c in self.contacts:
            u = [self.in_frame(c, *self.velocity(c, None, None, lambda k: self.twist_at(k, which)))
                 for which in ("struck", "free")]
            drift = [0.0] * 6
            if c["flags"] & ANEW:
                start, _ = self.velocity(c, c["origin"], lambda k: self.start[k], self.start_twist)
                middle, _ = self.velocity(c, None, None, lambda k: self.twist_at(k, "before"))
                drift[:3] = [dot(a, sub(middle, start)) for a in c["axes"]]
                drift[0] = dot(c["axes"][0], middle) - dot(c["normal_before"], start)
            drift[0] += self.check_shift(c)
            laws.append([a + b for a, b in zip(u[0], drift)])
            square += sum((a + b)**2 for a, b in list(zip(u[1], drift))[:c["rows"]])
        square += sum((block["scale"] * b)**2 for block in self.blocks for b in block["b"])
        allowed = self.natural * (1.0 + math.sqrt(square))
        for block in self.blocks:
            self.verify_block(block, allowed)
        self.run.note("distance from the laws that is claimed", allowed, "step %d" % self.run.steps)
        for c, u in zip(self.contacts, laws):
            speed = abs(c["shift"]) + sum(self.speed_of(c, lambda k: self.twist_at(k, x)) for x in ("struck", "free"))
            self.check_law("contact", c, c["r"], u, allowed, self.unit, speed)

    def check_shift(self, c):
        """What the law adds to u_N so that a gap may close, and not more."""
        g, h, s = c["gap"], self.h, c["shift"]
        due = g / h if g >= NEAR else max(g - TOUCH, 0.0) * (NEAR / (NEAR - TOUCH)) / h
        level = c["flags"] & LEVEL and s == 0.0
        if c["flags"] & REBOUND and self.model["mechanisms"] and s <= 0.0 and c["law"][6] > 0.0:
            self.run.note("rebounds of mechanisms, taken as they are said [m/s]", -s, "step %d" % self.run.steps)
            return s
        demand(level or abs(s - due) <= ROUND * abs(due) + 1e-300, "a gap of %g m may close at %g m/s, not %g", g, due, s)
        return s

    def verify_move(self, k):
        """Where the velocities take a body."""
        m, h, f = self.model, self.h, self.flags[k]
        b = m["bodies"][k]
        x, q, v0, L0 = self.start[k]
        (v, L), theta = self.before[k], 1.0 if f & JUMPS else m["theta"]
        v1, L1 = self.struck[k]
        mean = axpy(mul(1.0 - theta, v), theta, v1)
        turn = axpy(mul(1.0 - theta, L), theta, L1)
        to, q_to = axpy(x, h, mean), turned(b, q, turn, h)
        off, angle = norm(sub(self.end[k][0], to)), angle_between(self.end[k][1], q_to)
        slack = 1e-14 + ROUND * (norm(x) + h * (norm(v) + norm(v1)))
        name = b["name"] or "body %d" % k
        if f & CORRECTED:
            self.run.note("positions corrected by [m]", off, "step %d, '%s'" % (self.run.steps, name))
            self.run.note("turned by corrections [rad]", angle, "step %d, '%s'" % (self.run.steps, name))
        else:
            demand(off <= slack, "'%s' is %.3g m from where its velocities take it", name, off)
            demand(angle <= 1e-9, "'%s' is turned %.3g rad from where its velocities turn it", name, angle)
        if f & SLOWED:
            self.verify_slowed(k, name)

    def verify_slowed(self, k, name):
        """What takes energy after the impulses: in proportion, or with the turn of a correction."""
        (v, L), (v1, L1) = self.struck[k], self.end[k][2:4]
        faster = max(norm(v1) - norm(v), 0.0) / (norm(v) + 1e-300), max(norm(L1) - norm(L), 0.0) / (norm(L) + 1e-300)
        demand(max(faster) <= 1e-9, "'%s' is faster than its impulses made it", name)
        self.run.note("velocities taken away [m/s]", norm(sub(v, v1)), "step %d, '%s'" % (self.run.steps, name))


def verify(stream, partial=False):
    """The run; False_ and Unreadable say what is wrong."""
    run, ended = Run(), False
    try:
        for tag, raw in chunks(stream, partial):
            if tag == b"MODL":
                run.see_model(raw)
            elif tag == b"STEP":
                run.see_steps(raw)
            elif tag == b"ENDS":
                ended = True
                demand(len(raw) == 12 and struct.unpack("<I", raw[:4])[0] == run.steps, "steps are missing")
            else:
                raise Unreadable("a chunk of a kind that this program does not know: %r" % tag)
        demand(ended or partial, "the file ends without its end")
    except (False_, Unreadable) as error:
        error.run = run
        raise
    except (struct.error, zlib.error, OverflowError, ZeroDivisionError, ValueError, TypeError) as error:
        wrong = False_("numbers that make no sense: %r" % error)
        wrong.run = run
        raise wrong
    run.ended = ended
    return run


def table(run):
    print("steps        %d: %d exact, %d approximate, %d failed; %d repeated, %d not made" %
          (run.steps, *run.quality, run.repeated, run.lost))
    print("pieces       %d, with %d contacts and %d impacts; set from outside %d times" %
          (run.pieces, run.contacts, run.impacts, run.given))
    for name, (value, where) in run.worst.items():
        print("%-40s %10.3g  %s" % (name, value, where))


def main(words):
    partial, as_json = "--partial" in words, "--json" in words
    files = [w for w in words if not w.startswith("--")]
    if len(files) != 1:
        print(__doc__)
        return 2
    verdict, what, run, code = "true", "", None, 0
    try:
        with open(files[0], "rb") as stream:
            run = verify(stream, partial)
    except False_ as error:
        verdict, what, run, code = "false", "step %d: %s" % (error.run.steps, error), error.run, 1
    except (Unreadable, OSError) as error:
        verdict, what, code = "not verified", str(error), 2
    if as_json:
        print(json.dumps({"verdict": verdict, "what": what, "steps": run.steps if run else 0,
                          "worst": {k: v[0] for k, v in run.worst.items()} if run else {}}))
        return code
    print(verdict + (": " + what if what else "") + ("" if code or run.ended else ", as far as it goes"))
    if run:
        table(run)
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
