"""Is the wrapper's own code independent of macros in the user's text before it?"""

from __future__ import annotations

import re
from pathlib import Path

from clamh.languages.c import generator

WORDS = set("_Bool auto break case char const continue default do double else enum extern float for goto if inline int int64_t long register "
            "restrict return short signed size_t sizeof static struct switch typedef union uint64_t unsigned void volatile while".split())


def test_user_macros_do_not_change_words_of_the_wrapper() -> None:
    folder = Path(generator.__file__).parent
    behind = (folder / "templates/wrapper.c.j2").read_text().partition('#include "undefined.h"')[2]
    headers = [(folder / "runtime" / name).read_text() for name in ("blackhole.h", "canonical.h", "loop.h", "registry.h")]
    macros = [macro for text in headers for macro in re.findall(r"^#define (?:[^\n]*\\\n)*[^\n]*", text, re.MULTILINE)]
    code = re.sub(r'\{\{.*?\}\}|\{%.*?%\}|"(?:\\.|[^"\\])*"|/\*.*?\*/', " ", "\n".join([behind, *macros]), flags=re.DOTALL)
    used = WORDS & set(re.findall(r"\w+", code))
    assert used and used <= set(re.findall(r"#undef (\w+)", (folder / "runtime/undefined.h").read_text()))
