"""What a World adds of tools of the tangent space: centre of mass, momentum, rates of Jacobians, derivatives of dynamics."""

import numpy as np

from ._arrays import given, pointer
from ._native import ffi, lib
from .errors import check


class Tangents:
    """Its derivatives by q are along the coordinates of v: see Model.integrate."""

    def center(self, body=None):
        """Mass, centre of mass and its velocity, of a body and all that hangs on it; None: of all that moves.

        >>> import holdfast
        >>> mass, center, velocity = holdfast.World(holdfast.Model("jack")).center()
        >>> mass > 0.0, center.shape
        (True, (3,))
        """
        mass, place, velocity = ffi.new("double *"), np.empty(3), np.empty(3)
        index = -1 if body is None else self.model.body(body)
        check(lib.hf_world_center(self._handle, index, mass, pointer(place), pointer(velocity), self._error), self._error)
        return mass[0], place, velocity

    def center_jacobian(self, body=None) -> np.ndarray:
        """J (3 x v_count): velocity of that centre = J v."""
        J = np.empty((3, self.model.v_count))
        index = -1 if body is None else self.model.body(body)
        check(lib.hf_world_center_jacobian(self._handle, index, pointer(J), self._error), self._error)
        return J

    def momentum_matrix(self, body=None):
        """A (6 x v_count) and bias (6): momentum and angular momentum about the centre are A v, their rates A a + bias."""
        A, bias = np.empty((6, self.model.v_count)), np.empty(6)
        index = -1 if body is None else self.model.body(body)
        check(lib.hf_world_momentum_matrix(self._handle, index, pointer(A), pointer(bias), self._error), self._error)
        return A, bias

    def jacobian_rate(self, body, point):
        """Rates of the two matrices of `jacobian`, the point moving with its body."""
        p, n = given("point", point, (3,)), self.model.v_count
        linear, angular = np.empty((3, n)), np.empty((3, n))
        index = self.model.body(body)
        check(
            lib.hf_world_jacobian_rate(self._handle, index, pointer(p), pointer(linear), pointer(angular), self._error),
            self._error,
        )
        return linear, angular

    def acceleration(self, body, point, a=None):
        """Acceleration of a body's point and angular acceleration at accelerations a; without them J' v alone."""
        p = given("point", point, (3,))
        a = None if a is None else given("a", a, (self.model.v_count,))
        linear, angular = np.empty(3), np.empty(3)
        index = self.model.body(body)
        check(
            lib.hf_world_acceleration(
                self._handle, index, pointer(p), pointer(a), pointer(linear), pointer(angular), self._error
            ),
            self._error,
        )
        return linear, angular

    def gravity_force(self) -> np.ndarray:
        """The generalized forces that hold the weight of everything where it stands."""
        g = np.empty(self.model.v_count)
        check(lib.hf_world_gravity_force(self._handle, pointer(g), self._error), self._error)
        return g

    def inverse_dynamics_derivatives(self, acceleration=None):
        """Derivatives of `inverse_dynamics` by q (along v's coordinates), by v and by the acceleration (the mass matrix)."""
        return self._derivatives(lib.hf_world_inverse_dynamics_derivatives, "acceleration", acceleration)

    def forward_dynamics_derivatives(self, force=None):
        """Derivatives of `forward_dynamics` by q (along v's coordinates), by v and by the forces."""
        return self._derivatives(lib.hf_world_forward_dynamics_derivatives, "force", force)

    def _derivatives(self, call, name, value):
        n = self.model.v_count
        value = None if value is None else given(name, value, (n,))
        dq, dv, dx = np.empty((n, n)), np.empty((n, n)), np.empty((n, n))
        check(call(self._handle, pointer(value), pointer(dq), pointer(dv), pointer(dx), self._error), self._error)
        return dq, dv, dx
