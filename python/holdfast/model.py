"""Models: scenes by name or from files, their bodies, joints and actuators."""

import os
from typing import Dict, List, Optional

import numpy as np

from ._native import ffi, lib
from .errors import InvalidError, check

__all__ = ["Model", "scenes"]


@ffi.def_extern()
def holdfast_notice(context, text):
    ffi.from_handle(context).append(ffi.string(text).decode("utf-8", "replace"))


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
        error = ffi.new("hf_error *")
        builder = ffi.new("hf_builder **")
        self.notices: List[str] = []
        handle = ffi.new_handle(self.notices)
        name = os.fspath(scene).encode()
        check(lib.hf_scene_open(name, seed, lib.holdfast_notice, handle, builder, error), error)
        opened = ffi.gc(builder[0], lib.hf_builder_destroy)
        if timestep is not None:
            settings = ffi.new("hf_settings *", lib.hf_builder_settings(opened))
            settings.timestep = timestep
            check(lib.hf_builder_set(opened, settings, error), error)
        self._build(opened)
        check(lib.hf_scene_remarks(self._handle, lib.holdfast_notice, handle, error), error)

    def _build(self, builder):
        error = ffi.new("hf_error *")
        model = ffi.new("hf_model **")
        check(lib.hf_model_build(builder, model, error), error)
        self._handle = ffi.gc(model[0], lib.hf_model_destroy)

    @classmethod
    def from_builder(cls, builder) -> "Model":
        """A model of an `hf_builder *` that was filled by functions of `holdfast.lib`."""
        model = cls.__new__(cls)
        model.notices = []
        model._build(builder)
        return model

    # ---- counts and names ----

    @property
    def body_count(self) -> int:
        """Bodies; body 0 is the world."""
        return lib.hf_model_body_count(self._handle)

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
        return lib.hf_model_actuator_count(self._handle)

    @property
    def timestep(self) -> float:
        """Length of a step [s]."""
        return lib.hf_model_settings(self._handle).timestep

    def _names(self, count, item):
        return [_text(item(self._handle, k).name) for k in range(count(self._handle))]

    @property
    def bodies(self) -> List[Optional[str]]:
        """Names of the bodies, by index."""
        return self._names(lib.hf_model_body_count, lib.hf_model_body)

    @property
    def joints(self) -> List[Optional[str]]:
        """Names of the joints, by index; free joints do not count."""
        return self._names(lib.hf_model_joint_count, lib.hf_model_joint)

    @property
    def actuators(self) -> List[Optional[str]]:
        """Names of the actuators, by index."""
        return self._names(lib.hf_model_actuator_count, lib.hf_model_actuator)

    @property
    def sites(self) -> List[Optional[str]]:
        """Names of the sites, by index."""
        return self._names(lib.hf_model_site_count, lib.hf_model_site)

    @property
    def keys(self) -> List[Optional[str]]:
        """Names of the keyframes, by index."""
        return self._names(lib.hf_model_key_count, lib.hf_model_key)

    @property
    def shapes(self) -> List[Optional[str]]:
        """Names of the shapes, by index."""
        return self._names(lib.hf_model_shape_count, lib.hf_model_shape)

    @property
    def loops(self) -> List[Optional[str]]:
        """Names of the loops, by index."""
        return self._names(lib.hf_model_loop_count, lib.hf_model_loop)

    @property
    def sensors(self) -> List[Optional[str]]:
        """Names of the sensors, by index."""
        return self._names(lib.hf_model_sensor_count, lib.hf_model_sensor)

    @property
    def masses(self) -> np.ndarray:
        """Mass of every body [kg]."""
        return np.array([lib.hf_model_body(self._handle, k).mass for k in range(self.body_count)])

    def _find(self, what, name, count):
        """The index of a body, joint, … that is given by name or by index."""
        if isinstance(name, str):
            index = getattr(lib, f"hf_model_find_{what}")(self._handle, name.encode())
            if index < 0:
                raise InvalidError(f"there is no {what} '{name}'")
            return index
        index = int(name)
        if not 0 <= index < count:
            raise InvalidError(f"there is no {what} {index} among {count}")
        return index

    def body(self, name) -> int:
        """The index of a body by its name."""
        return self._find("body", name, self.body_count)

    def joint(self, name) -> int:
        """The index of a joint by its name."""
        return self._find("joint", name, lib.hf_model_joint_count(self._handle))

    def actuator(self, name) -> int:
        """The index of an actuator by its name."""
        return self._find("actuator", name, self.actuator_count)

    def site(self, name) -> int:
        """The index of a site by its name."""
        return self._find("site", name, lib.hf_model_site_count(self._handle))

    def key(self, name) -> int:
        """The index of a keyframe by its name."""
        return self._find("key", name, lib.hf_model_key_count(self._handle))

    def shape(self, name) -> int:
        """The index of a shape by its name."""
        return self._find("shape", name, lib.hf_model_shape_count(self._handle))

    def loop(self, name) -> int:
        """The index of a loop by its name."""
        return self._find("loop", name, lib.hf_model_loop_count(self._handle))

    def tendon(self, name) -> int:
        """The index of a tendon by its name."""
        return self._find("tendon", name, lib.hf_model_tendon_count(self._handle))

    def sensor(self, name) -> int:
        """The index of a sensor by its name."""
        return self._find("sensor", name, lib.hf_model_sensor_count(self._handle))

    def joint_q(self, name) -> int:
        """The first entry of a joint in q."""
        return lib.hf_model_joint_q(self._handle, self.joint(name))

    def joint_v(self, name) -> int:
        """The first entry of a joint in v."""
        return lib.hf_model_joint_v(self._handle, self.joint(name))

    def save(self, path) -> None:
        """Writes the model as MJCF."""
        error = ffi.new("hf_error *")
        check(lib.hf_scene_write_mjcf(self._handle, os.fspath(path).encode(), error), error)

    def __repr__(self):
        return f"<holdfast.Model: {self.body_count} bodies, {self.v_count} degrees of freedom>"
