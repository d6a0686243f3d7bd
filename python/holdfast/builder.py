"""Scenes made by code: a tree of elements with attributes, as MJCF has them, from which a model is built.

What elements there are, which attributes each takes and what stands in what is asked of the library's own reader
(`hf_scene_element_at`): whatever it reads can be made here, under the same names, and nothing is declared twice.
"""

import difflib
import itertools
import os
import re
import tempfile
import xml.etree.ElementTree as ElementTree
from typing import Any, Dict, Iterator, List, Optional
from xml.sax.saxutils import escape

import numpy as np

from ._native import ffi, lib
from .errors import FileError, FormatError, HoldfastError, InvalidError, UnsupportedError
from .model import Model

__all__ = ["Builder", "Element"]


# ---- what the reader knows ----


def _words(text):
    return () if text == ffi.NULL else tuple(ffi.string(text).decode().split())


class _Rule:
    """An element as the reader knows it."""

    __slots__ = ("name", "attributes", "children", "free", "kind")

    def __init__(self, known):
        self.name = ffi.string(known.name).decode()
        self.attributes = frozenset(_words(known.read) + _words(known.noted) + _words(known.ignored))
        children = (word.partition("=") for word in _words(known.children) if "+" not in word)
        self.children = {word: rule or word for word, _, rule in children}  # by tag: the name of its rule
        self.free = frozenset(_words(known.ignored_children))  # passed over, with whatever they hold
        self.kind = None


_RULES = {rule.name: rule for rule in (_Rule(lib.hf_scene_element_at(k)) for k in range(lib.hf_scene_element_count()))}

# What the reader replaces by other elements before it looks at attributes.
_EXPANDED = frozenset(("include", "attach", "composite", "flexcomp", "model"))


def _rule_of(parent, tag):
    """The rule of a child; None where anything goes. Raises where it has no place."""
    if parent is None or tag in _EXPANDED:
        return None
    if tag in parent.children:
        return _RULES[parent.children[tag]]
    if tag in parent.free:
        return None
    near = difflib.get_close_matches(tag, list(parent.children), 1)
    raise InvalidError(f"<{parent.name}> takes no <{tag}>" + (f"; did you mean <{near[0]}>?" if near else ""))


# ---- values ----


def _number(x):
    return repr(int(x)) if isinstance(x, (int, np.integer)) else repr(float(x))


def _text_of(element, name, value):
    """A value as it stands in a file: numbers with all their digits, an element by its name."""
    kind = type(value)
    if kind is str:
        return value
    if kind is bool or kind is np.bool_:
        return "true" if value else "false"
    if kind is int:
        return repr(value)
    if kind is float:
        text = repr(value)
    elif isinstance(value, Element):
        return value.named()
    elif kind in (list, tuple) and all(type(x) is float or type(x) is int for x in value):
        text = " ".join(map(repr, value))
    elif isinstance(value, str):
        return str(value)
    else:
        text = _text_of_array(element, name, value)
    if "n" in text:  # nan, inf
        raise InvalidError(f"{element}: {name}: {text if len(text) < 80 else text[:77] + '...'} is not finite")
    return text


def _text_of_array(element, name, value):
    if isinstance(value, (list, tuple)) and any(isinstance(x, (str, Element)) for x in value):
        return " ".join(_text_of(element, name, x) for x in value)
    try:
        array = np.asarray(value)
    except (TypeError, ValueError) as problem:
        raise InvalidError(f"{element}: {name}: {problem}") from None
    if array.dtype.kind not in "fiub":
        raise InvalidError(f"{element}: {name}: a text, numbers or an element is needed, not {type(value).__name__}")
    if array.dtype.kind == "f" and not np.isfinite(array).all():
        raise InvalidError(f"{element}: {name}: {int((~np.isfinite(array)).sum())} of {array.size} numbers are not finite")
    if array.dtype.kind == "b":
        array = array.astype(int)
    return " ".join(map(repr, array.ravel().tolist()))


# ---- elements ----

_NAMELESS = {"default": "class", "plugin": "plugin"}


