"""Definitions of C as NumPy tables: one row for each item, one column for each field, by the C structs themselves."""

import functools

import numpy as np

from ._native import ffi, lib
from .errors import InvalidError

_NUMBERS = {"double": "f8", "float": "f4", "int": "i4", "unsigned int": "u4", "bool": "?", "_Bool": "?", "uint32_t": "u4", "int64_t": "i8", "uint64_t": "u8", "long": "i8"}
_NUMBERS["unsigned char"] = "u1"


def _column(kind):
    """The dtype of a field of C; None for pointers."""
    if kind.kind == "array":
        inner = _column(kind.item)
        return None if inner is None else np.dtype((inner, (kind.length,)))
    if kind.kind == "struct":
        return struct_dtype(kind.cname)
    if kind.kind == "enum":
        return np.dtype("i4")
    return np.dtype(_NUMBERS[kind.cname]) if kind.cname in _NUMBERS else None


@functools.lru_cache(maxsize=None)
def struct_dtype(name):
    """The dtype of a struct of C, with the places of its fields; pointers are left out."""
    names, formats, offsets = [], [], []
    for field, member in ffi.typeof(name).fields:
        column = _column(member.type)
        if column is not None:
            names.append(field)
            formats.append(column)
            offsets.append(member.offset)
    return np.dtype({"names": names, "formats": formats, "offsets": offsets, "itemsize": ffi.sizeof(name)})


def enum_names(kind, prefix):
    """Names of an enum's values, by number: "HF_JOINT_HINGE" is "hinge"."""
    found = {}
    for number, word in kind.elements.items():
        if word.startswith(prefix) and not word.endswith("_COUNT"):
            found[number] = word[len(prefix) :].lower().replace("_", "-")
    return np.array([found.get(k, "") for k in range(max(found) + 1)])


# What a model has tables of, with the beginning of the names of each enum in them.
TABLES = {
    "body": {"motion": "HF_MOTION_", "form": "HF_FORM_"},
    "shape": {"kind": "HF_SHAPE_"},
    "joint": {"kind": "HF_JOINT_"},
    "actuator": {"transmission": "HF_TRANSMISSION_"},
    "site": {},
    "sensor": {"kind": "HF_SENSOR_"},
    "tendon": {},
    "loop": {"kind": "HF_LOOP_"},
    "camera": {"mode": "HF_CAMERA_"},
}


def count_items(model, kind):
    """How many bodies, joints, … a model has."""
    return lib.hf_model_count(model, getattr(lib, f"HF_ITEM_{kind.upper()}"))


def table(model, kind):
    """All definitions of one kind, as a structured array that nobody else has."""
    if kind not in TABLES:
        raise InvalidError(f"there is no table of '{kind}': there are {', '.join(TABLES)}")
    count, item = count_items(model, kind), getattr(lib, f"hf_model_{kind}")
    struct = f"hf_{kind}_def"
    rows = ffi.new(f"{struct}[]", max(count, 1))
    for k in range(count):
        rows[k] = item(model, k)
    plain = np.frombuffer(ffi.buffer(rows), dtype=struct_dtype(struct), count=count)
    names = [ffi.string(rows[k].name).decode("utf-8", "replace") if rows[k].name != ffi.NULL else "" for k in range(count)]
    members = dict(ffi.typeof(struct).fields)
    words = {field: enum_names(members[field].type, prefix) for field, prefix in TABLES[kind].items()}
    columns = [("name", object)] + [(f, words[f].dtype if f in words else plain.dtype.fields[f][0]) for f in plain.dtype.names]
    out = np.empty(count, columns)
    out["name"] = names
    for field in plain.dtype.names:
        out[field] = words[field][plain[field]] if field in words else plain[field]
    return out


__all__ = ["TABLES", "struct_dtype", "table"]
