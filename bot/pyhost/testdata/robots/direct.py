"""A bot that lies in robots itself."""

from .bot_control import Move


class Direct:
    def get_name(self):
        return "Direct"

    def get_contributor(self):
        return "A"

    def determine_next_move(self, grid, enemies, game_info):
        return Move.UP
