"""The searches that prove bounds, built for every processor."""

include "_prover.pxi"
