"""AtLeastHalf, up to 3000."""

from nimbers import mex

g = []
for n in range(3001):
    g.append(mex({g[n - k] for k in range(1, n + 1) if 2 * k >= n}))
print(sum(g))
