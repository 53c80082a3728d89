"""The line-up, as the contest's own list has it: some bots by import, some by a string, one of a submodule that was never checked out."""

import importlib

from .direct import Direct
from .several.many import First, Third
from .gone.bot import Gone

Plus = getattr(importlib.import_module("robots.hein-leo.id10+_bot"), "Plus")

BotList = [Third, Direct, Gone, Plus, First]
