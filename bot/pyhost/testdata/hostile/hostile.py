"""Bots that do what they must not. All but their misdeed is walking up."""

import ctypes
import enum
import os
import random
import signal
import sys
import threading
import time

import numpy

from ..bot_control import Move


def walker(cls):
    """Gives a class its names, and a name to its deed: deed(self, grid, enemies, game_info), whose result is the answer."""
    cls.get_name = lambda self: cls.__name__
    cls.get_contributor = lambda self: "villain"
    if not hasattr(cls, "determine_next_move"):
        cls.determine_next_move = lambda self, *what: self.deed(*what)
    return cls


def answers(name, answer):
    def deed(self, grid, enemies, game_info):
        return answer

    return walker(type(name, (), {"deed": deed, "__module__": __name__}))


def deeds(name, act):
    """A bot that does something in its first move and walks up all the same."""

    def deed(self, grid, enemies, game_info):
        if game_info.current_round == 1:
            act()
        return Move.UP

    return walker(type(name, (), {"deed": deed, "__module__": __name__}))


def raises(name, make):
    def deed(self, grid, enemies, game_info):
        raise make()

    return walker(type(name, (), {"deed": deed, "__module__": __name__}))


class Sullen:
    """Nothing can be done with it but to hand it over."""

    def __eq__(self, other):
        raise RuntimeError("do not compare me")

    def __hash__(self):
        raise RuntimeError("do not hash me")

    def __repr__(self):
        raise RuntimeError("do not print me")

    def __getattribute__(self, name):
        raise RuntimeError("do not look at me")

    def __len__(self):
        raise RuntimeError("do not measure me")

    def __bool__(self):
        raise RuntimeError("do not ask me")


class Odd:
    def __repr__(self):
        return 7


class Huge:
    def __repr__(self):
        return "x" * 5_000_000


class Control:
    def __repr__(self):
        return "\x1b[2J\r\x00\ud800"


LookAlike = enum.Enum("Move", "UP DOWN LEFT RIGHT STAY", module="robots.bot_control")

# Rubbish for an answer.
AnswersNone = answers("AnswersNone", None)
AnswersOne = answers("AnswersOne", 1)
AnswersTrue = answers("AnswersTrue", True)
AnswersText = answers("AnswersText", "UP")
AnswersDigit = answers("AnswersDigit", b"1")
AnswersFloat = answers("AnswersFloat", float("nan"))
AnswersList = answers("AnswersList", [Move.UP])
AnswersDict = answers("AnswersDict", {Move.UP: 1})
AnswersArray = answers("AnswersArray", numpy.array([Move.UP, Move.UP]))
AnswersLookAlike = answers("AnswersLookAlike", LookAlike.UP)
AnswersEnum = answers("AnswersEnum", Move)
AnswersSullen = answers("AnswersSullen", Sullen())
AnswersOdd = answers("AnswersOdd", Odd())
AnswersHuge = answers("AnswersHuge", Huge())
AnswersControl = answers("AnswersControl", Control())
AnswersGenerator = answers("AnswersGenerator", (m for m in Move))


class NastyError(Exception):
    def __str__(self):
        raise ValueError("no text of me")


def deep():
    return deep()


# Exceptions.
Raises = raises("Raises", lambda: ValueError("out of ideas"))
RaisesAtLength = raises("RaisesAtLength", lambda: ValueError("y" * 1_000_000))
RaisesNasty = raises("RaisesNasty", NastyError)
RaisesInterrupt = raises("RaisesInterrupt", KeyboardInterrupt)
RaisesSystemExit = raises("RaisesSystemExit", lambda: SystemExit(3))
RaisesGeneratorExit = raises("RaisesGeneratorExit", GeneratorExit)
RaisesStop = raises("RaisesStop", StopIteration)
RaisesMemory = raises("RaisesMemory", MemoryError)
CallsExit = walker(type("CallsExit", (), {"deed": lambda self, *what: sys.exit("bye"), "__module__": __name__}))
Recurses = walker(type("Recurses", (), {"deed": lambda self, *what: deep(), "__module__": __name__}))


# Ends of the process.
DiesByExit = deeds("DiesByExit", lambda: (print("last words", flush=True), os._exit(0)))
DiesByAbort = deeds("DiesByAbort", os.abort)
DiesByKill = deeds("DiesByKill", lambda: os.kill(os.getpid(), signal.SIGKILL))
DiesByTerm = deeds("DiesByTerm", lambda: os.kill(os.getpid(), signal.SIGTERM))
DiesBySegfault = deeds("DiesBySegfault", lambda: ctypes.string_at(0))


def last_words():
    for i in range(3000):
        print("line %d of the last words" % i)
    os._exit(9)


DiesTalking = deeds("DiesTalking", last_words)


# Time.
def loop():
    while True:
        pass


SleepsForEver = deeds("SleepsForEver", lambda: time.sleep(1e6))
LoopsForEver = deeds("LoopsForEver", loop)
StopsItself = deeds("StopsItself", lambda: os.kill(os.getpid(), signal.SIGSTOP))
SlowButInTime = deeds("SlowButInTime", lambda: time.sleep(4.4))


def flip_every_page():
    """Sleeps for ever, while a thread writes into every descriptor that can be written at a place, so that the host sees change."""

    def flip():
        n = 0
        while True:
            n += 1
            for fd in range(3, 20):
                try:
                    os.pwrite(fd, bytes([n & 1, 1]), 0)
                except OSError:
                    pass
            time.sleep(0.003)

    threading.Thread(target=flip, daemon=True).start()
    time.sleep(1e6)


