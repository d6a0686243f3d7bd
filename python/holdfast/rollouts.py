"""Rollouts: one model, many starts, sequences of controls and parameters, on all cores."""

import os
from typing import Mapping, NamedTuple, Optional, Sequence, Union

import numpy as np

from ._arrays import given, pointer
from ._native import ffi, lib
from ._tables import count_items, struct_dtype
from .errors import InvalidError, check
from .model import Model

__all__ = ["rollout", "Rollout"]


class Rollout(NamedTuple):
    """Samples of all runs: run, sample, coordinate. Samples after the end of a run that failed are NaN.

    `sensors`, `energies` (kinetic and potential), `contacts` (a structured array of so many as were asked for) and `contact_counts` are there if they were asked for.
    """

    q: np.ndarray
    v: np.ndarray
    steps: np.ndarray
    exact: np.ndarray
    hash: np.ndarray
    sensors: Optional[np.ndarray] = None
    energies: Optional[np.ndarray] = None
    contacts: Optional[np.ndarray] = None
    contact_counts: Optional[np.ndarray] = None


# ---- parameters ----

_KINDS = {name: k for name, k in ((ffi.string(lib.hf_parameter_kind_name(k)).decode(), k) for k in range(lib.HF_PARAMETER_KIND_COUNT)) if name != "pair_friction"}
_SHAPES, _JOINTS = ("friction", "restitution", "size"), ("damping", "stiffness", "armature", "joint_friction", "spring")


def _whose(kind):
    return "shape" if kind in _SHAPES else "joint" if kind in _JOINTS else "actuator" if kind in ("gain", "bias") else "body"


def parameters(model, vary, runs):
    """The parameters that `vary` names and their values (runs x parameters), as C takes them. `runs` None: as many as the arrays have."""
    places, columns = [], []
    for key, values in (vary or {}).items():
        kind, name = key if isinstance(key, tuple) else (key, None)
        if kind not in _KINDS:
            raise InvalidError(f"vary: there is no parameter '{kind}': there are {', '.join(_KINDS)}")
        array = np.asarray(values, dtype=np.float64)
        array = array.reshape(-1, 1) if array.ndim == 1 else array
        if array.ndim != 2 or (runs is not None and len(array) != runs):
            raise InvalidError(f"vary: {key}: numbers for {'each of ' + str(runs) if runs else 'all'} runs are needed, these are {np.shape(values)}")
        runs, width = array.shape
        if not np.isfinite(array).all():
            raise InvalidError(f"vary: {key}: {int((~np.isfinite(array)).sum())} numbers are not finite")
        if kind == "gravity":
            if name is not None or width != 3:
                raise InvalidError("vary: gravity: three numbers for each run are needed, and no name")
            found = [(0, part) for part in range(3)]
        elif name is not None:
            found = [(getattr(model, _whose(kind))(name), part) for part in range(width)]
        else:
            if _whose(kind) == "body" or kind == "size":
                raise InvalidError(f"vary: {kind}: of which {_whose(kind)}? write ('{kind}', NAME)")
            count = count_items(model._handle, _whose(kind))
            if width not in (1, count):
                raise InvalidError(f"vary: {kind}: one number a run, or one for each of {count} of a {_whose(kind)}, are needed; these are {width}")
            found = [(index, 0) for index in range(count)]
            array = np.broadcast_to(array, (runs, count))
        places += [(_KINDS[kind], index, part) for index, part in found]
        columns.append(array)
    values = np.ascontiguousarray(np.hstack(columns)) if columns else None
    return ffi.new("hf_parameter[]", [list(place) for place in places]), len(places), values


