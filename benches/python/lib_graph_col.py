"""GraphCol on the 3x5 grid, outcome."""
from functools import lru_cache

CELLS = [(i, j) for i in range(3) for j in range(5)]


def near(p):
    return [q for q in CELLS if abs(p[0] - q[0]) + abs(p[1] - q[1]) == 1]


NEAR = {p: near(p) for p in CELLS}


@lru_cache(None)
def wins(labels, c):
    """Whether the player of colour c wins who moves first."""
    colour = dict(labels)
    d = "o" if c == "x" else "x"
    free = (p for p in CELLS if p not in colour and all(colour.get(q) != c for q in NEAR[p]))
    return any(not wins(labels | {(p, c)}, d) for p in free)


left, right = wins(frozenset(), "x"), wins(frozenset(), "o")
print({(True, True): "N", (True, False): "L", (False, True): "R", (False, False): "P"}[left, right])
