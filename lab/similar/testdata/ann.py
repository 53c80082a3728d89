# Tron: the last one alive wins.
# This bot remembers every trail and steps to a free neighbour. Make it choose better.

WIDTH, HEIGHT = 30, 20
MOVES = {"UP": (0, -1), "DOWN": (0, 1), "LEFT": (-1, 0), "RIGHT": (1, 0)}

owner = {}  # (x, y) -> the player whose trail lies there


def neighbours(x, y):
    """The free tiles beside one."""
    for dx, dy in MOVES.values():
        if inside(x + dx, y + dy) and (x + dx, y + dy) not in owner:
            yield x + dx, y + dy


def inside(x, y):
    return 0 <= x < WIDTH and 0 <= y < HEIGHT


def distances(start):
    # breadth first, over free tiles alone
    found = {start: 0}
    queue = [start]
    while queue:
        tile = queue.pop(0)
        for other in neighbours(*tile):
            if other not in found:
                found[other] = found[tile] + 1
                queue.append(other)
    return found


def territory(mine, rivals):
    """How many tiles we reach before every rival, less those that a rival reaches first."""
    own = distances(mine)
    others = [distances(rival) for rival in rivals]
    score = 0
    for tile, steps in own.items():
        nearest = min([far.get(tile, 1000) for far in others], default=1000)
        if steps < nearest:
            score += 3
        elif steps > nearest:
            score -= 1
    return score - sum(len(far) for far in others) // 2


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

    x, y = heads[p]
    rivals = [head for i, head in enumerate(heads) if i != p and head[0] >= 0]
    choice, best = "UP", None
    for move, (dx, dy) in MOVES.items():
        nx, ny = x + dx, y + dy
        if inside(nx, ny) and (nx, ny) not in owner:
            value = territory((nx, ny), rivals)
            if len(list(neighbours(nx, ny))) == 1:
                value += 0.5  # along a wall
            if best is None or value > best:
                choice, best = move, value

    # What you print to sys.stderr is for your eyes only.
    print(choice, flush=True)
