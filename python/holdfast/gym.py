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
from .errors import InvalidError
from .model import Model
from .world import World

try:
    import gymnasium
except ImportError as missing:
    raise ImportError("holdfast.gym needs Gymnasium: pip install gymnasium") from missing

__all__ = ["Env"]


def _action_space(model: Model):
    low = np.full(model.actuator_count, -np.inf)
    high = np.full(model.actuator_count, np.inf)
    for k in range(model.actuator_count):
        actuator = lib.hf_model_actuator(model._handle, k)
        if actuator.control_limited:
            low[k], high[k] = actuator.control_range[0], actuator.control_range[1]
    return gymnasium.spaces.Box(low, high, dtype=np.float64)


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
        joints = range(lib.hf_model_joint_count(self.model._handle))
        single = [j for j in joints if lib.hf_model_joint(self.model._handle, j).kind != lib.HF_JOINT_BALL]
        self._q_of_joints = [self.model.joint_q(j) for j in single]
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
