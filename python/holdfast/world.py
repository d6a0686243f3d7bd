"""Worlds: a model in motion."""

import difflib
import os
import tempfile
from typing import Dict, NamedTuple, Optional, Tuple

import numpy as np

from ._alone import alone, busy, new_guard
from ._arrays import given, pointer, view
from ._native import ffi, lib
from ._owners import owned
from .errors import FormatError, InvalidError, check
from ._changes import Changes, Controller, fitting
from ._appearance import Looks
from ._tangents import Tangents
from .derivative import Linearizer
from .live import LiveView
from ._tables import struct_dtype
from .margin import Margin
from .model import Model
from .pictures import Pictures
from .problem import Problem

__all__ = ["World", "StepReport", "Contact", "Answers"]


@ffi.def_extern(error=True)
def holdfast_interrupted(context):
    """Asked by the library now and then. Python runs its signal handlers here: Ctrl-C raises, which says stop."""
    return False


_step = lib.hf_world_step

# Where hf_settings keeps what files, Python and the tool call by one name: {"timestep": ("step", "timestep"), …}.
_NAMES = {
    ("solver", "name"): "solver",
    ("law", "sides"): "friction_sides",
    ("law", "direction"): "friction_direction",
    ("law", "coefficient"): "friction_coefficient",
}
_SETTINGS = {
    _NAMES.get((subject, field), field): (subject, field)
    for subject, kind in ffi.typeof("hf_settings").fields
    for field, _ in kind.type.fields
}

# Setting names whose values are enums, with the function that names a value and the number of values.
_ENUMS = {
    "effort": ("hf_effort", "HF_EFFORT_COUNT"),
    "on_fail": ("hf_on_fail", "HF_ON_FAIL_COUNT"),
}


_CONTACT, _WRENCH = struct_dtype("hf_contact"), struct_dtype("hf_wrench")
_contact_count, _contacts = lib.hf_world_contact_count, lib.hf_world_contacts


class Contact(NamedTuple):
    """A contact of the last step; vectors r and u are normal, first and second tangent."""

    body_a: int
    body_b: int
    point: np.ndarray
    normal: np.ndarray
    gap: float
    r: np.ndarray
    u: np.ndarray
    mu: float
    status: str


class Answers(NamedTuple):
    """How many answers the last step has: "unique", "not unique" or "not known".

    `forces`: of all contacts, joints and limits together; `contacts`: of each contact. `stood`, `moved`: groups of
    bodies of which another motion is an answer, too, where standing was taken, or moving.
    """

    forces: str
    contacts: list
    stood: int
    moved: int


class StepReport:
    """How a step went. It shows the last step of its world: copy what shall last."""

    __slots__ = ("_c",)

    def __init__(self, report):
        self._c = report

    @property
    def time(self) -> float:
        """Simulated time after the step [s]."""
        return self._c.time

    @property
    def certified(self) -> bool:
        """Whether the residual is within the tolerance."""
        return self._c.certified

    @property
    def quality(self) -> str:
        """'exact', 'approximate' or 'failed'."""
        return ffi.string(lib.hf_step_quality_name(self._c.quality)).decode()

    @property
    def residual(self) -> float:
        """The natural residual of the contact problem, from the certificate."""
        return self._c.solve.residual.natural

    @property
    def iterations(self) -> int:
        return self._c.solve.iterations

    @property
    def contact_count(self) -> int:
        return self._c.contact_count

    @property
    def substeps(self) -> int:
        """Pieces that the step was cut into."""
        return self._c.substeps

    @property
    def penetration(self) -> float:
        """Deepest overlap after the step [m]."""
        return self._c.penetration

    @property
    def kinetic(self) -> float:
        """Kinetic energy [J]."""
        return self._c.kinetic

    @property
    def potential(self) -> float:
        """Potential energy [J]."""
        return self._c.potential

    def __repr__(self):
        return f"<step to {self.time:g} s: {self.quality}, {self.contact_count} contacts, residual {self.residual:.1e}>"


