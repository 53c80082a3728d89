import numpy as np

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
        tiles = grid.ravel()
        for _ in range(WORK):
            owned = np.bincount(tiles, minlength=64)
        x, y = self.position
        return MOVES[(int(owned.argmax()) + int(x) + 3 * int(y)) % 4]
