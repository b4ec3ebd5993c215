"""Does Go behave like the other languages, and like JMH?"""

from __future__ import annotations

import pytest
from made_conformance import EveryScenario

pytestmark = [pytest.mark.language("go"), pytest.mark.usefixtures("quick_go")]


class TestConformance(EveryScenario):
    language = "go"
