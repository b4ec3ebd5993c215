"""Driven when the driver has left its two pipes in the environment; otherwise run by a person."""

from __future__ import annotations

import json
import os
import sys
import zipfile

ARTIFACT = os.path.abspath(sys.argv[0])


def main():
    """The exit code."""
    with zipfile.ZipFile(ARTIFACT) as archive:
        artifact = json.loads(archive.read("artifact.json"))
    try:
        from clamh_worker import load as loading
        from clamh_worker.solo import hand_over, run_solo
        from clamh_worker.state import Registry
        from clamh_worker.worker import serve
    except ImportError as error:  # the worker is compiled, and another version cannot read it
        print(f"{ARTIFACT} was built for {artifact['platform']}, which {sys.executable} is not ({error}). Start it with that one, or "
              f"type: CLAMH_PYTHON={sys.executable} clamh build {artifact['source']}", file=sys.stderr)
        return 2
    loaded = []

    def load():
        if not loaded:
            registry = Registry(artifact["facts"])
            loading.load(artifact, ARTIFACT, registry)
            loaded.append(registry)
        return loaded[0]

    given = [os.environ.pop(name, None) for name in ("CLAMH_IN", "CLAMH_OUT")]
    if None not in given:
        if not all(one.isdigit() and len(one) < 8 for one in given):
            print("CLAMH_IN and CLAMH_OUT must be numbers of open descriptors", file=sys.stderr)
            return 2
        source, sink = map(int, given)
        for one in (source, sink):
            try:
                os.set_inheritable(one, False)
            except OSError:
                print("CLAMH_IN and CLAMH_OUT must be numbers of open descriptors", file=sys.stderr)
                return 2
        return serve(source, sink, load, artifact["platform"], artifact["flags"])
    if sys.argv[1:2] == ["--solo"]:
        return run_solo(sys.argv[2:], load)
    return hand_over(sys.argv[1:], artifact, ARTIFACT)


if __name__ == "__main__":
    sys.exit(main())
