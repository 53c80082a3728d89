# Tron: the last one alive wins.
# This bot remembers every trail and steps to a free neighbour. Make it choose better.

WIDTH, HEIGHT = 30, 20
MOVES = {"UP": (0, -1), "DOWN": (0, 1), "LEFT": (-1, 0), "RIGHT": (1, 0)}

owner = {}  # (x, y) -> the player whose trail lies there


import random
import time


class Node:
    def __init__(self, position, parent=None):
        self.position, self.parent = position, parent
        self.visits, self.total, self.children = 0, 0.0, {}

    def bound(self, chance=1.4):
        if not self.visits:
            return float("inf")
        return self.total / self.visits + chance * (2 * self.parent.visits ** 0.5 / self.visits) ** 0.5


def playout(position, blocked, depth=40):
    blocked = set(blocked)
    for step in range(depth):
        options = []
        for dx, dy in MOVES.values():
            to = position[0] + dx, position[1] + dy
            if to not in blocked and to[0] in range(WIDTH) and to[1] in range(HEIGHT):
                options.append(to)
        if not options:
            return step / depth
        position = random.choice(options)
        blocked.add(position)
    return 1.0


while True:
    # n: number of players, the dead included. p: your number, from 0.
    n, p = [int(i) for i in input().split()]
    heads = []
    for i in range(n):
        # x0, y0: where the trail of player i begins. x1, y1: where its head is. All are -1 once it is dead.
        x0, y0, x1, y1 = [int(j) for j in input().split()]
        heads.append((x1, y1))
        if x0 >= 0:
            owner[x0, y0] = owner[x1, y1] = i
        else:
            # The trail of a dead player is gone.
            owner = {tile: other for tile, other in owner.items() if other != i}

    deadline = time.perf_counter() + 0.05
    root = Node(heads[p])
    while time.perf_counter() < deadline:
        node, trail = root, set(owner)
        while node.children:
            node = max(node.children.values(), key=Node.bound)
            trail.add(node.position)
        for name, step in MOVES.items():
            where = tuple(a + b for a, b in zip(node.position, step))
            if where not in trail and where[0] in range(WIDTH) and where[1] in range(HEIGHT):
                node.children[name] = Node(where, node)
        result = playout(node.position, trail)
        while node is not None:
            node.visits, node.total = node.visits + 1, node.total + result
            node = node.parent
    choice = max(root.children, key=lambda k: root.children[k].visits, default="UP")

    # What you print to sys.stderr is for your eyes only.
    print(choice, flush=True)
