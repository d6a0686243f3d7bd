"""Derivatives of steps and of rollouts, and parameters that explain a recorded motion.

>>> import holdfast
>>> world = holdfast.World(holdfast.Model("incline:mu=0.3,angle=30"))
>>> report = world.step()
>>> step = world.linearize(parameters=["mu"])
>>> step.A.shape, step.B.shape, step.P.shape
((12, 12), (12, 0), (12, 1))

A = dx+/dx, B = dx+/du and P = dx+/dp, with x = (tangent of q, v, activations): see Model.integrate for tangents.
"""

import os
from typing import Callable, Dict, List, NamedTuple, Optional, Sequence, Union

import numpy as np

from ._arrays import given, pointer, view
from ._native import ffi, lib
from .errors import InvalidError, check

__all__ = ["Fit", "FitValue", "Gradient", "Linearization", "StepFunction", "gradient", "identify"]


class Linearization(NamedTuple):
    """Derivatives of a step. The arrays are views: the next linearization of this world overwrites them; copy what shall last."""

    A: np.ndarray
    B: np.ndarray
    P: np.ndarray
    method: str
    accuracy: float
    borders: List[dict]
    sensors: Optional[tuple]
    impulses: Optional[tuple]


_METHODS = ("auto", "exact", "differences")
_STATES = ("open", "sticks", "slides", "at bound")
_KINDS = ("contact", "limit", "box", "closure")


def find_parameters(model, names: Sequence[str]):
    """hf_fit_parameter[] of names such as "mu", "friction:floor", "mass:cube", "gain:motor.0"."""
    if isinstance(names, str):
        names = [names]
    found, error = ffi.new("hf_fit_parameter[]", max(len(names), 1)), ffi.new("hf_error *")
    for k, name in enumerate(names):
        check(lib.hf_model_find_parameter(model._handle, name.encode(), found + k, error), error)
    return found, len(names)


def _flat(found, count):
    """All parts one after the other, and which name each belongs to."""
    owner = [k for k in range(count) for _ in range(found[k].count)]
    parts = ffi.new("hf_parameter[]", max(len(owner), 1))
    at = 0
    for k in range(count):
        for i in range(found[k].count):
            parts[at] = found[k].parts[i]
            at += 1
    return parts, owner


def _summed(matrix, owner, count):
    """Columns of parameters that share a value, summed; the matrix itself where none do."""
    if owner == list(range(count)):
        return matrix
    total = np.zeros((matrix.shape[0], count))
    for column, k in enumerate(owner):
        total[:, k] += matrix[:, column]
    return total


class Linearizer:
    """What World.linearize is made of."""

    def linearize(
        self,
        parameters: Sequence[str] = (),
        *,
        method: str = "auto",
        next: bool = False,
        timestep: float = 0.0,
        sensors: bool = False,
        impulses: bool = False,
        direction=None,
    ) -> Linearization:
        """The derivative of the last step, or with `next` (or where none was made) of the one that would be made.

        parameters: columns of P by name. direction: a small change of (x, u, p): where a contact is at the border of
        two states, the derivative is that of the side to which it leads. sensors, impulses: derivatives of these, each
        (by x, by u, by p).
        """
        if method not in _METHODS:
            raise InvalidError(f"method: '{method}' is none of {', '.join(_METHODS)}")
        found, count = find_parameters(self.model, parameters)
        parts, owner = _flat(found, count)
        options = ffi.new("hf_linearize_options *", lib.hf_linearize_options_default())
        options.method = _METHODS.index(method)
        options.next, options.timestep = next, timestep
        options.outputs = lib.HF_DERIVATIVE_STATE
        options.outputs |= lib.HF_DERIVATIVE_SENSORS if sensors else 0
        options.outputs |= lib.HF_DERIVATIVE_IMPULSES if impulses else 0
        options.parameter_count, options.parameters = len(owner), parts
        if direction is not None:
            size = lib.hf_derivative_size(self.model._handle) + self.model.actuator_count + len(owner)
            direction = given("direction", direction, (size,))
            options.direction = pointer(direction)
        if not hasattr(self, "_linearizer"):
            made = ffi.new("hf_linearizer **")
            check(lib.hf_linearizer_create(self._handle, made, self._error), self._error)
            self._linearizer = ffi.gc(made[0], lambda l, keep=self._handle: lib.hf_linearizer_destroy(l))
        result = ffi.new("const hf_linearization **")
        call = lib.hf_world_linearize(self._handle, self._linearizer, options, result, self._error)
        check(call, self._error)
        return self._shown(result[0], owner, count, sensors, impulses)

    def _shown(self, c, owner, count, sensors, impulses):
        def matrices(rows, by_x, by_u, by_p):
            keep = self._linearizer
            P = view(by_p, (rows, c.p_count), keep)
            x, u = view(by_x, (rows, c.x_count), keep), view(by_u, (rows, c.u_count), keep)
            return x, u, _summed(P, owner, count)

        A, B, P = matrices(c.x_count, c.A, c.B, c.P)
        borders = [
            {
                "kind": _KINDS[b.kind], "index": b.index, "state": _STATES[b.state], "impulse": b.impulse, "gap": b.gap,
                "slip": b.slip, "at_border": b.at_border,
            }
            for b in (c.blocks[k] for k in range(c.block_count))
        ]  # fmt: skip
        return Linearization(
            A, B, P, _METHODS[c.method], c.accuracy, borders,
            matrices(c.sensor_count, c.sensor_x, c.sensor_u, c.sensor_p) if sensors else None,
            matrices(c.impulse_count, c.impulse_x, c.impulse_u, c.impulse_p) if impulses else None,
        )  # fmt: skip

    def parameter(self, name: str) -> float:
        """The value of a parameter; of several that share it the largest."""
        found, _ = find_parameters(self.model, [name])
        value, values = ffi.new("double *"), []
        for i in range(found[0].count):
            part = ffi.new("hf_parameter *", found[0].parts[i])
            check(lib.hf_world_parameter(self._handle, part, value, self._error), self._error)
            values.append(value[0])
        return max(values)

    def set_parameter(self, name: str, value: float) -> None:
        """Changes a parameter in this world: all that share it."""
        found, _ = find_parameters(self.model, [name])
        for i in range(found[0].count):
            part = ffi.new("hf_parameter *", found[0].parts[i])
            check(lib.hf_world_set_parameter(self._handle, part, value, self._error), self._error)


