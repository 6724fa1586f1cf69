"""Strings and Coins with 14 strings."""
from functools import lru_cache

TEXT = "0-1, 0-1, 1-2, 2-3, 3-0, 3-0, 1-4, 2-5, 3-6, 4-5, 5-6, 4-0, 6-0, 5-0"
EDGES = [tuple(map(int, e.split("-"))) for e in TEXT.split(", ")]


def taken(edges, e):
    """How many coins come off when the string e is cut."""
    rest = [p for i in edges if i != e for p in EDGES[i]]
    return sum(p != 0 and p not in rest for p in EDGES[e])


@lru_cache(None)
def value(edges):
    """What the player to move gets more than the other one."""
    best = None
    for e in edges:
        gain = taken(edges, e)
        rest = value(edges - {e})
        found = gain + rest if gain else -rest
        best = found if best is None else max(best, found)
    return 0 if best is None else best


print(value(frozenset(range(len(EDGES)))))
