"""Order and Chaos, four in a row on 4x4."""
from functools import lru_cache

N = 4
LINES = [[N * i + j for j in range(N)] for i in range(N)] + [[N * i + j for i in range(N)] for j in range(N)]
LINES += [[(N + 1) * i for i in range(N)], [(N - 1) * (i + 1) for i in range(N)]]


@lru_cache(None)
def order_wins(board, order):
    lines = [{board[p] for p in line} for line in LINES]
    if {"x"} in lines or {"o"} in lines:
        return True
    if all("x" in line and "o" in line for line in lines):
        return False
    moves = (board[:p] + c + board[p + 1:] for p in range(N * N) if board[p] == "." for c in "xo")
    if order:
        return any(order_wins(b, False) for b in moves)
    return all(order_wins(b, True) for b in moves)


first, second = order_wins("." * (N * N), True), order_wins("." * (N * N), False)
print("L" if second else "N" if first else "R")
