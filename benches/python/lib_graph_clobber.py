"""GraphClobber on the 4x4 grid, stones in turn, outcome."""
from functools import lru_cache

CELLS = [(i, j) for i in range(4) for j in range(4)]
NEAR = {p: [q for q in CELLS if abs(p[0] - q[0]) + abs(p[1] - q[1]) == 1] for p in CELLS}


@lru_cache(None)
def wins(mine, other):
    """Whether the player wins who has the stones in the first set, and moves."""
    return any(not wins(other - {q}, mine - {p} | {q}) for p in mine for q in NEAR[p] if q in other)


x = frozenset(p for p in CELLS if sum(p) % 2)
o = frozenset(CELLS) - x
print({(True, True): "N", (True, False): "L", (False, True): "R", (False, False): "P"}[wins(x, o), wins(o, x)])
