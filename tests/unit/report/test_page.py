"""Does the page have what it must have, whatever is in the run, and is every text of the run escaped?"""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from made_pages import HOSTILE, compared_run, failed_run, hostile_run, judged, list_code, one_platform_run, profile_names, write_page
from made_runs import case, fork, run
from msgspec.structs import replace

from clamh.model.profiles import Frame, Stack
from clamh.model.results import Run
from clamh.report.escape import escape_unprintable
from clamh.report.first_screen import build_screen
from clamh.report.look import Look
from clamh.report.page import flame, hash_script, read_asset
from clamh.report.page.benchmarks import build_benchmarks
from clamh.report.page.data import Figures

LIBRARY = "window.vegaEmbed = () => {}; // </script> in a string of the library"
RUNS = {"compared": compared_run, "hostile": hostile_run, "one platform": one_platform_run, "failed": failed_run, "empty": lambda: run([])}


class Elements(HTMLParser):
    """The elements of a page and its text."""

    def __init__(self, text: str):
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.text, self.scripts = "", []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, text: str) -> None:
        if self.tags and self.tags[-1][0] == "script":
            self.scripts.append(text)
        else:
            self.text += text

    def of(self, tag: str) -> list[dict[str, str | None]]:
        return [attributes for name, attributes in self.tags if name == tag]


def page_of(result: Run, folder: Path, **how: object) -> Elements:
    return Elements(write_page(result, folder, LIBRARY, **how).read_text("utf-8"))


def data_of(page: Elements) -> dict:
    return json.loads(page.scripts[0])


@pytest.mark.parametrize("name", RUNS)
def test_any_run_has_a_page_without_foreign_scripts_and_addresses(name: str, tmp_path: Path) -> None:
    page = page_of(RUNS[name](), tmp_path)
    assert [attributes.get("type") for attributes in page.of("script")] == ["application/json", None, None]
    assert not page.of("img") and not page.of("link") and not page.of("iframe") and not page.of("base")
    assert all(not name.startswith("on") for _, attributes in page.tags for name in attributes)
    links = [attributes[name] for _, attributes in page.tags for name in ("href", "src") if name in attributes]
    assert all(link.startswith("#") for link in links if link)
    ids = [attributes["id"] for _, attributes in page.tags if "id" in attributes]
    assert len(ids) == len(set(ids)) and {link[1:] for link in links if link} <= set(ids)
    data = data_of(page)
    assert len(data["rows"]) == len(judged(RUNS[name]()).summary.rows)
    numbers = sorted(int(attributes["data-chart"]) for attributes in page.of("figure"))
    assert numbers == list(range(len(data["charts"])))


def test_the_security_policy_allows_only_the_pages_own_scripts(tmp_path: Path) -> None:
    page = page_of(hostile_run(), tmp_path)
    policy = page.of("meta")[1]["content"]
    assert policy and policy.startswith("default-src 'none';")
    assert re.findall("'sha256-[^']*'", policy) == [hash_script(LIBRARY.replace("</script", "<\\/script")), hash_script(read_asset("page.js"))]
    assert "script-src 'unsafe-inline'" not in policy


def test_hostile_names_are_text_and_control_characters_are_escaped(tmp_path: Path) -> None:
    page = page_of(hostile_run(), tmp_path)
    for text in HOSTILE[:4]:
        assert text in page.text
    whole = (tmp_path / "page.html").read_text("utf-8")
    assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]", whole.replace(LIBRARY, ""))
    assert "\\u202eevil\\x1b[31m" in page.text


def test_the_page_has_the_figures_of_the_first_screen_and_each_leads_to_its_row(tmp_path: Path) -> None:
    result = compared_run()
    page = page_of(result, tmp_path)
    places = {row.case_id: place for place, row in enumerate(judged(result).summary.rows)}
    text = (tmp_path / "page.html").read_text("utf-8")
    line = re.search(r'<tr data-contest="0">.*?</tr>', text, re.DOTALL)
    assert line
    cells = re.findall(r'<a href="#row-(\d+)">([^<]*)', line[0])
    table = build_screen(*reversed(judged(result)), Look(full=False)).table
    assert table and [cell for _, cell in cells] == [cell.text for cell in table.rows[0][2:]] and len(cells) == 5
    assert [int(row) for row, _ in cells] == [places[f"sort-8-{side}"] for side in
                                             ("cpp/g++-12", "cpp/g++-12", "go/go-1.22", "javascript/node-20", "python/cpython-3.11")]
    assert page.text.count("Trust") == 1


def test_measured_operations_are_on_the_page_on_request(tmp_path: Path) -> None:
    table = build_screen(*reversed(judged(compared_run())), Look(full=False, iterations=True)).iterations
    page = page_of(compared_run(), tmp_path, iterations=True)
    assert table and table.title in page.text and all(cell.text in page.text for row in table.rows for cell in row)
    assert table.title not in page_of(compared_run(), tmp_path).text


def test_code_stands_in_the_section_of_its_benchmark_if_it_is_of_the_measured_artifact(tmp_path: Path) -> None:
    result = compared_run()
    kept = [each for each in list_code(result) if each.key == "sort"]
    page = page_of(result, tmp_path, kept=kept)
    assert len(page.of("details")) == len(page_of(result, tmp_path).of("details")) + 1
    assert page.text.count("add 0x10(%rdi),%eax, malloc") == 4 and page.text.count("loop add") == 4 and "… 3 more" in page.text
    assert [attributes["aria-label"] for attributes in page.of("section") if "aria-label" in attributes] == [
        f"Code on {side}" for side in ("C++", "Go", "JavaScript", "Python")]
    assert "loop add" not in page_of(result, tmp_path, kept=list_code(result, artifact="of another build")).text


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_code_and_functions_of_a_profile_are_text(text: str, tmp_path: Path) -> None:
    result = compared_run(("8",), ("sort",))
    shown = escape_unprintable(text)
    for page in (page_of(result, tmp_path, kept=list_code(result, text)), Elements(flame.render([profile_names([text, "a"], text)], text, LIBRARY))):
        assert page.text.count(shown) > 3 and not page.of("img") and len(page.of("script")) == 3


