"""Spawning with up to three coins, up to 60."""
from itertools import combinations

from nimbers import mex


def nim_sum(sizes):
    total = 0
    for n in sizes:
        total ^= g[n]
    return total


g = []
for n in range(61):
    g.append(mex({nim_sum(sizes) for k in range(4) for sizes in combinations(range(1, n), k)} if n else set()))
print(sum(g))
