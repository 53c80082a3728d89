"""Rambo the Rando: picks a tile at random, walks there, and picks the next one. It never looks at the canvas."""

import random

from ..bot_control import Move


class RamboTheRando:
    def __init__(self):
        self.goal = None

    def get_name(self):
        return "Rambo The Rando"

    def get_contributor(self):
        return "agon"

    def determine_next_move(self, grid, enemies, game_info):
        here = (int(self.position[0]), int(self.position[1]))
        if self.goal is None or self.goal == here:
            top = game_info.grid_size - 1
            self.goal = (random.randint(0, top), random.randint(0, top))
        across, up = self.goal[0] - here[0], self.goal[1] - here[1]
        if across:
            return Move.RIGHT if across > 0 else Move.LEFT
        return Move.UP if up > 0 else Move.DOWN
