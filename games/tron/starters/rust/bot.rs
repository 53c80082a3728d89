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

        let mut choice = "UP";
        for (name, dx, dy) in MOVES {
            let (nx, ny) = (x + dx, y + dy);
            if nx >= 0 && nx < WIDTH && ny >= 0 && ny < HEIGHT && owner[ny as usize][nx as usize] < 0 {
                choice = name;
            }
        }

        // What you write with eprintln! is for your eyes only.
        println!("{}", choice);
    }
}
