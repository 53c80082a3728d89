import numpy as np
from scipy import signal

from ..bot_control import Move

MOVES = (Move.UP, Move.DOWN, Move.LEFT, Move.RIGHT)
STEPS = ((0, 1), (0, -1), (-1, 0), (1, 0))
KERNEL = 1.0 / (1.0 + np.add.outer(np.arange(-5, 6) ** 2, np.arange(-5, 6) ** 2))


class Bot:
    path = None

    def get_name(self):
        return "NAME"

    def get_contributor(self):
        return "bench"

    def determine_next_move(self, grid, enemies, game_info):
        value = (grid == 0) + 2.0 * ((self.id - grid) % 3 == 2)
        for i in range(WORK):
            heard = signal.convolve2d(value, KERNEL, mode="same")
        x, y = int(self.position[0]), int(self.position[1])
        side = game_info.grid_size
        around = [heard[y + dy, x + dx] if 0 <= x + dx < side and 0 <= y + dy < side else -1.0 for dx, dy in STEPS]
        return MOVES[int(np.argmax(around))]
