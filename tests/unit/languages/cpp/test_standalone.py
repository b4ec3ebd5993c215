"""Does a standalone source contain all files of the user, the runtime and the core, each once?"""

from __future__ import annotations

import re
from pathlib import Path

from clamh import pipeline
from clamh.languages.cpp.generator import standalone
from clamh.languages.cpp.toolchain import OUTSIDE
from clamh.languages.native import CORE


def test_standalone_source_contains_each_file_once(tmp_path: Path) -> None:
    (tmp_path / "part.cpp").write_text("int part() { return 41; }\n")
    for name, code in {"core/y.hpp": "#pragma once\nstruct Y { int n; };\n", "util/x.hpp": '#pragma once\n#include "core/y.hpp"\n'}.items():
        (tmp_path / name).parent.mkdir()
        (tmp_path / name).write_text(code)
    (tmp_path / "whole.cpp").write_text(
        '#include <vector>\n#include <lath.h>\n#include "part.cpp"\n#include "util/x.hpp"\n#include "core/y.hpp"\n//@@Benchmark\nint whole() { return part() + 1; }\n')
    text = standalone(pipeline.generate_wrappers(pipeline.forecast([str(tmp_path / "whole.cpp")], lambda _: None))[0])
    first, *_ = (OUTSIDE / "lath.h").read_text(encoding="utf-8").splitlines()
    assert "lath.h>" not in text and text.count(first) == 1 and "#include <vector>" in text
    assert text.count("int part()") == text.count("struct Y {") == 1 and '"core/y.hpp"' not in re.sub("#line.*", "", text)
    assert [text.count(f'#line 1 "clamh/native/{file.name}"') for file in CORE.glob("*.[ch]")] == [1] * len(list(CORE.glob("*.[ch]")))
