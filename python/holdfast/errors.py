"""Errors: the library's status codes as exceptions, with its own messages."""

import threading

from ._native import ffi, lib

__all__ = ["BusyError", "HoldfastError", "InvalidError", "FileError", "FormatError", "UnsupportedError"]


class HoldfastError(Exception):
    """Base of all errors of the library."""


class InvalidError(HoldfastError, ValueError):
    """An argument or a field is wrong; the message names it."""


class BusyError(HoldfastError, RuntimeError):
    """Another thread uses the world."""


class FileError(HoldfastError, OSError):
    """A file cannot be opened, read or written."""


class FormatError(HoldfastError, ValueError):
    """The content of a file is damaged or not understood."""


class UnsupportedError(HoldfastError, NotImplementedError):
    """Valid, but this build or this method cannot do it; the message names a remedy."""


_CLASSES = {
    lib.HF_STATUS_INVALID: InvalidError,
    lib.HF_STATUS_NO_MEMORY: MemoryError,
    lib.HF_STATUS_FILE: FileError,
    lib.HF_STATUS_FORMAT: FormatError,
    lib.HF_STATUS_UNSUPPORTED: UnsupportedError,
    lib.HF_STATUS_INTERRUPTED: KeyboardInterrupt,
}


_raised = threading.local()


def keep_raised(raised, text):
    """An exception that cannot go through C: `check` of the same thread raises it where the library's message has `text`."""
    _raised.exception, _raised.text = raised, text


def check(status, error):
    """Raises what `status` says, with the message in `error` (hf_error *)."""
    if status != lib.HF_STATUS_OK:
        message = ffi.string(error.message).decode("utf-8", "replace")
        raised, _raised.exception = getattr(_raised, "exception", None), None
        if raised is not None and _raised.text in message:
            raise raised
        raise _CLASSES.get(status, HoldfastError)(message)
