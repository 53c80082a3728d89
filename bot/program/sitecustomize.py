"""The point at which a warm interpreter forks. Python imports this file as its sitecustomize, before it looks at the program that it was
started with.

The interpreter reads orders on descriptor 0 and forks a process for each. The process returns from here, and Python itself runs the
program and ends as after any other start. The interpreter never gets that far: it runs no code of the bot's, and it loads modules by
paths that do not lead to the bot's folder. A process that would find another module than one that is loaded executes Python anew. Where
an interpreter cannot do all that, it ends before it says that it is ready, and the program is started for each move.

An order is a line of numbers with bytes after it: how many there are, how many of the words in them are arguments, the most bytes of
output that are kept, and whether more are dropped instead of ending the program. Each word ends with a zero byte; those after the
arguments are NAME=value. Its answer has the exit code, the signal, whether it was too loud, whether this interpreter plays no more, and
the sizes of the output and of the error output that follow. The words of the first order name the variables with the folders to empty
after a move; its answer is an empty line.
"""

import os
import sys
from _weakref import ReferenceType

# Modules that are loaded before the fork, where a program names them: their import reads no state of the process and warns of nothing.
LOADED = set("""
argparse array ast base64 bisect cmath collections collections.abc contextlib copy csv dataclasses datetime decimal enum fractions functools
glob hashlib heapq itertools json math numbers operator pathlib pickle pprint queue random re shutil statistics string struct subprocess
tempfile textwrap threading time timeit traceback types typing uuid warnings weakref zlib
numpy numpy.fft numpy.lib.stride_tricks numpy.linalg numpy.ma numpy.polynomial numpy.random scipy scipy.cluster scipy.constants scipy.fft
scipy.fftpack scipy.integrate scipy.interpolate scipy.linalg scipy.ndimage scipy.optimize scipy.signal scipy.sparse scipy.sparse.csgraph
scipy.sparse.linalg scipy.spatial scipy.spatial.distance scipy.special scipy.stats
""".split())
# Nothing is loaded for a program that looks at loaded modules, or may have modules where no list of its files shows them: its sources name
# one of these words.
LOOKS = (
    b"modules", b"meta_path", b"path_hooks", b"importlib", b"zipimport", b"zipfile", b"tarfile", b"archive", b"mkdtemp",
    b"TemporaryDirectory", b"addsitedir", b"get_objects", b"get_refer", b"freeze", b"_ncallbacks", b"_clear", b".py'", b'.py"',
)
# Modules in C whose objects do nothing when they are freed.
QUIET = set("""
builtins collections itertools functools re weakref _weakref types operator _random random _thread _json _struct abc _abc datetime decimal
_frozen_importlib _frozen_importlib_external importlib._bootstrap importlib._bootstrap_external
""".split())
MOST_OBJECTS = 50000  # that are looked at when a program ends
MOST_FILES, LARGEST = 20000, 4 << 20  # of the bot: files among which its modules are looked for, and bytes of one
SUBREAPER, DUMPABLE = 36, 4


def named(script):
    """Returns the modules to load that a program imports anywhere, in its order: the end of an interpreter depends on it."""
    with open(script, "rb") as f:
        nodes, found = [compile(f.read(), script, "exec", 0x400)], []  # only its syntax tree
    while nodes:
        node = nodes.pop()
        names = [name.name for name in getattr(node, "names", ()) if hasattr(name, "name")]
        if hasattr(node, "module"):
            names = [node.module or ""] + ["%s.%s" % (node.module, name) for name in names]
        found += [name for name in names if name in LOADED]
        for field in reversed(getattr(node, "_fields", ())):
            value = getattr(node, field, None)
            nodes += reversed(value) if isinstance(value, list) else [value]
    return found


def modules(folders, files):
    """Returns the names under which what is in some folders may be imported."""
    return set(folders).union(name.partition(".")[0] for name in files if name.endswith((".py", ".pyc", ".so")))


def beside(folder):
    """Returns the same of one folder at this moment: a program may write modules as it plays."""
    names = os.listdir(folder) if os.path.isdir(folder) else []
    return modules(names, names)


def own(folder):
    """Returns the names of the bot's modules, in whatever folder they are; None if they cannot be known, or if it may look at others."""
    found, left = set(), MOST_FILES
    for place, folders, files in os.walk(folder, followlinks=True):
        found |= modules(folders, files)
        left -= len(folders) + len(files)
        if left < 0 or any(looks(os.path.join(place, name)) for name in files):
            return None
    return found


def looks(file):
    """Reports whether a file is an archive of modules, or a source that names one of LOOKS or cannot be read."""
    if file.endswith(".py"):
        if not os.path.isfile(file):
            return True
        with open(file, "rb") as f:
            text = f.read(LARGEST + 1)
        return len(text) > LARGEST or any(word in text for word in LOOKS)
    return file.endswith((".zip", ".egg", ".whl", ".pyz"))


def load(name):
    """Loads a module, unless this Python has none of that name."""
    try:
        __import__(name)
    except ImportError as e:
        if e.name not in (name, name.partition(".")[0]):
            raise


