"""Bots that check what they are handed. Each raises at the first thing that is wrong, and says that it passed in the last round."""

import copy
import itertools
import json
import pickle
import random
from collections import deque, namedtuple

import numpy as np

from ..bot_control import Move


def exam(cls):
    """Makes a bot of a class with a method check(grid, enemies, game_info), which may return a move."""

    def determine_next_move(self, grid, enemies, game_info):
        move = self.check(grid, enemies, game_info) or random.choice(list(Move))
        if game_info.current_round == game_info.number_of_rounds:
            print("passed: " + cls.__name__)
        return move

    cls.get_name = lambda self: cls.__name__
    cls.get_contributor = lambda self: "examiner"
    cls.determine_next_move = determine_next_move
    return cls


@exam
class Moves:
    """Move is an ordinary Enum of five, in this order; members are keys and live in arrays of objects."""

    def check(self, grid, enemies, game_info):
        assert [(m.name, m.value) for m in Move] == [("UP", 1), ("DOWN", 2), ("LEFT", 3), ("RIGHT", 4), ("STAY", 5)]
        assert Move(3) is Move.LEFT and Move["STAY"] is Move.STAY and len(Move) == 5
        assert {m: m.value for m in Move}[Move.DOWN] == 2
        options = np.array([Move.UP, Move.DOWN])
        assert options.dtype == object
        chosen = np.random.choice(options)
        assert chosen is Move.UP or chosen is Move.DOWN
        assert copy.deepcopy(Move.UP) is Move.UP and pickle.loads(pickle.dumps(Move.UP)) is Move.UP
        return chosen


@exam
class Ids:
    """The constructor knows no id and no position; both are there in the first move and the id stays."""

    def __init__(self):
        assert not hasattr(self, "id") and not hasattr(self, "position")
        self.id, self.position = None, (-1, -1)
        self.first = None

    def check(self, grid, enemies, game_info):
        assert type(self.id) is int and 1 <= self.id <= len(enemies)
        self.first = self.first or self.id
        assert self.id == self.first
        assert sorted(e["id"] for e in enemies) == list(range(1, len(enemies) + 1))


@exam
class Grid:
    """One array all game, int16, square, C-contiguous, owning its data, read-only, and it changes under the bot's hands."""

    grid = None

    def __init__(self):
        self.grid, self.seen = None, []

    def check(self, grid, enemies, game_info):
        if self.grid is None:
            self.grid = grid
        assert grid is self.grid
        assert type(grid) is np.ndarray and grid.dtype == np.int16 and grid.shape == (game_info.grid_size, game_info.grid_size)
        assert grid.flags.c_contiguous and grid.flags.owndata and grid.flags.aligned and not grid.flags.writeable
        assert type(grid[0][0]) is np.int16
        try:
            grid[0][0] = 1
        except ValueError:
            pass
        else:
            raise AssertionError("the grid was written to")
        if game_info.current_round == 1:
            assert not grid.any(), "the canvas is white at first, start tiles too"
        if self.seen:
            x, y = self.seen[-1]
            shared = sum(tuple(e["position"]) == tuple(self.position) for e in enemies) > 1
            assert shared or grid[self.position[1]][self.position[0]] in (0, self.id) or (self.id - grid[self.position[1]][self.position[0]]) % 3 == 0
        self.seen.append(tuple(self.position))
        return Move.STAY


@exam
class GridIsIndexedByRow:
    """grid[y][x]: the tile that the bot walks onto alone is its own in the next round."""

    def check(self, grid, enemies, game_info):
        x, y = self.position
        alone = sum(tuple(e["position"]) == (x, y) for e in enemies) == 1
        if game_info.current_round > 1 and self.was_white and alone:
            assert grid[y][x] == self.id, (grid[y][x], self.id)
        move = Move.RIGHT if x + 1 < game_info.grid_size else Move.LEFT
        nx = x + 1 if move is Move.RIGHT else x - 1
        self.was_white = nx >= 0 and grid[y][nx] == 0
        return move


@exam
class LenientGrid:
    """In lenient mode the grid can be written to, and what is written there is gone in the next round."""

    def check(self, grid, enemies, game_info):
        assert grid.flags.writeable
        if game_info.current_round > 1:
            assert not (grid == 77).any()
        grid[:] = 77
        return Move.UP


