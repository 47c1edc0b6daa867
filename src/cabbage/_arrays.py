"""NumPy arrays that are given and taken: what they must be, and what memory there is for them."""

from __future__ import annotations

import os
from typing import Any

import numpy
import numpy.typing

from cabbage._checks import quoted, shown
from cabbage.errors import ArrayError, BatchMemoryError, InputTypeError

__all__ = ["apart", "bools", "check_memory", "numbers", "output"]

Array = numpy.typing.NDArray[Any]

#: Where the machine does not say how much memory it has.
_UNKNOWN_MEMORY = 1 << 46


#: Where Linux says how much memory a container may have.
_CONTAINER = "/sys/fs/cgroup/memory.max"


def _machine_memory() -> int:
    try:
        memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, OSError, ValueError):
        memory = _UNKNOWN_MEMORY
    try:
        with open(_CONTAINER, encoding="ascii") as file:
            return min(memory, int(file.read()))
    except (OSError, ValueError):  # no container, or one without a limit
        return memory


def check_memory(what: str, size: int) -> None:
    """Refuse `size` bytes that the machine does not have: some would promise them, and fail at their use."""
    memory = _machine_memory()
    if size > memory:
        raise BatchMemoryError(f"{what} needs {shown(size)} bytes; this machine has {memory}")


def output(name: str, array: object, dtype: str, shape: tuple[int, ...]) -> Array:
    """The array to write results to: a new one where it is None, else the caller's, checked."""
    wanted = numpy.dtype(dtype)
    if array is None:
        size = wanted.itemsize
        for length in shape:
            size *= length
        check_memory(f"{name}, of shape {shape},", size)
        return numpy.empty(shape, wanted)
    if not isinstance(array, numpy.ndarray):
        raise InputTypeError(f"{name} is a numpy.ndarray to write to, not {quoted(type(array))}")
    _check_mask(name, array)
    if array.dtype != wanted:
        raise ArrayError(f"{name} is an array of {wanted}, not of {array.dtype}")
    if array.shape != shape:
        raise ArrayError(f"{name} has shape {shape}, not {array.shape}")
    if not array.flags.writeable:
        raise ArrayError(f"{name} is read-only")
    _check_layout(name, array)
    return array


def numbers(name: str, values: object, count: int) -> Array:
    """An array of `count` whole numbers that is read: the caller's own, or one made of a sequence."""
    try:
        array = numpy.asarray(values)
    except Exception as error:  # whatever the array interface of somebody's object raises
        raise InputTypeError(f"{name} is an array of integers, not {quoted(type(values))}: {error}") from None
    _check_mask(name, array, values)
    if array.dtype not in (numpy.dtype("int64"), numpy.dtype("int32")):
        raise ArrayError(f"{name} is an array of int64 or int32, not of {array.dtype}")
    if array.shape != (count,):
        raise ArrayError(f"{name} has shape {(count,)}, a number a lane, not {array.shape}")
    _check_layout(name, array)
    return array


def _check_mask(name: str, *arrays: object) -> None:
    """Refuse masked arrays, whose mask would be passed over."""
    if any(hasattr(array, "mask") for array in arrays):
        raise ArrayError(f"{name} is a masked array; give the numbers without a mask")


def _check_layout(name: str, array: Array) -> None:
    if not (array.flags.c_contiguous and array.flags.aligned):
        raise ArrayError(f"{name} has strides {array.strides}; its numbers must lie together, in C order")


def bools(name: str, values: object, count: int) -> Array:
    """An array of `count` bools that is read, as bytes."""
    array = numpy.asarray(values)
    _check_mask(name, array, values)
    if array.dtype != numpy.dtype("bool") or array.shape != (count,):
        raise ArrayError(f"{name} is an array of {count} bools, not {array.dtype} {array.shape}")
    return numpy.ascontiguousarray(array).view("uint8")


def apart(arrays: dict[str, Array | None]) -> None:
    """Refuse arrays that share memory with one another: writing to one would change the other."""
    known = [(name, array) for name, array in arrays.items() if array is not None]
    for i, (name, array) in enumerate(known):
        for other_name, other in known[:i]:
            if numpy.may_share_memory(array, other):
                raise ArrayError(f"{other_name} and {name} share memory")
