"""A Gymnasium environment of any model, where Gymnasium is installed (`pip install holdfast[gym]`).

    import holdfast.gym

    env = holdfast.gym.Env("humanoid.xml", frame_skip=5, reward=lambda world: world.poses()[0][1][2])
    observation, info = env.reset(seed=1)
    observation, reward, terminated, truncated, info = env.step(env.action_space.sample())

Actions are the controls of all actuators. An observation is q and v one after the other, unless `observe(world)` says otherwise.
"""

from typing import Any, Callable, Dict, Optional, Tuple, Union

import numpy as np

from ._native import lib
from .batch import Batch
from .errors import InvalidError
from .model import Model
from .world import World

try:
    import gymnasium
    import gymnasium.vector
except ImportError as missing:
    raise ImportError("holdfast.gym needs Gymnasium: pip install gymnasium") from missing

__all__ = ["Env", "VectorEnv"]


def _action_space(model: Model):
    low = np.full(model.actuator_count, -np.inf)
    high = np.full(model.actuator_count, np.inf)
    for k in range(model.actuator_count):
        actuator = lib.hf_model_actuator(model._handle, k)
        if actuator.control_limited:
            low[k], high[k] = actuator.control_range[0], actuator.control_range[1]
    return gymnasium.spaces.Box(low, high, dtype=np.float64)


def _single_coordinates(model: Model):
    """Where hinges and slides are in q."""
    joints = range(lib.hf_model_count(model._handle, lib.HF_ITEM_JOINT))
    return [model.joint_q(j) for j in joints if lib.hf_model_joint(model._handle, j).kind != lib.HF_JOINT_BALL]


class _NextStep:
    """Of Gymnasium before 1.1, which has no other mode."""

    NEXT_STEP = "NextStep"


class Env(gymnasium.Env):
    """A world as an environment.

    model        a Model, or what Model() takes
    frame_skip   steps of the world for one of the environment
    reward       a function of the world, after the steps; 0 without one
    terminated   a function of the world that says whether an episode has come to its end; a step that fails ends it, too
    observe      a function of the world; q and v without one
    noise        half width of the uniform numbers that a reset adds to v, and to q of hinges and slides
    max_steps    an episode is truncated after so many steps; None: never
    """

    metadata: Dict[str, Any] = {"render_modes": ["html"], "render_fps": 50}

    def __init__(
        self,
        model: Union[Model, str],
        *,
        frame_skip: int = 1,
        reward: Optional[Callable[[World], float]] = None,
        terminated: Optional[Callable[[World], bool]] = None,
        observe: Optional[Callable[[World], np.ndarray]] = None,
        noise: float = 0.0,
        max_steps: Optional[int] = 1000,
        render_mode: Optional[str] = None,
    ):
        if frame_skip < 1:
            raise InvalidError(f"frame_skip = {frame_skip} must be >= 1")
        if render_mode not in (None, "html"):
            raise InvalidError(f"render_mode: '{render_mode}' is none of html")
        self.model = model if isinstance(model, Model) else Model(model)
        self.world = World(self.model)
        self.render_mode = render_mode
        self.frame_skip, self.noise, self.max_steps = frame_skip, noise, max_steps
        self._reward, self._terminated, self._observe = reward, terminated, observe
        self._start = self.world.state
        self._steps = 0
        self._q_of_joints = _single_coordinates(self.model)
        size = len(self.observation())
        self.action_space = _action_space(self.model)
        self.observation_space = gymnasium.spaces.Box(-np.inf, np.inf, shape=(size,), dtype=np.float64)

    def observation(self) -> np.ndarray:
        """What is observed now."""
        if self._observe is not None:
            return np.array(self._observe(self.world), dtype=np.float64).reshape(-1)
        return np.concatenate([self.world.q, self.world.v])

    def _info(self) -> Dict[str, Any]:
        return {"time": self.world.time, "quality": self.world.report.quality if self._steps else "exact"}

    def reset(self, *, seed: Optional[int] = None, options: Optional[dict] = None) -> Tuple[np.ndarray, Dict[str, Any]]:
        """The start, or the keyframe of options["key"], with noise."""
        super().reset(seed=seed)
        self.world.state = self._start
        if options and "key" in options:
            self.world.set_key(options["key"])
        if self.noise > 0:
            q, v = self.world.q.copy(), self.world.v.copy()
            q[self._q_of_joints] += self.np_random.uniform(-self.noise, self.noise, len(self._q_of_joints))
            v += self.np_random.uniform(-self.noise, self.noise, len(v))
            self.world.q, self.world.v = q, v
        self._steps = 0
        if self.render_mode == "html":
            self.world.record()
        return self.observation(), self._info()

    def step(self, action) -> Tuple[np.ndarray, float, bool, bool, Dict[str, Any]]:
        """frame_skip steps with these controls."""
        self.world.controls = action
        failed = False
        for _ in range(self.frame_skip):
            failed = self.world.step().quality == "failed"
            if failed:
                break
        self._steps += 1
        reward = 0.0 if self._reward is None else float(self._reward(self.world))
        ended = failed or (self._terminated is not None and bool(self._terminated(self.world)))
        truncated = self.max_steps is not None and self._steps >= self.max_steps
        return self.observation(), reward, ended, truncated, self._info()

    def render(self):
        """The episode so far as a page, for a notebook (render_mode "html")."""
        return self.world.show() if self.render_mode == "html" else None


