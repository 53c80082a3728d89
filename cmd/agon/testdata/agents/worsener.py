"""It hands in a bot that stands still from its second round on."""
import os
import pathlib

if os.environ["AGON_ROUND"] == "2":
    bot = pathlib.Path("bot.py")
    bot.write_text(bot.read_text().replace("[Move.RIGHT, Move.UP, Move.LEFT, Move.DOWN][self.n // STEPS % 4]", "Move.STAY"))
