"""Fibonacci Nim, outcome of (600, 599)."""
from functools import lru_cache
import sys

sys.setrecursionlimit(10**5)


@lru_cache(None)
def wins(n, m):
    return any(not wins(n - k, 2 * k) for k in range(1, min(n, m) + 1))


print("N" if wins(600, 599) else "P")
