"""The live page of a world: look at it, stop it, pull at it, while the program that has it goes on."""

import atexit
import os
import shutil
import tempfile
import threading
import time
from typing import Optional

from ._native import ffi, lib
from ._socket import PageServer
from .errors import InvalidError, check

__all__ = ["LiveView"]

_LEAST = 0.1  # s that an answer waits for a program that computes between its steps
_IDLE = 0.05  # s that it waits for one that makes no steps


@ffi.def_extern(error=0.0)
def holdfast_clock(context):
    """Times stages for the page."""
    return time.perf_counter()


class _Guard:
    """The guard of a world that is looked at: the page and the program wait for each other; two threads of the program get a BusyError as ever."""

    def __init__(self, lock):
        self._lock, self._depth = lock, 0
        self._holder: Optional[int] = None  # None: the page, or nobody

    def acquire(self, blocking: bool = True) -> bool:
        while not self._lock.acquire(timeout=0.02):
            if not blocking and self._holder is not None:
                return False
        self._depth += 1
        self._holder = threading.get_ident()
        return True

    def release(self) -> None:
        self._depth -= 1
        if self._depth == 0:
            self._holder = None
        self._lock.release()

    def __enter__(self):
        """For the page."""
        self._lock.acquire()

    def __exit__(self, *_):
        self._lock.release()