# ---- one step as a function ----


class StepFunction:
    """q+, v+ = step(q, v, u, p), and what gradients of them are by what went in: the core of other frameworks' functions.

    Gradients by q are by its coordinates, quaternions as they are: along what a turn changes of them.

    >>> import holdfast, numpy
    >>> step = holdfast.StepFunction(holdfast.World(holdfast.Model("incline:mu=0.3,angle=30")), ["mu"])
    >>> q, v = step.forward(step.world.q, step.world.v, numpy.zeros(0), numpy.array([0.3]))
    >>> by_q, by_v, by_u, by_p = step.backward(numpy.zeros(7), numpy.array([1.0, 0, 0, 0, 0, 0]))
    >>> by_p.shape
    (1,)
    """

    def __init__(self, world, parameters: Sequence[str] = (), *, timestep: float = 0.0, method: str = "auto"):
        self.world, self.names = world, list(parameters)
        self.timestep, self.method = timestep, method
        self._kept = None

    def forward(self, q, v, u=(), p=()):
        """Makes the step; the world is then after it."""
        world = self.world
        p = given("p", p if len(p) else np.zeros(0), (len(self.names),))
        for name, value in zip(self.names, p.tolist()):
            if world.parameter(name) != value:
                world.set_parameter(name, value)
        world.q, world.v = q, v
        if len(u):
            world.controls = u
        before = world.q.copy()
        step = world.linearize(self.names, next=True, timestep=self.timestep, method=self.method)
        self._kept = before, step.A.copy(), step.B.copy(), step.P.copy()
        if world.step(self.timestep).quality == "failed":
            raise InvalidError("the step fails: from this state no answer is found within settings.accept")
        self._kept += (world.q.copy(),)
        return world.q.copy(), world.v.copy()

    def kept(self):
        """What backward needs of the last forward."""
        return self._kept

    def backward(self, grad_q, grad_v, kept=None):
        """Gradients by q, v, u and p of a loss that has these by q+ and v+; `kept` is of the forward that is meant."""
        kept = self._kept if kept is None else kept
        if kept is None:
            raise InvalidError("backward before any forward")
        before, A, B, P, after = kept
        n = self.world.model.v_count
        grad = np.zeros(A.shape[0])
        grad[:n] = self._tangent(after).T @ given("grad_q", grad_q, (self.world.model.q_count,))
        grad[n : 2 * n] = given("grad_v", grad_v, (n,))
        back = A.T @ grad
        G = self._tangent(before)
        by_q = G @ np.linalg.solve(G.T @ G, back[:n]) if n else np.zeros(0)
        return by_q, back[n : 2 * n], B.T @ grad, P.T @ grad

    def _tangent(self, q):
        """dq / d tangent, q_count x v_count."""
        model, h = self.world.model, 1e-5
        G = np.empty((model.q_count, model.v_count))
        for k in range(model.v_count):
            unit = np.zeros(model.v_count)
            unit[k] = 1.0
            G[:, k] = (model.integrate(q, unit, h) - model.integrate(q, unit, -h)) / (2 * h)
        return G


