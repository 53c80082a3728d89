from .bot_control import Move

STEPS = 1


class Walker:
    def __init__(self):
        self.n = 0

    def get_name(self):
        return "Walker"

    def get_contributor(self):
        return "nobody"

    def determine_next_move(self, grid, enemies, game_info):
        self.n += 1
        return [Move.RIGHT, Move.UP, Move.LEFT, Move.DOWN][self.n // STEPS % 4]
