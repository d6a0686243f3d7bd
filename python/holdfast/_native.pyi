"""The C interface by cffi: `lib` has every function of the public headers, `ffi` makes its structs (make reference has the pages)."""

from typing import Any

ffi: Any
lib: Any
