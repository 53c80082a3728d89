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

type Board = [[i32; WIDTH as usize]; HEIGHT as usize];

fn free(owner: &Board, x: i32, y: i32) -> bool {
    x >= 0 && x < WIDTH && y >= 0 && y < HEIGHT && owner[y as usize][x as usize] < 0
}

/// Breadth first over free tiles; -1 for those that cannot be reached.
fn distances(owner: &Board, x: i32, y: i32) -> Board {
    let mut found = [[-1; WIDTH as usize]; HEIGHT as usize];
    let mut queue = std::collections::VecDeque::new();
    queue.push_back((x, y));
    found[y as usize][x as usize] = 0;
    while let Some((tx, ty)) = queue.pop_front() {
        for (_, dx, dy) in MOVES {
            let (nx, ny) = (tx + dx, ty + dy);
            if free(owner, nx, ny) && found[ny as usize][nx as usize] < 0 {
                found[ny as usize][nx as usize] = found[ty as usize][tx as usize] + 1;
                queue.push_back((nx, ny));
            }
        }
    }
    found
}

/// How many tiles we reach before all rivals, less theirs.
fn territory(owner: &Board, x: i32, y: i32, rivals: &[(i32, i32)]) -> i32 {
    let own = distances(owner, x, y);
    let others: Vec<Board> = rivals.iter().map(|&(rx, ry)| distances(owner, rx, ry)).collect();
    let mut score = 0;
    for row in 0..HEIGHT as usize {
        for column in 0..WIDTH as usize {
            let nearest = others.iter().map(|far| far[row][column]).filter(|&steps| steps >= 0).min().unwrap_or(1000);
            if own[row][column] >= 0 && own[row][column] < nearest {
                score += 3;
            } else if nearest < 1000 {
                score -= 1;
            }
        }
    }
    score
}

fn exits(owner: &Board, x: i32, y: i32) -> usize {
    MOVES.iter().filter(|&&(_, dx, dy)| free(owner, x + dx, y + dy)).count()
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
        let mut rivals = Vec::new();
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
            } else if x1 >= 0 {
                rivals.push((x1, y1));
            }
        }

        let mut choice = "UP";
        let mut best = i32::MIN;
        for (name, dx, dy) in MOVES {
            let (nx, ny) = (x + dx, y + dy);
            if !free(&owner, nx, ny) {
                continue;
            }
            let mut value = 2 * territory(&owner, nx, ny, &rivals);
            if exits(&owner, nx, ny) == 1 {
                value += 1; // along a wall
            }
            if value > best {
                best = value;
                choice = name;
            }
        }

        // What you write with eprintln! is for your eyes only.
        println!("{}", choice);
    }
}
