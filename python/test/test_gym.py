"""The Gymnasium environment: by Gymnasium's own checker where it is installed, otherwise by one of its contract."""

import importlib
import subprocess
import sys
import unittest

import numpy as np

import holdfast

try:
    from gymnasium.utils.env_checker import check_env
except ImportError:
    import gymnasium_standin

    gymnasium_standin.install()
    check_env = gymnasium_standin.check_env

gym = importlib.import_module("holdfast.gym")


def driven():
    """A model with a motor whose control is limited."""
    for name in ("grasp", "humanoid", "arm", "jansen", "gripper"):
        if name in holdfast.scenes():
            model = holdfast.Model(name)
            if model.actuator_count:
                return model
    return None


class Environment(unittest.TestCase):
    def test_the_contract(self):
        check_env(gym.Env("pendulum", noise=0.01))
        model = driven()
        if model is not None:
            check_env(gym.Env(model, frame_skip=2, noise=0.001))

    def test_an_episode_is_a_world(self):
        env = gym.Env("incline:mu=0.1", frame_skip=5, reward=lambda w: w.v[0], terminated=lambda w: w.time > 0.05)
        env.reset()
        world = holdfast.World(holdfast.Model("incline:mu=0.1"))
        done, steps = False, 0
        while not done:
            observation, reward, done, truncated, info = env.step(np.zeros(0))
            steps += 1
        for _ in range(5 * steps):
            world.step()
        self.assertEqual(env.world.hash, world.hash)
        np.testing.assert_array_equal(observation, np.concatenate([world.q, world.v]))
        self.assertEqual(reward, world.v[0])
        self.assertFalse(truncated)
        self.assertEqual(info["quality"], "exact")

    def test_truncation_and_reset(self):
        env = gym.Env("pendulum", max_steps=3, noise=0.1)
        first, _ = env.reset(seed=5)
        ends = [env.step(np.zeros(env.model.actuator_count))[3] for _ in range(3)]
        self.assertEqual(ends, [False, False, True])
        again, _ = env.reset(seed=5)
        other, _ = env.reset(seed=6)
        np.testing.assert_array_equal(first, again)
        self.assertFalse(np.array_equal(first, other))

    def test_wrong_arguments(self):
        with self.assertRaises(holdfast.InvalidError):
            gym.Env("pendulum", frame_skip=0)
        with self.assertRaises(holdfast.InvalidError):
            gym.Env("pendulum", render_mode="film")
        env = gym.Env("pendulum")
        env.reset()
        with self.assertRaises(holdfast.InvalidError):
            env.step(np.zeros(env.model.actuator_count + 1))

    def test_a_vector_of_environments_is_its_environments(self):
        def ends(world):
            return world.time > 0.05

        many = gym.VectorEnv(
            "incline:mu=0.1", 3, frame_skip=5, threads=2, reward=lambda b: b.v[:, 0], terminated=lambda b: b.times > 0.05
        )
        one = gym.Env("incline:mu=0.1", frame_skip=5, reward=lambda w: w.v[0], terminated=ends)
        first, info = many.reset(seed=1)
        self.assertTrue(many.observation_space.contains(first))
        self.assertEqual(many.action_space.shape, (3, 0))
        np.testing.assert_array_equal(first[1], one.reset()[0])
        done = False
        while not done:
            observation, reward, done, _, _ = one.step(np.zeros(0))
            rows, rewards, ended, truncated, _ = many.step(np.zeros((3, 0)))
            np.testing.assert_array_equal(rows, np.tile(observation, (3, 1)))
            self.assertEqual(rewards.tolist(), [reward] * 3)
            self.assertEqual(ended.tolist(), [done] * 3)
            self.assertFalse(truncated.any())
        rows, rewards, ended, _, _ = many.step(np.zeros((3, 0)))  # anew
        np.testing.assert_array_equal(rows, first)
        self.assertEqual((rewards.tolist(), ended.tolist()), ([0] * 3, [False] * 3))
        noisy = gym.VectorEnv("pendulum", 4, noise=0.1, max_steps=2)
        start, _ = noisy.reset(seed=5)
        self.assertEqual(len(set(start[:, 0].tolist())), 4)
        np.testing.assert_array_equal(noisy.reset(seed=5)[0], start)
        actions = np.zeros((4, noisy.model.actuator_count))
        self.assertEqual([noisy.step(actions)[3].all() for _ in range(3)], [False, True, False])

    def test_without_gymnasium(self):
        code = "import sys; sys.modules['gymnasium'] = None\ntry:\n import holdfast.gym\nexcept ImportError as e: print(e)"
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
        self.assertIn("pip install gymnasium", done.stdout)


if __name__ == "__main__":
    unittest.main()
