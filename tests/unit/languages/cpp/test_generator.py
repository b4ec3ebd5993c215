"""Is the wrapper's own code independent of macros in the user's text before it?"""

from __future__ import annotations

import re
from pathlib import Path

from clamh.languages.cpp import generator

KEYWORDS = set("auto char class const constexpr decltype inline int long namespace nullptr return static static_cast struct "
               "template unsigned".split())


def test_user_macros_do_not_change_names_of_the_template() -> None:
    folder = Path(generator.__file__).parent
    behind = (folder / "templates/wrapper.cpp.j2").read_text().partition('#include "undefined.hpp"')[2]
    code = re.sub(r'\{\{.*?\}\}|\{%.*?%\}|"(?:\\.|[^"\\])*"|//[^\n]*|#\w+[^\n]*', " ", behind)
    names = {name for name in re.findall(r"\b[A-Za-z_]\w*", code) if not name.startswith(("clamh", "CLAMH_"))} - KEYWORDS
    assert names and names <= set(re.findall(r"#undef (\w+)", (folder / "runtime/undefined.hpp").read_text()))
