"""Connect Four: players drop discs into columns in turn, and four in a row win."""

LINES = ((1, 0), (0, 1), (1, 1), (1, -1))


class ConnectFour:
    def deal(self, seats, dice):
        width, height = self.options.width, self.options.height
        return {"grid": [[0] * width for _ in range(height)], "player": 0, "winner": -1, "last": [-1, -1]}

    def turn(self, state):
        if state["winner"] < 0 and 0 in state["grid"][0]:
            return state["player"]

    def moves(self, state, seat):
        return [str(x + 1) for x, cell in enumerate(state["grid"][0]) if cell == 0]

    def step(self, state, moves, dice):
        seat, grid = state["player"], state["grid"]
        x = int(moves[seat]) - 1
        y = max(y for y, row in enumerate(grid) if row[x] == 0)
        grid[y][x] = seat + 1
        state["last"] = [x, y]
        if any(self.run(grid, x, y, dx, dy) + self.run(grid, x, y, -dx, -dy) >= 3 for dx, dy in LINES):
            state["winner"] = seat
        state["player"] = 1 - seat

    def run(self, grid, x, y, dx, dy):
        """The number of equal discs beside one in a direction."""
        n, own = 0, grid[y][x]
        while 0 <= x + dx < len(grid[0]) and 0 <= y + dy < len(grid) and grid[y + dy][x + dx] == own:
            x, y, n = x + dx, y + dy, n + 1
        return n

    def outcome(self, state):
        return [int(state["winner"] == seat) for seat in range(2)]

    def ending(self, state):
        return "{%d} has four in a row" % state["winner"] if state["winner"] >= 0 else "the board is full"

    def arguments(self, state, seat):
        """What agents for Kaggle's ConnectX are called with: an observation and a configuration."""
        board = [cell for row in state["grid"] for cell in row]
        step = sum(cell > 0 for cell in board)
        times = {"timeout": 2, "actTimeout": 2, "agentTimeout": 60, "runTimeout": 1200, "episodeSteps": 1000, "steps": 1000}
        return [
            {"board": board, "mark": seat + 1, "step": step, "remainingOverageTime": 60},
            {"columns": self.options.width, "rows": self.options.height, "inarow": 4, **times},
        ]

    def answer(self, state, seat, returned):
        """They return a column, counted from 0."""
        return str(returned + 1) if type(returned) is int else None

    def view(self, state, eye):
        discs = [[x, y, n - 1] for y, row in enumerate(state["grid"]) for x, n in enumerate(row) if n]
        return {"grid": ["." * len(row) for row in state["grid"]], "discs": discs}
