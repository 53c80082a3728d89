"""Opens Python's debugger in a bot's own code when agon asks for it, on the terminal of the person who debugs it."""

import builtins
import os
import sys
import _frozen_importlib_external as files  # like the next one in Python itself, where no file of the bot's hides it
import _signal as signal

_TERMINAL = os.environ.get("AGON_DEBUG_TERMINAL")
_LIBRARIES = tuple(os.path.join(folder, "") for folder in {sys.prefix, sys.base_prefix, os.path.dirname(os.__file__), os.path.dirname(os.path.abspath(__file__))})


def _library(place):
    return os.path.join(place, "").startswith(_LIBRARIES)


def _load(name):
    """Imports a module of Python's or its packages', whatever files lie beside the bot."""
    path = sys.path[:]
    sys.path[:] = [place for place in path if _library(place)]
    try:
        return __import__(name)
    finally:
        sys.path[:] = path


class _Loader(files.SourceFileLoader):
    """Loads a module of the debugger's, whose functions import as it does, whenever they run."""

    def create_module(self, spec):
        module = type(sys)(spec.name)
        module.__builtins__ = dict(vars(builtins), __import__=lambda *arguments, **more: _aside(__import__, *arguments, **more))
        return module


class _Finder:
    @staticmethod
    def find_spec(name, path=None, target=None):
        spec = files.PathFinder.find_spec(name, path, target)
        if spec and type(spec.loader) is files.SourceFileLoader:
            spec.loader = _Loader(name, spec.loader.path)
        return spec


_loaded = {}  # modules of the debugger's alone


def _aside(work, *arguments, **more):
    """Does work of the debugger's, with modules of Python's and its packages', whatever the bot's own are called. The bot finds none that is
    loaded meanwhile."""
    if _Finder in sys.meta_path:
        return work(*arguments, **more)
    path, before = sys.path[:], dict(sys.modules)
    for name, module in before.items():
        if name != "__main__" and not _library(getattr(module, "__file__", None) or os.__file__):
            del sys.modules[name]
    sys.modules.update(_loaded)
    sys.path[:] = [place for place in path if _library(place)]
    sys.meta_path.insert(0, _Finder)
    try:
        return work(*arguments, **more)
    finally:
        sys.meta_path.remove(_Finder)
        sys.path[:] = path
        _loaded.update((name, module) for name, module in sys.modules.items() if before.get(name) is not module)
        for name in set(sys.modules) - set(before):
            del sys.modules[name]
        sys.modules.update(before)


_PORT = int(os.environ.get("AGON_DEBUG_PORT", "0"))
_NOW = os.environ.pop("AGON_DEBUG_NOW", "")
_debugger = None
_debugpy = None


def _opened():
    global _debugger
    if _debugger is None:
        _debugger = _aside(lambda: __import__("pdb").Pdb(stdin=open(_TERMINAL), stdout=open(_TERMINAL, "w", buffering=1), nosigint=True))
    return _debugger


def _own(frame):
    """Whether a frame is the bot's code: not a library's, and not the host's, whose code is in no file."""
    name = frame.f_code.co_filename
    return not name.startswith("<") and not name.startswith(_LIBRARIES)


def _trace(frame, event, arg):
    """Waits for the next line of the bot's own code, and opens the debugger there."""
    if event not in ("call", "line") or not _own(frame):
        return _trace
    if _PORT and _listened():
        return _attach(frame)
    debugger = _opened()
    debugger.set_trace(frame)
    return debugger.trace_dispatch(frame, event, arg)


def _listened():
    """Whether an editor can attach. It says so where debugpy is not installed: pdb is opened then."""
    global _debugpy
    if _debugpy is None:
        sys.settrace(None)
        try:
            debugpy = _load("debugpy")
        except ImportError:
            _debugpy = False
            with open(_TERMINAL, "w") as out:
                print("agon: debugpy is not installed: apt-get install python3-debugpy, or pip install debugpy; pdb is opened", file=out)
        else:
            debugpy.listen(("127.0.0.1", _PORT))
            _debugpy = debugpy
    return bool(_debugpy)


def _attach(frame):
    """Waits for an editor, and stops in a frame of the bot."""
    _debugpy.wait_for_client()
    _load("pydevd").settrace(suspend=True, trace_only_current_thread=True, patch_multiprocessing=False, stop_at_frame=frame)
    return frame.f_trace


def _stop(_, frame):
    if _debugpy and _debugpy.is_client_connected():
        own = frame
        while own and not _own(own):
            own = own.f_back
        if own:
            _attach(own)
            return
    while frame:
        frame.f_trace = _trace
        frame = frame.f_back
    sys.settrace(_trace)


def _breakpoint(*_, **__):
    if _PORT and _listened():
        _attach(sys._getframe(1))
        return
    _opened().set_trace(sys._getframe(1))


if _TERMINAL:
    signal.signal(signal.SIGUSR2, _stop)
    sys.breakpointhook = _breakpoint
    if _NOW:
        sys.settrace(_trace)
