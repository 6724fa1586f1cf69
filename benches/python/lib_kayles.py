"""Kayles, up to 2000."""

from nimbers import mex

g = []
for n in range(2001):
    g.append(mex({g[a] ^ g[n - k - a] for k in (1, 2) for a in range(n - k + 1)}))
print(sum(g))
