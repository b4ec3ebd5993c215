from __future__ import annotations

from pathlib import Path

import pytest

from clamh.languages.javascript.imports import exports, imports, find_module_file, resolve_export


@pytest.mark.parametrize(("text", "expected"), [
    ("import './a.js'", [("", "*", "./a.js", False)]),
    ("import A from './a.js'", [("A", "default", "./a.js", False)]),
    ("import A,{b,c as d}from'./a.js'", [("A", "default", "./a.js", False), ("b", "b", "./a.js", False), ("d", "c", "./a.js", False)]),
    ("import * as ns from \"./a.js\";", [("ns", "*", "./a.js", False)]),
    ("import A, * as ns from './a.js'", [("A", "default", "./a.js", False), ("ns", "*", "./a.js", False)]),
    ("import {\n  // a remark\n  größe,\n} from './a.js' with { type: 'x' }", [("größe", "größe", "./a.js", False)]),
    ("export { a } from './a.js'; export * from './b.js'", [("", "*", "./a.js", False), ("", "*", "./b.js", False)]),
    ("const a = await import('./a.js')", [("", "*", "./a.js", False)]),
    ("const A = require('./a')", [("A", "*", "./a", True)]),
    ("const { a, b: c, d = 1 } = require('./a')", [("a", "a", "./a", True), ("c", "b", "./a", True), ("d", "d", "./a", True)]),
    ("const A = require('./a').B", [("A", "B", "./a", True)]),
    ("f(require ( \"./a\" ))", [("", "*", "./a", True)]),
    ("// import './a.js'\n'import \"./a.js\"'; `require('./a')`; /require('.\\/a')/; a.require('./a'); important './a'", []),
    ("import(x); require(x + './a'); import.meta.url; require(`./a`)", []),
])
def test_imports_and_requires(text: str, expected: list[tuple[str, str, str, bool]]) -> None:
    assert imports(text.encode()) == expected


@pytest.mark.parametrize(("text", "names"), [
    ("export class A {}\nexport default class B {}\nexport const c = 1\nexport async function* d() {}", {
        "A": "A", "default": "B", "c": "c", "d": "d"}),
    ("class A {}\nexport { A as B, A };\nexport default A;", {"A": "A", "B": "A", "default": "A"}),
    ("export default class {}\nexport default new A()", {}),
    ("export default class extends B {}", {}),
    ("module.exports = A", {"default": "A"}),
    ("module.exports = class A {}", {"default": "A"}),
    ("module.exports = { A, b: C, d: 1 }", {"A": "A", "b": "C"}),
    ("module.exports = wrap(A)", {}),
    ("module.exports = class {}", {}),
    ("exports.Input = shapes.Input; exports.f = wrap(x); exports.g = async () => {}; exports.h = function sum() {}", {}),
    ("exports.Input = class Own extends Base {}", {"Input": "Own"}),
    ("exports.A = B; module.exports.C = D; exports.e = e.f; exports.g = g()", {"A": "B", "C": "D"}),
    ("// export class A {}\n'export class A {}'", {}),
])
def test_exports_map_to_own_names_of_module(text: str, names: dict[str, str]) -> None:
    assert exports(text.encode()).names == names


def test_module_file_is_found_by_nodes_rules(tmp_path: Path) -> None:
    for name in ("a.js", "b.cjs", "c/index.js", "d/lib/main.js", "e.json", "f.mjs", "g", "a b.js", "h/package.json"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("{")
    (tmp_path / "d/package.json").write_text('{"main": "lib/main"}')
    folder = str(tmp_path)

    def find(specifier: str, required: bool) -> str | None:
        path = find_module_file(folder, specifier, required)
        return None if path is None else Path(path).relative_to(tmp_path).as_posix()

    assert [find(specifier, False) for specifier in ("./a.js", "./a", "./c", "./f.mjs", "a.js", "./a.js?x#y", "./none.js", "./a b.js", "./e.json")] == [
        "a.js", None, None, "f.mjs", None, "a.js", None, "a b.js", None]
    assert [find(specifier, True) for specifier in ("./a", "./b", "./b.cjs", "./c", "./d", "./e.json", "./g", "./h", "lodash", "node:fs", "./\0")] == [
        "a.js", None, "b.cjs", "c/index.js", "d/lib/main.js", None, None, None, None, None, None]


def test_imported_name_is_followed_to_its_declaration(tmp_path: Path) -> None:
    (tmp_path / "a.js").write_text("class Own {}\nexport { Own as Given };\nexport default class Whole {}")
    (tmp_path / "b.js").write_text("export { Given as Again, default as D } from './a.js';\nexport * from './a.js';")
    (tmp_path / "c.js").write_text("export * from './c.js'; export * from './none.js'; export * from './b.js';")
    names = {name: resolve_export(str(tmp_path / file), name) for file, name in
             [("a.js", "Given"), ("b.js", "Again"), ("c.js", "Given"), ("b.js", "D"), ("a.js", "default"), ("c.js", "Other")]}
    assert names == {"Given": "Own", "Again": "Own", "D": "Whole", "default": "Whole", "Other": "Other"}
    assert resolve_export(str(tmp_path / "none.js"), "A") == "A"
