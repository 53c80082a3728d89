"""Runs the rules of a game: one class with deal, turn, moves, step and outcome. Requests and answers are frames on two pipes."""

import sys

sys.path[:] = [place for place in sys.path if place]  # not the folder in which this process was started
import builtins
import hashlib
import importlib.util
import json
import os
import pickle
import random
import re
import struct
import zlib

_GOLDEN, _ONES = 0x9E3779B97F4A7C15, 0xFFFFFFFFFFFFFFFF
_REFUSED = {
    "secrets": "chance comes from random, and from the dice that deal and step are given",
    "uuid": "chance comes from random, and from the dice that deal and step are given",
    "time": "rules have no clock: equal moves must give equal games",
    "datetime": "rules have no clock: equal moves must give equal games",
    "threading": "rules run in one thread",
    "multiprocessing": "rules run in one process",
    "subprocess": "rules run in one process",
    "asyncio": "rules run in one thread",
    "socket": "rules have no network",
}
_LONGEST_MOVE, _LONGEST_STATE = 64 << 10, 2000
_LONGEST_KNOWN = 10_000  # letters of a list of moves that is kept
_PACKED = str.maketrans("\n\t", "\x1e\x1f")  # a move, where it stands in a line or beside others: see package engine
_UNPACKED = str.maketrans("\x1e\x1f", "\n\t")
_MOST_SCORE = 2**53  # as every engine's, so that the author is told here, with the value
_DEAL, _ASK = 1, 3  # the operation between them is a step


class Wrong(Exception):
    """What rules gave back that is nothing they may give."""


class Dice:
    """The only source of chance. Equal seeds, turns and draws give equal numbers."""

    def __init__(self, state, given):
        self._state, self._given, self.used = state, given, 0

    def _next(self):
        self._state = (self._state + _GOLDEN) & _ONES
        z = self._state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _ONES
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _ONES
        return z ^ (z >> 31)

    def below(self, n):
        """A whole number from 0 to n - 1."""
        if n < 1:
            raise ValueError("dice.below(%r): there is no number below it" % (n,))
        if self.used < len(self._given):
            self.used += 1
            return self._given[self.used - 1] % n
        limit = ((_ONES + 1) % n) & _ONES
        while True:
            value = self._next()
            if value >= limit:
                return value % n

    def roll(self, sides=6):
        """A whole number from 1 to sides."""
        return 1 + self.below(sides)

    def chance(self, part):
        """Whether something with a probability from 0 to 1 happens."""
        return self._next() < part * 2.0**64

    def choice(self, items):
        """One of the items."""
        return items[self.below(len(items))]

    def shuffle(self, items):
        """Puts a list into a random order."""
        for i in range(len(items) - 1, 0, -1):
            j = self.below(i + 1)
            items[i], items[j] = items[j], items[i]

    def sample(self, items, n):
        """n of the items, in a random order."""
        items = list(items)
        self.shuffle(items)
        return items[:n]


