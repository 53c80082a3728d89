"""Runs straight on as long as there are empty cells ahead, and then to where the longest row of them begins."""

STEPS = [(1, 0), (0, 1), (-1, 0), (0, -1)]


class player:
    def __init__(self):
        self.heading = STEPS[0]

    def move(self, B, N, cur_x, cur_y):
        if self.room(B, N, cur_x, cur_y, self.heading) == 0:
            self.heading = max(STEPS, key=lambda step: self.room(B, N, cur_x, cur_y, step))
        if self.room(B, N, cur_x, cur_y, self.heading) > 0:
            return self.heading
        return self.way(B, N, cur_x, cur_y)

    def room(self, B, N, x, y, step):
        """How many empty cells lie ahead."""
        for far in range(1, N):
            if B[(x + far * step[0]) % N][(y + far * step[1]) % N] != 0:
                return far - 1
        return N - 1

    def way(self, B, N, cur_x, cur_y):
        """A step towards the nearest empty cell, found in rings around the bot."""
        for far in range(2, N + 1):
            for dx in range(-far, far + 1):
                for dy in {far - abs(dx), abs(dx) - far}:
                    if B[(cur_x + dx) % N][(cur_y + dy) % N] == 0:
                        if dx != 0:
                            return (1, 0) if dx > 0 else (-1, 0)
                        return (0, 1) if dy > 0 else (0, -1)
        return (0, 0)
