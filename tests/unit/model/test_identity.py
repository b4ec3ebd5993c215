from __future__ import annotations

import pytest

from clamh.model.identity import assign_keys, make_key, param_key, spell_key, split_name


@pytest.mark.parametrize(("name", "language", "expected"), [
    ("JavaFactorialRecursive", "java", "factorialrecursive"),
    ("factorial_recursive", "cpp", "factorialrecursive"),
    ("FactorialRecursive", "javascript", "factorialrecursive"),
    ("clamh.Factorial.factorialRecursive", "java", "factorialrecursive"),
    ("Benchmarks::factorialRecursive", "cpp", "factorialrecursive"),
    ("cpp_sort", "cpp", "sort"),
    ("CPPSort", "cpp", "sort"),
    ("cppsort", "cpp", "cppsort"),  # no capital or underscore after it
    ("cppx", "cpp", "cppx"),
    ("javaSort", "cpp", "javasort"),  # another language's id is part of the name
    ("cpp", "cpp", "cpp"),
    ("cpp_", "cpp", "cpp"),
    ("CRC32", "c", "crc32"), ("CSVParse", "c", "csvparse"), ("GOMAXPROCS", "go", "gomaxprocs"),  # acronyms
    ("CSort", "c", "sort"), ("C_CRC32", "c", "crc32"), ("cCRC32", "c", "crc32"), ("GoCRC32", "go", "crc32"),
    ("_", "cpp", "_"),
    ("Zählen_SS", "cpp", "zählenss"),
    ("ns::Box<std::map<int, a::b>>::get", "cpp", "get"),
    ("ns::f(n::State &, int) const", "cpp", "f"),
])
def test_the_key_has_no_language_and_case(name: str, language: str, expected: str) -> None:
    assert make_key(name, language) == expected


def test_parts_leave_out_template_arguments() -> None:
    assert split_name("ns::Box<std::map<int, a::b>>::get") == ["ns", "Box", "get"]
    assert split_name("p.Outer$Inner.f") == ["p", "Outer", "Inner", "f"]


@pytest.mark.parametrize(("benchmarks", "expected"), [
    ([("a::f", None), ("b::g", None)], ["f", "g"]),
    ([("a::f", None), ("b::F_", None)], ["a.f", "b.f"]),
    ([("x::a::f", None), ("y::a::f", None), ("f", None)], ["x.a.f", "y.a.f", "f"]),
    ([("CppA::f", None), ("CppB::f", None)], ["a.f", "b.f"]),
    ([("a::f", "one"), ("b::f", None)], ["one", "f"]),
    ([("a::f", "The_Name"), ("b::g", "thename")], [None, None]),
    ([("a::f", "g"), ("b::g", None)], ["g", "b.g"]),
    ([("a::f", None), ("a::F", None)], [None, None]),
])
def test_a_shared_key_is_widened_by_its_class(
    benchmarks: list[tuple[str, str | None]], expected: list[str | None]
) -> None:
    assert assign_keys(benchmarks, "cpp") == expected


@pytest.mark.parametrize(("name", "expected"), [
    ("number", "number"),
    ("Benchmarks::InputValue::m_number", "number"),
    ("p.Data.mNumber", "number"),
    ("_number", "number"),
    ("__number", "number"),
    ("max_size", "maxsize"),
    ("maxSize", "maxsize"),
    ("m", "m"),
    ("m_", "m"),
    ("_", "_"),
    ("M_count", "mcount"),
])
def test_param_key(name: str, expected: str) -> None:
    assert param_key(name) == expected


@pytest.mark.parametrize(
    ("key", "name", "platform", "expected"),
    [
        ("factorialrecursive", "Benchmarks::factorialRecursive", "cpp/g++-12", "factorialRecursive"),
        ("factorialrecursive", "clamh.Factorial.JavaFactorialRecursive", "java", "FactorialRecursive"),
        ("a.add", "n::A::add", "cpp", "A.add"),
        ("given name", "n::A::add", "cpp", "given name"),
    ],
)
def test_a_key_is_shown_in_the_spelling_of_its_benchmark(
    key: str, name: str, platform: str, expected: str
) -> None:
    assert spell_key(key, name, platform) == expected
