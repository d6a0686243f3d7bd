"""Models: scenes by name or from files, their bodies, joints and actuators."""

import os
import re
from typing import Dict, List, Mapping, Optional, Union

import numpy as np

from ._arrays import given, pointer
from ._native import ffi, lib
from ._owners import owned
from ._tables import count_items, table
from .errors import FormatError, InvalidError, UnsupportedError, check

__all__ = ["Model", "scenes"]


@ffi.def_extern()
def holdfast_notice(context, text):
    ffi.from_handle(context).append(ffi.string(text).decode("utf-8", "replace"))


@ffi.def_extern(error=False)
def holdfast_find(context, path, data, size):
    files, buffers = ffi.from_handle(context)
    found = files.get(os.path.abspath(ffi.string(path).decode("utf-8", "replace")))
    if found is None:
        return False
    buffers.append(ffi.from_buffer(found))  # stays where it is until the scene is read
    data[0], size[0] = buffers[-1], len(found)
    return True


def _text(pointer):
    return None if pointer == ffi.NULL else ffi.string(pointer).decode("utf-8", "replace")


def scenes() -> Dict[str, str]:
    """Names of the built-in scenes, each with a line of text.

    >>> import holdfast
    >>> "incline" in holdfast.scenes()
    True
    """
    found = (lib.hf_builtin_at(k) for k in range(lib.hf_builtin_count()))
    return {_text(scene.name): _text(scene.summary) for scene in found}


