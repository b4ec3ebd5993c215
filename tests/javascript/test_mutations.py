"""Can each scenario fail in JavaScript?"""

from __future__ import annotations

import pytest
from made_conformance import EveryMutation

pytestmark = pytest.mark.language("javascript")


class TestMutations(EveryMutation):
    language = "javascript"
