"""The chart library Vega, which the package vl-convert-python brings: its JavaScript for pages, and pictures.

Making the JavaScript takes seconds, so it is kept in the cache of the user.
"""

from __future__ import annotations

import importlib.util
import os
from pathlib import Path
from typing import Any

from clamh.machine import atomic
from clamh.machine.extras import find_install_command
from clamh.model.diagnostics import input_error

MODULE, PACKAGE = "vl_convert", "vl-convert-python"
# which contains Vega and Vega-Lite; alone, these two are null in the bundles of version 1.9
EXPORTS = "window.vegaEmbed = vegaEmbed;"


def require_charts(option: str) -> None:
    """Raises InputError with the command that installs the library, if it is missing."""
    if not has_charts():
        raise input_error("no-charts", f"{option} needs the package {PACKAGE}, which is not installed",
                          f"type: {find_install_command('charts')}")


def has_charts() -> bool:
    """Whether the library is installed. Imports nothing."""
    return importlib.util.find_spec(MODULE) is not None


def load_javascript() -> str:
    """The JavaScript of Vega-Embed, Vega and Vega-Lite as a script, from the cache if it is there."""
    from importlib.metadata import version  # takes 30 ms to import

    from clamh.machine.atomic import shared_root

    path = shared_root(os.environ) / f"vega-embed-{version(PACKAGE)}"
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        script = make_javascript()
    keep_javascript(path, script)
    return script


def make_javascript() -> str:
    """The JavaScript, bundled anew."""
    import vl_convert

    return vl_convert.javascript_bundle(EXPORTS)


def keep_javascript(path: Path, script: str) -> None:
    """Write the script to the cache. A cache that cannot be written costs the next report some seconds, and nothing
    else.
    """
    try:
        atomic.write(path, script.encode(), 0o644)
    except OSError:
        return


def draw_picture(spec: dict[str, Any], form: str) -> bytes:
    """A Vega-Lite specification as a picture, `svg` or `png`."""
    import vl_convert

    if form == "svg":
        return vl_convert.vegalite_to_svg(spec).encode()
    return vl_convert.vegalite_to_png(spec, ppi=300)
