use std::io;

// Tron: the last one alive wins.
// This bot remembers every trail and steps to a free neighbour. Make it choose better.

const WIDTH: i32 = 30;
const HEIGHT: i32 = 20;
const MOVES: [(&str, i32, i32); 4] = [("UP", 0, -1), ("DOWN", 0, 1), ("LEFT", -1, 0), ("RIGHT", 1, 0)];

/// The numbers of the next line of input, none at its end.
fn numbers() -> Vec<i32> {
    let mut line = String::new();
    io::stdin().read_line(&mut line).unwrap();
    line.split_whitespace().map(|word| word.parse().unwrap()).collect()
}

struct Walker {
    state: u64,
}

impl Walker {
    fn next(&mut self, below: usize) -> usize {
        self.state ^= self.state << 13;
        self.state ^= self.state >> 7;
        self.state ^= self.state << 17;
        (self.state % 1_000_003) as usize % below
    }

    fn walk(&mut self, board: &[[i32; 30]; 20], from: (i32, i32)) -> usize {
        let mut trail = vec![from];
        while trail.len() < 60 {
            let at = *trail.last().unwrap();
            let open: Vec<_> = MOVES
                .iter()
                .map(|step| (at.0 + step.1, at.1 + step.2))
                .filter(|to| (0..WIDTH).contains(&to.0) && (0..HEIGHT).contains(&to.1))
                .filter(|to| board[to.1 as usize][to.0 as usize] == -1 && !trail.contains(to))
                .collect();
            if open.is_empty() {
                break;
            }
            let taken = self.next(open.len());
            trail.push(open[taken]);
        }
        trail.len()
    }
}

fn main() {
    let mut owner = [[-1; WIDTH as usize]; HEIGHT as usize]; // the player whose trail lies there, or -1

    // game loop
    loop {
        let inputs = numbers();
        if inputs.len() < 2 {
            return;
        }
        let n = inputs[0]; // number of players, the dead included
        let p = inputs[1]; // your number, from 0
        let (mut x, mut y) = (0, 0); // your head
        for i in 0..n {
            let inputs = numbers();
            let (x0, y0) = (inputs[0], inputs[1]); // where the trail of player i begins, -1 once it is dead
            let (x1, y1) = (inputs[2], inputs[3]); // where its head is, -1 once it is dead
            if x0 >= 0 {
                owner[y0 as usize][x0 as usize] = i;
                owner[y1 as usize][x1 as usize] = i;
            } else {
                // The trail of a dead player is gone.
                for tile in owner.iter_mut().flatten() {
                    if *tile == i {
                        *tile = -1;
                    }
                }
            }
            if i == p {
                x = x1;
                y = y1;
            }
        }

        let mut dice = Walker { state: 88172645463325252 };
        let choice = MOVES
            .iter()
            .filter(|step| (0..WIDTH).contains(&(x + step.1)) && (0..HEIGHT).contains(&(y + step.2)))
            .filter(|step| owner[(y + step.2) as usize][(x + step.1) as usize] == -1)
            .max_by_key(|step| (0..200).map(|_| dice.walk(&owner, (x + step.1, y + step.2))).sum::<usize>())
            .map_or("UP", |step| step.0);

        // What you write with eprintln! is for your eyes only.
        println!("{}", choice);
    }
}
