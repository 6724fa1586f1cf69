"""Delete Nim, outcome of (300, 301)."""
from functools import lru_cache
import sys

sys.setrecursionlimit(10**5)


@lru_cache(None)
def wins(a, b):
    return any(not wins(k, n - 1 - k) for n in (a, b) for k in range(n))


print("N" if wins(300, 301) else "P")
