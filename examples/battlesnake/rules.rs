// Battlesnake by its standard rules, as a WebAssembly module. Build it with the line in game.toml.
//
// The source of the rules is the ruleset "standard" with the map "standard" of github.com/BattlesnakeOfficial/rules. Points are counted from the lower left corner, as there.
#[macro_use]
mod agon;

use agon::{quoted, Dice, Fields, Options, Rules};
use std::mem::size_of;

const SNAKES: usize = 8;
const SIDE: usize = 25;
const LONGEST: usize = SIDE * SIDE + 2; // a snake that has just eaten has its tail twice
const HEALTH: i16 = 100;

/// x and y. The head of a snake that has left the board lies outside.
type Point = [i8; 2];

const MOVES: [(&str, Point); 4] = [("up", [0, 1]), ("down", [0, -1]), ("left", [-1, 0]), ("right", [1, 0])];

/// What ended a snake. The words are those of the original.
const CAUSES: [&str; 6] = ["", "out-of-health", "wall-collision", "snake-self-collision", "snake-collision", "head-collision"];

#[derive(Clone, Copy)]
struct Snake {
    length: u16,
    health: i16,
    until: u16, // the turn that ended it
    last: u8,   // its last move, an index of MOVES
    cause: u8,  // an index of CAUSES; 0: it is in the game
}

#[derive(Clone, Copy)]
#[repr(C)]
struct State {
    snakes: [Snake; SNAKES],
    least: u16,  // food on the board
    chance: u16, // of more, in percent
    turns: u16,  // after which the game ends
    turn: u16,
    foods: u16,
    seats: u8,
    size: u8,
    points: [Row; LONGEST], // row 0 has the heads and the first food: what nobody has is at the end, and not kept
}

/// The nth point of each body, the head first, and the nth food.
#[derive(Clone, Copy)]
struct Row {
    bodies: [Point; SNAKES],
    food: Point,
}

impl Snake {
    fn lives(&self) -> bool {
        self.cause == 0
    }
}

impl State {
    fn snakes(&self) -> &[Snake] {
        &self.snakes[..self.seats as usize]
    }

