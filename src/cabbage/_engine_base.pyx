"""The native loops, built for every processor."""

include "_engine.pxi"
