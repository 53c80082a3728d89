"""TITLE as a program of its own, which agon starts for each game. It and agon write an object of JSON a line to each other."""
import json
import random


def say(**message):
    print(json.dumps(message), flush=True)


hello = json.loads(input())["hello"]
luck = random.Random(hello["seed"])  # all chance comes from the seed: equal seeds and answers make equal games
heaps = [3 + luck.randrange(6) for _ in range(hello["options"]["heaps"])]
turn, lost = 0, None

while any(heaps) and lost is None:
    seat = turn % 2
    tiles = [["o"] * stones + ["."] * (9 - stones) for stones in heaps]
    say(frame={"round": turn, "text": ["%d stones are left" % sum(heaps)], "picture": {"grid": tiles, "status": "%d stones left" % sum(heaps)}})
    say(ask=[{"seat": seat, "lines": [" ".join(map(str, heaps))], "ms": 1000}])
    answer = json.loads(input())["answers"][0]  # {"seat": 0, "lines": ["2 from 1"]}, or {"seat": 0, "fault": "late"}
    try:
        stones, heap = map(int, answer["lines"][0].split(" from "))
        assert 1 <= stones <= min(3, heaps[heap - 1]) and 1 <= heap <= len(heaps)
        heaps[heap - 1] -= stones
    except (KeyError, ValueError, IndexError, AssertionError):
        lost = seat  # no answer, or none that can be played
    turn += 1

winner = 1 - lost if lost is not None else (turn - 1) % 2
say(end={"scores": [int(seat == winner) for seat in range(2)], "text": "{%d} %s" % (winner, "takes the last stone" if lost is None else "wins by default")})
