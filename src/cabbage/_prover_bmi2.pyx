"""The searches that prove bounds, built for x86-64 processors with BMI2 and POPCNT."""

include "_prover.pxi"
