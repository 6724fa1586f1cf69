"""Cutcake, how many values up to 60x60."""
from functools import lru_cache

from canonical import canonical, add


@lru_cache(None)
def value(m, n):
    return canonical([add(value(m, k), value(m, n - k)) for k in range(1, n)], [add(value(k, n), value(m - k, n)) for k in range(1, m)])


print(len({value(m, n) for m in range(1, 61) for n in range(1, 61)}))
