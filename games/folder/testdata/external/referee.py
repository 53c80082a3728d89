"""A game of two as a referee of CodinGame's SDK plays it: each seat names numbers, and the greater sum after five rounds wins.

Who names no number is out. The seed decides what is added to each sum; "lines" of the properties is how many lines an answer has.
"""
import json
import random
import sys


def read():
    head = sys.stdin.readline()
    if not head:
        sys.exit(0)
    name, count = head.strip()[2:].split("] ")
    return name, [sys.stdin.readline().rstrip("\n") for _ in range(int(count[:-1]))]


def write(name, *lines):
    sys.stdout.write("[[%s] %d]\n%s" % (name, len(lines), "".join(line + "\n" for line in lines)))
    sys.stdout.flush()


def entities(frame, sums):
    """The data of a frame by the module of graphic entities: a field, and for each seat a bar as long as its sum, an image and its name."""
    commands = []
    if frame == 0:
        commands.append("CR" + ";R;T;S" * len(sums))
        commands.append("U1 1 v 1 w 1920 h 1080 f 3368550 z -1")
        for seat in range(len(sums)):
            id, y = 2 + 3 * seat, 120 + 360 * seat
            commands.append("U%d 1 v 1 x 60 y %d w 60 h 120 f %d;%d 1 v 1 x 60 y %d f 16777215 s 60 T 'I am $%d';%d 1 v 1 x 1800 y %d i pac.png" % (
                id, y, -1 - seat, id + 1, y + 180, seat, id + 2, y))
    else:
        commands.append("U" + ";".join("%d 1 w %d ∫" % (2 + 3 * seat, 60 + 12 * max(n, 0)) for seat, n in enumerate(sums)))
    data = {"entitymodule": "\n".join(commands)}
    if frame == 0:
        data = {"global": {"entitymodule": {"width": 1920, "height": 1080}}, "frame": data}
    return json.dumps(data)


def main():
    mode = sys.argv[1] if len(sys.argv) > 1 else ""
    name, lines = read()
    seats, properties = int(lines[0]), dict(line.split("=", 1) for line in lines[1:])
    luck = random.Random(int(properties["seed"]))
    wanted = int(properties.get("lines", 1))
    if mode == "uncertain":
        luck = random.Random()
    sums, out, said = [0] * seats, [False] * seats, []
    first, drawn = True, []

    def view(frame):
        nonlocal first
        if mode == "draws" and not first and frame == drawn[-1]:
            write("VIEW", "INTERMEDIATE_FRAME %d" % frame)
        elif mode == "draws":
            drawn.append(frame)
            write("VIEW", "KEY_FRAME %d" % frame, entities(frame, sums))
        else:
            write("VIEW", "KEY_FRAME %d" % frame, '{"sums": %s}' % sums)
        if first:
            write("MONITORING")
            first = False
        write("INFOS")
        if said:
            write("SUMMARY", *said)
            said.clear()

    def execute(seat, frame, lines, count):
        assert read()[0] == "GET_GAME_INFO"
        view(frame)
        write("NEXT_PLAYER_INPUT", *lines)
        write("NEXT_PLAYER_INFO", str(seat), str(count), "1000" if frame == 0 else "50")
        name, answer = read()
        return None if name == "SET_PLAYER_TIMEOUT" else answer[1:]

    for seat in range(seats):
        if mode == "seat":
            seat += 7
        execute(seat, 0, ["you are %d" % seat], 0)
    for frame in range(5):
        for seat in range(seats):
            if out[seat]:
                continue
            if mode == "ends" and frame == 2:
                sys.stderr.write("no more\n")
                sys.stdout.write("[[VIE")
                sys.exit(3)
            if mode == "hangs" and frame == 2:
                while True:
                    pass
            bonus = luck.randrange(10)
            answer = execute(seat, frame, ["%d %d" % (frame, bonus)], wanted)
            try:
                assert len(answer) == wanted
                sums[seat] += bonus + sum(int(line) for line in answer)
                said.append("$%d names %s" % (seat, " ".join(answer)))
            except (TypeError, ValueError, AssertionError):
                sums[seat], out[seat] = -1, True
                said.extend(["¤RED¤$%d is out:§RED§" % seat, "- no number"])
    read()
    view(5)
    if mode == "fails":
        write("FAIL", "java.lang.IllegalStateException", "  at Referee.java:7")
    write("SCORES", *["%d %d" % (seat, sums[seat]) for seat in range(seats - (mode == "few"))])
    read()


main()
