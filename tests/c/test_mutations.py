"""Can each scenario fail in C?"""

from __future__ import annotations

import pytest
from made_conformance import EveryMutation

pytestmark = pytest.mark.language("c")


class TestMutations(EveryMutation):
    language = "c"
    of_core = False
