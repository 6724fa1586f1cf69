"""PartizanEuclid, how many values up to (150, 300)."""
from functools import lru_cache

from canonical import canonical


@lru_cache(None)
def value(a, b):
    return canonical([value(b % a, a) for a in [a] if a > 0 and b % a], [value(a - b % a, a) for a in [a] if a > 0 and b % a])


print(len({value(a, b) for a in range(1, 151) for b in range(a, 301)}))
