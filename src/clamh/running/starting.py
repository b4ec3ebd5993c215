"""How the process of a case starts: by its language's toolchain, with a code layout, seeds and a folder."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from clamh.languages import languages
from clamh.languages.base import Toolchain
from clamh.model.artifacts import Artifact, Command
from clamh.model.cases import Case, Plan
from clamh.running.layouts import ForkLayout, apply_layout
from clamh.running.worker.folder import place_in_suite

CommandOf = Callable[[Plan, Case], Command]


def block_seed(seed: int, block: int) -> int:
    """The seed of all cases of a block, so that all platforms see the same data; 63 bits fit into every language."""
    return random.Random(f"{seed}/{block}").getrandbits(63)


def case_command(plan: Plan, case: Case) -> Command:
    """The process that measures this case."""
    artifact = plan.catalogs[case.artifact].artifact
    return place_in_suite(_toolchain(plan, case).run_command(artifact, case.launch), artifact)


def fork_command(plan: Plan, case: Case, layout: ForkLayout, command: CommandOf) -> Command:
    """The process of a fork: `command` returns the case's process in the code layout; padding and seed are added."""
    process = apply_layout(command(_in_code_layout(plan, case, layout.code), case), layout)
    return _toolchain(plan, case).with_layout_seed(process, layout.seed)


def invoke_command(plan: Plan, case: Case, command: CommandOf) -> Command:
    """A process for `invoke` alone: `command` gives that of the case, in the build that records."""
    artifact = plan.catalogs[case.artifact].artifact
    return command(_with_artifact(plan, case, _toolchain(plan, case).recorder(artifact)), case)


def can_invoke(plan: Plan, case: Case) -> bool:
    """Whether the case's worker answers `invoke`: it returns what its benchmarks compute, without measuring."""
    return "invoke" in plan.catalogs[case.artifact].capabilities.get("commands", ("invoke",))


def with_temporary_folder(plan: Plan, case: Case, process: Command, folder: str) -> Command:
    """The process with its temporary files in that folder, by TMPDIR and by the language's own setting."""
    return _toolchain(plan, case).with_temporary_folder(replace(process, env={**process.env, "TMPDIR": folder}), folder)


def _toolchain(plan: Plan, case: Case) -> Any:
    """The toolchain of the case's language. A test's worker without a language gets the contract's defaults."""
    language = languages().get(plan.catalogs[case.artifact].artifact.platform.language)
    return language.toolchain if language else Toolchain


def _in_code_layout(plan: Plan, case: Case, code: int) -> Plan:
    """The plan with the artifact of the case in that code layout; 0 is the artifact itself."""
    if code == 0:
        return plan
    artifact = plan.catalogs[case.artifact].artifact
    return _with_artifact(plan, case, replace(artifact, path=artifact.layouts[code - 1]))


def _with_artifact(plan: Plan, case: Case, artifact: Artifact) -> Plan:
    """The plan with another artifact of the case."""
    catalogs = list(plan.catalogs)
    catalogs[case.artifact] = replace(catalogs[case.artifact], artifact=artifact)
    return replace(plan, catalogs=tuple(catalogs))
