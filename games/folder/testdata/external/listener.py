"""The game of the other engines by one that listens for its bots, in the ways in which engines do that.

    listener.py MODE SEED SEATS PORT

MODE is words joined by commas: "threads" reads all bots by threads, "select" by one loop, otherwise one after the other is asked, once all
were told something; "names" has each bot say its name first, "each" listens at a port for each bot, "six" at an address of IPv6, "late" after
a while. Others fail: at their bots, at the port, or in the middle.
"""
import os
import queue
import random
import select
import socket
import sys
import threading
import time

mode, seed, seats, port = sys.argv[1].split(","), int(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4])
luck = random.Random(seed)


class Bot:
    def __init__(self, conn):
        self.conn, self.file, self.queue, self.out = conn, conn.makefile("r"), queue.Queue(), False
        if "threads" in mode:
            threading.Thread(target=self.pump, daemon=True).start()

    def pump(self):
        for line in self.file:
            self.queue.put(line)
        self.queue.put("")

    def write(self, *lines):
        try:
            self.conn.sendall("".join(line + "\n" for line in lines).encode())
        except OSError:
            self.out = True

    def line(self):
        if "threads" in mode:
            return self.queue.get()
        if "select" in mode:
            while not select.select([self.conn], [], [], 0.02)[0]:
                pass
        try:
            return self.file.readline()
        except OSError:
            return ""

    def answer(self):
        line = self.line()
        if not line:
            self.out = True
        return int(line) if line.strip().isdigit() else 0


def listen(at):
    if "six" in mode:
        return socket.create_server(("::", at), family=socket.AF_INET6, dualstack_ipv6=True)
    return socket.create_server(("127.0.0.1", at + ("elsewhere" in mode)))


def main():
    if "late" in mode:
        time.sleep(0.1)
    if "never" in mode:
        time.sleep(1000)
    if "ends" in mode:
        sys.exit(3)
    first = listen(port)
    doors = [first] + [listen(port + n) if "each" in mode else first for n in range(1, seats)]
    bots = []
    for door in doors:
        bots.append(Bot(door.accept()[0]))
        if "closes" in mode:
            bots[-1].conn.shutdown(socket.SHUT_RDWR)
            bots[-1].conn.close()
        if "two" in mode:
            door.accept()
    names = ["bot %d" % seat for seat in range(seats)]
    if "names" in mode:
        names = [bot.line().strip() for bot in bots]
    for seat, bot in enumerate(bots):
        bot.write("you are %s" % names[seat])
    if "half" in mode:
        bots[0].conn.sendall(b"and now")
        time.sleep(1000)
    sums = [0] * seats
    for frame in range(5):
        bonus = [luck.randrange(10) for _ in bots]
        print("frame %d of a game begun at %s" % (frame, time.time()), flush=True)
        if frame == 2 and "hangs" in mode:
            time.sleep(1000)
        together = "threads" in mode or "select" in mode
        for seat, bot in enumerate(bots):
            if not bot.out and together:
                bot.write("%d %d" % (frame, bonus[seat]))
        for seat, bot in enumerate(bots):
            if bot.out:
                continue
            if not together:
                bot.write("%d %d" % (frame, bonus[seat]))
            sums[seat] += bonus[seat] + bot.answer()
            if bot.out:
                sums[seat] = -1
    for seat, total in enumerate(sums):
        print("%d %d" % (seat, total), flush=True)
    if "stays" in mode:
        for bot in bots:
            bot.file.close()
            bot.conn.close()
        first.accept()


main()
