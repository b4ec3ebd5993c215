"""Does C behave like the other languages, and like JMH?"""

from __future__ import annotations

import pytest
from made_conformance import EveryScenario

pytestmark = pytest.mark.language("c")


class TestConformance(EveryScenario):
    language = "c"
