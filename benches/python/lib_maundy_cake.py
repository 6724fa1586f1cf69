"""MaundyCake, how many values up to 60x60."""
from functools import lru_cache

from canonical import canonical, total


@lru_cache(None)
def value(m, n):
    return canonical([total([value(m, n // d)] * d) for d in range(2, n + 1) if n % d == 0], [total([value(m // d, n)] * d) for d in range(2, m + 1) if m % d == 0])


print(len({value(m, n) for m in range(1, 61) for n in range(1, 61)}))
