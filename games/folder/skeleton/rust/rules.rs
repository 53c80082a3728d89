// The rules of TITLE: players take a free cell in turn, and three in a row win. Build them with the line in game.toml.
#[macro_use]
mod agon;

use agon::{Dice, Fields, Options, Rules};

/// A game in progress.
#[derive(Clone, Copy)]
struct State {
    cells: [u8; 9], // 0 is free, n belongs to seat n - 1
    player: u8,
    left: u8,
    won: u8, // the seat that has three in a row, plus 1
}

const LINES: [[usize; 3]; 8] = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

impl Rules for State {
    fn deal(_seats: usize, _dice: &mut Dice, _options: &Options) -> State {
        State { cells: [0; 9], player: 0, left: 9, won: 0 }
    }

    fn turn(&self) -> Vec<usize> {
        if self.won > 0 || self.left == 0 {
            return vec![];
        }
        vec![self.player as usize]
    }

    fn moves(&self, _seat: usize) -> Vec<String> {
        (0..9).filter(|cell| self.cells[*cell] == 0).map(|cell| (cell + 1).to_string()).collect()
    }

    fn step(&mut self, moves: &[Option<&str>], _dice: &mut Dice) {
        let own = self.player + 1;
        let cell: usize = moves[self.player as usize].unwrap().parse().unwrap();
        self.cells[cell - 1] = own;
        if LINES.iter().any(|line| line.iter().all(|cell| self.cells[*cell] == own)) {
            self.won = own;
        }
        self.left -= 1;
        self.player = 1 - self.player;
    }

    fn outcome(&self, seat: usize) -> f64 {
        (self.won as usize == seat + 1) as u8 as f64
    }

    fn observe(&self, _seat: Option<usize>) -> Fields {
        let rows: Vec<Vec<i64>> = self.cells.chunks(3).map(|row| row.iter().map(|n| *n as i64).collect()).collect();
        Fields::new().grid("grid", &rows)
    }
}

serve!(State);
