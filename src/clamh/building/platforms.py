"""Decides on which platforms each source is measured: those found on this machine and those of clamh.toml."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from difflib import get_close_matches
from fnmatch import fnmatchcase

import msgspec

from clamh.building.configuration import configurations
from clamh.building.variables import variable_flags
from clamh.languages import languages
from clamh.model.artifacts import Platform, Skip
from clamh.model.configuration import NAME, Configuration, may_match
from clamh.model.diagnostics import Diagnostic, select_errors
from clamh.model.errors import InputError
from clamh.model.folders import shorten_path
from clamh.model.options import Options
from clamh.model.sources import Location, Suite

Find = Callable[[str], tuple[list[Platform], list[Skip]]]  # language → its platforms here, what is missing
Probe = Callable[[str, str, tuple[str, ...]],
                 Platform | str]  # language, program, flags → platform, or why there is none


def choose_platforms(suite: Suite, options: Options, find: Find,
                     probe: Probe) -> tuple[dict[str, list[Platform]], list[Skip]]:
    """The platforms to use by the path of a unit's source, and what was left out.

    --platform decides, else `platforms` of the nearest clamh.toml for the languages that it names, else one per
    language: those that `find` marks as chosen, or the first. Raises InputError when the user named a missing platform,
    or a file whose language is missing, and for all errors in a clamh.toml.
    """
    by_source, wrong = configurations(unit.source.path for unit in suite.units)
    if select_errors(wrong):
        raise InputError(wrong)
    by_configuration: dict[tuple[str, str], tuple[list[Platform], list[Skip]]] = {}
    chosen: dict[str, list[Platform]] = {}
    problems: list[Diagnostic] = []
    known: dict[str, None] = {}
    for unit in suite.units:
        configuration, language = by_source[unit.source.path], unit.source.language
        if (configuration.path, language) not in by_configuration:
            present, missing = find(language)
            known.update(dict.fromkeys(_list_ids(present, configuration, language)))
            own, left_out = _choose_for_language(configuration, language, present, missing, options, probe, problems)
            by_configuration[configuration.path,
                             language] = languages()[language].toolchain.together(own) if own else [], left_out
        chosen[unit.source.path] = by_configuration[configuration.path, language][0]
    if options.profiled:
        chosen = {source: list(map(languages()[found[0].language].profiler.profiled_platform, found)) if found else []
                  for source, found in chosen.items()}
    skipped = _drop_duplicates(skip for _, skips in by_configuration.values() for skip in skips)
    problems += [
        Diagnostic(code="missing-toolchain", message=f"{skip.platform}: {skip.reason}", hint=skip.hint)
        for skip in skipped if options.strict or _is_named_by_user(skip, suite, options)
    ]
    if not any(chosen.values()):  # such as one misspelled platform: a run that measures nothing must not succeed
        places = {
            pattern: configuration.location for configuration in by_source.values()
            for pattern in configuration.platforms
        }
        problems += [
            Diagnostic(code="no-such-platform", message=f"no platform is left: {skip.platform}: {skip.reason}",
                       hint=skip.hint, location=places[skip.platform]) for skip in skipped if skip.platform in places
        ]
    for pattern in options.platforms:
        if pattern != "all" and not any(fnmatchcase(platform, pattern) for platform in known):
            language = pattern.partition("/")[0]
            message = f"no platform of this machine matches --platform '{pattern}'"
            hint = f"platforms of this machine: {', '.join(known) or 'none'}"
            if not any(platform.startswith(f"{language}/") for platform in known):
                hint = next((f"{skip.reason}; {skip.hint}" for skip in skipped if skip.platform == language), hint)
            problems.append(Diagnostic(code="no-such-platform", message=message, hint=hint))
    if problems:
        raise InputError(problems)
    return chosen, skipped


def find_all_platforms(configuration: Configuration, language: str, find: Find,
                       probe: Probe) -> tuple[list[Platform], list[Skip]]:
    """All platforms of a language, including those of clamh.toml. Raises InputError for errors in the latter."""
    present, missing = find(language)
    problems: list[Diagnostic] = []
    result = _choose_for_language(configuration, language, present, missing, Options(platforms=("all",)), probe,
                                  problems)
    if problems:
        raise InputError(problems)
    return result


def _list_ids(present: Sequence[Platform], configuration: Configuration, language: str) -> list[str]:
    """The ids of found platforms, then of the user's own; an own platform replaces a found one of the same id."""
    own = [platform.id for platform in configuration.own if platform.id.split("/")[0] == language]
    return list(dict.fromkeys([*(platform.id for platform in present), *own]))


