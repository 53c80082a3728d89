"""The module for the class host of games whose game.toml has [call]: a bot is a function, or a class with a method.

What it is called with is JSON. Objects are dicts whose items are attributes too: observation.board and observation["board"]. The line before this text says what
the function is called; without a name it is the last one that the file defines.
"""

import importlib.util
import inspect
import json
import reprlib
import time
import types

PACKAGE = None

clock = time.perf_counter_ns


class Struct(dict):
    """A dict whose items are attributes too."""

    def __getattr__(self, name):
        try:
            return self[name]
        except KeyError:
            raise AttributeError("there is no %s; there is %s" % (name, ", ".join(map(str, self)))) from None

    def __setattr__(self, name, value):
        self[name] = value

    def __delattr__(self, name):
        try:
            del self[name]
        except KeyError:
            raise AttributeError(name) from None

    def __reduce_ex__(self, protocol):
        return Struct, (dict(self),)


read = json.JSONDecoder(object_hook=Struct).decode


# Annotations of agents for Kaggle name the class of what they are called with.
provided = {}
if importlib.util.find_spec("kaggle_environments") is None:
    provided = {name: types.ModuleType(name) for name in ("kaggle_environments", "kaggle_environments.utils")}
    provided["kaggle_environments"].__path__ = []
    provided["kaggle_environments.utils"].Struct = Struct


def provide(name):
    return provided.get(name)


def load(module, path, want):
    name = want or FUNCTION
    named = vars(module).get(name)
    if callable(named):
        return [(name, named)]
    if want:
        raise LookupError("%s has no function or class %s" % (path, want))
    own = [(name, value) for name, value in vars(module).items() if callable(value) and getattr(value, "__module__", "") == module.__name__]
    if FUNCTION:
        own = [(name, value) for name, value in own if isinstance(value, type) and callable(getattr(value, FUNCTION, None))]
    else:
        imported = [(name, value) for name, value in vars(module).items() if callable(value) and name[:2] != "__" and not isinstance(value, type)]
        functions = [(name, value) for name, value in own if not isinstance(value, type)]
        own = functions or [(name, value) for name, value in own if "__call__" in vars(value)] or imported
    if not own:
        raise LookupError("%s has no bot: %s" % (path, "a function %s, or a class with such a method" % FUNCTION if FUNCTION else "it defines no function"))
    return own[-1:]


def describe(factory):
    return ("", "")


def accepted(function):
    """Returns how many arguments a function takes; None: any number."""
    try:
        parameters = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        return None
    if any(p.kind is p.VAR_POSITIONAL for p in parameters):
        return None
    return sum(p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD) for p in parameters)


def plain(value):
    """Returns a number or an array of numpy as Python's own."""
    if hasattr(value, "tolist"):
        return value.tolist()
    raise TypeError


class Lane:
    """One game of one bot."""

    __slots__ = ("function", "most", "took", "modules", "common", "factory", "switch")

    def __init__(self, opening):
        self.took = 0

    def begin(self, factory):
        made = factory
        if isinstance(factory, type):
            made = factory()
            made = getattr(made, FUNCTION) if FUNCTION and hasattr(made, FUNCTION) else made
        self.function, self.most = made, accepted(made)

    def turn(self, _, body):
        arguments = read(str(body, "utf-8"))[: self.most]
        begin = clock()
        try:
            answer = self.function(*arguments)
        finally:
            self.took = clock() - begin
        return written(answer), self.took


def written(answer):
    """Returns an answer in JSON, or what it is instead."""
    try:
        if answer is not None:
            return json.dumps(answer, default=plain).encode()
    except (TypeError, ValueError):
        pass
    return b"no move: " + reprlib.repr(answer).encode("utf-8", "replace")[:200]
