"""Nimstring with 14 strings."""
from functools import lru_cache

from nimbers import mex

TEXT = "0-1, 0-1, 1-2, 2-3, 3-0, 3-0, 1-4, 2-5, 3-6, 4-5, 5-6, 4-0, 6-0, 5-0"
EDGES = [tuple(map(int, e.split("-"))) for e in TEXT.split(", ")]


def taken(edges, e):
    """How many coins come off when the string e is cut."""
    rest = [p for i in edges if i != e for p in EDGES[i]]
    return sum(p != 0 and p not in rest for p in EDGES[e])


@lru_cache(None)
def nimber(edges):
    """None where the position is loony: beside each *n the player to move wins."""
    found, again = set(), set()
    for e in edges:
        (again if taken(edges, e) else found).add(nimber(edges - {e}))
    if not again:
        return mex(found - {None})
    # Whoever takes a coin moves again, and so wins beside each *n but what is left.
    if len(again) > 1 or again <= found:
        return None
    return again.pop()


found = nimber(frozenset(range(len(EDGES))))
print("loony" if found is None else found)
