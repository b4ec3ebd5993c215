"""Parsed ─bind→ Suite: what every annotation means, the same in all languages; every problem at once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count
from typing import Any

from clamh.annotations.check import Checked, check, foreign, not_built
from clamh.annotations.classes import Classes, Path
from clamh.annotations.cycles import cycles
from clamh.annotations.params import param_values
from clamh.annotations.settings import merged, settings
from clamh.annotations.table import INJECTED, TABLE
from clamh.diagnostics import Diagnostic, errors
from clamh.identity import keys
from clamh.languages import Language, languages
from clamh.model import Benchmark, Declaration, Fixture, Location, Param, Parsed, Settings, State, Suite, Unit

UNSETTABLE = ("const", "constexpr", "constinit", "final", "readonly")
SETTINGS = ("BenchmarkMode", "Warmup", "Measurement", "Fork", "Threads", "OperationsPerInvocation", "OutputTimeUnit",
            "Timeout")


def bind(groups: Sequence[Sequence[Parsed]]) -> tuple[Suite, list[Diagnostic]]:
    """Give meaning to the annotations of every group: a source that has benchmarks, then its companions.

    A group in which no benchmark is found becomes no unit, and a warning; an error when that is so of all.
    """
    units: list[Unit] = []
    diagnostics: list[Diagnostic] = []
    empty: list[Parsed] = []
    for group in groups:
        if not group:
            continue
        unit, problems = Binding(group, languages()[group[0].source.language]).unit()
        diagnostics += problems
        if unit.benchmarks:
            units.append(unit)
        elif not errors(problems):
            empty.append(group[0])
    severity = "warning" if units else "error"
    diagnostics += [Diagnostic(
        code="no-benchmark", message=f"no benchmark in '{one.source.path}'", severity=severity,
        mend="annotate a function with @Benchmark, or in a comment with @@Benchmark",
        location=Location(path=one.source.path, line=1),
    ) for one in empty]
    return Suite(units=tuple(units)), diagnostics


class Binding:
    """One unit while it is bound; the problems gather in it."""

    def __init__(self, group: Sequence[Parsed], language: Language):
        self.group, self.language = group, language
        self.problems: list[Diagnostic] = []
        declarations = [one for parsed in group for one in parsed.declarations]
        self.classes = Classes(declarations, language.separator)
        self.checked: dict[int, list[Checked]] = {}  # by the declaration's identity: equal ones may be two
        for one in declarations:
            if one.annotations:
                self.checked[id(one)], problems = check(one, language)
                self.problems += problems
        self.annotated = [one for one in declarations if id(one) in self.checked]
        self.settings: dict[int, Settings] = {}
        for one in self.annotated:
            self.settings[id(one)], problems = settings(self.checked[id(one)], language)
            self.problems += problems
        self.states: dict[Path, State] = {}

    def unit(self) -> tuple[Unit, list[Diagnostic]]:
        """The unit, and every problem in the order of the file."""
        self._bind_states()
        fixtures = self._fixtures()
        benchmarks = self._benchmarks()
        self._check_company()
        self._check_cycles(fixtures)
        return Unit(
            source=self.group[0].source,
            companions=tuple(one.source for one in self.group[1:]),
            parsed=tuple(self.group),
            benchmarks=tuple(benchmarks),
            states=tuple(self.states.values()),
            fixtures=tuple(fixtures),
        ), sorted(dict.fromkeys(self.problems), key=_place)

    # ---- states and params

    def _bind_states(self) -> None:
        indices = count()
        for declaration in self.annotated:
            if (state := self._one(declaration, "State")) is None:
                continue
            scope = state.values.get("value", "Benchmark")
            if scope not in self.language.scopes:
                self.problems.append(not_built(f"Scope.{scope}", self.language, self._where(state)))
            self._add_state(declaration, scope, indices)
            if not self.language.claims_plain:  # JMH's State is inherited
                for heir in self.classes.heirs(self.classes.path(declaration)):
                    sub = self.classes.declaration(heir)
                    if sub is not None and heir not in self.states and not self._has(sub, "State"):
                        self._add_state(sub, scope, indices)
        owned = {id(param.declaration) for state in self.states.values() for param in state.params}
        for declaration in self.annotated:
            param = self._one(declaration, "Param")
            if param is None or id(declaration) in owned:
                continue
            owner = self._owner(declaration)
            if owner is None or (owner not in self.states and not self._may_be_state(owner)):
                self._report("param-outside-state", f"Param {declaration.name} is outside of a state",
                             param.annotation.location, "put @State(Scope.Benchmark) on its class")

    def _add_state(self, declaration: Declaration, scope: Any, indices: Iterator[int]) -> None:
        path = self.classes.path(declaration)
        name = self.classes.full_name(declaration)
        label = self._one(declaration, "StateLabel")
        if "abstract" in declaration.modifiers and not self.language.claims_plain:
            return  # its heirs are the states
        self.states[path] = State(
            name=name, scope=scope, params=(), location=declaration.location, index=next(indices),
            label=label.values.get("value", "") if label else declaration.name, declaration=declaration,
        )
        first = sum(len(state.params) for state in self.states.values())
        owners = [path, *self.classes.bases(path)]
        params = [
            self._param(field, name) for owner in reversed(owners) for field in self.annotated
            if field.kind == "field" and self._owner(field) == owner and self._one(field, "Param") is not None
        ]
        self.states[path] = _replace(self.states[path], params=tuple(
            _replace(one, index=first + place) for place, one in enumerate(params)
        ))

    def _param(self, field: Declaration, state: str) -> Param:
        one = self._one(field, "Param")
        assert one is not None
        where = self._where(one)
        enum = self.classes.enum(field.type, (*field.scope,))
        constants = field.constants or (enum.constants if enum else ())
        listed = one.values.get("value")
        values, problems = param_values(listed or (), where)
        self.problems += problems
        if not values and not one.unread and not problems:
            values = constants
            if listed is not None or not constants:
                if foreign(one.annotation, self.language) and listed is None:
                    pass  # an enum of another file: the other harness knows its constants
                elif not any(d.location == where for d in self.problems):
                    self._report("param-without-values", f"Param {field.name} has no values", where,
                                 'write them as quoted texts: @Param({"1", "2"})')
        for word in field.modifiers:
            if word in UNSETTABLE and not self._said_by_language(field):
                self._report("param-unsettable", f"param {field.name} is {word}: it cannot be given its values",
                             field.location, f"delete the word `{word}`")
        return Param(name=self.language.separator.join((state, field.name)), type=field.type, values=values,
                     location=field.location, index=0, declaration=field)

    def _said_by_language(self, field: Declaration) -> bool:
        """Whether the front-end knows where its forbidden words stand, and so reports them itself."""
        return "words" in field.facts or "pointer" in field.modifiers

    def _may_be_state(self, path: Path) -> bool:
        """Whether it is a state, has one that inherits from it, or inherits from what these files do not define."""
        heirs = [path, *self.classes.heirs(path)]
        if any(one in self.states for one in heirs):
            return True
        return not self.language.claims_plain and not self.classes.knows_bases(path)

    # ---- fixtures

    def _fixtures(self) -> list[Fixture]:
        found: list[Fixture] = []
        for declaration in self.annotated:
            for kind in ("Setup", "Teardown"):
                one = self._one(declaration, kind)
                if one is None or "value" in one.unread and not foreign(one.annotation, self.language):
                    continue
                level = one.values.get("value", "Trial")
                if level not in self.language.levels:
                    self.problems.append(not_built(f"Level.{level}", self.language, self._where(one)))
                taken = self._taken(declaration)
                for owner in self._fixture_owners(declaration, one):
                    states = [*([owner] if owner in self.states else []), *taken]
                    found.append(Fixture(
                        name=self._member_name(declaration, owner), kind=kind, level=level,
                        states=tuple(self.states[path].name for path in dict.fromkeys(states)),
                        location=declaration.location, index=len(found), declaration=declaration,
                    ))
        return found

    def _fixture_owners(self, declaration: Declaration, one: Checked) -> list[Path | None]:
        """The classes on whose instances the fixture runs; None for a free function."""
        owner = self._owner(declaration)
        if owner is None:
            return [None]
        heirs = [heir for heir in self.classes.heirs(owner) if heir in self.states]
        if not self.language.claims_plain:
            if not self._may_be_state(owner) and "abstract" not in self._modifiers(owner):
                self._report("fixture-outside-state", f"{one.annotation.name} {declaration.name} is outside of a state",
                             one.annotation.location, "put @State on its class, or move it into a state")
            return [*([owner] if owner in self.states else []), *heirs]
        if heirs:
            self.problems.append(not_built(
                f"a {one.annotation.name} that {self.states[heirs[0]].name} inherits", self.language,
                one.annotation.location))
        return [owner]

    # ---- benchmarks

    def _benchmarks(self) -> list[Benchmark]:
        found: list[tuple[Declaration, Path | None, str]] = []
        first = {id(one) for one in self.group[0].declarations}
        for declaration in self.annotated:
            if id(declaration) not in first or not self._has(declaration, "Benchmark"):
                continue
            self._check_threads(declaration)
            taken = self._taken(declaration)
            self._check_groups(declaration, taken)
            for owner in self._benchmark_owners(declaration):
                found.append((declaration, owner, self._member_name(declaration, owner)))
        found = self._apart(found)
        given = {name: self._said(declaration).get("name") for declaration, _, name in found}
        found_keys = dict(zip(given, keys(list(given.items()), self.language.id), strict=True))
        benchmarks: list[Benchmark] = []
        for declaration, owner, name in found:
            key = found_keys[name]
            if key is None:
                where = self._one(declaration, "Benchmark").annotation.location  # type: ignore[union-attr]
                self._report("ambiguous-key", f"another benchmark of this source has the same key as {name}", where,
                             "give it another with Benchmark(name = \"…\")")
            own = [owner] if owner in self.states and "static" not in declaration.modifiers else []
            levels = [self.settings[id(declaration)]]
            for path in self.classes.outward(owner or ()):
                levels.append(self.settings.get(id(self.classes.declaration(path)), Settings()))
            benchmarks.append(Benchmark(
                key=key or name, name=name, index=len(benchmarks), settings=merged(levels),
                states=tuple(self.states[path].name for path in dict.fromkeys([*own, *self._taken(declaration)])),
                location=declaration.location, baseline=self._baseline(declaration), declaration=declaration,
            ))
        self._check_baselines(benchmarks)
        return benchmarks

    def _benchmark_owners(self, declaration: Declaration) -> list[Path | None]:
        """The classes whose benchmark it is: where JMH decides, also those that inherit it, and no abstract one."""
        owner = self._owner(declaration)
        if owner is None or self.language.claims_plain:
            return [owner]
        return [one for one in (owner, *self.classes.heirs(owner)) if "abstract" not in self._modifiers(one)]

    def _baseline(self, declaration: Declaration) -> Any:
        said = self._said(declaration).get("baseline", False)
        return "bound" if said == "BOUND" else "reference" if said else ""

    def _check_baselines(self, benchmarks: list[Benchmark]) -> None:
        references = [one for one in benchmarks if one.baseline == "reference"]
        for one in references[1:]:
            if one.name != references[0].name:
                self._report("two-baselines", f"{one.name} and {references[0].name} are both the baseline", one.location,
                             "keep baseline = true on one of them")

    def _apart(self, found: list[tuple[Declaration, Path | None, str]]) -> list[tuple[Declaration, Path | None, str]]:
        """Names of overloads get their parameters, `f(Data &)`; with equal ones they are alternatives under #if."""
        signatures: dict[str, set[str]] = {}
        for declaration, _, name in found:
            signatures.setdefault(name, set()).add(_signature(declaration))
        if not self.language.claims_plain:  # JMH refuses overloads
            first: dict[str, tuple[Declaration, Path | None, str]] = {}
            for one in found:
                if first.setdefault(one[2], one) is not one:
                    self._report("overloaded-benchmark", f"another benchmark is called {one[2]} too", one[0].location,
                                 "rename one of them")
            return list(first.values())
        return [(d, o, name + _signature(d) if len(signatures[name]) > 1 else name) for d, o, name in found]

    def _check_threads(self, declaration: Declaration) -> None:
        written = {one.name: one for one in declaration.annotations}
        if "Group" in written and "Threads" in written:
            self._report("threads-on-group", f"{declaration.name} is in a group, which has its own number of threads",
                         written["Threads"].location, "delete Threads, and use GroupThreads")

    def _check_groups(self, declaration: Declaration, taken: list[Path]) -> None:
        group = next((one for one in declaration.annotations if one.name == "Group"), None)
        for path in taken:
            if self.states[path].scope == "Group" and group is None:
                self._report("group-state-outside-group", f"{declaration.name} takes {self.states[path].name}, a state of a "
                             "group, and is in none", declaration.location, "add @Group, or change the state's scope")
        if group is None:
            return
        written = next((one.value for one in group.arguments if one.key in (None, "value")), "group")
        if isinstance(written, str) and not written.isidentifier():
            self._report("group-name", f"the group name \"{written}\" is no identifier", group.location,
                         "use letters, digits and underscores")

    # ---- what a function takes

    def _taken(self, declaration: Declaration) -> list[Path]:
        """The states among its parameters; what else it cannot be given is a problem, said once."""
        found = []
        for one in declaration.parameters:
            path = self.classes.resolve(one.type, declaration.scope)
            last = one.type.replace("const", " ").strip(" &*").split(self.language.separator)[-1].strip()
            if path is not None and path in self.states:
                found.append(path)
            elif last in INJECTED:
                if last not in self.language.injected and self.language.claims_plain:
                    self.problems.append(not_built(f"taking {last}", self.language, declaration.location))
            elif not one.default and one.type != "...":
                self._cannot_take(declaration, one.type, path)
        return found

    def _cannot_take(self, declaration: Declaration, written: str, path: Path | None) -> None:
        if not self.language.claims_plain and (path is None or self._may_be_state(path)):
            return  # from another package or a library: the other harness says whether it is a state
        if path is not None:
            self._report("not-a-state", f"{declaration.name} takes {written}, which is no state", declaration.location,
                         f"put @State(Scope.Benchmark) on {self.language.separator.join(path)}")
        else:
            self._report("unknown-state", f"{declaration.name} takes {written}, which none of these files defines as a state",
                         declaration.location, "a benchmark or fixture may take states and "
                         f"{', '.join(self.language.injected)}; a state must be in this file or one that it includes")

    # ---- company and cycles

    def _check_company(self) -> None:
        """Annotations that mean something only beside another one."""
        beside = {"StateLabel": "State", "ParamRows": "State", "AuxCounters": "State", "GroupThreads": "Group",
                  "Group": "Benchmark", "CompilerControl": "Benchmark", **dict.fromkeys(SETTINGS, "Benchmark")}
        for declaration in self.annotated:
            names = {one.name for one in declaration.annotations}
            for one in self.checked[id(declaration)]:
                name = one.annotation.name
                needed = beside.get(name)
                if needed in names or needed is None or declaration.kind == "class" and name in SETTINGS:
                    continue
                if TABLE[name].targets != ("class",) and not self.language.claims_plain:
                    continue
                self._report("without-company", f"{name} on {declaration.name} has no effect without {needed}",
                             one.annotation.location, f"add @{needed}, or delete it")

    def _check_cycles(self, fixtures: list[Fixture]) -> None:
        """A state depends on the states that its own fixtures take: they are set up before it."""
        needs: dict[str, list[str]] = {}
        for one in fixtures:
            owner = self._owner(one.declaration) if one.declaration else None
            if owner is not None and one.states and self._may_be_state(owner):
                needs.setdefault(one.states[0], []).extend(one.states[1:])
        for cycle in cycles(needs):
            state = next(one for one in self.states.values() if one.name == cycle[0])
            self._report("state-cycle", f"states need each other before themselves: {' → '.join((*cycle, cycle[0]))}",
                         state.location, "let one of their fixtures do without the other state")

    # ---- small things

    def _one(self, declaration: Declaration, name: str) -> Checked | None:
        """The checked annotation of that name; the host's own before what a comment adds."""
        found = [one for one in self.checked.get(id(declaration), ()) if one.annotation.name == name]
        return min(found, key=lambda one: one.annotation.spelling, default=None)

    def _said(self, declaration: Declaration) -> dict[str, Any]:
        """The arguments of all its Benchmark annotations together."""
        return {key: value for one in self.checked[id(declaration)] if one.annotation.name == "Benchmark"
                for key, value in one.values.items()}

    def _has(self, declaration: Declaration, name: str) -> bool:
        return self._one(declaration, name) is not None

    def _owner(self, declaration: Declaration) -> Path | None:
        return None if declaration.owner is None else self.classes.of_scope(declaration.owner)

    def _modifiers(self, path: Path) -> tuple[str, ...]:
        declaration = self.classes.declaration(path)
        return declaration.modifiers if declaration else ()

    def _member_name(self, declaration: Declaration, owner: Path | None) -> str:
        if owner is None:
            return self.classes.full_name(declaration)
        return self.language.separator.join((*owner, declaration.name))

    def _where(self, one: Checked) -> Location:
        arguments = one.annotation.arguments
        return arguments[0].location or one.annotation.location if arguments else one.annotation.location

    def _report(self, code: str, message: str, location: Location, mend: str) -> None:
        self.problems.append(Diagnostic(code=code, message=message, mend=mend, location=location))


def _replace(noun: Any, **changes: Any) -> Any:
    return type(noun)(**{**{name: getattr(noun, name) for name in noun.__struct_fields__}, **changes})


def _signature(declaration: Declaration) -> str:
    """Its parameters as they tell one overload from another."""
    marks = {"const reference": ("const ", " &"), "reference": ("", " &"), "pointer": ("", " *")}
    listed = (f"{before}{one.type}{after}" for one in declaration.parameters
              for before, after in (marks.get(one.passing, ("", "")),))
    return f"({', '.join(listed)})" + (" const" if "const" in declaration.modifiers else "")


def _place(diagnostic: Diagnostic) -> tuple[str, int, int]:
    where = diagnostic.location
    return (where.path, where.line, where.column) if where else ("", 0, 0)
