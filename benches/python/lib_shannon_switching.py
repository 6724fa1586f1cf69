"""Shannon's switching game on the 3x3 grid, opposite corners."""
from functools import lru_cache

CELLS = [(i, j) for i in range(3) for j in range(3)]
EDGES = [(p, q) for p in CELLS for q in CELLS if p < q and abs(p[0] - q[0]) + abs(p[1] - q[1]) == 1]


def joined(edges):
    reach, grows = {(0, 0)}, True
    while grows:
        new = {p for i in edges for p in EDGES[i] if reach & set(EDGES[i])} - reach
        reach, grows = reach | new, bool(new)
    return (2, 2) in reach


@lru_cache(None)
def left_wins(secured, free, first):
    if joined(secured):
        return True
    if not joined(secured | free):
        return False
    if first:
        return any(left_wins(secured | {e}, free - {e}, False) for e in free)
    return all(left_wins(secured, free - {e}, True) for e in free)


every = frozenset(range(len(EDGES)))
first, second = left_wins(frozenset(), every, True), left_wins(frozenset(), every, False)
print("L" if second else "N" if first else "R")
