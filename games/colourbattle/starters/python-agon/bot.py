"""A bot for Colour Battle that walks to the nearest tile that it can paint and reaches before the others. Make it choose better.

agon.py beside it speaks with the arena.
"""

from agon import play


def choose(view, game):
    me = view["me"]
    id, x, y = view["ids"][me], view["x"][me], view["y"][me]
    tiles = [
        (cost(view, tx, ty), tx, ty)
        for ty, row in enumerate(view["grid"])
        for tx, floor in enumerate(row)
        if (tx, ty) != (x, y) and gains(floor, id)
    ]
    if not tiles:
        return "STAY"
    _, to_x, to_y = min(tiles)
    if to_x != x:
        return "RIGHT" if to_x > x else "LEFT"
    return "UP" if to_y > y else "DOWN"


def gains(floor, id):
    """Whether a tile becomes ours when we step on it."""
    return floor == 0 or (id - floor) % 3 == 2


def cost(view, tx, ty):
    """The steps to a tile, and more where another bot is there as soon."""
    steps = [abs(tx - x) + abs(ty - y) for x, y in zip(view["x"], view["y"])]
    mine = steps.pop(view["me"])
    return mine + (2 * len(view["grid"]) if steps and min(steps) <= mine else 0)


play("Nearest in Python", "you", choose)
