"""What a world answers beside its state: sensors, rays, distances, forces of joints and loops."""

from typing import NamedTuple, Optional

import numpy as np

from ._arrays import given, pointer
from ._native import ffi, lib
from .errors import check


class Hit(NamedTuple):
    """What a ray meets: shape and body (-1: nothing), distance from its origin [m], the place, and the outward normal there."""

    shape: int
    body: int
    distance: float
    point: np.ndarray
    normal: np.ndarray


class Distance(NamedTuple):
    """How far apart two surfaces are [m], negative where they overlap, and where."""

    distance: float
    shape_a: int
    shape_b: int
    point_a: np.ndarray
    point_b: np.ndarray
    normal: np.ndarray


class Wrench(NamedTuple):
    """A force [N], and a torque [N m] about a point [m], in world axes."""

    force: np.ndarray
    torque: np.ndarray
    point: np.ndarray


class Looks:
    """The part of World that only looks."""

    @property
    def sensors(self) -> np.ndarray:
        """Numbers of all sensors of the model, one after the other."""
        values = np.zeros(lib.hf_model_sensor_total(self.model._handle))
        if len(values):
            check(lib.hf_world_sensors(self._handle, pointer(values), self._error), self._error)
        return values

    def sensor(self, name) -> np.ndarray:
        """The numbers of one sensor."""
        index, model = self.model.sensor(name), self.model._handle
        at = lib.hf_model_sensor_place(model, index)
        return self.sensors[at : at + lib.hf_model_sensor_size(model, index)]

    def rays(self, origins, directions, *, reach: float = np.inf, skip=None):
        """The first hit of each ray: shapes and bodies (-1: none), distances [m] (inf: none), points and normals, as arrays.

        `skip` is a body that rays pass through.
        """
        origins = given("origins", origins, (-1, 3))
        directions = given("directions", directions, (len(origins), 3))
        n = len(origins)
        rays, hits = ffi.new("hf_ray[]", max(n, 1)), ffi.new("hf_ray_hit[]", max(n, 1))
        body = -1 if skip is None else self.model.body(skip)
        for k in range(n):
            rays[k].origin, rays[k].direction = origins[k].tolist(), directions[k].tolist()
            rays[k].reach, rays[k].skip_body = reach, body
        check(lib.hf_world_rays(self._handle, n, rays, hits, self._error), self._error)
        return Hit(
            np.array([hits[k].shape for k in range(n)], dtype=int),
            np.array([hits[k].body for k in range(n)], dtype=int),
            np.array([hits[k].distance for k in range(n)]),
            np.array([list(hits[k].point) for k in range(n)]).reshape(n, 3),
            np.array([list(hits[k].normal) for k in range(n)]).reshape(n, 3),
        )

    def ray(self, origin, direction, *, reach: float = np.inf, skip=None) -> Optional[Hit]:
        """What a ray meets first; None if it meets nothing.

        >>> import holdfast
        >>> world = holdfast.World(holdfast.Model("incline"))
        >>> hit = world.ray([0, 0, 5], [0, 0, -1])
        >>> world.model.bodies[hit.body]
        'box'
        """
        hits = self.rays([origin], [direction], reach=reach, skip=skip)
        return None if hits.shape[0] < 0 else Hit(*(column[0] for column in hits))

    def _distance(self, function, a, b, reach) -> Optional[Distance]:
        found = ffi.new("hf_distance *")
        check(function(self._handle, a, b, reach, found, self._error), self._error)
        if not np.isfinite(found.distance):
            return None
        places = (np.array(list(x)) for x in (found.point_a, found.point_b, found.normal))
        return Distance(found.distance, found.shape_a, found.shape_b, *places)

    def shape_distance(self, a, b, reach: float = 10.0) -> Optional[Distance]:
        """The distance of two shapes, looked for up to `reach` [m]; None if they are farther apart."""
        return self._distance(lib.hf_world_shape_distance, self.model.shape(a), self.model.shape(b), reach)

    def body_distance(self, a, b, reach: float = 10.0) -> Optional[Distance]:
        """The distance of two bodies: the least of their shapes."""
        return self._distance(lib.hf_world_body_distance, self.model.body(a), self.model.body(b), reach)

    def _wrench(self, function, index) -> Wrench:
        force, torque, point = np.empty(3), np.empty(3), np.empty(3)
        check(function(self._handle, index, pointer(force), pointer(torque), pointer(point), self._error), self._error)
        return Wrench(force, torque, point)

    def link_wrench(self, body) -> Wrench:
        """What the parent did to a link through its joints, motors included, in the last step."""
        return self._wrench(lib.hf_world_link_wrench, self.model.body(body))

    def loop_wrench(self, loop) -> Wrench:
        """What a loop did to its first body in the last step."""
        return self._wrench(lib.hf_world_loop_wrench, self.model.loop(loop))

    def limit_force(self, joint) -> float:
        """Generalized force of a joint's limits in the last step [N or N m]; > 0 from the lower one."""
        force = ffi.new("double *")
        check(lib.hf_world_limit_force(self._handle, self.model.joint(joint), force, self._error), self._error)
        return force[0]

    # ---- forces from outside ----

    @property
    def forces(self) -> np.ndarray:
        """Generalized forces from outside (v_count), a copy; they stay until they are set again. None takes them away."""
        values = lib.hf_world_forces(self._handle)
        return np.array([values[k] for k in range(self.model.v_count)])

    @forces.setter
    def forces(self, value):
        force = None if value is None else given("forces", value, (self.model.v_count,))
        check(lib.hf_world_set_forces(self._handle, pointer(force), self._error), self._error)

    def set_joint_force(self, joint, force) -> None:
        """A generalized force at one joint: a number of a hinge or slide [N m or N], three of a ball."""
        index = self.model.joint(joint)
        size = 3 if lib.hf_model_joint(self.model._handle, index).kind == lib.HF_JOINT_BALL else 1
        values = given("force", np.atleast_1d(force), (size,))
        check(lib.hf_world_set_joint_force(self._handle, index, pointer(values), self._error), self._error)


__all__ = ["Distance", "Hit", "Looks", "Wrench"]