    fn food(&self) -> impl Iterator<Item = Point> + '_ {
        self.points[..self.foods as usize].iter().map(|row| row.food)
    }

    fn body(&self, nth: usize) -> impl Iterator<Item = Point> + '_ {
        self.points[..self.snakes[nth].length as usize].iter().map(move |row| row.bodies[nth])
    }

    fn head(&self, nth: usize) -> Point {
        self.points[0].bodies[nth]
    }

    fn grow(&mut self, nth: usize) {
        let n = self.snakes[nth].length as usize;
        if n < LONGEST {
            self.points[n].bodies[nth] = self.points[n - 1].bodies[nth];
            self.snakes[nth].length += 1;
        }
    }

    fn add_food(&mut self, p: Point) {
        self.points[self.foods as usize].food = p;
        self.foods += 1;
    }

    /// The seats whose snakes are in the game.
    fn alive(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.seats as usize).filter(|nth| self.snakes[*nth].lives())
    }

    fn on_board(&self, p: Point) -> bool {
        p.iter().all(|n| (0..self.size as i8).contains(n))
    }

    fn centre(&self) -> Point {
        [(self.size as i8 - 1) / 2; 2]
    }

    /// Up to eight snakes begin in the corners and in the middles of the sides, one tile from the edge; either all corners are taken first, or all middles.
    fn place_snakes(&mut self, dice: &mut Dice) {
        let (low, middle, high) = (1, (self.size as i8 - 1) / 2, self.size as i8 - 2);
        let mut corners = [[low, low], [low, high], [high, low], [high, high]];
        let mut middles = [[low, middle], [middle, low], [middle, high], [high, middle]];
        dice.shuffle(&mut corners);
        dice.shuffle(&mut middles);
        let starts = if dice.below(2) == 0 { [corners, middles] } else { [middles, corners] };
        for (nth, start) in starts.iter().flatten().enumerate().take(self.seats as usize) {
            self.points[..3].iter_mut().for_each(|row| row.bodies[nth] = *start);
            self.snakes[nth].length = 3;
            self.snakes[nth].health = HEALTH;
        }
    }

    /// Each snake has a food two moves away, on the side of the edge, and one lies in the centre. On small boards with many snakes it is alone.
    fn place_food(&mut self, dice: &mut Dice) {
        let (centre, edge) = (self.centre(), self.size as i8 - 1);
        if self.seats <= 4 || self.size >= 11 {
            for nth in 0..self.seats as usize {
                let head = self.head(nth);
                let outward = |p: &Point| (0..2).any(|i| p[i] < head[i] && head[i] < centre[i] || centre[i] < head[i] && head[i] < p[i]);
                let corner = |p: &Point| p.iter().all(|n| *n == 0 || *n == edge);
                let free: Vec<Point> = [[-1, -1], [-1, 1], [1, -1], [1, 1]]
                    .iter()
                    .map(|d| [head[0] + d[0], head[1] + d[1]])
                    .filter(|p| *p != centre && !self.food().any(|food| food == *p) && outward(p) && !corner(p))
                    .collect();
                self.add_food(free[dice.below(free.len())]);
            }
        }
        self.add_food(centre);
    }

    /// After a turn food falls where nothing is and no head can be in the next one: what is missing of the least number, or one by chance.
    fn drop_food(&mut self, dice: &mut Dice) {
        let mut n = self.least.saturating_sub(self.foods) as usize;
        if n == 0 && self.chance > 0 && 100 - dice.below(100) < self.chance as usize {
            n = 1;
        }
        if n == 0 {
            return;
        }
        let mut taken = [[false; SIDE]; SIDE];
        let mut take = |p: Point| {
            if self.on_board(p) {
                taken[p[0] as usize][p[1] as usize] = true;
            }
        };
        self.food().for_each(&mut take);
        for nth in self.alive() {
            self.body(nth).for_each(&mut take);
            let head = self.head(nth);
            MOVES.iter().for_each(|(_, d)| take([head[0] + d[0], head[1] + d[1]]));
        }
        let mut free: Vec<Point> = Vec::new();
        for x in 0..self.size {
            for y in 0..self.size {
                if !taken[x as usize][y as usize] {
                    free.push([x as i8, y as i8]);
                }
            }
        }
        for _ in 0..n.min(free.len()) {
            let at = dice.below(free.len());
            let p = free.swap_remove(at);
            self.add_food(p);
        }
    }

    fn eat(&mut self) {
        let mut left = 0;
        for nth in 0..self.foods as usize {
            let food = self.points[nth].food;
            let eaters: Vec<usize> = self.alive().filter(|nth| self.head(*nth) == food).collect();
            for nth in &eaters {
                self.grow(*nth);
                self.snakes[*nth].health = HEALTH;
            }
            if eaters.is_empty() {
                self.points[left].food = food;
                left += 1;
            }
        }
        self.points[left..self.foods as usize].iter_mut().for_each(|row| row.food = [0; 2]);
        self.foods = left as u16;
    }

    /// What ends a snake first by its own fault: hunger, and then the edge.
    fn own_end(&self, nth: usize) -> u8 {
        if self.snakes[nth].health <= 0 {
            1
        } else if !self.on_board(self.head(nth)) {
            2
        } else {
            0
        }
    }

    /// What ends a snake that has met snakes: its own body, then those of others, then the head of one that is no shorter.
    fn collision(&self, nth: usize) -> u8 {
        let head = self.head(nth);
        let others = || self.alive().filter(|other| *other != nth);
        if self.body(nth).skip(1).any(|p| p == head) {
            3
        } else if others().any(|other| self.body(other).skip(1).any(|p| p == head)) {
            4
        } else if others().any(|other| self.head(other) == head && self.snakes[other].length >= self.snakes[nth].length) {
            5
        } else {
            0
        }
    }

    /// Ends the snakes that have a cause for it, all at once.
    fn end_all(&mut self, cause: fn(&State, usize) -> u8) {
        let causes: Vec<(usize, u8)> = self.alive().map(|nth| (nth, cause(self, nth))).collect();
        for (nth, cause) in causes.into_iter().filter(|(_, cause)| *cause > 0) {
            self.snakes[nth].cause = cause;
            self.snakes[nth].until = self.turn;
        }
    }

    /// The object of a snake in the API.
    fn snake(&self, nth: usize, facts: &Options, took: &str) -> String {
        let s = &self.snakes[nth];
        format!(
            r#"{{"id":{},"name":{},"latency":"{}","health":{},"body":{},"head":{},"length":{},"shout":"","squad":"","customizations":{{"color":"{}","head":"default","tail":"default"}}}}"#,
            quoted(&format!("{}-{}", facts.text("game"), nth)),
            quoted(facts.text(&format!("name{}", nth))),
            took,
            s.health,
            points(self.body(nth)),
            point(self.head(nth)),
            s.length,
            COLOURS[nth],
        )
    }
}

