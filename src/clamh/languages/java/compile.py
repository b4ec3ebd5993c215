"""Compiles with the jars and folders of classes that are listed. A build step runs this program.

    compile.py LISTED JAVAC ARGUMENT…

The paths in LISTED, one per line, are added to the class path that follows -cp.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

listed, *command = sys.argv[1:]
jars = Path(listed).read_text(encoding="utf-8").splitlines()
if missing := [jar for jar in jars if jar.endswith(".jar") and not os.path.exists(jar)]:
    sys.exit(f"{missing[0]}: error: Maven fetched this jar, but it no longer exists: "
             f"delete {Path(listed).parent} and build again")
at = command.index("-cp") + 1
command[at] = os.pathsep.join([command[at], *jars])
os.execv(command[0], command)
