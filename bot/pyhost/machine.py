"""The class host: it brings one Python bot to life and asks it for moves, frame by frame.

It knows how bots are loaded, how frames travel, and how lanes keep their modules apart. What a bot looks like and what it
is handed is the kind's side, a module of its own (host.py in the kind's folder), which provides

    PACKAGE                      dotted name of the folder that holds all bots, or None
    provide(name)                a module to stand for an import by that dotted name, or None
    load(module, path, want)     [(class name, factory), ...]; LookupError with a sentence when there is none
    describe(factory)            (name, author); may call the bot
    Lane(opening)                one game
        .begin(factory)          constructs the bot
        .turn(common, own)       -> (answer as bytes, nanoseconds of the call); the bot's exceptions pass through,
                                 with their nanoseconds left in .took

The nanoseconds say how the time of a frame is spread over its lanes, no more: a bot can change whatever measures in its own process,
so the process is timed from outside too.

Frames come in on descriptor 0 and go out on descriptor 1. Both are moved away before any bot is loaded: what a bot
prints goes to the log, and standard input is empty.

    in    op u8, bot u8, n u16, sequence u32, size u32. TURN asks n lanes: their numbers (u16 each), then the lengths (u32 each) of
          what all seats of the lane see and of what is private, then both for each lane; size counts what follows the header.
          Other orders are JSON; n is the lane that they are about.
    out   size u32, sequence u32; for a turn: a length (u16) and nanoseconds (u64) per lane, CPU nanoseconds (u64), a status (u8)
          per lane, then the answers

One machine may have several bots, where their author or organiser trusts them with each other; lanes then have numbers of their
own for each bot.
"""

import ast
import enum
import gc
import importlib
import importlib.abc
import importlib.machinery
import importlib.util
import json
import operator
import os
import signal
import struct
import sys
import time
import traceback
import types

LOAD, OPEN, TURN, CLOSE, PROFILE = 1, 2, 3, 4, 5
RAISED = 1
NOTHING = memoryview(b"")
HEAD = struct.Struct("<BBHII")
CLOCKS = {name: getattr(time, name) for name in ("perf_counter_ns", "process_time_ns")}
processor_time = time.process_time_ns
SOLO, SOLO_ANSWER = struct.Struct("<HII"), struct.Struct("<IIHQQB")  # of a frame with one lane


class Pipe:
    """The two descriptors that frames travel on."""

    def __init__(self):
        self.inward, self.outward = os.dup(0), os.dup(1)
        nothing = os.open(os.devnull, os.O_RDONLY)
        os.dup2(nothing, 0)
        os.close(nothing)
        os.dup2(2, 1)
        sys.stdout = open(1, "w", buffering=1, errors="backslashreplace", closefd=False)
        sys.stderr = open(2, "w", buffering=1, errors="backslashreplace", closefd=False)
        self.guarded = False
        self.body = bytearray(1 << 16)
        self.view = memoryview(self.body)

    def guard(self):
        """From here on a child that is forked has no part in the game."""
        if not self.guarded and hasattr(os, "register_at_fork"):
            os.register_at_fork(after_in_child=self.forget)
        self.guarded = True

    def forget(self):
        """A child that a bot forks has no part in the game."""
        os.close(self.inward)
        os.close(self.outward)

    def frame(self):
        """The next frame: its header's numbers, and what follows the header in a buffer that the next call overwrites. Nothing is sent
        before the last frame was answered, so what can be read at once is never more than a frame."""
        have = self.more(0)
        while have < HEAD.size:
            have += self.more(have)
        op, bot, n, sequence, size = HEAD.unpack_from(self.body)
        end = HEAD.size + size
        if end > len(self.body):
            self.body = bytearray(self.body[:have]) + bytearray(2 * end - have)
            self.view = memoryview(self.body)
        while have < end:
            have += self.more(have)
        return op, bot, n, sequence, end

    def order(self, end):
        """The order that the last frame brought. Nothing of it stays in the buffer, where a bot could find it."""
        order = json.loads(self.body[HEAD.size:end])
        self.body[:end] = bytes(end)
        return order

    def more(self, have):
        n = os.readv(self.inward, (self.view[have:] if have else self.view,))
        if n == 0:
            os._exit(0)
        return n

    def write(self, data):
        n = os.write(self.outward, data)
        while n < len(data):
            n += os.write(self.outward, memoryview(data)[n:])


