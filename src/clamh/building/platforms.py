"""Which platforms each source is measured on: those found on this machine and those of clamh.toml, and which are chosen."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from difflib import get_close_matches
from fnmatch import fnmatchcase

import msgspec

from clamh.building.configuration import configurations
from clamh.languages import languages
from clamh.model.artifacts import Platform, Skip
from clamh.model.configuration import NAME, Configuration, speaks_of
from clamh.model.diagnostics import Diagnostic, errors
from clamh.model.errors import InputError
from clamh.model.folders import shorten_path
from clamh.model.options import Options
from clamh.model.sources import Location, Suite

Find = Callable[[str], tuple[list[Platform], list[Skip]]]  # language → the platforms there, what is missing
Probe = Callable[[str, str, tuple[str, ...]], Platform | str]  # language, program, flags → platform, or why none


def choose(suite: Suite, options: Options, find: Find, probe: Probe) -> tuple[dict[str, list[Platform]], list[Skip]]:
    """The platforms to use by path of a unit's source, and what was left out.

    --platform decides, else `platforms` of the nearest clamh.toml for the languages that it speaks of, else one per
    language: what `find` marks as chosen, or the first. Raises InputError when a language whose file the user named, or
    a platform they named, is missing, and for everything wrong in a clamh.toml.
    """
    told, wrong = configurations(unit.source.path for unit in suite.units)
    if errors(wrong):
        raise InputError(wrong)
    made: dict[tuple[str, str], tuple[list[Platform], list[Skip]]] = {}
    chosen: dict[str, list[Platform]] = {}
    problems: list[Diagnostic] = []
    known: dict[str, None] = {}
    for unit in suite.units:
        one, language = told[unit.source.path], unit.source.language
        if (one.path, language) not in made:
            there, missing = find(language)
            known.update(dict.fromkeys(_ids(there, one, language)))
            own, left_out = _chosen(one, language, there, missing, options, probe, problems)
            made[one.path, language] = languages()[language].toolchain.together(own) if own else [], left_out
        chosen[unit.source.path] = made[one.path, language][0]
    skipped = _once(skip for _, skips in made.values() for skip in skips)
    problems += [
        Diagnostic(code="missing-toolchain", message=f"{skip.platform}: {skip.reason}", mend=skip.mend)
        for skip in skipped if options.strict or _named(skip, suite, options)
    ]
    if not any(chosen.values()):  # a platform that is misspelled, and no other: a run that measures nothing is no success
        asked = {pattern: one.location for one in told.values() for pattern in one.platforms}
        problems += [Diagnostic(code="no-such-platform", message=f"no platform is left: {skip.platform}: {skip.reason}", mend=skip.mend,
                                location=asked[skip.platform]) for skip in skipped if skip.platform in asked]
    problems += [
        Diagnostic(code="no-such-platform", message=f"no platform of this machine matches --platform '{pattern}'",
                   mend=f"there are: {', '.join(known) or 'none'}")
        for pattern in options.platforms if pattern != "all" and not any(fnmatchcase(one, pattern) for one in known)
    ]
    if problems:
        raise InputError(problems)
    return chosen, skipped


def every(told: Configuration, language: str, find: Find, probe: Probe) -> tuple[list[Platform], list[Skip]]:
    """All platforms of a language, those of clamh.toml among them. Raises InputError for what is wrong with these."""
    there, missing = find(language)
    problems: list[Diagnostic] = []
    made = _chosen(told, language, there, missing, Options(platforms=("all",)), probe, problems)
    if problems:
        raise InputError(problems)
    return made


def _ids(there: Sequence[Platform], told: Configuration, language: str) -> list[str]:
    """Found platforms first, then the user's own; one of the same name takes the place of what was found."""
    own = [one.id for one in told.own if one.id.split("/")[0] == language]
    return list(dict.fromkeys([*(one.id for one in there), *own]))