# ---- controls ----

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
    model: Union[Model, Sequence[Model]],
    *,
    steps: Optional[int] = None,
    runs: Optional[int] = None,
    q=None,
    v=None,
    activations=None,
    states: Optional[Sequence[Optional[bytes]]] = None,
    controls=None,
    control=None,
    vary: Optional[Mapping] = None,
    timestep: float = 0.0,
    every: int = 1,
    threads: Optional[int] = None,
    sensors: bool = False,
    energies: bool = False,
    contacts: int = 0,
) -> Rollout:
    """Makes many runs of one model, or of a model for each. Results have the same bits for any number of threads.

    Starts are `states` (bytes of `World.state`, warm starts and activations included), then `q` (runs x q_count), `v` (runs x v_count) and `activations`.
    `controls` (runs x steps x actuator_count) is set before each step; `control(run, step)` returns the controls of one step instead.

    `vary` is what runs have otherwise: {"friction": runs, ("friction", "foot"): runs, ("mass", "torso"): runs, "gravity": runs x 3, ("gain", "motor"): runs x
    parts, …}: friction, restitution, size of shapes; mass, inertia, center of bodies; damping, stiffness, armature, joint_friction, spring of joints; gain, bias of
    actuators; of one by its name, or of all. For what no parameter says give a model for each run (holdfast.Builder).

    >>> import holdfast
    >>> import numpy as np
    >>> model = holdfast.Model("incline:mu=0.6")
    >>> runs = holdfast.rollout(model, steps=50, every=10, vary={"friction": [0.1, 0.4, 0.6, 0.8]})
    >>> runs.q.shape, (abs(runs.v[:, -1, 0]) > 0.01).tolist()         # tan 26.6 degrees = 0.5
    ((4, 6, 7), [True, True, False, False])
    """
    models = None if isinstance(model, Model) else list(model)
    first = model if models is None else models[0] if models else None
    if first is None or not all(isinstance(m, Model) for m in models or ()):
        raise InvalidError("model: a Model, or a list of some, is needed")
    q = None if q is None else given("q", q, (-1, first.q_count))
    v = None if v is None else given("v", v, (-1, first.v_count))
    activations = None if activations is None else given("activations", activations, (-1, lib.hf_model_activation_count(first._handle)))
    controls = None if controls is None else given("controls", controls, (-1, -1, first.actuator_count))
    found = _count("rollout", (q, v, activations, controls, states, models))
    if runs is not None and found is not None and runs != found:
        raise InvalidError(f"runs = {runs}, but the arrays have {found}")
    places, place_count, values = parameters(first, vary, found if runs is None else runs)
    runs = (found if values is None else len(values)) if runs is None else runs
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
    definition.activations = pointer(activations)
    definition.parameters, definition.parameter_count, definition.values = places, place_count, pointer(values)
    definition.contact_capacity = contacts
    definition.interrupt = lib.holdfast_interrupted
    kept = []
    if models is not None:
        kept.append(ffi.new("hf_model *[]", [m._handle for m in models]))
        definition.models = ffi.cast("hf_model **", kept[-1])
    if states is not None:
        bytes_of = [ffi.NULL if state is None else ffi.from_buffer(state) for state in states]
        kept += [bytes_of, ffi.new("void *[]", bytes_of), ffi.new("size_t[]", [len(state or b"") for state in states])]
        definition.states, definition.state_sizes = ffi.cast("void **", kept[1 if models is None else 2]), kept[-1]
    holder = _Control(control, first.actuator_count)
    handle = ffi.new_handle(holder)
    if control is not None:
        definition.control, definition.control_context = lib.holdfast_control, handle
    return _make(first, definition, holder, (sensors, energies, contacts))


def _make(model, definition, holder, more):
    runs, capacity = definition.run_count, more[2]
    samples = lib.hf_rollout_sample_count(definition) if definition.sample_every > 0 else 0
    room = (runs, samples) if runs >= 0 and samples >= 0 else (0, 0)
    q = np.empty((*room, model.q_count))
    v = np.empty((*room, model.v_count))
    sensors = np.empty((*room, lib.hf_model_sensor_total(model._handle))) if more[0] else None
    energies = np.empty((*room, 2)) if more[1] else None
    contacts = np.zeros((*room, capacity), struct_dtype("hf_contact")) if capacity > 0 else None
    counts = np.zeros(room, np.int32) if capacity > 0 else None
    steps = np.zeros(room[0], np.int32)
    hashes = np.zeros(room[0], np.uint64)
    quality = ffi.new("hf_run_quality[]", max(runs, 1))
    result = ffi.new("hf_rollout_result *")
    result.q, result.v, result.steps = pointer(q), pointer(v), pointer(steps, "int")
    result.sensors, result.energies = pointer(sensors), pointer(energies)
    result.contacts, result.contact_counts = pointer(contacts, "hf_contact"), pointer(counts, "int")
    result.quality, result.hash = quality, pointer(hashes, "uint64_t")
    error = ffi.new("hf_error *")
    status = lib.hf_rollout(model._handle, definition, result, error)
    if holder.raised is not None:
        raise holder.raised
    check(status, error)
    exact = np.array([quality[k].of[lib.HF_STEP_EXACT].count for k in range(runs)], dtype=np.int64)
    return Rollout(q, v, steps, exact, hashes, sensors, energies, contacts, counts)
