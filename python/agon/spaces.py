"""Spaces of actions and observations: gymnasium's where it is installed, else ones that do what PettingZoo's interfaces need of them."""

import numpy

try:
    from gymnasium.spaces import Box, Dict, Discrete
except ImportError:

    class Discrete:
        """The whole numbers from 0 to n-1."""

        def __init__(self, n):
            self.n, self.shape, self.dtype = n, (), numpy.dtype("int64")
            self._dice = numpy.random.default_rng()

        def seed(self, seed=None):
            self._dice = numpy.random.default_rng(seed)

        def sample(self, mask=None):
            if mask is None or not mask.any():
                return int(self._dice.integers(self.n))
            return int(self._dice.choice(numpy.flatnonzero(mask)))

        def contains(self, x):
            return isinstance(x, (int, numpy.integer)) and 0 <= x < self.n

        __contains__ = contains

        def __repr__(self):
            return "Discrete(%d)" % self.n

    class Box:
        """Arrays of one shape and type whose numbers are from low to high."""

        def __init__(self, low, high, shape, dtype):
            self.low, self.high, self.shape, self.dtype = low, high, tuple(shape), numpy.dtype(dtype)
            self._dice = numpy.random.default_rng()

        def seed(self, seed=None):
            self._dice = numpy.random.default_rng(seed)

        def sample(self):
            return self._dice.integers(self.low, self.high, self.shape, endpoint=True).astype(self.dtype)

        def contains(self, x):
            return isinstance(x, numpy.ndarray) and x.shape == self.shape and x.dtype == self.dtype and bool(((x >= self.low) & (x <= self.high)).all())

        __contains__ = contains

        def __repr__(self):
            return "Box(%d, %d, %s, %s)" % (self.low, self.high, self.shape, self.dtype)

    class Dict:
        """A space for each of some names."""

        def __init__(self, spaces):
            self.spaces = dict(spaces)

        def seed(self, seed=None):
            for n, space in enumerate(self.spaces.values()):
                space.seed(None if seed is None else seed + n)

        def sample(self):
            return {name: space.sample() for name, space in self.spaces.items()}

        def contains(self, x):
            return isinstance(x, dict) and x.keys() == self.spaces.keys() and all(space.contains(x[name]) for name, space in self.spaces.items())

        __contains__ = contains

        def __getitem__(self, name):
            return self.spaces[name]

        def __repr__(self):
            return "Dict(%r)" % self.spaces


__all__ = ["Box", "Dict", "Discrete"]
