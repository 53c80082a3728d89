"""Short Sighted Steve: sees one tile far. It steps onto a neighbour that it can take, by lot, and else wanders."""

import random

from ..bot_control import Move

NEIGHBOURS = ((Move.UP, 0, 1), (Move.DOWN, 0, -1), (Move.RIGHT, 1, 0), (Move.LEFT, -1, 0))


class ShortSightedSteve:
    def get_name(self):
        return "Short Sighted Steve"

    def get_contributor(self):
        return "agon"

    def determine_next_move(self, grid, enemies, game_info):
        size = game_info.grid_size
        x, y = int(self.position[0]), int(self.position[1])
        takes = []
        for move, dx, dy in NEIGHBOURS:
            nx, ny = x + dx, y + dy
            if 0 <= nx < size and 0 <= ny < size and self.takes(grid[ny, nx]):
                takes.append(move)
        return random.choice(takes) if takes else random.choice([move for move, _, _ in NEIGHBOURS])

    def takes(self, floor):
        return floor == 0 or (self.id - int(floor)) % 3 == 2
