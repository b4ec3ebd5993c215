"""Loads the user's modules under their own names with the text that the artifact has of them: the annotations blanked.

So __file__, imports and tracebacks are what they are without CLAMH, and whoever imports such a file too gets the same
module.
"""

from __future__ import annotations

import importlib.abc
import importlib.util
import os
import sys
import types

from . import injected
from .failure import Failure, words
from .loop import Stub

OURS = "clamh_runtime"  # the module that has the injected classes, here and without CLAMH


def home(artifact, path):
    """Where the sources are: beside an artifact that was published there, else where they were built from."""
    beside = os.path.dirname(os.path.abspath(path))
    main = artifact["files"][0]["name"]
    return beside if artifact["standalone"] or os.path.exists(os.path.join(beside, main)) else artifact["folder"]


class Files(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Finds and loads the files that the artifact has, whatever way they are imported."""

    def __init__(self, texts):
        self._texts = texts  # by absolute path

    def find_spec(self, fullname, path=None, target=None):
        """The spec of a module whose file is one of ours."""
        tail = fullname.rpartition(".")[2]
        for folder in path if path is not None else sys.path:
            base = os.path.join(os.path.abspath(folder or os.curdir), tail)
            for file, package in ((base + ".py", False), (os.path.join(base, "__init__.py"), True)):
                if file in self._texts:
                    return importlib.util.spec_from_file_location(
                        fullname, file, loader=self, submodule_search_locations=[base] if package else None)
        return None

    def create_module(self, spec):
        """The usual one."""
        return None

    def exec_module(self, module):
        """Run its text."""
        self.run(module, module.__spec__.origin)

    def run(self, module, path):
        """Run the text of `path` in a module, where types of ours are known without an import, as they are to annotations."""
        for name in injected.NAMES:
            module.__dict__.setdefault(name, getattr(injected, name))
        exec(compile(self._texts[path], path, "exec", dont_inherit=True), module.__dict__)  # noqa: S102 (the user's program)


def load(artifact, path, registry):
    """Runs the user's modules and joins to each noun of the registry what they have of it. Raises Failure."""
    folder = home(artifact, path)
    paths = [os.path.normpath(os.path.join(folder, one["name"])) for one in artifact["files"]]
    if not artifact["standalone"] and not os.path.exists(paths[0]):
        raise Failure("benchmark", paths[0], f"{paths[0]} is not there any more; build it again where it is")
    sys.modules[OURS] = _ours()
    sys.path.insert(0, os.path.dirname(paths[0]))
    sys.argv = [paths[0]]
    files = Files({path: one["text"] for path, one in zip(paths, artifact["files"])})
    sys.meta_path.insert(0, files)
    modules = []
    try:
        for at, one in enumerate(paths):
            modules.append(_module(one, files, main=at == 0))
    except BaseException as error:
        if isinstance(error, (KeyboardInterrupt, SystemExit)):
            raise
        raise Failure("benchmark", artifact["source"], words(error) + _lacking(error)) from None
    _join(registry, modules, paths)


def _lacking(error):
    """Where a module would have to be: PATH leads to interpreters, and never to the packages of a virtual environment."""
    if isinstance(error, ImportError) and error.name == "clamh":
        return f"\n    Blackhole, Random and the like come from {OURS}, and need no import here"
    if not isinstance(error, ModuleNotFoundError):
        return ""
    return (f"\n    {sys.executable} has it not: install it there, or let CLAMH_PYTHON name the interpreter that has it, "
            "such as CLAMH_PYTHON=.venv/bin/python")


def _ours():
    module = types.ModuleType(OURS)
    for name in injected.NAMES:
        setattr(module, name, getattr(injected, name))
    return module


def _module(path, files, main):
    """The module of a file: what its importers got already, else a new one."""
    for one in list(sys.modules.values()):
        if getattr(one, "__file__", None) == path:
            return one
    name = os.path.basename(path)[:-3] if path.endswith(".py") else os.path.basename(path)
    if name in sys.modules or not name.isidentifier():  # a benchmark file called like a module of the library
        name = f"clamh_user_{name}"
    module = types.ModuleType(name)
    module.__file__ = path
    module.__spec__ = importlib.util.spec_from_file_location(name, path, loader=files)
    sys.modules[name] = module
    files.run(module, path)
    return module


def _join(registry, modules, paths):
    """What the facts name, from the modules; a benchmark that is not there stood under a condition and is left out."""
    def found(file, expression):
        value = modules[file]
        for part in expression.split("."):
            value = getattr(value, part)
        return value

    missing = set()
    for one in registry.benchmarks:
        for called in one.functions:
            try:
                function = found(called.file, called.function) if called.function else None
            except AttributeError as error:
                if not called.conditional:
                    raise Failure("benchmark", one.name, f"{paths[called.file]} has no {called.function}: {error}") from None
                missing.add(one.name)
                continue
            called.stub = Stub(one.name, function, called.code, len(called.takes), called.is_async)
    registry.benchmarks = [one for one in registry.benchmarks if one.name not in missing]
    for called in registry.floor.functions:
        called.stub = Stub(called.name, lambda: None, called.code, 0)
    for one in registry.classes:
        one.type = _lookup(found, one.file, one.expression, one.name or one.expression)
    for one in registry.params:
        one.home = _lookup(found, one.class_file, one.declared_in, one.name) if one.shared else None
        one.constants_of = _lookup(found, one.enum_file, one.enum, one.name) if one.enum else None
    for one in registry.fixtures:
        function = _lookup(found, one.file, one.function, one.name) if one.function else None
        one.stub = Stub(one.name, function, one.code, len(one.takes))


def _lookup(found, file, expression, name):
    try:
        return found(file, expression)
    except AttributeError as error:
        raise Failure("benchmark", name, f"the module has no {expression}: {error}") from None

