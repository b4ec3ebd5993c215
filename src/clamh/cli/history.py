"""clamh history add | show | html | export | import: results over commits, in a database."""

from __future__ import annotations

import os
import shlex
import sys
import textwrap
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import TYPE_CHECKING, NamedTuple

from clamh.cli import arguments, report, show
from clamh.cli.writing import check_writable, write_raw
from clamh.machine.extras import find_install_command
from clamh.machine.repository import Repository, find_branch, find_commit, find_commit_time, find_repository
from clamh.model.diagnostics import input_error
from clamh.model.errors import InputError
from clamh.model.folders import find_root
from clamh.model.identity import fold
from clamh.report.units import format_count

if TYPE_CHECKING:
    import argparse

    from sqlalchemy import URL, Connection

    from clamh.history.add import Added
    from clamh.model.history import StoredRun
    from clamh.model.options import Options

FILE = ".clamh/history.db"  # in the project's root
KNOWN = "already in the history"
UNKNOWN = "(not known)"  # how --branch and --machine name runs whose branch or machine is not known
VARIABLE = "CLAMH_HISTORY"
EXAMPLES = (
    ("clamh history add .clamh/runs/latest", "add the newest run"),
    ("clamh history show", "which benchmarks the history has"),
    ("clamh history show factorial", "a benchmark over commits, with changes"),
    ("clamh history html -o history.html", "charts of all benchmarks"),
    ("clamh history export -o history.jsonl", "all of it as JSON lines"),
    ("clamh history import history.jsonl", "add what another history exported"),
)


def parser() -> arguments.Parser:
    """What the verb accepts."""
    verb = arguments.make_verb_parser("history", "Keep results in a database, and show them over commits.",
                                      "ACTION [FILE|BENCHMARK ...]", EXAMPLES)
    verb.add_argument("action", nargs="?", metavar="ACTION", help="add, show, html, export or import")
    verb.add_argument("paths", nargs="*", metavar="FILE|BENCHMARK",
                      help="results files (also of other tools) for add; benchmarks for show and html")
    verb.add_argument("--database", metavar="DB",
                      help=f"an SQLite file, or postgresql://USER@HOST/NAME (${VARIABLE}, else {FILE})")
    verb.add_argument(
        "--branch", metavar="NAME",
        help="add: the branch of the run (the current branch); show, html: the branch (that with the most runs)")
    verb.add_argument("--machine", metavar="NAME",
                      help="show, html: only this machine, by its id or a part of its description")
    verb.add_argument("--revision", metavar="REV", help="add: the commit of a file that does not name it")
    verb.add_argument("-o", metavar="FILE", help="html, export: the file to write (export: standard output)")
    return verb


def main(argv: list[str]) -> int:
    """Run the action; 1 when a file to add had no score."""
    args, options = arguments.parse_command_line(parser(), argv)
    if args.action not in ACTIONS:
        found = f"'{args.action}' is not an action" if args.action else "no action was given"
        raise _usage(found, f"give {', '.join([*ACTIONS][:-1])} or {[*ACTIONS][-1]}: clamh history -h")
    action, accepted = ACTIONS[args.action]
    if unused := [
            name for name in ("branch", "machine", "revision", "o")
            if getattr(args, name) is not None and name not in accepted
    ]:
        raise _usage(
            f"{args.action} does not take {', '.join(f'--{name}' if len(name) > 1 else f'-{name}' for name in unused)}",
            "leave it out")
    try:
        from clamh.history.database import parse_database
    except ImportError:
        raise input_error("history", "clamh history needs the package SQLAlchemy",
                          find_install_command("history")) from None
    place = args.database or os.environ.get(VARIABLE) or os.path.join(find_root(["."]), FILE)
    return action(parse_database(place), args, options)


def _usage(message: str, hint: str) -> InputError:
    return input_error("usage", f"clamh history: {message}", hint)


# ---- add, import


def _add(url: URL, args: argparse.Namespace, options: Options) -> int:
    if not options.paths:
        raise _usage("add: no results file was given", "the newest run is .clamh/runs/latest")
    empty = False
    runs = [_judge(path, args) for path in options.paths]  # a wrong file is an error before anything is added
    for path, run in zip(options.paths, runs, strict=True):
        if not run.results:
            empty = True
            print(f"{path}: nothing to add, since no row has a score", file=sys.stderr)
            continue
        stored = _store(url, run)
        facts = "" if stored == "known" else f" ({format_count(len(run.results), 'result')}, {_describe_commit(run)})"
        print(show.escape_lines(f"{path}: {KNOWN if stored == 'known' else stored}{facts}"))
    return int(empty)