class Element:
    """A body, geom, joint, … : attributes by item, what stands in it by methods with the names of elements.

    >>> import holdfast
    >>> builder = holdfast.Builder("one ball")
    >>> ball = builder.world.body("ball", pos=[0, 0, 1])
    >>> joint, geom = ball.freejoint(), ball.geom(type="sphere", size=0.1)
    >>> geom["size"] = 0.2
    >>> ball.geom(typ="box")
    Traceback (most recent call last):
    holdfast.errors.InvalidError: <geom>: there is no attribute 'typ'; did you mean 'type'?
    """

    __slots__ = ("_builder", "_tag", "_rule", "_values", "_texts", "_children", "_parent", "_content", "_part")

    def __init__(self, builder, parent, tag, rule):
        self._builder, self._parent, self._tag, self._rule = builder, parent, tag, rule
        self._values: Dict[str, Any] = {}
        self._texts: Dict[str, str] = {}
        self._children: List["Element"] = []
        self._content = ""  # text between its tags
        self._part = None  # of an <include>: what the other file holds

    # -- attributes

    @property
    def tag(self) -> str:
        """What it is called in a file: "geom"."""
        return self._tag

    @property
    def name(self) -> Optional[str]:
        return self._texts.get(_NAMELESS.get(self._tag, "name"))

    @property
    def parent(self) -> Optional["Element"]:
        return self._parent

    def __getitem__(self, name):
        if name not in self._values:
            raise KeyError(f"{self}: {name} is not set")
        return self._values[name]

    def __setitem__(self, name, value):
        if name[-1] == "_":  # class_, from_
            name = name[:-1]
        if self._rule is not None and name not in self._rule.attributes:
            near = difflib.get_close_matches(name, list(self._rule.attributes), 1)
            hint = f"; did you mean '{near[0]}'?" if near else ""
            raise InvalidError(f"{self}: there is no attribute '{name}'{hint}")
        self._texts[name] = _text_of(self, name, value)
        self._values[name] = value

    def __delitem__(self, name):
        if name not in self._values:
            raise KeyError(f"{self}: {name} is not set")
        del self._values[name], self._texts[name]

    def __contains__(self, name):
        return name in self._values

    def get(self, name, fallback=None):
        return self._values.get(name, fallback)

    def set(self, **attributes) -> "Element":
        """Sets attributes; one that is None is taken away."""
        for name, value in attributes.items():
            if value is None:
                self._values.pop(name.rstrip("_"), None)
                self._texts.pop(name.rstrip("_"), None)
            else:
                self[name] = value
        return self

    @property
    def attributes(self) -> Dict[str, Any]:
        """All that are set, a copy."""
        return dict(self._values)

    def named(self) -> str:
        """Its name, which it is given now if it had none."""
        if self.name is None:
            self._builder._count += 1
            self[_NAMELESS.get(self._tag, "name")] = f"{self._tag}~{self._builder._count}"
        return str(self.name)

    # -- the tree

    @property
    def children(self) -> List["Element"]:
        """What stands in it, a copy of the list."""
        return list(self._children)

    def add(self, tag: str, name: Optional[str] = None, **attributes) -> "Element":
        """A new element in this one: `body.add("geom", "foot", type="box", size=[1, 1, 1])` is `body.geom("foot", …)`."""
        child = _new(self._builder, self, tag)
        if name is not None:
            child[_NAMELESS.get(tag, "name")] = name
        for key, value in attributes.items():
            if value is not None:
                child[key] = value
        self._children.append(child)
        return child

    def remove(self) -> None:
        """Takes it out of its scene, with all that stands in it."""
        if self._parent is None:
            raise InvalidError(f"{self}: the root cannot be removed")
        self._parent._children.remove(self)
        self._parent = None

    def walk(self) -> Iterator["Element"]:
        """This element and all below it, in the order of the file; includes are entered."""
        stack = [self]
        while stack:
            element = stack.pop()
            yield element
            below = element._children if element._part is None else [element._part]
            stack.extend(reversed(below))

    def find(self, tag: str, name: Optional[str] = None) -> "Element":
        """The element below this one with that tag, and that name if one is given."""
        names = []
        for element in self.walk():
            if element._tag == tag and element is not self:
                if name is None or element.name == name:
                    return element
                names.append(element.name or "")
        near = difflib.get_close_matches(name or "", names, 1)
        hint = f"; did you mean '{near[0]}'?" if near else f" among {len(names)}"
        raise InvalidError(f"there is no <{tag}>" + (f" '{name}'{hint}" if name else ""))

    def find_all(self, tag: str) -> List["Element"]:
        """All elements below this one with that tag."""
        return [element for element in self.walk() if element._tag == tag and element is not self]

    def attach(self, other: "Builder", prefix: str, *, body: Optional[str] = None, **frame) -> "Element":
        """Another scene, or one body of it, in this body: every name in it gets the prefix. Where it stands says `frame` (pos, quat, euler, …).

        The other scene stays a builder of its own, and what is changed there later counts, too. Its settings, fibres and what its <custom> says stay behind.
        """
        if self._rule is None or "frame" not in self._rule.children:
            raise InvalidError(f"{self}: a scene is attached to a body, a frame or the world")
        place = self.frame(**frame)
        self._builder._attached.append(other)
        link = place.add("attach", model=f"attached~{len(self._builder._attached)}", prefix=prefix)
        if body is not None:
            link["body"] = body
        return place

    # -- as text

    def __str__(self):
        return f"<{self._tag}>" + (f" '{self.name}'" if self.name else "")

    def __repr__(self):
        return f"<holdfast.Element {self}>"

    def _where(self):
        parts, element = [], self
        while element is not None and element._parent is not None:
            parts.append(str(element))
            element = element._parent
        return " in ".join(parts)


