"""Many games at once, in a block of memory that this process shares with the program agon."""

import json
import mmap
import os
import shutil
import subprocess
import tempfile

import numpy

NO_MOVE = -1  # the action of a seat that gives no move, which is the fault "late"


class AgonError(Exception):
    """What the program agon says is wrong, that it is not there, or that an action is no move."""


class Arrays:
    """Arrays by name, as attributes and as items."""

    def __init__(self, arrays):
        self._arrays = arrays
        self.__dict__.update(arrays)

    def __getitem__(self, name):
        return self._arrays[name]

    def __iter__(self):
        return iter(self._arrays)

    def __len__(self):
        return len(self._arrays)


class Batch:
    """Games of one kind that are played at once.

    kind      name of the kind: agon games lists them
    games     how many are played at once
    seats     of each game; None: the kind's usual number
    seed      of the first game; the other games have the seeds after it, one by one
    options   of the kind, as {"rounds": 50}; agon games KIND lists them
    bots      built-in bots that play seats, as {1: "steve"}; a step goes on until another seat owes a move
    reward    "points": the result, from -1 (last) to 1 (first), at the end; "score": what the score has grown by in each step
    autoreset whether a game that has ended is followed by another at once
    items     room for each list that seats see and that grows
    cores     that play; None: all
    program   path of the program agon; None: the environment variable AGON, then the PATH

    Arrays have the games as their first axis and, where that makes sense, the seats as their second. They are views of shared memory: the next step
    writes them anew, so copy what is to be kept.

    actions   to be written: the index of a move in moves, or NO_MOVE; those of seats that owe no move are ignored
    owes      which seats owe a move
    rewards   of the last step
    done      which games have ended in the last step
    faults    what was wrong with the last actions: an index into fault_names, 0 for nothing
    seeds     of the games that are played now
    last      of the game that has ended last: seeds, turns, places, scores, digests
    legal     which moves the rules let each seat play, when "legal" was observed last
    scores    of each seat, when "scores" was observed last
    view      what seats see, when it was observed last: view.grid was by "view.grid"
    """

    def __init__(self, kind, games=1, *, seats=None, seed=1, options=None, bots=None, reward="points", autoreset=True, items=64, cores=None, program=None):
        self._process = self._memory = None
        words = ["environment", kind, "--games", str(games), "--seed", str(seed), "--reward", reward, "--items", str(items), "--jobs", str(cores or 0)]
        if seats is not None:
            words += ["--seats", str(seats)]
        if not autoreset:
            words.append("--once")
        for name, value in (options or {}).items():
            words += ["--set", "%s=%s" % (name, str(value).lower() if isinstance(value, bool) else value)]
        for seat, name in (bots or {}).items():
            words += ["--bot", "%d=%s" % (seat, name)]
        if os.name != "posix":
            raise AgonError("agon shares memory with programs on Linux and macOS; on Windows use its Subsystem for Linux")
        with tempfile.TemporaryFile(dir="/dev/shm" if os.access("/dev/shm", os.W_OK) else None) as block:
            words += ["--memory", str(block.fileno())]
            # Where the learner ends, however it does, the pipe ends, and with it the program.
            self._process = subprocess.Popen(
                [find(program)] + words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, pass_fds=[block.fileno()], start_new_session=True
            )
            about = self._answer()
            self._memory = mmap.mmap(block.fileno(), about["size"])
        self.kind, self.title, self.moves = about["kind"], about["title"], about["moves"]
        self.games, self.seats, self.bots, self.fault_names = about["games"], about["seats"], about["bots"], about["faults"]
        found = {True: {}, False: {}}
        for a in about["arrays"]:
            array = numpy.ndarray(a["shape"], dtype=numpy.dtype(a["type"]), buffer=self._memory, offset=a["offset"])
            found[a["group"] == "view"][a["name"]] = array
        step = found[False]
        self.actions, self.rewards, self.faults, self.seeds = step["actions"], step["rewards"], step["faults"], step["seeds"]
        self.owes, self.done, self.legal = (step[name].view(bool) for name in ("owes", "done", "legal"))
        self.scores = step["scores"]
        self.last = Arrays({name[len("last_"):]: array for name, array in step.items() if name.startswith("last_")})
        self.view = Arrays(found[True])

    def step(self, actions=None, observe=()):
        """Plays a turn of every game with these actions, or with what was written into self.actions, and returns rewards and done.

        observe names what is to be written afterwards, as ["legal", "view.grid"].
        """
        if actions is not None:
            self._write(actions)
        self._ask({"do": "step", "observe": list(observe)})
        return self.rewards, self.done

    def _write(self, actions):
        """Writes actions, and refuses those of seats that owe a move which are no moves, whatever their type."""
        given = numpy.broadcast_to(numpy.asarray(actions), self.actions.shape)
        if given.dtype.kind not in "iub":
            raise AgonError("actions are whole numbers, not %s" % given.dtype)
        wrong = numpy.argwhere(self.owes & ((given < NO_MOVE) | (given >= len(self.moves))))
        if len(wrong):
            game, seat = wrong[0]
            raise AgonError("game %d: the action of seat %d is %d, want 0 to %d, or %d for no move" % (game, seat, given[game, seat], len(self.moves) - 1, NO_MOVE))
        self.actions[...] = given

    def reset(self, seed=1, observe=()):
        """Begins all games anew, the first with this seed."""
        self._ask({"do": "reset", "seed": int(seed), "observe": list(observe)})

    def observe(self, *names):
        """Writes arrays: "legal", "scores", and of what seats see "view.NAME"."""
        self._ask({"do": "observe", "observe": list(names)})

    def render(self, game=0, seat=-1):
        """Returns a game as lines of text, as a seat sees it or with -1 all of it; empty for a kind that people do not play by text."""
        return self._ask({"do": "print", "game": int(game), "seat": int(seat)})["text"]

    def close(self):
        """Ends the program. Arrays stay as they are."""
        if self._process is not None:
            try:
                self._process.stdin.close()
            except BrokenPipeError:
                pass  # it has ended by itself
            self._process.stdout.close()
            self._process.stderr.close()
            self._process.wait()
            self._process = None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def __del__(self):
        try:
            self.close()
        except Exception:
            pass

    def _ask(self, request):
        if self._process is None:
            raise AgonError("this batch is closed")
        try:
            self._process.stdin.write(json.dumps(request).encode() + b"\n")
            self._process.stdin.flush()
        except BrokenPipeError:
            pass  # _answer says why
        return self._answer()

    def _answer(self):
        line = self._process.stdout.readline()
        if not line.endswith(b"\n"):
            said = self._process.stderr.read().decode(errors="replace").strip()
            code = self._process.wait()
            self.close()
            raise AgonError(said.removeprefix("agon: ") or "the program agon ended with code %d" % code)
        answer = json.loads(line)
        if answer.get("error"):
            raise AgonError(answer["error"])
        return answer


def find(program):
    """Returns the path of the program agon."""
    named = program or os.environ.get("AGON")
    found = shutil.which(named or "agon")
    if found is None:
        where = "%s is not a program" % named if named else "the program agon is not on the PATH"
        raise AgonError(where + ": install agon, or name it by program= or by the environment variable AGON")
    return found
