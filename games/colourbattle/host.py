"""Colour Battle's module for the class host: what a bot of the 2023 contest receives, and what it may answer.

A bot is a plain class with determine_next_move(grid, enemies, game_info). It finds its id and position as its own attributes, which
are set after construction. Only the move is read from it: every object that it receives is its own copy.
"""

import enum
import sys
import time
import types

import numpy

if not hasattr(numpy, "bool8"):
    numpy.bool8 = numpy.bool_  # removed in NumPy 2, used by bots of 2023

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

# Answers are compared by identity: only a member of this very enum is a move, and answers that cannot be hashed need no case of their own.
# The members live as long as the process, so no other object can have their address.
CODES = {id(m): str(m.value).encode() for m in Move}


clock = time.perf_counter_ns
# After a bot has looked into the list, it gets a filled one, before its time begins, for this many rounds; then it gets an unread one
# again.
AGAIN = 63

# The number of references to a list that no bot has kept: its lane's, the turn's, and that of the count itself.
references, UNTOUCHED = sys.getrefcount, 3


def provide(name):
    """Returns this module for bot_control in any package."""
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
    return [(name, value) for name, value in found if not getattr(value, "__abstractmethods__", None)] or found  # an abstract base class is not a bot


def describe(factory):
    bot = factory()
    return (bot.get_name(), bot.get_contributor())


class GameInfo:
    pass


def dictionaries(ids, places, place, mine):
    """Returns the list of all bots, which shares nothing with any other list: a bot may keep and change it."""
    positions = numpy.frombuffer(bytearray(places), dtype=numpy.int16).reshape(-1, 2)
    listed = [{"id": number, "position": at} for number, at in zip(ids, positions)]
    listed[place]["position"] = mine
    return listed


class Enemies(list):
    """The list of all bots; an ordinary list once it has been looked into."""

    __slots__ = ("source",)

    def fill(self):
        """Does nothing. It is called if a method was taken from the list, and evaluating the method's arguments filled the list."""

    def __reduce_ex__(self, protocol):
        return list, (list(self),)  # its copy is a plain list


class Unread(Enemies):
    """The same list before the bot looks into it. Most bots never do, and filling it costs more than everything else. The time of filling
    is not charged to the bot.

    Its source is the lane and, if the bot has kept the list beyond the call, the data of its dictionaries: a bot that looks later finds
    the values of that turn.
    """

    __slots__ = ()

    def fill(self):
        self.__class__, begin = Enemies, clock()
        lane, sight = self.source
        self.extend(dictionaries(*(sight or lane.sight())))
        lane.filling += clock() - begin


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
    """One game of one bot. A turn touches as little memory as possible: hundreds of lanes take turns on a core, and the data of a turn has
    left the core's cache by the next one."""

    __slots__ = (
        "bot", "grid", "cells", "info", "ids", "index", "took", "bytes", "size",
        "body", "seen", "places", "spot", "mine", "enemies", "round", "filling", "looked",
        "modules", "common", "factory", "switch",  # set by the machine
    )

    def __init__(self, opening):
        side, n = opening["side"], len(opening["ids"])
        self.took = self.round = self.filling = self.looked = 0
        self.body = None
        self.renew()
        self.grid = numpy.zeros((side, side), dtype=numpy.int16)
        self.cells = memoryview(self.grid).cast("B")
        if opening["strict"]:
            self.grid.setflags(write=False)
        self.bytes = 2 * side * side
        self.size = self.bytes + 4 * n
        self.ids, self.index = opening["ids"], opening["index"]
        self.info = GameInfo()
        self.info.current_round = 0
        self.info.number_of_rounds = opening["rounds"]
        self.info.grid_size = side
        self.mine = opening["id"], opening["at"]

    def begin(self, factory):
        self.bot = factory()
        self.bot.id, at = self.mine
        self.bot.position = numpy.array(at, dtype=numpy.int16)

    def look(self, body):
        """Makes views of a body, which stay valid as long as the body is the same object."""
        self.body, self.seen, self.places = body, body[:self.bytes], body[self.bytes:self.size]
        self.spot = numpy.frombuffer(self.places, dtype=numpy.int16)[2 * self.index:2 * self.index + 2]

    def turn(self, body, _):
        if body is not self.body:
            self.look(body)
        self.cells[:] = self.seen
        bot, info, enemies = self.bot, self.info, self.enemies
        bot.position = self.mine = self.spot.copy()
        self.round += 1
        info.current_round = self.round
        if self.looked:
            self.looked -= 1
            enemies = dictionaries(self.ids, self.places, self.index, self.mine)
        begin = clock()
        try:
            move = bot.determine_next_move(self.grid, enemies, info)
        except BaseException:
            self.took = max(clock() - begin - self.filling, 0)
            self.filling = 0
            self.renew()
            raise
        took = clock() - begin
        if self.filling:
            took = max(took - self.filling, 0)
            self.filling, self.looked = 0, AGAIN
        if enemies.__class__ is not list and (references(enemies) != UNTOUCHED or enemies.__class__ is not Unread):
            self.renew()
        code = CODES.get(id(move))
        if code is None:
            return refused(move), took
        return code, took

    def sight(self):
        """Returns the data for the list of all bots: their ids, their positions as bytes, the bot's own index, and its position."""
        return self.ids, bytes(self.places), self.index, self.mine


    def renew(self):
        """Makes a new list, if the bot has looked into the last one or may have kept it."""
        enemies = getattr(self, "enemies", None)
        if enemies.__class__ is Unread:
            enemies.source = self, self.sight()
        self.enemies = Unread()
        self.enemies.source = self, None


def refused(move):
    """Returns a description, for the author, of an answer that is not a move. It never equals a move's code."""
    try:
        text = repr(move).encode("utf-8", "replace")[:200]
        return text if len(text) > 1 else b"an answer that prints as " + text
    except BaseException as e:
        return b"an answer that cannot be printed: " + type(e).__name__.encode()