class Chance:
    """The generators of random and numpy.random, and what stands for the system's entropy. They begin anew with each function that is called: by the
    dice of the deal or the step that made the position, the function and the seat. So neither other games nor other calls change what a function draws."""

    def __init__(self):
        self.luck, self.used, self.kept, self.keeping = 0, True, [], False
        self.plain = random.Random.seed
        random.Random.seed = lambda generator, a=None, version=2: self.seed(generator, a, version)
        random.seed = random._inst.seed
        os.urandom = random._urandom = self.entropy  # secrets and numpy take theirs from random
        if hasattr(os, "getrandom"):
            os.getrandom = lambda size, flags=0: self.entropy(size)
        self.begin("the file", -1)

    def entropy(self, n):
        self.asked += 1
        return hashlib.shake_128(b"%d %d" % (self.number, self.asked)).digest(n)

    def seed(self, generator, a, version):
        """Seeds a generator. One that rules make outside a game would carry over from one game to another: it is kept, with a number of its own."""
        self.plain(generator, int.from_bytes(self.entropy(32), "little") if a is None else a, version)
        if self.keeping and all(generator is not known for known, _ in self.kept):
            self.kept.append((generator, int.from_bytes(self.entropy(8), "little")))

    def outside(self, name, make):
        """Calls what makes rules, outside a game."""
        self.luck, self.keeping = 0, True
        self.begin(name, -1)
        try:
            return make()
        finally:
            self.keeping = False

    def request(self, luck):
        self.luck = luck
        for generator, number in self.kept:
            self.plain(generator, luck ^ number)

    def begin(self, name, seat):
        self.number, self.asked = self.luck ^ zlib.crc32(name.encode(), seat + 1) << 24, 0
        if self.used:
            self.plain(random._inst, self.number)
            if "numpy.random" in sys.modules:
                sys.modules["numpy.random"].seed((self.number ^ self.number >> 32) & 0xFFFFFFFF)


def _sources(folder):
    """Returns the text of all Python files of the rules."""
    text = b""
    for place, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if name[:1] != "." and name not in ("starters", "bots")]
        for name in names:
            if name.endswith(".py"):
                with open(os.path.join(place, name), "rb") as file:
                    text += file.read()
    return text


def _guarded(folder):
    """Refuses what would make equal games differ, to the rules alone: their libraries may use it."""
    plain = builtins.__import__

    def guarded(name, globals=None, locals=None, fromlist=(), level=0):
        why = _REFUSED.get(name.partition(".")[0])
        if why and level == 0 and str((globals or {}).get("__file__", "")).startswith(folder):
            raise ImportError("import %s: %s" % (name, why))
        return plain(name, globals, locals, fromlist, level)

    builtins.__import__ = guarded


class Options:
    """The options of a game, by name."""

    def __init__(self, values):
        self.__dict__.update(values)


