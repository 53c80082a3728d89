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
        free = ((self.id - grid) % 3 == 2) | (grid == 0)
        value = ndimage.convolve(free.astype(float), np.ones((WORK, WORK)), mode="constant")
        x, y = int(self.position[0]), int(self.position[1])
        side = game_info.grid_size
        around = [value[y + dy, x + dx] if 0 <= x + dx < side and 0 <= y + dy < side else -1.0 for dx, dy in STEPS]
        return MOVES[int(np.argmax(around))]
