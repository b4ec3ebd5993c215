"""Can each scenario fail in Zig?"""

from __future__ import annotations

import pytest
from made_conformance import EveryMutation

pytestmark = [pytest.mark.language("zig"), pytest.mark.usefixtures("quick_zig")]


class TestMutations(EveryMutation):
    language = "zig"
    of_core = False
