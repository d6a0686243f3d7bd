"""Batches: many worlds of one model, stepped together on all cores, without Python in between."""

import os
from typing import Mapping, Optional

import numpy as np

from ._alone import alone, new_guard
from ._arrays import given, pointer
from ._native import ffi, lib
from ._owners import owned
from .errors import InvalidError, check
from .model import Model
from .rollouts import parameters
from .world import World

__all__ = ["Batch"]


@alone
class Batch:
    """`count` worlds of one model. `q`, `v`, `sensors`, `energies`, `times` and `quality` show them after each step, world by world.

    >>> import holdfast
    >>> import numpy as np
    >>> batch = holdfast.Batch(holdfast.Model("incline:mu=0.6"), 4)
    >>> batch.vary({"friction": [0.1, 0.4, 0.6, 0.8]})
    >>> batch.step(100)
    >>> batch.q.shape, (abs(batch.v[:, 0]) > 0.01).tolist()
    ((4, 7), [True, True, False, False])
    >>> batch[2].contact_count
    4

    `batch[k]` is the world k, a World like any other: what it is set to counts in the next step. All worlds have the bits of single ones.
    """

    _unguarded = ()

    def __init__(self, model: Model, count: int, *, threads: Optional[int] = None):
        self._guard = new_guard()
        self.model = model
        error, batch = ffi.new("hf_error *"), ffi.new("hf_batch **")
        check(lib.hf_batch_create(model._handle, count, threads or len(os.sched_getaffinity(0)), batch, error), error)
        self._handle = owned(batch[0], lib.hf_batch_destroy, model._handle)
        self._error = error
        self._worlds: dict = {}
        self.q, self.v = np.empty((count, model.q_count)), np.empty((count, model.v_count))
        self.sensors = np.empty((count, lib.hf_model_sensor_total(model._handle)))
        self.energies, self.times = np.empty((count, 2)), np.empty(count)
        self._quality = np.empty(count, np.int32)
        definition = ffi.new("hf_batch_step_def *", lib.hf_batch_step_def_default())
        definition.q, definition.v, definition.times = pointer(self.q), pointer(self.v), pointer(self.times)
        definition.sensors = pointer(self.sensors) if self.sensors.size else ffi.NULL
        definition.energies, definition.quality = pointer(self.energies), pointer(self._quality, "int")
        definition.interrupt = lib.holdfast_interrupted
        self._definition = definition
        self.step(0)

    def __len__(self):
        return len(self.times)

    def __getitem__(self, index) -> World:
        index = range(len(self))[index]
        if index not in self._worlds:
            world = World.__new__(World)
            handle = ffi.cast("hf_world *", lib.hf_batch_world(self._handle, index))
            world._adopt(self.model, owned(handle, None, self._handle), ffi.new("hf_error *"))
            world._guard = self._guard
            world._quick = (self._guard.acquire, self._guard.release, *world._quick[2:])
            self._worlds[index] = world
        return self._worlds[index]

    @property
    def quality(self) -> np.ndarray:
        """The worst of each world's last steps: 0 exact, 1 approximate, 2 failed."""
        return self._quality.copy()

    def step(self, steps: int = 1, controls=None, *, chosen=None, timestep: float = 0.0) -> None:
        """Makes so many steps of all worlds, or of those that `chosen` says; `controls` (worlds x actuators) are set before the first and stay.
        A world whose step fails stays where it is, and the others go on. With 0 steps the arrays show what worlds were set to."""
        n = len(self)
        controls = None if controls is None else given("controls", controls, (n, self.model.actuator_count))
        chosen = None if chosen is None else given("chosen", chosen, (n,), dtype=np.bool_)
        definition = self._definition
        definition.step_count, definition.timestep = steps, timestep
        definition.controls, definition.chosen = pointer(controls), pointer(chosen, "bool")
        try:
            check(lib.hf_batch_step(self._handle, definition, self._error), self._error)
        finally:
            definition.controls, definition.chosen = ffi.NULL, ffi.NULL

    def vary(self, vary: Mapping) -> None:
        """What worlds have otherwise, as in `rollout`: {"friction": worlds, ("mass", "torso"): worlds, …}."""
        places, count, values = parameters(self.model, vary, len(self))
        for k in range(len(self) if count else 0):
            world = lib.hf_batch_world(self._handle, k)
            for i in range(count):
                check(lib.hf_world_set_parameter(world, ffi.addressof(places, i), values[k, i], self._error), self._error)

    @property
    def states(self) -> list:
        """The state of each world, as bytes."""
        return [self[k].state for k in range(len(self))]

    @states.setter
    def states(self, value):
        if len(value) != len(self):
            raise InvalidError(f"states: {len(self)} are needed, these are {len(value)}")
        for k, state in enumerate(value):
            if state is not None:
                self[k].state = state
        self.step(0)

    @property
    def hash(self) -> np.ndarray:
        """The hash of each world's state."""
        return np.array([lib.hf_world_hash(lib.hf_batch_world(self._handle, k)) for k in range(len(self))], np.uint64)

    def __repr__(self):
        return f"<holdfast.Batch of {len(self)} worlds>"
