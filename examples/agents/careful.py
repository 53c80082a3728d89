"""An agent: its snake leaves out moves onto snakes and walls, in the second round those with a single way on too."""
import os
import pathlib
import subprocess

LEAST = {"1": 0, "2": 2}[os.environ["AGON_ROUND"]]
CHOOSE = f'''
STEPS = {{"up": (0, 1), "down": (0, -1), "left": (-1, 0), "right": (1, 0)}}


def free(view, x, y):
    grid = view["grid"]
    return 0 <= y < len(grid) and 0 <= x < len(grid[0]) and grid[y][x] == -1


def choose(view, game):
    x, y = view["heads"][view["me"]]
    best, most = "up", -1
    for move, (dx, dy) in STEPS.items():
        if free(view, x + dx, y + dy):
            ways = min({LEAST}, sum(free(view, x + dx + a, y + dy + b) for a, b in STEPS.values()))
            if ways > most:
                best, most = move, ways
    return best


play("Careful", "careful", choose)
'''
bot = pathlib.Path("bot.py")
text = bot.read_text()
bot.write_text(text[:text.index("def choose")] + CHOOSE if "def choose" in text else text)
print(subprocess.run(["agon", "tool", "check", "bot=."], capture_output=True, text=True).stdout)
