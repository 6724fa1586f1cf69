"""Grundy's Game, up to 3000."""


def mex(found):
    n = 0
    while n in found:
        n += 1
    return n


g = []
for n in range(3001):
    g.append(mex({g[a] ^ g[n - a] for a in range(1, n) if 2 * a < n}))
print(sum(g))
