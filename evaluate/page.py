"""The section of a tier in its page of docs/concepts: figures with date, machine and command, between two marks."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from pathlib import Path

from evaluate import proportions
from evaluate.kernels import KERNELS
from evaluate.live import page as live
from evaluate.records import Calibrated, Checked, Done, Record, Refused, Start, cut_off, done, read
from evaluate.schedule import SESSION, Trial, draw_trials
from evaluate.tables import OURS, Claim, Judged, claim, grouped, judged, line, worst

AIM = 0.08
NAMES = {"cpp": "C++", "javascript": "JavaScript", "java": "Java"}
TRACKS = {"T1": "one function, one process", "T2": "its clone in the same artifact", "T3": "another build",
          "T4": "the same artifact, other processes"}
TITLES = {"aa": "Two processes of the same artifact", "smoke": "Side by side, smoke tier"}


def write(page: Path, tier: str, results: Path) -> str:
    """Puts the tier's section into the page and returns it. Raises Refused where either cannot be read."""
    if not results.exists():
        raise Refused(f"{results}: there are no results; run the tier first")
    text = live.section(results) if tier == "live" else section(tier, read(results))
    begin, end = f"<!-- {tier}: written by python -m evaluate -->\n", f"<!-- end of {tier} -->\n"
    whole = page.read_text(encoding="utf-8")
    before, found, rest = whole.partition(begin)
    _, closed, after = rest.partition(end)
    if not found or not closed:
        raise Refused(f"{page}: the marks of the section '{tier}' are not in it: {begin.strip()} … {end.strip()}")
    page.write_text(before + begin + text + end + after, encoding="utf-8")
    return text


def section(tier: str, records: Sequence[Record]) -> str:
    """The section's Markdown. Raises Refused where the records are of another schedule or have a trial twice."""
    trials, digest = draw_trials(tier)
    if any(isinstance(record, Start) and record.schedule != digest for record in records):
        raise Refused(f"these results are of another schedule than the one that evaluate/schedule.py draws for '{tier}'; check out the commit that made them")
    return made(tier, trials, records)


def made(tier: str, trials: Sequence[Trial], records: Sequence[Record]) -> str:
    """The same of trials that are given."""
    several, failed = judged(trials, records)
    number = len(done(list(records)))
    parts = [f"## {TITLES[tier]}\n", *_circumstances(tier, records, number, len(trials)), *_selftest(records)]
    if number:
        parts += _claimed(several, failed, len(trials)) if tier == "aa" else _side_by_side(several)
    for trial, item in failed:
        parts.append(f"- nothing came of trial {trial.index} ({trial.tool}, {NAMES[trial.language]} {trial.kernel}): "
                     f"{' '.join(item.failure.split())[:200]}")
    return "\n".join(parts).rstrip() + "\n"


def _circumstances(tier: str, records: Sequence[Record], number: int, planned: int) -> Iterator[str]:
    starts = [record for record in records if isinstance(record, Start)]
    ends = [record.time for record in records if isinstance(record, Done)]
    machine = starts[-1].environment
    what = [f"{machine.get('cpu')}, {machine.get('cpus')} CPUs" + (f", {machine['hypervisor']}" if machine.get("hypervisor") else ""),
            f"{machine.get('os')}, {machine.get('kernel')}", *(f"{name} {text}".strip() for name, text in starts[-1].tools.items())]
    yield f"`make evaluate TIER={tier}`, {_minute(starts[0].time)} to {_minute(ends[-1] if ends else starts[-1].time)} UTC, commit " + (
        ", ".join(dict.fromkeys(start.commit or "unknown" for start in starts))) + f"; {'; '.join(what)}."
    loads = [f"{start.environment['load'][0]:.1f}" for start in starts if start.environment.get("load")]
    boots = len({start.fingerprint for start in starts})
    yield (f"{number} of {planned} trials were done, in {_counted(len(starts), 'start')} of the command on {_counted(boots, 'boot')} "
           f"(load at the start {', '.join(loads) or 'unknown'}); {_counted(cut_off(list(records)), 'trial')} interrupted and started again.\n")


def _minute(stamp: str) -> str:
    return stamp[:16].replace("T", " ")


def _counted(number: int, what: str) -> str:
    return f"{number} {what}{'s' * (number != 1)}"


def _selftest(records: Sequence[Record]) -> Iterator[str]:
    checks = [record for record in records if isinstance(record, Checked)]
    shares = [abs(check.found / check.right - 1) for check in checks if check.what.startswith("share")]
    yield f"Injection self-test: {sum(check.passed for check in checks)} of {_counted(len(checks), 'check')} passed" + (
        f"; the number of injected instructions differs by at most {100 * max(shares):.2f} %" if shares else "") + ".\n"
    costs = [record for record in records if isinstance(record, Calibrated)]
    if costs:
        yield "| ns, at the last start | " + " | ".join(dict.fromkeys(cost.kernel for cost in costs)) + " |"
        yield "|---|" + "---|" * len(dict.fromkeys(cost.kernel for cost in costs))
        for tool, language in dict.fromkeys((cost.tool, cost.language) for cost in costs):
            cells = [cost for cost in costs if (cost.tool, cost.language) == (tool, language)]
            last = {cell.kernel: cell for cell in cells}
            yield f"| {NAMES[language]}, {'whole process' if tool == 'hyperfine' else 'in a worker'}: fixed + a step | " + " | ".join(
                f"{calibrated.fixed_ns:.4g} + {calibrated.step_ns:.3g}" for calibrated in last.values()) + " |"
        yield ""


