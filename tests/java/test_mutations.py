"""Can each scenario fail in Java?"""

from __future__ import annotations

import pytest
from made_conformance import EveryMutation

pytestmark = pytest.mark.language("java")


class TestMutations(EveryMutation):
    language = "java"
