"""`python -m clamh.cli`: the command line without the installed `clamh` script."""

from __future__ import annotations

import sys

from clamh.cli.start import main

if __name__ == "__main__":
    sys.exit(main())
