"""Batches of Krypkasino, built for x86-64 processors with BMI2 and POPCNT."""

include "_batch_krypkasino.pxi"
