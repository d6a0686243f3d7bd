"""holdfast: multibody dynamics whose contacts obey exact Coulomb friction.

>>> import holdfast
>>> world = holdfast.World(holdfast.Model("incline:mu=0.6"))
>>> for _ in range(100):
...     report = world.step()
>>> report.quality
'exact'

`holdfast.lib` and `holdfast.ffi` are the whole C interface by cffi, for what the classes lack.
"""

from ._appearance import Distance, Hit, Wrench
from ._native import ffi, lib
from .errors import BusyError, FileError, FormatError, HoldfastError, InvalidError, UnsupportedError
from .margin import ContactBounds, Margin, PairBounds, Proof, check_proof
from .model import Model, scenes
from .problem import Problem, Residual, Solution, solve, solvers
from .recording import Recording
from .rollouts import Rollout, rollout
from .world import Answers, Contact, StepReport, World

__all__ = [
    "Answers", "BusyError", "Contact", "ContactBounds", "Distance", "FileError", "FormatError", "Hit", "HoldfastError", "InvalidError", "Margin",
    "Model", "PairBounds", "Problem", "Proof", "Recording", "Residual", "Rollout", "Solution", "StepReport", "UnsupportedError", "World",
    "Wrench", "check_proof", "ffi", "lib", "rollout", "scenes", "solve", "solvers",
]  # fmt: skip

__version__ = ffi.string(lib.hf_version()).decode()
