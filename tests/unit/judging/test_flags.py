"""Are platforms that compile differently, or not at all, doubted before anything is measured?"""

from __future__ import annotations

from msgspec.structs import replace

from clamh.judging.flags import warn_of_flags
from clamh.model.artifacts import Artifact, Platform
from clamh.model.cases import Catalog


def catalog(name: str, optimised: bool, **fields: str) -> Catalog:
    platform = Platform(id=f"cpp/{name}", language="cpp", version="1", executable="x", **fields)
    artifact = Artifact(platform=platform, source="b.cpp", path="run_b", sha256="", build_s=0.0)
    return Catalog(artifact=artifact, hello={"toolchain": {"name": name, "version": "1", "optimised": optimised}}, benchmarks=())


def test_missing_optimisation_and_unequal_flags_are_reported() -> None:
    fast, slow, other_catalog = catalog("fast", True), catalog("slow", False), catalog("other", True, optimisation="-O1", target="-march=x")
    assert warn_of_flags([fast]) == warn_of_flags([fast, replace(fast)]) == []
    assert [(doubt.platform, doubt.warning.code) for doubt in warn_of_flags([fast, slow])] == [
        ("cpp/slow", "unoptimised"), ("cpp/slow", "different-flags")]
    assert [doubt.warning.code for doubt in warn_of_flags([fast, other_catalog])] == ["different-flags", "different-flags"]
    [doubt, *_] = warn_of_flags([slow])
    assert doubt.concerns("b.cpp", "any", "cpp/slow") and not doubt.concerns("b.cpp", "any", "cpp/fast")


def test_of_two_builds_each_platform_is_compared_with_itself() -> None:
    def builds(old: Catalog, new: Catalog) -> list[Catalog]:
        return [replace(item, artifact=replace(item.artifact, build=build)) for build, item in (("old", old), ("new", new))]

    fast, other_catalog = catalog("fast", True), catalog("other", True, optimisation="-O1")
    assert warn_of_flags([*builds(fast, fast), *builds(other_catalog, other_catalog)]) == []
    [doubt] = warn_of_flags([*builds(fast, catalog("fast", True, optimisation="-O1")), *builds(other_catalog, other_catalog)])
    assert doubt.warning.message == "the compiled code differs in optimisation: cpp/fast old as by default, cpp/fast new with -O1"
    [doubt, *_] = warn_of_flags(builds(fast, catalog("fast", False)))
    assert doubt.concerns("b.cpp", "any", "cpp/fast", "new") and not doubt.concerns("b.cpp", "any", "cpp/fast", "old")