def _judge(path: str, args: argparse.Namespace) -> StoredRun:
    """The run of a results file, with its commit and branch as far as they are known."""
    from clamh import pipeline
    from clamh.cli.sides import NEW, OLD
    from clamh.judging.stored_run import to_stored_run

    judgement = pipeline.judge(path)
    of_run = judgement.run.header.command[1:2] == ("run",)  # its builds are artifacts, whose names are their files'
    if not of_run and {OLD, NEW} <= {row.build for row in judgement.summary.rows}:
        raise _usage(f"add: {path} has two builds (clamh gate, clamh compare --live), which may be of two commits",
                     "add a run of a single commit: clamh run, then clamh history add .clamh/runs/latest")
    repository = _find_repository()
    revision = judgement.run.header.revision
    if args.revision:
        named = find_commit(repository, args.revision) if repository else args.revision
        if revision and revision not in (named, args.revision):
            raise _usage(f"add: {path} is of commit {revision}, not of {args.revision}", "leave out --revision")
        if not named:
            raise _usage(f"add: there is no commit '{args.revision}'", "give a commit of this repository")
        revision = named
    committed = find_commit_time(repository, revision) if repository and revision else ""
    checked_out = repository is not None and bool(revision) and find_commit(repository, "HEAD") == revision
    branch = args.branch or (find_branch(repository) if repository and checked_out else "")
    modified = datetime.fromtimestamp(os.stat(path).st_mtime, UTC).isoformat()
    return to_stored_run(judgement, revision, committed, branch, modified)


def _find_repository() -> Repository | None:
    try:
        return find_repository(find_root(["."]))
    except InputError:
        return None


def _store(url: URL, run: StoredRun) -> Added:
    from clamh.history.add import add_run
    from clamh.history.database import open_to_write

    with open_to_write(url) as connection:
        return add_run(connection, run)


def _describe_commit(run: StoredRun) -> str:
    changed = " with uncommitted changes" if run.uncommitted else ""
    commit = f"commit {run.revision[:10]}{changed}" if run.revision else "no commit"
    return f"{commit}, {f'branch {run.branch}' if run.branch else 'branch not known: --branch NAME names it'}"


def _import(url: URL, args: argparse.Namespace, options: Options) -> int:
    from clamh.history.add import add_run
    from clamh.history.database import open_to_write
    from clamh.history.lines import read_lines

    if len(options.paths) != 1:
        raise _usage("import takes a file", "give a file of `clamh history export`")
    try:
        with open(options.paths[0], "rb") as file:
            runs = list(read_lines(file, options.paths[0]))
    except OSError as error:
        raise _usage(f"import: cannot read {options.paths[0]}: {error.strerror}",
                     "give a file of `clamh history export`") from None
    with open_to_write(url) as connection:  # all or nothing
        added = [add_run(connection, run) for run in runs]
    print(f"{format_count(len(runs), 'run')}: "
          f"{added.count('added')} added, {added.count('updated')} updated, {added.count('known')} {KNOWN}")
    return 0


# ---- show, html, export


def _show(url: URL, args: argparse.Namespace, options: Options) -> int:
    from clamh.history import query
    from clamh.history.database import open_to_read
    from clamh.report.history import describe_method, render_keys, render_series

    if len(options.paths) > 1:
        raise _usage("show takes a benchmark", "without a benchmark it lists all")
    with open_to_read(url) as connection:
        if not options.paths:
            print(show.fit_encoding(render_keys(query.list_keys(connection), _spell_database(url, args)), sys.stdout))
            return 0
        keys, place = _find_keys(connection, options.paths, _spell_database(url, args)), _find_place(connection, args)
        texts = [render_series(series, place.machines)
                 for series in query.find_series(connection, keys, place.branch, place.machine)]
        left_out = query.count_uncommitted(connection, keys, place.branch, place.machine)
        if not texts:
            raise _explain_no_results(options.paths[0], place, left_out)
        notes = [textwrap.fill(text, show.terminal_width())
                 for text in (*_note(place, left_out), describe_method())]
        print(show.fit_encoding("\n\n".join([*texts, "\n".join(notes)]), sys.stdout))
    return 0


def _html(url: URL, args: argparse.Namespace, options: Options) -> int:
    from clamh.history import query
    from clamh.history.database import open_to_read
    from clamh.report.history_page import render_page

    if not options.output:
        raise _usage("html: no file was given", "clamh history html -o history.html")
    check_writable(options, write_raw([url.database or ""] if url.drivername == "sqlite" else []))
    with open_to_read(url) as connection:
        keys, place = _find_keys(connection, options.paths, _spell_database(url, args)), _find_place(connection, args)
        series = list(query.find_series(connection, keys, place.branch, place.machine,
                                        query.limit_points(connection, keys)))
        left_out = query.count_uncommitted(connection, keys, place.branch, place.machine)
        text = render_page(series, place.machines, [f"Branch {place.branch or UNKNOWN}. Up is slower, in every mode.",
                                                    *_note(place, left_out)])
    report.write(text, "-o", options.output, "clamh history html -o FILE", url.database or "")
    return 0


