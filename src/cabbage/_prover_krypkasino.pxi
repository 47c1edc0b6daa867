# Krypkasino: the search that proves bounds. Included by _prover.pxi.
