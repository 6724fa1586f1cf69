"""Eatcake, how many values up to 14x14."""
from functools import lru_cache

from canonical import canonical, add


@lru_cache(None)
def value(m, n):
    return canonical([add(value(m, k), value(m, n - 1 - k)) for k in range(n) if m > 0], [add(value(k, n), value(m - 1 - k, n)) for k in range(m) if n > 0])


print(len({value(m, n) for m in range(15) for n in range(15)}))
