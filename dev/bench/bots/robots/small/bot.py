import random

from ..bot_control import Move


class Bot:
    """Looks at its four neighbours through numpy scalars."""

    def get_name(self):
        return "Small"

    def get_contributor(self):
        return "bench"

    def determine_next_move(self, grid, enemies, game_info):
        x, y = self.position
        last = game_info.grid_size - 1
        can = []
        for move, dx, dy in ((Move.UP, 0, 1), (Move.DOWN, 0, -1), (Move.LEFT, -1, 0), (Move.RIGHT, 1, 0)):
            nx, ny = x + dx, y + dy
            if 0 <= nx <= last and 0 <= ny <= last:
                floor = grid[ny, nx]
                if floor == 0 or (self.id - floor) % 3 == 2:
                    can.append(move)
        return random.choice(can) if can else Move.STAY
