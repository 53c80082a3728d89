"""Continues as a class host in a copy of the template, which has the libraries loaded that are its arguments: the host's own.
"""

import importlib
import random

# The modules of the standard library that the class host imports.
USED = "ast builtins enum faulthandler importlib.abc importlib.machinery importlib.util io itertools json operator struct time traceback types".split()


def load():
    """Loads the libraries, none of which may come from the folder in which this process was started."""
    here = [p for p in sys.path if p in ("", ".")]
    sys.path[:] = [p for p in sys.path if p not in ("", ".")]
    for name in [*USED, *sys.argv[1:]]:
        try:
            importlib.import_module(name)
        except Exception:
            pass  # the bot's own import will report it
    del sys.argv[1:]
    sys.path[:0] = here


try:
    serve(3, load, lambda *program: True)
    os._exit(0)
except Begin:
    pass
random.seed()
if "numpy.random" in sys.modules:
    sys.modules["numpy.random"].seed()
for name in ("HOST ROOT BOT KEEP LAST END CLONE GROUPS RELOCATIONS MESSAGE MESSAGE_SIZE SWEEP REPORT_PID REPORT_CLONE REPORT_MAPS STEP FILE_LIMIT CLONE3 "
             "CLOSE_RANGE EXECVE SECCOMP CLONE_1 SIGNALFD INTO_CGROUP SET_NAME SET_DUMPABLE ALL WALL ENDED KILL USED libc call Begin Plan texts reap sweep "
             "receive alone load serve ctypes mmap resource select _signal _socket").split():
    del globals()[name]
del name