FlipsPages = deeds("FlipsPages", flip_every_page)


def steal():
    """Reads whatever descriptor it finds, the host's among them."""
    for fd in range(3, 20):
        try:
            if os.fstat(fd) and os.path.realpath("/proc/self/fd/%d" % fd).find("pipe:") >= 0:
                os.read(fd, 1 << 20)
        except OSError:
            pass


StealsFrames = deeds("StealsFrames", steal)


# Descriptors.
def megabyte():
    print("the first line")
    for _ in range(16):
        print("z" * (1 << 16))
    print("the last line")


def scribble():
    for fd in range(0, 64):
        try:
            os.write(fd, b"\xff" * 64)
        except OSError:
            pass


PrintsMegabyte = deeds("PrintsMegabyte", megabyte)
PrintsRaw = deeds("PrintsRaw", lambda: os.write(1, b"\xff\xfe\x1b[2J\n"))
ClosesStdout = deeds("ClosesStdout", lambda: (sys.stdout.close(), os.close(1)))
ClosesStdin = deeds("ClosesStdin", lambda: (sys.stdin.close(), os.close(0)))
ClosesStderr = deeds("ClosesStderr", lambda: (sys.stderr.close(), os.close(2)))
ClosesAll = deeds("ClosesAll", lambda: os.closerange(0, 256))
WritesEverywhere = deeds("WritesEverywhere", scribble)
NoStdout = deeds("NoStdout", lambda: setattr(sys, "stdout", None) or print("into nothing"))


# Processes and threads.
def fork_and_return():
    said, saying = os.pipe()
    if os.fork() == 0:
        print("I am the child")
        os.write(saying, b"x")
    else:
        os.read(said, 1)  # a parent that is ended takes its child along, and what that has not said yet


def fork_and_kill():
    child = os.fork()
    if child == 0:
        os.kill(os.getppid(), signal.SIGKILL)
        os._exit(0)
    time.sleep(60)


def fork_and_stay():
    child = os.fork()
    if child == 0:
        time.sleep(1e6)
    print("child %d stays" % child)


def threads():
    for _ in range(20):
        threading.Thread(target=time.sleep, args=(1e6,)).start()


ForkReturns = deeds("ForkReturns", fork_and_return)
ForkKillsParent = deeds("ForkKillsParent", fork_and_kill)
ForkStays = deeds("ForkStays", fork_and_stay)
ForkByC = deeds("ForkByC", lambda: ctypes.CDLL(None).fork())
StartsThreads = deeds("StartsThreads", threads)
IgnoresSignals = deeds("IgnoresSignals", lambda: [signal.signal(s, signal.SIG_IGN) for s in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGPIPE)])


# The host's own things.
class Cheats:
    """Changes everything that it is handed."""

    def deed(self, grid, enemies, game_info):
        self.id = 99
        self.position[:] = 0
        grid.flags.writeable = True
        grid[:] = 99
        for e in enemies:
            e["id"] = 1
            e["position"][:] = (3, 3)
        del enemies[:]
        game_info.current_round = game_info.number_of_rounds + 1
        game_info.number_of_rounds = 1
        game_info.grid_size = 2
        self.position = numpy.array([5, 5], dtype=numpy.int16)
        self.next_move, self.measured_time = Move.DOWN, -1.0
        return Move.UP


Cheats = walker(Cheats)


class LosesItsMethod:
    """Walks once and then has no method any more."""

    def deed(self, grid, enemies, game_info):
        del type(self).determine_next_move
        return Move.UP


LosesItsMethod = walker(LosesItsMethod)


class RaisesInSecondGame:
    """Comes to life once. It keeps count in a module that all games of the process share."""

    def __init__(self):
        sys.born = getattr(sys, "born", 0) + 1
        if sys.born > 1:
            raise RuntimeError("once is enough")

    def deed(self, grid, enemies, game_info):
        return Move.UP


RaisesInSecondGame = walker(RaisesInSecondGame)


def spoil_libraries():
    for name in ("zeros", "array", "int16", "ndarray"):
        setattr(numpy, name, None)
    numpy.random.seed = random.seed = random.random = None


def spoil_modules():
    sys.modules.clear()
    sys.path.clear()
    sys.meta_path.clear()


def spoil_builtins():
    import builtins

    builtins.len = builtins.range = builtins.list = None


def spoil_streams():
    sys.stdout = sys.stderr = sys.stdin = object()


SpoilsLibraries = deeds("SpoilsLibraries", spoil_libraries)
SpoilsModules = deeds("SpoilsModules", spoil_modules)
SpoilsBuiltins = deeds("SpoilsBuiltins", spoil_builtins)
SpoilsStreams = deeds("SpoilsStreams", spoil_streams)
StopsTheClock = deeds("StopsTheClock", lambda: setattr(time, "perf_counter_ns", lambda: 0))
TurnsTheClockBack = deeds("TurnsTheClockBack", lambda: setattr(time, "perf_counter_ns", iter(range(10**9, 0, -1)).__next__))
Traces = deeds("Traces", lambda: sys.settrace(lambda *a: sys.exit(1)))
Nothing = deeds("Nothing", lambda: None)
