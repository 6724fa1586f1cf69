"""Sylver Coinage, outcome after 7 and 8."""
from functools import lru_cache


def gaps(named):
    """Numbers that are no sum of multiples of those that were named."""
    reach, n, run, missing = {0}, 0, 0, []
    while run < min(named):
        n += 1
        if any(n - k in reach for k in named):
            reach.add(n)
            run += 1
        else:
            missing.append(n)
            run = 0
    return missing


@lru_cache(None)
def wins(missing):
    """A position as the numbers that are left; whoever has only 1 to name loses."""
    for n in missing:
        if n > 1:
            if not wins(named_too(missing, n)):
                return True
    return False


def named_too(missing, n):
    """What is left when n is named too: numbers from which no multiple of n leads to a sum."""
    left = set(missing)
    return tuple(k for k in missing if all(k - m in left for m in range(n, k + 1, n)))


print("N" if wins(tuple(gaps((7, 8)))) else "P")
