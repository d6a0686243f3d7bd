"""C objects that stand on others: a world on its model.

Python ends a circle of garbage in any order; here the lowest waits for the rest.
"""

from typing import Callable, Dict, Optional

from ._native import ffi


class _Entry:
    """A C object, and how many hold it: its own handle, and what stands on it."""

    __slots__ = ("pointer", "destroy", "below", "count")

    def __init__(self, pointer, destroy: Optional[Callable], below: "Optional[_Entry]"):
        self.pointer, self.destroy, self.below, self.count = pointer, destroy, below, 1
        if below is not None:
            below.count += 1

    def drop(self) -> None:
        self.count -= 1
        if self.count > 0:
            return
        if self.destroy is not None:
            self.destroy(self.pointer)
        if self.below is not None:
            self.below.drop()


_entries: Dict[int, _Entry] = {}


def owned(pointer, destroy: Optional[Callable], below=None):
    """As ffi.gc, for an object that stands on `below`, a handle that was made here, too."""
    key = int(ffi.cast("uintptr_t", pointer))
    entry = _Entry(pointer, destroy, None if below is None else _entries[int(ffi.cast("uintptr_t", below))])
    _entries[key] = entry

    def end(_, entry=entry, key=key, entries=_entries, keep=below):
        if entries.get(key) is entry:
            del entries[key]
        entry.drop()

    return ffi.gc(pointer, end)
