"""The agon protocol: the arena writes a line of JSON for each turn, the bot answers with a move.

This file keeps the picture of the game up to date and knows no rules. You need not change it, and it serves every kind of game.
"""

import json
import sys


def play(name, author, choose):
    """Plays game after game until the arena hangs up.

    choose(view, game) is asked for each move. view is the picture: its fields are those of the kind, a grid is view["grid"][y][x].
    game is what was told at the beginning: kind, seat, seats, options, clock.
    """
    game, view = {}, None
    for line in sys.stdin:
        told = json.loads(line)
        if "agon" in told:
            game, view = told, None
            print(json.dumps({"name": name, "author": author}), flush=True)
        elif "over" not in told:
            view = changed(view, told) if view else told
            print(choose(view, game), flush=True)


def changed(view, told):
    """What a grid is sent as after the first picture are its changed cells, as x, y, value."""
    for field, value in told.items():
        if is_grid(view.get(field)):
            for x, y, cell in value:
                view[field][y][x] = cell
        else:
            view[field] = value
    return view


def is_grid(value):
    return isinstance(value, list) and len(value) > 0 and isinstance(value[0], list)
