"""`python -m conformance.print NAME LANGUAGE`: a scenario in one language, as it is run."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from clamh.languages import languages
from conformance.description import DescriptionError
from conformance.scenarios import scenarios
from conformance.written import find_source


def main(arguments: Sequence[str]) -> int:
    """Prints the source; exit code 2 where there is none."""
    parser = argparse.ArgumentParser(prog="python -m conformance.print", description="Print a scenario in one language.")
    parser.add_argument("name", choices=list(scenarios()), metavar="NAME", help="of a file of scenarios/")
    parser.add_argument("language", choices=list(languages()))
    args = parser.parse_args(arguments)
    try:
        print(find_source(args.name, args.language).read_text(encoding="utf-8"), end="")
    except (FileNotFoundError, DescriptionError) as error:
        print(error, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
