# The same classes, built from the same code.
from cabbage._prover_base import DealMaxn, DealProver, RoundMaxn, RoundProver

__all__ = ["DealMaxn", "DealProver", "RoundMaxn", "RoundProver"]
