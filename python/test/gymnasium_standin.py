"""The part of Gymnasium's interface that holdfast.gym uses, and a check of its contract, for machines without Gymnasium.

Written from the documented behaviour of `gymnasium.Env`, `spaces.Box` and `utils.env_checker.check_env`.
"""

import sys
import types

import numpy as np


class Box:
    def __init__(self, low, high, shape=None, dtype=np.float32):
        self.dtype = np.dtype(dtype)
        self.shape = tuple(shape) if shape is not None else np.asarray(low).shape
        self.low = np.broadcast_to(np.asarray(low, dtype=self.dtype), self.shape)
        self.high = np.broadcast_to(np.asarray(high, dtype=self.dtype), self.shape)
        self._random = np.random.default_rng()

    def seed(self, seed=None):
        self._random = np.random.default_rng(seed)

    def sample(self):
        low, high = np.maximum(self.low, -1e3), np.minimum(self.high, 1e3)
        return self._random.uniform(low, high).astype(self.dtype)

    def contains(self, x):
        fits = isinstance(x, np.ndarray) and np.can_cast(x.dtype, self.dtype) and x.shape == self.shape
        return bool(fits and np.all(x >= self.low) and np.all(x <= self.high))


class Env:
    metadata = {"render_modes": []}
    render_mode = None
    _np_random = None

    @property
    def np_random(self):
        if self._np_random is None:
            self._np_random = np.random.default_rng()
        return self._np_random

    def reset(self, *, seed=None, options=None):
        if seed is not None:
            self._np_random = np.random.default_rng(seed)

    def close(self):
        pass


class VectorEnv:
    metadata = {}
    _np_random = None
    np_random = Env.np_random

    def close(self):
        pass


def check_env(env):
    """Raises where the contract is broken: spaces, what reset and step return, the same numbers for the same seed."""
    assert isinstance(env, Env) and env.action_space is not None and env.observation_space is not None
    assert env.render_mode is None or env.render_mode in env.metadata["render_modes"]
    first, info = env.reset(seed=123)
    assert isinstance(info, dict) and env.observation_space.contains(first), first
    after = env.np_random.random()
    second, _ = env.reset(seed=123)
    assert np.array_equal(first, second) and env.np_random.random() == after
    assert first is not second
    env.reset(seed=456, options={})
    env.reset()
    env.action_space.seed(1)
    for _ in range(3):
        action = env.action_space.sample()
        assert env.action_space.contains(action)
        answer = env.step(action)
        assert len(answer) == 5
        observation, reward, terminated, truncated, info = answer
        assert env.observation_space.contains(observation) and isinstance(info, dict)
        assert np.isscalar(reward) and np.isfinite(reward)
        assert isinstance(terminated, (bool, np.bool_)) and isinstance(truncated, (bool, np.bool_))
    env.close()


def install():
    """Puts the stand-in where `import gymnasium` finds it."""
    package = types.ModuleType("gymnasium")
    package.Env = Env
    package.spaces = types.ModuleType("gymnasium.spaces")
    package.spaces.Box = Box
    package.vector = types.ModuleType("gymnasium.vector")
    package.vector.VectorEnv = VectorEnv
    sys.modules["gymnasium.vector"] = package.vector
    sys.modules["gymnasium"] = package
    sys.modules["gymnasium.spaces"] = package.spaces
