# Tron: the last one alive wins.
# This bot remembers every trail and steps to a free neighbour. Make it choose better.

WIDTH, HEIGHT = 30, 20
MOVES = {"UP": (0, -1), "DOWN": (0, 1), "LEFT": (-1, 0), "RIGHT": (1, 0)}

owner = {}  # (x, y) -> the player whose trail lies there

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
    choice = "UP"
    for move, (dx, dy) in MOVES.items():
        nx, ny = x + dx, y + dy
        if 0 <= nx < WIDTH and 0 <= ny < HEIGHT and (nx, ny) not in owner:
            choice = move

    # What you print to sys.stderr is for your eyes only.
    print(choice, flush=True)
