"""Loads the user's modules under their own names with the text that the artifact has of them: the annotations blanked.

So __file__, imports and tracebacks are what they are without CLAMH, and another importer of such a file gets the same
module.
"""

import importlib.machinery
import importlib.util
import os
import sys
import types

from . import injected
from .failure import Failure, describe_error
from .loop import Stub

OURS = "clamh_runtime"  # the module that has the injected classes, here and without CLAMH
FLOOR = "clamh.empty"


class Record:
    """One entry of a table, its fields as attributes."""

    def __init__(self, number, fields):
        self.number = number
        self.__dict__.update(fields)


class Absent:
    """Stands for a class or function that its condition left out: a call raises the Failure."""

    def __init__(self, failure):
        self.failure = failure

    def __call__(self, *arguments):
        raise self.failure


class Tables:
    """What the wrapper registers by number, with what the user's modules have of it. Raises Failure.

    `catalog` are its events, without the benchmarks that do not exist, since their declarations stand under a
    condition.
    """

    def __init__(self, artifact, modules):
        self._modules = modules
        for kind, entries in artifact["tables"].items():
            setattr(self, kind, [Record(number, entry) for number, entry in enumerate(entries)])
        for state in self.classes:
            state.type = self._find_declared(state, state, state.file, state.expression)
        for param in self.params:
            absent = isinstance(self.classes[param.owner].type, Absent)
            param.home = self._find(param, param.class_file, param.declared_in) if param.shared and not absent else None
            param.constants_of = None if absent else self._find_constants(param)
        for fixture in self.fixtures:
            fixture.stub = self._make_stub(fixture, fixture)
        missing = set()
        for benchmark in self.benchmarks:
            benchmark.functions = [Record(number, fields) for number, fields in enumerate(benchmark.functions)]
            for function in benchmark.functions:
                function.stub = self._make_stub(benchmark, function)
                if self._lacks(function):
                    missing.add(benchmark.number)
        empty = Record(0, {"name": FLOOR, "takes": [], "stub": Stub(FLOOR, lambda: None, "f()", 0)})
        self.floor = Record(len(self.benchmarks), {"name": FLOOR, "group": False, "functions": [empty]})
        self.catalog = [event for event in artifact["catalog"]
                        if event["event"] != "benchmark" or event["number"] not in missing]

    def _make_stub(self, owner, called):
        called.target = self._find_declared(owner, called, called.file, called.function) if called.function else None
        return Stub(owner.name, called.target, called.code, len(called.takes), called.is_async)

    def _lacks(self, function):
        """Whether a condition left out a benchmark's function or a class that it takes. Raises Failure if the function
        itself stands under no condition.
        """
        classes = [self.classes[taken].type for taken in function.takes if isinstance(taken, int)]
        absent = [part for part in (function.target, *classes) if isinstance(part, Absent)]
        if absent and not function.conditional:
            raise absent[0].failure
        return bool(absent)

    def _find_declared(self, owner, declared, file, expression):
        """A class or function; Absent if its declaration stands under a condition and the module lacks it."""
        try:
            return self._find(owner, file, expression)
        except Failure as failure:
            if not declared.conditional:
                raise
            return Absent(failure)

    def _find_constants(self, param):
        """The enum of a param, else None; where the source does not show the type, its default has it."""
        if param.enum:
            return self._find(param, param.enum_file, param.enum)
        default = None if param.type else getattr(self.classes[param.owner].type, param.attribute, None)
        if hasattr(type(default), "__members__"):  # of an Enum, without importing that module
            return type(default)
        if default is None or isinstance(default, str) or hasattr(default, "__set__"):  # the last: of __slots__
            return None
        raise Failure(
            "setup", param.name, f"its value is a text, but its default is of the type {type(default).__name__}: "
            "make it int, float, bool, str or an Enum, and build other types in a Setup")

    def _find(self, owner, file, expression):
        value = self._modules[file]
        try:
            for name in expression.split("."):
                value = getattr(value, name)
        except AttributeError as error:
            raise Failure("benchmark", owner.name, f"the module has no {expression}: {error}") from None
        return value


