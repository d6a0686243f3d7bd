"""Tools of the tangent space from Python: against differences, and each other."""

import os
import unittest

import numpy as np

import holdfast

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def robot():
    """A humanoid of the gallery, in motion."""
    model = holdfast.Model(os.path.join(ROOT, "scenes", "humanoid.xml"))
    world = holdfast.World(model)
    world.q = model.random_q(seed=2, reach=0.3, q=world.q)
    world.v = np.sin(np.arange(model.v_count))
    return model, world


def difference(world, value, dq, dv, step=1e-3):
    """d value(world) / de along dq and dv, of fourth order."""
    q, v, total = world.q.copy(), world.v.copy(), 0.0
    for place, weight in ((-2, 1), (-1, -8), (1, 8), (2, -1)):
        world.q, world.v = world.model.integrate(q, dq, place * step), v + place * step * dv
        total = total + weight * value(world) / (12 * step)
    world.q, world.v = q, v
    return total


class Tangents(unittest.TestCase):
    def test_derivatives_of_inverse_dynamics(self):
        model, world = robot()
        a, zero = np.cos(np.arange(model.v_count)), np.zeros(model.v_count)
        dq, dv, M = world.inverse_dynamics_derivatives(a)
        np.testing.assert_allclose(M, world.mass_matrix(), atol=1e-12)
        for k in range(0, model.v_count, 5):
            unit = np.eye(model.v_count)[k]
            along_q = difference(world, lambda w: w.inverse_dynamics(a), unit, zero)
            along_v = difference(world, lambda w: w.inverse_dynamics(a), zero, unit)
            np.testing.assert_allclose(dq[:, k], along_q, atol=1e-8 * abs(dq).max())
            np.testing.assert_allclose(dv[:, k], along_v, atol=1e-8 * abs(dv).max())

    def test_forward_and_inverse_belong_together(self):
        model, world = robot()
        force = np.cos(np.arange(model.v_count))
        fq, fv, inverse = world.forward_dynamics_derivatives(force)
        dq, dv, M = world.inverse_dynamics_derivatives(world.forward_dynamics(force))
        np.testing.assert_allclose(M @ inverse, np.eye(model.v_count), atol=1e-9)
        np.testing.assert_allclose(fq, -inverse @ dq, atol=1e-9 * abs(fq).max())
        np.testing.assert_allclose(fv, -inverse @ dv, atol=1e-9 * abs(fv).max())

    def test_center_and_momentum(self):
        model, world = robot()
        mass, center, velocity = world.center()
        A, bias = world.momentum_matrix()
        np.testing.assert_allclose(world.center_jacobian() @ world.v, velocity, atol=1e-12)
        np.testing.assert_allclose(A[:3] @ world.v, mass * velocity, atol=1e-11)
        a = np.cos(np.arange(model.v_count))
        rate = difference(world, lambda w: w.momentum_matrix()[0] @ w.v, world.v.copy(), a)
        np.testing.assert_allclose(A @ a + bias, rate, atol=1e-7 * abs(rate).max())

    def test_points(self):
        model, world = robot()
        body, point = model.body_count - 1, np.array([0.1, 0.2, 0.3])
        linear, angular = world.jacobian_rate(body, point)
        x, w = world.acceleration(body, point)
        np.testing.assert_allclose(linear @ world.v, x, atol=1e-10)
        np.testing.assert_allclose(angular @ world.v, w, atol=1e-10)
        a = np.cos(np.arange(model.v_count))
        np.testing.assert_allclose(
            world.acceleration(body, point, a)[0], x + world.jacobian(body, point)[0] @ a, atol=1e-10
        )

    def test_weight_is_the_bias_at_rest(self):
        model, world = robot()
        g = world.gravity_force()
        world.v = np.zeros(model.v_count)
        np.testing.assert_allclose(g, world.bias(), atol=1e-10)

    def test_bad_input(self):
        model, world = robot()
        with self.assertRaisesRegex(holdfast.InvalidError, "acceleration: an array of"):
            world.inverse_dynamics_derivatives(np.zeros(3))
        with self.assertRaisesRegex(holdfast.InvalidError, "no body 'tail'"):
            world.center("tail")
        with self.assertRaisesRegex(holdfast.InvalidError, "reach"):
            model.random_q(reach=-1.0)


if __name__ == "__main__":
    unittest.main()
