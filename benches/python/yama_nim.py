"""Yama Nim, outcome of (200, 201)."""
from functools import lru_cache
import sys

sys.setrecursionlimit(10**5)


@lru_cache(None)
def wins(a, b):
    return any(not wins(a - k, b + 1) for k in range(2, a + 1)) or any(not wins(a + 1, b - k) for k in range(2, b + 1))


print("N" if wins(200, 201) else "P")
