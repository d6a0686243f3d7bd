"""Recordings: what `holdfast run --record` and `World.record(path)` leave, for NumPy."""

import os

import numpy as np

from ._arrays import pointer
from ._native import ffi, lib
from .errors import InvalidError, check

__all__ = ["Recording"]


class Recording:
    """A recording (HDF5), finished or not.

    >>> recording = holdfast.Recording("run.hdf5")          # doctest: +SKIP
    >>> recording.times, recording["hip.q"]                 # doctest: +SKIP
    """

    def __init__(self, path):
        handle = ffi.new("hf_recording **")
        self._error = ffi.new("hf_error *")
        check(lib.hf_recording_open(os.fspath(path).encode(), handle, self._error), self._error)
        self._handle = ffi.gc(handle[0], lib.hf_recording_close)
        self._signals = None

    def __len__(self):
        """How many frames it has."""
        return lib.hf_recording_frame_count(self._handle)

    @property
    def times(self) -> np.ndarray:
        """Of the frames [s]."""
        return np.array([lib.hf_recording_time(self._handle, k) for k in range(len(self))])

    @property
    def names(self) -> list:
        """Of the signals: "hip.q", "hip.v", "motor.ctrl", "motor.force", sensors."""
        count = lib.hf_recording_signal_count(self._handle)
        return [ffi.string(lib.hf_recording_signal_name(self._handle, k)).decode() for k in range(count)]

    @property
    def signals(self) -> np.ndarray:
        """All of them, frames × names. Read once."""
        if self._signals is None:
            values = np.zeros((len(self), lib.hf_recording_signal_count(self._handle)))
            for k, row in enumerate(values):
                check(lib.hf_recording_signals(self._handle, k, pointer(row), self._error), self._error)
            self._signals = values
        return self._signals

    def __getitem__(self, name: str) -> np.ndarray:
        """One signal at all frames."""
        index = lib.hf_recording_find_signal(self._handle, name.encode())
        if index < 0:
            raise InvalidError(f"the recording has no signal '{name}'; `names` lists those that it has")
        return self.signals[:, index]

    def poses(self, frame: int) -> np.ndarray:
        """Of all bodies, the world first: x, y, z, qw, qx, qy, qz."""
        values = np.zeros((lib.hf_recording_body_count(self._handle), 7))
        check(lib.hf_recording_poses(self._handle, frame, pointer(values), self._error), self._error)
        return values