@exam
class Positions:
    """A new int16 array each round, never changed afterwards, so that old ones are a history."""

    def __init__(self):
        self.history, self.copies = [], []

    def check(self, grid, enemies, game_info):
        p = self.position
        assert type(p) is np.ndarray and p.dtype == np.int16 and p.shape == (2,) and type(p[0]) is np.int16
        assert all(0 <= v < game_info.grid_size for v in p)
        assert all(p is not old for old in self.history)
        self.history.append(p)
        self.copies.append((int(p[0]), int(p[1])))
        assert [(int(x), int(y)) for x, y in self.history] == self.copies
        return [Move.RIGHT, Move.UP, Move.LEFT, Move.UP][game_info.current_round % 4]


@exam
class MovesAreSteps:
    """UP is y+1, DOWN y-1, RIGHT x+1, LEFT x-1, and the edge stops."""

    steps = {Move.UP: (0, 1), Move.DOWN: (0, -1), Move.RIGHT: (1, 0), Move.LEFT: (-1, 0), Move.STAY: (0, 0)}

    def __init__(self):
        self.last = None

    def check(self, grid, enemies, game_info):
        if self.last:
            (x, y), move = self.last
            dx, dy = self.steps[move]
            top = game_info.grid_size - 1
            assert tuple(self.position) == (min(max(x + dx, 0), top), min(max(y + dy, 0), top))
        move = random.choice(list(Move))
        self.last = tuple(self.position), move
        return move


@exam
class Enemies:
    """A list of dictionaries, the bot's own among them, whose position is the very object that the bot has."""

    def check(self, grid, enemies, game_info):
        assert isinstance(enemies, list) and len(enemies) == 3
        assert all(type(e) is dict and list(e) == ["id", "position"] and type(e["id"]) is int for e in enemies)
        assert all(type(e["position"]) is np.ndarray and e["position"].dtype == np.int16 and e["position"].shape == (2,) for e in enemies)
        own = [e for e in enemies if e["id"] == self.id]
        assert len(own) == 1 and own[0]["position"] is self.position
        assert enemies[0] is own[0], "the line-up's order"


@exam
class EnemiesKeepTheirOrder:
    """The same order and the same ids in every round."""

    def __init__(self):
        self.ids = None

    def check(self, grid, enemies, game_info):
        ids = [e["id"] for e in enemies]
        self.ids = self.ids or ids
        assert ids == self.ids


@exam
class KeptLists:
    """A list that is kept unread and looked into later tells what was true when it was handed out."""

    def __init__(self):
        self.kept, self.true = [], []

    def check(self, grid, enemies, game_info):
        self.kept.append(enemies)
        self.true.append((int(self.position[0]), int(self.position[1])))
        if game_info.current_round == game_info.number_of_rounds:
            assert [tuple(int(v) for v in e[0]["position"]) for e in self.kept] == self.true
            assert all(len(e) == 3 for e in self.kept)
            others = [[tuple(p["position"]) for p in e] for e in self.kept]
            for one, two in zip(others, others[1:]):
                assert all(abs(int(a[0]) - int(b[0])) + abs(int(a[1]) - int(b[1])) <= 1 for a, b in zip(one, two)), "nobody jumps"
        return random.choice([Move.UP, Move.RIGHT])


@exam
class GameInfo:
    """One object all game, with ints that count from round 1."""

    def __init__(self):
        self.info, self.round = None, 0

    def check(self, grid, enemies, game_info):
        self.info = self.info or game_info
        self.round += 1
        assert game_info is self.info
        assert type(game_info.current_round) is int and game_info.current_round == self.round
        assert type(game_info.number_of_rounds) is int and game_info.number_of_rounds >= self.round
        assert type(game_info.grid_size) is int and game_info.grid_size == 14 == len(grid), "three bots"


@exam
class OldNumpy:
    """numpy.bool8, which NumPy 2 has no more."""

    def check(self, grid, enemies, game_info):
        assert np.array([1, 0], dtype=np.bool8).dtype == bool
        assert isinstance(np.bool_(True), np.bool8)


