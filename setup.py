# Builds the native part of the Python module with CMake; everything else is in pyproject.toml.
#   YOMI_JOBS=N        compile with N jobs
#   YOMI_BUILD=FOLDER  take the module from this build folder, where it is built already
import os
import pathlib
import shutil
import subprocess
import sys

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext


class BuildWithCMake(build_ext):
    def build_extension(self, ext):
        root = pathlib.Path(__file__).resolve().parent
        target = pathlib.Path(self.get_ext_fullpath(ext.name)).resolve()
        build = pathlib.Path(os.environ.get("YOMI_BUILD") or root / "build" / "python")
        if "YOMI_BUILD" not in os.environ:
            subprocess.run(["cmake", "-S", str(root), "-B", str(build), "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release",
                            "-DCMAKE_CXX_COMPILER=g++-12", f"-DPython_EXECUTABLE={sys.executable}"], check=True)
            jobs = os.environ.get("YOMI_JOBS", str(os.cpu_count()))
            subprocess.run(["cmake", "--build", str(build), "--target", "yomi_python", "-j", jobs], check=True)
        built = list((build / "python" / "yomi").glob("_yomi.*.so"))
        if len(built) != 1:
            sys.exit(f"no module in {build}: are pybind11 and numpy installed?")
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(built[0], target)


setup(ext_modules=[Extension("yomi._yomi", sources=[])], cmdclass={"build_ext": BuildWithCMake})
