"""Slow, plain reference versions of the games, for testing the fast engine against."""
