"""A bot that plays any of its moves. agon.py beside it speaks with the arena. Make it choose better."""

import random
from typing import List, TypedDict

from agon import play

# VIEW


def choose(view: View, game):
    return random.choice(view["moves"])


play("Any move in Python", "you", choose)
