from __future__ import annotations

from pathlib import Path

from clamh.languages import languages
from clamh.languages.javascript.frontend import find_companions
from clamh.model.sources import Declaration, SourceFile
from clamh.sources.parse import parse_text


def declared(text: str, path: str = "x.js") -> dict[str, Declaration]:
    source = SourceFile(path=path, language="javascript", sha256="", benchmarks=True)
    parsed, _ = parse_text(source, text.encode(), languages()["javascript"])
    return {".".join((*declaration.scope, declaration.name)): declaration for declaration in parsed.declarations}


def test_everything_the_module_can_name_is_declared() -> None:
    declarations = declared("""
        function f(a, b = 1) {} const g = async (c) => 1, h = 2; let K = class { static m() {} n = 1; #o; get p() {} };
        export class L extends K { static M = class { q() {} }; } const o = { r() {} }; { function s() {} } function* t() {}
    """)
    assert {name: declaration.kind for name, declaration in declarations.items()} == {
        "f": "function", "g": "function", "K": "class", "K.m": "method", "K.n": "field", "L": "class", "L.M": "class", "L.M.q": "method",
    }
    assert [(parameter.name, parameter.default) for parameter in declarations["f"].parameters] == [("a", False), ("b", True)]
    assert declarations["g"].modifiers == ("async",) and declarations["K.m"].modifiers == ("static",)
    assert declarations["L"].bases == ("K",) and declarations["L.M.q"].owner == ("L", "M")


def test_unreachable_code_is_declared_only_if_annotated() -> None:
    declarations = declared("function f() {\n//@@Benchmark\nfunction inner() {}\nfunction other() {}\n}\nconst o = {\n//@@Setup\n m() {}, n() {} };")
    assert {name: declaration.facts.get("hidden") for name, declaration in declarations.items()} == {"f": None, "inner": "body", "m": "object"}


def test_imported_types_get_names_of_their_own_file(tmp_path: Path) -> None:
    (tmp_path / "a.js").write_text("class Own {}\nexport { Own as Given };\nexport default Own;")
    (tmp_path / "c.cjs").write_text("module.exports = class Whole {};")
    declarations = declared("""
        import D, { Given as G } from './a.js';
        import * as ns from './a.js';
        import { Far } from 'package';
        const Whole2 = require('./c.cjs');
        /** @typedef {G} T */
        /** @import { Given as I } from './a.js' */
        /** @param {D} a @param {G} b @param {ns.Given} c @param {Far} d @param {Whole2} e @param {T} f @param {I} g
          * @param {import('./a.js').Given} h @param {import('./c.cjs')} i @param {G.Inner} j @param {ns.default} k */
        function f(a, b, c, d, e, f, g, h, i, j, k) {}
        class P extends D {} class Q extends G {} class R extends ns.Given {} class S extends Far {} class T2 extends Whole2 {}
    """, str(tmp_path / "x.js"))
    assert [parameter.type for parameter in declarations["f"].parameters] == [
        "Own", "Own", "Own", "Far", "Whole", "Own", "Own", "Own", "Whole", "Own.Inner", "Own"]
    assert [declarations[name].bases for name in ("P", "Q", "R", "S", "T2")] == [
        ("Own",), ("Own",), ("Own",), ("Far",), ("Whole",)]


def test_cyclic_aliases_end() -> None:
    declarations = declared("/** @typedef {B} A */ /** @typedef {A} B */\n/** @param {A} a */ function f(a) {}")
    assert declarations["f"].parameters[0].type in ("A", "B")


def test_companions_are_imported_files(tmp_path: Path) -> None:
    for name in ("a.js", "b.mjs", "c.cjs", "d.js", "e.js", "data.json", "unnamed.js"):
        (tmp_path / name).write_text("")
    text = """#!/usr/bin/env node
        import './a.js';
        @Benchmark function f() { return import("./b.mjs"); }
        const c = require("./c.cjs"), data = require("./data.json"), lodash = require("lodash");
        // import './unnamed.js'
        const s = "import './unnamed.js'", t = `require('./unnamed')`;
        /** @param {import('./d.js').D} d */ function g(d) {}
        /** @import {E} from './e.js' */ export * from './a.js'; import './missing.js';
    """
    main = tmp_path / "main.js"
    assert [Path(path).name for path in find_companions(str(main), text.encode())] == ["a.js", "b.mjs", "c.cjs", "d.js", "e.js"]
