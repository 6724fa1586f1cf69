"""Take k of 3000 counters, with a named list in the condition."""

from nimbers import mex

SQUARES = [1, 2, 4]


g = []
for n in range(3001):
    g.append(mex({g[n - k] for k in range(1, n + 1) if k % 7 in SQUARES}))
print(g[2990:])
