"""The build backend of `pip install .`: setuptools, as the machine has it.

pip builds in an environment that hides what is installed, and fetches what the build needs from an index. Debian's
python3-setuptools, python3-wheel and python3-cffi do as well: where the interpreter has them they are used, and nothing
is fetched. What is missing is asked for as usual.
"""

import importlib.metadata
import importlib.util
import site
import sys

NEEDED = {"setuptools": (61,), "wheel": (), "cffi": (1, 15)}


def numbers(version):
    return tuple(int(part) for part in version.split(".")[:2] if part.isdigit())


def is_there(name, least):
    if importlib.util.find_spec(name) is None:
        return False
    try:
        return numbers(importlib.metadata.version(name)) >= least
    except importlib.metadata.PackageNotFoundError:
        return False


def missing():
    return [
        name + (">=" + ".".join(map(str, least)) if least else "")
        for name, least in NEEDED.items()
        if not is_there(name, least)
    ]


# Behind what is there already: what pip has fetched into its environment comes first.
sys.path += [folder for folder in site.getsitepackages([sys.prefix, sys.base_prefix]) if folder not in sys.path]


def get_requires_for_build_wheel(config_settings=None):
    return missing()


def get_requires_for_build_sdist(config_settings=None):
    return missing()


if not missing():
    from setuptools.build_meta import build_sdist, build_wheel, prepare_metadata_for_build_wheel  # noqa: F401