class Finder(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Serves the modules that the kind provides, whatever package they are asked from."""

    def __init__(self, kind):
        self.kind = kind

    def find_spec(self, name, path=None, target=None):
        if self.kind.provide(name) is None:
            return None
        return importlib.machinery.ModuleSpec(name, self)

    def create_module(self, spec):
        return self.kind.provide(spec.name)

    def exec_module(self, module):
        pass


class Tolerant(importlib.abc.MetaPathFinder):
    """Lets a list of bots be read though some of its bots cannot be loaded: what they would have given raises their error."""

    def __init__(self, tree):
        self.tree = tree

    def find_spec(self, name, path=None, target=None):
        if not self.tree.package or not name.startswith(self.tree.package + "."):
            return None
        spec = importlib.machinery.PathFinder.find_spec(name, path)
        if spec is None:
            return importlib.machinery.ModuleSpec(name, Missing(), is_package=True)
        if spec.loader is not None:
            plain = spec.loader.exec_module
            spec.loader.exec_module = lambda module: attempt(plain, module)
        return spec


class Missing(importlib.abc.Loader):
    def create_module(self, spec):
        return None

    def exec_module(self, module):
        broken(module, ImportError("there is no %s; is its submodule checked out?" % module.__name__))


def attempt(execute, module):
    try:
        execute(module)
    except Exception as e:
        traceback.print_exc()
        broken(module, e)


def broken(module, error):
    """Makes every name of a module a class that raises the module's own error when it is constructed."""

    def absent(name):
        if name.startswith("__"):
            raise AttributeError(name)

        def construct(self):
            raise error

        return type(name, (), {"__init__": construct, "__module__": module.__name__, "determine_next_move": None})

    module.__getattr__ = absent


# Where the interpreter's own modules and those of its packages lie; to look at each of them through the file system takes milliseconds.
LIBRARIES = tuple(os.path.join(place, "lib", "") for place in {sys.prefix, sys.base_prefix, "/usr"})


class Tree:
    """The folder that a bot lives in, and the modules that were loaded from it for each lane."""

    def __init__(self, kind, path):
        self.kind, self.path = kind, os.path.realpath(path)
        self.package = kind.PACKAGE
        self.root = self.find_root()
        self.name = self.dotted()
        self.switch, self.inside, self.known = False, None, 0
        self.spare = []
        self.foreign = set()
        sys.meta_path.insert(0, Finder(kind))
        folder = os.path.dirname(self.path)
        for place in (os.path.dirname(self.root) if self.package else folder, folder):
            if place not in sys.path:
                sys.path.append(place)

    def find_root(self):
        folder = os.path.dirname(self.path)
        if not self.package:
            return folder
        above = folder
        while os.path.dirname(above) != above:
            if os.path.basename(above) == self.package:
                return above
            above = os.path.dirname(above)
        return os.path.dirname(folder)

    def dotted(self):
        stem = os.path.splitext(os.path.relpath(self.path, self.root))[0]
        parts = [p.replace(".", "_") for p in stem.split(os.sep)]
        return ".".join([self.package] + parts) if self.package else parts[-1]

    def packages(self):
        """Makes the folders between the root and the file importable, whatever their names are."""
        if not self.package:
            return
        parts = self.name.split(".")
        folder = self.root
        folders = [folder] + [folder := os.path.join(folder, p) for p in os.path.relpath(os.path.dirname(self.path), self.root).split(os.sep) if p != "."]
        for i, place in enumerate(folders):
            name = ".".join(parts[: i + 1])
            if name in sys.modules:
                continue
            module = types.ModuleType(name)
            module.__path__ = [place]
            module.__spec__ = importlib.machinery.ModuleSpec(name, None, is_package=True)
            sys.modules[name] = module

    def mine(self):
        """The names of all modules that came from the tree."""
        names = []
        for name, module in list(sys.modules.items()):
            if name in self.foreign:
                continue
            if name != "__main__" and self.kind.provide(name) is None and self.owns(name, module):
                names.append(name)
            else:
                self.foreign.add(name)
        return names

    def owns(self, name, module):
        if self.package and (name == self.package or name.startswith(self.package + ".")):
            return True
        file = getattr(module, "__file__", None)
        if not file or file.startswith(LIBRARIES) and not self.root.startswith(LIBRARIES):
            return False
        return os.path.realpath(file).startswith(self.root + os.sep)

    def load(self, number):
        """Loads the bot's file anew, with everything of its tree, and returns it with its modules."""
        self.inside = None
        for name in self.mine() + [name for name in sys.modules if self.kind.provide(name) is not None]:
            del sys.modules[name]
        self.packages()
        spec = importlib.util.spec_from_file_location(self.name, self.path)
        module = importlib.util.module_from_spec(spec)
        sys.modules[self.name] = module
        chance = Chance(number)
        loading[:] = [self.root + os.sep, chance]
        spec.loader.exec_module(module)
        modules = Modules({name: sys.modules[name] for name in self.mine()}, chance)
        self.switch = self.switch or any(imports_late(m) for m in modules.values())
        return module, modules

    def enter(self, modules):
        """Lets a lane find its own modules, those that it imported while it played among them, and none of another lane."""
        if self.inside is not modules:
            for name in self.mine() if self.inside is None else self.inside:
                sys.modules.pop(name, None)
            sys.modules.update(modules)
            self.inside = modules
            loading[:] = [self.root + os.sep, modules.chance]
        self.known = len(sys.modules)

    def leave(self):
        """Keeps what the lane has imported."""
        if len(sys.modules) != self.known:
            self.inside.update({name: sys.modules[name] for name in self.mine()})


class Modules(dict):
    """The modules of a bot in one lane, by their names, with the lane's generators.

    A game must not depend on those that were played before it, so it has modules that no game has changed. Most bots change none of
    theirs: whatever stands in their modules and classes cannot be changed in place, and is the same object after a game as before it.
    Such modules serve the next game; others are loaded anew."""

    def __init__(self, modules, chance):
        super().__init__(modules)
        self.chance, self.count = chance, len(modules)
        self.spaces, self.functions, self.cells = [], [], []
        self.seen = set()
        self.constant = all(self.fixed(m) for m in modules.values()) and not chance.drawn()
        self.spaces += [(vars(m), list(vars(m).values())) for m in chance.copies.values()]
        del self.seen

    def untouched(self):
        """Whether no game has left anything in the modules, as far as can be seen."""
        return (
            self.constant and len(self) == self.count
            and all(len(space) == len(was) and all(map(operator.is_, space.values(), was)) for space, was in self.spaces)
            and not any(f.__dict__ for f in self.functions)
            and all(cell.cell_contents is was for cell, was in self.cells)
        )

    def fixed(self, module):
        """Whether nothing in a module of the bot can be changed in place. Its names are noted."""
        self.seen.add(id(module))
        self.spaces.append((vars(module), list(vars(module).values())))
        return all(name in NOTED or self.constant_value(value) for name, value in vars(module).items())

    def constant_value(self, value):
        kind = type(value)
        if kind in CONSTANTS or id(value) in self.seen:
            return True
        if kind is types.FunctionType:
            return self.constant_function(value)
        if kind in (tuple, frozenset):
            return all(self.constant_value(v) for v in value)
        if kind in (staticmethod, classmethod):
            return self.constant_value(value.__func__)
        if kind is property:
            return all(self.constant_value(f) for f in (value.fget, value.fset, value.fdel))
        if kind is types.MethodType or kind is types.BuiltinMethodType:
            of = value.__self__
            return of is self.chance.python or of is self.chance.numpy or of is None or isinstance(of, types.ModuleType)
        if isinstance(value, types.ModuleType):
            return True  # the bot's own are looked at by themselves
        if isinstance(value, type):
            return self.constant_class(value)
        return isinstance(value, enum.Enum) or isinstance(value, getattr(sys.modules.get("numpy"), "generic", ()))

    def constant_function(self, function):
        if function.__module__ not in self:
            return True
        self.seen.add(id(function))
        self.functions.append(function)
        cells = function.__closure__ or ()
        try:
            self.cells += [(cell, cell.cell_contents) for cell in cells]
            held = [cell.cell_contents for cell in cells]
        except ValueError:
            return False
        return not function.__dict__ and all(map(self.constant_value, (*(function.__defaults__ or ()), *(function.__kwdefaults__ or {}).values(), *held)))

    def constant_class(self, made):
        if made.__module__ not in self:
            return True
        self.seen.add(id(made))
        if type(made) is not type:
            return False
        self.spaces.append((vars(made), list(vars(made).values())))
        return all(name in NOTED or self.constant_value(value) for name, value in vars(made).items())


CONSTANTS = {
    type(None), bool, int, float, complex, str, bytes, range, type(...), types.GetSetDescriptorType, types.MemberDescriptorType,
    types.WrapperDescriptorType, types.MethodDescriptorType,
}
# What the interpreter keeps in modules and classes.
NOTED = {"__builtins__", "__spec__", "__loader__", "__path__", "__annotations__", "__chance__", "__dict__", "__weakref__"}

# The root of the tree that is being loaded or played, and the chance of its lane.
loading = ["\0", None]
plain_execute = importlib.machinery.SourceFileLoader.exec_module


def execute_for_lane(loader, module):
    """Runs a module's file. One of the bot's own finds its lane's generators."""
    if loader.path.startswith(loading[0]):
        module.__chance__ = loading[1]
    plain_execute(loader, module)


importlib.machinery.SourceFileLoader.exec_module = execute_for_lane

compiled = {}
compile_source = importlib.machinery.SourceFileLoader.get_code


def code_of(loader, name):
    """A file is compiled once, however many lanes load it."""
    if loader.path not in compiled:
        compiled[loader.path] = compile_source(loader, name)
    return compiled[loader.path]


importlib.machinery.SourceFileLoader.get_code = code_of
late = {}


def imports_late(module):
    """Whether a module imports something inside a function, so that lanes must swap their modules."""
    file = getattr(module, "__file__", None)
    if not file or not file.endswith(".py"):
        return False
    if file not in late:
        late[file] = looks_late(file)
    return late[file]


def imports_of(file):
    """The packages that a bot's file and those of its folder that it uses import, without the standard library."""
    found = {name.split(".")[0] for name in mentioned(file)}
    return sorted(found - set(getattr(sys, "stdlib_module_names", ())) - {"robots", "bot_control"})


def mentioned(file):
    """The modules that a bot's file imports, and the files beside it that it uses, by their full names."""
    folder, found, seen = os.path.dirname(file), set(), set()
    open_files = [file]
    while open_files and len(seen) < 500:
        path = open_files.pop()
        if path in seen:
            continue
        seen.add(path)
        for name in named_in(path):
            mine = beside(folder, name.lstrip("."))
            open_files.extend(mine)
            if not mine and not name.startswith("."):
                found.add(name)
    return found


def named_in(path):
    """The modules that a file's import statements name; relative ones begin with a dot."""
    try:
        with open(path, "rb") as f:
            tree = ast.parse(f.read())
    except (OSError, SyntaxError, ValueError):
        return
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield "." * node.level + node.module
        elif isinstance(node, ast.ImportFrom):
            yield from ("." + alias.name for alias in node.names)


def beside(folder, name):
    """The files of a bot's own folder that an import of that name brings in."""
    place = os.path.join(folder, *name.split(".")[:1])
    if os.path.isfile(place + ".py"):
        return [place + ".py"]
    if os.path.isdir(place):
        return [os.path.join(at, f) for at, _, files in os.walk(place) for f in sorted(files) if f.endswith(".py")]
    return []


def prepare(file):
    """Loads the large libraries that a bot uses into the process that its games are forked from. They are the host's own: the bot's
    folder is on no path yet."""
    for name in sorted(mentioned(file)):
        if name.split(".")[0] in ("numpy", "scipy"):
            try:
                importlib.import_module(name)
            except Exception:
                pass  # the bot is told by its own import


def looks_late(file):
    try:
        with open(file, "rb") as f:
            tree = ast.parse(f.read())
    except (OSError, SyntaxError, ValueError):
        return False
    for function in ast.walk(tree):
        if isinstance(function, (ast.FunctionDef, ast.AsyncFunctionDef)):
            for node in ast.walk(function):
                if isinstance(node, (ast.Import, ast.ImportFrom)) or getattr(node, "attr", getattr(node, "id", "")) in ("import_module", "__import__"):
                    return True
    return False


class Returned(Exception):
    """A child has played its game; its parent goes on."""


class Machine:
    def __init__(self):
        self.pipe = Pipe()
        self.lanes = [None] * 65536
        self.bots = {}
        self.kind = None
        self.shared = None
        self.slot = 0
        self.mark = bytearray(2)
        self.layouts, self.parts = {}, {}
        self.profiler = None
        self.child = self.leaving = self.switching = False

    def run(self):
        while True:
            op, bot, n, sequence, end = self.pipe.frame()
            if op == TURN:
                self.turn(n, sequence, end)
                continue
            act = {LOAD: self.load, OPEN: self.open, CLOSE: self.close, PROFILE: self.profile}[op]
            try:
                answer = json.dumps(act(bot, n, self.pipe.order(end))).encode()
            except Returned:
                continue
            self.pipe.write(struct.pack("<II", len(answer), sequence) + answer)
            if self.leaving:
                os._exit(0)

    def load(self, bot, _, order):
        if self.kind is None:
            self.map_shared(order)
            kind = types.ModuleType("agon_kind")
            try:
                exec(compile(order["kind"], "<the kind's host>", "exec"), kind.__dict__)
            except ImportError as e:
                return {"missing": e.name or str(e)}
            self.kind = kind
            self.methods = {name: f.__code__ for name, f in vars(kind.Lane).items() if isinstance(f, types.FunctionType)}
        if order.get("fresh"):
            prepare(order["file"])
            gc.collect()
            gc.freeze()  # the children's collector must not walk through what they share: every object that it looks at is copied
            self.bots[bot] = order
            return {"bots": []}
        return self.settle(bot, order)

    def settle(self, bot, order, number=None):
        """Loads the bot's file, for the game that the number seeds where there is one already."""
        self.pipe.guard()
        try:
            tree = Tree(self.kind, order["file"])
            if order.get("list"):
                sys.meta_path.insert(1, Tolerant(tree))
            module, modules = tree.load(number or 0)
            found = self.kind.load(module, order["file"], order.get("want", ""))
            tree.want = found[0][0] if order.get("want") or len(found) == 1 else ""
            if number is not None or not order.get("look") and not modules.chance.drawn():
                tree.spare.append((found[0][1], modules, number is None))
            self.bots[bot] = tree
            if not order.get("look"):
                return {"bots": [{"class": name} for name, _ in found]}
            return {"bots": [self.describe(tree, name, factory) for name, factory in found], "version": version()}
        except ImportError as e:
            traceback.print_exc()
            return {"missing": e.name or "", "error": short(e)}
        except LookupError as e:
            return {"error": e.args[0] if e.args else short(e)}
        except BaseException as e:
            traceback.print_exc()
            return {"error": short(e)}

    def describe(self, tree, name, factory):
        file = tree.path
        try:
            file = getattr(sys.modules.get(factory.__module__), "__file__", None) or file
            title, author = self.kind.describe(factory)
            return {"class": name, "file": file, "imports": imports_of(file), "name": str(title), "author": str(author)}
        except BaseException as e:
            traceback.print_exc()
            return {"class": name, "file": file, "name": name, "author": "", "error": short(e)}

    def map_shared(self, order):
        """Maps the page that says which lane is being asked, and the pages that hold what all seats share."""
        import mmap

        if order.get("mark"):
            self.mark = mmap.mmap(order["mark"], 4096)
        if order.get("shared"):
            size, self.slot = order["size"], order["slot"]
            self.map = mmap.mmap(order["shared"], size, mmap.MAP_SHARED, mmap.PROT_READ)
            self.shared = memoryview(self.map)
            self.hide(order["shared"])

    def hide(self, shared):
        """Leaves no descriptor of the pages that all bots of a core have: by its times and locks one could tell another something."""
        page = os.fstat(shared)
        nothing = os.open(os.devnull, os.O_RDONLY)
        for name in os.listdir("/proc/self/fd"):
            try:
                if os.path.samestat(os.fstat(int(name)), page):  # the map has one too
                    os.dup2(nothing, int(name))
            except OSError:
                pass  # the list's own
        os.close(nothing)

    def open(self, bot, n, order):
        """Begins a game. The order is gone before the bot's code runs: nothing in the frames below it tells what it said."""
        if isinstance(self.bots[bot], dict):
            self.fork()
        lane, number = self.prepare(n, order)
        if isinstance(self.bots[bot], dict):
            answer = self.settle(bot, self.bots[bot], number)
            if "bots" not in answer:
                return answer
        try:
            tree = self.bots[bot]
            lane.factory, lane.modules = self.fresh(tree, number)
            tree.enter(lane.modules)
            try:
                lane.begin(lane.factory)
            finally:
                tree.leave()
            lane.switch = tree if tree.switch else None
            self.switching = self.switching or tree.switch
            return {}
        except BaseException as e:
            traceback.print_exc()
            self.lanes[n] = None
            return {"error": short(e)}

    def prepare(self, n, order):
        """Makes a lane without its bot, and the number that seeds the bot's generators."""
        lane = self.kind.Lane(order["opening"])
        lane.common = lane.switch = None
        if self.shared is not None and order["common"]:
            start = order["slot"] * self.slot
            lane.common = self.shared[start:start + order["common"]]
        self.lanes[n] = self.profiled(lane) if order["profile"] else lane
        number = order["seed"]
        order["opening"].clear()
        order.clear()
        return lane, number

    def fork(self):
        """Goes on in a child that no game has touched, with all libraries loaded. The parent waits for it, and is there for the next
        game; where the child did not end in peace it ends as the child did."""
        child = os.fork()
        if child == 0:
            self.child = True
            return
        _, status = os.waitpid(child, 0)
        if os.WIFSIGNALED(status):
            signal.signal(os.WTERMSIG(status), signal.SIG_DFL) if os.WTERMSIG(status) not in (signal.SIGKILL, signal.SIGSTOP) else None
            os.kill(os.getpid(), os.WTERMSIG(status))
        if os.WEXITSTATUS(status) != 0:
            os._exit(os.WEXITSTATUS(status))
        raise Returned

    def profiled(self, lane):
        """The lane with every call of its bot under the standard profiler."""
        import cProfile

        if self.profiler is None:
            self.profiler = cProfile.Profile()
        return Profiled(lane, self.profiler)

    def profile(self, *_):
        """What the profiler has seen: the standard profiler's file, and the same as plain lists."""
        import base64
        import marshal

        if self.profiler is None:
            return {}
        self.profiler.create_stats()
        stats = self.profiler.stats
        numbers = {key: i for i, key in enumerate(stats)}
        return {
            "file": base64.b64encode(marshal.dumps(stats)).decode(),
            "functions": [
                {"name": name, "file": os.path.basename(file), "line": line, "calls": n, "own": own, "total": total,
                 "callers": [{"from": numbers[caller], "calls": c[0], "total": c[3]} for caller, c in callers.items() if caller in numbers]}
                for (file, line, name), (_, n, own, total, callers) in stats.items()
            ],
        }

    def fresh(self, tree, number):
        """A copy of the bot's modules that no other lane uses and no game has changed."""
        if tree.spare:
            factory, modules, unseeded = tree.spare.pop()
            if unseeded:
                modules.chance.begin(number)
            return factory, modules
        module, modules = tree.load(number)
        return self.kind.load(module, tree.path, tree.want)[0][1], modules

    def close(self, bot, n, _):
        """Ends a game, and says which parts of the class host are no longer its own."""
        lane, self.lanes[n] = self.lanes[n], None
        for stream in (sys.stdout, sys.stderr):
            try:
                stream.flush()
            except Exception:
                pass
        if lane is not None and lane.modules.untouched():
            self.bots[bot].spare.append((lane.factory, lane.modules, True))
        self.leaving = self.child
        return {"replaced": self.replaced()}

    def replaced(self):
        """The clocks and the parts of the lane that something has put others in the place of."""
        found = ["time." + name for name, clock in CLOCKS.items() if getattr(time, name, None) is not clock]
        return found + ["Lane." + name for name, code in self.methods.items() if getattr(vars(self.kind.Lane).get(name), "__code__", None) is not code]

    def turn(self, n, sequence, end):
        if n == 1:
            self.solo(sequence)
            return
        layout = self.layouts.get(n)
        if layout is None:
            layout = self.layouts[n] = (struct.Struct("<%dH%dI%dI" % (n, n, n)), struct.Struct("<II%dH%dQQ%ds" % (n, n, n)))
        entries = layout[0].unpack_from(self.pipe.body, HEAD.size)
        at = HEAD.size + layout[0].size
        begin = processor_time()
        if at == end and not self.switching:
            answers, took, status = self.quick(entries[:n])
        else:
            answers, took, status = self.general(n, entries, at)
        cpu = processor_time() - begin
        self.mark[1] = 0
        lengths = list(map(len, answers))
        self.pipe.write(layout[1].pack(11 * n + 8 + sum(lengths), sequence, *lengths, *took, cpu, status or b"") + b"".join(answers))

    def solo(self, sequence):
        """Asks one lane: a game that is played alone, with nothing that the others of a frame would need."""
        number, common, own = SOLO.unpack_from(self.pipe.body, HEAD.size)
        lane, mark, status, at = self.lanes[number], self.mark, 0, HEAD.size + SOLO.size
        mine, private = lane.common, NOTHING
        if common:
            mine = self.part(at, common)
        if own:
            private = self.part(at + common, own)
        begin = processor_time()
        mark[0], mark[1] = 0, 1
        if lane.switch:
            lane.switch.enter(lane.modules)
        try:
            answer, spent = lane.turn(mine, private)
        except BaseException as e:
            answer, spent = self.raised(lane, e)
            status = RAISED
        if lane.switch:
            lane.switch.leave()
        cpu = processor_time() - begin
        mark[1] = 0
        self.pipe.write(SOLO_ANSWER.pack(SOLO_ANSWER.size - 8 + len(answer), sequence, len(answer), spent, cpu, status) + answer)

    def part(self, at, size):
        """A part of the frame. Most frames are alike, and a kind may keep what it made of a part as long as it is handed the same one."""
        if self.parts.get(None) is not self.pipe.view:
            self.parts = {None: self.pipe.view}
        part = self.parts.get((at, size))
        if part is None:
            if len(self.parts) > 4096:
                self.parts = {None: self.pipe.view}
            part = self.parts[at, size] = self.pipe.view[at:at + size]
        return part

    def quick(self, numbers):
        """Asks lanes that have all they need in their pages. This loop is why cheap bots play fast."""
        lanes, mark = self.lanes, self.mark
        status, answers, took, i = None, [], [], 0
        mark[0], mark[1] = 0, 1
        for number in numbers:
            lane = lanes[number]
            try:
                answer, spent = lane.turn(lane.common, NOTHING)
            except BaseException as e:
                answer, spent = self.raised(lane, e)
                status = status or bytearray(len(numbers))
                status[i] = RAISED
            answers.append(answer)
            took.append(spent)
            i += 1
            mark[0] = i & 255
            if not i & 255:
                mark[1] = (i >> 8) + 1
        return answers, took, status

    def general(self, n, entries, at):
        """Asks lanes whose prompts came with the frame, or whose modules must be put in place."""
        lanes, mark = self.lanes, self.mark
        status, answers, took = None, [], []
        for i in range(n):
            lane = lanes[entries[i]]
            mark[0] = i & 255
            mark[1] = (i >> 8) + 1
            mine, private = lane.common, NOTHING
            if common := entries[n + i]:
                mine = self.part(at, common)
                at += common
            if own := entries[2 * n + i]:
                private = self.part(at, own)
                at += own
            if lane.switch:
                lane.switch.enter(lane.modules)
            try:
                answer, spent = lane.turn(mine, private)
            except BaseException as e:
                answer, spent = self.raised(lane, e)
                status = status or bytearray(n)
                status[i] = RAISED
            if lane.switch:
                lane.switch.leave()
            answers.append(answer)
            took.append(spent)
        return answers, took, status

    def raised(self, lane, error):
        try:
            frames = traceback.extract_tb(error.__traceback__)[2:]
            sys.stderr.write("".join(["Traceback (most recent call last):\n"] + traceback.format_list(frames) + traceback.format_exception_only(type(error), error))[:8000].rstrip("\n") + "\n")
        except BaseException:
            pass
        return short(error).encode("utf-8", "replace")[:2000], getattr(lane, "took", 0)


class Profiled:
    """A lane under the profiler."""

    def __init__(self, lane, profiler):
        self.lane, self.profiler = lane, profiler

    def __getattr__(self, name):
        return getattr(self.lane, name)

    def turn(self, common, own):
        self.profiler.enable()
        try:
            return self.lane.turn(common, own)
        finally:
            self.profiler.disable()


def version():
    """The interpreter and the library that results depend on most."""
    numpy = sys.modules.get("numpy")
    return "Python " + sys.version.split()[0] + (", numpy " + numpy.__version__ if numpy else "")


def short(error):
    """An exception in one line."""
    try:
        text = "".join(traceback.format_exception_only(type(error), error)).strip().splitlines()[-1]
    except BaseException:
        text = type(error).__name__
    return text[:400]


Machine().run()