# ---- gradient of a rollout ----


class Gradient(NamedTuple):
    """Gradient of a loss: by the start (tangent of q, v, activations), by the controls of each step, by parameters."""

    loss: float
    x: np.ndarray
    u: np.ndarray
    p: Dict[str, float]
    borders: int


class _Loss:
    def __init__(self, function, world):
        self.function, self.world = function, world
        self.raised: Optional[BaseException] = None


def _differences(loss, step, model, q, v, u):
    """Gradient of a plain loss by central differences, of what it is a function of: no steps are made."""
    h, n = 1e-6, model.v_count
    dq, dv, du = np.empty(n), np.empty(n), np.empty(len(u))
    for k in range(n):
        unit = np.eye(1, n, k)[0]
        ends = (loss(step, model.integrate(q, unit, s), v, u) for s in (h, -h))
        dq[k] = next(ends) / (2 * h) - next(ends) / (2 * h)
        dv[k] = (loss(step, q, v + h * unit, u) - loss(step, q, v - h * unit, u)) / (2 * h)
    for k in range(len(u)):
        unit = h * np.eye(1, len(u), k)[0]
        du[k] = (loss(step, q, v, u + unit) - loss(step, q, v, u - unit)) / (2 * h)
    return dq, dv, du


@ffi.def_extern(error=lib.HF_STATUS_INVALID)
def holdfast_loss(context, step, world, u, loss, dx, du, error):
    kept = ffi.from_handle(context)
    try:
        model = kept.world.model
        n, count = model.v_count, model.actuator_count
        q = view(lib.hf_world_q(world), (model.q_count,), kept)
        v = view(lib.hf_world_v(world), (n,), kept)
        controls = view(u, (count,), kept) if u != ffi.NULL else np.zeros(0)
        value = kept.function(step, q, v, controls)
        if isinstance(value, tuple):
            value, by_q, by_v, by_u = (value + (None,) * 4)[:4]
        else:
            by_q, by_v, by_u = _differences(kept.function, step, model, q.copy(), v.copy(), controls.copy())
        loss[0] += float(value)  # the library hands on its sum
        for place, part in ((0, by_q), (n, by_v)):
            if part is not None:
                for k, g in enumerate(given("gradient of the loss", part, (n,)).tolist()):
                    dx[place + k] += g
        if by_u is not None and u != ffi.NULL and du != ffi.NULL:
            for k, g in enumerate(given("gradient of the loss", by_u, (count,)).tolist()):
                du[k] += g
    except BaseException as raised:  # handed on to the caller of gradient()
        kept.raised = kept.raised or raised
        return lib.HF_STATUS_INVALID
    return lib.HF_STATUS_OK


def gradient(
    loss: Callable,
    world,
    steps: int,
    *,
    controls=None,
    parameters: Sequence[str] = (),
    timestep: float = 0.0,
    method: str = "auto",
    checkpoints: int = 0,
) -> Gradient:
    """The gradient of a sum of losses over a rollout from the present state of `world`, which stays as it is.

    `loss(step, q, v, u)` is called for every state, 0 … steps (u is empty after the last step). It returns a number,
    whose own gradient is then taken by differences, or (number, by q, by v, by u) with that by q along tangents; None
    is 0. controls: steps x actuator_count.
    """
    model = world.model
    found, count = find_parameters(model, parameters)
    parts, owner = _flat(found, count)
    definition = ffi.new("hf_gradient_def *", lib.hf_gradient_def_default())
    definition.step_count, definition.timestep, definition.checkpoints = steps, timestep, checkpoints
    definition.parameter_count, definition.parameters = len(owner), parts
    definition.options.method = _METHODS.index(method)
    if controls is not None:
        controls = given("controls", controls, (steps, model.actuator_count))
        definition.controls = pointer(controls)
    kept = _Loss(loss, world)
    handle = ffi.new_handle(kept)
    definition.loss, definition.context = lib.holdfast_loss, handle
    result = ffi.new("hf_gradient_result *")
    dx = np.zeros(lib.hf_derivative_size(model._handle))
    du, dp = np.zeros((steps, model.actuator_count)), np.zeros(len(owner))
    result.dx, result.du, result.dp = pointer(dx), pointer(du), pointer(dp)
    error = ffi.new("hf_error *")
    status = lib.hf_rollout_gradient(world._handle, definition, result, error)
    if kept.raised is not None:
        raised, kept.raised = kept.raised, None
        raise raised
    check(status, error)
    names = [parameters] if isinstance(parameters, str) else list(parameters)
    by_name = {name: float(sum(dp[i] for i, k in enumerate(owner) if k == n)) for n, name in enumerate(names)}
    return Gradient(result.loss, dx, du, by_name, result.borders)


