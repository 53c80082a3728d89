"""The modules of bots: finding and loading them, and separating those of different games."""

import ast
import enum
import importlib
import importlib.abc
import importlib.machinery
import importlib.util
import operator
import os
import random
import sys
import traceback
import types


class Finder(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Finds the modules that the kind provides, in any package."""

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
    """Allows a list of bots to be loaded if some of its bots cannot be: the names of these raise the bot's error when called."""

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
        complain(e)
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


# The folders of the interpreter's own modules and of its packages. Checking each module through the file system takes milliseconds.
LIBRARIES = tuple(os.path.join(place, "lib", "") for place in {sys.prefix, sys.base_prefix, "/usr"})


class Tree:
    """The folder of a bot, and the modules that were loaded from it for each lane."""

    ends = ()  # the names of the host's last modules, the newest first
    environment = {}  # what the bot finds in os.environ besides

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

    def newer(self):
        """Returns the names of modules that were imported after the host's, the oldest first. Each name and module that is looked at is a page that this process
        no longer shares with those that were forked from the same one."""
        names = []
        for name in reversed(sys.modules):
            names.append(name)
            if tuple(names[-len(self.ends):]) == self.ends:  # unless a bot has imported one of them anew
                break
        return names[::-1]

    def mine(self):
        """Returns the names of all modules that came from the tree."""
        names = []
        for name in self.newer():
            if name in self.foreign:
                continue
            module = sys.modules[name]
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

    def load(self, number, single=False):
        """Reloads the bot's file, with everything of its tree, and returns it with its modules. A single game has a process that loads
        nothing else; looking at every module there would copy most of the memory that it shares with its parent."""
        self.inside = None
        if not single:
            for name in self.mine() + [name for name in self.newer() if self.kind.provide(name) is not None]:
                del sys.modules[name]
        self.packages()
        if self.environment:
            os.environ.update(self.environment)
        loader = importlib.machinery.SourceFileLoader(self.name, self.path)  # whatever the target of a link is called
        spec = importlib.util.spec_from_file_location(self.name, self.path, loader=loader)
        module = importlib.util.module_from_spec(spec)
        sys.modules[self.name] = module
        chance = Chance(number)
        loading[:] = [self.root + os.sep, chance]
        spec.loader.exec_module(module)
        if single:
            self.inside = Modules({self.name: module}, chance, single)
            return module, self.inside
        modules = Modules({name: sys.modules[name] for name in self.mine()}, chance, single)
        self.switch = self.switch or any(imports_late(m) for m in modules.values())
        return module, modules

    def enter(self, modules):
        """Installs a lane's own modules, including those that it imported while it played, and removes those of other lanes."""
        if self.inside is not modules:
            for name in self.mine() if self.inside is None else self.inside:
                sys.modules.pop(name, None)
            sys.modules.update(modules)
            if self.environment:
                os.environ.update(self.environment)
            self.inside = modules
            loading[:] = [self.root + os.sep, modules.chance]
        self.known = len(sys.modules)

    def leave(self):
        """Stores the modules that the lane has imported."""
        if len(sys.modules) != self.known:
            self.inside.update({name: sys.modules[name] for name in self.mine()})


class Modules(dict):
    """The modules of a bot in one lane, by their names, with the lane's generators.

    A game must not depend on earlier games, so its modules must be unchanged by them. Most bots change none of their modules: all
    values in their modules and classes are immutable, and are the same objects after a game as before it. Such modules are reused by
    the next game; others are reloaded."""

    def __init__(self, modules, chance, single=False):
        """Modules of a single game are not checked for reuse."""
        super().__init__(modules)
        self.chance, self.count = chance, len(modules)
        self.spaces, self.functions, self.cells = [], [], []
        self.seen = set()
        self.constant = not single and all(self.fixed(m) for m in modules.values()) and not chance.drawn()
        del self.seen

    def untouched(self):
        """Reports whether no game has left anything in the modules, as far as can be detected."""
        return (
            self.constant and len(self) == self.count and self.chance.untouched()
            and all(len(space) == len(was) and all(map(operator.is_, space.values(), was)) for space, was in self.spaces)
            and not any(f.__dict__ for f in self.functions)
            and all(cell.cell_contents is was for cell, was in self.cells)
        )

    def fixed(self, module):
        """Reports whether all values in a module of the bot are immutable. Its names are recorded."""
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
            return True  # the bot's own are checked separately
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
# Names that the interpreter keeps in modules and classes.
NOTED = {"__builtins__", "__spec__", "__loader__", "__path__", "__annotations__", "__chance__", "__dict__", "__weakref__"}

# The root of the tree that is being loaded or played, and the generators of its lane.
loading = ["\0", None]
plain_execute = importlib.machinery.SourceFileLoader.exec_module


def execute_for_lane(loader, module):
    """Runs a module's file. A module of the bot gets its lane's generators."""
    if loader.path.startswith(loading[0]):
        module.__chance__ = loading[1]
        with importing(import_for_lane):
            plain_execute(loader, module)
    else:
        plain_execute(loader, module)


importlib.machinery.SourceFileLoader.exec_module = execute_for_lane

compiled = {}
compile_source = importlib.machinery.SourceFileLoader.get_code


def code_of(loader, name):
    """Compiles a file once for all lanes that load it."""
    if loader.path not in compiled:
        compiled[loader.path] = compile_source(loader, name)
    return compiled[loader.path]


importlib.machinery.SourceFileLoader.get_code = code_of
late = {}


def imports_late(module):
    """Reports whether a module imports something inside a function, so that lanes must swap their modules."""
    file = getattr(module, "__file__", None)
    if not file or not file.endswith(".py"):
        return False
    if file not in late:
        late[file] = looks_late(file)
    return late[file]


def imports_of(file):
    """Returns the packages that a bot's file and the files that it uses in its folder import, without the standard library."""
    found = {name.split(".")[0] for name in mentioned(file)}
    return sorted(found - set(getattr(sys, "stdlib_module_names", ())) - {"robots", "bot_control"})


def libraries_of(file):
    """Returns the modules of large libraries that a bot's files name, including those that they import from a package."""
    found = set()
    for path in uses(file)[1]:
        for name in named_in(path, True):
            if name.split(".")[0] in LARGE:
                found.add(name)
    return sorted(found)


LARGE = ("numpy", "scipy")


def mentioned(file):
    """Returns the modules that a bot's file imports, by their full names."""
    return uses(file)[0]


def uses(file):
    """Returns the modules that a bot's file and the files that it uses beside it import, by their full names, and all these files."""
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
    return found, seen


def named_in(path, whole=False):
    """Yields the modules that a file's import statements name, relative ones with a leading dot. If whole is set, it also yields the names imported from them."""
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
            if whole:
                yield from (node.module + "." + alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from ("." + alias.name for alias in node.names)


def beside(folder, name):
    """Returns the files in a bot's own folder that an import of a name loads."""
    place = os.path.join(folder, *name.split(".")[:1])
    if os.path.isfile(place + ".py"):
        return [place + ".py"]
    if os.path.isdir(place):
        return [os.path.join(at, f) for at, _, files in os.walk(place) for f in sorted(files) if f.endswith(".py")]
    return []


def prepare(file):
    """Loads the large libraries that a bot uses into the process from which its games are forked, and compiles the bot's own files.
    The libraries are the host's own: the bot's folder is not on the path yet."""
    names, files = uses(os.path.realpath(file))
    for name in sorted(names):
        if name.split(".")[0] in LARGE:
            try:
                importlib.import_module(name)
            except Exception:
                pass  # the bot's own import will report it
    Chance(0).own(sys.modules.get("numpy.random", random))
    for path in sorted(files):
        try:
            loader = importlib.machinery.SourceFileLoader("", path)
            code_of(loader, "")
            late[path] = looks_late(path)
        except Exception:
            pass  # the same


def looks_late(file):
    try:
        with open(file, "rb") as f:
            text = f.read()
        if all(line.startswith((b"import ", b"from ")) if b"import" in line else not line.endswith(b"\\") for line in text.splitlines()):
            return False  # a tree takes much memory
        tree = ast.parse(text)
    except (OSError, SyntaxError, ValueError):
        return False
    for function in ast.walk(tree):
        if isinstance(function, (ast.FunctionDef, ast.AsyncFunctionDef)):
            for node in ast.walk(function):
                if isinstance(node, (ast.Import, ast.ImportFrom)) or getattr(node, "attr", getattr(node, "id", "")) in ("import_module", "__import__"):
                    return True
    return False
