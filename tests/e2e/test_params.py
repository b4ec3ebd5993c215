"""Do rows, ranges and units make the same cases in every language, and does each case get its own values?"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from clamh.judging.results_file import read_results
from clamh.judging.summarise import summarise
from clamh.languages import languages

ROWS = '//@@ParamRows({"name, width, label", "small, 2, \'a, b\'", "large one, 3, c"})'
RANGE = "//@@Param(range(512, 2048, mult = 4), units = 1024)"
SOURCES = {
    "volume.c": f"""
        #include <string.h>
        {ROWS}
        //@@State(Scope.Thread)
        struct Box {{
            //@@Param
            int m_width;
            //@@Param
            const char *label;
            {RANGE}
            long depth;
        }};
        //@@Benchmark
        long volume(const struct Box *box) {{ return box->m_width * box->depth * 10 + (long)strlen(box->label); }}
    """,
    "volume.cpp": f"""
        #include <string>
        {ROWS}
        //@@State(Scope.Thread)
        struct Box {{
            //@@Param
            int m_width;
            //@@Param
            std::string label;
            {RANGE}
            long depth;
        }};
        //@@Benchmark
        long volume(const Box &box) {{ return box.m_width * box.depth * 10 + static_cast<long>(box.label.size()); }}
    """,
    "Volume.java": f"""
        import org.openjdk.jmh.annotations.*;

        public class Volume {{
            {ROWS}
            @State(Scope.Thread)
            public static class Box {{
                @Param("1") public int width;
                @Param("x") public String label;
                {RANGE}
                @Param({{"1", "2"}}) public long depth;
            }}
            @Benchmark public long volume(Box box) {{ return box.width * box.depth * 10 + box.label.length(); }}
        }}
    """,
    "volume.rs": f"""
        {ROWS}
        //@@State(Scope.Thread)
        #[derive(Default)]
        struct Box {{
            //@@Param
            width: i64,
            //@@Param
            label: String,
            {RANGE}
            depth: i64,
        }}
        //@@Benchmark
        fn volume(state: &Box) -> i64 {{ state.width * state.depth * 10 + state.label.len() as i64 }}
    """,
    "volume.js": f"""
        {ROWS}
        //@@State(Scope.Thread)
        class Box {{
            //@@Param
            width = 0;
            //@@Param
            label = '';
            {RANGE}
            depth = 0;
        }}
        //@@Benchmark
        function volume(box) {{ return box.width * box.depth * 10 + box.label.length; }}
    """,
}
SOURCES["volume.go"] = f"""package volume

{ROWS}
// @@State(Scope.Thread)
type Box struct {{
    // @@Param
    width int
    // @@Param
    label string
    {RANGE}
    depth int
}}

// @@Benchmark
func volume(box *Box) int {{ return box.width * box.depth * 10 + len(box.label) }}
"""
SOURCES["volume.zig"] = f"""{ROWS}
//@@State(Scope.Thread)
const Box = struct {{
    //@@Param
    width: i64 = 0,
    //@@Param
    label: []const u8 = "",
    {RANGE}
    depth: i64 = 0,
}};

//@@Benchmark
fn volume(box: *const Box) i64 {{ return box.width * box.depth * 10 + @as(i64, @intCast(box.label.len)); }}
"""
SOURCES["volume.py"] = f"""{ROWS.replace("//", "#")}
#@@State(Scope.Thread)
class Box:
    #@@Param
    width: int = 0
    #@@Param
    label: str = ""
    {RANGE.replace("//", "#")}
    depth: int = 0


#@@Benchmark
def volume(box):
    return box.width * box.depth * 10 + len(box.label)
"""
WANTED = [(width, label, depth) for width, label in (("2", "a, b"), ("3", "c")) for depth in ("512", "1024", "2048")]
SHORT = ("-f", "1", "-wi", "0", "-i", "1", "-r", "1ms", "--no-lock", "--results", "results.ndjson")


@pytest.fixture
def suite(tmp_path: Path) -> Path:
    for name, text in SOURCES.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


@pytest.mark.language(*languages())
@pytest.mark.usefixtures("short_lived_jvms", "quick_rustc", "quick_zig")
def test_rows_ranges_and_units_are_one_set_of_cases_in_every_language(clamh, suite: Path) -> None:
    listed = clamh("list", ".").stdout
    assert len(re.findall(r"depth = 512, 1024, 2048\b", listed)) == len(SOURCES)
    assert len(re.findall(r"\(\S*width, \S*label\) = small \(2, a, b\), large one \(3, c\)", listed)) == len(SOURCES)

    done = clamh("run", ".", *SHORT, "--full", timeout=900)
    assert done.returncode == 0, done.stdout + done.stderr
    run = read_results(suite / "results.ndjson")
    platforms = list(dict.fromkeys(case.case.platform for case in run.cases))
    assert len(platforms) == len(SOURCES)
    names = list(run.cases[0].case.params)
    for platform in platforms:
        cases = [case.case for case in run.cases if case.case.platform == platform]
        assert [tuple(case.params.values()) for case in cases] == WANTED
        assert {tuple(case.params) for case in cases} == {tuple(names)}
        assert all(case.units == {"depth": 1024} for case in cases)
    assert [len(contest.rows) for contest in summarise(run, 0.95).contests] == [len(platforms)] * len(WANTED)
    assert re.findall(r"^volume \((.*), depth = (\w+)\)$", done.stdout, re.MULTILINE) == [
        (name, depth) for name in ("small", "large one") for depth in ("512", "1k", "2k")]

    dry = clamh("run", ".", "--dry", "-p", "name=large one", "-p", "depth=7,2048", timeout=900)
    assert dry.returncode == 0, dry.stdout + dry.stderr
    found = sorted(re.findall(r"=c, depth=(\d+)\) avgt (\w+)/\S+ +(\S+)$", dry.stdout, re.MULTILINE))
    assert found == sorted((depth, language, f"i:{3 * int(depth) * 10 + 1}")
                           for depth in ("7", "2048") for language in languages())
