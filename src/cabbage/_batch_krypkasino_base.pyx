"""Batches of Krypkasino, built for every processor."""

include "_batch_krypkasino.pxi"
