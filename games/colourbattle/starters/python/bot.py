"""A bot for Colour Battle. Play it with:  agon play colour-battle bot.py --watch"""

import random

from ..bot_control import Move

STEPS = {Move.UP: (0, 1), Move.DOWN: (0, -1), Move.LEFT: (-1, 0), Move.RIGHT: (1, 0)}


class MyBot:
    def get_name(self):
        return "My Bot"

    def get_contributor(self):
        return "you"

    def determine_next_move(self, grid, enemies, game_info):
        x, y = int(self.position[0]), int(self.position[1])
        good = [move for move, (dx, dy) in STEPS.items() if self.gains(grid, x + dx, y + dy)]
        return random.choice(good or list(STEPS))

    def gains(self, grid, x, y):
        """Whether a step to x, y would make the tile ours."""
        if not (0 <= x < len(grid) and 0 <= y < len(grid)):
            return False
        floor = int(grid[y][x])
        return floor == 0 or (self.id - floor) % 3 == 2
