"""Serves the driver if the environment names its two pipes; otherwise a person has started it."""

import json
import os
import sys
import zipimport

ARTIFACT = os.path.abspath(sys.argv[0])


def main():
    """The exit code."""
    artifact = json.loads(zipimport.zipimporter(ARTIFACT).get_data("artifact.json"))
    try:
        from clamh_worker.system_counters import choose_counters
        from clamh_worker.worker import Worker, serve
    except ImportError as error:  # the worker is compiled, and another version cannot read it
        print(
            f"{ARTIFACT} was built for {artifact['platform']}, which {sys.executable} is not ({error}). Start it with "
            f"that one, or type: CLAMH_PYTHON={sys.executable} clamh build {artifact['source']}", file=sys.stderr)
        return 2
    pipes = [os.environ.pop(name, None) for name in ("CLAMH_IN", "CLAMH_OUT")]
    choose_counters(os.environ.pop("CLAMH_COUNTERS", ""))
    if None not in pipes:
        return serve(*map(int, pipes), artifact, ARTIFACT)
    from clamh_worker.solo import hand_over, run_solo  # what they need takes a worker longer to load than all of itself

    if sys.argv[1:2] == ["--solo"]:
        return run_solo(sys.argv[2:], artifact, ARTIFACT)
    return hand_over(sys.argv[1:], artifact, ARTIFACT)


if __name__ == "__main__":
    sys.exit(main())
