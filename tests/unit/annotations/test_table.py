from __future__ import annotations

from pathlib import Path

import pytest

from clamh.annotations.table import ANNOTATIONS, TABLE, AnnotationSpec, ArgumentSpec, canonical, suggestion
from clamh.languages import languages

REFERENCE = Path(__file__).parents[3] / "docs" / "reference" / "annotations.md"
BEGIN, END = "src/clamh/annotations/table.py -->\n", "<!-- end of table -->"
KINDS = {"string": "text", "time": "time such as \"10s\"", "call": "range(…)"}


def argument(one: ArgumentSpec) -> str:
    kinds = [", ".join(f"`{one.owner.rpartition('.')[2]}.{name}`" for name in one.constants) if kind == "constant"
             else KINDS.get(kind, kind) for kind in one.kinds]
    least = f", at least {one.least}" if one.least is not None else ""
    listed = ", one or a list" if one.listed else ""
    default = " (needed)" if one.required else f" (default: {one.default})"
    return f"`{one.name}`{'' if one.jmh else '*'}: {' or '.join(kinds)}{least}{listed}{default}"


def row(one: AnnotationSpec) -> str:
    arguments = "<br>".join(map(argument, one.arguments)) or "none"
    return f"| `{one.name}`{'' if one.jmh else '*'} | {', '.join(one.targets)} | {arguments} | {one.meaning} |\n"


def test_the_reference_has_this_table(request: pytest.FixtureRequest) -> None:
    table = "| annotation | stands on | arguments | meaning |\n|---|---|---|---|\n" + "".join(map(row, ANNOTATIONS))
    before, _, rest = REFERENCE.read_text(encoding="utf-8").partition(BEGIN)
    _, _, after = rest.partition(END)
    wanted = before + BEGIN + table + END + after
    if request.config.getoption("--update-golden"):
        REFERENCE.write_text(wanted, encoding="utf-8")
    assert REFERENCE.read_text(encoding="utf-8") == wanted


def test_languages_name_annotations_of_the_table_only() -> None:
    for language in languages().values():
        assert set(language.annotations) <= set(TABLE)
        assert set(language.annotation_arguments) <= set(TABLE)
        for name, own in language.annotation_arguments.items():
            assert not {one.name for one in TABLE[name].arguments} & set(own)


def test_names() -> None:
    assert canonical("TearDown") == canonical("Teardown") == "Teardown"
    assert suggestion("Benchmrk", TABLE) == suggestion("benchmark", TABLE) == "Benchmark"
    assert suggestion("Xyzzy", TABLE) is None
