"""Pictures of worlds: colours, depths and what is seen where, painted by the library alone, without a display."""

import os
from typing import NamedTuple, Optional

import numpy as np

from ._arrays import given, pointer
from ._native import ffi, lib
from .errors import InvalidError, check

__all__ = ["Picture", "Pictures", "View", "write_png"]


class View(NamedTuple):
    """Where one looks from: position [m], orientation (quaternion w, x, y, z; along -z, y upwards), vertical angle [rad]."""

    position: np.ndarray
    orientation: np.ndarray
    angle: float


class Picture(NamedTuple):
    """Rows from the top: `color` (height x width x 3, bytes), `depth` [m] along the direction of view (inf: nothing), `bodies` and `shapes` that are
    seen (-1: none), and the view."""

    color: np.ndarray
    depth: np.ndarray
    bodies: np.ndarray
    shapes: np.ndarray
    view: View

    def save(self, path) -> None:
        """Writes the colours as a PNG file."""
        write_png(path, self.color)


def write_png(path, color) -> None:
    """Writes an array of height x width x 3 bytes as a PNG file."""
    pixels = given("color", color, (-1, -1, 3), dtype=np.uint8)
    error = ffi.new("hf_error *")
    height, width = pixels.shape[:2]
    check(lib.hf_png_write(os.fspath(path).encode(), width, height, pointer(pixels, "unsigned char"), error), error)


def _painter(model, groups, shadows):
    """The painter of a model, made once."""
    made = model.__dict__.setdefault("_painters", {})
    key = (tuple(groups), shadows)
    if key not in made:
        options = ffi.new("hf_painter_options *", lib.hf_painter_options_default())
        options.threads = len(os.sched_getaffinity(0))
        options.groups = sum(1 << int(g) for g in set(groups))
        options.shadows = shadows
        error, painter = ffi.new("hf_error *"), ffi.new("hf_painter **")
        check(lib.hf_painter_create(model._handle, options, painter, error), error)
        made[key] = ffi.gc(painter[0], lib.hf_painter_destroy)
    return made[key]


class Pictures:
    """The part of World that paints."""

    def viewpoint(self, camera=None, *, position=None, target=None, angle: Optional[float] = None) -> View:
        """What a camera of the model sees, by name or index; or from `position` to `target`; or all that moves. `angle` is vertical [rad]."""
        if position is not None:
            here, there = given("position", position, (3,)), given("target", (0, 0, 0) if target is None else target, (3,))
            raw = lib.hf_view_from(pointer(here), pointer(there))
        elif camera is not None:
            raw, count = ffi.new("hf_view *"), lib.hf_model_count(self.model._handle, lib.HF_ITEM_CAMERA)
            names = [lib.hf_model_camera(self.model._handle, k).name for k in range(count)]
            names = ["" if name == ffi.NULL else ffi.string(name).decode() for name in names]
            if isinstance(camera, str) and camera not in names:
                raise InvalidError(f"there is no camera '{camera}': there are {', '.join(names) or 'none'}")
            index = names.index(camera) if isinstance(camera, str) else int(camera)
            check(lib.hf_view_of_camera(self._handle, index, raw, self._error), self._error)
            raw = raw[0]
        else:
            raw = lib.hf_view_of_world(self._handle)
        return View(np.array(list(raw.position)), np.array(list(raw.orientation)), raw.angle if angle is None else float(angle))

    def picture(
        self,
        camera=None,
        *,
        width: int = 640,
        height: int = 480,
        position=None,
        target=None,
        angle: Optional[float] = None,
        view: Optional[View] = None,
        groups=(0, 1, 2),
        shadows: bool = True,
    ) -> Picture:
        """Paints what a camera sees, by name or index; or what is seen from `position` to `target`; or all that moves.

        >>> import holdfast
        >>> world = holdfast.World(holdfast.Model("incline:mu=0.6"))
        >>> picture = world.picture(width=80, height=60)
        >>> picture.color.shape, world.model.bodies[picture.bodies[30, 40]]
        ((60, 80, 3), 'box')
        """
        view = view or self.viewpoint(camera, position=position, target=target, angle=angle)
        if not (1 <= width <= 4096 and 1 <= height <= 4096):
            raise InvalidError(f"{width} x {height} pixels: 1 to 4096 each can be painted")
        raw = ffi.new("hf_view *", {"angle": view.angle})
        raw.position, raw.orientation = [float(x) for x in view.position], [float(x) for x in view.orientation]
        color, depth = np.empty((height, width, 3), np.uint8), np.empty((height, width), np.float32)
        bodies, shapes = np.empty((height, width), np.int32), np.empty((height, width), np.int32)
        out = ffi.new("hf_picture *", {"width": width, "height": height})
        out.color, out.depth = pointer(color, "unsigned char"), pointer(depth, "float")
        out.bodies, out.shapes = pointer(bodies, "int"), pointer(shapes, "int")
        painter = _painter(self.model, groups, shadows)
        check(lib.hf_painter_paint(painter, self._handle, raw, out, self._error), self._error)
        return Picture(color, depth, bodies, shapes, view)


