"""The extensions. Everything else about the package stands in pyproject.toml.

Environment switches, for building a checkout:
    CABBAGE_DEBUG=1      bounds checks and C assertions, no optimisation, for debuggers and sanitizers
    CABBAGE_COVERAGE=1   line tracing, for Cython coverage (CPython 3.11)
    CABBAGE_PORTABLE=1   plain C bit operations, as on compilers without builtins
"""

import glob
import os
import platform
import sys

from Cython.Build import cythonize
from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext


def switched_on(name):
    return os.environ.get(name, "") not in ("", "0")


DEBUG = switched_on("CABBAGE_DEBUG")
COVERAGE = switched_on("CABBAGE_COVERAGE")
PORTABLE = switched_on("CABBAGE_PORTABLE")

# On x86-64 the native loops are built twice; `cabbage._engine` chooses when it is imported. A
# machine of another kind builds the second ones from portable code too and never chooses them.
BMI2_MODULES = [
    "cabbage._engine_bmi2",
    "cabbage._prover_bmi2",
    "cabbage._batch_las_vegan_bmi2",
    "cabbage._batch_krypkasino_bmi2",
]
# On x86-64 for old processors only, everywhere else what is used.
FALLBACKS = [
    "cabbage._prover_base",
    "cabbage._batch_las_vegan_base",
    "cabbage._batch_krypkasino_base",
]
MODULES = [
    "cabbage._streams",
    "cabbage._core",
    "cabbage._deal",
    "cabbage._transpositions",
    "cabbage._engine_base",
    *FALLBACKS,
    *BMI2_MODULES,
]

# How hard the compiler tries. Of two builds of the same loops the machine's own is made fast, and the other
# one small; what has no loops of its own gains nothing from being large. Nothing unwinds through C here but
# debuggers, which have builds of their own.
# Sums of Monte Carlo searches must come out the same everywhere: no compiler may fuse a product with a sum.
EXACT = "-ffp-contract=off"
UNIX_FLAGS = {
    "debug": ["-O0", "-g", "-UNDEBUG", EXACT],
    "fast": ["-O3", "-g0", "-fno-asynchronous-unwind-tables", EXACT],
    "plain": ["-O2", "-g0", "-fno-asynchronous-unwind-tables", EXACT],
    "small": ["-Os", "-g0", "-fno-asynchronous-unwind-tables", EXACT],
}
MSVC_FLAGS = {"debug": ["/Od", "/Z7", "/UNDEBUG"], "fast": ["/O2"], "plain": ["/O2"], "small": ["/O1"]}
UNIX_BMI2_FLAGS = ["-mbmi", "-mbmi2", "-mpopcnt"]


def is_x86_64():
    """Whether the build is for x86-64 and nothing else (not a macOS universal binary)."""
    archflags = os.environ.get("ARCHFLAGS", "")
    if sys.platform == "darwin" and "-arch" in archflags:
        return archflags.split() == ["-arch", "x86_64"]
    return platform.machine().lower() in ("x86_64", "amd64") and sys.maxsize > 2**32


def effort(module):
    """Which flags a module is built with."""
    if DEBUG:
        return "debug"
    if module in BMI2_MODULES:
        return "fast" if is_x86_64() else "small"  # which no other machine ever loads
    if module in FALLBACKS:
        return "plain" if is_x86_64() else "fast"
    return "fast" if module == "cabbage._engine_base" else "plain"


class BuildExtensions(build_ext):
    """Adds what depends on the compiler, which is known only now."""

    def build_extension(self, extension):
        msvc = self.compiler.compiler_type == "msvc"
        extension.extra_compile_args = list((MSVC_FLAGS if msvc else UNIX_FLAGS)[effort(extension.name)])
        extension.extra_link_args = [] if msvc or DEBUG or sys.platform == "darwin" else ["-s"]
        if extension.name in BMI2_MODULES and is_x86_64() and not PORTABLE:
            if msvc:
                extension.define_macros.append(("CABBAGE_BMI2", "1"))
            else:
                extension.extra_compile_args += UNIX_BMI2_FLAGS
        super().build_extension(extension)


def extension(module):
    macros = []
    if COVERAGE:
        macros += [("CYTHON_TRACE", "1"), ("CYTHON_TRACE_NOGIL", "1"), ("CYTHON_USE_SYS_MONITORING", "0")]
    if PORTABLE:
        macros.append(("CABBAGE_PORTABLE_BITS", "1"))
    return Extension(
        module,
        [f"src/{module.replace('.', '/')}.pyx"],
        include_dirs=["src/cabbage"],
        depends=glob.glob("src/cabbage/*.h") + glob.glob("src/cabbage/*.pxi"),
        define_macros=macros,
    )


setup(
    ext_modules=cythonize(
        [extension(module) for module in MODULES],
        include_path=["src"],
        compiler_directives={
            "language_level": 3,
            "embedsignature": True,
            "embedsignature.format": "clinic",
            "binding": False,
            "boundscheck": DEBUG,
            "wraparound": False,
            "cdivision": True,
            "initializedcheck": DEBUG,
            "linetrace": COVERAGE,
            "freethreading_compatible": True,
        },
    ),
    cmdclass={"build_ext": BuildExtensions},
)
