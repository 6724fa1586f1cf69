"""A pawn's walk with 1000 payoffs."""

PAYOFFS = [i * i % 97 for i in range(1, 1001)]
row, steps = PAYOFFS, 999
while len(row) > 1:
    steps -= 1
    # Max begins, and moves after an even number of steps.
    best = max if steps % 2 == 0 else min
    row = [best(a, b) for a, b in zip(row, row[1:])]
print(row[0])
