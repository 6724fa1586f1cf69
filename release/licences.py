"""Prints the licences of all libraries that are part of the programs: release/licences.py TRIPLE

Each text is printed once, with the libraries that it is the licence of. A library without the text of its licence
is an error, unless that is BSD-3-Clause, or may be MIT or Apache-2.0.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

PROGRAMS = ("upstar", "upstar-kernel")
FILES = ("LICENSE*", "LICENCE*", "COPYING*", "COPYRIGHT*", "UNLICENSE*", "license*")


# Of libraries that name this licence and have no file with it.
BSD_3_CLAUSE = """\
Copyright (c) the authors of the library. All rights reserved.

Redistribution and use in source and binary forms, with or without modification, are permitted provided that the
following conditions are met:

1. Redistributions of source code must retain the above copyright notice, this list of conditions and the following
   disclaimer.

2. Redistributions in binary form must reproduce the above copyright notice, this list of conditions and the following
   disclaimer in the documentation and/or other materials provided with the distribution.

3. Neither the name of the copyright holder nor the names of its contributors may be used to endorse or promote products
   derived from this software without specific prior written permission.

THIS SOFTWARE IS PROVIDED BY THE COPYRIGHT HOLDERS AND CONTRIBUTORS "AS IS" AND ANY EXPRESS OR IMPLIED WARRANTIES,
INCLUDING, BUT NOT LIMITED TO, THE IMPLIED WARRANTIES OF MERCHANTABILITY AND FITNESS FOR A PARTICULAR PURPOSE ARE
DISCLAIMED. IN NO EVENT SHALL THE COPYRIGHT HOLDER OR CONTRIBUTORS BE LIABLE FOR ANY DIRECT, INDIRECT, INCIDENTAL,
SPECIAL, EXEMPLARY, OR CONSEQUENTIAL DAMAGES (INCLUDING, BUT NOT LIMITED TO, PROCUREMENT OF SUBSTITUTE GOODS OR
SERVICES; LOSS OF USE, DATA, OR PROFITS; OR BUSINESS INTERRUPTION) HOWEVER CAUSED AND ON ANY THEORY OF LIABILITY,
WHETHER IN CONTRACT, STRICT LIABILITY, OR TORT (INCLUDING NEGLIGENCE OR OTHERWISE) ARISING IN ANY WAY OUT OF THE USE OF
THIS SOFTWARE, EVEN IF ADVISED OF THE POSSIBILITY OF SUCH DAMAGE."""


def metadata(triple: str) -> dict:
    command = ["cargo", "metadata", "--format-version=1", "--locked", f"--filter-platform={triple}"]
    return json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def used(data: dict) -> set[str]:
    """Identifiers of all packages that are linked: not those of tests and of building."""
    nodes = {node["id"]: node for node in data["resolve"]["nodes"]}
    waiting = [package["id"] for package in data["packages"] if package["name"] in PROGRAMS]
    found: set[str] = set()
    while waiting:
        one = waiting.pop()
        if one in found:
            continue
        found.add(one)
        for dependency in nodes[one]["deps"]:
            if any(kind["kind"] is None for kind in dependency["dep_kinds"]):
                waiting.append(dependency["pkg"])
    return found


def main() -> int:
    data = metadata(sys.argv[1])
    linked = used(data)
    texts: dict[str, list[str]] = {}
    bare: list[tuple[str, str]] = []
    for package in sorted(data["packages"], key=lambda package: (package["name"], package["version"])):
        if package["id"] not in linked or package["source"] is None:
            continue
        name = f"{package['name']} {package['version']} ({package['license']})"
        folder = Path(package["manifest_path"]).parent
        files = sorted({file for pattern in FILES for file in folder.glob(pattern) if file.is_file()})
        for file in files:
            texts.setdefault(file.read_text("utf-8", "replace").strip(), []).append(name)
        if not files and package["license"] == "BSD-3-Clause":
            texts.setdefault(BSD_3_CLAUSE, []).append(name)
        elif not files:
            bare.append((name, package["license"] or ""))
    print("The programs contain these libraries, under the licences that follow.\n")
    for text, names in sorted(texts.items(), key=lambda item: item[1]):
        print("-" * 80, *names, "-" * 80, "", text, "", sep="\n")
    if bare:
        print("-" * 80)
        print("Without a file of their own, under one of the licences above that they name:\n")
        print(*(name for name, _ in bare), sep="\n")
    nameless = [name for name, licence in bare if not ("MIT" in licence or "Apache-2.0" in licence)]
    for name in nameless:
        print(f"error: {name} has no text of its licence", file=sys.stderr)
    return 1 if nameless else 0


if __name__ == "__main__":
    sys.exit(main())
