"""An agent: it leaves the starter as it is, and reads in later rounds how that went."""
import os
import pathlib

if os.environ["AGON_ROUND"] != "1":
    print(pathlib.Path("feedback/round.md").read_text())
