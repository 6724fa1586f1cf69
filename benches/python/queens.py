"""Queens that do not attack each other, 8x8."""
from functools import lru_cache

N = 8
CELLS = [(i, j) for i in range(N) for j in range(N)]
FREE = {(a, b): frozenset((c, d) for c, d in CELLS if a != c and b != d and abs(a - c) != abs(b - d)) for a, b in CELLS}


@lru_cache(None)
def wins(free):
    return any(not wins(free & FREE[p]) for p in free)


print("N" if wins(frozenset(CELLS)) else "P")
