"""A bot whose constructor wants arguments."""


class Needy:
    def __init__(self, team):
        self.team = team

    def determine_next_move(self, grid, enemies, game_info):
        return None
