"""A bot that does not know its name."""


class Nameless:
    def get_name(self):
        return "number " + str(self.id)  # there is no id before the game

    def get_contributor(self):
        return "nobody"

    def determine_next_move(self, grid, enemies, game_info):
        return None
