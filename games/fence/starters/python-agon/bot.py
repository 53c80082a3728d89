"""A bot for Fence and Conquer. It walks rings of 6x6 cells, side by side around the board, then in the rows below.

agon.py beside it speaks with the arena. view["board"][y][x] is 0 for an empty cell, 1 or 2 for one that is owned; your own number is
view["me"] + 1, and you stand at view["x"][me], view["y"][me]. Choose better.
"""

from agon import play


def choose(view, game):
    step = view["turn"] // 2  # how many moves we have made
    ring, place = divmod(step, 25)
    on = "D" if ring % 6 == 5 else "R"  # to where the next ring begins
    return ("R", "D", "L", "U", on)[place // 5]


play("Rings in Python", "you", choose)
