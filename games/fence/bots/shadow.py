"""Goes where the other bot is going and takes the cells before it, so that its fences do not close.

A bot is not told where the other stands. This one remembers the board of its last call and looks for what has changed.
"""


class player:
    def __init__(self):
        self.before = None
        self.other = None  # the other's newest cell
        self.heading = (0, 0)

    def move(self, B, N, cur_x, cur_y):
        me = B[cur_x][cur_y]
        self.watch(B, N, me)
        self.before = [list(column) for column in B]
        empty = [(x, y) for x in range(N) for y in range(N) if B[x][y] == 0]
        if not empty:
            return (0, 0)
        x, y = self.goal(empty, cur_x, cur_y, N)
        return self.step(x - cur_x, y - cur_y, N)

    def watch(self, B, N, me):
        """Notes where the other has come to, and from where."""
        fresh = [(x, y) for x in range(N) for y in range(N) if B[x][y] not in (0, me) and (self.before is None or self.before[x][y] == 0)]
        if not fresh:
            return
        if self.other is None:
            self.other = fresh[0]
            return
        newest = min(fresh, key=lambda cell: self.distance(cell, *self.other, N))
        dx, dy = (newest[0] - self.other[0]) % N, (newest[1] - self.other[1]) % N
        self.heading = ({1: 1, N - 1: -1}.get(dx, 0), {1: 1, N - 1: -1}.get(dy, 0))
        self.other = newest

    def goal(self, empty, cur_x, cur_y, N):
        """Three cells ahead of the other, if it is near and that is empty; else the nearest empty cell."""
        if self.other is not None and self.heading != (0, 0):
            ahead = ((self.other[0] + 3 * self.heading[0]) % N, (self.other[1] + 3 * self.heading[1]) % N)
            if ahead in empty and self.distance(ahead, cur_x, cur_y, N) <= 5:
                return ahead
        return min(empty, key=lambda cell: self.distance(cell, cur_x, cur_y, N))

    def distance(self, cell, x, y, N):
        dx, dy = abs(cell[0] - x), abs(cell[1] - y)
        return min(dx, N - dx) + min(dy, N - dy)

    def step(self, dx, dy, N):
        """One step of the shorter way around the board."""
        dx, dy = (dx + N // 2) % N - N // 2, (dy + N // 2) % N - N // 2
        if dx != 0:
            return (1, 0) if dx > 0 else (-1, 0)
        return (0, 1) if dy > 0 else (0, -1)