def _export(url: URL, args: argparse.Namespace, options: Options) -> int:
    from clamh.history import query
    from clamh.history.database import open_to_read
    from clamh.history.lines import write_lines

    if options.paths:
        raise _usage("export takes no operand: it writes the whole history",
                     "leave it out, or name the file with -o FILE")
    check_writable(options, write_raw([url.database or ""] if url.drivername == "sqlite" else []))
    with open_to_read(url) as connection:
        if options.output:
            text = b"".join(write_lines(query.read_runs(connection))).decode()
            report.write(text, "-o", options.output, "clamh history export -o FILE", url.database or "")
        else:
            for line in write_lines(query.read_runs(connection)):
                sys.stdout.write(line.decode())
    return 0


def _spell_database(url: URL, args: argparse.Namespace) -> str:
    """The --database of the command for a hint, without its password; "" where it was not given."""
    from clamh.history.database import name_database

    return f" --database {shlex.quote(name_database(url) if url.password else args.database)}" if args.database else ""


def _find_keys(connection: Connection, names: tuple[str, ...], option: str) -> list[str]:
    """The keys of these benchmarks, as they are stored. Raises InputError for a benchmark that the history does not
    have; its hint is a command with `option`.
    """
    from difflib import get_close_matches

    from clamh.history.query import list_names

    stored = list_names(connection)
    keys = []
    for name in names:
        found = [key for key in stored if key == name] or [key for key in stored if fold(key) == fold(name)]
        if not found:
            near = get_close_matches(name, stored.values(), 3) or [*stored.values()][:5]
            hint = f"it has {', '.join(near)}: clamh history show{option} lists all" if near else "add results first"
            raise _usage(f"the history has no benchmark '{name}'", hint)
        keys += found
    return keys


class _Place(NamedTuple):
    """The branch and the machine to show (None: all machines), with what the history has of both."""

    branch: str
    machine: str | None
    branches: list[str]
    machines: dict[str, str]


def _find_place(connection: Connection, args: argparse.Namespace) -> _Place:
    """The branch and the machine to show. Raises InputError for names that the history does not have."""
    from clamh.history.query import list_branches, list_machines

    branches, machines = list_branches(connection), list_machines(connection)
    branch = "" if args.branch == UNKNOWN else args.branch
    if branch is not None and branch not in branches:
        raise _usage(f"the history has no branch '{args.branch}'", _name_branches(branches))
    chosen = [id for id, title in machines.items() if args.machine in (id or UNKNOWN, title)] or [
        id for id, title in machines.items() if args.machine and (id.startswith(args.machine) or args.machine in title)]
    if args.machine is not None and len(chosen) != 1:
        raise _usage(f"{format_count(len(chosen), 'machine')} of the history is '{args.machine}'",
                     f"give an id: {_name_machines(machines)}")
    return _Place(branch if branch is not None else next(iter(branches), ""),
                  chosen[0] if args.machine is not None else None, branches, machines)


def _explain_no_results(benchmark: str, place: _Place, left_out: int) -> InputError:
    """Why a benchmark of the history has no results to show."""
    where = f"on branch {place.branch or UNKNOWN}"
    if place.machine is not None:
        where += f" and machine {place.machine or UNKNOWN}"
    if left_out:
        return _usage(f"show: {benchmark} has results {where} only in {format_count(left_out, 'run')} of uncommitted "
                      "changes, which are left out", "commit the changes, measure again and add that run")
    machines = f"; machines: {_name_machines(place.machines)}" if place.machine is not None else ""
    return _usage(f"show: {benchmark} has no results {where}", f"{_name_branches(place.branches)}{machines}")


def _name_branches(branches: list[str]) -> str:
    return f"branches: {', '.join(branch or UNKNOWN for branch in branches)}"


def _name_machines(machines: dict[str, str]) -> str:
    return "; ".join(f"{id or UNKNOWN}: {title}" for id, title in machines.items())


def _note(place: _Place, left_out: int) -> list[str]:
    """What is not shown: other branches, and runs of uncommitted changes."""
    others = [branch or UNKNOWN for branch in place.branches if branch != place.branch]
    return [*([f"Other branches (--branch NAME): {', '.join(others)}."] if others else []),
            *([f"{format_count(left_out, 'run')} of uncommitted changes left out."] if left_out else [])]


ACTIONS: Mapping[str, tuple[Callable[[URL, argparse.Namespace, Options], int], tuple[str, ...]]] = {
    "add": (_add, ("branch", "revision")),
    "show": (_show, ("branch", "machine")),
    "html": (_html, ("branch", "machine", "o")),
    "export": (_export, ("o",)),
    "import": (_import, ()),
}