@exam
class HandyThings:
    """Libraries that bots of 2023 used."""

    def check(self, grid, enemies, game_info):
        Point = namedtuple("Point", "x y")
        assert Point(*self.position).x == self.position[0]
        assert np.bincount(grid.ravel(), minlength=4).sum() == grid.size
        values, counts = np.unique(grid, return_counts=True)
        assert counts.sum() == grid.size
        assert (n := len(deque(enemies))) == 3, n
        assert np.vstack([e["position"] for e in enemies]).shape == (3, 2)
        assert np.linalg.norm(self.position - enemies[1]["position"]) >= 0
        return np.random.choice([Move.UP, Move.LEFT])


@exam
class Prints:
    """What a bot prints goes to its log, by whatever way."""

    def check(self, grid, enemies, game_info):
        import ctypes
        import os
        import sys

        if game_info.current_round == 1:
            print("by print", {"a": 1})
            sys.stdout.write("by sys.stdout\n")
            sys.__stdout__.write("by sys.__stdout__\n")
            sys.__stdout__.flush()
            print("by sys.stderr", file=sys.stderr)
            os.write(1, b"by descriptor 1\n")
            os.write(2, b"by descriptor 2\n")
            os.system("echo by a program")
            libc = ctypes.CDLL(None)
            libc.puts(b"by the C library")
            libc.fflush(None)
            print("not in any \ud800 alphabet")
            assert sys.stdin.read() == "" and os.read(0, 10) == b""


def ids(dictionaries):
    return [e["id"] for e in dictionaries]


def gives(path):
    """A way to the list that gives its dictionaries in order."""
    return lambda e, want: ids(path(e)) == want


def extended(e):
    plain = []
    plain.extend(e)
    return plain


def added_in_place(e):
    plain = []
    plain += e
    return plain


def sliced_into(e):
    plain = [1]
    plain[:] = e
    return plain


def unpacked(e):
    a, b, c = e
    return [a, b, c]


def starred(e):
    first, *rest = e
    return [first] + rest


def arguments(e):
    return (lambda *them: list(them))(*e)


def matched(e):
    try:
        return eval(compile("m(e)", "", "eval"), {"m": by_match, "e": e})
    except NameError:
        return list(e)


def by_match(e):
    scope = {}
    exec("def f(e):\n match e:\n  case [a, b, c]:\n   return [a, b, c]\n return []", scope)
    return scope["f"](e)


def popped(e):
    return [e.pop(0), e.pop(0), e.pop(0)]


def through_pickle(e):
    return pickle.loads(pickle.dumps(e))


def iterated_late(e):
    later = iter(e)
    return [next(later), *later]


def sorted_in_place(e):
    order = ids(copy.copy(e))
    e.sort(key=lambda d: order.index(d["id"]))
    return e


def inserted(e):
    e.insert(0, {"id": 0})
    return e[1:]


def removed(e):
    e.append({"id": 0})
    del e[-1]
    return e


