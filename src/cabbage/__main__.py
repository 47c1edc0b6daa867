"""`python -m cabbage`: the command line."""

import sys

from cabbage.cli import main

if __name__ == "__main__":
    sys.exit(main())
