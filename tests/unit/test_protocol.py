"""Do the schema of results files and the code agree?"""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path

import jsonschema
from made_plans import tiny_plan

PROTOCOL = Path(__file__).parents[2] / "protocol"


def test_the_schemas_are_fresh() -> None:
    spec = importlib.util.spec_from_file_location("schemas", PROTOCOL.parent / "scripts" / "schemas.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    for name, text in module.schemas().items():
        assert (PROTOCOL / name).read_text(encoding="utf-8") == text, "run python scripts/schemas.py"


def test_every_line_of_a_results_file_is_valid(measure) -> None:
    lines = Path(measure(tiny_plan("work", "other"), "dies_mid_iteration").path).read_text().splitlines()
    schema = json.loads((PROTOCOL / "results.schema.json").read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    check = jsonschema.Draft202012Validator(schema)
    for line in lines:
        check.validate(json.loads(line))
    kinds = {json.loads(line)["event"] for line in lines}
    assert kinds == {"header", "platform", "case", "fork_start", "iteration", "fork_end", "warning", "end"}
