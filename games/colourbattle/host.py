"""Colour Battle's side of the class host: what a bot of the 2023 contest is handed, and what it may answer.

A bot is a plain class with determine_next_move(grid, enemies, game_info). It finds its id and position on itself, set after
construction. Nothing is taken back from it but the move: everything it is handed is a copy of its own.
"""

import enum
import time
import types

import numpy

if not hasattr(numpy, "bool8"):
    numpy.bool8 = numpy.bool_  # NumPy 2 took the name away; bots of 2023 use it

PACKAGE = "robots"


class Move(enum.Enum):
    UP = 1
    DOWN = 2
    LEFT = 3
    RIGHT = 4
    STAY = 5


control = types.ModuleType("robots.bot_control")
control.Move = Move
Move.__module__ = "robots.bot_control"

# Answers are known by identity: nothing but a member of this very enum is a move, and an answer that cannot be hashed needs no
# case of its own. The members live as long as the process, so no other object can have their address.
CODES = {id(m): str(m.value).encode() for m in Move}


def provide(name):
    """Whichever package a bot asks, bot_control is this one module."""
    if name == "bot_control" or name.startswith("robots.") and name.endswith(".bot_control"):
        return control
    return None


def load(module, path, want):
    if want:
        factory = getattr(module, want, None)
        if factory is None:
            raise LookupError("%s has no class %s" % (path, want))
        if not callable(getattr(factory, "determine_next_move", None)):
            raise LookupError("%s in %s has no method determine_next_move(self, grid, enemies, game_info)" % (want, path))
        return [(want, factory)]
    if isinstance(getattr(module, "BotList", None), (list, tuple)):
        return [(factory.__name__, factory) for factory in module.BotList]
    found = [
        (name, value)
        for name, value in vars(module).items()
        if isinstance(value, type) and value.__module__ == module.__name__ and callable(getattr(value, "determine_next_move", None))
    ]
    if not found:
        raise LookupError("%s has no bot class: a class with determine_next_move(self, grid, enemies, game_info)" % path)
    return found


def describe(factory):
    bot = factory()
    return (bot.get_name(), bot.get_contributor())


class GameInfo:
    pass


class Enemies(list):
    """The list of all bots; an ordinary list once it has been looked into."""

    __slots__ = ("source",)

    def fill(self):
        """Nothing is left to do: a method may have been taken from the list before its own arguments looked into it."""

    def __reduce_ex__(self, protocol):
        return list, (list(self),)  # a copy of it is a plain list


class Unread(Enemies):
    """The same list before anybody looked into it: most bots never do, and filling it costs more than all the rest.

    It holds what the bots' dictionaries are made of, so a bot that keeps it and looks later finds what was true then.
    """

    __slots__ = ()

    def fill(self):
        self.__class__ = Enemies
        ids, positions, place, mine = self.source
        self.extend([{"id": number, "position": mine if i == place else at} for i, (number, at) in enumerate(zip(ids, positions))])


def filled(name):
    method = getattr(list, name, None)

    def first(self, *args, **kwargs):
        self.fill()
        if method is None:
            return args[0] + list(self)
        return method(self, *args, **kwargs)

    return first


for name in dir(list) + ["__radd__"]:
    if name not in ("__class__", "__new__", "__init__", "__getattribute__", "__setattr__", "__delattr__", "__init_subclass__", "__subclasshook__", "__class_getitem__", "__doc__", "__hash__", "__dir__", "__getstate__", "__reduce__", "__reduce_ex__"):
        setattr(Unread, name, filled(name))


class Lane:
    __slots__ = (
        "bot", "grid", "cells", "tail", "positions", "info", "ids", "index", "took", "bytes", "size",
        "body", "seen", "places", "round",
        "modules", "common", "factory", "switch",  # the machine's
    )

    def __init__(self, factory, opening):
        side, n = opening["side"], len(opening["ids"])
        self.took = self.round = 0
        self.body = None
        self.grid = numpy.zeros((side, side), dtype=numpy.int16)
        self.cells = memoryview(self.grid).cast("B")
        if opening["strict"]:
            self.grid.setflags(write=False)
        self.positions = numpy.zeros((n, 2), dtype=numpy.int16)
        self.tail = memoryview(self.positions).cast("B")
        self.bytes = 2 * side * side
        self.size = self.bytes + 4 * n
        self.ids, self.index = opening["ids"], opening["index"]
        self.info = GameInfo()
        self.info.current_round = 0
        self.info.number_of_rounds = opening["rounds"]
        self.info.grid_size = side
        self.bot = factory()
        self.bot.id = opening["id"]
        self.bot.position = numpy.array(opening["at"], dtype=numpy.int16)

    def turn(self, body, _):
        if body is not self.body:
            self.body, self.seen, self.places = body, body[:self.bytes], body[self.bytes:self.size]
        self.cells[:] = self.seen
        self.tail[:] = self.places
        positions = self.positions.copy()
        bot, info = self.bot, self.info
        enemies = Unread()
        bot.position = mine = positions[self.index]
        enemies.source = (self.ids, positions, self.index, mine)
        self.round += 1
        info.current_round = self.round
        begin = time.perf_counter_ns()
        try:
            move = bot.determine_next_move(self.grid, enemies, info)
        except BaseException:
            self.took = time.perf_counter_ns() - begin
            raise
        took = time.perf_counter_ns() - begin
        code = CODES.get(id(move))
        if code is None:
            return refused(move), took
        return code, took


def refused(move):
    """What the author is told of an answer that is no move. It never looks like a move's own code."""
    try:
        text = repr(move).encode("utf-8", "replace")[:200]
        return text if len(text) > 1 else b"an answer that prints as " + text
    except BaseException as e:
        return b"an answer that cannot be printed: " + type(e).__name__.encode()
