"""Dawson's Kayles, up to 3000."""


def mex(found):
    n = 0
    while n in found:
        n += 1
    return n


g = []
for n in range(3001):
    g.append(mex({g[a] ^ g[n - 2 - a] for a in range(n - 1)}))
print(sum(g))
