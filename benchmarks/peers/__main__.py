"""`python benchmarks/peers`, or `python -m benchmarks.peers`, from a checkout."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from peers.command import main

sys.exit(main())
