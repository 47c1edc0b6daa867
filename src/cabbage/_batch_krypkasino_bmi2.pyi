# The same, built from the same code.
from cabbage._batch_krypkasino_base import *  # noqa: F403
