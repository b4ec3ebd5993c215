"""Does execute run the plan as planned, and is every fact in the file?"""

from __future__ import annotations

from made_plans import tiny_plan


def test_a_plan_is_measured_fork_by_fork(measure) -> None:
    run = measure(tiny_plan(), "well_behaved", argv=("clamh", "run"), fingerprint="host", environment={"os": "x"})
    assert run.header.command == ("clamh", "run")
    assert (run.header.fingerprint, run.header.environment, run.header.seed) == ("host", {"os": "x"}, 1)
    assert run.header.sources == {"miniature.src": "1" * 64}
    assert [platform.id for platform in run.platforms] == ["miniature/1"]
    (case,) = run.cases
    assert case.case.params == {"n": "1"}
    assert [(fork.start.fork, fork.start.block, fork.start.position) for fork in case.forks] == [(0, 0, 0), (1, 1, 0)]
    for fork in case.forks:
        assert fork.start.layout == {"seed": 7, "offsets": {"S": 128}}
        assert [(one.phase, one.index) for one in fork.warmup] == [("warmup", 0)]
        assert [(one.phase, one.index) for one in fork.measurement] == [("measurement", 0), ("measurement", 1)]
        assert fork.measurement[0].threads[0].elapsed_ns == 1000
        assert (fork.end.status, fork.end.stdout, fork.end.stderr) == ("ok", "", "")
    assert len({fork.start.pid for fork in case.forks}) == 2
    assert run.end.status == "complete"
    assert run.warnings == case.warnings == ()