def of(name):
    """Returns a function that reads an attribute of a type without running code of the type's."""
    return type.__dict__[name].__get__


mro, namespace, module_of, name_of = of("__mro__"), of("__dict__"), of("__module__"), of("__name__")


def speaks(o, quiet):
    """Reports whether an object may do something when it is freed. quiet has the types of which none does, by their numbers."""
    kind = type(o)
    if id(kind) in quiet:
        return False
    bases = mro(kind)
    if type in bases:
        return any("__del__" in namespace(base) for base in mro(o))
    if ReferenceType in bases:
        return type(ReferenceType.__callback__.__get__(o)) not in (type(None), type(len))
    if module_of(kind) == "_io":
        return not closed(o)
    if name_of(kind) in ("generator", "coroutine", "async_generator"):
        return True
    for base in bases:
        name = module_of(base)
        if "__del__" in namespace(base) or name not in QUIET and not name.startswith(("numpy.", "scipy.")) and not written(name):
            return True
    quiet.add(id(kind))
    return False


def closed(o):
    """Reports whether nothing of a stream is left to write."""
    while module_of(type(o)) == "_io":
        name = name_of(type(o))
        if name in ("FileIO", "BytesIO", "StringIO", "IncrementalNewlineDecoder"):
            return name != "FileIO" or o.closed
        o = o.buffer if name == "TextIOWrapper" else o.raw
    return False


def written(name):
    """Reports whether the types of a module are written in Python."""
    module = sys.modules.get(name)
    return name != "sqlite3" and type(module) is type(sys) and str(module.__dict__.get("__file__")).endswith(".py")


