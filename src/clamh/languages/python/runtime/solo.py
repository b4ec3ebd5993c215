"""Started without a driver: one case in this process, through the worker's own commands, or the options handed to
clamh.
"""

import math
import os
import re
import shutil
import signal
import subprocess
import sys

from . import clock as clocks
from .describe import MODES
from .failure import Failure, as_failure
from .meeting import CPUS
from .opening import PARSERS
from .score import UNITS, compute_score, format_quantiles, format_result
from .worker import Worker

USAGE = f"""usage: --solo NAME [-bm {'|'.join(MODES)}] [-bs BATCH-SIZE] [-t THREADS] [-p PARAM=VALUE]...
              [-wi WARMUP-ITERATIONS] [-w TIME] [-i ITERATIONS] [-r TIME]
"""
TITLES = {"thrpt": "Throughput, ops/time", "avgt": "Average time, time/op", "sample": "Sampling time",
          "ss": "Single shot invocation time", "wall": "Wall time, time/op"}
FIELDS = {"-bm": "mode", "-t": "threads", "-bs": "batch", "-wi": "wi", "-i": "i", "-w": "w", "-r": "r"}


class UsageError(Exception):
    """The command line is wrong."""


def read_options(words, benchmarks):
    """A benchmark as the generator wrote it (_describe_solo), completed by the command line. Raises UsageError."""
    if not words:
        raise UsageError(f"--solo needs the name of a benchmark; there are:{_list_names(benchmarks)}")
    solo = _choose(benchmarks, words[0], "benchmark")
    fields, params = solo["fields"], solo["params"]
    texts = {param["name"]: param["text"] for param in params if param["text"] is not None}
    for flag, value in zip(words[1::2], [*words[2::2], None]):
        if value is None:
            raise UsageError(f"{flag} needs a value")
        if flag == "-p":
            name, equals, text = value.partition("=")
            if not equals:
                raise UsageError(f"-p {value}: not PARAM=VALUE")
            texts[_choose(params, name, "param")["name"]] = text
        elif flag in FIELDS:
            fields[FIELDS[flag]] = _read_option(flag, value)
        else:
            raise UsageError(f"--solo does not know {flag}")
    for rows in solo["rows"]:
        _complete_row(texts, *rows)
    solo["values"] = {param["name"]: _parse(param, texts[param["name"]]) for param in params}
    threads = {-1: CPUS, -2: max(1, CPUS // 2)}.get(fields["threads"], fields["threads"])
    fields["threads"] = math.ceil(threads / solo["group"]) * solo["group"]  # whole groups
    single = fields["mode"] == "ss"
    defaults = {"wi": 0 if single else 5, "i": 1 if single else 5, "tu": "s" if fields["mode"] == "thrpt" else "ns"}
    solo["fields"] = {**defaults, **fields, "waits": int(solo["waits"] and fields["threads"] > 1)}
    solo["texts"] = texts
    return solo


def _complete_row(texts, names, *rows):
    """Params of ParamRows that -p leaves out are those of the first row that has what it gives, as in a run."""
    missing = next((name for name in names if name not in texts), None)
    if missing is None:
        return
    row = next((row for row in rows if all(texts.get(name, value) == value for name, value in zip(names, row))), None)
    if row is None:
        there = _list(" ".join(f"{name}={value}" for name, value in zip(names, row)) for row in rows)
        raise UsageError(f"no row has what -p gives, and it does not give {missing}; there are:{there}")
    texts.update(zip(names, row))


def _parse(param, text):
    try:
        if param["allowed"] and text not in param["allowed"]:
            raise ValueError
        return PARSERS.get(param["type"], str)(text)
    except (LookupError, ValueError, OverflowError):
        raise UsageError(f'param {param["name"]} is of type {param["type"]} and cannot be "{text}"') from None


def _list(lines):
    return "".join(f"\n  {line}" for line in lines)


def _list_names(entries):
    return _list(entry["name"] for entry in entries)


def _choose(entries, name, kind):
    """The entry whose name is given, in full or as what follows a dot."""
    ends = [entry for entry in entries if f".{entry['name']}".endswith(f".{name}")]
    found = [entry for entry in ends if entry["name"] == name] or ends
    if len(found) == 1:
        return found[0]
    if found:
        raise UsageError(f"more than one {kind} is called {name}:{_list_names(found)}")
    there = f"; there are:{_list_names(entries)}" if entries else "; it has none"
    raise UsageError(f"no {kind} is called {name}{there}")


def _read_option(flag, text):
    if flag == "-bm":
        if text in MODES:
            return text
        raise UsageError(f"mode {text} is none of {', '.join(MODES)}")
    if flag in ("-w", "-r"):  # "200ms"; a bare number is seconds, as in the guide and in JMH
        match = re.fullmatch(r"([0-9]{1,15})([a-z]*)", text)
        if match and int(match[1]) > 0 and (match[2] or "s") in UNITS:
            return int(match[1]) * UNITS[match[2] or "s"]
        raise UsageError(f"{flag} {text}: not a time such as 200ms, 1s, 2m")
    digits = 15 if flag == "-bs" else 6
    if re.fullmatch(f"[0-9]{{1,{digits}}}", text) and int(text) >= (flag != "-wi"):
        return int(text)
    raise UsageError(f"{flag} {text}: not a number {'of iterations' if flag in ('-wi', '-i') else 'above 0'}")


def _phase_line(title, iterations, time_ns, batch, mode):
    if not iterations:
        return f"{title}: <none>\n"
    each = "single-shot each" if mode == "ss" else f"{time_ns / 1e9:g} s each"
    more = f", {batch} calls per op" if batch > 1 else ""
    return f"{title}: {iterations} iteration{'s' * (iterations != 1)}, {each}{more}\n"


def _format_head(solo):
    fields, mode, threads = solo["fields"], solo["fields"]["mode"], solo["fields"]["threads"]
    params = ", ".join(f"{name} = {text}" for name, text in solo["values"].items())
    return (
        f"Benchmark: {solo['name']}\nBenchmark mode: {TITLES[mode]}\nThreads: {threads} thread{'s' * (threads != 1)}\n"
        + _phase_line("Warmup", fields["wi"], fields["w"], fields["wbatch"], mode) +
        ("AutoWarmup: left out; clamh run warms up until steady\n" if fields.get("auto") and mode != "ss" else "") +
        _phase_line("Measurement", fields["i"], fields["r"], fields["batch"], mode) +
        ("Bounds of calls: left out; each iteration takes its time\n"
         if fields.get("bounded") and mode != "ss" else "") +
        (f"Parameters: ({params})\n" if params else "") + "\n")


def _play(worker, events, solo):
    """Open the case, run its iterations, print what the guide prints. Raises Failure."""
    if sys.stdout is None:
        raise Failure("results are missing", "", "standard output is closed")

    def execute(*fields):
        events.clear()
        worker.execute([str(field) for field in fields])
        if events[-1]["event"] == "failed":
            raise Failure(*(events[-1][name] for name in ("reason", "where", "message")))
        return events[-1]

    fields, name = solo["fields"], solo["name"]
    values = [f"p={param['number']}:{solo['texts'][param['name']]}" for param in solo["params"]]
    fixed = [*solo["opening"], *values, *(f"{key}={value}" for key, value in fields.items())]
    cost_ns = execute("open", "solo", *fixed)["clock_cost_ns"]
    print(_format_head(solo), end="")
    mode, unit, warmups, total = fields["mode"], fields["tu"], fields["wi"], fields["wi"] + fields["i"]
    score_unit, scores = f"ops/{unit}" if mode == "thrpt" else f"{unit}/op", []
    for number in range(total):
        phase, time_ns, title = ("warmup", fields["w"], f"warmup iteration {number + 1}") if number < warmups else (
            "measurement", fields["r"], f"iteration {number + 1 - warmups}")
        amount = (0, 1) if mode == "ss" else (time_ns, 0)
        threads = execute("iterate", "solo", phase, *amount, int(number == 0), int(number == total - 1))["threads"]
        score = compute_score(mode, unit, cost_ns, threads)
        text = f"{score:.6g} {score_unit}"
        if mode == "sample":
            series = [ns for event in events[:-1] for ns in event["sample_ns"]]
            text = f"n = {len(series)}, mean = {text}, {format_quantiles(series, unit, cost_ns, fields['opi'])}"
        sums = zip(solo["counters"], map(sum, zip(*(thread.get("aux", ()) for thread in threads))))
        text += "".join(f", {counter} = {value:.6g}" for counter, value in sums)
        print(f"Benchmark {name}, {title}: {text}", flush=True)
        if phase == "measurement":
            scores.append(score)
    sys.stdout.buffer.write(format_result(name, scores, score_unit).encode())  # in whatever locale
    sys.stdout.flush()
    execute("close", "solo")


def run_solo(words, artifact, path):
    """The exit code."""
    events = []
    worker = Worker(events.append, artifact, path)
    try:
        there = {event.get("number") for event in worker.load().catalog if event["event"] == "benchmark"}
        solo = read_options(words, [benchmark for number, benchmark in enumerate(artifact["solo"]) if number in there])
        if not clocks.choose_clock():
            raise UsageError("CLAMH_CLOCK must be counted:NS with NS above 0")
        _play(worker, events, solo)
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
    program = next((found for name in (*filter(None, [built_by]), "clamh", *places) if (found := shutil.which(name))),
                   None)
    if program is None:
        names = _list_names(artifact["tables"]["benchmarks"])
        print(
            "clamh is needed for this and is neither on PATH nor under $CLAMH_HOME (bin, .venv/bin).\n" +
            (f"{built_by}, which built this, is not there any more: build it again with `clamh build`.\n"
             if built_by else "") +
            f"Without it: {os.path.basename(sys.executable)} {path} --solo NAME [-bm MODE] [-bs N] [-p PARAM=VALUE] "
            f"[-wi N] [-w TIME] [-i N] [-r TIME]\nwith one of these as NAME:{names}", file=sys.stderr)
        return 2
    environ = {**os.environ, "CLAMH_PYTHON": sys.executable}
    child = subprocess.Popen([program, "run", "--artifact", f"python:{path}", *words], env=environ)
    signal.signal(signal.SIGINT, lambda *_: None)  # clamh gets it too, and ends in good order
    signal.signal(signal.SIGTERM, lambda *_: child.terminate())
    code = child.wait()
    return code if code >= 0 else 128 - code
