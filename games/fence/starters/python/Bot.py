"""A bot for Fence and Conquer. It walks rings of 6x6 cells, side by side around the board, then in the rows below.

The arena makes one player for each game and calls move() whenever it is on turn.
"""

RIGHT, LEFT, DOWN, UP, STAY = (1, 0), (-1, 0), (0, 1), (0, -1), (0, 0)


class player:
    def __init__(self):
        self.steps = 0

    def move(self, B, N, cur_x, cur_y):
        """The step to make from column cur_x, row cur_y.

        B[x][y] is 0 for an empty cell, 1 or 2 for one that is owned; N is the number of columns and of rows. Your own number is
        that of your first cell. All your calls of a game together may take 10 seconds.
        """
        if self.steps == 0:
            self.me = B[cur_x][cur_y]
        ring, place = divmod(self.steps, 25)
        self.steps += 1
        on = DOWN if ring % 6 == 5 else RIGHT  # to where the next ring begins
        return (RIGHT, DOWN, LEFT, UP, on)[place // 5]
