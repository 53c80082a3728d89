"""The class host: it loads Python bots and asks them for moves, frame by frame.

This module handles frames and the beginning and end of games; modules.py loads bots. The kind's own module (host.py in the kind's
folder) defines what a bot looks like and what it receives. It provides

    PACKAGE                      dotted name of the folder that holds all bots, or None
    provide(name)                a module to use for an import by that dotted name, or None
    load(module, path, want)     [(class name, factory), ...]; LookupError with a sentence if there is none
    describe(factory)            (name, author); may call the bot
    Lane(opening)                one game
        .begin(factory)          constructs the bot
        .turn(common, own)       -> (answer as bytes, nanoseconds of the call); the bot's exceptions pass through,
                                 with their nanoseconds left in .took

The nanoseconds only distribute the time of a frame over its lanes: a bot can change any clock in its own process, so the host also
measures the process from outside.

Frames are read from descriptor 0 and written to descriptor 1. Both are moved to other numbers before any bot is loaded: what a bot
prints goes to the log, and standard input is empty.

    in    op u8, bot u8, n u16, sequence u32, size u32. TURN asks n lanes: their numbers (u16 each), then the lengths (u32 each) of
          what all seats of the lane see and of what is private, then both for each lane; size counts what follows the header.
          Other orders are JSON; n is the lane that they are about.
    out   size u32, sequence u32; for a turn: a length (u32) and nanoseconds (u64) per lane, CPU nanoseconds (u64), a status (u8)
          per lane, then the answers

One machine may have several bots, if their author or organiser trusts them with each other. Each bot then has its own numbers of
lanes.
"""

import faulthandler
import gc
import io
import itertools
import json
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
read = json.JSONDecoder().scan_once  # json.loads does more, in more memory
SOLO, SOLO_ANSWER = struct.Struct("<HII"), struct.Struct("<IIIQQB")  # of a frame with one lane


class Pipe:
    """The two descriptors for frames."""

    def __init__(self):
        self.inward, self.outward = os.dup(0), os.dup(1)
        nothing = os.open(os.devnull, os.O_RDONLY)
        os.dup2(nothing, 0)
        os.close(nothing)
        os.dup2(2, 1)
        self.guarded = False
        self.body = bytearray(1 << 12)  # a page: each that is touched is a fault
        self.view = memoryview(self.body)

    def guard(self):
        """Makes children that are forked from now on forget the descriptors."""
        if not self.guarded and hasattr(os, "register_at_fork"):
            os.register_at_fork(after_in_child=self.forget)
        self.guarded = True

    def forget(self):
        """Closes the game's descriptors in a child that a bot has forked."""
        os.close(self.inward)
        os.close(self.outward)

    def frame(self):
        """Returns the next frame: its header's numbers and its end in the buffer, which the next call overwrites. The host sends a frame
        only after the answer to the last one, so a read never returns more than one frame."""
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
        """Returns the order in the last frame, and clears it from the buffer, where a bot could find it."""
        order, _ = read(str(self.view[HEAD.size:end], "utf-8"), 0)
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


class Printed(io.RawIOBase):
    """A standard stream of the bots. Each line is written with its lane and frame, so that games that are played at the same time
    have separate logs. Output that bypasses it, by C code or by another process, has no lane."""

    said = 0  # bytes that all streams have written since a game was closed
    streams = []

    def __init__(self, machine, number):
        self.machine, self.number = machine, number
        self.pending, self.at = bytearray(), None
        Printed.streams.append(self)

    def writable(self):
        return True

    def fileno(self):
        return self.number

    def write(self, data):
        at = self.machine.place()
        if at != self.at:
            for stream in Printed.streams:
                stream.flush()
            self.at = at
        data = memoryview(data).cast("B")
        self.pending += data
        end = self.pending.rfind(b"\n") + 1
        if end:
            self.send(end)
        elif len(self.pending) > 8192:
            self.flush()
        return len(data)

    def flush(self):
        if getattr(self, "pending", None):
            self.send(len(self.pending))

    def send(self, end):
        text = bytes(self.pending[:end])
        del self.pending[:end]
        if self.at is not None:
            text = b"\x1eagon %d %d\x1f%b\x1eagon - 0\x1f" % (*self.at, text)
        Printed.said += len(text)
        text = memoryview(text)
        while text:
            text = text[os.write(self.number, text):]


