"""TurnedCakeProduct of cutting, how many values up to 16x16."""
from functools import lru_cache

from canonical import canonical, add


@lru_cache(None)
def value(m, n):
    return canonical([add(value(b, m), value(n - b, m)) for b in range(1, n)], [add(value(n, a), value(n, m - a)) for a in range(1, m)])


print(len({value(m, n) for m in range(1, 17) for n in range(1, 17)}))
