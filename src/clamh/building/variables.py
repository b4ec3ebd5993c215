"""The environment's variables: which of them a build sees, which change what it makes, and which act on workers.

A language names its own in `[environment]` of its language.toml. Variables that give access are passed but never
recorded, since they may be secret. Variables that change the build are passed, recorded, and part of the cache's key.
No other variable is passed.
"""

from __future__ import annotations

import os
import shlex
from collections.abc import Collection, Iterable, Iterator, Mapping
from fnmatch import fnmatchcase

from clamh.languages import HERE, languages
from clamh.model.diagnostics import Diagnostic
from clamh.model.folders import make_absolute

# Folders, user, proxies, keys, and the language of messages.
ACCESS = ("PATH", "HOME", "USER", "LOGNAME", "SHELL", "TERM", "TMPDIR", "TMP", "TEMP", "LANG", "LANGUAGE", "LC_*", "TZ",
          "LD_LIBRARY_PATH", "DYLD_*", "XDG_*", "*_PROXY", "*_proxy", "*TOKEN*", "*PASSWORD*", "*SECRET*",
          "*CREDENTIAL*", "SSH_*", "SSL_*", "GIT_*", "CURL_*", "*CA_BUNDLE", "*CA_CERTS*", "NETRC", "NIX_*", "CLAMH_*")
# Flags that nixpkgs' wrappers of compilers and linkers add, and what chooses the compiler and its SDK on macOS.
WRAPPERS = ("NIX_*FLAGS*", "NIX_CXX*", "NIX_HARDENING_ENABLE*", "NIX_ENFORCE_*", "NIX_DONT_*",
            "DEVELOPER_DIR", "TOOLCHAINS", "SDKROOT", "MACOSX_DEPLOYMENT_TARGET")
# Variables that act on running programs of any language.
RUNS = ("LD_PRELOAD", "LD_LIBRARY_PATH", "LD_AUDIT", "LD_BIND_NOW", "DYLD_INSERT_LIBRARIES", "DYLD_LIBRARY_PATH",
        "GLIBC_TUNABLES", "MALLOC_*", "OMP_*", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "LC_ALL", "TZ")


def step_variables(language: str, environ: Mapping[str, str], read: Collection[str] = ()) -> dict[str, str]:
    """The variables that a build step of the language sees; `read` are the names that the user's sources read while
    compiled.
    """
    own = languages()[language].environment
    access = {name: value for name, value in environ.items() if _matches(name, (*ACCESS, *own.access))}
    return {**access, **build_variables(language, environ, read)}


def build_variables(language: str, environ: Mapping[str, str], read: Collection[str] = ()) -> dict[str, str]:
    """The set variables that change what is built, with folders made absolute, so that they hold wherever a step runs.
    """
    own = languages()[language].environment
    builds = (*own.builds, *(WRAPPERS if languages()[language].compiled else ()))
    variables = {name: _drop_our_headers(make_absolute(value)) if name in own.paths else value
                 for name, value in sorted(environ.items())
                 if value and (_matches(name, builds) or name in read)}
    return {name: value for name, value in variables.items() if value}


def variable_flags(language: str, environ: Mapping[str, str]) -> tuple[str, ...]:
    """The flags of variables such as CXXFLAGS. Raises ValueError for a quote that is never closed."""
    return tuple(word for name in languages()[language].environment.flags
                 for word in shlex.split(environ.get(name, "")))


def header_folders(language: str, environ: Mapping[str, str]) -> tuple[str, ...]:
    """The folders of variables in which a compiler searches headers, in its order."""
    own = languages()[language].environment
    return tuple(folder for name in own.headers
                 for folder in _drop_our_headers(make_absolute(environ.get(name, ""))).split(os.pathsep) if folder)


def find_unused_variables(chosen: Iterable[str], environ: Mapping[str, str]) -> Iterator[Diagnostic]:
    """A warning for each variable that the toolchains of these languages know but no build here sees."""
    for language in dict.fromkeys(chosen):
        own, title = languages()[language].environment, languages()[language].title
        for name, value in sorted(environ.items()):
            if value and _matches(name, own.unused):
                yield Diagnostic(code="unused-variable", severity="warning",
                                 message=f"{name} is set, but builds of {title} do not use it",
                                 hint=f"put its flags into clamh.toml, [{language}] flags, or unset it")


def worker_variables(chosen: Iterable[str], environ: Mapping[str, str]) -> dict[str, str]:
    """The set variables that act on workers of these languages."""
    patterns = (*RUNS, *(name for language in chosen for name in languages()[language].environment.runs))
    return {name: value for name, value in sorted(environ.items()) if value and _matches(name, patterns)}


def recorded_variables(chosen: Iterable[str], environ: Mapping[str, str]) -> dict[str, dict[str, str]]:
    """What results record of the environment: the variables that changed the build, and those that act on workers."""
    chosen = list(dict.fromkeys(chosen))
    built = {name: value for language in chosen for name, value in build_variables(language, environ).items()}
    return {"build_variables": built, "variables": worker_variables(chosen, environ)}


def _matches(name: str, patterns: Iterable[str]) -> bool:
    return any(fnmatchcase(name, pattern) for pattern in patterns)


def _drop_our_headers(folders: str) -> str:
    """The folders without those of our headers, which clamh.rc adds and builds find anyway."""
    ours = os.path.join(HERE, "")
    return os.pathsep.join(folder for folder in folders.split(os.pathsep) if not folder.startswith(ours))