class VectorEnv(gymnasium.vector.VectorEnv):
    """A batch of worlds as a vector environment: all are stepped together, on all cores, without Python in between.

    `reward`, `terminated` and `observe` are functions of the Batch, with a row for each world: `lambda batch: batch.q[:, 2]`; an observation is q and v without
    one. An environment whose episode has ended starts anew in the step after that (Gymnasium's "next step" mode), whose reward is 0. The rest is as in Env.
    """

    metadata: Dict[str, Any] = {"render_modes": [], "autoreset_mode": getattr(gymnasium.vector, "AutoresetMode", _NextStep).NEXT_STEP}

    def __init__(
        self,
        model: Union[Model, str],
        num_envs: int,
        *,
        frame_skip: int = 1,
        reward: Optional[Callable[[Batch], np.ndarray]] = None,
        terminated: Optional[Callable[[Batch], np.ndarray]] = None,
        observe: Optional[Callable[[Batch], np.ndarray]] = None,
        noise: float = 0.0,
        max_steps: Optional[int] = 1000,
        threads: Optional[int] = None,
    ):
        if frame_skip < 1:
            raise InvalidError(f"frame_skip = {frame_skip} must be >= 1")
        self.model = model if isinstance(model, Model) else Model(model)
        self.batch = Batch(self.model, num_envs, threads=threads)
        self.num_envs, self.frame_skip, self.noise, self.max_steps = num_envs, frame_skip, noise, max_steps
        self._reward, self._terminated, self._observe = reward, terminated, observe
        self._start = self.batch[0].state
        self._q_of_joints = _single_coordinates(self.model)
        self._steps, self._ended = np.zeros(num_envs, int), np.zeros(num_envs, bool)
        size = self.observation().shape[1]
        one = _action_space(self.model)
        self.single_action_space = one
        self.action_space = gymnasium.spaces.Box(np.tile(one.low, (num_envs, 1)), np.tile(one.high, (num_envs, 1)), dtype=np.float64)
        self.single_observation_space = gymnasium.spaces.Box(-np.inf, np.inf, shape=(size,), dtype=np.float64)
        self.observation_space = gymnasium.spaces.Box(-np.inf, np.inf, shape=(num_envs, size), dtype=np.float64)

    def observation(self) -> np.ndarray:
        """What is observed now, a row for each world."""
        if self._observe is not None:
            return np.array(self._observe(self.batch), dtype=np.float64).reshape(self.num_envs, -1)
        return np.hstack([self.batch.q, self.batch.v])

    def _begin(self, chosen) -> None:
        for k in np.flatnonzero(chosen).tolist():
            world = self.batch[k]
            world.state = self._start
            if self.noise > 0:
                q, v = world.q.copy(), world.v.copy()
                q[self._q_of_joints] += self.np_random.uniform(-self.noise, self.noise, len(self._q_of_joints))
                v += self.np_random.uniform(-self.noise, self.noise, len(v))
                world.q, world.v = q, v
        self._steps[chosen], self._ended[chosen] = 0, False

    def reset(self, *, seed=None, options: Optional[dict] = None):
        """All worlds at their start, with noise; those of options["reset_mask"] alone, if there is one."""
        if seed is not None:
            self._np_random = np.random.default_rng(seed)
        mask = (options or {}).get("reset_mask")
        self._begin(np.ones(self.num_envs, bool) if mask is None else np.asarray(mask, bool))
        self.batch.step(0)
        return self.observation(), {}

    def step(self, actions):
        """frame_skip steps of all worlds with these controls; those that had ended start anew."""
        anew = self._ended.copy()
        self._begin(anew)
        self.batch.step(self.frame_skip, actions, chosen=~anew)
        self._steps += ~anew
        failed = self.batch.quality == 2
        nothing = np.zeros(self.num_envs)
        reward = nothing if self._reward is None else np.where(anew, 0.0, np.asarray(self._reward(self.batch), dtype=np.float64))
        ended = failed if self._terminated is None else failed | np.asarray(self._terminated(self.batch), bool)
        ended = ended & ~anew
        truncated = np.zeros(self.num_envs, bool) if self.max_steps is None else (self._steps >= self.max_steps) & ~anew
        self._ended = ended | truncated
        return self.observation(), reward, ended, truncated, {"quality": self.batch.quality}
