"""It tries one step more than in the round before, and keeps it unless a comparison says that it is worse."""
import json
import os
import pathlib
import re
import subprocess


def tool(*words):
    done = subprocess.run(["agon", "tool", *words], capture_output=True, text=True)
    print(words, done.returncode, done.stdout, done.stderr)
    return done


text = pathlib.Path("bot.py").read_text()
steps = int(re.search(r"STEPS = (\d+)", text)[1])
pathlib.Path("bot.py").write_text(text.replace(f"STEPS = {steps}", f"STEPS = {steps + 1}"))
tool("submit", "bot=.")
