"""Run without a driver: one case in this very process, or the guide's command line handed to clamh."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys

from . import clock as clocks
from .failure import raised, usage
from .iteration import iteration, measured, told
from .open import DEFAULTS, MODES, open_case
from .result import result_text

USAGE = f"""usage: --solo NAME [-bm {'|'.join(MODES)}] [-bs BATCH-SIZE] [-t THREADS] [-p PARAM=VALUE]...
              [-wi WARMUP-ITERATIONS] [-w TIME] [-i ITERATIONS] [-r TIME]
"""
TITLES = {"thrpt": "Throughput, ops/time", "avgt": "Average time, time/op", "sample": "Sampling time",
          "ss": "Single shot invocation time", "wall": "Wall time, time/op"}
SHARES = (0, 0.5, 0.9, 0.95, 0.99, 0.999, 0.9999, 1)
UNITS = {"ns": 1, "us": 10**3, "ms": 10**6, "s": 10**9, "m": 6 * 10**10, "min": 6 * 10**10, "h": 36 * 10**11, "d": 864 * 10**11}


def _duration(flag, text):
    """"200ms" in ns; a bare number is seconds, as in the guide and in JMH."""
    match = re.fullmatch(r"([0-9]{1,15})([a-z]*)", text)
    if match and int(match[1]) > 0 and (match[2] or "s") in UNITS:
        return int(match[1]) * UNITS[match[2] or "s"]
    raise usage(f"{flag} {text}: not a time such as 200ms, 1s, 2m")


def _iterations(flag, text):
    if re.fullmatch(r"[0-9]{1,6}", text) and int(text) >= (flag == "-i"):
        return int(text)
    raise usage(f"{flag} {text}: not a number of iterations")


def _listed(names):
    return "".join(f"\n  {one}" for one in names)


def _chosen(every, name, what):
    """The one whose name is given, in full or as what follows a dot."""
    found = [one for one in every if one.name == name] or [one for one in every if one.name.endswith(f".{name}")]
    if len(found) == 1:
        return found[0]
    if found:
        raise usage(f"more than one {what} is called {name}:{_listed(one.name for one in found)}")
    there = f"; there are:{_listed(one.name for one in every)}" if every else "; it has none"
    raise usage(f"no {what} is called {name}{there}")


def _complete_rows(given, needs, classes):
    """Params of ParamRows that -p leaves out are those of the first row that has what it gives, as in a run."""
    for state in needs.states:
        names, *rows = classes[state].forecast.get("rows") or [()]
        missing = next((one for one in names if one not in given), None)
        if missing is None:
            continue
        row = next((one for one in rows if all(given.get(name, value) == value for name, value in zip(names, one))), None)
        if row is None:
            there = _listed(" ".join(f"{name}={value}" for name, value in zip(names, one)) for one in rows)
            raise usage(f"no row has what -p gives, and it does not give {missing}; there are:{there}")
        given.update(zip(names, row))


def _read(words, registry):
    """What the words ask for: the fields of `open`, params, and the iterations of both phases."""
    if not words:
        raise usage(f"--solo needs the name of a benchmark; there are:{_listed(one.name for one in registry.benchmarks)}")
    benchmark = _chosen(registry.benchmarks, words[0], "benchmark")
    said, needs = benchmark.settings, registry.needs(benchmark)
    params = {one.name: one.values[0] for one in needs.params if one.values}
    mode = (said.get("modes") or ["avgt"])[0]
    asked = {"benchmark": benchmark.name, "mode": mode if mode in MODES else "avgt", "opi": str(said.get("operations_per_invocation", 1)),
             "batch": str(said.get("measurement_batch_size", 1)), "wbatch": str(said.get("warmup_batch_size", 1)),
             "threads": str(sum(one.threads for one in benchmark.functions) if benchmark.group else 1)}
    run = {"-w": said.get("warmup_time_ns", 300_000_000), "-r": said.get("measurement_time_ns", 200_000_000)}
    for at in range(1, len(words), 2):
        flag, value = words[at], words[at + 1] if at + 1 < len(words) else None
        if value is None:
            raise usage(f"{flag} needs a value")
        if flag == "-p":
            name, equals, text = value.partition("=")
            if not equals:
                raise usage(f"-p {value}: not PARAM=VALUE")
            params[_chosen(needs.params, name, "param").name] = text
        elif flag in ("-bm", "-t"):
            asked[{"-bm": "mode", "-t": "threads"}[flag]] = value
        elif flag == "-bs":
            asked["batch"] = asked["wbatch"] = value
        elif flag in ("-wi", "-i"):
            run[flag] = _iterations(flag, value)
        elif flag in ("-w", "-r"):
            run[flag] = _duration(flag, value)
        else:
            raise usage(f"--solo does not know {flag}")
    _complete_rows(params, needs, registry.classes)
    single = asked["mode"] == "ss"
    run.setdefault("-wi", said.get("warmup_iterations", 0 if single else 5))
    run.setdefault("-i", said.get("measurement_iterations", 1 if single else 5))
    unit = said.get("time_unit")
    asked["tu"] = unit if unit in UNITS else "s" if asked["mode"] == "thrpt" else "ns"
    asked.update({key[1:]: str(value) for key, value in run.items()})
    return asked, params, run


def _phase_line(title, iterations, time, batch, mode):
    if not iterations:
        return f"{title}: <none>\n"
    each = "single-shot each" if mode == "ss" else f"{time / 1e9:g} s each"
    more = f", {batch} calls per op" if batch > 1 else ""
    return f"{title}: {iterations} iteration{'s' * (iterations != 1)}, {each}{more}\n"


def _head(case, run):
    params = ", ".join(f"{param.name} = {value}" for param, value in case.values)
    return (f"Benchmark: {case.benchmark.name}\nBenchmark mode: {TITLES[case.mode]}\n"
            f"Threads: {case.threads} thread{'s' * (case.threads != 1)}\n"
            + _phase_line("Warmup", run["-wi"], run["-w"], case.batch["warmup"], case.mode)
            + ("AutoWarmup: left out; clamh run warms up until steady\n" if case.benchmark.settings.get("auto_warmup") and case.mode != "ss" else "")
            + _phase_line("Measurement", run["-i"], run["-r"], case.batch["measurement"], case.mode)
            + (f"Parameters: ({params})\n" if params else "") + "\n")


def _quantile(histogram, total, share):
    """The least time that at least this share of all does not exceed."""
    seen = 0
    for value, number in zip(histogram[::2], histogram[1::2]):
        seen += number
        if seen >= max(share * total, 1):
            return value
    return 0


def _times(unit, threads):
    return [max(one["elapsed_ns"] - one["timings"] * one["clock_cost_ns"], 0) / UNITS[unit] for one in threads]


def _score_unit(case, unit):
    return f"ops/{unit}" if case.mode == "thrpt" else f"{unit}/op"


def _value(case, unit, threads):
    """An iteration's score from what the protocol tells of its threads, as JMH joins them."""
    times = _times(unit, threads)
    counted = [(time, one["operations"]) for time, one in zip(times, threads) if one["operations"]]
    operations = max(sum(one["operations"] for one in threads), 1)
    if case.mode == "thrpt":
        return sum(own / time for time, own in counted if time)
    if case.mode == "wall":
        return max(times) / operations
    if case.mode == "sample":
        return sum(times) / operations
    return sum(time / own for time, own in counted) / max(len(counted), 1)


