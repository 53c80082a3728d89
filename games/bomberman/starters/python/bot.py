"""A bot to begin with: out of blasts, bombs beside walls, on to the next wall.

It is started anew for every round, with its key and a folder. It reads state.json there and leaves its move in move.txt.
"""
import json
import os
import sys
from collections import deque

STEPS = {1: (0, -1), 2: (-1, 0), 3: (1, 0), 4: (0, 1)}  # codes of move.txt
NOTHING, PLANT = 0, 5


class Game:
    def __init__(self, state, key):
        self.blocks = state["GameBlocks"]  # [x][y], from 0
        self.me = next(p for p in state["RegisteredPlayerEntities"] if p["Key"] == key)
        self.at = (self.me["Location"]["X"] - 1, self.me["Location"]["Y"] - 1)
        self.planted = 0
        self.danger = set()
        for x, column in enumerate(self.blocks):
            for y, block in enumerate(column):
                bomb = block["Bomb"]
                if bomb:
                    self.planted += bomb["Owner"]["Key"] == key
                    self.danger |= self.blast((x, y), bomb["BombRadius"])

    def kind(self, cell):
        """What stands on a cell: 'Indestructible...', 'Destructible...', 'Player...' or nothing."""
        entity = self.blocks[cell[0]][cell[1]]["Entity"]
        return entity["$type"].split(".")[2].split(",")[0] if entity else ""

    def free(self, cell):
        block = self.blocks[cell[0]][cell[1]]
        return not block["Entity"] and not block["Bomb"]

    def beside(self, cell):
        return [(code, (cell[0] + dx, cell[1] + dy)) for code, (dx, dy) in STEPS.items()]

    def blast(self, cell, radius):
        burnt = {cell}
        for dx, dy in STEPS.values():
            for n in range(1, radius + 1):
                at = (cell[0] + dx * n, cell[1] + dy * n)
                if self.kind(at) == "IndestructibleWallEntity":
                    break
                burnt.add(at)
                if self.kind(at) == "DestructibleWallEntity" or self.blocks[at[0]][at[1]]["Bomb"]:
                    break
        return burnt

    def first_step(self, wanted, avoid=frozenset(), reach=1000):
        """The first step of a shortest way to a cell that is wanted; None when there is no way."""
        queue, seen = deque([(self.at, NOTHING, 0)]), {self.at}
        while queue:
            cell, first, steps = queue.popleft()
            if wanted(cell):
                return first
            for code, to in self.beside(cell):
                if steps < reach and to not in seen and to not in avoid and self.free(to):
                    seen.add(to)
                    queue.append((to, first or code, steps + 1))
        return None

    def wall_beside(self, cell):
        return any(self.kind(to) == "DestructibleWallEntity" for _, to in self.beside(cell))

    def worth_going(self, cell):
        return self.blocks[cell[0]][cell[1]]["PowerUp"] is not None or self.wall_beside(cell)

    def move(self):
        if self.at in self.danger:
            return self.first_step(lambda cell: cell not in self.danger) or NOTHING
        if self.wall_beside(self.at) and self.planted < self.me["BombBag"]:
            burnt = self.danger | self.blast(self.at, self.me["BombRadius"])
            if self.first_step(lambda cell: cell not in burnt, reach=3):
                return PLANT
        return self.first_step(self.worth_going, avoid=self.danger) or NOTHING


def main():
    key, folder = sys.argv[1], sys.argv[2]
    with open(os.path.join(folder, "state.json"), encoding="utf-8") as file:
        game = Game(json.load(file), key)
    with open(os.path.join(folder, "move.txt"), "w", encoding="utf-8") as file:
        file.write(str(game.move()))


main()