def _chosen(
    told: Configuration, language: str, there: list[Platform], missing: list[Skip], options: Options, probe: Probe,
    problems: list[Diagnostic],
) -> tuple[list[Platform], list[Skip]]:
    ids = _ids(there, told, language)
    skipped: list[Skip] = []
    # What decides on the program on the command line stands above the file.
    decided = any(languages()[language].options[name].environment for name in options.language.get(language, {}))
    patterns = options.platforms or (() if decided else tuple(p for p in told.platforms if speaks_of(p, language)))
    if patterns:
        wanted = [id_ for pattern in patterns for id_ in ids if pattern == "all" or fnmatchcase(id_, pattern)]
        unmet = [] if options.platforms else [p for p in patterns if not any(fnmatchcase(one, p) for one in ids)]
        skipped += [Skip(platform=pattern, reason=f"{_written(told.location)} asks for it, and this machine has none",
                         mend=_instead(pattern, ids)) for pattern in unmet if there]
    else:
        wanted = [one.id for one in there if one.facts.get("chosen")] or ids[:1]
    made: list[Platform] = []
    for id_ in dict.fromkeys(wanted):
        one = _made(id_, told, language, there, probe)
        if isinstance(one, Platform):
            made.append(one)
        elif isinstance(one, Skip):
            skipped.append(one)
        else:
            problems.append(one)
    if not made and not skipped and (not options.platforms or not there):
        skipped += missing
    elif not patterns or "all" in options.platforms:  # another in its place would be measured without a word
        skipped += [one for one in missing if one.asked]
    return made, skipped


def _made(
    id_: str, told: Configuration, language: str, there: Sequence[Platform], probe: Probe
) -> Platform | Skip | Diagnostic:
    """A platform by its name, with the flags that clamh.toml gives it."""
    found = {one.id: one for one in there}
    own = next((one for one in told.own if one.id == id_), None)
    flags = told.flags.get(language, ())
    if own is None:
        one = found[id_]
        at = told.flags_at.get(language)
        return one if not flags else _flagged(one, id_, flags, f"{shorten_path(told.path)} [{language}]", at, probe)
    mend = languages()[language].toolchain.MEND
    if own.of:
        if own.of not in found:
            return Skip(platform=id_, mend=_instead(own.of, found) if found else mend,
                        reason=f"{_written(own.location)}: it is of {own.of}, which this machine does not have")
        return _flagged(found[own.of], id_, (*flags, *own.flags), shorten_path(told.path), own.location, probe)
    made = probe(language, own.program, (*flags, *own.flags))
    if isinstance(made, Platform):
        return msgspec.structs.replace(made, id=id_)
    return Skip(platform=id_, reason=f"{_written(own.location)}: {own.program} cannot be used: {made}", broken=True,
                mend=f"correct its program, or: {mend}")


def _written(at: Location | None) -> str:
    """The line of clamh.toml that asks for a platform."""
    return f"{shorten_path(at.path)}:{at.line}" if at else NAME


def _instead(wanted: str, there: Iterable[str]) -> str:
    """What to do about one of several platforms of a language: installing the language would change nothing."""
    names = list(there)
    near = get_close_matches(wanted, names, 3, 0.75)
    meant = f"did you mean {' or '.join(near)}? Else " if near else ""
    return f"{meant}install it, or ask for what there is: {', '.join(names)}"


def _flagged(
    one: Platform, id_: str, flags: tuple[str, ...], where: str, at: Location | None, probe: Probe
) -> Platform | Diagnostic:
    made = probe(one.language, one.executable, (*one.extra, *flags))
    if isinstance(made, Platform):
        return msgspec.structs.replace(made, id=id_, facts={**one.facts, **made.facts})
    return Diagnostic(code="bad-flags", message=f"{id_} does not start with the flags {' '.join(flags)}: {made}",
                      mend=f"correct them in {where}", location=at)


def _named(skip: Skip, suite: Suite, options: Options) -> bool:
    """Whether the user named the language of what is missing, or a file of it."""
    language = skip.platform.split("/")[0]
    named = {os.path.realpath(path) for path in options.paths}
    return language in options.language or any(
        unit.source.language == language and os.path.realpath(unit.source.path) in named for unit in suite.units)


def _once(skipped: Iterable[Skip]) -> list[Skip]:
    return list({(one.platform, one.reason): one for one in skipped}.values())