def ready(kind):
    """Runs a kind's code and fills caches, in a process from which class hosts are forked."""
    try:
        kind_of(kind)
    except Exception:
        pass  # the class host will report it
    for name in ("random", "numpy.random"):
        Chance(0).own(sys.modules.get(name, random))


kinds = {}  # the modules of kinds, by their source


def kind_of(source):
    if source not in kinds:
        kind = types.ModuleType("agon_kind")
        exec(compile(source, "<the kind's host>", "exec"), kind.__dict__)
        kinds[source] = kind
    return kinds[source]


class Returned(Exception):
    """A child has played its game; its parent continues."""


class Machine:
    def __init__(self):
        self.pipe = Pipe()
        self.lanes = []
        self.bots = {}
        self.kind = None
        Tree.ends = tuple(itertools.islice(reversed(sys.modules), 3))
        self.shared = None
        self.slot = 0
        self.mark = bytearray(2)
        self.layouts, self.parts = {}, {}
        self.profiler = None
        self.child = self.leaving = self.switching = False
        self.asked, self.opening, self.sequence = (), None, 0
        if hasattr(faulthandler, "register"):
            faulthandler.register(signal.SIGUSR1, file=2, all_threads=True)  # shows where a bot hangs
        for name, number in (("stdout", 1), ("stderr", 2)):
            stream = io.TextIOWrapper(Printed(self, number), encoding="utf-8", errors="backslashreplace", write_through=True)
            setattr(sys, name, stream)
            setattr(sys, "__%s__" % name, stream)

    def place(self):
        """Returns the lane and the frame in which a bot prints, or None between frames."""
        if self.opening is not None:
            return self.opening, self.sequence
        high, low = self.mark[1], self.mark[0]
        at = (high - 1 << 8) + low
        return (self.asked[at], self.sequence) if high and at < len(self.asked) else None

    def run(self):
        while True:
            op, bot, n, sequence, end = self.pipe.frame()
            if op == TURN:
                self.turn(n, sequence, end)
                continue
            self.sequence = sequence
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
            try:
                self.kind = kind_of(order["kind"])
            except ImportError as e:
                return {"missing": e.name or str(e)}
            self.methods = {name: f.__code__ for name, f in vars(self.kind.Lane).items() if isinstance(f, types.FunctionType)}
        if order.get("fresh"):
            prepare(order["file"])
            gc.collect()
            gc.freeze()  # a collection in a child must not visit the shared objects: each visit copies the object's page
            self.bots[bot] = order
            return {"bots": []}
        return self.settle(bot, order)

    def settle(self, bot, order, number=None):
        """Loads the bot's file. number is the seed of the game if it is loaded for a single one, else None."""
        self.pipe.guard()
        try:
            tree = Tree(self.kind, order["file"])
            tree.environment = dict(e.split("=", 1) for e in order.get("environment") or ())
            if order.get("list"):
                sys.meta_path.insert(1, Tolerant(tree))
            module, modules = tree.load(number or 0, single=number is not None)
            try:
                found = self.kind.load(module, order["file"], order.get("want", ""))
            except LookupError as e:
                return {"error": e.args[0] if e.args else short(e), "classless": True}
            tree.want = found[0][0] if order.get("want") or len(found) == 1 else ""
            if number is not None or not order.get("look") and not modules.chance.drawn():
                tree.spare.append((found[0][1], modules, number is None))
            self.bots[bot] = tree
            if not order.get("look"):
                return {"bots": [{"class": name} for name, _ in found]}
            return {"bots": [self.describe(tree, name, factory) for name, factory in found], "version": version()}
        except ImportError as e:
            complain(e)
            return {"missing": e.name or "", "error": short(e)}
        except BaseException as e:
            complain(e)
            return {"error": short(e)}

    def describe(self, tree, name, factory):
        file = tree.path
        try:
            file = getattr(sys.modules.get(factory.__module__), "__file__", None) or file
            title, author = self.kind.describe(factory)
            return {"class": name, "file": file, "imports": imports_of(file), "libraries": libraries_of(file), "name": str(title), "author": str(author)}
        except BaseException as e:
            complain(e)
            return {"class": name, "file": file, "name": name, "author": "", "error": short(e)}

    def map_shared(self, order):
        """Maps the page that says which lane is being asked, and the pages with the data that all seats share."""
        import mmap

        if order.get("mark"):
            self.mark = mmap.mmap(order["mark"], 4096)
        if order.get("shared"):
            size, self.slot = order["size"], order["slot"]
            self.map = mmap.mmap(order["shared"], size, mmap.MAP_SHARED, mmap.PROT_READ)
            self.shared = memoryview(self.map)
            self.hide(order["shared"])

    def hide(self, shared):
        """Leaves no descriptor of the pages that all bots of a core share: bots could communicate by its times and locks."""
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
        """Begins a game. The order is cleared before the bot's code runs, so that the bot finds nothing of it in the calling frames."""
        if isinstance(self.bots[bot], dict):
            self.fork()
        self.opening = n
        try:
            return self.begin(bot, n, order)
        finally:
            self.opening = None

    def begin(self, bot, n, order):
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
            complain(e)
            self.lanes[n] = None
            return {"error": short(e)}

    def prepare(self, n, order):
        """Makes a lane without its bot, and returns it with the number that seeds the bot's generators."""
        lane = self.kind.Lane(order["opening"])
        lane.common = lane.switch = None
        if self.shared is not None and order["common"]:
            start = order["slot"] * self.slot
            lane.common = self.shared[start:start + order["common"]]
        self.lanes += [None] * (n + 1 - len(self.lanes))
        self.lanes[n] = self.profiled(lane) if order["profile"] else lane
        number = order["seed"]
        order["opening"].clear()
        order.clear()
        return lane, number

    def fork(self):
        """Forks, with all libraries loaded, and continues in a child that no game has changed. The parent waits for it, and then plays the
        next game; if the child failed or was killed, the parent ends in the same way."""
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
        """Returns the lane with every call of its bot under the standard profiler."""
        import cProfile

        if self.profiler is None:
            self.profiler = cProfile.Profile()
        return Profiled(lane, self.profiler)

    def profile(self, *_):
        """Returns the profile: the standard profiler's file, and the same as plain lists."""
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
        """Returns a copy of the bot's modules that no other lane uses and no game has changed."""
        if tree.spare:
            factory, modules, unseeded = tree.spare.pop()
            if unseeded:
                modules.chance.begin(number)
            return factory, modules
        module, modules = tree.load(number)
        return self.kind.load(module, tree.path, tree.want)[0][1], modules

    def close(self, bot, n, _):
        """Ends a game, and reports which parts of the class host were replaced."""
        lane, self.lanes[n] = self.lanes[n], None
        for stream in (sys.stdout, sys.stderr):
            try:
                stream.flush()
            except Exception:
                pass
        if lane is not None and lane.modules.untouched():
            self.bots[bot].spare.append((lane.factory, lane.modules, True))
        self.leaving = self.child
        said, Printed.said = Printed.said, 0
        return {"replaced": self.replaced(), "said": said}

    def replaced(self):
        """Returns the names of the clocks and of the lane's methods that were replaced."""
        found = ["time." + name for name, clock in CLOCKS.items() if getattr(time, name, None) is not clock]
        return found + ["Lane." + name for name, code in self.methods.items() if getattr(vars(self.kind.Lane).get(name), "__code__", None) is not code]

    def turn(self, n, sequence, end):
        if n == 1:
            self.solo(sequence)
            return
        layout = self.layouts.get(n)
        if layout is None:
            layout = self.layouts[n] = (struct.Struct("<%dH%dI%dI" % (n, n, n)), struct.Struct("<II%dI%dQQ%ds" % (n, n, n)))
        entries = self.asked = layout[0].unpack_from(self.pipe.body, HEAD.size)
        self.sequence = sequence
        at = HEAD.size + layout[0].size
        begin = processor_time()
        if at == end and not self.switching:
            answers, took, status = self.quick(entries[:n])
        else:
            answers, took, status = self.general(n, entries, at)
        cpu = processor_time() - begin
        self.mark[1] = 0
        lengths = list(map(len, answers))
        self.pipe.write(layout[1].pack(13 * n + 8 + sum(lengths), sequence, *lengths, *took, cpu, status or b"") + b"".join(answers))

    def solo(self, sequence):
        """Asks one lane of a game that is played alone, without the overhead of frames with several lanes."""
        number, common, own = SOLO.unpack_from(self.pipe.body, HEAD.size)
        lane, mark, status, at = self.lanes[number], self.mark, 0, HEAD.size + SOLO.size
        self.asked, self.sequence = (number,), sequence
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
        """Returns a part of the frame. Most frames have the same layout, and a kind may cache what it derives from a part by its identity."""
        if self.parts.get(None) is not self.pipe.view:
            self.parts = {None: self.pipe.view}
        part = self.parts.get((at, size))
        if part is None:
            if len(self.parts) > 4096:
                self.parts = {None: self.pipe.view}
            part = self.parts[at, size] = self.pipe.view[at:at + size]
        return part

    def quick(self, numbers):
        """Asks lanes whose data is in their shared pages. This loop determines the speed of cheap bots."""
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
        """Asks lanes whose prompts came with the frame, or whose modules must be swapped in."""
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
        """Returns an exception as an answer. Writing its traceback takes longer than a frame is allowed, and counts as the call that raised it."""
        clock = CLOCKS["perf_counter_ns"]
        begin = clock()
        complain(error)
        answer = short(error).encode("utf-8", "replace")[:2000]
        return answer, getattr(lane, "took", 0) + clock() - begin


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
    """Returns the versions of the interpreter and of the library on which results depend most."""
    numpy = sys.modules.get("numpy")
    return "Python " + sys.version.split()[0] + (", numpy " + numpy.__version__ if numpy else "")


