"""A warm interpreter: it has a bot's program compiled and the modules that it imports loaded, and forks a process for each move.

Orders are lines of JSON on descriptor 0: {"args": [...], "env": {...}, "most": bytes, "drop": bool}. Each is answered by one line on
descriptor 1: {"exit", "signal", "loud", "out", "err"}; the outputs are in Latin-1, byte for byte. The process
finds the same environment as after a normal start: its arguments, an empty standard input, its folder, its own new modules, new seeds.
"""

import ast
import atexit
import builtins
import gc
import json
import os
import select
import signal
import sys
import time
import traceback
import types

HEAVY = ("numpy", "scipy")
SILENT = ("this", "antigravity", "turtle", "idlelib", "test", "__main__")


def load(script):
    """Compiles the program and imports the standard modules that it will import. Its own modules are left to each process."""
    with open(script, "rb") as f:
        source = f.read()
    tree = ast.parse(source, script)
    for node in ast.walk(tree):
        names = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            names = [node.module]
        for name in names:
            first = name.split(".")[0]
            if first in SILENT or first not in HEAVY and first not in getattr(sys, "stdlib_module_names", ()):
                continue
            if os.path.exists(os.path.join(os.path.dirname(script), first + ".py")):
                continue
            try:
                __import__(name)
            except BaseException:
                pass
    return compile(tree, script, "exec")


def adopt():
    """Makes this process the parent of orphaned processes, if the system supports that."""
    try:
        import ctypes
        ctypes.CDLL(None).prctl(36, 1, 0, 0, 0)
    except Exception:
        pass


def sweep(pid):
    """Kills the processes that a process has left behind."""
    try:
        os.killpg(pid, signal.SIGKILL)
    except OSError:
        pass
    for _ in range(1000):
        try:
            if os.waitpid(-1, os.WNOHANG)[0]:
                continue
        except ChildProcessError:
            return
        try:
            with open("/proc/self/task/%d/children" % os.getpid()) as f:
                for child in f.read().split():
                    os.kill(int(child), signal.SIGKILL)
        except OSError:
            pass
        time.sleep(0.001)


def become(script, code, order, out, err):
    """Runs the program in its own process."""
    os.setsid()
    nothing = os.open(os.devnull, os.O_RDONLY)
    for number, where in ((nothing, 0), (out, 1), (err, 2)):
        os.dup2(number, where)
    os.closerange(3, 1024)
    gc.enable()
    os.environ.update(order["env"])
    sys.stdin = open(0, "r", closefd=False)
    sys.stdout = sys.__stdout__ = open(1, "w", closefd=False)
    sys.stderr = sys.__stderr__ = open(2, "w", buffering=1, errors="backslashreplace", closefd=False)
    sys.argv = [script] + order["args"]
    sys.path[0] = os.path.dirname(script)
    if "numpy.random" in sys.modules:
        sys.modules["numpy.random"].seed()
    main = types.ModuleType("__main__")
    main.__file__, main.__builtins__ = script, builtins
    sys.modules["__main__"] = main
    status = 0
    try:
        exec(code, main.__dict__)
    except SystemExit as e:
        status = 0 if e.code is None else e.code if isinstance(e.code, int) else 1
        if not isinstance(e.code, (int, type(None))):
            print(e.code, file=sys.stderr)
    except BaseException as e:
        traceback.print_exception(type(e), e, e.__traceback__.tb_next)
        status = 1
    try:
        if "threading" in sys.modules:
            sys.modules["threading"]._shutdown()
        atexit._run_exitfuncs()
        sys.stdout.flush()
        sys.stderr.flush()
    finally:
        os._exit(status & 255)


def play(script, code, order):
    """Forks the program, reads its output until it ends, and kills the processes that it has left behind."""
    out, out_end = os.pipe()
    err, err_end = os.pipe()
    pid = os.fork()
    if pid == 0:
        try:
            become(script, code, order, out_end, err_end)
        finally:
            os._exit(1)
    os.close(out_end)
    os.close(err_end)
    heard, open_ends, loud, ended = {out: b"", err: b""}, {out, err}, False, None
    poll = select.poll()
    poll.register(out, select.POLLIN)
    poll.register(err, select.POLLIN)
    while open_ends and not loud:
        ready = poll.poll(20)
        for number, _ in ready:
            data = os.read(number, 65536)
            if not data:
                poll.unregister(number)
                open_ends.discard(number)
            elif len(heard[number]) < (order["most"] + 1 if number == out else 65536):
                heard[number] += data
            loud = len(heard[out]) > order["most"] and not order["drop"]
        if not ready:
            done = os.wait4(pid, os.WNOHANG)
            if done[0]:
                ended = done
                break
    if loud:
        os.kill(pid, signal.SIGKILL)
    if ended is None:
        ended = os.wait4(pid, 0)
    sweep(pid)
    os.close(out)
    os.close(err)
    status = ended[1]
    return {
        "exit": os.WEXITSTATUS(status) if os.WIFEXITED(status) else 0, "signal": os.WTERMSIG(status) if os.WIFSIGNALED(status) and not loud else 0,
        "loud": loud,
        "out": heard[out][:order["most"]].decode("latin-1"), "err": heard[err].decode("latin-1"),
    }


def serve(script):
    inward, outward = os.dup(0), os.dup(1)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.dup2(2, 1)
    adopt()
    code = load(script)
    gc.collect()
    gc.freeze()
    gc.disable()
    with os.fdopen(inward, "rb") as orders:
        for line in orders:
            answer = (json.dumps(play(script, code, json.loads(line))) + "\n").encode()
            while answer:
                answer = answer[os.write(outward, answer):]


serve(sys.argv[1])