class Host:
    def __init__(self, folder, file):
        self.folder, self.file = folder, file
        self.made = {}
        self.chance = Chance()
        self.known = set()  # lists of moves that have been checked
        self.where = "the file"
        self.state = None

    def load(self):
        text = _sources(self.folder)
        self.chance.used = re.search(rb"random|\brvs\b", text) is not None  # seeding generators takes long
        if self.chance.used and b"numpy" in text:
            try:
                import numpy.random
            except ImportError:
                pass  # the rules will say so
        _guarded(os.path.join(self.folder, ""))
        sys.path.insert(0, self.folder)
        sys.dont_write_bytecode = True
        spec = importlib.util.spec_from_file_location("rules", os.path.join(self.folder, self.file))
        module = importlib.util.module_from_spec(spec)
        sys.modules["rules"] = module
        self.chance.outside("the file", lambda: spec.loader.exec_module(module))
        found = [c for c in vars(module).values() if isinstance(c, type) and c.__module__ == "rules" and hasattr(c, "step")]
        found = [c for c in found if not any(c is not other and issubclass(other, c) for other in found)]
        if len(found) != 1:
            raise Wrong("it must have one class with a method step, and has %s" % (len(found) or "none"))
        self.kind = found[0]
        missing = [name for name in ("deal", "turn", "step", "outcome") if not callable(getattr(self.kind, name, None))]
        if not hasattr(self.kind, "moves") and not hasattr(self.kind, "check"):
            missing.append("moves")
        self.lists, self.counts = hasattr(self.kind, "moves"), hasattr(self.kind, "round")
        if missing:
            raise Wrong("class %s has no method %s" % (self.kind.__name__, ", ".join(missing)))
        if not hasattr(self.kind, "moves") and not hasattr(self.kind, "absent"):
            raise Wrong("class %s judges moves by check, and so needs absent(self, state, seat, why): the move that stands for a fault" % self.kind.__name__)

    def game(self, options):
        rules = self.made.get(options)
        if rules is None:
            self.where = "__init__"
            rules = self.kind.__new__(self.kind)
            rules.options = Options(json.loads(options))
            self.chance.outside(options, rules.__init__)
            self.made[options] = rules
        return rules

    def call(self, rules, name, *args, seat=-1):
        self.where = name
        self.chance.begin(name, seat)
        return getattr(rules, name)(*args)

    def position(self, rules, state, seats, dice):
        """Packs a state, and tells of it in lines: how many given draws were used, the seats that owe a move, the round, and then the moves of each of these seats, or the ranks."""
        owes = self.owes(self.call(rules, "turn", state), seats)
        counted = str(self.whole(self.call(rules, "round", state))) if self.counts else ""
        if not owes:
            told = " ".join("%d:%r" % (place, score) for place, score in self.ranks(rules, state, seats))
            text = "%d\n\n%s\n%s" % (dice.used, counted, told)
        elif self.lists:
            told = "\n".join(["\t".join(self.packed(self.listed(self.moves(rules, state, seat), seat))) for seat in owes])
            text = "%d\n%s\n%s\n%s" % (dice.used, " ".join(map(str, owes)), counted, told)
        else:
            text = "%d\n%s\n%s" % (dice.used, " ".join(map(str, owes)), counted)
        self.where = "the state"
        return pickle.dumps((seats, state, self.chance.luck) if self.chance.used else (seats, state), 5), text

    def moves(self, rules, state, seat):
        return self.call(rules, "moves", state, seat, seat=seat)

    def packed(self, moves):
        return [move if move.isprintable() else move.translate(_PACKED) for move in moves]

    def owes(self, said, seats):
        if said is None:
            return []
        if type(said) is int and 0 <= said < seats:
            return [said]
        owes = [said] if isinstance(said, int) and not isinstance(said, bool) else sorted(set(said))
        for seat in owes:
            if not isinstance(seat, int) or isinstance(seat, bool) or not 0 <= seat < seats:
                raise Wrong("it returns %r: seats are from 0 to %d" % (said, seats - 1))
        return owes

    def listed(self, said, seat):
        moves = list(said)
        try:
            if tuple(moves) in self.known:
                return moves
        except TypeError:
            pass
        if not moves:
            raise Wrong("seat %d owes a move and has none: let it owe none, or list a move that passes" % seat)
        for move in moves:
            if not isinstance(move, str):
                raise Wrong("moves are texts, and %r is none: str(%r)" % (move, move))
            if not move or len(move) > _LONGEST_MOVE or move != move.strip() or not _printable(move):
                raise Wrong("%s is no move: a text of at most %d bytes, without blanks around it and without letters that cannot be printed but line breaks "
                            "and tabs" % (_short(move), _LONGEST_MOVE))
        if len(set(moves)) < len(moves):
            raise Wrong("it lists a move twice for seat %d: %r" % (seat, moves))
        if len(self.known) < 10000 and sum(map(len, moves)) <= _LONGEST_KNOWN:
            self.known.add(tuple(moves))
        return moves

    def whole(self, said):
        if not isinstance(said, int) or isinstance(said, bool):
            raise Wrong("it returns %s: a round is a whole number" % _quoted(said))
        return int(said)

    def ranks(self, rules, state, seats):
        scores = list(self.call(rules, "outcome", state))
        if len(scores) != seats:
            raise Wrong("it returns %d scores for %d seats" % (len(scores), seats))
        keys = [s if isinstance(s, tuple) else (s,) for s in scores]
        for seat, key in enumerate(keys):
            if not key or len(key) != len(keys[0]) or not all(isinstance(n, (int, float)) and not isinstance(n, bool) for n in key):
                raise Wrong("it gives seat %d the score %s of %s: a score is a number, or a tuple of numbers as long as the others" % (seat, _quoted(scores[seat]), _short(scores)))
            if not all(-_MOST_SCORE <= n <= _MOST_SCORE for n in key):  # not a number, too
                raise Wrong("it gives seat %d the score %s: a score is a number from -%d to %d" % (seat, _quoted(scores[seat]), _MOST_SCORE, _MOST_SCORE))
        return [[1 + sum(other > key for other in keys), float(key[0])] for key in keys]

    def observed(self, rules, state, seat):
        seat = None if seat < 0 else seat
        if hasattr(rules, "observe"):
            fields = self.call(rules, "observe", state, seat, seat=-1 if seat is None else seat)
            if not isinstance(fields, dict):
                raise Wrong("it returns %r, and not a dict of fields by name" % type(fields).__name__)
            return {name: self.field(name, value) for name, value in fields.items()}
        self.where = "the state"
        fields = state if isinstance(state, dict) else vars(state) if hasattr(state, "__dict__") else {"state": state}
        shown = {}
        for name, value in fields.items():
            try:
                shown[name] = self.field(name, value)
            except Wrong:
                pass  # what is no field is not shown
        return shown

    def field(self, name, value):
        if not isinstance(name, str) or not name.isidentifier():
            raise Wrong("the field %r has no name that is one word" % (name,))
        if name in ("turn", "round", "me", "moves"):
            raise Wrong("the field %r is agon's own: call it otherwise" % name)
        if isinstance(value, (bool, int)):
            return int(value)
        if isinstance(value, str):
            return value
        if isinstance(value, (list, tuple)):
            rows = [list(row) if isinstance(row, tuple) else row for row in value]
            if all(isinstance(n, (bool, int)) for n in rows):
                return [int(n) for n in rows]
            if all(isinstance(n, str) for n in rows):
                return rows
            if all(isinstance(row, list) and len(row) == len(rows[0]) and row and all(isinstance(n, (bool, int)) for n in row) for row in rows):
                return [[int(n) for n in row] for row in rows]
        raise Wrong("the field %r is %s: a field is a whole number, a text, a list of one of these, or a list of rows of whole numbers that are equally long" % (name, _short(value)))

    def answer(self, rules, what, state, seats, seat, text):
        if what == 0:
            return json.dumps(self.ranks(rules, state, seats))
        if what == 1:
            return json.dumps(self.observed(rules, state, seat), separators=(",", ":"))
        if what == 2:
            return json.dumps(self.call(rules, "view", state, None if seat < 0 else seat, seat=seat)) if hasattr(rules, "view") else ""
        if what == 3:
            return self.said(self.call(rules, "ending", state)) if hasattr(rules, "ending") else ""
        if what == 4:
            return self.said(self.call(rules, "check", state, seat, text, seat=seat))
        if what == 6:
            if not hasattr(rules, "request"):
                raise Wrong("game.toml has [requests], and the class %s has no method request(self, state, seat, facts)" % self.kind.__name__)
            facts = dict(line.split("=", 1) for line in text.splitlines())
            return json.dumps(self.call(rules, "request", state, seat, facts, seat=seat), separators=(",", ":"))
        if what == 7:
            return self.arguments(rules, state, seat) if hasattr(rules, "arguments") else ""
        if what == 8:
            return self.said(self.call(rules, "answer", state, seat, json.loads(text), seat=seat)) if hasattr(rules, "answer") else ""
        if hasattr(rules, "absent"):
            return self.said(self.call(rules, "absent", state, seat, text, seat=seat))
        return self.listed(self.moves(rules, state, seat), seat)[0]

    def arguments(self, rules, state, seat):
        said = self.call(rules, "arguments", state, seat, seat=seat)
        if not isinstance(said, (list, tuple)):
            raise Wrong("it returns %s, and not a list of what a function is called with" % _quoted(said))
        return json.dumps(said, separators=(",", ":"))

    def said(self, text):
        if text is None:
            return ""
        if not isinstance(text, str):
            raise Wrong("it returns %s, and not a text" % _short(text))
        return text

    def serve(self, op, blob, text):
        """Answers a request: a packed state, and lines that begin with the options."""
        if op == _ASK:
            options, what, seat, text = text.split("\n", 3)
            rules = self.game(options)
            seats = self.unpack(blob)
            return b"", self.answer(rules, int(what), self.state, seats, int(seat), text)
        options, seed, given, sizes, *rest = text.split("\n")
        rules, dice = self.game(options), Dice(int(seed), [int(n) for n in given.split()] if given else ())
        if op == _DEAL:
            self.chance.request(int(seed))
            seats = int(sizes.split()[0])
            state = self.call(rules, "deal", seats, dice)
            if state is None:
                raise Wrong("it returns None, and not the state of a new game")
            return self.position(rules, state, seats, dice)
        seats = self.unpack(blob)
        self.chance.request(int(seed))
        moves = {}
        for line in rest:
            seat, _, move = line.partition("=")
            moves[int(seat)] = move.translate(_UNPACKED) or None
        state = self.state
        after = self.call(rules, "step", state, moves, dice)
        return self.position(rules, state if after is None else after, seats, dice)

    def unpack(self, blob):
        """Unpacks a state, and returns the number of its seats."""
        self.where = "the state"
        seats, self.state, *luck = pickle.loads(blob)
        self.chance.request(luck[0] if luck else 0)
        return seats

    def failure(self, error):
        line, trace = 0, []
        walk = error.__traceback__
        while walk:
            name = walk.tb_frame.f_code.co_filename
            if name.startswith(os.path.join(self.folder, "")):
                name = name[len(self.folder) + 1 :]
                if name == self.file:
                    line = walk.tb_lineno
                trace.append("  %s:%d in %s" % (name, walk.tb_lineno, walk.tb_frame.f_code.co_name))
            walk = walk.tb_next
        if isinstance(error, SyntaxError) and error.lineno:
            line = error.lineno
        why = str(error) if isinstance(error, Wrong) else "%s: %s" % (type(error).__name__, error)
        return json.dumps({"in": self.where, "line": line, "why": why[:_LONGEST_STATE], "state": _short(self.state), "trace": "\n".join(trace[-20:])})


