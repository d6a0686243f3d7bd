"""Derivatives from Python: against differences of steps; gradients; functions of frameworks, by stand-ins; identification."""

import importlib
import sys
import types
import unittest

import numpy as np

import holdfast


def slope(mu=0.3):
    return holdfast.World(holdfast.Model(f"incline:mu={mu},angle=30", timestep=0.005))


class Linearize(unittest.TestCase):
    def test_a_step_by_differences(self):
        world = slope()
        for _ in range(5):
            world.step()
        step = world.linearize(["mu"], next=True)
        model, state, n = world.model, world.state, world.model.v_count
        down, across = np.array([np.cos(np.pi / 6), 0, -np.sin(np.pi / 6)]), np.array([0.0, 1.0, 0.0])
        for place, speed in ((across, 0 * down), (down, 0 * down), (0 * down, across), (0 * down, down)):
            change, ends = np.concatenate([place, np.zeros(3), speed, np.zeros(3)]), []
            for side in (1e-6, -1e-6):
                world.state = state
                world.q, world.v = model.integrate(world.q, side * change[:n]), world.v + side * change[n:]
                world.step()
                ends.append((world.q.copy(), world.v.copy()))
            world.state = state
            column = np.concatenate([model.difference(ends[1][0], ends[0][0]), ends[0][1] - ends[1][1]]) / 2e-6
            np.testing.assert_allclose(step.A @ change, column, atol=1e-5)
        # friction slows by g cos(angle) h, along the slope
        self.assertAlmostEqual(np.linalg.norm(step.P[n : n + 3, 0]), 9.81 * np.cos(np.pi / 6) * 0.005, delta=1e-6)

    def test_arrays_are_views_that_cannot_be_written(self):
        world = slope()
        step = world.linearize(next=True)
        self.assertFalse(step.A.flags.owndata)
        with self.assertRaises(ValueError):
            step.A[0, 0] = 1.0

    def test_what_cannot_be_meant_is_said(self):
        world = slope()
        with self.assertRaisesRegex(holdfast.InvalidError, "mass"):
            world.linearize(["weight"])
        with self.assertRaisesRegex(holdfast.InvalidError, "none of auto"):
            world.linearize(method="magic")
        with self.assertRaisesRegex(holdfast.InvalidError, "direction"):
            world.linearize(direction=np.zeros(3))

    def test_parameters_by_name(self):
        world = slope()
        self.assertAlmostEqual(world.parameter("mu"), 0.3)
        world.set_parameter("mu", 0.4)
        self.assertAlmostEqual(world.parameter("mu"), 0.4)


class Gradients(unittest.TestCase):
    def test_of_a_slide_by_friction(self):
        """x = 1/2 g (sin - mu cos) t^2: its derivative by mu, with a loss that knows its gradient and one that does not."""
        steps, h = 40, 0.005
        down = np.array([np.cos(np.pi / 6), 0.0, -np.sin(np.pi / 6)])
        start = slope().q[:3].copy()

        def plain(step, q, v, u):
            return float(down @ (q[:3] - start)) if step == steps else 0.0

        def known(step, q, v, u):
            if step < steps:
                return 0.0, None
            return plain(step, q, v, u), np.concatenate([down, np.zeros(3)])

        wanted = -9.81 * np.cos(np.pi / 6) * (h * steps) ** 2 / 2
        for loss in (known, plain):
            found = holdfast.gradient(loss, slope(), steps, parameters=["mu"], timestep=h)
            self.assertAlmostEqual(found.loss, 9.81 * (0.5 - 0.3 * np.cos(np.pi / 6)) * (h * steps) ** 2 / 2, delta=1e-5)
            self.assertAlmostEqual(found.p["mu"], wanted, delta=1e-4 * abs(wanted))

    def test_what_a_loss_raises_comes_out(self):
        def wrong(step, q, v, u):
            raise KeyError("mine")

        with self.assertRaisesRegex(KeyError, "mine"):
            holdfast.gradient(wrong, slope(), 2)


def torch_standin():
    """The part of PyTorch that holdfast.torch uses: tensors with numbers, and functions with a gradient of their own."""

    class Tensor:
        def __init__(self, array):
            self.array, self.made_by = array, None

        def detach(self):
            return self

        cpu = detach

        def numpy(self):
            return self.array

    class Function:
        @classmethod
        def apply(cls, *inputs):
            context = types.SimpleNamespace()
            outputs = cls.forward(context, *inputs)
            for out in outputs:
                out.made_by = (cls, context, inputs)
            return outputs

    module = types.ModuleType("torch")
    module.autograd = types.SimpleNamespace(Function=Function)
    module.from_numpy = Tensor
    return module


def jax_standin():
    """The part of JAX that holdfast.jax uses."""

    class custom_vjp:
        def __init__(self, function):
            self.function = function

        def defvjp(self, forward, backward):
            self.forward, self.backward = forward, backward

        def __call__(self, *inputs):
            return self.function(*inputs)

    module = types.ModuleType("jax")
    module.custom_vjp = custom_vjp
    module.ShapeDtypeStruct = lambda shape, dtype: (shape, dtype)

    def pure_callback(function, shapes, *inputs):
        out = function(*inputs)
        assert len(out) == len(shapes) and all(np.shape(o) == s[0] for o, s in zip(out, shapes))
        return out

    module.pure_callback = pure_callback
    return module


