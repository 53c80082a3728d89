"""Tide goes round and round, rock, paper, scissors, and draws the sea."""
import json
import math
import sys

number = len([r for r in (sys.argv[1] if len(sys.argv) > 1 else "").split(";") if r])
sea = []
for y in range(14):
    row = ""
    for x in range(48):
        level = 7 + 3 * math.sin((x + 3 * number) * 0.26) + 1.5 * math.sin((x - 2 * number) * 0.13)
        row += "~" if abs(y - level) < 0.6 else ("." if y > level else " ")
    sea.append(row.rstrip())
print(json.dumps({"move": ["ROCK", "PAPER", "SCISSORS"][number % 3], "art": sea}))
