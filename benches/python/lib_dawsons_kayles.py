"""Dawson's Kayles, up to 3000."""

from nimbers import mex

g = []
for n in range(3001):
    g.append(mex({g[a] ^ g[n - 2 - a] for a in range(n - 1)}))
print(sum(g))
