"""Real sources of pinned versions, fetched once by the registries' own clients into the cache, never committed."""

from __future__ import annotations

import hashlib
import os
import re
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

COPY = "org.apache.maven.plugins:maven-dependency-plugin:3.6.1:copy"


class Archive(NamedTuple):
    """One archive: who delivers it, its name there, the file it is, and which of its files belong to which language."""

    client: str
    name: str
    file: str
    sha256: str
    language: str
    files: str  # a regular expression on paths inside


ARCHIVES = (
    Archive("npm", "classic-level@1.4.1", "classic-level-1.4.1.tgz",  # LevelDB and Snappy
            "60efaa69af0f6b703085ced30026f492c9ba237c9ad6d6a812801f0a4de056a3", "cpp", r"package/deps/.*\.(cc|h)"),
    Archive("npm", "re2@1.21.4", "re2-1.21.4.tgz",  # RE2 and Abseil
            "9085f5013280cc1b3ea64e65ad6151012711ef73fed665eb921ee9e0ef791e71", "cpp", r"package/vendor/.*\.(cc|h)"),
    Archive("npm", "node-sass@9.0.0", "node-sass-9.0.0.tgz",  # LibSass
            "5d28db5f71284fb2ef2ec8e1fa66de7ff5e3d62bad4a514141d3a660cd1a159d", "cpp", r"package/src/.*\.(cpp|h|hpp)"),
    Archive("go", "golang.org/x/text@v0.14.0", "text-v0.14.0.zip",
            "b9814897e0e09cd576a7a013f066c7db537a3d538d2e0f60f0caee9bc1b3f4af", "go", r"golang\.org/.*(?<!_test)\.go"),
    Archive("go", "golang.org/x/net@v0.20.0", "net-v0.20.0.zip",
            "00adca2fa3315d397ecb886989998f03fefda7b81a0b5ebb3586acef273e0f29", "go", r"golang\.org/.*(?<!_test)\.go"),
    Archive("npm", "lodash@4.17.21", "lodash-4.17.21.tgz",
            "6a087ac9e5702a0c9d60fbcd48696012646ec8df1491dea472b150e79fcaf804", "javascript", r"package/.*\.js"),
    Archive("npm", "acorn@8.14.0", "acorn-8.14.0.tgz",
            "04c1f5545e4e9140e288bb56b4cbbc4ffd730213e6331330e2bcefc649462104", "javascript", r"package/.*\.m?js"),
    Archive("npm", "immutable@4.3.7", "immutable-4.3.7.tgz",
            "def89fdd1c1cfdf037ef4ae87f30bb332ef7df8cd668195d91fecdecd836aa61", "javascript", r"package/.*\.m?js"),
    Archive("npm", "three@0.170.0", "three-0.170.0.tgz",
            "4a608a355dcaba72e0e5383cdc814303f5b6060b43c238cdf6932dceb699238d", "javascript", r"package/(src|examples)/.*\.js"),
    Archive("cargo", "regex-automata@0.4.9", "regex-automata-0.4.9.crate",
            "809e8dc61f6de73b46c85f4c96486310fe304c434cfa43669d7b40f711150908", "rust", r"[^/]+/(src|tests)/.*\.rs"),
    Archive("cargo", "hashbrown@0.15.2", "hashbrown-0.15.2.crate",
            "bf151400ff0baff5465007dd2f3e717f3fe502074ca563069ce3a6629d07b289", "rust", r"[^/]+/(src|tests|benches)/.*\.rs"),
    Archive("mvn", "com.google.guava:guava:33.2.1-jre:jar:sources", "guava-33.2.1-jre-sources.jar",
            "cce2aba265b7e1260c21f37af6d074bc2c322743dcedc27c573bc342b2d99c79", "java", r"com/.*\.java"),
    Archive("mvn", "org.apache.commons:commons-lang3:3.14.0:jar:sources", "commons-lang3-3.14.0-sources.jar",
            "ab3b86afb898f1026dbe43aaf71e9c1d719ec52d6e41887b362d86777c299b6f", "java", r"org/.*\.java"),
    Archive("pip", "networkx==3.3", "networkx-3.3-py3-none-any.whl",
            "28575580c6ebdaf4505b22c6256a2b9de86b316dc63ba9e93abde3d78dfdbcf2", "python", r"networkx/.*\.py"),
    Archive("pip", "docutils==0.21.2", "docutils-0.21.2-py3-none-any.whl",
            "dafca5b9e384f0e419294eb4d2ff9fa826435bf15f15b7bd45723e8ad76811b2", "python", r"docutils/.*\.py"),
)


def sources(archive: Archive) -> Iterator[tuple[str, bytes]]:
    """Path and text of every source file in an archive, in the order of their paths."""
    path = fetched(archive)
    wanted = re.compile(archive.files)
    if path.suffix in (".jar", ".whl", ".zip"):
        with zipfile.ZipFile(path) as opened:
            for name in sorted(filter(wanted.fullmatch, opened.namelist())):
                yield name, opened.read(name)
        return
    with tarfile.open(path) as opened:  # read from front to back: a step back unpacks everything again
        found = {item.name: opened.extractfile(item).read()  # type: ignore[union-attr]
                 for item in opened if item.isfile() and wanted.fullmatch(item.name)}
    yield from sorted(found.items())


def fetched(archive: Archive) -> Path:
    """The archive in the cache, downloaded if it is not there; an AssertionError when its bytes are not the pinned ones."""
    root = os.environ.get("CLAMH_CACHE") or str(Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "clamh")
    folder = Path(root).absolute() / "corpus"
    path = folder / archive.file
    if not path.exists():
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=folder) as work:
            if archive.client == "cargo":
                name, version = archive.name.split("@")
                (Path(work) / "lib.rs").touch()
                (Path(work) / "Cargo.toml").write_text('[package]\nname = "corpus"\nversion = "0.0.0"\n[lib]\npath = "lib.rs"\n'
                                                       f'[dependencies]\n{name} = "={version}"\n')
            command = {
                "cargo": ["cargo", "fetch", "--quiet"],
                "npm": ["npm", "pack", "--silent", archive.name],
                "go": ["go", "mod", "download", "-modcacherw", archive.name],
                "pip": [sys.executable, "-m", "pip", "download", "-q", "--no-deps", "--only-binary", ":all:", "-d", work, archive.name],
                "mvn": ["mvn", "-q", "-B", COPY, f"-Dartifact={archive.name}", f"-DoutputDirectory={work}"],
            }[archive.client]
            own = {"cargo": {"CARGO_HOME": str(Path(work) / "home")},
                   "go": {"GOMODCACHE": work, "GOFLAGS": "", "GOTOOLCHAIN": "local", "GOSUMDB": "off"}}  # what is fetched is compared below
            subprocess.run(command, cwd=work, check=True, timeout=240, stdout=subprocess.DEVNULL,
                           env=os.environ | own.get(archive.client, {}))
            version = archive.name.partition("@")[2]
            next(Path(work).rglob(f"{version}.zip" if archive.client == "go" else archive.file)).rename(path)
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    assert digest == archive.sha256, f"{path} is not what was pinned: delete it, or look at {archive.name}"
    return path
