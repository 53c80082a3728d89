"""A bot that plays any of its moves. agon.py beside it speaks with the arena. Make it choose better.

view has what the game shows to your seat (agon protocol GAME prints an example), view["moves"] the moves that you may make, view["me"] your seat.
"""

import random

from agon import play


def choose(view, game):
    return random.choice(view["moves"])


play("Any move in Python", "you", choose)