def _score(case, unit, threads):
    """The same as the guide prints it."""
    counters = "".join(f", {name} = {sum(one['counters'][name] for one in threads):.6g}" for name in threads[0]["counters"])
    text = f"{_value(case, unit, threads):.6g} {_score_unit(case, unit)}"
    if case.mode != "sample":
        return f"{text}{counters}"
    pairs = sorted(pair for one in threads for pair in zip(one["histogram"][::2], one["histogram"][1::2]))
    histogram = [number for pair in pairs for number in pair]
    timings, cost = sum(one["timings"] for one in threads), threads[0]["clock_cost_ns"]
    values = [max(_quantile(histogram, timings, share) - cost, 0) / case.operations_per_invocation / UNITS[unit] for share in SHARES]
    return (f"n = {timings}, mean = {text}, p{{{', '.join(f'{one:g}' for one in SHARES)}}} = "
            f"{', '.join(f'{one:.6g}' for one in values)} {unit}/op{counters}")


def run_solo(words, load):
    """The exit code."""
    case = None
    try:
        registry = load()
        asked, params, run = _read(words, registry)
        if not clocks.choose():
            raise usage("CLAMH_CLOCK must be counted:NS with NS above 0")
        case = open_case(registry, "solo", {**DEFAULTS, **asked}, params)
        print(_head(case, run), end="")
        total, scores = run["-wi"] + run["-i"], []
        for at in range(total):
            warmup = at < run["-wi"]
            phase = "warmup" if warmup else "measurement"
            time_ns, operations = (0, 1) if case.mode == "ss" else (run["-w" if warmup else "-r"], 0)
            results = iteration(case, phase, 2 if at == 0 else 1, 2 if at == total - 1 else 1, measured(case, phase, time_ns, operations))
            threads = [told(case, seat, one) for seat, one in zip(case.seats, results)]
            number = f"warmup iteration {at + 1}" if warmup else f"iteration {at + 1 - run['-wi']}"
            print(f"Benchmark {case.benchmark.name}, {number}: {_score(case, asked['tu'], threads)}", flush=True)
            if not warmup:
                scores.append(_value(case, asked["tu"], threads))
        sys.stdout.buffer.write(result_text(case.benchmark.name, scores, _score_unit(case, asked["tu"])).encode())  # in whatever locale
        sys.stdout.flush()
        case.team.close()
        return 0
    except Exception as error:
        failure = raised("internal", "", error)
        if case is not None:
            case.abandon()
            case.team.close()
        place = f" in {failure.where}" if failure.where else ""
        print(f"{failure.message}\n{USAGE}" if failure.reason == "usage" else f"{failure.reason}{place}: {failure.message}",
              file=sys.stderr, end="" if failure.reason == "usage" else "\n")
        return 2 if failure.reason == "usage" else 1


def builder(path):
    """The clamh that published this artifact, which it wrote behind it; "" where none did."""
    with open(path, "rb") as file:
        file.seek(max(0, os.path.getsize(path) - 8192))
        _, mark, program = file.read().rpartition(b"\n//clamh=")
    return os.fsdecode(program[:-1]) if mark and program.endswith(b"\n") else ""


def hand_over(words, artifact, path):
    """Everything else is clamh's: this process waits for it and ends as it ends. The workers are to have this very Python."""
    home = os.environ.get("CLAMH_HOME")
    places = [os.path.join(home, place, "clamh") for place in ("bin", ".venv/bin")] if home else []
    built_by = builder(path)
    program = next((found for one in (*filter(None, [built_by]), "clamh", *places) if (found := shutil.which(one))), None)
    if program is None:
        names = _listed(one["name"] for one in artifact["facts"]["benchmarks"])
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
