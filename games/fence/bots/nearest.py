"""Goes to the nearest empty cell. It looks at the four cells around it first, then at the whole board."""


class player:
    def move(self, B, N, cur_x, cur_y):
        for dx, dy in (1, 0), (-1, 0), (0, 1), (0, -1):
            if B[(cur_x + dx) % N][(cur_y + dy) % N] == 0:
                return (dx, dy)
        way = self.nearest(B, N, cur_x, cur_y)
        if way is None:
            return (0, 0)  # the board is full
        dx, dy = way
        if dx != 0:
            return (1, 0) if dx > 0 else (-1, 0)
        return (0, 1) if dy > 0 else (0, -1)

    def nearest(self, B, N, cur_x, cur_y):
        """The way to the nearest empty cell: columns to the right and rows down, negative for left and up."""
        best, way = 2 * N, None
        for x in range(N):
            dx = self.shorter(x - cur_x, N)
            for y in range(N):
                if B[x][y] == 0:
                    dy = self.shorter(y - cur_y, N)
                    if abs(dx) + abs(dy) < best:
                        best, way = abs(dx) + abs(dy), (dx, dy)
        return way

    def shorter(self, way, N):
        """A way around the board may be shorter backwards: the edges are joined."""
        way %= N
        return way - N if 2 * way > N else way
