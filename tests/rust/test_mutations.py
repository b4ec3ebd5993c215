"""Can each scenario fail in Rust?"""

from __future__ import annotations

import pytest
from made_conformance import EveryMutation

pytestmark = [pytest.mark.language("rust"), pytest.mark.usefixtures("quick_rustc")]


class TestMutations(EveryMutation):
    language = "rust"
    of_core = False
