"""A bot for Colour Battle that walks to the nearest tile it can paint, as a program of its own. Make it choose better."""

from agon import play


def choose(view, game):
    grid, me = view["grid"], view["me"]
    id, x, y = view["ids"][me], view["x"][me], view["y"][me]
    tiles = [
        (abs(tx - x) + abs(ty - y), tx, ty)
        for ty, row in enumerate(grid)
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


play("Nearest in Python", "you", choose)
