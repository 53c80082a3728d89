"""A launcher of class hosts that has their libraries loaded: each host is a fork of it, and starts in a few milliseconds.

It replaces the sandbox's own launcher, and carries out the same plans, which package entry describes. The last step of a plan would
execute an interpreter. Here the process continues as the class host instead, after changing everything that an execution would
change: descriptors, environment and name. The template itself never reads a bot's code or files.

Its arguments are the class host's program, which it runs up to where a class host would begin, the kind's part of it, which it compiles, and the
libraries to load, which are the host's own. Bots' files have named them, so only those in a list are loaded.
"""

import sys

sys.path[:] = [place for place in sys.path if place]  # not the folder in which this process was started
import ctypes
import gc
import importlib
import mmap
import os
import random
import resource
import select
import signal
import socket

HOST, ROOT, BOT, KEEP, LAST, END, CLONE, GROUPS, RELOCATIONS, MESSAGE, MESSAGE_SIZE, SWEEP = range(12)
REPORT_PID, REPORT_CLONE, REPORT_MAPS = 100, 101, 102
STEP, FILE_LIMIT = 10, 64
CLONE3, CLOSE_RANGE = 435, 436
EXECVE, SECCOMP, CLONE_1, SIGNALFD = {"x86_64": (59, 317, 56, 289), "aarch64": (221, 277, 220, 74)}[os.uname().machine]
INTO_CGROUP = 0x200000000
SET_NAME, SET_DUMPABLE = 15, 4
ALL = (1 << 64) - 1
WALL = 0x40000000  # wait for children of every kind
# The modules of the standard library that the class host imports.
USED = "ast builtins enum faulthandler importlib.abc importlib.machinery importlib.util io itertools json operator struct time traceback types".split()
LOADABLE = {
    "numpy", "numpy.fft", "numpy.lib.stride_tricks", "numpy.linalg", "numpy.ma", "numpy.polynomial", "numpy.random", "scipy", "scipy.cluster",
    "scipy.constants", "scipy.fft", "scipy.fftpack", "scipy.integrate", "scipy.interpolate", "scipy.linalg", "scipy.ndimage", "scipy.optimize",
    "scipy.signal", "scipy.sparse", "scipy.sparse.csgraph", "scipy.sparse.linalg", "scipy.spatial", "scipy.spatial.distance", "scipy.special", "scipy.stats",
}

libc = ctypes.PyDLL(None, use_errno=True)
call = libc.syscall
call.restype, call.argtypes = ctypes.c_long, [ctypes.c_ulong] * 7


environment = None  # that of this process since the first plan


class Begin(Exception):
    """This process continues as a class host."""


