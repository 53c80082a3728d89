"""A bot that imports by every name there is; all must be one module."""

import importlib

import robots.bot_control
from robots.bot_control import Move as absolute
from robots.direct import Direct

from .. import bot_control
from ..bot_control import Move as relative
from ..direct import Direct as same_direct
from ..direct import Move as via_direct


class Absolute:
    def get_name(self):
        return "Absolute"

    def get_contributor(self):
        return "D"

    def determine_next_move(self, grid, enemies, game_info):
        assert absolute is relative is via_direct is robots.bot_control.Move is bot_control.Move
        assert bot_control is robots.bot_control is importlib.import_module("robots.bot_control")
        assert Direct is same_direct
        assert absolute.__module__ == "robots.bot_control" and bot_control.__name__ == "robots.bot_control"
        from ..bot_control import Move

        assert Move is absolute
        if game_info.current_round == game_info.number_of_rounds:
            print("passed: Absolute")
        return [m for m in Move][game_info.current_round % 5]
