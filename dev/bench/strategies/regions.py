import numpy as np
from scipy import ndimage

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
        for i in range(WORK):
            labels, n = ndimage.label((grid + i) % 3 == 0)
            sizes = ndimage.sum_labels(np.ones_like(labels), labels, np.arange(n + 1))
        return MOVES[int(sizes.argmax() + self.position[0]) % 4]
