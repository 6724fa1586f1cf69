"""Fjords on the 4x4 grid, two corners taken, outcome."""
from functools import lru_cache

CELLS = [(i, j) for i in range(4) for j in range(4)]
NEAR = {p: [q for q in CELLS if abs(p[0] - q[0]) + abs(p[1] - q[1]) == 1] for p in CELLS}


@lru_cache(None)
def wins(mine, other):
    """Whether the player wins who has the stones in the first set, and moves."""
    free = (p for p in CELLS if p not in mine and p not in other and any(q in mine for q in NEAR[p]))
    return any(not wins(other, mine | {p}) for p in free)


x, o = frozenset({(0, 0)}), frozenset({(3, 3)})
print({(True, True): "N", (True, False): "L", (False, True): "R", (False, False): "P"}[wins(x, o), wins(o, x)])
