"""Opens Python's debugger in a bot's own code when agon asks for it, on the terminal of the person who debugs it."""

import os
import signal
import sys

_TERMINAL = os.environ.get("AGON_DEBUG_TERMINAL")
_LIBRARIES = tuple(os.path.join(folder, "") for folder in {sys.prefix, sys.base_prefix, os.path.dirname(os.__file__), os.path.dirname(os.path.abspath(__file__))})
_debugger = None


def _opened():
    global _debugger
    if _debugger is None:
        import pdb

        _debugger = pdb.Pdb(stdin=open(_TERMINAL), stdout=open(_TERMINAL, "w", buffering=1), nosigint=True)
    return _debugger


def _own(frame):
    """Whether a frame is the bot's code: not a library's, and not the host's, whose code is in no file."""
    name = frame.f_code.co_filename
    return not name.startswith("<") and not name.startswith(_LIBRARIES)


def _trace(frame, event, arg):
    """Waits for the next line of the bot's own code, and opens the debugger there."""
    if event not in ("call", "line") or not _own(frame):
        return _trace
    debugger = _opened()
    debugger.set_trace(frame)
    return debugger.trace_dispatch(frame, event, arg)


def _stop(_, frame):
    while frame:
        frame.f_trace = _trace
        frame = frame.f_back
    sys.settrace(_trace)


def _breakpoint(*_, **__):
    _opened().set_trace(sys._getframe(1))


if _TERMINAL:
    signal.signal(signal.SIGUSR2, _stop)
    sys.breakpointhook = _breakpoint
    if os.environ.get("AGON_DEBUG_NOW"):
        sys.settrace(_trace)
