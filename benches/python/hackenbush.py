"""Values of pictures whose edges are cut, and fall when they are not connected with the ground."""
from functools import lru_cache

from canonical import canonical

FIRST = "0-1:b, 1-2:r, 2-0:g, 2-3:b, 3-4:r, 4-0:g, 1-5:r, 5-6:b, 6-4:g, "


def hanging(edges):
    """The edges that are connected with the ground, vertex 0."""
    reach, grows = {0}, True
    while grows:
        new = {p for e in edges for p in e[:2] if reach & set(e[:2])} - reach
        reach, grows = reach | new, bool(new)
    return frozenset(e for e in edges if e[0] in reach)


def edges_of(text):
    return frozenset((int(e[0]), int(e[2]), e[4]) for e in text.split(", "))


def values_of_pictures(may_fall):
    """The values of three pictures with ten edges; `may_fall(e)` says whether others may fall with the edge e."""

    @lru_cache(None)
    def value(edges):
        left, right = [], []
        for e in edges:
            rest = hanging(edges - {e})
            if not may_fall(e) and len(rest) < len(edges) - 1:
                continue
            if e[2] in "bg":
                left.append(value(rest))
            if e[2] in "gr":
                right.append(value(rest))
        return canonical(left, right)

    return {value(edges_of(FIRST + last)) for last in ("3-5:b", "3-5:g", "3-5:r")}
