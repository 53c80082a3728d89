"""A warm interpreter: it has a bot's program compiled and the modules that it imports loaded, and forks a process for each move.

When it is ready it writes an empty line to descriptor 1. Where it cannot do what a normal start does it ends before that, and the program is started
normally. Orders are lines of JSON on descriptor 0: {"args": [...], "env": {...}, "most": bytes, "drop": bool}. Each is answered by one line:
{"exit", "signal", "loud", "last", "out", "err"}; the outputs are in Latin-1, byte for byte. After its last answer it ends, and with it what it could not end.

The process finds what it would find after a normal start: its arguments, an empty standard input, its folder, its own modules, none of which is
loaded, new seeds, an empty folder for temporary files. It cannot look into this one, from which later moves are forked.
"""

import ast
import atexit
import builtins
import ctypes
import faulthandler
import gc
import importlib.machinery
import io
import json
import os
import select
import signal
import stat
import sys
import time
import types

HEAVY = ("numpy", "scipy")
SILENT = ("this", "antigravity", "turtle", "idlelib", "test", "__hello__", "__phello__")
MOST_FILES = 20000  # of the bot, among which modules of its own are looked for
SUBREAPER, DUMPABLE = 36, 4
prctl = ctypes.CDLL(None).prctl


def load(script):
    """Compiles the program and imports the standard modules that it will import. Its own modules are left to each process."""
    with open(script, "rb") as f:
        source = f.read()
    tree = ast.parse(source, script)
    own = names_in(".", os.path.dirname(script))
    for node in ast.walk(tree):
        names = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            names = [node.module]
        for name in names:
            first = name.split(".")[0]
            if first in SILENT or "__main__" in name or first in own or first not in HEAVY and first not in getattr(sys, "stdlib_module_names", ()):
                continue
            try:
                __import__(name)
            except Exception:
                pass
    return compile(tree, script, "exec")


def names_in(*folders):
    """Returns the names under which files and folders of the bot may be imported."""
    found = set()
    left = MOST_FILES
    for folder in folders:
        for _, inside, files in os.walk(folder):
            found.update(name.split(".")[0] for name in inside + files)
            left -= len(inside) + len(files)
            if left < 0:
                raise SystemExit("too many files to look for modules among them")
    return found


def sweep():
    """Kills the processes that a process has left behind, all of which are children of this one. Reports whether none is left: some make others faster."""
    for _ in range(50):
        try:
            if os.waitpid(-1, os.WNOHANG)[0]:
                continue
        except ChildProcessError:
            return True
        try:
            with open("/proc/thread-self/children") as f:
                for child in f.read().split():
                    os.kill(int(child), signal.SIGKILL)
        except OSError:
            pass
        time.sleep(0.001)
    return False


def clear(folder, device):
    """Removes what a program has left in the folder for temporary files, which is a file system of the sandbox's. Folders of the bot may be mounted
    below it: they are of other file systems, and stay. Reports whether it could."""
    try:
        for entry in os.scandir(folder):
            status = entry.stat(follow_symlinks=False)
            if status.st_dev != device:
                continue
            if not stat.S_ISDIR(status.st_mode):
                os.unlink(entry.path)
                continue
            if status.st_uid == os.geteuid():
                os.chmod(entry.path, 0o700)
            if not clear(entry.path, device):
                return False
            try:
                os.rmdir(entry.path)
            except OSError:
                pass  # a folder is mounted below it
        return True
    except (OSError, RecursionError):
        return False


