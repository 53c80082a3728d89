"""Continues as a program in a copy of the template. An interpreter imports this module as sitecustomize, the last before its program. Then it
asks the path hooks whether the program's file is an archive, and here one of them waits: a copy returns from it, and the interpreter goes on
as it would have in a process of its own.

The template's arguments are what the program's file imports first, in its order, as "module" or "module:name,name". When a copy is made, its
modules are those of an interpreter that has just carried out these statements; nothing else of this file is left.
"""

import _frozen_importlib_external
import time

place = os.environ["PYTHONPATH"]
first = len(sys.orig_argv) - len(sys.argv)  # of the program's own arguments
imports = sys.argv[1:]
own = {}  # the environment with which this interpreter was started
PREFIXES = (b"PYTHON", b"LC_", b"LD_", b"LANG", b"MALLOC", b"GLIBC", b"GCONV", b"LOCPATH", b"TZ", b"OPENSSL", b"SSL")


def leave():
    """Removes what led here, and the modules that only this file needs."""
    del os.environ["PYTHONPATH"]
    own.update(os.environb)
    sys.path.remove(place)
    for name in set(sys.path_importer_cache) - paths:
        del sys.path_importer_cache[name]
    sys.path_importer_cache.pop(place, None)
    sys.modules["zipimport"]._zip_directory_cache.pop(place, None)
    for name in [n for n in sys.modules if n not in before]:
        del sys.modules[name]
        above, _, last = name.rpartition(".")
        if above in sys.modules:
            vars(sys.modules[above]).pop(last, None)
    del sys.modules["sitecustomize"]


def customized():
    """Imports the system's own sitecustomize, and returns its file; None if there is none."""
    found = _frozen_importlib_external.PathFinder.find_spec("sitecustomize")
    if found is None:
        return None
    import sitecustomize  # noqa: F401
    return os.path.realpath(found.origin)


def load():
    """Imports what the program's file imports."""
    for text in imports:
        name, _, names = text.partition(":")
        __import__(name, {}, {}, names.split(",") if names else [])


def configured():
    """Returns the address of the pointer to the path of the program's file in the interpreter's configuration, which is read after the path
    hooks. Python has joined that path with its folder, which a copy changes."""
    ctypes.pythonapi.PyInterpreterState_Get.restype = ctypes.c_void_p
    state = ctypes.pythonapi.PyInterpreterState_Get()  # the configuration is a part of it
    path = bytes(ctypes.create_unicode_buffer(initial))
    found = []
    with open("/proc/self/mem", "rb", 0) as memory:
        words = os.pread(memory.fileno(), 1 << 19, state)
        for at in range(0, len(words) - 7, 8):
            pointer = int.from_bytes(words[at:at + 8], sys.byteorder)
            if pointer >> 12 == 0 or pointer >> 47 or pointer % 4:
                continue  # not a pointer
            try:
                if os.pread(memory.fileno(), len(path), pointer) == path:
                    found.append(state + at)
            except OSError:
                pass
    at, = found
    return at


def relocate():
    """Gives the configuration the path of the program's file as it is now."""
    path = os.getcwd() + "/" + sys.argv[0]
    text = ctypes.create_unicode_buffer(path)
    allocate = ctypes.pythonapi.PyMem_RawMalloc
    allocate.restype, allocate.argtypes = ctypes.c_void_p, [ctypes.c_size_t]
    to = allocate(ctypes.sizeof(text))
    ctypes.memmove(to, text, ctypes.sizeof(text))
    ctypes.c_void_p.from_address(pointer).value = to
    sys.path_importer_cache[path] = sys.path_importer_cache.pop(initial)


def replaces(arguments, environment, note):
    """Reports whether the program would be found as it is here: started with the same environment but for a few names, with the beginning of
    its file that the note holds, and with no file beside it that its imports would find instead."""
    if any(environment.get(name) != value for name, value in own.items()):
        return False
    if any(name.startswith(PREFIXES) for name in environment if name not in own):
        return False
    if where is not None and not os.path.exists(where):
        return False
    try:
        with open(arguments[first], "rb") as f:
            if f.read(len(note)) != note:
                return False
        names = {name.partition(".")[0] for name in os.listdir(os.path.dirname(os.path.realpath(arguments[first])))}
    except OSError:
        return False
    return names.isdisjoint(sys.modules)


def hook(path):
    if path != initial:
        raise ImportError
    sys.path_hooks.remove(hook)
    try:
        serve(3, load, replaces)
        os._exit(0)
    except Begin as program:
        sys.orig_argv[:] = program.args[0]
        sys.argv[:] = program.args[0][first:]
    except BaseException:
        os._exit(1)
    try:
        relocate()
    except BaseException:
        os.execv(sys.executable, sys.orig_argv)
    main = sys.modules["__main__"]
    for thing in (main, main.__dict__):  # the collector must find them again when the program ends: frozen, they would outlive it
        ctypes.pythonapi.PyObject_GC_UnTrack(ctypes.py_object(thing))
        ctypes.pythonapi.PyObject_GC_Track(ctypes.py_object(thing))
    time.tzset()  # the sandbox has its own /etc/localtime
    if "threading" in sys.modules:
        sys.modules["threading"].main_thread()._set_native_id()
    raise ImportError


initial = os.getcwd() + "/" + sys.argv[0]
try:
    pointer = configured()
except BaseException:
    os._exit(1)
sys.path_hooks.append(hook)
leave()
where = customized()
if "sitecustomize" not in sys.modules:
    raise ImportError(name="sitecustomize")
