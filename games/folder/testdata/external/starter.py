"""The game of the other engines by one that starts its bots itself, in the ways in which engines do that.

    starter.py MODE SEED FILE BOT...

MODE is words joined by commas: "turns" asks one bot after the other, and tells all of them something first; "threads" reads them by threads,
and looks for answers now and then; "stops" stops bots between their turns; "go" ends prompts and answers with that word; "file" writes the
scores to FILE, "exit" ends with the winner, "one" prints a line for both, "list" only numbers. Others fail in the middle.
"""
import json
import os
import queue
import random
import shlex
import signal
import socket
import subprocess
import sys
import threading
import time


class Bot:
    def __init__(self, command, mode):
        self.process = subprocess.Popen(shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.queue, self.mode, self.out = queue.Queue(), mode, False
        if "threads" in mode:
            threading.Thread(target=self.pump, daemon=True).start()
        self.signal(signal.SIGSTOP)

    def signal(self, number):
        if "stops" in self.mode:
            try:
                self.process.send_signal(number)
            except OSError as error:
                print("cannot signal: %s" % error, flush=True)

    def pump(self):
        for line in iter(self.process.stdout.readline, ""):
            self.queue.put(line)
        self.queue.put("")

    def write(self, *lines):
        try:
            self.process.stdin.write("".join(line + "\n" for line in lines))
            self.process.stdin.flush()
        except OSError:
            self.out = True

    def line(self):
        if "threads" not in self.mode:
            return self.process.stdout.readline()
        while True:
            time.sleep(0.002)
            try:
                return self.queue.get(block=False)
            except queue.Empty:
                pass

    def answer(self):
        lines = [self.line()]
        while "go" in self.mode and lines[-1] not in ("go\n", ""):
            lines.append(self.line())
        if lines[-1] == "":
            self.out = True
            return []
        return [line.strip() for line in lines if line != "go\n"]


def main():
    mode, seed, file = sys.argv[1].split(","), int(sys.argv[2]), sys.argv[3]
    luck = random.Random(seed)
    bots = [Bot(command, mode) for command in sys.argv[4:]]
    if "twice" in mode:
        Bot(sys.argv[4], mode)
    sums = [0] * len(bots)
    links = [socket.socket(socket.AF_UNIX) for _ in range(300 if "links" in mode else 0)]
    for link in links:
        link.connect(shlex.split(sys.argv[4])[-1])
    for seat, bot in enumerate(bots):
        bot.write("you are %d" % seat)
    for frame in range(5):
        bonus = [luck.randrange(10) for _ in bots]
        go = ["go"] if "go" in mode else []
        print("frame %d of a game begun at %s" % (frame, time.time()), flush=True)
        if frame == 2 and "crash" in mode:
            raise ValueError("no more")
        if frame == 2 and "signal" in mode:
            os.kill(os.getpid(), signal.SIGSEGV)
        if frame == 2 and "waits" in mode:
            time.sleep(1000)
        if "turns" not in mode:
            for seat, bot in enumerate(bots):
                if not bot.out:
                    bot.write("%d %d" % (frame, bonus[seat]), *go)
        for bot in bots:
            bot.signal(signal.SIGCONT)
        for seat, bot in enumerate(bots):
            if bot.out:
                continue
            if "turns" in mode:
                bot.write("%d %d" % (frame, bonus[seat]), *go)
            sums[seat] += bonus[seat] + sum(int(line) for line in bot.answer())
            if bot.out:
                sums[seat] = -1
        for bot in bots:
            bot.signal(signal.SIGSTOP)
    if "file" in mode:
        with open(file, "w") as out:
            json.dump({"players": {str(seat): {"score": sum} for seat, sum in enumerate(sums)}}, out)
    elif "one" in mode:
        print("scores: " + " ".join(map(str, sums)))
    elif "list" in mode:
        print("\n".join(map(str, sums)))
    elif "exit" in mode:
        sys.exit(sums.index(max(sums)))
    else:
        for seat, sum_ in list(enumerate(sums))[:1 if "few" in mode else None]:
            print("%d %d" % (seat, sum_))
    if "double" in mode:
        print("1 3")


main()
