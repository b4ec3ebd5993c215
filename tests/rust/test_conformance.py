"""Does Rust behave like the other languages, and like JMH?"""

from __future__ import annotations

import pytest
from made_conformance import EveryScenario

pytestmark = [pytest.mark.language("rust"), pytest.mark.usefixtures("quick_rustc")]


class TestConformance(EveryScenario):
    language = "rust"
