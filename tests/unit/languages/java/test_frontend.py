from __future__ import annotations

from pathlib import Path

from clamh.languages import languages
from clamh.languages.java.frontend import find_companions
from clamh.model.sources import SourceFile
from clamh.sources.bind import bind
from clamh.sources.parse import parse_text


def test_companions_are_named_classes_without_benchmarks(tmp_path: Path) -> None:
    files = {
        "Main.java": 'class Main { Données d; /* Commented */ String s = "Quoted"; // Remarked\n'
                     "Other o; Busy b; Main m; }",
        "Données.java": "class Données {}",
        "Other.java": "class Other { // @Override }",
        "Busy.java": "class Busy { @org.openjdk.jmh.annotations.Benchmark void f() {} }",
        "Commented.java": "", "Quoted.java": "", "Remarked.java": "", "Unnamed.java": "", "Other.txt": "",
    }
    for name, text in files.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    main = tmp_path / "Main.java"
    assert find_companions(str(main), main.read_bytes()) == [str(tmp_path / "Données.java"), str(tmp_path / "Other.java")]


def test_name_of_a_group_may_be_any_constant() -> None:
    texts = {
        "Main.java": """
public class Main extends Base {
    private static final String OWN = "own";
    @Benchmark @Group(OWN) public void a() {}
    @Benchmark @Group(Main.OWN) public void b() {}
    @Benchmark @Group(value = INHERITED) public void c() {}
    @Benchmark @Group(Names.Deep.OTHER) public void d() {}
    @Benchmark @Group("text") public void e() {}
    @Benchmark @Group public void f() {}
}""",
        "Base.java": 'public abstract class Base { protected static final java.lang.String INHERITED = "inherited"; static final String OWN = "no"; }',
        "Names.java": 'public interface Names { interface Deep { String OTHER = "other", NEXT = "next"; } }',
    }
    java = languages()["java"]
    parsed = [parse_text(SourceFile(path=path, language="java", sha256="", benchmarks=not at), text.encode(), java)[0]
              for at, (path, text) in enumerate(texts.items())]
    suite, problems = bind([parsed])
    assert problems == []
    assert {benchmark.name: [member.name for member in benchmark.members] for benchmark in suite.units[0].benchmarks} == {
        "clamh.Main.own": ["a", "b"], "clamh.Main.inherited": ["c"], "clamh.Main.other": ["d"], "clamh.Main.text": ["e"],
        "clamh.Main.group": ["f"]}
