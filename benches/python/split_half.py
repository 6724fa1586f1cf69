"""Split a heap of 3000 in any two parts, up to half of it."""

from nimbers import mex

g = []
for n in range(3001):
    g.append(mex({g[a] ^ g[n - a] for a in range(1, n // 2 + 1)}))
print(g[2990:])
