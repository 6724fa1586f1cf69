"""Timber, how many of the 16384 paths of 14 edges the second player wins."""
from functools import lru_cache
from itertools import product


@lru_cache(None)
def wins(path):
    """An edge `>` topples to the right, and takes what lies there; an edge `<` to the left."""
    return any(not wins(path[:i] if edge == ">" else path[i + 1:]) for i, edge in enumerate(path))


print(sum(not wins("".join(path)) for path in product("<>", repeat=14)))
