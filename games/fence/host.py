"""Fence and Conquer's module for the class host: what a bot of the hackathon receives, and what it may answer.

A bot is a class player, made without arguments, with move(self, B, N, cur_x, cur_y) that returns a tuple. B is one list of lists
for the whole game, changed in place like the original's board, so that a bot may keep it. Changes that a bot makes to it are undone
before its next move: only the referee's board counts.
"""

import reprlib
import time

PACKAGE = None

clock = time.perf_counter_ns

MOVES = [(1, 0), (-1, 0), (0, 1), (0, -1), (0, 0)]
CODES = [b"1 0", b"-1 0", b"0 1", b"0 -1", b"0 0"]


def provide(name):
    return None


def load(module, path, want):
    name = want or "player"
    factory = getattr(module, name, None)
    if factory is None:
        raise LookupError("%s has no class %s%s" % (path, name, instead(module)))
    if not callable(factory):
        raise LookupError("%s in %s is no class" % (name, path))
    if not callable(getattr(factory, "move", None)):
        raise LookupError("%s in %s has no method move(self, B, N, cur_x, cur_y)" % (name, path))
    return [(name, factory)]


def instead(module):
    """Returns the classes in a file that lacks the requested one."""
    names = [n for n, v in vars(module).items() if isinstance(v, type) and v.__module__ == module.__name__]
    if not names:
        return ""
    return "; it has %s. The class is called player, with a small p" % ", ".join(names)


def describe(factory):
    """A bot has no name or author."""
    return ("", "")


class Lane:
    """One game. The machine sets attributes on it too."""

    def __init__(self, opening):
        self.n = n = opening["n"]
        self.board = [[0] * n for _ in range(n)]
        self.columns = list(self.board)
        self.truth = [[0] * n for _ in range(n)]
        self.took = 0

    def begin(self, factory):
        self.bot = factory()

    def turn(self, _, body):
        board, truth, self.took = self.board, self.truth, 0
        try:
            if board != truth:
                self.mend()
        except Exception:
            self.mend()  # the bot wrote something that cannot even be compared
        x, y, *news = body
        cells = iter(news)
        for i, j, owner in zip(cells, cells, cells):
            board[i][j] = truth[i][j] = owner
        colour = truth[x][y]
        begin = clock()
        try:
            board[x][y] = colour  # the original also colours within the time it measures
            answer = self.bot.move(board, self.n, x, y)
        finally:
            self.took = clock() - begin
        if answer in MOVES:
            return CODES[MOVES.index(answer)], self.took
        return b"no move: " + shown(answer), self.took

    def mend(self):
        """Undoes changes that the bot has made to the board."""
        self.board[:] = self.columns
        for column, true in zip(self.columns, self.truth):
            column[:] = true


def shown(answer):
    try:
        return reprlib.repr(answer).encode("utf-8", "replace")[:80]
    except BaseException as e:
        return b"something that cannot be printed: " + type(e).__name__.encode()
