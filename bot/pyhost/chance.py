"""Random generators of a lane: those that a bot's modules find as random, numpy.random, secrets, uuid and os.urandom.

Many games of a bot run in one process. Each has its own generators, seeded when the game begins, so that a game does not depend
on which other games run beside it. A module of the bot has its lane's generators as __chance__; its import statements find them
there. All lanes share the host's libraries and the generators that these use themselves: scipy.stats without random_state, for one.
They also share C's own generators, /dev/urandom, clocks and addresses.
"""

import sys

sys.path[:] = [place for place in sys.path if place]  # not the folder in which this process was started
import builtins
import itertools
import operator
import random
import types

MASK = (1 << 64) - 1


class Generator(random.Random):
    """The generator of a lane's module random. All lanes share this one class: Python caches method lookups of a class in random's own
    functions, which the lanes share too, and the cache is lost at the first call with another class."""

    chance = None  # the lane's, once it is made

    def seed(self, a=None, version=2):
        super().seed(self.chance.bits(256) if a is None and self.chance is not None else a, version)


class Chance:
    """The generators of one lane. Each is made at its first import and reseeded for each game."""

    def __init__(self, number):
        self.number, self.copies, self.entropy = number, {}, None
        self.python = self.numpy = None
        self.made, self.taken = {}, {}  # by module: its copy's values when it was made, and those that it copied since, by their names

    def begin(self, number):
        """Seeds all generators for a game."""
        self.number, self.entropy = number, None
        if self.python is not None:
            self.python.seed(number)
        if self.numpy is not None:
            self.numpy.seed(number & 0xFFFFFFFF)

    def bytes(self, n):
        """Returns n bytes for this lane instead of the system's entropy."""
        if self.entropy is None:
            self.entropy = random.Random(self.number ^ 0x5DEECE66D)
        return self.entropy.randbytes(n)

    def bits(self, n):
        return int.from_bytes(self.bytes((n + 7) // 8), "little") >> (-n % 8)

    def drawn(self):
        """Reports whether anything was drawn or seeded since the game began."""
        if self.entropy is not None:
            return True
        if self.python is not None and self.python.getstate() != random.Random(self.number).getstate():
            return True
        if self.numpy is None:
            return False
        now, then = self.numpy.get_state(), type(self.numpy).__mro__[-2](self.number & 0xFFFFFFFF).get_state()
        return now[2:] != then[2:] or (now[1] != then[1]).any()

    def own(self, module):
        """Returns the lane's own copy of a module that has random generators, and any other module itself."""
        make = MAKERS.get(getattr(module, "__name__", None))
        if make is None or module is not sys.modules.get(module.__name__):
            return module
        copy = self.copies.get(module.__name__)
        if copy is None:
            copy = self.copies[module.__name__] = self.lazy(module)
            make(self, module, copy)
            self.made[module.__name__] = list(vars(copy).values())
            self.taken[module.__name__].clear()
        return copy

    def untouched(self):
        """Reports whether the copies of modules have no values but their original ones and those that they copied themselves."""
        for name, made in self.made.items():
            now, taken = vars(self.copies[name]), self.taken[name]
            if len(now) != len(made) + len(taken) or not all(map(operator.is_, now.values(), itertools.chain(made, taken.values()))):
                return False
        return True

    def lazy(self, real):
        """Returns a copy of a module that copies values on first use. Full copies of numpy for all lanes would not fit into a processor's cache."""
        copy = types.ModuleType(real.__name__)
        special = [name for name in names(real) if name[:2] == "__" and name not in ("__getattr__", "__dir__")]
        vars(copy).update({name: vars(real)[name] for name in special} if "__all__" in special else vars(real))

        taken = self.taken.setdefault(real.__name__, {})

        def absent(name):
            value = getattr(real, name)
            if isinstance(value, types.ModuleType):
                value = self.own(value)
            elif real.__name__ == "numpy.random" and name in SEEDED:
                value = self.seeded(value)
            setattr(copy, name, value)
            taken[name] = value
            return value

        copy.__getattr__, copy.__dir__ = absent, lambda: sorted({*vars(copy), *dir(real)})
        return copy

    def make_random(self, real, copy):
        chance = self

        class Random(real.Random):
            def seed(self, a=None, version=2):
                super().seed(chance.bits(256) if a is None else a, version)

        class SystemRandom(real.SystemRandom):
            def random(self):
                return (chance.bits(56) >> 3) * 2 ** -53

            def getrandbits(self, k):
                if k < 0:
                    raise ValueError("number of bits must be non-negative")
                return chance.bits(k)

            def randbytes(self, n):
                return chance.bytes(n)

        for made in (Random, SystemRandom):
            made.__module__, made.__qualname__ = "random", made.__name__
        self.python = Generator(self.number)
        self.python.chance = self
        self.bind(copy, real, real._inst, self.python)
        copy.Random, copy.SystemRandom, copy._inst, copy._urandom = Random, SystemRandom, self.python, self.bytes

    def bind(self, copy, real, shared, own):
        """Sets the methods of the lane's generator on a copy, under the names that the methods of the shared one have in the module."""
        for name, method in bound(real, shared):
            setattr(copy, name, getattr(own, method))

    def make_numpy(self, real, copy):
        pass  # its generators are numpy.random's

    def make_numpy_random(self, real, copy):
        shared = real.mtrand._rand
        generator = real.default_rng
        copy.default_rng = lambda seed=None: generator(self.bits(128) if seed is None else seed)
        self.numpy = copy.RandomState(self.number & 0xFFFFFFFF)
        self.bind(copy, real, shared, self.numpy)
        copy.seed, copy.sample, copy.ranf = self.numpy.seed, self.numpy.random_sample, self.numpy.random_sample
        copy.mtrand = self.own(real.mtrand)

    def make_mtrand(self, real, copy):
        own = self.own(sys.modules["numpy.random"])
        self.bind(copy, real, real._rand, self.numpy)
        copy._rand, copy.RandomState, copy.seed = self.numpy, own.RandomState, self.numpy.seed

    def seeded(self, real):
        """Returns a subclass of a class of numpy's. Objects made without a seed get one of the lane's."""
        chance = self

        def __init__(self, seed=None, *rest, **named):
            if seed is None and not rest and "entropy" not in named:
                seed = chance.bits(128) if real.__name__ != "RandomState" else chance.bits(32)
            if "entropy" in named:
                real.__init__(self, **named)
            else:
                real.__init__(self, seed, *rest, **named)

        return type(real.__name__, (real,), {"__init__": __init__, "__module__": real.__module__})

    def make_secrets(self, real, copy):
        system = self.own(random).SystemRandom()
        self.bind(copy, real, real._sysrand, system)
        copy.SystemRandom, copy._sysrand = type(system), system
        copy.randbelow = lambda n: randbelow(system, n)
        copy.token_bytes = lambda n=None: self.bytes(32 if n is None else n)
        copy.token_hex = lambda n=None: copy.token_bytes(n).hex()
        copy.token_urlsafe = lambda n=None: urlsafe(copy.token_bytes(n))

    def make_uuid(self, real, copy):
        copy.uuid4 = lambda: real.UUID(bytes=self.bytes(16), version=4)
        copy.uuid1 = lambda node=None, clock_seq=None: real.UUID(bytes=self.bytes(16), version=1)

    def make_os(self, real, copy):
        copy.urandom = self.bytes
        copy.getrandom = lambda size, flags=0: self.bytes(size)

    def make_importlib(self, real, copy):
        copy.import_module = lambda name, package=None: self.own(real.import_module(name, package))


# The classes of numpy.random whose objects, made without a seed, would use the system's entropy.
SEEDED = ("SeedSequence", "MT19937", "PCG64", "PCG64DXSM", "Philox", "SFC64", "RandomState")

# Cache of module names, shared by all lanes. It is filled by the process from which games are forked, because looking at each name is slow.
found = {}


def names(real):
    """Returns the names in a module."""
    if real not in found:
        found[real] = list(vars(real))
    return found[real]


def bound(real, shared):
    """Returns the names in a module that are methods of its shared generator, with the methods' own names."""
    if (real, shared) not in found:
        found[real, shared] = [(name, value.__name__) for name, value in vars(real).items() if getattr(value, "__self__", None) is shared]
    return found[real, shared]


def randbelow(system, n):
    if n <= 0:
        raise ValueError("Upper bound must be positive.")
    return system._randbelow(n)


def urlsafe(data):
    import base64

    return base64.urlsafe_b64encode(data).rstrip(b"=").decode("ascii")


MAKERS = {
    "random": Chance.make_random, "numpy": Chance.make_numpy, "numpy.random": Chance.make_numpy_random, "numpy.random.mtrand": Chance.make_mtrand,
    "secrets": Chance.make_secrets, "uuid": Chance.make_uuid, "os": Chance.make_os, "importlib": Chance.make_importlib,
}

plain_import = builtins.__import__


def import_for_lane(name, globals=None, locals=None, fromlist=(), level=0):
    """Replaces __import__: import statements in a module of a bot get the lane's own copies of modules with random generators."""
    if name in sys.modules:
        module = plain_import(name, globals, locals, fromlist, level)
    else:
        with importing(plain_import):  # libraries have thousands of import statements
            module = plain_import(name, globals, locals, fromlist, level)
    if level == 0:
        chance = (sys._getframe(1).f_globals if globals is None else globals).get("__chance__")
        if chance is not None:
            return chance.own(module)
    return module


class importing:
    """A context in which import statements call a function."""

    def __init__(self, function):
        self.function = function

    def __enter__(self):
        self.before, builtins.__import__ = builtins.__import__, self.function

    def __exit__(self, *_):
        builtins.__import__ = self.before


builtins.__import__ = import_for_lane
