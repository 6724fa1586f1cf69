"""A walk to payoffs on 1000 owned vertices."""
from functools import lru_cache
import sys

sys.setrecursionlimit(10**5)


@lru_cache(None)
def value(p):
    if p >= 990:
        return p * p % 97
    found = [value(p + k) for k in (1, 4, 9)]
    return max(found) if p % 3 == 0 else min(found)


print(value(0))
