STARTS = {"north": 1}
START = STARTS["south"]


class Keyless:
    def determine_next_move(self, grid, enemies, game_info):
        return START