def _method(tag):
    def add(self, name: Optional[str] = None, **attributes):
        return self.add(tag, name, **attributes)

    add.__name__ = add.__qualname__ = tag
    add.__doc__ = f"A new <{tag}> in this element."
    return add


def _kind_of(rule):
    """The class of elements with this rule: a method for each element that may stand in it."""
    if rule.kind is None:
        methods = {tag: _method(tag) for tag in rule.children if tag.isidentifier() and not hasattr(Element, tag)}
        rule.kind = type(rule.name, (Element,), {"__slots__": (), "__doc__": Element.__doc__, **methods})
    return rule.kind


def _new(builder, parent, tag):
    rule = _rule_of(None if parent is None else parent._rule, tag) if parent is not None else _RULES["mujoco"]
    return (Element if rule is None else _kind_of(rule))(builder, parent, tag, rule)


# ---- the scene ----

_numbers = itertools.count(1)
_SECTIONS = sorted(_RULES["mujoco"].children) + ["custom", "size", "statistic", "visual"]


class Builder:
    """A scene in the making.

    `builder.world` is where bodies go; the other sections of a file have its names: `option`, `compiler`, `default`, `asset`, `contact`, `equality`, `tendon`,
    `actuator`, `sensor`, `keyframe`, and `holdfast` for planar bodies, fibres and whatever MJCF has no word for.

    >>> import holdfast
    >>> builder = holdfast.Builder("pendulum")
    >>> rod = builder.world.body("rod", pos=[0, 0, 1])
    >>> hinge = rod.joint("hinge", type="hinge", axis=[0, 1, 0])
    >>> tip = rod.geom("tip", type="capsule", fromto=[0, 0, 0, 0.3, 0, 0], size=0.02)
    >>> motor = builder.actuator.motor("motor", joint=hinge, gear=5)
    >>> model = builder.build()
    >>> model.joints, model.actuators
    (['hinge'], ['motor'])
    """

    def __init__(self, name: str = "scene"):
        self._count = 0
        self._attached: List["Builder"] = []
        self._files: Dict[str, bytes] = {}
        self._path: Optional[str] = None  # the file that it came from
        self._number = next(_numbers)
        self.root: Element = _new(self, None, "mujoco")
        self.root["model"] = name

    def __getattr__(self, name):
        if name in _SECTIONS:
            return self.section(name)
        if name == "world":
            return self.section("worldbody")
        raise AttributeError(f"a Builder has no '{name}'; sections are world, {', '.join(_SECTIONS)}")

    def __dir__(self):
        return list(super().__dir__()) + _SECTIONS + ["world"]

    def section(self, tag: str) -> Element:
        """A section of the scene, made if there is none."""
        for child in self.root._children:
            if child._tag == tag:
                return child
        return self.root.add(tag)

    def find(self, tag: str, name: Optional[str] = None) -> Element:
        """The element with that tag and name: `builder.find("body", "hand")`. What is attached is found in its own builder."""
        return self.root.find(tag, name)

    def mesh(self, name: str, vertices, triangles=None, **attributes) -> Element:
        """A mesh of arrays: points (n x 3, in metres) and triangles (m x 3 indices, counter-clockwise from outside; without: the hull of the points).

        >>> import holdfast
        >>> import numpy as np
        >>> builder = holdfast.Builder()
        >>> corners = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1.0]])
        >>> wedge = builder.mesh("wedge", corners)
        >>> geom = builder.world.body().geom(type="mesh", mesh=wedge)
        """
        points = np.asarray(vertices)
        if points.dtype.kind not in "fiu" or points.ndim != 2 or points.shape[1] != 3:
            raise InvalidError(f"mesh '{name}': vertices are n x 3 numbers, these are {points.shape} of {points.dtype}")
        if triangles is not None:
            faces = np.asarray(triangles)
            if faces.dtype.kind not in "iu" or faces.ndim != 2 or faces.shape[1] != 3:
                raise InvalidError(f"mesh '{name}': triangles are m x 3 integers, these are {faces.shape} of {faces.dtype}")
            if faces.size and not 0 <= faces.min() <= faces.max() < len(points):
                raise InvalidError(f"mesh '{name}': triangles name vertices {faces.min()} to {faces.max()} of {len(points)}")
            attributes["face"] = faces
        return self.asset.add("mesh", name, vertex=points.astype(np.float64), **attributes)

    def height_field(self, name: str, heights, half_x: float, half_y: float, top: float, base: float) -> Element:
        """A height field of an array of rows x columns, scaled so that the lowest height is 0 and the highest `top` [m]."""
        z = np.asarray(heights, dtype=np.float64)
        if z.ndim != 2:
            raise InvalidError(f"height field '{name}': heights are rows x columns, these are {z.shape}")
        return self.asset.add(
            "hfield", name, nrow=z.shape[0], ncol=z.shape[1], elevation=z[::-1], size=[half_x, half_y, top, base]
        )

    def file(self, path: str, data: bytes) -> str:
        """A file in memory, which elements may name: `asset.mesh("cup", file=builder.file("cup.stl", bytes))`."""
        self._files[path] = bytes(data)
        return path

    # -- from what is there

    @classmethod
    def from_string(cls, text, *, path: Optional[str] = None) -> "Builder":
        """A scene from the text of an MJCF file; files that it names are looked for beside `path`."""
        builder = cls.__new__(cls)
        builder._count, builder._attached, builder._files = 0, [], {}
        builder._path, builder._number = path and os.path.abspath(path), next(_numbers)
        builder.root = builder._read(text, path or "scene", None)
        if builder.root._tag != "mujoco":
            raise FormatError(f"{path or 'scene'}: <{builder.root._tag}>: MJCF begins with <mujoco>; holdfast.Model reads URDF and SVG")
        return builder

    @classmethod
    def from_mjcf(cls, path) -> "Builder":
        """A scene from an MJCF file. Files that it includes are part of it, and may be changed as the rest."""
        path = os.fspath(path)
        try:
            with open(path, encoding="utf-8-sig") as file:
                text = file.read()
        except OSError as problem:
            raise FileError(f"{path}: cannot be read: {problem.strerror}") from None
        return cls.from_string(text, path=path)

    @classmethod
    def from_model(cls, model: Model) -> "Builder":
        """A scene from any model, of a URDF file, a drawing or a built-in scene, too."""
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "model.xml")
            model.save(path)
            with open(path, encoding="utf-8") as file:
                return cls.from_string(file.read())

    def _read(self, text, path, parent):
        if isinstance(text, bytes):
            text = text.decode("utf-8-sig")
        text = re.sub(r"<!--.*?-->", lambda found: "\n" * found.group().count("\n"), text, flags=re.DOTALL)
        try:
            tree = ElementTree.fromstring(text.lstrip())
        except ElementTree.ParseError as problem:
            raise FormatError(f"{path}: {problem}") from None
        return self._take(tree, parent, path)

    def _take(self, tree, parent, path):
        """An element of a parsed file, as ours, and all that stands in it."""
        try:
            if parent is None:
                element = _new(self, None, "mujoco") if tree.tag == "mujoco" else Element(self, None, tree.tag, None)
            elif parent._tag == "include":  # what stands in the file stands in the place of the element
                element = Element(self, None, tree.tag, parent._parent._rule)
            else:
                element = _new(self, parent, tree.tag)
            element._parent = parent
            for name, value in tree.attrib.items():
                if element._rule is None or parent is None or parent._tag != "include":
                    element[name] = value
        except InvalidError as problem:
            raise FormatError(f"{path}: {problem}") from None
        if len(tree) == 0 and tree.text:
            element._content = tree.text.strip()
        for child in tree:
            element._children.append(self._take(child, element, path))
        if tree.tag == "include":
            element._part = self._include(element, path)
        return element

    def _include(self, element, path):
        name = element.get("file", "")
        for base in (self._path or "", path):
            place = os.path.join(os.path.dirname(base), name)
            if os.path.exists(place):
                element._content = os.path.abspath(place)
                with open(place, encoding="utf-8-sig") as file:
                    return self._read(file.read(), place, element)
        return None  # the reader says so

    # -- to a model

    def _write(self, root, files, lines, path):
        """The text of a tree, one line for each tag; `lines` are the elements by line. Files that it includes go to `files`."""
        models = self._models(files, lines) if root is self.root and self._attached else []
        out: List[str] = []
        owners: List[Optional[Element]] = []
        stack: List[Any] = [root]
        while stack:
            element = stack.pop()
            if isinstance(element, str):
                out.append(element)
                owners.append(None)
                continue
            parts = [element._tag]
            for name, value in element._texts.items():
                if "&" in value or "<" in value or '"' in value or "\n" in value:
                    value = escape(value, {'"': "&quot;", "\n": "&#10;"})
                parts.append(f'{name}="{value}"')
            content = ""
            if element._part is not None:
                files[element._content] = self._write(element._part, files, lines, element._content)
            elif element._content:
                content = escape(element._content)
            below = element._children + models if element is root else element._children
            owners.append(element)
            if below or content:
                out.append(f"<{' '.join(parts)}>{content}")
                stack.append(f"</{element._tag}>")
                stack.extend(reversed(below))
            else:
                out.append(f"<{' '.join(parts)}/>")
        lines[path] = owners
        return "\n".join(out)

    def _models(self, files, lines):
        """An <asset> with a <model> for each scene that is attached, whose texts go to the files."""
        found = Element(self, None, "asset", None)
        for k, other in enumerate(self._attached):
            if any(builder is self for builder in other._below()):
                raise InvalidError(f"scene '{self.root.get('model', '')}' is attached to itself; break the circle")
            path = other._own_path()
            files.update({os.path.abspath(os.path.join(os.path.dirname(path), name)): data for name, data in other._files.items()})
            files[path] = other._write(other.root, files, lines, path)
            found.add("model", f"attached~{k + 1}", file=path)
        return [found]

    def _below(self):
        """This builder and all that are attached to it."""
        seen, stack = {}, [self]
        while stack:
            builder = stack.pop()
            if id(builder) not in seen:
                seen[id(builder)] = builder
                stack.extend(builder._attached)
        return [b for b in seen.values() if b is not self] + ([self] if self in self._attached else [])

    def _own_path(self):
        base = self._path or os.path.abspath(f"{self.root.get('model') or 'scene'}.xml".replace("/", "_"))
        return f"{base}~{self._number}"

    def text(self) -> str:
        """The scene as it was built, as MJCF. What is attached or in memory is only named in it; `to_mjcf` is whole."""
        return self._write(self.root, {}, {}, "scene")

    def build(self, *, start: Optional[str] = None, timestep: Optional[float] = None) -> Model:
        """The model. `start` is a keyframe, "" for none; without it the first one counts, if there is any.

        The builder stays as it is: change it, and build again.
        """
        lines: Dict[str, List[Optional[Element]]] = {}
        files: Dict[str, Any] = {}
        name = self._path or str(self.root.get("model") or "scene")
        text = self._write(self.root, files, lines, name)
        base = os.path.dirname(self._path) if self._path else ""
        files.update({os.path.abspath(os.path.join(base, path)): data for path, data in self._files.items()})
        try:
            return Model.from_string(text, name=name, start=start, timestep=timestep, files=files)
        except HoldfastError as problem:
            raise self._explained(problem, lines) from None

    @staticmethod
    def _explained(problem, lines):
        """The same error with the element in the place of its line."""
        found = re.match(r"(.*?):(\d+): (?:<[^>]*>: )?(.*)", str(problem), re.DOTALL)
        owners = lines.get(found.group(1)) if found else None
        number = int(found.group(2)) - 1 if found else -1
        if owners is None or not 0 <= number < len(owners) or owners[number] is None:
            return problem
        return type(problem)(f"{owners[number]._where()}: {found.group(3)}")

    def to_mjcf(self) -> str:
        """The scene as one MJCF file that needs no other: flat, in radians, with meshes inline."""
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "scene.xml")
            self.build().save(path)
            with open(path, encoding="utf-8") as file:
                return file.read()

    def save(self, path) -> None:
        """Writes the scene as `to_mjcf` has it."""
        self.build().save(path)

    def __deepcopy__(self, memory):
        if self._path or any(e._part is not None for e in self.root.walk()):
            raise UnsupportedError("a scene with files of its own is not copied; read it again with from_mjcf")
        copy = type(self).from_string(self.text())
        copy._files, copy._attached = dict(self._files), list(self._attached)
        return copy

    def __repr__(self):
        return f"<holdfast.Builder '{self.root.get('model', '')}': {len(self.root.find_all('body'))} bodies>"
