"""Batches of Las Vegan, built for x86-64 processors with BMI2 and POPCNT."""

include "_batch_las_vegan.pxi"
