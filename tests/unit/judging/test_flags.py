"""Are platforms that compile differently, or not at all, doubted before anything is measured?"""

from __future__ import annotations

from msgspec.structs import replace

from clamh.judging.flags import doubts
from clamh.model.artifacts import Artifact, Platform
from clamh.model.cases import Catalog


def catalog(name: str, optimised: bool, **fields: str) -> Catalog:
    platform = Platform(id=f"cpp/{name}", language="cpp", version="1", executable="x", **fields)
    artifact = Artifact(platform=platform, source="b.cpp", path="run_b", sha256="", build_s=0.0)
    return Catalog(artifact=artifact, hello={"toolchain": {"name": name, "version": "1", "optimised": optimised}}, benchmarks=())


def test_missing_optimisation_and_unequal_flags_are_reported() -> None:
    fast, slow, other = catalog("fast", True), catalog("slow", False), catalog("other", True, optimisation="-O1", target="-march=x")
    assert doubts([fast]) == doubts([fast, replace(fast)]) == []
    assert [(one.platform, one.told.code) for one in doubts([fast, slow])] == [
        ("cpp/slow", "unoptimised"), ("cpp/slow", "different-flags")]
    assert [one.told.code for one in doubts([fast, other])] == ["different-flags", "different-flags"]
    [told, *_] = doubts([slow])
    assert told.concerns("b.cpp", "any", "cpp/slow") and not told.concerns("b.cpp", "any", "cpp/fast")
