"""Turnips, heads up to place 1000."""

from nimbers import nimbers_of_heads


def turns(x):
    """The other coins that may be turned with the one at place x."""
    for d in range(1, x // 2 + 1):
        yield x - d, x - 2 * d


print(sum(nimbers_of_heads(turns, 1000)))
