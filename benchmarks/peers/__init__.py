"""Cabbage beside the engines a user could pick instead: `python benchmarks/peers --help`."""
