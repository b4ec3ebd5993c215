"""Compiles with jars that Maven listed: a build step's program.

    compile.py LISTED JAVAC ARGUMENT…

The lines of LISTED are put behind the class path that the arguments have after -cp.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

listed, *command = sys.argv[1:]
jars = Path(listed).read_text(encoding="utf-8").splitlines()
if gone := [jar for jar in jars if not os.path.exists(jar)]:
    sys.exit(f"{gone[0]}: error: Maven fetched this jar, but it is gone now: delete {Path(listed).parent} and build again")
at = command.index("-cp") + 1
command[at] = os.pathsep.join([command[at], *jars])
os.execv(command[0], command)
