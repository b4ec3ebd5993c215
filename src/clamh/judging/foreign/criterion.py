"""criterion's folder (target/criterion): sample.json with all samples of a benchmark, estimates.json with statistics of
them.

Source: criterion's src/analysis/mod.rs, src/estimate.rs and src/report.rs, and folders of 0.8.2 (tests/foreign). A
sample is the time in ns of a number of iterations. Each benchmark has a folder `new` (its last measurement), and
folders of earlier ones that are not read.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any

import msgspec

from clamh.judging.foreign.tool_results import (MEAN_ONLY, ONE_PROCESS, Measured, check_document, list_unknown_terms,
                                                make_fork, make_platform, make_read_error, make_run, readable)
from clamh.model.results import Origin, Run

TOOL = "criterion"
NEW = "new"
FILES = ("sample.json", "estimates.json")
ADVICE = "measure with `cargo bench`, and give the folder target/criterion"
SAMPLES = ONE_PROCESS.format(figures="the samples")
UNKNOWN = list_unknown_terms(TOOL, threads="criterion does not record how many threads a benchmark had",
                             warmup="criterion does not record how long it warmed up",
                             opi="criterion does not record how many operations an iteration does",
                             machine="criterion does not record the machine",
                             boot="criterion does not record when the machine was started",
                             forks="criterion's samples share a process")


class Sample(msgspec.Struct):
    """sample.json."""

    iters: list[Annotated[float, msgspec.Meta(gt=0)]]
    times: list[float]


class Estimate(msgspec.Struct):
    """A statistic."""

    point_estimate: float


class Estimates(msgspec.Struct):
    """estimates.json."""

    mean: Estimate


class Names(msgspec.Struct):
    """benchmark.json. Only an input of `bench_with_input` has a value; a throughput has no effect on the time."""

    group_id: str
    function_id: str | None = None
    value_str: str | None = None


def recognises(document: Any) -> bool:
    """Whether the document has the form of this tool's files."""
    if not isinstance(document, dict):
        return False
    mean = document.get("mean")
    return {"iters", "times"} <= document.keys() or {"group_id", "directory_name"} <= document.keys() or (
        isinstance(mean, dict) and "point_estimate" in mean)


def read(document: Any, path: str) -> Run:
    """The benchmark of a file in its folder. Raises InputError for a file that criterion would not write."""
    if "mean" in document and "std_dev" not in document:
        raise make_read_error(path, TOOL, "it has a change relative to an earlier measurement, and no time", ADVICE)
    kind = Names if "group_id" in document else Estimates if "mean" in document else Sample
    folder = Path(path).parent
    documents = {**_read_files(folder, path), kind: check_document(document, kind, path, TOOL)}
    return _make_run(path, [_to_measured(folder, path, documents)])


def read_folder(path: str) -> Run:
    """All benchmarks of a folder. Raises InputError for a folder without any, and for a file that criterion would not
    write.
    """
    folders = sorted({file.parent for name in FILES for file in Path(path).rglob(name) if file.parent.name == NEW})
    if not folders:
        raise make_read_error(path, TOOL, "the folder has no benchmark (new/sample.json or new/estimates.json)", ADVICE)
    return _make_run(path, [_to_measured(folder, path, _read_files(folder, path)) for folder in folders])


def _make_run(path: str, measured: list[Measured]) -> Run:
    return make_run(path, Origin(tool=TOOL, unknown=UNKNOWN), measured, platforms=(make_platform(TOOL),), advice=ADVICE)


def _to_measured(folder: Path, path: str, documents: dict[type, Any]) -> Measured:
    names = documents.get(Names)
    parts = [names.group_id, *filter(None, [names.function_id])] if names else [folder.parent.name or folder.name]
    params = {"parameter": names.value_str} if names and names.value_str is not None else {}
    sample, estimates = documents.get(Sample), documents.get(Estimates)
    if sample and len(sample.iters) != len(sample.times):
        raise make_read_error(
            path, TOOL,
            f"{folder / FILES[0]} has {len(sample.iters)} numbers of iterations and {len(sample.times)} times", ADVICE)
    if sample and sample.times:
        times = [time / iterations for time, iterations in zip(sample.times, sample.iters, strict=True)]
    elif estimates:
        times = [estimates.mean.point_estimate]
    else:
        raise make_read_error(path, TOOL, f"{folder} has neither sample.json nor estimates.json", ADVICE)
    return Measured(name="/".join(parts), key="/".join(parts), platform=TOOL, mode="avgt", params=params,
                    time_unit=readable(times), forks=[make_fork(times, float)],
                    together=SAMPLES if sample and sample.times else MEAN_ONLY)


def _read_files(folder: Path, path: str) -> dict[type, Any]:
    """The files of a benchmark that are there, by their type."""
    documents: dict[type, Any] = {}
    for name, kind in zip((*FILES, "benchmark.json"), (Sample, Estimates, Names), strict=True):
        file = folder / name
        try:
            documents[kind] = check_document(json.loads(file.read_bytes()), kind, str(file), TOOL)
        except FileNotFoundError:
            continue
        except (ValueError, RecursionError) as error:
            raise make_read_error(path, TOOL, f"{file} is cut off or damaged: {error}", ADVICE) from None
        except OSError as error:
            raise make_read_error(path, TOOL, f"cannot read {file}: {error.strerror}", ADVICE) from None
    return documents
