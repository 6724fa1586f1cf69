"""Grundy's Game, up to 3000."""

from nimbers import mex

g = []
for n in range(3001):
    g.append(mex({g[a] ^ g[n - a] for a in range(1, n) if 2 * a < n}))
print(sum(g))
