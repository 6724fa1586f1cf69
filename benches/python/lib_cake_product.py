"""CakeProduct of cutting and eating, how many values up to 14x14."""
from functools import lru_cache

from canonical import add, canonical, total


@lru_cache(None)
def value(m, n):
    return canonical([add(value(a, n), value(m - a, n)) for a in range(1, m)], [total([value(m, b) for b in (k, n - 1 - k) if b > 0]) for k in range(n)])


print(len({value(m, n) for m in range(1, 15) for n in range(1, 15)}))
