"""Nimbers, for the programs about impartial games."""


def mex(found):
    """The least number that is not in a set."""
    n = 0
    while n in found:
        n += 1
    return n


def nimbers_of_heads(turns, last):
    """Nimbers of single heads at the places 0 to `last`; `turns` lists what may be turned with the coin at a place."""
    g = []

    def nim_sum(places):
        total = 0
        for y in places:
            total ^= g[y]
        return total

    for x in range(last + 1):
        g.append(mex({nim_sum(places) for places in turns(x)}))
    return g
