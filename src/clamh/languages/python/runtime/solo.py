"""Started without a driver: one case in this very process, through the worker's own commands, or the command line handed to clamh."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys

from . import clock as clocks
from .describe import MODES
from .failure import Failure, as_failure
from .opening import PARSERS
from .score import UNITS, compute_score, format_quantiles, format_result
from .worker import Worker

USAGE = f"""usage: --solo NAME [-bm {'|'.join(MODES)}] [-bs BATCH-SIZE] [-t THREADS] [-p PARAM=VALUE]...
              [-wi WARMUP-ITERATIONS] [-w TIME] [-i ITERATIONS] [-r TIME]
"""
TITLES = {"thrpt": "Throughput, ops/time", "avgt": "Average time, time/op", "sample": "Sampling time",
          "ss": "Single shot invocation time", "wall": "Wall time, time/op"}
FIELDS = {"-bm": ("mode",), "-t": ("threads",), "-bs": ("batch", "wbatch"), "-wi": ("wi",), "-i": ("i",), "-w": ("w",), "-r": ("r",)}


class UsageError(Exception):
    """The command line is wrong."""


class Options:
    """What the command line asks for: `fields` of `open` by name, `texts` of params by full name. Raises UsageError."""

    def __init__(self, words, tables, openings):
        benchmarks = [event for event in tables.catalog if event["event"] == "benchmark"]
        if not words:
            raise UsageError(f"--solo needs the name of a benchmark; there are:{_list(benchmark['name'] for benchmark in benchmarks)}")
        self.benchmark = _choose(benchmarks, words[0], "benchmark")
        self.opening = openings[self.benchmark["number"]].split("\t")
        numbers = next((field[7:].split(",") for field in self.opening if field.startswith("states=")), ())
        states = [tables.catalog[int(number)] for number in sorted(numbers, key=int)]
        self.params = [param for state in states for param in state.get("params", ())]
        self.texts = {param["name"]: param["values"][0] for param in self.params if param["values"]}
        self.counters = [counter["name"] for state in states for counter in state.get("counters", ())]
        self.settings = settings = self.benchmark["settings"]
        functions = [function["threads"] for function in self.benchmark["functions"]]
        mode = settings.get("modes", ["avgt"])[0]
        self.fields = {
            "mode": mode if mode in MODES else "avgt", "threads": sum(functions) if self.benchmark["group"] else 1, "waits": 0,
            "batch": settings.get("measurement_batch_size", 1), "wbatch": settings.get("warmup_batch_size", 1),
            "opi": settings.get("operations_per_invocation", 1), "seed": 0, "layout": "static", "gc": "false", "forks": 0, "wforks": 0,
            "w": settings.get("warmup_time_ns", 300_000_000), "r": settings.get("measurement_time_ns", 200_000_000), "to": 0,
        }
        self._read(words[1:])
        for state in states:
            self._complete_row(state.get("rows", [()]))
        single = self.fields["mode"] == "ss"
        self.fields.setdefault("wi", settings.get("warmup_iterations", 0 if single else 5))
        self.fields.setdefault("i", settings.get("measurement_iterations", 1 if single else 5))
        unit = settings.get("time_unit")
        self.fields["tu"] = unit if unit in UNITS else "s" if self.fields["mode"] == "thrpt" else "ns"
        if self.benchmark["group"]:
            self.fields["tg"] = ",".join(map(str, functions))
        controlled = any("Control" in field for field in self.opening if field.startswith("injected="))
        self.fields["waits"] = int(self.fields["threads"] > 1 and (self.benchmark["group"] or controlled))
        self._check(sum(functions))

    def _read(self, words):
        for flag, value in zip(words[::2], [*words[1::2], None]):
            if value is None:
                raise UsageError(f"{flag} needs a value")
            if flag == "-p":
                name, equals, text = value.partition("=")
                if not equals:
                    raise UsageError(f"-p {value}: not PARAM=VALUE")
                self.texts[_choose(self.params, name, "param")["name"]] = text
            elif flag not in FIELDS:
                raise UsageError(f"--solo does not know {flag}")
            else:
                self.fields.update(dict.fromkeys(FIELDS[flag], _read_option(flag, value)))

    def _complete_row(self, rows):
        """Params of ParamRows that -p leaves out are those of the first row that has what it gives, as in a run."""
        names, *rows = rows
        missing = next((name for name in names if name not in self.texts), None)
        if missing is None:
            return
        row = next((row for row in rows if all(self.texts.get(name, value) == value for name, value in zip(names, row))), None)
        if row is None:
            there = _list(" ".join(f"{name}={value}" for name, value in zip(names, row)) for row in rows)
            raise UsageError(f"no row has what -p gives, and it does not give {missing}; there are:{there}")
        self.texts.update(zip(names, row))

    def _check(self, group):
        if self.benchmark["group"] and self.fields["threads"] % group:
            raise UsageError(f"-t {self.fields['threads']} is no multiple of the {group} threads of one group")
        for param in self.params:
            text = self.texts[param["name"]]
            try:
                if text not in param.get("constants", [text]):
                    raise ValueError
                PARSERS.get(param["type"], str)(text)
            except ValueError:
                raise UsageError(f'param {param["name"]} is of type {param["type"]} and cannot be "{text}"') from None

    def texts_of_open(self):
        """The fields of `open` after its id."""
        values = [f"p={param['number']}:{self.texts[param['name']]}" for param in self.params]
        return [*self.opening, *values, *(f"{name}={value}" for name, value in self.fields.items())]


def _list(names):
    return "".join(f"\n  {name}" for name in names)


def _choose(entries, name, kind):
    """The entry whose name is given, in full or as what follows a dot."""
    found = [entry for entry in entries if entry["name"] == name] or [entry for entry in entries if entry["name"].endswith(f".{name}")]
    if len(found) == 1:
        return found[0]
    if found:
        raise UsageError(f"more than one {kind} is called {name}:{_list(entry['name'] for entry in found)}")
    there = f"; there are:{_list(entry['name'] for entry in entries)}" if entries else "; it has none"
    raise UsageError(f"no {kind} is called {name}{there}")


def _read_option(flag, text):
    if flag == "-bm":
        if text not in MODES:
            raise UsageError(f"mode {text} is none of {', '.join(MODES)}")
        return text
    if flag in ("-w", "-r"):  # "200ms"; a bare number is seconds, as in the guide and in JMH
        match = re.fullmatch(r"([0-9]{1,15})([a-z]*)", text)
        if not match or int(match[1]) == 0 or (match[2] or "s") not in UNITS:
            raise UsageError(f"{flag} {text}: not a time such as 200ms, 1s, 2m")
        return int(match[1]) * UNITS[match[2] or "s"]
    if not re.fullmatch(r"[0-9]{1,6}", text) or int(text) < (flag != "-wi"):
        raise UsageError(f"{flag} {text}: not a number of {'iterations' if flag in ('-wi', '-i') else 'this option'}")
    return int(text)


def _phase_line(title, iterations, time_ns, batch, mode):
    if not iterations:
        return f"{title}: <none>\n"
    each = "single-shot each" if mode == "ss" else f"{time_ns / 1e9:g} s each"
    more = f", {batch} calls per op" if batch > 1 else ""
    return f"{title}: {iterations} iteration{'s' * (iterations != 1)}, {each}{more}\n"


def _format_head(options):
    fields, mode, threads = options.fields, options.fields["mode"], options.fields["threads"]
    params = ", ".join(f"{name} = {text}" for name, text in options.texts.items())
    return (f"Benchmark: {options.benchmark['name']}\nBenchmark mode: {TITLES[mode]}\nThreads: {threads} thread{'s' * (threads != 1)}\n"
            + _phase_line("Warmup", fields["wi"], fields["w"], fields["wbatch"], mode)
            + ("AutoWarmup: left out; clamh run warms up until steady\n" if options.settings.get("auto_warmup") and mode != "ss" else "")
            + _phase_line("Measurement", fields["i"], fields["r"], fields["batch"], mode)
            + (f"Parameters: ({params})\n" if params else "") + "\n")


def _play(worker, events, options):
    """Open the case, run its iterations, print what the guide prints. Raises Failure."""
    def execute(*fields):
        events.clear()
        worker.execute([str(field) for field in fields])
        if events[-1]["event"] == "failed":
            raise Failure(*(events[-1][name] for name in ("reason", "where", "message")))
        return events[-1]

    cost_ns = execute("open", "solo", *options.texts_of_open())["clock_cost_ns"]
    print(_format_head(options), end="")
    fields, scores, name = options.fields, [], options.benchmark["name"]
    mode, unit, warmups = fields["mode"], fields["tu"], fields["wi"]
    score_unit, total = f"ops/{unit}" if mode == "thrpt" else f"{unit}/op", warmups + fields["i"]
    for number in range(total):
        warmup = number < warmups
        amount = (0, 1) if mode == "ss" else (fields["w" if warmup else "r"], 0)
        threads = execute("iterate", "solo", "warmup" if warmup else "measurement", *amount, int(number == 0), int(number == total - 1))["threads"]
        score = compute_score(mode, unit, cost_ns, threads)
        text = f"{score:.6g} {score_unit}"
        if mode == "sample":
            series = [ns for event in events[:-1] for ns in event["sample_ns"]]
            text = f"n = {len(series)}, mean = {text}, {format_quantiles(series, unit, cost_ns, fields['opi'])}"
        sums = zip(options.counters, map(sum, zip(*(thread.get("aux", ()) for thread in threads))))
        text += "".join(f", {counter} = {value:.6g}" for counter, value in sums)
        title = f"warmup iteration {number + 1}" if warmup else f"iteration {number + 1 - warmups}"
        print(f"Benchmark {name}, {title}: {text}", flush=True)
        if not warmup:
            scores.append(score)
    sys.stdout.buffer.write(format_result(name, scores, score_unit).encode())  # in whatever locale
    sys.stdout.flush()
    execute("close", "solo")


def run_solo(words, artifact, path):
    """The exit code."""
    events = []
    worker = Worker(events.append, artifact, path)
    try:
        options = Options(words, worker.load(), artifact["openings"])
        if not clocks.choose_clock():
            raise UsageError("CLAMH_CLOCK must be counted:NS with NS above 0")
        _play(worker, events, options)
        return 0
    except UsageError as error:
        print(f"{error}\n{USAGE}", file=sys.stderr, end="")
        return 2
    except Exception as error:
        failure = as_failure("internal", "", error)
        place = f" in {failure.where}" if failure.where else ""
        print(f"{failure.reason}{place}: {failure.message}", file=sys.stderr)
        return 1


def _read_builder(path):
    """The clamh that published this artifact, which it wrote behind it; "" if none did."""
    with open(path, "rb") as file:
        file.seek(max(0, os.path.getsize(path) - 8192))
        _, mark, program = file.read().rpartition(b"\n//clamh=")
    return os.fsdecode(program[:-1]) if mark and program.endswith(b"\n") else ""


def hand_over(words, artifact, path):
    """Everything else is clamh's: this process waits for it and ends as it ends. The workers get this very Python."""
    home = os.environ.get("CLAMH_HOME")
    places = [os.path.join(home, place, "clamh") for place in ("bin", ".venv/bin")] if home else []
    built_by = _read_builder(path)
    program = next((found for name in (*filter(None, [built_by]), "clamh", *places) if (found := shutil.which(name))), None)
    if program is None:
        names = _list(benchmark["name"] for benchmark in artifact["tables"]["benchmarks"])
        print("clamh is needed for this and is neither on PATH nor under $CLAMH_HOME (bin, .venv/bin).\n"
              + (f"{built_by}, which built this, is not there any more: build it again with `clamh build`.\n" if built_by else "")
              + f"Without it: {os.path.basename(sys.executable)} {path} --solo NAME [-bm MODE] [-bs N] [-p PARAM=VALUE] "
              f"[-wi N] [-w TIME] [-i N] [-r TIME]\nwith one of these as NAME:{names}", file=sys.stderr)
        return 2
    environ = {**os.environ, "CLAMH_PYTHON": sys.executable}
    child = subprocess.Popen([program, "run", "--artifact", f"python:{path}", *words], env=environ)
    signal.signal(signal.SIGINT, lambda *_: None)  # clamh gets it too, and ends in good order
    signal.signal(signal.SIGTERM, lambda *_: child.terminate())
    code = child.wait()
    return code if code >= 0 else 128 - code
