"""The idea of the article "AI challenge in 78 lines" as an example to read and to change.

For each step that is possible: take it in thought, then let all players race for the free tiles from where they are, one ring
per round, one player after the other. Whoever comes to a tile first would own it. Score the step by who owns what, and take
the best one.
"""

WIDTH, HEIGHT = 30, 20
STEPS = {"RIGHT": (1, 0), "LEFT": (-1, 0), "DOWN": (0, 1), "UP": (0, -1)}  # of equal steps the first one is taken

# What matters, in this order: my tiles, few tiles for the others, and long ways for them.
MINE, THEIRS, DISTANCE = 10_000_000, -100_000, 1


def neighbours(tile):
    """The tiles of the board beside a tile."""
    x, y = tile
    for dx, dy in STEPS.values():
        if 0 <= x + dx < WIDTH and 0 <= y + dy < HEIGHT:
            yield x + dx, y + dy


def race(heads, walls):
    """Lets players spread from their heads over all tiles that are no walls.

    heads is a list of (player, tile) in the order in which they move. The result says for each player which tiles it is
    first on, and in which round: {player: {tile: round}}.
    """
    taken = set(walls)
    firsts = {player: {} for player, _ in heads}
    fronts = {player: [head] for player, head in heads}
    rounds = 0
    while any(fronts.values()):
        rounds += 1
        for player in fronts:
            reached = []
            for tile in fronts[player]:
                for beside in neighbours(tile):
                    if beside not in taken:
                        taken.add(beside)
                        reached.append(beside)
                        firsts[player][beside] = rounds
            fronts[player] = reached
    return firsts


def score(me, step, heads, walls):
    """What it is worth to me to be on the tile step, when the others move next."""
    n = len(heads)
    order = [(me + i) % n for i in range(1, n)]
    racers = [(player, heads[player]) for player in order if heads[player]]
    firsts = race(racers + [(me, step)], walls | {step})
    others = [tiles for player, tiles in firsts.items() if player != me]
    return (
        MINE * len(firsts[me])
        + THEIRS * sum(len(tiles) for tiles in others)
        + DISTANCE * sum(sum(tiles.values()) for tiles in others)
    )


def choose(me, heads, walls):
    """The name of the best step, or any name where there is none."""
    best, most = "UP", None
    x, y = heads[me]
    for name, (dx, dy) in STEPS.items():
        step = (x + dx, y + dy)
        if step in walls or step not in neighbours(heads[me]):
            continue
        worth = score(me, step, heads, walls)
        if most is None or worth > most:
            best, most = name, worth
    return best


def main():
    """Plays a game: reads a turn, keeps the trails, answers."""
    trails = {}  # player -> its tiles
    while True:
        n, me = map(int, input().split())
        heads = []
        for player in range(n):
            x0, y0, x1, y1 = map(int, input().split())
            if x0 < 0:  # dead: its trail is gone
                heads.append(None)
                trails.pop(player, None)
                continue
            heads.append((x1, y1))
            trails.setdefault(player, {(x0, y0)}).add((x1, y1))
        print(choose(me, heads, set().union(*trails.values())), flush=True)


if __name__ == "__main__":
    try:
        main()
    except EOFError:
        pass  # the game is over
