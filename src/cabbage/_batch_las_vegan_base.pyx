"""Batches of Las Vegan, built for every processor."""

include "_batch_las_vegan.pxi"