class Plan:
    """A plan in memory that can be wiped, with the descriptors that came with it."""

    def __init__(self, size, files):
        self.files = files
        self.memory = mmap.mmap(-1, size * 8, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
        self.words = (ctypes.c_uint64 * size).from_buffer(self.memory)
        self.base = ctypes.addressof(self.words)
        self.report = files[-3]  # the host reads from its other end

    def read(self):
        at, view = 0, memoryview(self.memory)
        while at < len(view):
            n = os.preadv(self.files[-1], [view[at:]], at)
            if n == 0:
                raise OSError("the plan is cut off")
            at += n
        view.release()
        words = self.words
        first = words[RELOCATIONS]
        for place in words[first + 1:first + 1 + words[first]]:
            words[place] += self.base

    def wipe(self):
        ctypes.memset(self.base, 0, len(self.memory))

    def run(self, section, until=None):
        """Carries out a section. Returns the offset of a failed step with its error, or None. Calls until before each step, and stops if
        it returns true."""
        words = self.words
        for at in range(words[section], words[section + 1], STEP):
            number, *arguments = words[at:at + 7]
            if until is not None and until(number):
                return None
            loads = words[at + 7]
            if loads:
                arguments = [words[a] if loads >> i & 1 else a for i, a in enumerate(arguments)]
            result = call(number, *arguments)
            if result == -1:
                if not words[at + 9]:
                    return at, ctypes.get_errno()
            elif words[at + 8]:
                words[words[at + 8]] = result
        return None

    def tell(self, what, number, error):
        try:
            os.write(self.report, b"".join(n.to_bytes(8, sys.byteorder) for n in (what, number, error)))
        except OSError:
            pass  # the host does not wait any more

    def fail(self, what, number, error):
        self.tell(what, number, error)
        os._exit(1)

    def adopt(self):
        """Gives this process the environment of the program, which is usually that of the last one: a copy then has it."""
        global environment
        at = self.words[BOT + 1] - STEP  # the execution
        wanted = dict(text.split(b"=", 1) for text in texts(self.words[at + 3]))
        if wanted != environment:
            os.environb.clear()
            os.environb.update(wanted)
            environment = wanted

    def begin(self):
        """Makes the first process of the program, and sets its user ids."""
        wake, waker = os.pipe2(os.O_CLOEXEC)
        pid = self.clone()
        if pid == 0:
            try:
                self.first(wake, waker)
            except Begin:
                raise
            except BaseException as e:
                self.fail(ROOT, 0, getattr(e, "errno", None) or 5)
        if pid < 0:
            self.tell(REPORT_CLONE, 0, ctypes.get_errno())
            return
        self.tell(REPORT_PID, pid, 0)
        try:
            self.map_users(pid)
        except OSError as e:
            self.tell(REPORT_MAPS, 0, e.errno)
            return
        os.write(waker, b"\1")

    def clone(self):
        """Clones this process into the namespaces of the plan: a child of the host, not of this process. Python learns of it when the child
        forks the bot: what it does after a fork copies a megabyte."""
        at = self.words[CLONE]
        pid = call(CLONE3, self.base + 8 * at, 11 * 8, 0, 0, 0, 0)
        if pid == -1 and ctypes.get_errno() == 38 and not self.words[at] & INTO_CGROUP:  # ENOSYS
            pid = call(CLONE_1, self.words[at] | signal.SIGCHLD, 0, 0, 0, 0, 0)
        return pid

    def map_users(self, pid):
        at = self.words[GROUPS]
        if at == 0:
            return
        for i, name in enumerate(("setgroups", "gid_map", "uid_map")):
            text, size = self.words[at + 2 * i:at + 2 * i + 2]
            if size:
                fd = os.open("/proc/%d/%s" % (pid, name), os.O_WRONLY | os.O_CLOEXEC)
                try:
                    os.write(fd, ctypes.string_at(text, size))
                finally:
                    os.close(fd)

    def first(self, wake, waker):
        """Runs as the first process of the namespaces: it waits for its user ids, sets up the sandbox, starts the bot and stays as pid 1."""
        os.close(waker)
        if os.read(wake, 1) != b"\1":
            os._exit(1)  # the template died
        os.close(wake)
        control, last = len(self.files) - 3, len(self.files) - 1
        for to, fd in enumerate(self.files[:last]):
            os.dup2(fd, to)
            os.close(fd)
        self.report = control
        os.close(self.files[last])
        call(CLOSE_RANGE, last, FILE_LIMIT, 0, 0, 0, 0)
        if failed := self.run(ROOT):
            self.fail(ROOT, *failed)
        bot = os.fork()
        if bot == 0:
            self.become()
        mask = ctypes.c_uint64(1 << signal.SIGCHLD - 1)
        signals = call(SIGNALFD, ALL, ctypes.addressof(mask), 8, os.O_CLOEXEC | os.O_NONBLOCK, 0, 0)
        if failed := self.run(KEEP):
            self.fail(KEEP, *failed)
        os.close(control)
        self.keep(control + 1, signals, bot)
        if self.words[SWEEP]:
            sweep()
        os._exit(0)

    def become(self):
        """Carries out the last steps towards the bot's process, and wipes the plan and all state of the template."""

        def until(number):
            if number == SECCOMP:  # sets what an execution would set
                call(CLOSE_RANGE, self.report + 1, ALL >> 32, 0, 0, 0, 0)
                libc.prctl(SET_DUMPABLE, 1, 0, 0, 0)
                libc.prctl(SET_NAME, b"python3", 0, 0, 0)
            return number == EXECVE

        if failed := self.run(BOT, until):
            self.fail(BOT, *failed)
        os.close(self.report)
        self.wipe()
        raise Begin

    def keep(self, life, signals, bot):
        """Reaps ended processes until the bot has ended, or until the host closes the lifeline or writes to it to end the bot."""
        poll = select.poll()
        poll.register(life, select.POLLIN)
        poll.register(signals, select.POLLIN)
        while True:
            status = reap(bot)
            if status is not None:
                at = self.words[MESSAGE]
                self.words[at] = status
                self.run(LAST)
                try:
                    os.write(life, ctypes.string_at(self.base + 8 * at, self.words[MESSAGE_SIZE]))
                except OSError:
                    pass
                return
            for fd, _ in poll.poll():
                if fd == life:
                    return
            try:
                os.read(signals, 128)
            except BlockingIOError:
                pass


def texts(at):
    """Yields the strings of an array that ends with a null pointer."""
    while pointer := ctypes.c_uint64.from_address(at).value:
        yield ctypes.string_at(pointer)
        at += 8


def reap(bot):
    """Reaps all children that have ended, and returns the bot's status if it is among them."""
    status = None
    while True:
        try:
            pid, ended = os.waitpid(-1, os.WNOHANG | WALL)
        except ChildProcessError:
            return status
        if pid == 0:
            return status
        if pid == bot:
            status = ended


def sweep():
    """Kills all descendants if there is no pid namespace. Orphans become children of this process, their subreaper."""
    while True:
        with open("/proc/thread-self/children") as f:
            for pid in f.read().split():
                os.kill(int(pid), signal.SIGKILL)
        try:
            os.waitpid(-1, os.WNOHANG | WALL)
        except ChildProcessError:
            return
        select.select((), (), (), 0.0002)


def load(names):
    """Loads the libraries."""
    for name in names:
        try:
            importlib.import_module(name)
        except Exception:
            pass  # the bot's own import will report it


def serve(number):
    """Carries out plans until the host closes the socket."""
    now, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    if now < most - 1:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most - 1, most))  # as Go's runtime does in the sandbox's own launcher
    signal.pthread_sigmask(signal.SIG_SETMASK, range(1, signal.NSIG))
    program, kind, *names = sys.argv[1:]
    del sys.argv[1:]
    load([*USED, *(name for name in names if name in LOADABLE)])
    exec(compile(program, "<string>", "exec"), globals())
    if kind:
        globals()["ready"](kind)
    if len(os.listdir("/proc/self/task")) != 1:
        return  # a fork would lose the other threads
    gc.collect()
    gc.freeze()
    fd = number
    while fd < FILE_LIMIT:  # so that later descriptors do not take a number that a program needs
        fd = os.dup(fd)
    host = socket.socket(fileno=number)
    while True:
        message, files, _, _ = socket.recv_fds(host, 8, FILE_LIMIT)
        if len(message) != 8 or len(files) < 4:
            return
        plan = Plan(int.from_bytes(message, sys.byteorder), files)
        try:
            plan.read()
            plan.adopt()
            failed = plan.run(HOST)
            if failed:
                plan.tell(HOST, *failed)
            else:
                plan.begin()
        except OSError as e:
            plan.tell(HOST, 0, e.errno or 5)
        except Begin:
            host.detach()  # its number now belongs to another file
            raise
        plan.wipe()
        del plan
        call(CLOSE_RANGE, FILE_LIMIT + 1, ALL >> 32, 0, 0, 0, 0)


try:
    serve(3)
    os._exit(0)
except Begin:
    pass
random.seed()
if "numpy.random" in sys.modules:
    sys.modules["numpy.random"].seed(int.from_bytes(os.urandom(4), "little"))  # by itself it asks in a way that takes twice the memory
for name in ("HOST ROOT BOT KEEP LAST END CLONE GROUPS RELOCATIONS MESSAGE MESSAGE_SIZE SWEEP REPORT_PID REPORT_CLONE REPORT_MAPS STEP FILE_LIMIT CLONE3 "
             "CLOSE_RANGE EXECVE SECCOMP CLONE_1 SIGNALFD INTO_CGROUP SET_NAME SET_DUMPABLE ALL WALL USED LOADABLE libc call environment Begin Plan texts reap sweep load serve ctypes mmap resource select socket").split():
    del globals()[name]
del name
