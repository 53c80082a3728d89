"""A bot that reaches for names of numpy while it plays, and says when its file is loaded."""

import random

import numpy as np

from robots.bot_control import Move

print("this file is loaded")


class Drawing:
    def get_name(self):
        return "Drawing"

    def get_contributor(self):
        return "tests"

    def determine_next_move(self, grid, enemies, info):
        if np.array_equal(self.position, [0, 0]):
            return random.choice([Move.UP, Move.RIGHT])
        return [Move.UP, Move.DOWN, Move.LEFT, Move.RIGHT][int(np.random.default_rng(np.random.randint(9)).integers(4))]
