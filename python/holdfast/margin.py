"""Margins: does a pose hold, by how much, and with which forces. And proofs of it, checked without a solver."""

import os
from typing import List, NamedTuple, Optional

import numpy as np

from ._arrays import given
from ._native import ffi, lib
from .errors import InvalidError, check

__all__ = ["Margin", "ContactBounds", "PairBounds", "Proof", "check_proof"]


class ContactBounds(NamedTuple):
    """Least and greatest force at a contact [N]: normal, first and second tangent, over all answers at rest.

    `friction`: least and greatest length; `friction_exact`: answers have both, otherwise none is outside.
    """

    body_a: str
    body_b: str
    point: np.ndarray
    normal: np.ndarray
    least: np.ndarray
    greatest: np.ndarray
    carries: str
    friction: np.ndarray
    friction_exact: bool


class PairBounds(NamedTuple):
    """The same of all contacts of two bodies together: sum of normal forces; force on A and torque about `center`."""

    body_a: str
    body_b: str
    center: np.ndarray
    least_load: float
    greatest_load: float
    least: np.ndarray
    greatest: np.ndarray
    carries: str


class Proof(NamedTuple):
    """What a proof file says, from the numbers in it alone."""

    claims: int
    true: int
    balance: float
    cone: float
    resistance: float
    message: str

    @property
    def passed(self) -> bool:
        return self.claims > 0 and self.true == self.claims


class Margin:
    """What World.margin() has found of a pose.

    `verdict`: "holds", "may hold", "may hold only if prestressed", "cannot hold" or "not known". `holds`, `may`,
    `cannot`: how far what grows may grow; inf: without end, nan: not even without it, or not known, or not asked for.
    """

    def __init__(self, world, kind: str, body, force, axis, bounds: bool):
        model, error = world.model, world._error
        names = [ffi.string(lib.hf_margin_kind_name(k)).decode() for k in range(lib.HF_MARGIN_KIND_COUNT)]
        if kind not in names:
            raise InvalidError(f"margin: '{kind}' is none of {', '.join(names)}")
        options = ffi.new("hf_margin_options *", lib.hf_margin_options_default())
        options.kind = names.index(kind)
        options.bounds = bounds
        if body is not None:
            options.body = model.body(body)
        if force is not None:
            options.force = given("force", force, (3,)).tolist()
        if axis is not None:
            options.axis = given("axis", axis, (3,)).tolist()
        margin = ffi.new("hf_margin **")
        check(lib.hf_margin_create(world._handle, options, margin, error), error)
        self._handle = ffi.gc(margin[0], lib.hf_margin_destroy)
        self._error = error
        self._names = [name or "" for name in model.bodies]
        self._names[0] = "world"
        result = lib.hf_margin_get(self._handle)
        self.kind = kind
        self.verdict: str = ffi.string(lib.hf_verdict_name(result.verdict)).decode()
        self.self_stress: bool = result.self_stress
        self.holds: float = result.holds
        self.may: float = result.may
        self.cannot: float = result.cannot
        self.moving_body: Optional[str] = self._names[result.moving_body] if result.moving_body >= 0 else None
        self._counts = (result.contact_count, result.pair_count)

    @property
    def contacts(self) -> List[ContactBounds]:
        """Bounds at each contact; nan where they were not asked for."""
        found = [lib.hf_margin_contact(self._handle, k) for k in range(self._counts[0])]
        return [
            ContactBounds(
                self._names[c.contact.body_a], self._names[c.contact.body_b], np.array(list(c.contact.point)),
                np.array(list(c.contact.normal)), np.array(list(c.least)), np.array(list(c.greatest)),
                ffi.string(lib.hf_carries_name(c.carries)).decode(),
                np.array([c.least_friction, c.greatest_friction]), bool(c.friction_exact),
            )
            for c in found
        ]  # fmt: skip

    @property
    def pairs(self) -> List[PairBounds]:
        """The same of pairs of bodies."""
        found = [lib.hf_margin_pair(self._handle, k) for k in range(self._counts[1])]
        return [
            PairBounds(
                self._names[p.body_a], self._names[p.body_b], np.array(list(p.center)), p.least_load, p.greatest_load,
                np.array(list(p.least)), np.array(list(p.greatest)), ffi.string(lib.hf_carries_name(p.carries)).decode(),
            )
            for p in found
        ]  # fmt: skip

    def write_proof(self, path) -> None:
        """Writes what proves it; check_proof() and `holdfast check` verify that without a solver."""
        check(lib.hf_margin_write_proof(self._handle, os.fspath(path).encode(), self._error), self._error)

    def __repr__(self):
        grows = "" if self.kind == "pose" else f", {self.kind}: {self.holds:g} / {self.may:g} / {self.cannot:g}"
        return f"<margin: {self.verdict}{grows}>"


def check_proof(path, tolerance: float = 0.0) -> Proof:
    """Verifies a proof file from the numbers in it; tolerance 0 is 1e-6."""
    error = ffi.new("hf_error *")
    report = ffi.new("hf_proof_report *")
    check(lib.hf_proof_check(os.fspath(path).encode(), tolerance, report, error), error)
    return Proof(
        report.claim_count, report.true_count, report.balance, report.cone, report.resistance,
        ffi.string(report.message).decode(),
    )  # fmt: skip
