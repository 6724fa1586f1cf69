"""AllBut of 1, 4 and 9, up to 3000."""

from nimbers import mex

g = []
for n in range(3001):
    g.append(mex({g[n - s] for s in range(1, n + 1) if s not in (1, 4, 9)}))
print(sum(g))