def _choose_for_language(
    configuration: Configuration,
    language: str,
    present: list[Platform],
    missing: list[Skip],
    options: Options,
    probe: Probe,
    problems: list[Diagnostic],
) -> tuple[list[Platform], list[Skip]]:
    ids = _list_ids(present, configuration, language)
    skipped: list[Skip] = []
    # An option on the command line that selects the program takes precedence over the file.
    decided = any(languages()[language].options[name].environment for name in options.language.get(language, {}))
    configured = () if decided else tuple(pattern for pattern in configuration.platforms
                                          if may_match(pattern, language))
    patterns = options.platforms or configured
    if patterns:
        wanted = [
            platform_id for pattern in patterns for platform_id in ids
            if pattern == "all" or fnmatchcase(platform_id, pattern)
        ]
        unmet = [] if options.platforms else [
            pattern for pattern in patterns if not any(fnmatchcase(platform_id, pattern) for platform_id in ids)]
        skipped += [
            Skip(platform=pattern,
                 reason=f"{_describe_line(configuration.location)} asks for it, but this machine does not have it",
                 hint=_suggest_platforms(pattern, ids)) for pattern in unmet if present
        ]
    else:
        wanted = [platform.id for platform in present if platform.facts.get("chosen")] or ids[:1]
    platforms: list[Platform] = []
    for platform_id in dict.fromkeys(wanted):
        built = _make_platform(platform_id, configuration, language, present, probe)
        if isinstance(built, Platform):
            platforms.append(built)
        elif isinstance(built, Skip):
            skipped.append(built)
        else:
            problems.append(built)
    if not platforms and not skipped and (not options.platforms or not present):
        skipped += missing
    # else another platform would be measured in its place without notice
    elif not patterns or "all" in options.platforms:
        skipped += [skip for skip in missing if skip.requested_by_user]
    return platforms, skipped


def _make_platform(
    platform_id: str, configuration: Configuration, language: str, present: Sequence[Platform], probe: Probe
) -> Platform | Skip | Diagnostic:
    """A platform by its id, with the flags of clamh.toml."""
    by_id = {platform.id: platform for platform in present}
    own = next((own_platform for own_platform in configuration.own if own_platform.id == platform_id), None)
    flags = configuration.flags.get(language, ())
    if own is None:
        platform = by_id[platform_id]
        at = configuration.flags_at.get(language)
        where = f"{shorten_path(configuration.path)} [{language}]"
        return platform if not flags else _add_flags(platform, platform_id, flags, where, at, probe)
    hint = languages()[language].toolchain.INSTALL_HINT
    if own.of:
        if own.of not in by_id:
            return Skip(platform=platform_id, hint=_suggest_platforms(own.of, by_id) if by_id else hint,
                        reason=f"{_describe_line(own.location)}: it uses {own.of}, which this machine does not have")
        return _add_flags(by_id[own.of], platform_id, (*flags, *own.flags), shorten_path(configuration.path),
                          own.location, probe)
    # A platform that is found has the flags of the variables already.
    probed = probe(language, own.program, (*variable_flags(language, os.environ), *flags, *own.flags))
    if isinstance(probed, Platform):
        return msgspec.structs.replace(probed, id=platform_id)
    return Skip(platform=platform_id, reason=f"{_describe_line(own.location)}: cannot use {own.program}: {probed}",
                broken=True, hint=f"correct its program, or: {hint}")


def _describe_line(at: Location | None) -> str:
    """The line of clamh.toml that asks for a platform."""
    return f"{shorten_path(at.path)}:{at.line}" if at else NAME


def _suggest_platforms(wanted: str, present_ids: Iterable[str]) -> str:
    """The hint for a missing platform of several: installing the language would change nothing."""
    names = list(present_ids)
    matches = get_close_matches(wanted, names, 3, 0.75)
    meant = f"did you mean {' or '.join(matches)}? Otherwise " if matches else ""
    return f"{meant}install it, or choose one of: {', '.join(names)}"


def _add_flags(
    platform: Platform, platform_id: str, flags: tuple[str, ...], where: str, at: Location | None, probe: Probe
) -> Platform | Diagnostic:
    probed = probe(platform.language, platform.executable, (*platform.extra, *flags))
    if isinstance(probed, Platform):
        return msgspec.structs.replace(probed, id=platform_id, facts={**platform.facts, **probed.facts})
    return Diagnostic(code="bad-flags",
                      message=f"{platform_id} does not start with the flags {' '.join(flags)}: {probed}",
                      hint=f"correct them in {where}", location=at)


def _is_named_by_user(skip: Skip, suite: Suite, options: Options) -> bool:
    """Whether the user named the missing language, or a file of it."""
    language = skip.platform.split("/")[0]
    named = {os.path.realpath(path) for path in options.paths}
    return language in options.language or any(
        unit.source.language == language and os.path.realpath(unit.source.path) in named for unit in suite.units)


def _drop_duplicates(skipped: Iterable[Skip]) -> list[Skip]:
    return list({(skip.platform, skip.reason): skip for skip in skipped}.values())