class LiveView:
    """The page of `World.view()`. In a notebook it shows itself; elsewhere `open()` opens a browser, and `url` is for whatever browser runs on this machine.

    It is there until `close()`, or the end of the program. The page keeps the pace: while it plays, the program's steps go at its speed, and where it is
    paused, `step()` waits. Without a page nothing waits. With `drive="page"` the page makes the steps, whatever the program does. What is pulled adds to what
    the program pushes with; what is set stays set.
    """

    def __init__(self, world, drive: str = "program", title: str = "world", port: int = 0):
        if drive not in ("program", "page"):
            raise InvalidError(f"view: drive = '{drive}' is neither 'program' nor 'page'")
        self._drive = drive
        self._world, self._handle = world, world._handle
        self._error = ffi.new("hf_error *")
        self._folder = tempfile.mkdtemp(prefix="holdfast-")
        self._turn = threading.Condition()
        self._credit = 0.0  # simulated seconds that the page has given and the program has not used
        self._inside = self._looked_at = False  # the program waits for credit; a page is there
        self._made = 0  # steps
        self._before = world._guard, world._quick
        self._guard = _Guard(world._guard)
        self._live = ffi.NULL
        try:
            self._server = PageServer(self._attach(title), self._answer, lambda: self._page(True), lambda: self._page(False), port)
        except BaseException:
            self._let_go()
            raise
        atexit.register(self.close)
        world._guard = self._guard
        world._quick = (self._enter, self._leave, *world._quick[2:-1], self._step)
        self.url = self._server.url

    def _attach(self, title) -> bytes:
        handle, name = ffi.new("hf_live **"), ffi.new("char[]", title.encode())
        self._options = ffi.new("hf_live_options *", lib.hf_live_options_default())
        self._path = ffi.new("char[]", os.fsencode(self._folder))
        self._options.folder, self._options.clock = self._path, lib.holdfast_clock
        check(lib.hf_live_create(self._options, handle, self._error), self._error)
        self._live = handle[0]
        check(lib.hf_live_attach(self._live, self._world._handle, name, self._error), self._error)
        about = ffi.new("hf_live_page *", {"source": lib.HF_LIVE_SOCKET, "title": name})
        path = os.path.join(self._folder, "page.html")
        check(lib.hf_live_write_page(os.fsencode(path), about, self._error), self._error)
        with open(path, "rb") as file:
            return file.read()

    # ---- the program's side ----

    def _enter(self, blocking=True) -> bool:
        """A step of the program begins when the page has given it time."""
        with self._turn:
            self._inside = True
            try:
                while self._drive == "program" and self._looked_at and self._credit <= 0.0:
                    self._turn.wait(0.5)
            finally:
                self._inside = False
        return self._guard.acquire(blocking)

    def _leave(self) -> None:
        self._guard.release()

    def _step(self, handle, timestep, report, error):
        if self._world is None:  # it was closed while this step waited
            return lib.hf_world_step(handle, timestep, report, error)
        before = lib.hf_world_time(handle)
        status = lib.hf_live_step(self._live, timestep, report, error)
        with self._turn:
            self._credit -= lib.hf_world_time(handle) - before
            if self._credit < 0.5 * self._length:
                self._credit = 0.0
            self._made += 1
            self._turn.notify_all()
        return status

    @property
    def _length(self) -> float:
        settings = lib.hf_world_settings(self._handle)  # .step does not keep it
        return settings.step.timestep

    # ---- the page's side, in threads of the server ----

    def _page(self, there: bool) -> None:
        with self._turn:
            self._looked_at, self._credit = there, 0.0
            self._turn.notify_all()
        if not there:
            with self._guard:
                self._ask(b"spring")  # whatever it held is let go

    def _ask(self, command: bytes) -> bytes:
        if self._world is None:
            return b"ERROthe program shows its world no more"
        answer, size = ffi.new("const unsigned char **"), ffi.new("size_t *")
        lib.hf_live_command(self._live, command, len(command), answer, size)
        return bytes(ffi.buffer(answer[0], size[0]))

    def _answer(self, command: bytes) -> bytes:
        words = command.split()
        if self._drive == "program":
            command = self._leave_to_program(command, words)
        with self._guard:
            answer = self._ask(command)
            if words[:1] == [b"set"] and self._world is not None:
                self._world._own_settings = ffi.new("hf_settings *", lib.hf_world_settings(self._handle))
        return answer

    def _leave_to_program(self, command: bytes, words) -> bytes:
        """Steps that are asked for are the program's to make; what is left is to show where it came to."""
        try:
            if words[:1] == [b"advance"] and len(words) == 4:
                self._grant(float(words[1]), 1e-3 * float(words[2]))
                return b"advance 0 0 " + words[3]
            if words[:1] == [b"step"] and words[1:] != [b"0"] and len(words) <= 2:
                self._grant(self._length * (int(words[1]) if len(words) > 1 else 1), 2 * _LEAST)
                return b"step 0"
        except ValueError:
            pass  # said by whoever reads it next
        return command

    def _grant(self, span: float, patience: float) -> None:
        """Gives the program so much time, and waits until it is used up, or for so long [s] where there is a step, or for a while without one."""
        began = time.perf_counter()
        with self._turn:
            made, self._credit = self._made, span if span >= 0.5 * self._length else 0.0
            self._turn.notify_all()
            while self._credit > 0.0 and self._looked_at:
                passed = time.perf_counter() - began
                if passed > (patience if self._made > made else _LEAST if self._inside else _IDLE):
                    break
                self._turn.wait(0.01)
            self._credit = 0.0

    # ---- looking ----

    @property
    def looked_at(self) -> bool:
        """Whether a page shows it now."""
        return self._looked_at

    def wait(self, timeout: Optional[float] = None) -> bool:
        """Waits until a page shows it [s]; whether one does."""
        with self._turn:
            return self._turn.wait_for(lambda: self._looked_at, timeout)

    def open(self) -> None:
        """Opens it in the browser of this machine."""
        import webbrowser

        webbrowser.open(self.url)

    def _repr_html_(self) -> str:
        return f'<iframe src="{self.url}" width="900" height="560" style="border:0"></iframe>'

    def close(self) -> None:
        """Ends the page; the world is as it was without one."""
        if self._world is None:
            return
        self._server.close()
        with self._turn:
            self._looked_at = False
            self._turn.notify_all()
        with self._guard:
            self._world._guard, self._world._quick = self._before
            self._world._view = self._world = None
            self._let_go()
        atexit.unregister(self.close)

    def _let_go(self) -> None:
        lib.hf_live_destroy(self._live)
        shutil.rmtree(self._folder, ignore_errors=True)

    def __enter__(self) -> "LiveView":
        return self

    def __exit__(self, *_) -> None:
        self.close()

    def __repr__(self):
        return "<holdfast.LiveView, closed>" if self._world is None else f"<holdfast.LiveView at {self.url}>"
