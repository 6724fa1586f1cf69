"""Scale with the weights 1 to 10."""
from functools import lru_cache


@lru_cache(None)
def value(coins, difference, top):
    if not coins:
        return difference
    found = [value(coins[:i] + coins[i + 1:], abs(difference + side * coin), not top)
             for i, coin in enumerate(coins) for side in (1, -1)]
    return max(found) if top else min(found)


print(value(tuple(range(1, 11)), 0, True))
