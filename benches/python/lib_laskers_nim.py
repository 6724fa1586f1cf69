"""Lasker's Nim, up to 2000."""

from nimbers import mex

g = []
for n in range(2001):
    g.append(mex({g[n - k] for k in range(1, n + 1)} | {g[a] ^ g[n - a] for a in range(1, n)}))
print(sum(g))
