"""What cffi is told of the library: the public headers themselves, preprocessed.

The compiler expands holdfast.h, extras.h and papers.h; of what comes out, the lines that stem from our own headers
are declarations that cffi reads as they are. So the module `holdfast._native` has every public
function, and none can be forgotten or mistyped here.
"""

import os
import re
import shlex
import subprocess
from pathlib import Path

from cffi import FFI

ROOT = Path(__file__).resolve().parent.parent
INCLUDE = ROOT / "include"
HEADERS = "".join(f'#include "holdfast/{name}.h"\n' for name in ("holdfast", "extras", "papers"))


def declarations():
    """All declarations of the public headers, without attributes and preprocessor lines."""
    compiler = shlex.split(os.environ.get("CC", "cc"))
    command = compiler + ["-E", "-DHF_API=", f"-I{INCLUDE}", "-"]
    text = subprocess.run(command, input=HEADERS, check=True, capture_output=True, text=True).stdout
    own, lines = False, []
    for line in text.splitlines():
        marker = re.match(r'# \d+ "([^"]*)"', line)
        if marker:
            own = "/holdfast/" in marker.group(1)
        elif own:
            lines.append(line)
    text = "\n".join(lines)
    text = re.sub(r"__attribute__\s*\(\((?:[^()]|\([^()]*\))*\)\)", "", text)
    return without_array_pointers(text.replace("_Bool", "bool"))


def without_array_pointers(text):
    """Fields such as `const double (*points)[2]`, whose const cffi loses, are left to C: `...;` stands for them."""
    field = re.compile(r"\n[^;{}()]*\(\*\w+\)\[\d+\];")

    def mend(match):
        body, count = field.subn("", match.group(1))
        return f"{{{body}    ...;\n}}" if count else match.group(0)

    return re.sub(r"\{([^{}]*)\}", mend, text)


# Called by the library while Python waits: by whichever thread asks, with the interpreter's lock.
CALLBACKS = """
extern "Python" bool holdfast_interrupted(void *context);
extern "Python" double holdfast_clock(void *context);
extern "Python" void holdfast_notice(void *context, const char *text);
extern "Python" bool holdfast_find(void *context, const char *path, const void **bytes, size_t *size);
extern "Python" hf_status holdfast_control(void *context, int run, int step, hf_world *world, hf_error *error);
extern "Python" hf_status holdfast_controller(void *context, hf_world *world, double h, hf_error *error);
extern "Python" hf_status holdfast_loss(void *context, int step, const hf_world *world, const double *u, double *loss, double *dx, double *du,
                                        hf_error *error);
extern "Python" bool holdfast_observed(void *context, const hf_progress *progress);
extern "Python" hf_status holdfast_own_solver(void *context, const hf_problem *problem, const hf_solve_options *options, double *r,
                                              hf_report *report, hf_error *error);
"""

builder = FFI()
builder.cdef(declarations() + CALLBACKS)
builder.set_source(
    "holdfast._native",
    HEADERS,
    include_dirs=[str(INCLUDE)],
    libraries=["holdfast"],
    # The library is beside the module, unless a system has its own.
    extra_link_args=[] if os.environ.get("HOLDFAST_SYSTEM_LIBRARY") else ["-Wl,-rpath,$ORIGIN"],
)
