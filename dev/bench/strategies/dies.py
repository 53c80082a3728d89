import itertools
import os
import random

from ..bot_control import Move

MOVES = (Move.UP, Move.DOWN, Move.LEFT, Move.RIGHT)
STEPS = ((0, 1), (0, -1), (-1, 0), (1, 0))


class Bot:
    path = None

    def get_name(self):
        return "NAME"

    def get_contributor(self):
        return "bench"

    def determine_next_move(self, grid, enemies, game_info):
        if self.path is None:
            self.path = itertools.cycle([m for m in MOVES for _ in range(WORK)])
            self.last = random.randrange(500) if random.randrange(50) == 0 else -1
        self.last -= 1
        if self.last == 0:
            os._exit(1)
        return next(self.path)
