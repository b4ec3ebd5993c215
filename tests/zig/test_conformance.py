"""Does Zig behave like the other languages, and like JMH?"""

from __future__ import annotations

import pytest
from made_conformance import EveryScenario

pytestmark = [pytest.mark.language("zig"), pytest.mark.usefixtures("quick_zig")]


class TestConformance(EveryScenario):
    language = "zig"
