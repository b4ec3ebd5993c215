"""Can each scenario fail in Python?"""

from __future__ import annotations

import pytest
from made_conformance import EveryMutation

pytestmark = pytest.mark.language("python")


class TestMutations(EveryMutation):
    language = "python"
