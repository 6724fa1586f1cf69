"""Grunt, heads up to place 1000."""

from nimbers import nimbers_of_heads


def turns(x):
    """The other coins that may be turned with the one at place x."""
    for y in range(1, (x - 1) // 2 + 1):
        yield 0, y, x - y


print(sum(nimbers_of_heads(turns, 1000)))
