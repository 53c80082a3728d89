"""The same game in agon's own protocol, in which both seats are asked at once."""
import json
import random
import sys


def say(**message):
    print(json.dumps(message), flush=True)


def main():
    hello = json.loads(input())["hello"]
    luck, sums = random.Random(hello["seed"]), [0] * hello["seats"]
    for seat in range(hello["seats"]):
        say(tell={"seat": seat, "lines": ["you are %d" % seat]})
    for frame in range(5):
        asks = [{"seat": seat, "lines": ["%d %d" % (frame, luck.randrange(10))], "ms": 50} for seat in range(hello["seats"])]
        say(ask=asks)
        for answer, ask in zip(json.loads(input())["answers"], asks):
            if answer.get("lines", [""])[0].isdigit():
                sums[answer["seat"]] += int(answer["lines"][0]) + int(ask["lines"][0].split()[1])
        say(frame={"round": frame + 1, "text": ["the sums are %s" % sums], "scores": sums, "picture": {"status": "sums %s" % sums}})
    say(end={"scores": sums, "text": "{%d} names the most" % sums.index(max(sums))})


main()
