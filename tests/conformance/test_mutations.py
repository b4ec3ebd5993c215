"""Is there a mutation for every scenario in every language, and is each what it says?"""

from __future__ import annotations

from pathlib import Path

import pytest

from conformance.mutate import Mutation, mutated, mutated_worker, mutations
from conformance.observe import SOURCES
from conformance.scenarios import pairs
from clamh.languages import languages


def test_every_language_is_put_through_the_scenarios_and_mutations() -> None:
    for language in languages():
        for name in ("test_conformance.py", "test_mutations.py"):
            own = Path(__file__).parent.parent / language / name
            assert f'language = "{language}"' in own.read_text(encoding="utf-8")


def test_every_scenario_has_a_mutation_in_every_language() -> None:
    assert sorted((mutation.scenario, mutation.language) for mutation in mutations()) == sorted(pairs())


def test_a_mutation_is_one_line_and_says_why() -> None:
    for mutation in mutations():
        assert mutation.old.strip() and mutation.old != mutation.new and mutation.why and mutation.red, mutation
        assert "\n" not in mutation.old + mutation.new, mutation


def test_a_mutation_whose_line_is_gone_is_an_error(tmp_path: Path) -> None:
    gone = Mutation(scenario=mutations()[0].scenario, language=mutations()[0].language, file=mutations()[0].file,
                    old="a line that nobody ever wrote", new="", why="it is gone", red="nothing")
    with pytest.raises(LookupError, match="0 times"):
        mutated(gone, tmp_path)


def test_a_mutated_worker_is_found_only_in_its_block(tmp_path: Path) -> None:
    mutation = next(mutation for mutation in mutations() if mutation.language == "java" and mutation.file.startswith("runtime/"))
    toolchain = languages()["java"].toolchain
    before = toolchain.HERE, toolchain._runtime_hash()
    with mutated_worker(mutation, tmp_path) as sources:
        assert sources == SOURCES and mutation.new in (toolchain.HERE / mutation.file).read_text(encoding="utf-8")
        assert toolchain._runtime_hash() != before[1]
    assert (toolchain.HERE, toolchain._runtime_hash()) == before
