"""The HTML report: a file without external requests, with the first screen, every benchmark with charts, and the facts
of the run.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Sequence
from pathlib import Path

import jinja2
from markupsafe import Markup

from clamh.model.listing import KeptListing
from clamh.model.results import Run
from clamh.model.summary import Summary
from clamh.report.escape import escape_unprintable
from clamh.report.first_screen import build_screen
from clamh.report.listing import COLUMNS, LABEL
from clamh.report.look import Look
from clamh.report.page.answer import build_answer
from clamh.report.page.benchmarks import build_benchmarks
from clamh.report.page.data import Figures, encode_data
from clamh.report.page.facts import list_facts

HERE = Path(__file__).parent


def render(summary: Summary, run: Run, look: Look, library: str, kept: Sequence[KeptListing] = ()) -> str:
    """The page as text; `library` is the JavaScript of Vega and Vega-Lite, and `kept` has the code that was explained.
    """
    look = look._replace(rest="below")
    figures = Figures(summary, run, look.titles, look.time_unit)
    benchmarks = build_benchmarks(summary, figures, look.sort, kept)
    answer = build_answer(summary, run, look, build_screen(summary, run, look), figures)
    scripts = prepare_scripts(library, "page.js")
    return make_environment().get_template("page.html.j2").render(
        run=run, summary=summary, answer=answer, benchmarks=benchmarks, facts=list_facts(summary, run, look),
        sides=figures.sides, style=Markup(read_asset("page.css")), scripts=scripts, hashes=[
            hash_script(script) for script in scripts
        ], licenses=read_asset("licenses.txt"), columns=(LABEL, *COLUMNS), data=Markup(encode_data(figures)))


def make_environment() -> jinja2.Environment:
    """Templates of this folder, where every text is escaped."""
    return jinja2.Environment(loader=jinja2.FileSystemLoader(HERE), autoescape=True, undefined=jinja2.StrictUndefined,
                              finalize=escape_control_characters, trim_blocks=True, lstrip_blocks=True)


def prepare_scripts(library: str, name: str) -> list[Markup]:
    """The scripts of a page: the chart library, and a file of this folder."""
    return [Markup(text) for text in (library.replace("</script", "<\\/script"), read_asset(name))]


def read_asset(name: str) -> str:
    """The text of a file beside this module."""
    return (HERE / name).read_text(encoding="utf-8")


def hash_script(script: str) -> str:
    """The script's hash as the page's content security policy has it: the browser runs no other script."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()}'"


def escape_control_characters(value: object) -> object:
    """Names as in the terminal's report: a bidirectional override would reorder the page too. Our own markup stays."""
    return escape_unprintable(value) if isinstance(value, str) and not isinstance(value, Markup) else value
