import numpy as np
from scipy.ndimage import distance_transform_edt, gaussian_filter

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
            far = gaussian_filter(distance_transform_edt((grid - i) % 3 != 1), 2.0)
        x, y = int(self.position[0]), int(self.position[1])
        side = game_info.grid_size
        around = [far[y + dy, x + dx] if 0 <= x + dx < side and 0 <= y + dy < side else -1.0 for dx, dy in STEPS]
        return MOVES[int(np.argmax(around))]
