import time


class player:
    """Thinks for 0.3 ms of processor time a move, and walks rows from top to bottom."""

    def __init__(self):
        self.steps = 0

    def move(self, B, N, cur_x, cur_y):
        end = time.thread_time_ns() + 300_000
        while time.thread_time_ns() < end:
            pass
        self.steps += 1
        return (1, 0) if self.steps % N else (0, 1)
