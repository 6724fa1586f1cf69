"""PartizanTakeAndBreak by the codes 0.3 and 0.07, how many values up to 300."""
from functools import lru_cache

from canonical import canonical, add


@lru_cache(None)
def value(n):
    return canonical([value(n - 1) for n in [n] if n > 0], [add(value(a), value(n - 2 - a)) for a in range(n - 1)])


print(len({value(n) for n in range(301)}))
