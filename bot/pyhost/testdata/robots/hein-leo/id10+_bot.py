"""A bot whose folder and file have names that Python could not import by a statement."""

from ..bot_control import Move


class Plus:
    def get_name(self):
        return "Plus"

    def get_contributor(self):
        return "B"

    def determine_next_move(self, grid, enemies, game_info):
        return Move.LEFT
