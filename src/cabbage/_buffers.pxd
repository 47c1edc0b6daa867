"""Arrays of others as C pointers, held while a loop uses them.

The buffer protocol itself and not Cython's memoryviews, whose support code would be the larger part of a
small extension.
"""

from cpython.buffer cimport PyBUF_C_CONTIGUOUS, PyBUF_WRITABLE, PyBuffer_Release, PyObject_GetBuffer

from cabbage import errors


cdef enum:
    MOST_BUFFERS = 8


cdef struct Buffers:
    # The arrays that a call holds.
    Py_buffer views[MOST_BUFFERS]
    int count


cdef inline void *hold(Buffers *buffers, object array, size_t numbers, size_t item_size, bint writable) except? NULL:
    """The memory of an array of so many numbers of so many bytes; NULL for None.

    The array cannot be resized until `release`. Raises CabbageError for one of another size, and what the
    buffer protocol raises for an object without a buffer, a read-only one or one that is not contiguous.
    """
    cdef Py_buffer *view = &buffers.views[buffers.count]
    if array is None:
        return NULL
    PyObject_GetBuffer(array, view, PyBUF_C_CONTIGUOUS | (PyBUF_WRITABLE if writable else 0))
    buffers.count += 1
    if <size_t>view.itemsize != item_size or <size_t>view.len != numbers * item_size:
        raise errors.CabbageError(
            f"an array of {view.len} bytes, {view.itemsize} a number, where {numbers} of {item_size} are wanted")
    return view.buf


cdef inline void release(Buffers *buffers) noexcept:
    """Let go of all arrays."""
    while buffers.count:
        buffers.count -= 1
        PyBuffer_Release(&buffers.views[buffers.count])
