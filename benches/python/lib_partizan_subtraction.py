"""PartizanSubtraction of 1, 4 and of 2, 3, how many values up to 600."""
from functools import lru_cache

from canonical import canonical


@lru_cache(None)
def value(n):
    return canonical([value(n - s) for s in (1, 4) if s <= n], [value(n - s) for s in (2, 3) if s <= n])


print(len({value(n) for n in range(601)}))
