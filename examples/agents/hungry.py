"""An agent: its snake goes to the nearest food, whatever is in the way. In the second round it reads how that went, and leaves it so."""
import os
import pathlib

CHOOSE = '''
def choose(view, game):
    x, y = view["heads"][view["me"]]
    food = list(zip(view["food"][::2], view["food"][1::2]))
    if not food:
        return "up"
    fx, fy = min(food, key=lambda f: abs(f[0] - x) + abs(f[1] - y))
    if fx != x:
        return "right" if fx > x else "left"
    return "up" if fy > y else "down"


play("Hungry", "hungry", choose)
'''
if os.environ["AGON_ROUND"] == "1":
    bot = pathlib.Path("bot.py")
    text = bot.read_text()
    bot.write_text(text[:text.index("def choose")] + CHOOSE)
else:
    print(pathlib.Path("feedback/round.md").read_text())
