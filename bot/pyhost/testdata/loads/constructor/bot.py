"""A bot that cannot be constructed."""


class Unborn:
    def __init__(self):
        raise ValueError("not today")

    def get_name(self):
        return "Unborn"

    def get_contributor(self):
        return "nobody"

    def determine_next_move(self, grid, enemies, game_info):
        return None
