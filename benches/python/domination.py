"""Maker-Breaker domination on the 3x4 grid."""
from functools import lru_cache

CELLS = [(i, j) for i in range(3) for j in range(4)]
CLOSED = [frozenset(q for q in CELLS if abs(p[0] - q[0]) + abs(p[1] - q[1]) <= 1) for p in CELLS]


@lru_cache(None)
def dominator_wins(dominator, staller, first):
    if all(dominator & near for near in CLOSED):
        return True
    if any(near <= staller for near in CLOSED):
        return False
    free = [p for p in CELLS if p not in dominator and p not in staller]
    if first:
        return any(dominator_wins(dominator | {p}, staller, False) for p in free)
    return all(dominator_wins(dominator, staller | {p}, True) for p in free)


nobody = frozenset()
first, second = dominator_wins(nobody, nobody, True), dominator_wins(nobody, nobody, False)
print("L" if second else "N" if first else "R")
