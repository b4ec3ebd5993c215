"""Writes docs/reference from the code: python scripts/reference.py"""

from __future__ import annotations

import argparse
import importlib
from unittest.mock import patch

from clamh.cli import arguments


class _Parser(Exception):
    """Carries the parser out of a verb."""


def parser_of(verb: str) -> argparse.ArgumentParser:
    """The parser of a verb's options, taken where the verb would read its command line with it."""
    def take(parser: argparse.ArgumentParser, *_: object) -> None:
        raise _Parser(parser)

    with patch.object(arguments, "read", take):
        try:
            importlib.import_module(f"clamh.cli.{verb}").main([])
        except _Parser as taken:
            return taken.args[0]
    raise AssertionError(f"clamh {verb} does not read its command line with arguments.read")
