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
        x, y = int(self.position[0]), int(self.position[1])
        side = game_info.grid_size
        best, where = -1, random.randrange(4)
        for i in range(WORK):
            dx, dy = STEPS[i % 4]
            reach = 1 + i // 4
            nx, ny = x + dx * reach, y + dy * reach
            if 0 <= nx < side and 0 <= ny < side:
                floor = grid[ny, nx]
                gain = 2 if floor == 0 else (self.id - floor) % 3
                if gain * 16 - reach > best:
                    best, where = gain * 16 - reach, i % 4
        return MOVES[where]