# Every way in which Python, its C code included, looks into a list. Each is the first look at a list of its own.
WAYS = {
    "len": lambda e, want: len(e) == 3,
    "bool": lambda e, want: bool(e) and not not e,
    "for": gives(lambda e: [d for d in e]),
    "index": lambda e, want: e[0]["id"] == want[0],
    "index from the end": lambda e, want: e[-1]["id"] == want[-1],
    "slice": gives(lambda e: e[:]),
    "slice of a slice": lambda e, want: ids(e[1:]) == want[1:] and ids(e[::-1]) == want[::-1],
    "list()": gives(list),
    "tuple()": gives(tuple),
    "sorted": lambda e, want: ids(sorted(e, key=lambda d: d["id"])) == sorted(want),
    "sort": gives(sorted_in_place),
    "reversed": lambda e, want: ids(reversed(e)) == want[::-1],
    "reverse": lambda e, want: e.reverse() is None and ids(e) == want[::-1],
    "min and max": lambda e, want: min(e, key=lambda d: d["id"])["id"] == min(want),
    "max": lambda e, want: max(e, key=lambda d: d["id"])["id"] == max(want),
    "sum": lambda e, want: sum(d["id"] for d in e) == sum(want),
    "any": lambda e, want: any(e),
    "all": lambda e, want: all(e),
    "enumerate": gives(lambda e: [d for _, d in enumerate(e)]),
    "zip": gives(lambda e: [d for d, _ in zip(e, range(9))]),
    "map": lambda e, want: list(map(lambda d: d["id"], e)) == want,
    "filter": gives(lambda e: list(filter(None, e))),
    "iter and next": gives(iterated_late),
    "unpacking": gives(unpacked),
    "starred": gives(starred),
    "[*e]": gives(lambda e: [*e]),
    "arguments": gives(arguments),
    "match": gives(matched),
    "in": lambda e, want: {"id": -1} not in e,
    "join": lambda e, want: ",".join(map(lambda d: str(d["id"]), e)) == ",".join(map(str, want)),
    "join itself": lambda e, want: type_error(lambda: ",".join(e)),
    "format": lambda e, want: "%s" % (e,) == str(e) == "{}".format(e) and "'id'" in str(e),
    "repr": lambda e, want: repr(e).startswith("[{'id': "),
    "str": lambda e, want: str(e).startswith("[{'id': "),
    "np.array": lambda e, want: np.array(e, dtype=object).shape == (3,) and ids(np.array(e)) == want,
    "np.array of ids": lambda e, want: np.array([d["id"] for d in e]).tolist() == want,
    "np.asarray": lambda e, want: ids(np.asarray(e)) == want,
    "np.size": lambda e, want: np.size(e) == 3,
    "random.choice": lambda e, want: random.choice(e)["id"] in want,
    "random.sample": lambda e, want: sorted(ids(random.sample(e, 3))) == sorted(want),
    "random.shuffle": lambda e, want: random.shuffle(e) is None and sorted(ids(e)) == sorted(want),
    "e + []": gives(lambda e: e + []),
    "[] + e": gives(lambda e: [] + e),
    "[x] + e": lambda e, want: ids([{"id": 9}] + e) == [9] + want,
    "e * 2": lambda e, want: ids(e * 2) == want * 2,
    "2 * e": lambda e, want: ids(2 * e) == want * 2,
    "e += []": gives(lambda e: in_place(e)),
    "extend": gives(extended),
    "+=": gives(added_in_place),
    "slice assignment": gives(sliced_into),
    "deque": gives(deque),
    "chain": gives(lambda e: list(itertools.chain(e, []))),
    "copy": gives(copy.copy),
    "e.copy()": gives(lambda e: e.copy()),
    "deepcopy": gives(copy.deepcopy),
    "==": lambda e, want: e == list(e) and not e == [] and not e != list(e),
    "== from the left": lambda e, want: not ([] == e) and list(e) == e,
    "<": lambda e, want: [] < e and not e < [],
    "count": lambda e, want: e.count(e[0]) == 1,
    "index of": lambda e, want: e.index(e[0]) == 0,
    "append": lambda e, want: e.append({"id": 4}) is None and ids(e) == want + [4],
    "insert": gives(inserted),
    "remove": gives(removed),
    "pop": gives(popped),
    "clear": lambda e, want: e.clear() is None and e == [] and len(e) == 0,
    "del": lambda e, want: delete_first(e) == want[1:],
    "set an item": lambda e, want: set_first(e) == [7] + want[1:],
    "json.dumps": lambda e, want: ids(json.loads(json.dumps(e, default=lambda a: a.tolist()))) == want,
    "json.dumps, C encoder": lambda e, want: len(json.dumps(e, default=str)) > 30,
    "pickle": gives(through_pickle),
    "isinstance": lambda e, want: isinstance(e, list),
    "hash": lambda e, want: type_error(lambda: hash(e)),
    "list.__len__": lambda e, want: list.__len__(list(e)) == 3,
}


def in_place(e):
    e += []
    return e


def delete_first(e):
    del e[0]
    return ids(e)


def set_first(e):
    e[0] = {"id": 7}
    return ids(e)


def type_error(act):
    try:
        act()
    except TypeError:
        return True
    return False


@exam
class Ways:
    """Every way to look into the list gives what a plain list would."""

    def __init__(self):
        self.want, self.ways = None, iter(WAYS.items())

    def check(self, grid, enemies, game_info):
        if self.want is None:
            self.want = ids(enemies)
            return Move.STAY
        name, way = next(self.ways, ("", None))
        if way is None:
            print("all %d ways" % len(WAYS))
            self.ways = iter(())
            return Move.STAY
        assert way(enemies, self.want), name
        return Move.STAY