# ---- identification ----


class FitValue(NamedTuple):
    """A parameter that was looked for: its value, the standard error, whether the data determine it, the model's own."""

    value: float
    error: float
    determined: bool
    before: float


class Fit(NamedTuple):
    """What identify found. `free`: combinations of relative changes of parameters that the data do not see."""

    values: Dict[str, FitValue]
    free: List[Dict[str, float]]
    correlation: np.ndarray
    singular: np.ndarray
    spread: float
    agreed: int
    simulated: Dict[str, np.ndarray]


def identify(
    model,
    data: Union[str, Dict[str, np.ndarray]],
    fit: Sequence[str],
    *,
    window: float = 0.2,
    timestep: float = 0.0,
    starts: int = 3,
    seed: int = 1,
    threads: int = 1,
    known_start: bool = False,
    noise: Optional[Dict[str, float]] = None,
) -> Fit:
    """Which parameters explain a recorded motion: a CSV file, or arrays by name ("time", "hip.q", "cube.x", "run", …).

    >>> import holdfast, numpy
    >>> world = holdfast.World(holdfast.Model("incline:mu=0.3,angle=30", timestep=0.001))
    >>> rows = []
    >>> for _ in range(40):
    ...     place, turn = world.poses()
    ...     rows.append([world.time, *place[1], *turn[1]])
    ...     report = world.run(0.01)
    >>> names = ["time"] + [f"box.{part}" for part in ("x", "y", "z", "qw", "qx", "qy", "qz")]
    >>> data = dict(zip(names, numpy.array(rows).T))
    >>> found = holdfast.identify(holdfast.Model("incline:mu=0.5,angle=30"), data, ["mu"], window=0, starts=1)
    >>> abs(found.values["mu"].value - 0.3) < 0.003, found.values["mu"].determined
    (True, True)
    """
    fit = [fit] if isinstance(fit, str) else list(fit)
    found, count = find_parameters(model, fit)
    error, made = ffi.new("hf_error *"), ffi.new("hf_measurements **")
    if isinstance(data, (str, os.PathLike)):
        check(lib.hf_measurements_read(os.fspath(data).encode(), model._handle, made, error), error)
    else:
        names = list(data)
        lengths = {name: len(data[name]) for name in names}
        if len(set(lengths.values())) > 1:
            raise InvalidError(f"data: columns are of different lengths: {lengths}")
        rows = max(lengths.values(), default=0)
        table = np.empty((rows, len(names)))
        for k, name in enumerate(names):
            table[:, k] = given(name, data[name], (rows,))
        texts = [ffi.new("char[]", name.encode()) for name in names]
        array = ffi.new("const char *[]", texts)
        call = lib.hf_measurements_create(model._handle, len(names), array, rows, pointer(table), made, error)
        check(call, error)
    measured = ffi.gc(made[0], lib.hf_measurements_destroy)
    columns = lib.hf_measurements_column_count(measured)
    names = [ffi.string(lib.hf_measurements_name(measured, c)).decode() for c in range(columns)]
    options = ffi.new("hf_fit_options *", lib.hf_fit_options_default())
    options.window, options.timestep, options.starts, options.seed = window, timestep, starts, seed
    options.threads, options.known_start = threads, known_start
    options.interrupt = lib.holdfast_interrupted
    if noise is not None:
        missing = [n for n in names if n not in noise and n not in ("time", "run")]
        if missing:
            raise InvalidError(f"noise: there is none for {', '.join(missing)}")
        deviations = np.array([noise.get(n, 1.0) for n in names])
        options.noise = pointer(deviations)
    result = ffi.new("hf_fit **")
    check(lib.hf_identify(model._handle, measured, count, found, options, result, error), error)
    c = ffi.gc(result[0], lib.hf_fit_destroy)
    values = {
        name: FitValue(v.value, v.error, bool(v.determined), v.before)
        for name, v in ((fit[k], c.values[k]) for k in range(count))
    }
    singular = view(c.singular, (count,), c).copy()
    directions = view(c.directions, (count, count), c)
    unseen = [k for k in range(count) if singular[k] < max(c.spread, 1.0)]
    free = [{fit[i]: float(directions[k, i]) for i in range(count) if abs(directions[k, i]) > 0.1} for k in unseen]
    rows = lib.hf_measurements_row_count(measured)
    simulated = view(c.simulated, (rows, columns), c)
    return Fit(
        values, free, view(c.correlation, (count, count), c).copy(), singular, c.spread, c.agreed,
        {name: simulated[:, k] for k, name in enumerate(names)},
    )  # fmt: skip
