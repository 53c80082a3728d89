"""A plain in-process arena for Colour Battle, written as the contest's own engine worked: one loop, one process, all bots in it.

It is the floor that agon's process per bot is measured against. Usage: loop.py GAMES ROUNDS BOTS FILE..., where each FILE holds a class Bot
as the contest wants it; the bots of a game are taken from the files in turn. Prints rounds per second, imports excluded.
"""

import importlib.util
import math
import random
import sys
import time
import types
from enum import Enum

import numpy as np


class Move(Enum):
    UP = 1
    DOWN = 2
    LEFT = 3
    RIGHT = 4
    STAY = 5


STEPS = {
    Move.UP: np.array([0, 1], dtype=np.int16),
    Move.DOWN: np.array([0, -1], dtype=np.int16),
    Move.LEFT: np.array([-1, 0], dtype=np.int16),
    Move.RIGHT: np.array([1, 0], dtype=np.int16),
    Move.STAY: np.array([0, 0], dtype=np.int16),
}


class Info:
    current_round = 0


def load(path, number):
    control = types.ModuleType("robots.bot_control")
    control.Move = Move
    name = f"robots.x{number}"
    robots, folder = types.ModuleType("robots"), types.ModuleType(name)
    robots.__path__, folder.__path__ = [], []
    sys.modules.update({"robots": robots, name: folder, "robots.bot_control": control})
    spec = importlib.util.spec_from_file_location(name + ".bot", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.Bot


class World:
    def __init__(self, factories, rounds):
        self.bots = [f() for f in factories]
        self.info = Info()
        self.info.number_of_rounds = rounds
        self.info.grid_size = side = math.ceil(math.sqrt(64 * len(factories)))
        self.grid = np.zeros((side, side), dtype=np.int16)
        ids = list(range(1, len(self.bots) + 1))
        random.shuffle(ids)
        for bot, number in zip(self.bots, ids):
            bot.id = number
            bot.position = np.array([random.randint(0, side - 1), random.randint(0, side - 1)], dtype=np.int16)
            bot.measured_time = 0.0

    def step(self):
        self.info.current_round += 1
        enemies = [{"id": bot.id, "position": bot.position} for bot in self.bots]
        self.grid.setflags(write=False)
        for bot in random.sample(self.bots, len(self.bots)):
            begin = time.time()
            try:
                bot.next_move = bot.determine_next_move(self.grid, enemies, self.info)
            except Exception:
                bot.next_move = Move.STAY
            bot.measured_time += time.time() - begin
            if bot.next_move not in STEPS:
                bot.next_move = Move.STAY
        self.grid.setflags(write=True)
        self.walk()
        self.paint()

    def walk(self):
        """One numpy addition and two clamped coordinates for each bot, as the contest's engine had it."""
        top = self.info.grid_size - 1
        for bot in self.bots:
            bot.position = np.add(bot.position, STEPS[bot.next_move])
            for axis in (0, 1):
                bot.position[axis] = max(0, min(top, bot.position[axis]))

    def paint(self):
        """Tiles are read and written one by one; who came before on a tile is kept in a second grid, new each round."""
        taken = np.zeros_like(self.grid)
        for bot in self.bots:
            x, y = bot.position[0], bot.position[1]
            floor = self.grid[y, x]
            self.grid[y][x] = self.colour(floor, bot.id) if taken[y, x] == 0 else 0
            taken[y, x] += 1

    @staticmethod
    def colour(floor, number):
        if floor == 0:
            return number
        return [floor, 0, number][(number - floor) % 3]


def main():
    games, rounds, bots = map(int, sys.argv[1:4])
    factories = [load(path, number) for number, path in enumerate(sys.argv[4:])]
    begin = time.time()
    for _ in range(games):
        world = World([factories[i % len(factories)] for i in range(bots)], rounds)
        for _ in range(rounds):
            world.step()
    print(games * rounds / (time.time() - begin))


main()
