"""The native loops, built for x86-64 processors with BMI2 and POPCNT."""

include "_engine.pxi"