def _printable(move):
    return move.isprintable() or all(line.isprintable() for line in re.split("[\n\t]", move))


def _quoted(value):
    return "None" if value is None else _short(value)


def _short(value):
    if value is None:
        return ""
    try:
        text = repr(value) if type(value).__repr__ is not object.__repr__ else repr(vars(value))
    except Exception as error:
        text = "it cannot be printed: %r" % error
    return text if len(text) <= _LONGEST_STATE else text[:_LONGEST_STATE] + "…"


def _read(fd, n):
    parts = []
    while n:
        part = os.read(fd, n)
        if not part:
            sys.exit(0)
        parts.append(part)
        n -= len(part)
    return parts[0] if len(parts) == 1 else b"".join(parts)


def _write(fd, data):
    while data:
        data = data[os.write(fd, data) :]


def main():
    to, source = os.dup(1), os.dup(0)
    os.dup2(2, 1)  # what rules print is for their author
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    host = Host(sys.argv[1], sys.argv[2])
    broken = None
    try:
        host.load()
    except BaseException as error:
        broken = host.failure(error)
    head = struct.Struct("<IBI")
    while True:
        size, op, packed = head.unpack(_read(source, head.size))
        body = _read(source, size - 5)
        host.state, host.where = None, "the file"
        blob, text, status = b"", broken, 1
        if not broken:
            try:
                blob, text = host.serve(op, body[:packed], body[packed:].decode())
                status = 0
            except BaseException as error:
                blob, text = b"", host.failure(error)
        text = text.encode("utf-8", "replace")
        _write(to, head.pack(5 + len(blob) + len(text), status, len(blob)) + blob + text)


main()
