# Builds libholdfast by CMake, puts it beside the extension module, and lets cffi compile the module
# from the public headers (python/declarations.py). One wheel serves every Python from 3.9 on.
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from setuptools import setup
from setuptools.command.build_ext import build_ext

ROOT = Path(__file__).resolve().parent
sys.path.insert(0, str(ROOT / "python"))


def version():
    text = (ROOT / "CMakeLists.txt").read_text(encoding="utf-8")
    return re.search(r"project\(holdfast VERSION ([0-9.]+)", text).group(1)


class BuildWithLibrary(build_ext):
    """Builds the shared library first; the module finds it in its own folder at run time."""

    def run(self):
        ready = os.environ.get("HOLDFAST_LIBRARY_DIR")  # a build that is there already
        self.library_folder = self.ready_library(Path(ready)) if ready else self.build_library()
        for extension in self.extensions:
            extension.library_dirs.append(str(self.library_folder))
        super().run()

    def ready_library(self, folder):
        """A build folder with the shared library, which is built now if only its neighbours were (make run)."""
        folder = folder.resolve()
        if not list(folder.glob("libholdfast.so.*.*.*")) and (folder / "CMakeCache.txt").exists():
            subprocess.run([os.environ.get("CMAKE", "cmake"), "--build", str(folder), "--target", "holdfast_shared"], check=True)
        if not list(folder.glob("libholdfast.so.*.*.*")):
            raise SystemExit(f"HOLDFAST_LIBRARY_DIR={folder}: there is no libholdfast.so; name a build folder of holdfast, or leave it away")
        return folder

    def build_library(self):
        work = (ROOT / self.build_temp).resolve() / "library"
        work.mkdir(parents=True, exist_ok=True)
        cmake = os.environ.get("CMAKE", "cmake")
        configure = [cmake, "-S", str(ROOT), "-B", str(work), "-DCMAKE_BUILD_TYPE=Release"]
        configure += [f"-DHOLDFAST_{part}=OFF" for part in ("TESTS", "TOOL", "EXAMPLES")]
        if shutil.which("ninja"):
            configure += ["-G", "Ninja"]
        subprocess.run(configure, check=True)
        jobs = str(os.cpu_count() or 1)
        subprocess.run([cmake, "--build", str(work), "--target", "holdfast_shared", "-j", jobs], check=True)
        return work

    def build_extension(self, extension):
        super().build_extension(extension)
        if os.environ.get("HOLDFAST_SYSTEM_LIBRARY"):
            return  # the module uses the library that is installed beside it
        link = self.library_folder / "libholdfast.so"
        soname, built = os.readlink(link), link.resolve()  # libholdfast.so.0.1, libholdfast.so.0.1.0
        beside = Path(self.get_ext_fullpath(extension.name)).parent
        beside.mkdir(parents=True, exist_ok=True)
        shutil.copy2(built, beside / soname)
        shutil.copytree(ROOT / "scenes", beside / "scenes", dirs_exist_ok=True)


setup(
    version=version(),
    cffi_modules=["python/declarations.py:builder"],
    cmdclass={"build_ext": BuildWithLibrary},
    options={"bdist_wheel": {"py_limited_api": "cp39"}},
)
