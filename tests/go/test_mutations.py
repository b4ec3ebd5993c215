"""Can each scenario fail in Go?"""

from __future__ import annotations

import pytest
from made_conformance import EveryMutation

pytestmark = [pytest.mark.language("go"), pytest.mark.usefixtures("quick_go")]


class TestMutations(EveryMutation):
    language = "go"
