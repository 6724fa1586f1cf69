"""TurnAndEatcake, how many values up to 16x16."""
from functools import lru_cache

from canonical import canonical, add


@lru_cache(None)
def value(m, n):
    return canonical([add(value(n, k), value(n, m - 1 - k)) for k in range(m) if n > 0], [add(value(k, m), value(n - 1 - k, m)) for k in range(n) if m > 0])


print(len({value(m, n) for m in range(17) for n in range(17)}))