const COLOURS: [&str; SNAKES] = ["#1f77b4", "#ff7f0e", "#2ca02c", "#d62728", "#9467bd", "#8c564b", "#e377c2", "#7f7f7f"];

fn point(p: Point) -> String {
    format!(r#"{{"x":{},"y":{}}}"#, p[0], p[1])
}

fn points(list: impl Iterator<Item = Point>) -> String {
    let all: Vec<String> = list.map(point).collect();
    format!("[{}]", all.join(","))
}

fn pair(p: Point) -> Vec<i64> {
    vec![p[0] as i64, p[1] as i64]
}

impl Rules for State {
    fn deal(seats: usize, dice: &mut Dice, options: &Options) -> State {
        let mut s = State {
            snakes: [Snake { length: 0, health: 0, last: 0, cause: 0, until: 0 }; SNAKES],
            points: [Row { bodies: [[0; 2]; SNAKES], food: [0; 2] }; LONGEST],
            foods: 0,
            seats: seats as u8,
            size: options.int("size") as u8,
            least: options.int("minimum_food") as u16,
            chance: options.int("food_spawn_chance") as u16,
            turns: options.int("turns") as u16,
            turn: 0,
        };
        s.place_snakes(dice);
        s.place_food(dice);
        s
    }

    /// The game is over when at most one snake is left, or none of one.
    fn turn(&self) -> Vec<usize> {
        let left: Vec<usize> = self.alive().collect();
        if left.len() <= (self.seats > 1) as usize || self.turn >= self.turns {
            return vec![];
        }
        left
    }

    fn moves(&self, _seat: usize) -> Vec<String> {
        MOVES.iter().map(|(name, _)| name.to_string()).collect()
    }

    /// A snake that gives no move goes on as it went, and up in its first turn.
    fn absent(&self, seat: usize) -> String {
        MOVES[self.snakes[seat].last as usize].0.to_string()
    }

    fn step(&mut self, moves: &[Option<&str>], dice: &mut Dice) {
        self.turn += 1;
        for (nth, said) in moves.iter().enumerate() {
            if let Some(said) = said {
                let to = MOVES.iter().position(|(name, _)| name == said).unwrap();
                let (head, d) = (self.head(nth), MOVES[to].1);
                for n in (1..self.snakes[nth].length as usize).rev() {
                    self.points[n].bodies[nth] = self.points[n - 1].bodies[nth];
                }
                self.points[0].bodies[nth] = [head[0] + d[0], head[1] + d[1]];
                self.snakes[nth].last = to as u8;
                self.snakes[nth].health -= 1;
            }
        }
        self.eat();
        self.end_all(Self::own_end);
        self.end_all(Self::collision);
        self.drop_food(dice);
    }

    /// The turns that a snake has been in the game.
    fn outcome(&self, seat: usize) -> f64 {
        let s = &self.snakes[seat];
        if s.lives() {
            self.turn as f64 + 1.0
        } else {
            s.until as f64
        }
    }

    fn observe(&self, _seat: Option<usize>) -> Fields {
        let size = self.size as usize;
        let mut owner = vec![vec![-1; size]; size];
        let mut stays = vec![vec![0; size]; size];
        for nth in self.alive() {
            for (i, p) in self.body(nth).enumerate() {
                let cell = &mut stays[p[1] as usize][p[0] as usize];
                *cell = (*cell).max((self.snakes[nth].length as usize - i) as i64);
                owner[p[1] as usize][p[0] as usize] = nth as i64;
            }
        }
        let each = |value: fn(&Snake) -> i64| -> Vec<i64> { self.snakes().iter().map(value).collect() };
        let heads: Vec<Vec<i64>> = (0..self.seats as usize).map(|nth| pair(self.head(nth))).collect();
        let food: Vec<i64> = self.food().flat_map(pair).collect();
        Fields::new()
            .int("size", size as i64)
            .grid("grid", &owner)
            .grid("stays", &stays)
            .grid("heads", &heads)
            .ints("health", &each(|s| s.health as i64))
            .ints("length", &each(|s| s.length as i64))
            .ints("out", &each(|s| !s.lives() as i64))
            .ints("food", &food)
    }

    fn view(&self, _eye: Option<usize>) -> String {
        let size = self.size as usize;
        let mut owner = vec![vec![-1; size]; size];
        let flip = |p: Point| (p[0] as usize, size - 1 - p[1] as usize);
        let (mut heads, mut food, mut notes, mut out) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        for (nth, snake) in self.snakes().iter().enumerate() {
            if !snake.lives() {
                out.push(nth.to_string());
                notes.push(quoted(CAUSES[snake.cause as usize]));
                continue;
            }
            notes.push(quoted(&format!("health {}, length {}", snake.health, snake.length)));
            for (x, y) in self.body(nth).map(flip) {
                owner[y][x] = nth as i64;
            }
            let (x, y) = flip(self.head(nth));
            heads.push(format!("[{},{},{}]", x, y, nth));
        }
        for (x, y) in self.food().map(flip) {
            food.push(format!(r#"[{},{},null]"#, x, y));
        }
        let mut grid = String::new();
        agon::rows(&mut grid, &owner);
        format!(
            r#"{{"grid":{},"bots":[{}],"discs":[{}],"out":[{}],"notes":[{}],"status":"turn {}"}}"#,
            grid,
            heads.join(","),
            food.join(","),
            out.join(","),
            notes.join(","),
            self.turn
        )
    }

    fn ending(&self) -> String {
        match self.snakes().iter().position(|s| s.lives()) {
            Some(nth) if self.seats > 1 && self.turn().is_empty() && self.turn < self.turns => format!("{{{}}} is the last snake, after {} turns.", nth, self.turn),
            Some(_) => format!("The game ended after {} turns.", self.turn),
            None => format!("No snake is left after {} turns.", self.turn),
        }
    }

    fn used(&self) -> usize {
        let rows = self.snakes().iter().map(|s| s.length).max().unwrap_or(0).max(self.foods) as usize;
        size_of::<State>() - (LONGEST - rows) * size_of::<Row>()
    }

    /// The body of a request by the Battlesnake API, version 1.
    fn request(&self, seat: usize, facts: &Options) -> String {
        let took = |nth: usize| if nth == seat { facts.text("took") } else { "0" };
        let snakes: Vec<String> = self.alive().map(|nth| self.snake(nth, facts, took(nth))).collect();
        let settings = format!(
            r#"{{"foodSpawnChance":{},"minimumFood":{},"hazardDamagePerTurn":14,"hazardMap":"","hazardMapAuthor":"","royale":{{"shrinkEveryNTurns":25}},"squad":{{"allowBodyCollisions":false,"sharedElimination":false,"sharedHealth":false,"sharedLength":false}}}}"#,
            self.chance, self.least
        );
        format!(
            r#"{{"game":{{"id":{},"ruleset":{{"name":"{}","version":"v1.2.3","settings":{}}},"map":"standard","timeout":{},"source":"agon"}},"turn":{},"board":{{"height":{},"width":{},"snakes":[{}],"food":{},"hazards":[]}},"you":{}}}"#,
            quoted(facts.text("game")),
            if self.seats > 1 { "standard" } else { "solo" },
            settings,
            facts.int("allowed"),
            self.turn,
            self.size,
            self.size,
            snakes.join(","),
            points(self.food()),
            self.snake(seat, facts, took(seat)),
        )
    }
}

serve!(State);
