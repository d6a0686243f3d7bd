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
from .batch import Batch
from .builder import Builder, Element
from .derivative import Fit, FitValue, Gradient, Linearization, StepFunction, gradient, identify
from .errors import BusyError, FileError, FormatError, HoldfastError, InvalidError, UnsupportedError
from .live import LiveView
from .margin import ContactBounds, Margin, PairBounds, Proof, check_proof
from .model import Model, scenes
from .pictures import Picture, View, write_png
from .problem import Problem, Residual, Solution, solve, solver, solvers
from .recording import Recording
from .rollouts import Rollout, rollout
from .world import Answers, Contact, StepReport, World

__all__ = [
    "Answers", "Batch", "Builder", "BusyError", "Contact", "ContactBounds", "Distance", "Element", "FileError", "FormatError", "Hit", "HoldfastError",
    "InvalidError", "Linearization", "LiveView", "Margin", "Model", "PairBounds", "Picture", "Problem", "Proof", "Recording", "Residual", "Rollout", "Solution",
    "StepFunction", "StepReport", "UnsupportedError", "View", "World", "Wrench", "check_proof", "ffi", "gradient", "identify", "lib", "rollout",
    "scenes", "solve", "solver", "solvers", "write_png",
]  # fmt: skip

__version__ = ffi.string(lib.hf_version()).decode()
