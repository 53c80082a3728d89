import random
from collections import deque

from ..bot_control import Move

MOVES = (Move.UP, Move.DOWN, Move.LEFT, Move.RIGHT)
STEPS = ((0, 1), (0, -1), (-1, 0), (1, 0))


class Bot:
    path = None

    def get_name(self):
        return "NAME"

    def get_contributor(self):
        return "bench"

    def determine_next_move(self, grid, enemies, game_info):
        rows = grid.tolist()
        side = game_info.grid_size
        start = (int(self.position[0]), int(self.position[1]))
        seen, queue, best, where = {start}, deque([(start, -1)]), -1, random.randrange(4)
        for _ in range(WORK):
            if not queue:
                break
            (x, y), first = queue.popleft()
            for i, (dx, dy) in enumerate(STEPS):
                nx, ny = x + dx, y + dy
                if 0 <= nx < side and 0 <= ny < side and (nx, ny) not in seen:
                    seen.add((nx, ny))
                    step = i if first < 0 else first
                    queue.append(((nx, ny), step))
                    gain = (self.id - rows[ny][nx]) % 3
                    if rows[ny][nx] == 0 and gain > best:
                        best, where = gain, step
        return MOVES[where]