def _claimed(several: Sequence[Judged], failed: Sequence[tuple[Trial, Done]], planned: int) -> Iterator[str]:
    text = claim(several, failed)
    yield _verdict(text, planned) + "\n"
    yield ("| language, kernel | comparisons | interval excludes 1 | share of comparisons | upper bound of the share | verdict at Δ = 1 %: slower or faster | verdict: same | verdict: undecided "
           "| interval, median ± | seconds, median and 90th percentile |")
    yield "|---|---|---|---|---|---|---|---|---|---|"
    cells = {(item.trial.language, item.trial.kernel) for item in several}
    for language in dict.fromkeys(sorted((text for text, _ in cells), key=list(NAMES).index)):
        own = [item for item in several if item.trial.language == language and item.outcome.tool == OURS]
        yield _claim_row(f"**{NAMES[language]}**", own)
        for kernel in dict.fromkeys(item.trial.kernel for item in sorted(own, key=lambda entry: entry.trial.kernel)):
            yield _claim_row(f"{NAMES[language]} {kernel}", [item for item in own if item.trial.kernel == kernel])
    yield ""
    if rules := [item for item in several if item.outcome.tool != OURS]:
        yield "Conclusions of JMH users from the same data of Java:\n"
        yield "| rule | comparisons | found different | share of comparisons | upper bound of the share |\n|---|---|---|---|---|"
        for (_, _, tool), group in grouped(rules):
            found, n = line(group).false_positives
            yield f"| {tool} | {n} | {found} | {_percent(found, n)} | {_share(proportions.upper(found, n))} |"
        yield ""


def _verdict(text: Claim, planned: int) -> str:
    whole = text.comparisons >= planned
    within = text.upper <= AIM and text.comparisons >= 1000
    word = "met" if within else "missed" if whole else "not decided yet"
    effect = "unknown" if math.isnan(text.effect) else f"{text.effect:.2f}"
    return (f"**{text.positives} of {text.comparisons} comparisons found a difference that does not exist "
            f"({_percent(text.positives, text.comparisons)}): exact one-sided 95 % upper bound {_share(text.upper)}; aim: at most "
            f"{100 * AIM:g} % in at least 1,000: {word}.** Failed comparisons count as found: {text.failed}. "
            f"Design effect of sessions ({SESSION} comparisons each) {effect}; bound for the effective number of independent comparisons "
            f"{_share(text.clustered_upper)}.")


def _claim_row(name: str, own: Sequence[Judged]) -> str:
    figures = line(own)
    found, n = figures.false_positives
    verdicts = [item.outcome.verdict for item in own]
    alarming = sum(verdict in ("slower", "faster") for verdict in verdicts)
    same = sum(verdict in ("same", "small difference") for verdict in verdicts)
    return (f"| {name} | {n} | {found} | {_percent(found, n)} | {_share(proportions.upper(found, n))} | {alarming} | {same} "
            f"| {figures.undecided[0]} | {_width(figures.half_width)} | {figures.seconds:.1f}, {figures.seconds_p90:.1f} |")


def _side_by_side(several: Sequence[Judged]) -> Iterator[str]:
    sizes = sorted({abs(item.trial.slower) for item in several if not item.null})
    power = " | ".join(f"finds {100 * size:g} %" for size in sizes)
    for track, title in TRACKS.items():
        groups = [(language, tool, group) for (where, language, tool), group in grouped(several) if where == track]
        if not groups:
            continue
        yield f"### {track}: {title}\n"
        yield (f"| language | tool, rule | equal sides: found different | upper bound of the share | worst kernel | {power} | wrong sign | coverage | interval, median ± | undecided "
               "| seconds, median and 90th percentile |")
        yield "|---|---|---|---|---|" + "---|" * (len(sizes) + 5)
        for language, tool, group in groups:
            figures = line(group)
            found, n = figures.false_positives
            bad = worst(group)
            cells = [NAMES[language], tool, f"{found} of {n}", _share(proportions.upper(found, n)) if n else "–",
                     f"{bad[0]}, {bad[1][0]} of {bad[1][1]}" if bad else "–",
                     *(_of(figures.power.get(size)) for size in sizes), _of(figures.wrong_signs), _of(figures.covered),
                     _width(figures.half_width), _of(figures.undecided), f"{figures.seconds:.1f}, {figures.seconds_p90:.1f}"]
            yield f"| {' | '.join(cells)} |"
        yield ""
        yield from _by_kernel(groups)


def _by_kernel(groups: Sequence[tuple[str, str, Sequence[Judged]]]) -> Iterator[str]:
    kernels = [kernel for kernel in KERNELS if any(item.trial.kernel == kernel for _, _, group in groups for item in group)]
    yield "For each kernel: found differences that do not exist; found differences that exist.\n"
    yield f"| language | tool, rule | {' | '.join(kernels)} |"
    yield "|---|---|" + "---|" * len(kernels)
    for language, tool, group in groups:
        cells = []
        for kernel in kernels:
            several = [item for item in group if item.trial.kernel == kernel]
            injected = [item.outcome.positive for item in several if not item.null]
            cells.append(f"{_of(line(several).false_positives)}; {_of((sum(injected), len(injected)))}" if several else "–")
        yield f"| {NAMES[language]} | {tool} | {' | '.join(cells)} |"
    yield ""


def _of(share: tuple[int, int] | None) -> str:
    return f"{share[0]} of {share[1]}" if share and share[1] else "–"


def _percent(found: int, n: int) -> str:
    return _share(found / n) if n else "–"


def _share(share: float) -> str:
    return f"{100 * share:.1f} %"


def _width(half: float | None) -> str:
    return "–" if half is None else f"{100 * math.expm1(half):.2f} %"
