from __future__ import annotations

from pathlib import Path

from clamh.languages.java.frontend import companions


def test_companions_are_the_classes_of_the_folder_that_are_named_and_have_no_benchmarks(tmp_path: Path) -> None:
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
    assert companions(str(main), main.read_bytes()) == [str(tmp_path / "Données.java"), str(tmp_path / "Other.java")]
