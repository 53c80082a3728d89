class Unfinished
    def determine_next_move(self, grid, enemies, game_info):
        pass
