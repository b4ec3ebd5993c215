"""Can each scenario fail in Zig? Mutations of the core are those of C++ and Rust, which compile it in half of the time."""

from __future__ import annotations

import pytest
from made_conformance import EveryMutation

from conformance.mutate import mutations

pytestmark = [pytest.mark.language("zig"), pytest.mark.usefixtures("quick_zig")]


class TestMutations(EveryMutation):
    language = "zig"

    @classmethod
    def pytest_generate_tests(cls, metafunc: pytest.Metafunc) -> None:
        own = [mutation for mutation in mutations() if mutation.language == "zig" and not mutation.file.startswith("native/")]
        metafunc.parametrize("mutation", own, ids=lambda mutation: mutation.scenario)
