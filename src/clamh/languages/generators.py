"""Code that generators share: the template environment, and what they read from the nouns of the model."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from typing import Any

import jinja2
import msgspec

from clamh.languages import HERE
from clamh.model.noun import Noun
from clamh.model.sources import Declaration


@cache
def templates(id: str, literal: Callable[[Any], str]) -> jinja2.Environment:
    """The templates of a language; their filter `literal` writes a text as a literal of the language."""
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(HERE / id / "templates"),
        undefined=jinja2.StrictUndefined,
        autoescape=False,  # no HTML: every text of the user goes through `literal`
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters["literal"] = literal
    return environment


def to_json(noun: Noun) -> str:
    """A noun as JSON on one line, in ASCII."""
    return json.dumps(msgspec.to_builtins(noun), separators=(",", ":"))


def declared(noun: Any) -> Declaration:
    """The declaration of a state, param, fixture, benchmark or counter."""
    assert noun.declaration is not None, f"{noun.name} was bound without a declaration"
    return noun.declaration
