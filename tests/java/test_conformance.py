"""Does Java behave like the other languages, and like JMH?"""

from __future__ import annotations

import pytest
from made_conformance import EveryScenario

pytestmark = [pytest.mark.language("java"), pytest.mark.usefixtures("short_lived_jvms")]


class TestConformance(EveryScenario):
    language = "java"
