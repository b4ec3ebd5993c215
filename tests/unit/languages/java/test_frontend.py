from __future__ import annotations

from pathlib import Path

from clamh.languages import languages
from clamh.languages.java.frontend import find_companions
from clamh.model.sources import SourceFile
from clamh.sources.bind import bind
from clamh.sources.discover import add_companions, discover
from clamh.sources.parse import parse, parse_text


def test_companions_are_abstract_or_have_no_benchmarks(tmp_path: Path) -> None:
    files = {
        "Main.java": 'class Main { Données d; /* Commented */ String s = "Quoted"; // Remarked\n'
                     "Other o; Busy b; Main m; Queue q; Base a; boolean is(char c) { return c == '\"' && Quotes.skip(\"x\"); } }",
        "Données.java": "class Données {}",
        "Other.java": "class Other { // @Override }",
        "Busy.java": "class Busy { @org.openjdk.jmh.annotations.Benchmark void f() {} }",
        "Queue.java": "/** Filled by each @Benchmark method. */ class Queue {}",
        "Base.java": "public abstract strictfp class Base { @Benchmark public void f() {} }",
        "Quotes.java": "class Quotes {}", "Commented.java": "", "Quoted.java": "", "Remarked.java": "", "Unnamed.java": "", "Other.txt": "",
    }
    for name, text in files.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    main = tmp_path / "Main.java"
    assert [Path(path).stem for path in find_companions(str(main), main.read_bytes())] == ["Base", "Données", "Other", "Queue", "Quotes"]


def test_class_has_the_benchmarks_of_an_abstract_class_in_another_file(tmp_path: Path) -> None:
    files = {
        "Base.java": "@State(Scope.Thread) public abstract class Base { Queue queue; @Benchmark public int a() { return 1; } }",
        "Derived.java": "public class Derived extends Base { @Benchmark public int b() { return 2; } }",
        "Queue.java": "/** Filled by each @Benchmark method. */ class Queue {}",
    }
    for name, text in files.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    found, problems = discover([str(tmp_path)])
    suite, bind_problems = bind([[parse(file)[0] for file in source] for source in add_companions(found)])
    assert [Path(file.path).stem for file in found] == ["Base", "Derived"] and not problems and not bind_problems
    (unit,) = suite.units
    assert [companion.path for companion in unit.companions] == [str(tmp_path / "Base.java"), str(tmp_path / "Queue.java")]
    assert sorted(benchmark.name for benchmark in unit.benchmarks) == ["clamh.Derived.a", "clamh.Derived.b"]


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
