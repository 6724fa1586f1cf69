"""Parses all programs of the project and all examples of the book with the grammar for editors.

parse.py UPSTAR.so: the parser as a shared library (`cc -shared -fPIC -I src src/parser.c src/scanner.c`). Needs the package
`tree-sitter`. A program that the language itself refuses to read (an error G01..) may have errors here.
"""

from __future__ import annotations

import ctypes
import re
import sys
from pathlib import Path

from tree_sitter import Language, Node, Parser, Query, QueryCursor

HERE = Path(__file__).resolve().parent.parent
ROOT = HERE.parent.parent


def language(library: str) -> Language:
    function = ctypes.cdll.LoadLibrary(library).tree_sitter_upstar
    function.restype = ctypes.c_void_p
    capsule = ctypes.pythonapi.PyCapsule_New
    capsule.restype = ctypes.py_object
    capsule.argtypes = (ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p)
    return Language(capsule(function(), b"tree_sitter.Language", None))


def programs() -> list[tuple[str, str]]:
    found = []
    for folder in ("stdlib", "examples", "tests/suite", "benches"):
        for path in sorted((ROOT / folder).rglob("*.game")):
            found.append((str(path.relative_to(ROOT)), path.read_text("utf-8")))
    for path in sorted([*(ROOT / "docs/book/src").rglob("*.md"), ROOT / "README.md", ROOT / "grammar/README.md"]):
        blocks = re.findall(r"^```game\n(.*?)^```", path.read_text("utf-8"), re.M | re.S)
        found += [(f"{path.relative_to(ROOT)}, block {n}", block) for n, block in enumerate(blocks, 1)]
    return found


def first_error(node: Node) -> Node | None:
    if node.is_error or node.is_missing:
        return node
    return next((error for child in node.children if child.has_error and (error := first_error(child))), None)


def main() -> int:
    known = language(sys.argv[1])
    parser = Parser(known)
    wrong, refused, all_programs = [], 0, programs()
    for name, text in all_programs:
        tree = parser.parse(text.encode())
        if re.search(r"//! G01", text):
            refused += 1
        elif tree.root_node.has_error:
            error = first_error(tree.root_node)
            place = error.start_point if error else tree.root_node.start_point
            wrong.append(f"{name}: line {place[0] + 1}, column {place[1] + 1}")
    print(f"{len(all_programs)} programs and examples, {refused} that are not to parse")
    # Every query is made of nodes that there are, and finds something.
    sample = parser.parse("".join(text for name, text in all_programs if name.startswith("examples/")).encode())
    for path in sorted([*HERE.glob("queries/*.scm"), *HERE.glob("../helix/queries/upstar/*.scm")]):
        captures = QueryCursor(Query(known, path.read_text("utf-8"))).captures(sample.root_node)
        if not captures:
            wrong.append(f"{path.relative_to(ROOT)} finds nothing")
    print(*wrong, sep="\n")
    print(f"{len(all_programs) - refused - len(wrong)} passed, {len(wrong)} failed")
    return 1 if wrong or len(all_programs) < 300 else 0


if __name__ == "__main__":
    sys.exit(main())
