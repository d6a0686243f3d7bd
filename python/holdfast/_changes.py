"""Changes of a world while it runs, without another model, and controllers."""

import weakref
from typing import Callable, Optional

import numpy as np

from ._native import ffi, lib
from ._tables import count_items, struct_dtype
from .errors import InvalidError, UnsupportedError, check


def fitting(name, value, array, shorter=False):
    """Numbers for an array of C, as many as it has; fewer only where `shorter`."""
    if not (isinstance(array, ffi.CData) and ffi.typeof(array).kind == "array"):
        raise InvalidError(f"{name}: one value is needed, this is a list")
    try:
        numbers = np.asarray(value, dtype=np.float64)
    except (TypeError, ValueError) as problem:
        raise InvalidError(f"{name}: {problem}") from None
    if numbers.ndim != 1 or len(numbers) > len(array) or (len(numbers) < len(array) and not shorter):
        have = " x ".join(str(n) for n in numbers.shape)
        raise InvalidError(f"{name}: {'at most ' if shorter else ''}{len(array)} numbers are needed, this is {have}")
    return numbers.tolist()


class Controller:
    """A function of Python that is called before each step, and what it raised."""

    def __init__(self, world, function):
        self.world, self.function = world, function
        self.raised: Optional[BaseException] = None

    def reraise(self):
        raised, self.raised = self.raised, None
        if raised is not None:
            raise raised


@ffi.def_extern(error=lib.HF_STATUS_INVALID)
def holdfast_controller(context, world, h, error):
    controller = ffi.from_handle(context)
    try:
        controller.function(controller.world())
    except BaseException as raised:  # handed on to the caller of step()
        controller.raised = raised
        return lib.HF_STATUS_INVALID
    return lib.HF_STATUS_OK


class Changes:
    """The part of World that changes what the model says. The model itself, and its other worlds, stay as they are."""

    def _change(self, what, index, fields):
        """A definition of the world's model with some fields changed, handed back."""
        item = getattr(lib, f"hf_model_{what}")(lib.hf_world_model(self._handle), index)
        definition = ffi.new(f"hf_{what}_def *", item)
        for name, value in fields.items():
            if not hasattr(definition, name):
                raise InvalidError(f"a {what} has no '{name}'")
            try:
                if isinstance(value, (list, tuple, np.ndarray)):
                    array = getattr(definition, name)
                    for k, number in enumerate(fitting(name, value, array, shorter=what == "actuator")):
                        array[k] = number
                else:
                    setattr(definition, name, value)
            except (TypeError, IndexError, OverflowError, ValueError) as problem:
                raise InvalidError(f"{name}: {problem}") from None
        check(getattr(lib, f"hf_world_set_{what}")(self._handle, index, definition, self._error), self._error)

    def set_shape(self, shape, **fields) -> None:
        """Changes the surface of a shape: friction, torsion, rolling, restitution, compliance, category, mask, …

        >>> import holdfast
        >>> world = holdfast.World(holdfast.Model("incline:mu=0.6"))
        >>> world.run(0.1).quality
        'exact'
        >>> for shape in range(len(world.model.shapes)):
        ...     world.set_shape(shape, friction=0.1)
        >>> report = world.run(0.1)
        >>> bool(abs(world.v).max() > 0.1)       # it slides now
        True
        """
        self._change("shape", self.model.shape(shape), fields)

    def set_joint(self, joint, **fields) -> None:
        """Changes a joint: limited, range, armature, damping, stiffness, spring, friction, force_limited, force_range."""
        self._change("joint", self.model.joint(joint), fields)

    def set_actuator(self, actuator, **fields) -> None:
        """Changes an actuator: gain, bias, gear, control_range, force_range, time, disabled, …; lists fill the first numbers."""
        self._change("actuator", self.model.actuator(actuator), fields)

    def set_mass(self, body, mass: float) -> None:
        """Sets the mass of a body [kg]; its inertia changes in proportion."""
        check(lib.hf_world_set_mass(self._handle, self.model.body(body), mass, self._error), self._error)

    def exclude(self, a, b, exclude: bool = True) -> None:
        """Keeps two bodies from colliding, or lets them again."""
        a, b = self.model.body(a), self.model.body(b)
        check(lib.hf_world_exclude(self._handle, a, b, exclude, self._error), self._error)
        self._excluded[min(a, b), max(a, b)] = exclude

    def set_loop(self, loop, active: bool) -> None:
        """Switches a loop on or off."""
        check(lib.hf_world_set_loop(self._handle, self.model.loop(loop), active, self._error), self._error)

    def attach(self, loop) -> None:
        """Switches a connect or weld on, with its bodies as they stand to each other now."""
        check(lib.hf_world_attach(self._handle, self.model.loop(loop), self._error), self._error)

    # ---- what was changed, for pickles ----

    def _changes(self):
        """What this world's model says otherwise than the model it was made of: fields by kind and index, switched pairs."""
        own, base = lib.hf_world_model(self._handle), self.model._handle
        found = {"exclude": dict(self._excluded)}
        if own == base:
            return found
        for what in ("shape", "joint", "actuator", "loop", "body"):
            struct, item = struct_dtype(f"hf_{what}_def"), getattr(lib, f"hf_model_{what}")
            rows = ffi.new(f"hf_{what}_def[2]")
            for k in range(count_items(base, what)):
                rows[0], rows[1] = item(base, k), item(own, k)
                before, now = np.frombuffer(ffi.buffer(rows), struct, 2)
                fields = {f: now[f].tolist() for f in struct.names if not np.array_equal(before[f], now[f])}
                if fields:
                    found[what, k] = fields
        return found

    def _change_again(self, changes):
        for (a, b), exclude in changes["exclude"].items():
            self.exclude(a, b, exclude)
        for key, fields in changes.items():
            if key == "exclude":
                continue
            what, k = key
            if what == "body":
                self.set_mass(k, fields["mass"])
            elif what == "loop":
                if set(fields) != {"active"}:
                    raise UnsupportedError(f"loop {k} was attached where its bodies stood: a pickle cannot say that; copy.copy() can")
                self.set_loop(k, fields["active"])
            else:
                self._change(what, k, fields)

    def set_controller(self, function: Optional[Callable]) -> None:
        """`function(world)` is called before each step, whoever makes it; what it raises comes out of step(). None ends that, from within the
        function, too."""
        if function is None:
            lib.hf_world_set_controller(self._handle, ffi.NULL, ffi.NULL)
            self._controller = None
            return
        controller = Controller(weakref.ref(self), function)
        self._controller_handle = ffi.new_handle(controller)
        self._controller = controller
        lib.hf_world_set_controller(self._handle, lib.holdfast_controller, self._controller_handle)


__all__ = ["Changes", "Controller", "fitting"]