OWN = {"<the kind's host>", importlib.__file__, "<frozen importlib._bootstrap>", "<frozen importlib._bootstrap_external>"}


def complain(error):
    """Writes a traceback of the author's frames; if there is none, the exception alone."""
    try:
        told = traceback.TracebackException(type(error), error, error.__traceback__)
        lines = told.format() if trim(told, error) else told.format_exception_only()
        sys.stderr.write("".join(lines)[:8000].rstrip("\n") + "\n")
    except BaseException:
        pass


def trim(told, error):
    """Removes the class host's frames from a traceback and from those of its causes. Reports whether it has any left."""
    frames = [frame for frame, _ in traceback.walk_tb(error.__traceback__)]
    told.stack[:] = [line for line, frame in zip(told.stack, frames) if not own(frame)]
    for name in ("__cause__", "__context__"):
        if getattr(told, name) is not None:
            trim(getattr(told, name), getattr(error, name))
    return bool(told.stack)


def own(frame):
    return frame.f_globals is globals() or frame.f_code.co_filename in OWN


def short(error):
    """Returns an exception in one line."""
    try:
        text = "".join(traceback.format_exception_only(type(error), error)).strip().splitlines()[-1]
        if isinstance(error, SyntaxError) and error.filename:
            text = "%s (%s, line %s)" % (text, os.path.basename(error.filename), error.lineno)
    except BaseException:
        text = type(error).__name__
    return text[:400]