def test_flame_graph_joins_equal_callers_and_leaves_out_what_is_too_narrow() -> None:
    sum_, step, tiny = Frame("sum", "/f/sums.c", 5), Frame("step"), Frame("", "/f/sums.c", 7)
    profile = profile_names(["a"])
    tree = flame.build_tree(replace(profile, stacks=(Stack((sum_,), 1.0), Stack((sum_, step), 3.0), Stack((sum_, step, tiny), 1e-9), Stack((tiny,), 4.0))))
    assert [(node["id"], node["parent"], node["name"]) for node in tree] == [(0, None, "sum c/gcc-12"), (1, 0, "sum"), (4, 0, "/f/sums.c:7"), (2, 1, "step")]
    shares = [share for node in tree for share in (node["total"], node["own"], node["size"])]
    assert shares == pytest.approx([1, 0, 0, 0.5, 0.125, 0.125, 0.5, 0.5, 0.5, 0.375, 0.375, 0.375])


def test_a_table_of_scores_leads_to_its_rows_too(tmp_path: Path) -> None:
    text = write_page(one_platform_run(), tmp_path, LIBRARY).read_text("utf-8")
    lines = re.findall(r'<tr data-contest="(\d)">(.*?)</tr>', text, re.DOTALL)
    assert [(contest, set(re.findall(r"#row-(\d)", line))) for contest, line in lines] == [("0", {"0"}), ("1", {"1"}), ("2", {"2"})]


def test_scores_of_as_many_platforms_as_columns_lead_to_their_rows(tmp_path: Path) -> None:
    result = run([case([fork(n, [10.0 + n] * 3) for n in range(3)], key, platform, key=key, benchmark=key, source=f"{key}.src")
                  for key, platform in (("a", "cpp/g++-12"), ("b", "go/go-1.22"), ("c", "python/cpython-3.11"))])
    table = build_screen(*reversed(judged(result)), Look(full=False)).table
    assert table and len(table.columns) == 6
    lines = re.findall(r'<tr data-contest="\d">(.*?)</tr>', write_page(result, tmp_path, LIBRARY).read_text("utf-8"), re.DOTALL)
    assert [re.findall(r"#row-(\d)", line) for line in lines] == [["0"] * 4, ["1"] * 4, ["2"] * 4]


def test_rows_have_bars_verdicts_from_their_own_side_and_log_scales_where_needed() -> None:
    judgement = judged(compared_run())
    sections = build_benchmarks(judgement.summary, Figures(*reversed(judgement), {}), "")
    lines = sections[0].variants[0].lines
    assert [line.verdict for line in lines] == ["fastest", "slower *", "slower *", "slower *"]
    assert sections[0].variants[0].log and sections[0].variants[0].states == ("different",)
    ends = [line.bar.end for line in lines if line.bar]
    assert ends == sorted(ends) and ends[-1] < 1 and all(line.bar and line.bar.start <= line.bar.end for line in lines)
    assert [section.name for section in sections] == ["sort", "sum"] and sections[0].params and sections[0].params[1] == "size"
    ordered = build_benchmarks(judgement.summary, Figures(*reversed(judgement), {}), "time")
    assert [section.name for section in ordered] == ["sort", "sum"]


def test_every_table_has_the_requested_unit(tmp_path: Path) -> None:
    assert "µs" in page_of(compared_run(), tmp_path).text and "µs" not in page_of(compared_run(), tmp_path, time_unit="ns").text


def test_the_rest_of_a_note_is_below(tmp_path: Path) -> None:
    text = page_of(compared_run([str(number) for number in range(1, 22)]), tmp_path).text
    assert "2 more with smaller differences: below" in text and ": --full" not in text


def test_charts_that_look_alike_share_a_specification(tmp_path: Path) -> None:
    data = data_of(page_of(compared_run(), tmp_path))
    assert len(data["charts"]) == 1 + 2 * 1 + 6 * 2 and len(data["specs"]) < len(data["charts"]) - 6


def test_the_source_of_a_row_names_its_forks_terms_and_lines(tmp_path: Path) -> None:
    row = data_of(page_of(compared_run(), tmp_path))["rows"][1]
    assert row["method"] == "forks" and len(row["forks"]) == 4 and len(row["means"]) == 4
    assert row["forks"][0]["warmup"] == 2 and len(row["forks"][0]["scores"]) == 5
    assert row["lines"] == "grep -F sort-8-go/go-1.22 run.ndjson"
    assert row["ratios"][0]["to"].startswith("sort 8") and "params" in row["ratios"][0]["equal"]


def test_failures_are_on_the_page(tmp_path: Path) -> None:
    page = page_of(failed_run(), tmp_path)
    assert "failed" in page.text and "not run" in page.text and "allocating" in page.text and "interrupted" in page.text


def test_an_empty_run_says_that_there_are_no_scores(tmp_path: Path) -> None:
    page = page_of(run([]), tmp_path)
    assert "No scores" in page.text and not page.of("figure") and not page.of("form")


def test_another_order_moves_the_sections() -> None:
    judgement = judged(compared_run(names=("b", "a")))
    figures = Figures(judgement.summary, judgement.run, {})
    assert [section.name for section in build_benchmarks(judgement.summary, figures, "name")] == ["a", "b"]
