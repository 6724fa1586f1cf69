"""PartizanSplittles of 1 and of 2, 3, how many values up to 40."""
from functools import lru_cache

from canonical import canonical, add


@lru_cache(None)
def value(n):
    return canonical([add(value(a), value(n - s - a)) for s in (1,) for a in range(n - s + 1)], [add(value(a), value(n - s - a)) for s in (2, 3) for a in range(n - s + 1)])


print(len({value(n) for n in range(41)}))
