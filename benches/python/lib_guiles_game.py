"""Guile's Game, up to 3000."""

from nimbers import mex

g = []
for n in range(3001):
    g.append(mex(({0} if 1 <= n <= 2 else set()) | {g[a] ^ g[n - 2 - a] for a in range(1, n - 2)}))
print(sum(g))
