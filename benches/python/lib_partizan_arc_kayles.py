"""PartizanArcKayles on a cycle of 24, three colours in turn, outcome."""
from functools import lru_cache

EDGES = [(i, (i + 1) % 24, "bgr"[i % 3]) for i in range(24)]


@lru_cache(None)
def wins(left, mine, other):
    return any(not wins(left - {p, q}, other, mine) for p, q, c in EDGES if c in mine and p in left and q in left)


left, right = wins(frozenset(range(24)), "bg", "gr"), wins(frozenset(range(24)), "gr", "bg")
print({(True, True): "N", (True, False): "L", (False, True): "R", (False, False): "P"}[left, right])
