"""Can each scenario fail in Java?"""

from __future__ import annotations

import pytest
from made_conformance import EveryMutation

pytestmark = [pytest.mark.language("java"), pytest.mark.usefixtures("short_lived_jvms")]


class TestMutations(EveryMutation):
    language = "java"
