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
        ys, xs = np.indices(grid.shape)
        for i in range(WORK):
            away = np.abs(xs - self.position[0]) + np.abs(ys - self.position[1]) + (grid == self.id) * 64 + (grid + i) % 3
        y, x = np.unravel_index(np.argmin(away + (away == 0) * 99), grid.shape)
        if x != self.position[0]:
            return Move.RIGHT if x > self.position[0] else Move.LEFT
        return Move.UP if y > self.position[1] else Move.DOWN
