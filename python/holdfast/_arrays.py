"""Between C arrays and NumPy: views that keep their owner alive, and arrays that are checked before C reads them."""

import numpy as np

from ._native import ffi
from .errors import InvalidError

# Views are made of these C types.
_TYPES = {"double": np.float64, "int": np.int32}


def view(pointer, shape, owner, kind="double"):
    """A read-only array over memory of the library. It keeps `owner` alive, and shows what is there now."""
    shape = tuple(shape)
    count = int(np.prod(shape, dtype=np.int64))
    dtype = np.dtype(_TYPES[kind])
    if count == 0:
        return np.zeros(shape, dtype)
    kept = ffi.gc(ffi.cast("char *", pointer), lambda _, owner=owner: None)
    array = np.frombuffer(ffi.buffer(kept, count * dtype.itemsize), dtype=dtype).reshape(shape)
    array.flags.writeable = False
    return array


def given(name, value, shape, dtype=np.float64):
    """`value` as a contiguous array of this shape, copied only where it is not one; -1 in `shape` is any length."""
    try:
        array = np.asarray(value)
    except (TypeError, ValueError) as problem:
        raise InvalidError(f"{name}: {problem}") from None
    if array.dtype.kind not in "fiub":
        raise InvalidError(f"{name}: numbers are needed, and these are of dtype {array.dtype}")
    array = np.ascontiguousarray(array, dtype=dtype)
    fits = array.ndim == len(shape) and all(b in (-1, a) for a, b in zip(array.shape, shape))
    if not fits:
        wanted = " x ".join("any" if n == -1 else str(n) for n in shape)
        have = " x ".join(str(n) for n in array.shape) or "one number"
        raise InvalidError(f"{name}: an array of {wanted} is needed, this is {have}")
    return array


def pointer(array, kind="double"):
    """The C pointer to an array's numbers, NULL for None. The array must stay alive during the call."""
    return ffi.NULL if array is None else ffi.cast(f"{kind} *", ffi.from_buffer(array))