class Frameworks(unittest.TestCase):
    def check(self, backward, world):
        """d(v+ along x)/d(mu, v) against differences."""
        q, v = world.q.copy(), world.v.copy()
        function = holdfast.StepFunction(world, ["mu"])

        def speed(mu, v):
            return function.forward(q, v, np.zeros(0), np.array([mu]))[1][0]

        h, unit = 1e-5, np.eye(6)[0]
        by_mu = (speed(0.3 + h, v) - speed(0.3 - h, v)) / (2 * h)
        by_v = (speed(0.3, v + h * unit) - speed(0.3, v - h * unit)) / (2 * h)
        found_q, found_v, _, found_p = backward(q, v)
        self.assertAlmostEqual(found_p[0], by_mu, delta=1e-6)
        self.assertAlmostEqual(found_v[0], by_v, delta=1e-4)
        self.assertEqual(found_q.shape, (7,))

    def moving(self):
        world = slope()
        for _ in range(5):
            world.step()
        return world

    def framework(self, name, standin):
        try:
            module = importlib.import_module(name)
        except ImportError:
            module = sys.modules[name] = standin()
            self.addCleanup(sys.modules.pop, name)
        sys.modules.pop(f"holdfast.{name}", None)
        return module, importlib.import_module(f"holdfast.{name}")

    def test_torch(self):
        torch, ours = self.framework("torch", torch_standin)
        if hasattr(torch, "__version__"):
            return self.real_torch(torch, ours)
        world = self.moving()

        def backward(q, v):
            step = ours.Step(world, ["mu"])
            numbers = [torch.from_numpy(a) for a in (q, v, np.zeros(0), np.array([0.3]))]
            after_q, after_v = step(*numbers)
            cls, context, _ = after_v.made_by
            grads = cls.backward(context, torch.from_numpy(np.zeros(7)), torch.from_numpy(np.eye(6)[0]))
            assert grads[0] is None
            return [g.numpy() for g in grads[1:]]

        self.check(backward, world)

    def real_torch(self, torch, ours):
        world = self.moving()

        def backward(q, v):
            given = [torch.tensor(a, requires_grad=True) for a in (q, v, np.zeros(0), np.array([0.3]))]
            ours.Step(world, ["mu"])(*given)[1][0].backward()
            return [g.grad.numpy() for g in given]

        self.check(backward, world)

    def test_jax(self):
        jax, ours = self.framework("jax", jax_standin)
        world = self.moving()

        def backward(q, v):
            step = ours.step(world, ["mu"])
            out, kept = step.forward(q, v, np.zeros(0), np.array([0.3]))
            assert np.array_equal(step(q, v, np.zeros(0), np.array([0.3]))[0], out[0])
            return step.backward(kept, (np.zeros(7), np.eye(6)[0]))

        if hasattr(jax, "__version__"):
            self.skipTest("JAX itself is there: this test is of the stand-in")
        self.check(backward, world)


class Identify(unittest.TestCase):
    def slide(self):
        world = holdfast.World(holdfast.Model("incline:mu=0.3,angle=30", timestep=0.001))
        rows = []
        for _ in range(41):
            place, turn = world.poses()
            rows.append([world.time, *place[1], *turn[1]])
            world.run(0.01)
        names = ["time"] + [f"box.{part}" for part in ("x", "y", "z", "qw", "qx", "qy", "qz")]
        return dict(zip(names, np.array(rows).T))

    def test_friction_and_a_mass_that_has_no_part(self):
        model = holdfast.Model("incline:mu=0.5,angle=30")
        found = holdfast.identify(model, self.slide(), ["mu", "mass"], window=0, starts=1)
        self.assertAlmostEqual(found.values["mu"].value, 0.3, delta=0.0015)
        self.assertTrue(found.values["mu"].determined)
        self.assertFalse(found.values["mass"].determined)
        self.assertEqual([list(direction) for direction in found.free], [["mass"]])
        self.assertLess(np.nanmax(abs(found.simulated["box.x"] - self.slide()["box.x"])), 1e-3)

    def test_bad_data(self):
        model = holdfast.Model("incline:mu=0.5,angle=30")
        with self.assertRaisesRegex(holdfast.InvalidError, "elbow"):
            holdfast.identify(model, {"time": [0, 1], "elbow.q": [0, 0]}, ["mu"])
        with self.assertRaisesRegex(holdfast.InvalidError, "different lengths"):
            holdfast.identify(model, {"time": [0, 1], "box.x": [0]}, ["mu"])
        with self.assertRaisesRegex(holdfast.FileError, "nowhere"):
            holdfast.identify(model, "/nowhere.csv", ["mu"])


if __name__ == "__main__":
    unittest.main()