class Model:
    """A scene that never changes: bodies, shapes, joints, actuators and settings.

    `scene` is a built-in scene with parameters, an MJCF or URDF file, or a drawing (SVG):

    >>> import holdfast
    >>> model = holdfast.Model("incline:mu=0.6")
    >>> model.body_count, model.q_count, model.v_count
    (2, 7, 6)

    A keyframe is chosen behind a #: `Model("robot.xml#home")`. `notices` are remarks of the reader, and about the model (`hf_scene_remarks`).
    """

    def __init__(self, scene: str, *, seed: int = 1, timestep: Optional[float] = None):
        name = os.fspath(scene).encode()
        self._recipe = ("open", os.fspath(scene), seed, timestep)
        self._read(lambda *rest: lib.hf_scene_open(name, seed, *rest), timestep)

    @classmethod
    def from_string(
        cls,
        text: Union[str, bytes],
        *,
        name: str = "scene",
        start: Optional[str] = None,
        timestep: Optional[float] = None,
        files: Optional[Mapping[str, Union[str, bytes]]] = None,
    ) -> "Model":
        """A model of the text of an MJCF, URDF, SDF or SVG file.

        `name` is what errors call it; files that it names are looked for in `files`, texts or bytes by their paths, and then on disk, beside `name`.
        `start` is what would stand behind the # of a file's name.

        >>> import holdfast
        >>> holdfast.Model.from_string("<mujoco><worldbody><body><freejoint/><geom size='1'/></body></worldbody></mujoco>").v_count
        6
        """
        data = text.encode() if isinstance(text, str) else bytes(text)
        source = ffi.new("hf_scene_source *", lib.hf_scene_source_default())
        kept = ffi.new("char[]", os.fspath(name).encode()), ffi.new("char[]", (start or "").encode())
        given = {os.path.abspath(k): v.encode() if isinstance(v, str) else bytes(v) for k, v in (files or {}).items()}
        buffers: list = []
        asked = ffi.new_handle((given, buffers))
        source.name = kept[0]
        if start is not None:
            source.start = kept[1]
        if given:
            source.find, source.find_context = lib.holdfast_find, asked
        model = cls.__new__(cls)
        model._recipe = ("text", data, os.path.abspath(name) if os.sep in name else name, start, timestep, given)
        model._read(lambda *rest: lib.hf_scene_read(data, len(data), source, *rest), timestep)
        buffers.clear()
        return model

    def _read(self, read, timestep):
        error = ffi.new("hf_error *")
        builder = ffi.new("hf_builder **")
        self.notices: List[str] = []
        handle = ffi.new_handle(self.notices)
        check(read(lib.holdfast_notice, handle, builder, error), error)
        opened = ffi.gc(builder[0], lib.hf_builder_destroy)
        if timestep is not None:
            settings = ffi.new("hf_settings *", lib.hf_builder_settings(opened))
            settings.step.timestep = timestep
            check(lib.hf_builder_set(opened, settings, error), error)
        self._build(opened)
        check(lib.hf_scene_remarks(self._handle, lib.holdfast_notice, handle, error), error)

    def _build(self, builder):
        error = ffi.new("hf_error *")
        model = ffi.new("hf_model **")
        check(lib.hf_model_build(builder, model, error), error)
        self._handle = owned(model[0], lib.hf_model_destroy)

    @classmethod
    def from_builder(cls, builder) -> "Model":
        """A model of an `hf_builder *` that was filled by functions of `holdfast.lib`."""
        model = cls.__new__(cls)
        model._recipe = None
        model.notices = []
        model._build(builder)
        return model

    # ---- copies ----

    def __copy__(self) -> "Model":
        return self  # it never changes

    def __deepcopy__(self, memory) -> "Model":
        return self

    def __reduce__(self):
        """Pickled is how it was made: the name of the scene, or the text. What files said then they must say when it is read again."""
        if self._recipe is None:
            raise UnsupportedError("a model of an hf_builder cannot be pickled: make it of a file, or by holdfast.Builder")
        recipe = self._recipe
        if recipe[0] == "open" and os.path.exists(re.split("[?#]", recipe[1])[0]):
            recipe = ("open", os.path.abspath(recipe[1]), *recipe[2:])
        return _restored, (recipe, lib.hf_model_identity(self._handle))

    # ---- counts and names ----

    @property
    def body_count(self) -> int:
        """Bodies; body 0 is the world."""
        return lib.hf_model_count(self._handle, lib.HF_ITEM_BODY)

    @property
    def q_count(self) -> int:
        """Generalized coordinates."""
        return lib.hf_model_q_count(self._handle)

    @property
    def v_count(self) -> int:
        """Generalized velocities."""
        return lib.hf_model_v_count(self._handle)

    @property
    def actuator_count(self) -> int:
        return lib.hf_model_count(self._handle, lib.HF_ITEM_ACTUATOR)

    @property
    def timestep(self) -> float:
        """Length of a step [s]."""
        return lib.hf_model_settings(self._handle).step.timestep

    def _names(self, kind):
        item = getattr(lib, f"hf_model_{kind}")
        return [_text(item(self._handle, k).name) for k in range(count_items(self._handle, kind))]

    @property
    def bodies(self) -> List[Optional[str]]:
        """Names of the bodies, by index."""
        return self._names("body")

    @property
    def joints(self) -> List[Optional[str]]:
        """Names of the joints, by index; free joints do not count."""
        return self._names("joint")

    @property
    def actuators(self) -> List[Optional[str]]:
        """Names of the actuators, by index."""
        return self._names("actuator")

    @property
    def sites(self) -> List[Optional[str]]:
        """Names of the sites, by index."""
        return self._names("site")

    @property
    def keys(self) -> List[Optional[str]]:
        """Names of the keyframes, by index."""
        return self._names("key")

    @property
    def shapes(self) -> List[Optional[str]]:
        """Names of the shapes, by index."""
        return self._names("shape")

    @property
    def loops(self) -> List[Optional[str]]:
        """Names of the loops, by index."""
        return self._names("loop")

    @property
    def sensors(self) -> List[Optional[str]]:
        """Names of the sensors, by index."""
        return self._names("sensor")

    @property
    def masses(self) -> np.ndarray:
        """Mass of every body [kg]."""
        return np.array([lib.hf_model_body(self._handle, k).mass for k in range(self.body_count)])

    def _find(self, what, name):
        """The index of a body, joint, … that is given by name or by index."""
        if isinstance(name, str):
            index = lib.hf_model_find(self._handle, getattr(lib, f"HF_ITEM_{what.upper()}"), name.encode())
            if index < 0:
                raise InvalidError(f"there is no {what} '{name}'")
            return index
        index, count = int(name), count_items(self._handle, what)
        if not 0 <= index < count:
            raise InvalidError(f"there is no {what} {index} among {count}")
        return index

    def body(self, name) -> int:
        """The index of a body by its name."""
        return self._find("body", name)

    def joint(self, name) -> int:
        """The index of a joint by its name."""
        return self._find("joint", name)

    def actuator(self, name) -> int:
        """The index of an actuator by its name."""
        return self._find("actuator", name)

    def site(self, name) -> int:
        """The index of a site by its name."""
        return self._find("site", name)

    def key(self, name) -> int:
        """The index of a keyframe by its name."""
        return self._find("key", name)

    def shape(self, name) -> int:
        """The index of a shape by its name."""
        return self._find("shape", name)

    def loop(self, name) -> int:
        """The index of a loop by its name."""
        return self._find("loop", name)

    def tendon(self, name) -> int:
        """The index of a tendon by its name."""
        return self._find("tendon", name)

    def sensor(self, name) -> int:
        """The index of a sensor by its name."""
        return self._find("sensor", name)

    def joint_q(self, name) -> int:
        """The first entry of a joint in q."""
        return lib.hf_model_joint_q(self._handle, self.joint(name))

    def joint_v(self, name) -> int:
        """The first entry of a joint in v."""
        return lib.hf_model_joint_v(self._handle, self.joint(name))

    # ---- coordinates ----

    def integrate(self, q, v, h: float = 1.0) -> np.ndarray:
        """q + h v, where quaternions turn: of a free body about its own axes, of a ball about the child's."""
        q, v = given("q", q, (self.q_count,)).copy(), given("v", v, (self.v_count,))
        error = ffi.new("hf_error *")
        check(lib.hf_model_integrate(self._handle, pointer(q), pointer(v), h, error), error)
        return q

    def difference(self, start, end) -> np.ndarray:
        """The v with integrate(start, v) = end.

        >>> import holdfast, numpy
        >>> model = holdfast.Model("incline")
        >>> q = model.random_q(seed=3, reach=0.1)
        >>> v = numpy.arange(6) / 10
        >>> numpy.allclose(model.difference(q, model.integrate(q, v)), v)
        True
        """
        start, end = given("start", start, (self.q_count,)), given("end", end, (self.q_count,))
        v, error = np.empty(self.v_count), ffi.new("hf_error *")
        check(lib.hf_model_difference(self._handle, pointer(start), pointer(end), pointer(v), error), error)
        return v

    def random_q(self, seed: int = 1, reach: float = 0.0, q=None) -> np.ndarray:
        """Random coordinates within the limits of joints; what has none lies within `reach` [m] of q (the start)."""
        error = ffi.new("hf_error *")
        if q is None:
            world = ffi.new("hf_world **")
            check(lib.hf_world_create(self._handle, world, error), error)
            start = ffi.gc(world[0], lib.hf_world_destroy)
            q = np.frombuffer(ffi.buffer(lib.hf_world_q(start), 8 * self.q_count)) if self.q_count else np.zeros(0)
            q = q.copy()
            ffi.release(start)
        else:
            q = given("q", q, (self.q_count,)).copy()
        check(lib.hf_model_random_q(self._handle, seed, reach, pointer(q), error), error)
        return q

    def table(self, kind: str, name=None) -> np.ndarray:
        """Definitions as a structured array with a row for each "body", "shape", "joint", "actuator", "site", "sensor", "tendon", "loop" or "camera",
        and a column for each field of its C definition, as docs/reference has them; one row where a name or an index is given.

        >>> import holdfast
        >>> model = holdfast.Model("incline")
        >>> model.table("body", "box")["mass"].round(3), model.table("shape")["kind"].tolist()
        (1.0, ['plane', 'box'])
        """
        rows = table(self._handle, kind)
        return rows if name is None else rows[self._find(kind, name)]

    def save(self, path) -> None:
        """Writes the model as MJCF."""
        error = ffi.new("hf_error *")
        check(lib.hf_scene_write_mjcf(self._handle, os.fspath(path).encode(), error), error)

    def __repr__(self):
        return f"<holdfast.Model: {self.body_count} bodies, {self.v_count} degrees of freedom>"


def _restored(recipe, identity):
    """A model that was pickled."""
    if recipe[0] == "open":
        model = Model(recipe[1], seed=recipe[2], timestep=recipe[3])
    else:
        model = Model.from_string(recipe[1], name=recipe[2], start=recipe[3], timestep=recipe[4], files=recipe[5])
    if lib.hf_model_identity(model._handle) != identity:
        raise FormatError(f"{recipe[1] if recipe[0] == 'open' else recipe[2]}: its files say something else than when the model was pickled")
    return model
