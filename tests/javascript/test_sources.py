"""Does a run of JavaScript do what its source says, in the forms that only JavaScript has?

Each test writes a few sources into a folder and runs `clamh run` on it under the fake clock, as conformance does; what the
sources did is in the transcript that they write themselves.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

from in_process import clamh_of

from conformance import observe, transcript
from conformance.mutate import Mutation, mutated
from conformance.scenarios import Scenario, scenarios

ESM = "import { appendFileSync } from 'node:fs';\n"
CJS = "const { appendFileSync } = require('node:fs');\n"
LINE = "const line = event => appendFileSync(process.env.CLAMH_TRANSCRIPT, `${process.pid} ${event}\\n`);\n"
INPUT = """
//@@State(Scope.Benchmark)
class Input {
    //@@Param("20")
    number = 0;
}
"""


class Ran(NamedTuple):
    """What a run left: one list of events per process that had any, the rows of the results, and what was printed."""

    processes: list[list[str]]
    rows: list[str]
    exit_code: int
    said: str


def run(folder: Path, sources: dict[str, str]) -> Ran:
    """`clamh run` on a folder of these sources: one fork, one iteration of ten invocations, no warmup."""
    for name, text in sources.items():
        (folder / "suite" / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / "suite" / name).write_text(text, encoding="utf-8", newline="")
    written, results = folder / "transcript", folder / "results.ndjson"
    written.touch()
    process = clamh_of(observe.SOURCES, ["run", "suite", "-f", "1", "-i", "1", "-wi", "0", "-r", "10ms", "--no-lock",
                                         "--results", str(results)], folder, observe.environment(observe.SOURCES, written))
    rows = observe.rows(results, Scenario(name="sources", question="", rows=()))
    events = transcript.processes(written.read_text(encoding="utf-8"), counted=True)
    return Ran(events, rows, process.returncode, process.stdout.decode())


def values(file: Path) -> list[str]:
    """What one invocation of each case of a source returned and gave to Blackhole."""
    platform = observe.default_platform("javascript")
    process = subprocess.run(
        [sys.executable, "-m", "conformance.invoke", file.name, platform], cwd=file.parent, capture_output=True, text=True,
        timeout=observe.TIMEOUT_S, env=observe.environment(observe.SOURCES, file.parent / "written"), check=False,
    )
    assert process.returncode == 0, process.stdout + process.stderr
    return sorted(process.stdout.splitlines())


def returned(file: Path) -> list[str]:
    """What each benchmark of a source returned, without its params."""
    return [re.sub(r"^value (\w+) .*returned (.*) consumed .*", r"\1 \2", line) for line in values(file)]


def measured(*benchmarks: str) -> list[str]:
    """The rows of benchmarks that all went well."""
    return sorted(f"row {name}: ok, 0 warmup + 1 measurement" for name in benchmarks)


def test_async_benchmark_is_awaited_before_teardown(tmp_path: Path) -> None:
    ran = run(tmp_path, {"waits.mjs": ESM + LINE + """
        //@@State(Scope.Benchmark)
        class Shop {
            open = false;
            inside = 0;

            //@@Setup
            async enter() {
                line('setup begins');
                await new Promise(resolve => setTimeout(resolve, 20));
                this.open = true;
                line('setup ends');
            }

            //@@Teardown
            async leave() {
                line(`teardown, ${this.inside} inside`);
                await null;
                line('teardown ends');
            }
        }

        //@@Benchmark
        async function waits(shop) {
            shop.inside++;
            await null;
            await new Promise(resolve => setImmediate(resolve));
            shop.inside--;
            line(`call waits, ${shop.open ? 'open' : 'not set up'}, ${shop.inside} others`);
        }
        """})
    assert ran.rows == measured("waits"), ran.said
    call = "call waits, open, 0 others"
    [events] = ran.processes
    assert events == ["setup begins", "setup ends", *[call] * events.count(call), "teardown, 0 inside", "teardown ends"]
    assert events.count(call) >= 10


def test_a_returned_promise_counts_as_what_it_resolves_to(tmp_path: Path) -> None:
    file = tmp_path / "resolves.mjs"
    file.write_text(INPUT + """
        //@@Benchmark
        function returned(input) { return Promise.resolve(input.number + 1); }

        //@@Benchmark
        const awaited = async input => (await input.number) + 2;

        //@@Benchmark
        function notAPromise(input) { return input.number; }
        """, encoding="utf-8")
    assert values(file) == [
        'value awaited number=20 returned "i:22" consumed []',
        'value notAPromise number=20 returned "i:20" consumed []',
        'value returned number=20 returned "i:21" consumed []',
    ]


def test_a_rejected_promise_is_a_failure_with_its_message_and_others_go_on(tmp_path: Path) -> None:
    ran = run(tmp_path, {"rejects.mjs": ESM + LINE + """
        //@@State(Scope.Benchmark)
        class Shop {
            //@@Teardown
            leave() { line('teardown'); }
        }

        //@@Benchmark
        async function rejects(shop) {
            await null;
            throw new Error('out of paper');
        }

        //@@Benchmark
        function rejectsLater(shop) {
            return new Promise((_, reject) => setImmediate(reject, new RangeError('out of paper')));
        }

        //@@Benchmark
        async function resolves(shop) { await null; }
        """})
    failed = "failed, benchmark at {}: out of paper, 0 warmup + 0 measurement"
    assert ran.rows == [f"row rejects: {failed.format('rejects')}", f"row rejectsLater: {failed.format('rejectsLater')}",
                        *measured("resolves")], ran.said
    assert ran.processes == [["teardown"]] * 3
    assert ran.exit_code == 1


def test_a_failing_async_setup_is_a_failure_that_names_it(tmp_path: Path) -> None:
    ran = run(tmp_path, {"setup.mjs": """
        //@@State(Scope.Benchmark)
        class Shop {
            //@@Setup
            async enter() {
                await null;
                throw new Error('out of paper');
            }
        }

        //@@Benchmark
        function buy(shop) {}
        """})
    assert ran.rows == ["row buy: failed, setup at enter: out of paper, 0 warmup + 0 measurement"], ran.said


def test_states_are_found_by_class_name_label_and_documented_type(tmp_path: Path) -> None:
    file = tmp_path / "states.mjs"
    file.write_text(INPUT + """
        //@@State(Scope.Thread)
        //@@StateLabel("n")
        class Other {
            //@@Param("30")
            number = 0;
        }

        //@@Benchmark
        function byName(input) { return input.number; }

        //@@Benchmark
        function byNameWithoutCase(INPUT) { return INPUT.number; }

        //@@Benchmark
        function byLabel(n) { return n.number; }

        /**
         * @param {Other} whatever
         * @param {Input} input
         */
        //@@Benchmark
        function byType(whatever, input) { return whatever.number * 100 + input.number; }

        //@@Benchmark
        function both(input, n) { return input.number * 100 + n.number; }
        """, encoding="utf-8")
    found = returned(file)
    assert found == ['both "i:2030"', 'byLabel "i:30"', 'byName "i:20"', 'byNameWithoutCase "i:20"', 'byType "i:3020"']


def test_every_kind_of_module_runs(tmp_path: Path) -> None:
    body = INPUT.replace('"20"', '"4"') + """
        //@@Benchmark
        function NAME(input) { if (twice(input.number) !== 8) throw new Error('not twice'); }
        """
    esm = "import { twice } from './COMPANION';\n" + body
    cjs = "const { twice } = require('./COMPANION');\n" + body
    ran = run(tmp_path, {
        "twice.mjs": "export const twice = number => 2 * number;\n",
        "twice.cjs": "exports.twice = number => 2 * number;\n",
        "one/a.mjs": esm.replace("NAME", "mjs").replace("./COMPANION", "../twice.mjs"),
        "one/b.cjs": cjs.replace("NAME", "cjs").replace("./COMPANION", "../twice.cjs"),
        "one/c.js": cjs.replace("NAME", "plain").replace("./COMPANION", "../twice.cjs"),
        "one/d.js": esm.replace("NAME", "plainModule").replace("./COMPANION", "../twice.mjs"),
        "two/package.json": '{"type": "module"}',
        "two/e.js": esm.replace("NAME", "typed").replace("./COMPANION", "./lib/twice.js"),
        "two/lib/twice.js": "export function twice(number) { return 2 * number; }\n",
    })
    names = ["cjs", "mjs", "plain", "plainModule", "typed"]
    assert ran.rows == [f"row {name} number=4: ok, 0 warmup + 1 measurement" for name in names], ran.said


def test_names_of_the_user_do_not_clash_with_ours(tmp_path: Path) -> None:
    ran = run(tmp_path, {"names.js": CJS + LINE + """
        const performance = null, process_ = process, clamh = 'mine', worker = 'mine', loop = 'mine', clock = 'mine';
        let state = 'mine', name = 'mine', benchmark = 'mine', stub = 'mine', invocations = 'mine', sink = 'mine';
        class Blackhole { consume() { throw new Error('not the harness\\'s'); } }
        class Map {}
        class Promise {}
        function BigInt() { throw new Error('not the global one'); }

        //@@State(Scope.Benchmark)
        class State {
            //@@Param("9007199254740993")
            number = 0n;

            //@@Setup
            check() {
                if (this.number !== 9007199254740993n) throw new Error(`${typeof this.number} ${this.number}`);
                line([performance, clamh, worker, loop, clock, state, name, benchmark, stub, invocations, sink].join());
            }
        }

        //@@Benchmark
        function names(state) { return state.number; }
        """})
    assert ran.rows == ["row names number=9007199254740993: ok, 0 warmup + 1 measurement"], ran.said
    assert ran.processes == [["," + ",".join(["mine"] * 10)]]


def test_the_harness_gives_its_own_blackhole_by_name_where_the_user_has_none(tmp_path: Path) -> None:
    file = tmp_path / "consumes.mjs"
    file.write_text(INPUT + """
        //@@Benchmark
        function consumes(blackhole, input) {
            blackhole.consume(input.number);
            blackhole.consume('x');
        }
        """, encoding="utf-8")
    assert values(file) == ['value consumes number=20 returned null consumed ["i:20","s:x"]']


def test_every_form_of_a_function_is_called_as_its_own_language_calls_it(tmp_path: Path) -> None:
    file = tmp_path / "forms.cjs"
    text = r"""#!/usr/bin/env node
        'use strict';
        // @Benchmark in a comment, and in texts:
        const texts = ['//@@Benchmark', "//@@Benchmark", `//@@Benchmark ${'`//@@Benchmark`'} `, /[/]\/@@Benchmark"/];
        //@@State(Scope.Benchmark)
        class Input {
            //@@Param("20")
            number = 0;
            #hidden = 1;

            //@@Setup
            prepare() { this.#hidden += this.number; }

            get hidden() { return this.#hidden; }
        }

        //@@Benchmark
        function declaration(input) { return input.hidden; }

        //@@Benchmark
        const arrow = input => input.hidden + 1;

        //@@Benchmark
        const expression = function (input) { return input.hidden + 2; };

        class Class {
            //@@Benchmark
            static staticMethod(input) { return this === Class ? input.hidden + 4 : 'wrong this'; }
        }

        //@@State(Scope.Thread)
        class Own {
            //@@Param("5")
            more = 0;

            //@@Benchmark
            method(input) { return input.hidden + this.more; }
        }

        //@@Benchmark
        const texty = input => texts[input.number - 20];
        """
    file.write_text(text.replace("\n", "\r\n"), encoding="utf-8", newline="")
    found = returned(file)
    assert found == ['arrow "i:22"', 'declaration "i:21"', 'expression "i:23"', 'method "i:26"',
                     'staticMethod "i:25"', 'texty "s://@@Benchmark"']


def test_a_companion_may_hold_states_and_a_field_of_a_class_may_be_a_param(tmp_path: Path) -> None:
    (tmp_path / "lib").mkdir()
    (tmp_path / "lib" / "input.mjs").write_text(INPUT.replace("class", "export class"), encoding="utf-8")
    file = tmp_path / "uses.mjs"
    file.write_text("import { Input as Given } from './lib/input.mjs';" + """
        //@@State(Scope.Benchmark)
        class Shared {
            //@@Param("7")
            static factor = 1;
        }

        /** @param {Given} number */
        //@@Benchmark
        function multiplied(number, shared) { return number.number * Shared.factor; }
        """, encoding="utf-8")
    assert returned(file) == ['multiplied "i:140"']


def test_a_state_that_only_documentation_names_is_loaded_too(tmp_path: Path) -> None:
    state = "//@@State(Scope.Benchmark)\nclass Data { value = 7; }\n"
    (tmp_path / "esm.mjs").write_text(f"{state}export {{ Data as Given }};\n", encoding="utf-8")
    (tmp_path / "script.cjs").write_text(f"{state.replace('Data', 'Other')}module.exports = Other;\n", encoding="utf-8")
    file = tmp_path / "main.mjs"
    file.write_text("""
        /** @typedef {import('./script.cjs')} Script */
        /** @param {import('./esm.mjs').Given} a @param {Script} b */
        //@@Benchmark
        export const sum = (a, b) => a.value + b.value;
        """, encoding="utf-8")
    assert returned(file) == ['sum "i:14"']


def test_the_plain_spelling_is_taken_out_of_what_node_reads(tmp_path: Path) -> None:
    file = tmp_path / "plain.mjs"
    file.write_text("""
        @State(Scope.Benchmark)
        class Input {
            @Param({"20"})
            number = 0;

            @Setup(Level.Iteration) prepare() { this.number++; }
        }

        @Benchmark
        @OutputTimeUnit(TimeUnit.NANOSECONDS)
        export function plain(input) { return input.number; }
        """, encoding="utf-8")
    assert returned(file) == ['plain "i:21"']


def test_forks_of_a_benchmark_are_fresh_processes(tmp_path: Path) -> None:
    ran = run(tmp_path, {"fresh.mjs": ESM + LINE + """
        let calls = 0;

        //@@Benchmark
        function first() { if (++calls === 1) line('first is fresh'); }

        //@@Benchmark
        function second() { if (++calls === 1) line('second is fresh'); }
        """})
    assert ran.rows == measured("first", "second"), ran.said
    assert ran.processes == [["first is fresh"], ["second is fresh"]]


def test_faults_of_the_worker_are_reported_and_not_exit_code_0(tmp_path: Path) -> None:
    broken = Mutation(scenario="trial_fixtures", language="javascript", file="runtime/worker.js", old="  watch();",
                      new="  watch(); thereIsNone();", why="a bug of the worker", red="")
    seen = observe.observe(scenarios()["trial_fixtures"], "javascript", mutated(broken, tmp_path))
    assert "exited with code 70" in seen.said and "thereIsNone is not defined" in seen.said