class Files:
    """Loads the files that the artifact has, in whatever way they are imported; `texts` are by absolute path."""

    def __init__(self, texts):
        self._texts = texts

    def find_spec(self, fullname, path=None, target=None):
        spec = importlib.machinery.PathFinder.find_spec(fullname, path)
        if spec is None or spec.origin is None or os.path.abspath(spec.origin) not in self._texts:
            return None
        spec.loader = self
        return spec

    def create_module(self, spec):
        """None: a module as any other. (importlib.abc has this too, and takes as long to load as the worker itself.)"""

    def exec_module(self, module):
        """Run its text; our types are known there without an import, as they are to annotations."""
        path = os.path.abspath(module.__spec__.origin)
        for name in injected.NAMES:
            module.__dict__.setdefault(name, getattr(injected, name))
        exec(compile(self._texts[path], path, "exec", dont_inherit=True),
             module.__dict__)  # noqa: S102 (the user's program)

    def load(self, name, path, folders=None):
        """A new module of a file; `folders` are where a package has its modules."""
        loader = self if path in self._texts else None
        spec = importlib.util.spec_from_file_location(name, path, loader=loader, submodule_search_locations=folders)
        module = sys.modules[name] = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        return module


def load_tables(artifact, path):
    """Runs the user's modules. Raises Failure."""
    # The sources are beside an artifact that was published there, else in the folder from which it was built.
    beside, main = os.path.dirname(os.path.abspath(path)), artifact["files"][0]["name"]
    folder = beside if os.path.exists(os.path.join(beside, main)) else artifact["folder"]
    paths = [os.path.normpath(os.path.join(folder, file["name"])) for file in artifact["files"]]
    if not os.path.exists(paths[0]):
        raise Failure("benchmark", paths[0], f"{paths[0]} does not exist any more; build it again where it is")
    ours = sys.modules[OURS] = types.ModuleType(OURS)
    vars(ours).update((name, getattr(injected, name)) for name in injected.NAMES)
    # First for a script: its folder, then that of the file a link leads to. Behind the library for a module of a
    # package.
    place = len(sys.path) if artifact["files"][0]["package"] else 0
    sys.path[place:place] = dict.fromkeys(map(os.path.dirname, (paths[0], os.path.realpath(paths[0]))))
    sys.argv = [paths[0]]
    files = Files({path: file["text"] for path, file in zip(paths, artifact["files"])})
    sys.meta_path.insert(0, files)
    try:
        modules = [_load_module(path, file["package"], files) for path, file in zip(paths, artifact["files"])]
    except BaseException as error:
        if isinstance(error, (KeyboardInterrupt, SystemExit)):
            raise
        raise Failure("benchmark", artifact["source"], describe_error(error) + _hint(error)) from None
    return Tables(artifact, modules)


def _hint(error):
    """PATH leads to interpreters, and never to the packages of a virtual environment."""
    if isinstance(error, ImportError) and error.name == "clamh":
        return f"\n    Blackhole, Random and the like come from {OURS}, and need no import here"
    if not isinstance(error, ModuleNotFoundError):
        return ""
    return (
        f"\n    {sys.executable} lacks it: install it there, or let CLAMH_PYTHON name the interpreter that has it, "
        "such as CLAMH_PYTHON=.venv/bin/python")


def _load_module(path, depth, files):
    """The module of a file: the one that its importers got already, else a new one. `depth` folders are its package."""
    module, package = _find_loaded(path), ""
    if module is None and depth:
        package = _load_package(os.path.dirname(path), depth, files)
        module = _find_loaded(path)  # the package may import it
    if module is not None:
        return module
    name = os.path.basename(path)[:-3] if path.endswith(".py") else os.path.basename(path)
    if package:
        name = f"{package}.{name}"
    elif name in sys.modules or not name.isidentifier():  # a benchmark file called like a module of the library
        name = f"clamh_user_{name}"
    return files.load(name, path)


def _find_loaded(path):
    return next((module for module in list(sys.modules.values()) if getattr(module, "__file__", None) == path), None)


def _load_package(folder, depth, files):
    """The name of the package of a folder, loaded as by `python -m`: after the `depth` - 1 packages around it."""
    around = os.path.dirname(folder)
    name = os.path.basename(folder).replace(".", "_")
    if depth > 1:
        name = f"{_load_package(around, depth - 1, files)}.{name}"
    elif _is_elsewhere(name, folder):  # a folder called like a module of the library
        name = f"clamh_user_{name}"
    elif around not in sys.path:
        sys.path.append(around)
    if name not in sys.modules:
        path = os.path.join(folder, "__init__.py")
        if os.path.exists(path):
            files.load(name, path, [folder])
        else:
            spec = importlib.machinery.ModuleSpec(name, None, is_package=True)
            spec.submodule_search_locations.append(folder)
            sys.modules[name] = importlib.util.module_from_spec(spec)
    return name


def _is_elsewhere(name, folder):
    """Whether an import of this name finds another module than the package in the folder."""
    spec = importlib.util.find_spec(name)
    return spec is not None and folder not in (spec.submodule_search_locations or ())