@alone
class World(Looks, Changes, Tangents, Linearizer, Pictures):
    """A model in motion. One thread at a time may use it; a second one gets a BusyError.

    >>> import holdfast
    >>> world = holdfast.World(holdfast.Model("incline:mu=0.6"))
    >>> report = world.step()
    >>> report.certified, world.contact_count
    (True, 4)

    `q` and `v` are arrays over the world's own memory: they show the present state without a copy, and
    cannot be written; `world.q = ...` sets them.
    """

    # Made of calls that are guarded each, so that another thread may look between two steps.
    # step() has the guard inside.
    _unguarded = ("run", "step", "view")

    def __init__(self, model: Model, *, threads: int = 1):
        error = ffi.new("hf_error *")
        world = ffi.new("hf_world **")
        check(lib.hf_world_create(model._handle, world, error), error)
        # The model outlives its worlds, whichever of the two Python objects goes first.
        self._adopt(model, owned(world[0], lib.hf_world_destroy, model._handle), error)
        if threads != 1:
            lib.hf_world_set_threads(self._handle, threads)

    def _adopt(self, model, handle, error):
        self._guard = new_guard()
        self._handle = handle
        self.model = model
        self._error = error
        self._report = ffi.new("hf_step_report *")
        self.report = StepReport(self._report)
        lib.hf_world_set_interrupt(self._handle, lib.holdfast_interrupted, ffi.NULL)
        self._q = view(lib.hf_world_q(self._handle), (model.q_count,), self._handle)
        self._v = view(lib.hf_world_v(self._handle), (model.v_count,), self._handle)
        self._recorder = None
        self._view: Optional[LiveView] = None
        self._controller: Optional[Controller] = None
        self._excluded: Dict[Tuple[int, int], bool] = {}
        self._quick = (self._guard.acquire, self._guard.release, self._handle, self._report, self._error, self.report, _step)

    # ---- stepping ----

    def step(self, timestep: float = 0.0) -> StepReport:
        """Makes one step; 0 takes the timestep of the settings. The report shows the last step."""
        acquire, release, handle, raw, error, report, make = self._quick
        if not acquire(False):
            raise busy("step")
        try:
            controller = self._controller  # it may put another one in its place
            status = make(handle, timestep, raw, error)
            if status:
                if controller is not None:
                    controller.reraise()
                check(status, error)
            if self._recorder is not None:
                check(lib.hf_recorder_add(self._recorder, handle, raw, ffi.NULL, error), error)
            return report
        finally:
            release()

    def run(self, duration: float, control=None) -> StepReport:
        """Steps for so long [s]; `control(world)` is called before each step. Ends early at a step that fails."""
        end = self.time + duration
        h = self.timestep
        while self.time < end - 0.5 * h:
            if control is not None:
                control(self)
            if self.step().quality == "failed":
                break
        return self.report

    # ---- settings ----

    @property
    def timestep(self) -> float:
        """Length of a step [s]."""
        return self._settings().step.timestep

    def _settings(self):
        if not hasattr(self, "_own_settings"):
            self._own_settings = ffi.new("hf_settings *", lib.hf_model_settings(self.model._handle))
        return self._own_settings

    def set(self, **settings) -> None:
        """Changes settings: solver, tolerance, accept, budget, effort, on_fail, gravity, timestep, theta, accuracy, …

        >>> import holdfast
        >>> world = holdfast.World(holdfast.Model("incline"))
        >>> world.set(solver="mfb+enum", tolerance=1e-8, gravity=(0, 0, -1.62))
        """
        changed = ffi.new("hf_settings *", self._settings()[0])
        for name, value in settings.items():
            if name not in _SETTINGS:
                near = difflib.get_close_matches(name, _SETTINGS, 1)
                raise InvalidError(f"there is no setting '{name}'" + (f"; did you mean '{near[0]}'?" if near else ""))
            subject, field = getattr(changed, _SETTINGS[name][0]), _SETTINGS[name][1]
            if name in _ENUMS and isinstance(value, str):
                prefix, count = _ENUMS[name]
                names = [ffi.string(getattr(lib, f"{prefix}_name")(k)).decode() for k in range(getattr(lib, count))]
                if value not in names:
                    raise InvalidError(f"{name}: '{value}' is none of {', '.join(names)}")
                value = names.index(value)
            elif isinstance(value, str):
                value = value.encode()
            elif isinstance(value, (list, tuple, np.ndarray)):
                value = fitting(name, value, getattr(subject, field))
            try:
                setattr(subject, field, value)
            except (TypeError, IndexError, OverflowError) as problem:
                raise InvalidError(f"{name}: {problem}") from None
        check(lib.hf_world_set_settings(self._handle, changed, self._error), self._error)
        self._own_settings = changed

    # ---- state ----

    @property
    def time(self) -> float:
        """Simulated time [s]."""
        return lib.hf_world_time(self._handle)

    @property
    def q(self) -> np.ndarray:
        """Generalized coordinates, a view."""
        return self._q

    @q.setter
    def q(self, value):
        q = given("q", value, (self.model.q_count,))
        check(lib.hf_world_set_q(self._handle, pointer(q), ffi.NULL, self._error), self._error)

    @property
    def v(self) -> np.ndarray:
        """Generalized velocities, a view."""
        return self._v

    @v.setter
    def v(self, value):
        v = given("v", value, (self.model.v_count,))
        check(lib.hf_world_set_q(self._handle, ffi.NULL, pointer(v), self._error), self._error)

    def set_key(self, key) -> None:
        """Puts the world into the state of a keyframe, by name or index."""
        check(lib.hf_world_set_key(self._handle, self.model.key(key), self._error), self._error)

    @property
    def state(self) -> bytes:
        """The whole state, warm starts included: a world that gets it back goes on with the same bits."""
        size = lib.hf_world_state_size(self._handle)
        buffer = ffi.new("char[]", size)
        lib.hf_world_state_save(self._handle, buffer)
        return bytes(ffi.buffer(buffer, size))

    @state.setter
    def state(self, value: bytes):
        check(lib.hf_world_state_load(self._handle, ffi.from_buffer(value), len(value), self._error), self._error)

    @property
    def hash(self) -> int:
        """Hash of the state's bytes."""
        return lib.hf_world_hash(self._handle)

    # ---- bodies ----

    def poses(self, position: Optional[np.ndarray] = None, orientation: Optional[np.ndarray] = None):
        """Positions (body_count x 3) and unit quaternions w, x, y, z (body_count x 4) of all bodies.

        Arrays that are given are filled and returned; they must be contiguous float64.
        """
        n = self.model.body_count
        position = self._room("position", position, (n, 3))
        orientation = self._room("orientation", orientation, (n, 4))
        lib.hf_world_poses(self._handle, pointer(position), pointer(orientation), ffi.NULL, ffi.NULL)
        return position, orientation

    def velocities(self):
        """Velocities of the centres of mass and angular velocities (body_count x 3 each), in world axes."""
        n = self.model.body_count
        linear, angular = np.empty((n, 3)), np.empty((n, 3))
        lib.hf_world_poses(self._handle, ffi.NULL, ffi.NULL, pointer(linear), pointer(angular))
        return linear, angular

    @staticmethod
    def _room(name, array, shape):
        if array is None:
            return np.empty(shape)
        fits = isinstance(array, np.ndarray) and array.dtype == np.float64 and array.shape == shape
        if not (fits and array.flags.c_contiguous and array.flags.writeable):
            wanted = " x ".join(map(str, shape))
            raise InvalidError(f"{name}: a writable, contiguous float64 array of {wanted} is needed")
        return array

    def site(self, name):
        """Position and unit quaternion of a site."""
        place, turn = np.empty(3), np.empty(4)
        index = self.model.site(name)
        check(lib.hf_world_site(self._handle, index, pointer(place), pointer(turn), self._error), self._error)
        return place, turn

    # ---- controls and forces ----

    @property
    def controls(self) -> np.ndarray:
        """Controls of all actuators; a copy. Setting takes an array of all of them."""
        return np.array([lib.hf_world_control(self._handle, k) for k in range(self.model.actuator_count)])

    @controls.setter
    def controls(self, value):
        controls = given("controls", value, (self.model.actuator_count,))
        for k, u in enumerate(controls.tolist()):
            check(lib.hf_world_set_control(self._handle, k, u, self._error), self._error)

    def set_control(self, actuator, u: float) -> None:
        """Sets the control of one actuator, by name or index."""
        index = self.model.actuator(actuator)
        check(lib.hf_world_set_control(self._handle, index, u, self._error), self._error)

    @property
    def actuator_forces(self) -> np.ndarray:
        """Forces of all actuators in the last step [N or N m]."""
        return np.array([lib.hf_world_actuator_force(self._handle, k) for k in range(self.model.actuator_count)])

    def set_wrench(self, body, force=(0, 0, 0), torque=(0, 0, 0)) -> None:
        """A force [N] at the centre of mass and a torque [N m], in world axes; they stay until set again."""
        f, t = given("force", force, (3,)), given("torque", torque, (3,))
        index = self.model.body(body)
        check(lib.hf_world_set_wrench(self._handle, index, pointer(f), pointer(t), self._error), self._error)

    def set_force(self, body, force, point) -> None:
        """A force [N] at a point [m] of a body, in world axes; it stays until set again."""
        f, p = given("force", force, (3,)), given("point", point, (3,))
        index = self.model.body(body)
        check(lib.hf_world_set_force(self._handle, index, pointer(f), pointer(p), self._error), self._error)

    # ---- dynamics ----

    def mass_matrix(self) -> np.ndarray:
        """The mass matrix (v_count x v_count), armature included."""
        n = self.model.v_count
        M = np.empty((n, n))
        check(lib.hf_world_mass_matrix(self._handle, pointer(M), self._error), self._error)
        return M

    def bias(self) -> np.ndarray:
        """The bias force C(q, v) v + g(q)."""
        bias = np.empty(self.model.v_count)
        check(lib.hf_world_bias(self._handle, pointer(bias), self._error), self._error)
        return bias

    def forward_dynamics(self, force) -> np.ndarray:
        """Acceleration that generalized forces make, without contacts and other constraints."""
        force = given("force", force, (self.model.v_count,))
        a = np.empty(self.model.v_count)
        check(lib.hf_world_forward_dynamics(self._handle, pointer(force), pointer(a), self._error), self._error)
        return a

    def inverse_dynamics(self, acceleration) -> np.ndarray:
        """Generalized forces that an acceleration needs, without contacts and other constraints."""
        a = given("acceleration", acceleration, (self.model.v_count,))
        force = np.empty(self.model.v_count)
        check(lib.hf_world_inverse_dynamics(self._handle, pointer(a), pointer(force), self._error), self._error)
        return force

    def jacobian(self, body, point):
        """Two matrices (3 x v_count) that make of v the velocity of a body's point [m, world axes], and the angular one."""
        p = given("point", point, (3,))
        n = self.model.v_count
        linear, angular = np.empty((3, n)), np.empty((3, n))
        index = self.model.body(body)
        check(
            lib.hf_world_jacobian(self._handle, index, pointer(p), pointer(linear), pointer(angular), self._error),
            self._error,
        )
        return linear, angular

    def site_jacobian(self, site):
        """The same of a site."""
        n = self.model.v_count
        linear, angular = np.empty((3, n)), np.empty((3, n))
        index = self.model.site(site)
        check(
            lib.hf_world_site_jacobian(self._handle, index, pointer(linear), pointer(angular), self._error),
            self._error,
        )
        return linear, angular

    # ---- contacts ----

    @property
    def contact_count(self) -> int:
        """Contacts of the last step."""
        return lib.hf_world_contact_count(self._handle)

    _STATUS = ("open", "stick", "slip")

    @property
    def contacts(self):
        """The contacts of the last step, a list of Contact."""
        n = self.contact_count
        raw = ffi.new("hf_contact[]", max(n, 1))
        lib.hf_world_contacts(self._handle, n, raw)
        return [
            Contact(
                c.body_a, c.body_b, np.array(list(c.point)), np.array(list(c.normal)), c.gap, np.array(list(c.r)),
                np.array(list(c.u)), c.mu, self._STATUS[c.status],
            )
            for c in (raw[k] for k in range(n))
        ]  # fmt: skip

    @property
    def contact_array(self) -> np.ndarray:
        """The contacts of the last step as a structured array, with the fields of `hf_contact`: id, shape_a, shape_b, body_a, body_b, point, normal,
        tangent, gap, mu, condim, r (impulse on A: normal and tangents) [N s], u, moment, spin, margin (mu r_N - |r_T|), status (0 open, 1 stick, 2 slip), …

        >>> import holdfast
        >>> world = holdfast.World(holdfast.Model("incline:mu=0.6"))
        >>> report = world.step()
        >>> c = world.contact_array
        >>> len(c), sorted(set(world.model.shapes[k] for k in c["shape_a"])), set(c["status"].tolist())
        (4, ['slope'], {1})
        """
        n = _contact_count(self._handle)
        out = np.empty(n, _CONTACT)
        if n:
            _contacts(self._handle, n, ffi.from_buffer("hf_contact[]", out))
        return out

    @property
    def wrench_array(self) -> np.ndarray:
        """What each pair of bodies does to the other at all its contacts: a structured array with the fields of `hf_wrench`: body_a, body_b,
        contact_count, force, torque, center, load, area, …"""
        n = lib.hf_world_wrenches(self._handle, 0, ffi.NULL)
        out = np.empty(n, _WRENCH)
        if n:
            lib.hf_world_wrenches(self._handle, n, ffi.from_buffer("hf_wrench[]", out))
        return out

    @property
    def answers(self) -> Answers:
        """How many answers the last step has.

        >>> import holdfast
        >>> world = holdfast.World(holdfast.Model("incline:mu=0.6"))
        >>> report = world.step()
        >>> world.answers.forces, world.answers.contacts
        ('not unique', ['not unique', 'not unique', 'not unique', 'not unique'])
        """
        found, each = ffi.new("hf_answers *"), ffi.new("hf_answer_count[]", max(self.contact_count, 1))
        check(lib.hf_world_answers(self._handle, found, each, self._error), self._error)
        name = [ffi.string(lib.hf_answer_count_name(k)).decode() for k in range(lib.HF_ANSWERS_COUNT)]
        return Answers(name[found.forces], [name[each[k]] for k in range(self.contact_count)], found.stood, found.moved)

    def margin(self, kind: str = "pose", *, body=None, force=None, axis=None, bounds: bool = False) -> Margin:
        """Whether the present pose holds, as if it were at rest, and how far: the state stays as it is.

        kind: "pose", "force" (of `force` [N] at the centre of mass of `body`), "gravity", "tilt" (about `axis`) or
        "friction". bounds: of forces at all contacts and pairs, too.

        >>> import holdfast
        >>> margin = holdfast.World(holdfast.Model("incline:mu=0.5,angle=20")).margin("friction")
        >>> margin.verdict, round(margin.may, 6)
        ('holds', 0.72794)
        """
        return Margin(self, kind, body, force, axis, bounds)

    @property
    def problem(self):
        """The contact problem of the last step and its answer r, both copies; None before the first step."""
        r = ffi.new("const double **")
        problem = lib.hf_world_problem(self._handle, r)
        if problem == ffi.NULL:
            return None
        copy = ffi.new("hf_problem **")
        check(lib.hf_problem_assemble(problem, copy, self._error), self._error)
        size = lib.hf_problem_describe(problem).dimension
        return Problem._of(copy[0]), view(r[0], (size,), self._handle).copy()

    # ---- recording and showing ----

    def record(self, path: Optional[str] = None, *, every: int = 1) -> None:
        """From now on every step is recorded: in memory, or in an HDF5 file."""
        options = ffi.new("hf_recorder_options *", lib.hf_recorder_options_default(self.model._handle))
        options.every = every
        recorder = ffi.new("hf_recorder **")
        name = ffi.NULL if path is None else os.fspath(path).encode()
        check(lib.hf_recorder_create(name, self.model._handle, options, recorder, self._error), self._error)
        keep = self.model._handle
        self._recorder = ffi.gc(recorder[0], lambda r, keep=keep: lib.hf_recorder_close(r, ffi.NULL))

    def stop_recording(self) -> None:
        """Ends the recording; its file is then whole."""
        if self._recorder is not None:
            ffi.release(self._recorder)
        self._recorder = None

    def write_page(self, path, title: str = "holdfast") -> None:
        """Writes what was recorded as a page that plays in any browser."""
        if self._recorder is None:
            raise InvalidError("nothing was recorded: call record() before the steps")
        recording = lib.hf_recorder_recording(self._recorder)
        options = ffi.new("hf_page_options *", lib.hf_page_options_default())
        text = ffi.new("char[]", title.encode())
        options.title = text
        check(lib.hf_recording_write_page(recording, os.fspath(path).encode(), options, self._error), self._error)

    def show(self, width: int = 900, height: int = 560):
        """What was recorded, as a page inside a notebook. Elsewhere the page is opened in a browser."""
        folder = tempfile.mkdtemp(prefix="holdfast-")
        path = os.path.join(folder, "replay.html")
        self.write_page(path)
        try:
            from IPython.display import HTML
        except ImportError:
            import webbrowser

            webbrowser.open("file://" + path)
            return path
        import html

        with open(path, encoding="utf-8") as file:
            page = html.escape(file.read(), quote=True)
        return HTML(f'<iframe srcdoc="{page}" width="{width}" height="{height}" style="border:0"></iframe>')

    def view(self, drive: str = "program", title: str = "world", port: int = 0) -> LiveView:
        """The live page of this world, on this machine alone: in a notebook the cell shows it, elsewhere `.open()` does, or a browser at its `.url`.

        The page plays, pauses, pulls, and sets controls, friction and gravity while the program makes its steps; "page": the page makes them.
        """
        if self._view is None:
            self._view = LiveView(self, drive, title, port)
        return self._view

    # ---- copies ----

    def __copy__(self) -> "World":
        """Another world in the same state, with the same settings and changes, which goes on with the same bits. Its recorder and controller stay here."""
        if not self._guard.acquire(blocking=False):
            raise busy("copy")
        try:
            clone = ffi.new("hf_world **")
            check(lib.hf_world_clone(self._handle, clone, self._error), self._error)
        finally:
            self._guard.release()
        twin = World.__new__(World)
        twin._adopt(self.model, owned(clone[0], lib.hf_world_destroy, self.model._handle), ffi.new("hf_error *"))
        if hasattr(self, "_own_settings"):
            twin._own_settings = ffi.new("hf_settings *", self._own_settings[0])
        twin._excluded = dict(self._excluded)
        return twin

    def __deepcopy__(self, memory) -> "World":
        return self.__copy__()

    def __reduce__(self):
        """Pickled are the model, the state, settings and changes; an unpickled world goes on with the same bits."""
        settings = bytes(ffi.buffer(self._own_settings)) if hasattr(self, "_own_settings") else None
        return _restored, (self.model, self.state, settings, self._changes())

    def __repr__(self):
        return f"<holdfast.World at {self.time:g} s, {self.contact_count} contacts>"


def _restored(model, state, settings, changes):
    """A world that was pickled."""
    world = World(model)
    if settings is not None:
        own = ffi.new("hf_settings *")
        if len(settings) != ffi.sizeof("hf_settings"):
            raise FormatError("this world was pickled by another version of holdfast")
        ffi.memmove(own, settings, len(settings))
        check(lib.hf_world_set_settings(world._handle, own, world._error), world._error)
        world._own_settings = own
    world._change_again(changes)
    world.state = state
    return world