def become(script, named, code, order, out, err):
    """Runs the program in its own process. Returns its exit code if the interpreter must end as usual."""
    nothing = os.open(os.devnull, os.O_RDONLY)
    for number, where in ((nothing, 0), (out, 1), (err, 2)):
        os.dup2(number, where)
    os.closerange(3, 1024)
    prctl(DUMPABLE, 1, 0, 0, 0)
    signal.signal(signal.SIGABRT, signal.SIG_DFL)
    if "PYTHONFAULTHANDLER" in os.environ:
        faulthandler.enable()
    gc.enable()
    os.environ.update(order["env"])
    sys.argv = [named] + order["args"]
    sys.path.insert(0, os.path.dirname(os.path.realpath(script)))
    if "numpy.random" in sys.modules:
        sys.modules["numpy.random"].seed()
    before = set(sys.modules)
    before.discard("__main__")
    main = types.ModuleType("__main__")
    main.__file__, main.__builtins__, main.__cached__ = script, builtins, None
    if "__annotations__" in globals():
        main.__annotations__ = {}
    main.__loader__ = importlib.machinery.SourceFileLoader("__main__", script)
    sys.modules["__main__"] = main
    status = 0
    try:
        exec(code, main.__dict__)
    except SystemExit as e:
        status = 0 if e.code is None else e.code if isinstance(e.code, int) else 1
        if not isinstance(e.code, (int, type(None))):
            print(e.code, file=sys.stderr)
    except BaseException as e:
        e.__traceback__ = e.__traceback__.tb_next
        sys.excepthook(type(e), e, e.__traceback__)
        status = 1
    if finalizes():
        return status & 255
    try:
        if "threading" in sys.modules:
            sys.modules["threading"]._shutdown()
        atexit._run_exitfuncs()
        main = None
        finish(before)
    finally:
        os._exit(status & 255)


def finalizes():
    """Reports whether objects of the program have code that runs at the end of the interpreter, when little is left that it could use."""
    running = (types.GeneratorType, types.CoroutineType, types.AsyncGeneratorType)
    return any(isinstance(o, running) or hasattr(type(o), "__del__") and not isinstance(o, io.IOBase) for o in gc.get_objects())


def finish(before):
    """Does what the end of an interpreter does: lets go of the program's objects, and writes what is left in the buffers of its files."""
    for name in [name for name in sys.modules if name not in before]:
        del sys.modules[name]
    gc.collect()
    for stream in [*gc.get_objects(), sys.stdout, sys.stderr]:
        if isinstance(stream, io.IOBase):
            try:
                stream.flush()
            except (OSError, ValueError):
                pass  # it is closed, or cannot be written


def play(script, named, code, order):
    """Forks the program, reads its output until it ends, and kills the processes that it has left behind."""
    out, out_end = os.pipe()
    err, err_end = os.pipe()
    pid = os.fork()
    if pid == 0:
        raise SystemExit(become(script, named, code, order, out_end, err_end))
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
    alone = sweep()
    os.close(out)
    os.close(err)
    status = ended[1]
    if os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGKILL and not loud:
        os.write(2, heard[err])
        os.kill(os.getpid(), signal.SIGKILL)  # whoever killed it, for its memory perhaps, is told by the end of this process as by its own
    return {
        "exit": os.WEXITSTATUS(status) if os.WIFEXITED(status) else 0, "signal": os.WTERMSIG(status) if os.WIFSIGNALED(status) and not loud else 0,
        "loud": loud, "last": not alone,
        "out": heard[out][:order["most"]].decode("latin-1"), "err": heard[err].decode("latin-1"),
    }


def serve(script, named, owned):
    prctl(SUBREAPER, 1, 0, 0, 0)  # it becomes the parent of orphaned processes
    prctl(DUMPABLE, 0, 0, 0, 0)  # its memory and descriptors are closed to processes of its user
    sys.path[:] = [path for path in sys.path if path]
    inward, outward = os.dup(0), os.dup(1)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.dup2(2, 1)
    try:
        code = load(script)
    except BaseException:
        os._exit(1)  # a normal start tells its author what is wrong
    if len(os.listdir("/proc/self/task")) != 1:
        os._exit(1)  # a fork would lose the other threads
    faulthandler.disable()
    signal.signal(signal.SIGABRT, signal.SIG_IGN)  # which tells the program to end and to say where it is
    tmp = os.environ.get("TMPDIR", "/tmp")
    owned = owned and os.access(tmp, os.W_OK)
    gc.collect()
    gc.freeze()
    gc.disable()
    tell(outward, b"\n")
    for line in os.fdopen(inward, "rb", closefd=False):
        answer = play(script, named, code, json.loads(line))
        if owned and not answer["last"]:
            answer["last"] = not clear(tmp, os.lstat(tmp).st_dev)
        tell(outward, (json.dumps(answer) + "\n").encode())
        if answer["last"]:
            return


def tell(outward, line):
    while line:
        line = line[os.write(outward, line):]


serve(*sys.argv[1:])