class Interpreter:
    """The process that forks."""

    def __init__(self, folder):
        before = set(sys.modules)
        import _ctypes
        import _signal
        import select
        import time

        for name in set(sys.modules) - before:
            del sys.modules[name]
        self.select, self.signal, self.sleep, self.folder = select, _signal, time.sleep, folder
        self.call, self.prctl = _ctypes.call_function, _ctypes.dlsym(_ctypes.dlopen(None, 0), "prctl")
        self.control(SUBREAPER, 1)  # it becomes the parent of orphaned processes
        self.control(DUMPABLE, 0)  # its memory and descriptors are closed to processes of its user
        _signal.pthread_sigmask(_signal.SIG_BLOCK, [_signal.SIGABRT])  # by which a process is asked where it is
        with open("/proc/self/cmdline", "rb") as f:
            self.started = f.read().split(b"\0")[:-1]

    def load(self, script):
        """Loads modules that the program imports, and notes whether a process would load others by these names."""
        mine, before = own(self.folder), set(sys.modules)
        for name in () if mine is None else named(script):
            if name.partition(".")[0] not in mine:
                load(name)
        self.names = set(sys.modules) - before
        self.loaded = set(name.partition(".")[0] for name in self.names)
        if self.names:
            self.keep()
        self.anew = mine is not None and not mine.isdisjoint(self.loaded)

    def keep(self):
        """Has the end of a process leave the loaded modules alone, unless something could tell: to free them takes longer than many a
        program."""
        import atexit
        import gc

        self.modules, self.gc = [sys.modules[name] for name in self.names], gc
        self.itself = self  # so that the modules live as long as objects are frozen
        atexit.register(self.leave)
        gc.collect()
        gc.freeze()

    def leave(self):
        """Runs in a process after all that the program has registered for its end."""
        objects, quiet = self.gc.get_objects(), set()
        try:
            speak = len(objects) > MOST_OBJECTS or any(speaks(o, quiet) for o in objects)
        except Exception:
            speak = True
        if speak:
            self.modules = self.itself = None
            self.gc.unfreeze()
            return
        for name, module in zip(self.names, self.modules):
            if sys.modules.get(name) is module:
                del sys.modules[name]

    def control(self, what, value):
        if self.call(self.prctl, (what, value, 0, 0, 0)) != 0:
            raise OSError("prctl %d" % what)

    def hear(self):
        """Returns the numbers and the body of the next order."""
        text = b""
        while b"\n" not in text:
            text += self.more()
        head, _, body = text.partition(b"\n")
        numbers = [int(n) for n in head.split()]
        while len(body) < numbers[0]:
            body += self.more()
        return numbers, body

    def words(self, body):
        return [os.fsdecode(word) for word in body.split(b"\0")[:-1]]

    def more(self):
        text = os.read(0, 65536)
        if not text:
            os._exit(0)
        return text

    def tell(self, text):
        while text:
            text = text[os.write(1, text):]

    def wait(self):
        """Plays moves. It returns in the process of one, with its arguments and its environment."""
        self.folders = [f for f in map(os.environ.get, self.words(self.hear()[1])) if f and os.access(f, os.W_OK)]
        self.tell(b"\n")
        while True:
            (_, arguments, most, drop), body = self.hear()
            ends = [os.pipe() for _ in range(3)]
            process = os.fork()
            if process == 0:
                self.become([ends[0][0], ends[1][1], ends[2][1]], ends)
                return self.words(body)[:arguments], self.words(body)[arguments:]
            for number in (ends[0][0], ends[0][1], ends[1][1], ends[2][1]):
                os.close(number)
            self.follow(process, ends[1][0], ends[2][0], most, drop)

    def become(self, streams, ends):
        """Gives a process its streams, and takes from it what it has of this one."""
        for number, end in enumerate(streams):
            os.dup2(end, number)
        for pair in ends:
            os.close(pair[0])
            os.close(pair[1])
        self.control(DUMPABLE, 1)
        self.signal.pthread_sigmask(self.signal.SIG_UNBLOCK, [self.signal.SIGABRT])

    def follow(self, process, out, err, most, drop):
        """Reads the output of a process until it ends, kills what it has left behind, and answers."""
        heard, limits, status, loud, alone = {out: b"", err: b""}, {out: most + 1, err: 1 << 20}, None, False, True
        poll, open_ends = self.select.poll(), 2
        for number in heard:
            poll.register(number, self.select.POLLIN)
        while open_ends and not loud:
            ready = poll.poll(0 if status is not None else 20)
            for number, _ in ready:
                data = os.read(number, 65536)
                heard[number] += data[:limits[number] - len(heard[number])]
                if not data:
                    poll.unregister(number)
                    open_ends -= 1
            loud = len(heard[out]) > most and not drop
            if ready:
                continue
            if status is not None:
                break
            done, ended = os.waitpid(process, os.WNOHANG)
            if done:  # somebody else holds its streams
                status, alone = ended, self.sweep()
        if loud:
            os.kill(process, self.signal.SIGKILL)
        if status is None:
            status = os.waitpid(process, 0)[1]
        last = not (self.sweep() and alone and all([self.clear(folder) for folder in self.folders]))
        os.close(out)
        os.close(err)
        self.answer(status, loud, last, heard[out][:most], heard[err])

    def answer(self, status, loud, last, out, err):
        ended = status & 127
        if ended == self.signal.SIGKILL and not loud:
            os.write(2, err)
            os.kill(os.getpid(), ended)  # whoever killed it, for its memory perhaps, learns of the end of this interpreter as of its own
        self.tell(b"%d %d %d %d %d %d\n" % (status >> 8, 0 if loud else ended, loud, last, len(out), len(err)) + out + err)
        if last:
            os._exit(0)

    def sweep(self):
        """Kills the processes that a process has left behind, all of which are children of this one. Reports whether none is left: some
        make others faster."""
        for _ in range(50):
            try:
                if os.waitpid(-1, os.WNOHANG)[0]:
                    continue
            except ChildProcessError:
                return True
            try:
                with open("/proc/thread-self/children") as f:
                    for child in f.read().split():
                        os.kill(int(child), self.signal.SIGKILL)
            except OSError:
                pass
            self.sleep(0.001)
        return False

    def clear(self, folder, device=None):
        """Empties a folder of the sandbox's. Folders of the bot may be mounted below it: they are of other file systems, and stay. Reports
        whether it could."""
        try:
            device = device or os.lstat(folder).st_dev
            for entry in os.scandir(folder):
                status = entry.stat(follow_symlinks=False)
                if status.st_dev != device:
                    continue
                if not entry.is_dir(follow_symlinks=False):
                    os.unlink(entry.path)
                    continue
                if status.st_uid == os.geteuid():
                    os.chmod(entry.path, 0o700)
                if not self.clear(entry.path, device):
                    return False
                try:
                    os.rmdir(entry.path)
                except OSError:
                    pass  # a folder is mounted below it
            return True
        except (OSError, RecursionError):
            return False


def begin():
    """Plays moves. It returns in the process of one."""
    if not (3, 8) <= sys.version_info[:2] <= (3, 13):
        raise OSError("no other has been tried")
    here = os.path.dirname(__file__)
    sys.path.remove(here)
    sys.path_importer_cache.pop(here, None)
    del os.environ["PYTHONPATH"]
    script = sys.argv[0]
    interpreter = Interpreter(os.getcwd())
    interpreter.load(script)
    if len(os.listdir("/proc/self/task")) != 1:
        raise OSError("a fork would lose the other threads")
    arguments, variables = interpreter.wait()
    os.environ.update(variable.split("=", 1) for variable in variables)
    more = list(dict.fromkeys(os.path.abspath(folder) for folder in os.environ.get("PYTHONPATH", "").split(":") if folder))
    others = interpreter.loaded & beside(os.path.dirname(script) or ".")
    if interpreter.anew or others or any(beside(folder).intersection(sys.modules) for folder in more):
        os.execv(sys.executable, interpreter.started + arguments)
    sys.argv += arguments
    if hasattr(sys, "orig_argv"):
        sys.orig_argv += arguments
    sys.path[:0] = more
    if "numpy.random" in sys.modules:
        sys.modules["numpy.random"].seed()
    if "threading" in sys.modules:
        sys.modules["threading"].main_thread()._set_native_id()


try:
    begin()
except BaseException:
    os._exit(1)
del sys.modules["sitecustomize"]
import sitecustomize  # the one that it would have imported
