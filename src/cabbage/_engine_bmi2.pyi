# The same, built from the same code.
from cabbage._engine_base import *  # noqa: F403
