"""Rollouts: one model, many starts and sequences of controls, on all cores."""

import os
from typing import NamedTuple, Optional

import numpy as np

from ._arrays import given, pointer
from ._native import ffi, lib
from .errors import InvalidError, check
from .model import Model

__all__ = ["rollout", "Rollout"]


class Rollout(NamedTuple):
    """Samples of all runs: run, sample, coordinate. Samples after the end of a run that failed are NaN."""

    q: np.ndarray
    v: np.ndarray
    steps: np.ndarray
    exact: np.ndarray
    hash: np.ndarray


class _Control:
    """A control function of Python, and what it raised."""

    def __init__(self, function, count):
        self.function, self.count = function, count
        self.raised: Optional[BaseException] = None


@ffi.def_extern(error=lib.HF_STATUS_INVALID)
def holdfast_control(context, run, step, world, error):
    control = ffi.from_handle(context)
    try:
        values = given("control", control.function(run, step), (control.count,))
        for k, u in enumerate(values.tolist()):
            status = lib.hf_world_set_control(world, k, u, error)
            if status:
                return status
    except BaseException as raised:  # handed on to the caller of rollout()
        control.raised = control.raised or raised
        return lib.HF_STATUS_INVALID
    return lib.HF_STATUS_OK


def _count(name, arrays):
    counts = {len(a) for a in arrays if a is not None}
    if len(counts) > 1:
        raise InvalidError(f"{name}: the arrays are of different numbers of runs: {sorted(counts)}")
    return counts.pop() if counts else None


def rollout(
    model: Model,
    *,
    steps: Optional[int] = None,
    runs: Optional[int] = None,
    q=None,
    v=None,
    controls=None,
    control=None,
    timestep: float = 0.0,
    every: int = 1,
    threads: Optional[int] = None,
) -> Rollout:
    """Makes many runs of one model. Results have the same bits for any number of threads.

    `q` (runs x q_count) and `v` (runs x v_count) are starts, `controls` (runs x steps x actuator_count)
    what is set before each step. `control(run, step)` returns the controls of one step instead.

    >>> import holdfast
    >>> import numpy as np
    >>> model = holdfast.Model("incline:mu=0.6")
    >>> q = np.tile(holdfast.World(model).q, (4, 1))
    >>> runs = holdfast.rollout(model, q=q, steps=50, every=10)
    >>> runs.q.shape, runs.steps.tolist()
    ((4, 6, 7), [50, 50, 50, 50])
    """
    q = None if q is None else given("q", q, (-1, model.q_count))
    v = None if v is None else given("v", v, (-1, model.v_count))
    controls = None if controls is None else given("controls", controls, (-1, -1, model.actuator_count))
    found = _count("rollout", (q, v, controls))
    if runs is not None and found is not None and runs != found:
        raise InvalidError(f"runs = {runs}, but the arrays have {found}")
    runs = found if runs is None else runs
    if controls is not None and steps is not None and controls.shape[1] != steps:
        raise InvalidError(f"steps = {steps}, but controls have {controls.shape[1]}")
    steps = controls.shape[1] if steps is None and controls is not None else steps
    if runs is None or steps is None:
        raise InvalidError("runs and steps are needed where no array has them")
    definition = ffi.new("hf_rollout_def *", lib.hf_rollout_def_default())
    definition.run_count, definition.step_count, definition.sample_every = runs, steps, every
    definition.timestep = timestep
    definition.threads = threads or len(os.sched_getaffinity(0))
    definition.q, definition.v, definition.controls = pointer(q), pointer(v), pointer(controls)
    definition.interrupt = lib.holdfast_interrupted
    holder = _Control(control, model.actuator_count)
    handle = ffi.new_handle(holder)
    if control is not None:
        definition.control, definition.control_context = lib.holdfast_control, handle
    return _make(model, definition, holder, runs, every)


def _make(model, definition, holder, runs, every):
    samples = lib.hf_rollout_sample_count(definition) if every > 0 else 0
    q = np.empty((runs, samples, model.q_count))
    v = np.empty((runs, samples, model.v_count))
    steps = np.zeros(runs, np.int32)
    hashes = np.zeros(runs, np.uint64)
    quality = ffi.new("hf_run_quality[]", max(runs, 1))
    result = ffi.new("hf_rollout_result *")
    result.q, result.v, result.steps = pointer(q), pointer(v), pointer(steps, "int")
    result.quality, result.hash = quality, pointer(hashes, "uint64_t")
    error = ffi.new("hf_error *")
    status = lib.hf_rollout(model._handle, definition, result, error)
    if holder.raised is not None:
        raise holder.raised
    check(status, error)
    exact = np.array([quality[k].of[lib.HF_STEP_EXACT].count for k in range(runs)], dtype=np.int64)
    return Rollout(q, v, steps, exact, hashes)
