# The same, built from the same code.
from cabbage._batch_las_vegan_base import *  # noqa: F403
