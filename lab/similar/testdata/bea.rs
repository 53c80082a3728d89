// Bea
use std::io;




const COLS: i32 = 30;
const ROWS: i32 = 20;
const STEPS: [(&str, i32, i32); 4] = [("UP", 0, -1), ("DOWN", 0, 1), ("LEFT", -1, 0), ("RIGHT", 1, 0)];


fn read_ints() -> Vec<i32> {

  let mut text = String::new();
  io::stdin().read_line(&mut text).unwrap();
  text.split_whitespace().map(|word| word.parse().unwrap()).collect()
}

type Grid = [[i32; COLS as usize]; ROWS as usize];

fn degree(grid: &Grid, px: i32, py: i32) -> usize {

  STEPS.iter().filter(|&&(_, ddx, ddy)| open_tile(grid, px + ddx, py + ddy)).count()
}


fn evaluate(grid: &Grid, px: i32, py: i32, enemies: &[(i32, i32)]) -> i32 {

  let mine = flood(grid, px, py);
  let theirs: Vec<Grid> = enemies.iter().map(|&(fx, fy)| flood(grid, fx, fy)).collect();
  let mut sum = 0;
  for r in 0..ROWS as usize {

    for c in 0..COLS as usize {

      let minimum = theirs.iter().map(|e| e[r][c]).filter(|&len| len >= 0).min().unwrap_or(1000);
      if mine[r][c] >= 0 && mine[r][c] < minimum {

        sum += 3;
      } else if minimum < 1000 {

        sum -= 1;
      }
    }
  }
  sum
}

fn open_tile(grid: &Grid, px: i32, py: i32) -> bool {

  px >= 0 && px < COLS && py >= 0 && py < ROWS && grid[py as usize][px as usize] < 0
}


fn flood(grid: &Grid, px: i32, py: i32) -> Grid {

  let mut dist = [[-1; COLS as usize]; ROWS as usize];
  let mut deque = std::collections::VecDeque::new();
  deque.push_back((px, py));
  dist[py as usize][px as usize] = 0;
  while let Some((cx, cy)) = deque.pop_front() {

    for (_, ddx, ddy) in STEPS {

      let (qx, qy) = (cx + ddx, cy + ddy);
      if open_tile(grid, qx, qy) && dist[qy as usize][qx as usize] < 0 {

        dist[qy as usize][qx as usize] = dist[cy as usize][cx as usize] + 1;
        deque.push_back((qx, qy));
      }
    }
  }
  dist
}

fn main() {

  let mut grid = [[-1; COLS as usize]; ROWS as usize];


  loop {

    let values = read_ints();
    if values.len() < 2 {

      return;
    }
    let players = values[0];
    let self = values[1];
    let (mut px, mut py) = (0, 0);
    let mut enemies = Vec::new();
    for k in 0..players {

      let values = read_ints();
      let (sx, sy) = (values[0], values[1]);
      let (ex, ey) = (values[2], values[3]);
      if sx >= 0 {

        grid[sy as usize][sx as usize] = k;
        grid[ey as usize][ex as usize] = k;
      } else {


        for t in grid.iter_mut().flatten() {

          if *t == k {

            *t = -1;
          }
        }
      }
      if k == self {
        px = ex;
        py = ey;
      } else if ex >= 0 {
        enemies.push((ex, ey));
      }
    }

    let mut answer = "UP";
    let mut record = i32::MIN;
    for (word, ddx, ddy) in STEPS {
      let (qx, qy) = (px + ddx, py + ddy);
      if !open_tile(&grid, qx, qy) {
        continue;
      }
      let mut quality = 2 * evaluate(&grid, qx, qy, &enemies);
      if degree(&grid, qx, qy) == 1 {
        quality += 1;
      }
      if quality > record {
        record = quality;
        answer = word;
      }
    }


    println!("{}", answer);
  }
}
