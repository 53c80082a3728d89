"""Three bots in one file, and a class that is none."""

from ..bot_control import Move


class Steps:
    """Not a bot: it has no determine_next_move."""

    way = Move.RIGHT


class First:
    def get_name(self):
        return "First"

    def get_contributor(self):
        return "C"

    def determine_next_move(self, grid, enemies, game_info):
        return Steps.way


class Second(First):
    def get_name(self):
        return "Second"


class Third(First):
    def get_name(self):
        return "Third"
