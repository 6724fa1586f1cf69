"""Twisted PartizanEuclid, how many values up to (150, 300)."""
from functools import lru_cache

from canonical import canonical, negative


@lru_cache(None)
def value(a, b):
    if a == 0 or b % a == 0:
        return canonical([], [])
    return canonical([negative(value(b % a, a))], [negative(value(a - b % a, a))])


print(len({value(m, m + n) for m in range(1, 151) for n in range(1, 151)}))
