"""One world, one thread at a time: C calls release the interpreter's lock, so that another thread could come in between."""

import functools
import threading
from typing import TypeVar

from .errors import BusyError

_Class = TypeVar("_Class", bound=type)


def busy(name):
    return BusyError(
        f"{name}: another thread uses this world at the moment; a world belongs to one thread at "
        "a time, so give each thread its own or hold a lock"
    )


def _alone(function):
    @functools.wraps(function)
    def guarded(self, *arguments, **words):
        guard = self._guard
        if not guard.acquire(blocking=False):
            raise busy(function.__name__)
        try:
            return function(self, *arguments, **words)
        finally:
            guard.release()

    return guarded


def alone(cls: _Class) -> _Class:
    """Guards all public methods and properties of a class and its bases by `self._guard`, but for those named in `_unguarded`."""
    for base in reversed(cls.__mro__):
        for name, member in list(vars(base).items()):
            if name.startswith("_") or base is object or name in cls._unguarded:
                continue
            if isinstance(member, property):
                parts = (part and _alone(part) for part in (member.fget, member.fset, member.fdel))
                setattr(cls, name, property(*parts, doc=member.__doc__))
            elif callable(member):
                setattr(cls, name, _alone(member))
    return cls


def new_guard():
    """A thread that has it may take it again: controllers use their world while it steps."""
    return threading.RLock()
