"""It hands in a bot with a mistake, reads why that was refused, and mends it."""
import os
import pathlib

bot = pathlib.Path("bot.py")
turn = int(os.environ["AGON_ROUND"])
if turn % 3 == 1:
    bot.write_text(bot.read_text().replace("self.n += 1", "self.n += one"))
elif turn % 3 == 2:
    why = pathlib.Path("feedback/round.md").read_text()
    print(why)
    if "one" in why:
        bot.write_text(bot.read_text().replace("self.n += one", f"self.n += {turn}"))
