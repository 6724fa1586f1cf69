"""Subset takeaway, n = 5."""
from functools import lru_cache
from itertools import combinations


@lru_cache(None)
def wins(sets):
    return any(not wins(tuple(t for t in sets if not s <= t)) for s in sets)


start = tuple(frozenset(s) for k in range(1, 5) for s in combinations(range(5), k))
print("N" if wins(start) else "P")
