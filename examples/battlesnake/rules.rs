// Battlesnake as a WebAssembly module. Build it with the line in game.toml.
//
// The source of the rules are the rulesets of github.com/BattlesnakeOfficial/rules; maps.rs has its maps. Points are counted from the lower left corner, as there.
#[macro_use]
mod agon;
mod maps;

use agon::{quoted, Dice, Fields, Options, Rules};
use maps::MAPS;
use std::mem::size_of;

const SNAKES: usize = 8;
const SIDE: usize = 25;
const LONGEST: usize = SIDE * SIDE + SNAKES; // a snake that has just eaten has its tail twice; in snail_mode hazards of each tail wait above the board
const HEALTH: i16 = 100;

/// x and y. The head of a snake that has left the board lies outside.
type Point = [i8; 2];

const MOVES: [(&str, Point); 4] = [("up", [0, 1]), ("down", [0, -1]), ("left", [-1, 0]), ("right", [1, 0])];

/// What ended a snake. The words are those of the original.
const CAUSES: [&str; 7] = ["", "out-of-health", "wall-collision", "snake-self-collision", "snake-collision", "head-collision", "hazard"];

const RULESETS: [&str; 6] = ["standard", "royale", "wrapped", "constrictor", "wrapped_constrictor", "solo"];

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
    hazards: u16, // the tiles that have any
    damage: i16,  // of one hazard
    shrink: u16,  // the turns after which maps change
    seats: u8,
    size: u8, // the width
    height: u8,
    ruleset: u8,            // an index of RULESETS
    map: u8,                // an index of MAPS
    safe: [Point; 2],       // by how much royale has shrunk on the left and below, on the right and above
    grown: [Point; 2],      // the corners of what hazards have grown to, or where they began
    points: [Row; LONGEST], // row 0 has the heads and the first food: what nobody has is at the end, and not kept
}

/// The nth point of each body, the head first, the nth food, and the nth hazard.
#[derive(Clone, Copy)]
struct Row {
    bodies: [Point; SNAKES],
    food: Point,
    hazard: Point,
    layers: u16, // as many hazards are on the point
}

const NOTHING: Row = Row { bodies: [[0; 2]; SNAKES], food: [0; 2], hazard: [0; 2], layers: 0 };

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

    fn clear_food(&mut self) {
        self.points[..self.foods as usize].iter_mut().for_each(|row| row.food = [0; 2]);
        self.foods = 0;
    }

    /// Points with hazards, and how many are on each.
    fn hazards(&self) -> impl Iterator<Item = (Point, u16)> + '_ {
        self.points[..self.hazards as usize].iter().map(|row| (row.hazard, row.layers))
    }

    fn layers(&self, p: Point) -> u16 {
        self.hazards().find(|(at, _)| *at == p).map_or(0, |(_, layers)| layers)
    }

    fn add_hazard(&mut self, p: Point, layers: u16) {
        let nth = self.hazards().position(|(at, _)| at == p).unwrap_or(self.hazards as usize);
        self.hazards = self.hazards.max(nth as u16 + 1);
        self.points[nth].hazard = p;
        self.points[nth].layers += layers;
    }

    fn remove_hazard(&mut self, nth: usize) {
        let last = self.hazards as usize - 1;
        (self.points[nth].hazard, self.points[nth].layers) = (self.points[last].hazard, self.points[last].layers);
        (self.points[last].hazard, self.points[last].layers) = ([0; 2], 0);
        self.hazards -= 1;
    }

    fn clear_hazards(&mut self) {
        self.points[..self.hazards as usize].iter_mut().for_each(|row| (row.hazard, row.layers) = ([0; 2], 0));
        self.hazards = 0;
    }

    fn ruleset(&self) -> &'static str {
        RULESETS[self.ruleset as usize]
    }

    /// The seats whose snakes are in the game.
    fn alive(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.seats as usize).filter(|nth| self.snakes[*nth].lives())
    }

    fn on_board(&self, p: Point) -> bool {
        (0..self.size as i8).contains(&p[0]) && (0..self.height as i8).contains(&p[1])
    }

    fn centre(&self) -> Point {
        [self.size, self.height].map(|side| (side as i8 - 1) / 2)
    }

    fn begin(&mut self, nth: usize, start: Point) {
        self.points[..3].iter_mut().for_each(|row| row.bodies[nth] = start);
        self.snakes[nth].length = 3;
        self.snakes[nth].health = HEALTH;
    }

    /// Up to eight snakes begin in the corners and in the middles of the sides, one tile from the edge; either all corners are taken first, or all middles.
    fn place_snakes(&mut self, corners_first: bool, dice: &mut Dice) {
        let (low, middle, high) = (1, (self.size as i8 - 1) / 2, self.size as i8 - 2);
        let mut corners = [[low, low], [low, high], [high, low], [high, high]];
        let mut middles = [[low, middle], [middle, low], [middle, high], [high, middle]];
        dice.shuffle(&mut corners);
        dice.shuffle(&mut middles);
        let starts = if corners_first || dice.below(2) == 0 { [corners, middles] } else { [middles, corners] };
        for (nth, start) in starts.iter().flatten().enumerate().take(self.seats as usize) {
            self.begin(nth, *start);
        }
    }

    /// Each snake has a food two moves away, on the side of the edge, and one lies in the centre, where nothing is. On small boards with many snakes it is alone.
    fn place_food(&mut self, dice: &mut Dice) {
        let (centre, edge) = (self.centre(), self.size as i8 - 1);
        let taken = |s: &State, p: Point| s.layers(p) > 0 || s.food().any(|food| food == p) || s.alive().any(|nth| s.head(nth) == p);
        if self.seats <= 4 || self.size >= 11 {
            for nth in 0..self.seats as usize {
                let head = self.head(nth);
                let outward = |p: &Point| (0..2).any(|i| p[i] < head[i] && head[i] < centre[i] || centre[i] < head[i] && head[i] < p[i]);
                let corner = |p: &Point| p.iter().all(|n| *n == 0 || *n == edge);
                let free: Vec<Point> = [[-1, -1], [-1, 1], [1, -1], [1, 1]]
                    .iter()
                    .map(|d| [head[0] + d[0], head[1] + d[1]])
                    .filter(|p| *p != centre && !taken(self, *p) && outward(p) && !corner(p))
                    .collect();
                self.add_food(free[dice.below(free.len())]);
            }
        }
        if !taken(self, centre) {
            self.add_food(centre);
        }
    }

    /// After a turn food falls where nothing is and no head can be in the next one: what is missing of the least number, or one by chance.
    fn drop_food_anywhere(&mut self, dry: bool, dice: &mut Dice) {
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
        if dry {
            self.hazards().for_each(|(p, _)| take(p));
        }
        for nth in self.alive() {
            self.body(nth).for_each(&mut take);
            let head = self.head(nth);
            MOVES.iter().for_each(|(_, d)| take([head[0] + d[0], head[1] + d[1]]));
        }
        let mut free: Vec<Point> = Vec::new();
        for x in 0..self.size {
            for y in 0..self.height {
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

    /// Hazards hurt the heads that are on them, or heal, unless food is there.
    fn scorch(&mut self) {
        for nth in 0..self.seats as usize {
            let head = self.head(nth);
            if self.hazards == 0 || !self.snakes[nth].lives() || self.food().any(|food| food == head) {
                continue;
            }
            for _ in 0..self.layers(head) {
                let health = (self.snakes[nth].health - self.damage).clamp(0, HEALTH);
                self.snakes[nth].health = health;
                if health == 0 && self.snakes[nth].lives() {
                    self.end(nth, 6);
                }
            }
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
        causes.into_iter().filter(|(_, cause)| *cause > 0).for_each(|(nth, cause)| self.end(nth, cause));
    }

    fn end(&mut self, nth: usize, cause: u8) {
        self.snakes[nth].cause = cause;
        self.snakes[nth].until = self.turn;
    }

    /// Takes the food away and has all snakes grow, each by one tile a turn: the laws of a constrictor.
    fn constrict(&mut self) {
        self.clear_food();
        for nth in 0..self.seats as usize {
            self.snakes[nth].health = HEALTH;
            let n = self.snakes[nth].length as usize;
            if self.points[n - 1].bodies[nth] != self.points[n - 2].bodies[nth] {
                self.grow(nth);
            }
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
        let size = options.int("size") as u8;
        let map = MAPS.iter().position(|map| map.name == options.text("map")).unwrap();
        if let Some(why) = MAPS[map].refuses(seats, size) {
            panic!("{}", why);
        }
        let mut s = State {
            snakes: [Snake { length: 0, health: 0, last: 0, cause: 0, until: 0 }; SNAKES],
            points: [NOTHING; LONGEST],
            foods: 0,
            hazards: 0,
            damage: options.int("hazard_damage_per_turn") as i16,
            shrink: options.int("shrink_every_n_turns") as u16,
            seats: seats as u8,
            size,
            height: MAPS[map].height(size),
            ruleset: RULESETS.iter().position(|name| *name == options.text("ruleset")).unwrap() as u8,
            map: map as u8,
            safe: [[0; 2]; 2],
            grown: [[0; 2]; 2],
            least: options.int("minimum_food") as u16,
            chance: options.int("food_spawn_chance") as u16,
            turns: options.int("turns") as u16,
            turn: 0,
        };
        s.set_up(dice);
        if s.ruleset().ends_with("constrictor") {
            s.constrict();
        }
        s
    }

    /// The game is over when at most one snake is left, or none of one, and none where all play solo.
    fn turn(&self) -> Vec<usize> {
        let left: Vec<usize> = self.alive().collect();
        if left.len() <= (self.seats > 1 && self.ruleset() != "solo") as usize || self.turn >= self.turns {
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
        let wraps = self.ruleset().starts_with("wrapped");
        for (nth, said) in moves.iter().enumerate() {
            if let Some(said) = said {
                let to = MOVES.iter().position(|(name, _)| name == said).unwrap();
                let (head, d) = (self.head(nth), MOVES[to].1);
                for n in (1..self.snakes[nth].length as usize).rev() {
                    self.points[n].bodies[nth] = self.points[n - 1].bodies[nth];
                }
                let next = [head[0] + d[0], head[1] + d[1]];
                self.points[0].bodies[nth] = if wraps { [next[0].rem_euclid(self.size as i8), next[1].rem_euclid(self.height as i8)] } else { next };
                self.snakes[nth].last = to as u8;
                self.snakes[nth].health -= 1;
            }
        }
        self.scorch();
        self.eat();
        self.end_all(Self::own_end);
        self.end_all(Self::collision);
        if self.ruleset().ends_with("constrictor") {
            self.constrict();
        }
        self.shrink(dice);
        self.drop_food(dice);
        self.drop_hazards(dice);
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
        let (size, height) = (self.size as usize, self.height as usize);
        let mut owner = vec![vec![-1; size]; height];
        let mut stays = vec![vec![0; size]; height];
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
        let on_board = self.hazards().filter(|(p, _)| self.on_board(*p));
        let hazards: Vec<i64> = on_board.flat_map(|(p, layers)| [p[0] as i64, p[1] as i64, layers as i64]).collect();
        Fields::new()
            .int("size", size as i64)
            .grid("grid", &owner)
            .grid("stays", &stays)
            .grid("heads", &heads)
            .ints("health", &each(|s| s.health as i64))
            .ints("length", &each(|s| s.length as i64))
            .ints("out", &each(|s| !s.lives() as i64))
            .ints("food", &food)
            .ints("hazards", &hazards)
    }

    fn view(&self, _eye: Option<usize>) -> String {
        let height = self.height as usize;
        let mut owner = vec![vec![-1; self.size as usize]; height];
        let flip = |p: Point| (p[0] as usize, height - 1 - p[1] as usize);
        let (mut heads, mut food, mut words, mut notes, mut out) = (Vec::new(), Vec::new(), Vec::new(), Vec::new(), Vec::new());
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
        for (p, layers) in self.hazards().filter(|(p, _)| self.on_board(*p)) {
            let (x, y) = flip(p);
            let free = owner[y][x] < 0 && !self.food().any(|food| food == p);
            if free {
                words.push(format!(r#"[{},{},"{}"]"#, x, y, if layers > 1 { layers.to_string() } else { "~".to_string() }));
            }
        }
        let mut grid = String::new();
        agon::rows(&mut grid, &owner);
        format!(
            r#"{{"grid":{},"bots":[{}],"discs":[{}],"words":[{}],"out":[{}],"notes":[{}],"status":"turn {}"}}"#,
            grid,
            heads.join(","),
            food.join(","),
            words.join(","),
            out.join(","),
            notes.join(","),
            self.turn
        )
    }

    fn ending(&self) -> String {
        match self.snakes().iter().position(|s| s.lives()) {
            Some(nth) if self.seats > 1 && self.ruleset() != "solo" && self.turn().is_empty() && self.turn < self.turns => format!("{{{}}} is the last snake, after {} turns.", nth, self.turn),
            Some(_) => format!("The game ended after {} turns.", self.turn),
            None => format!("No snake is left after {} turns.", self.turn),
        }
    }

    fn used(&self) -> usize {
        let rows = self.snakes().iter().map(|s| s.length).max().unwrap_or(0).max(self.foods).max(self.hazards) as usize;
        size_of::<State>() - (LONGEST - rows) * size_of::<Row>()
    }

    /// The body of a request by the Battlesnake API, version 1.
    fn request(&self, seat: usize, facts: &Options) -> String {
        let took = |nth: usize| if nth == seat { facts.text("took") } else { "0" };
        let snakes: Vec<String> = self.alive().map(|nth| self.snake(nth, facts, took(nth))).collect();
        let settings = format!(
            r#"{{"foodSpawnChance":{},"minimumFood":{},"hazardDamagePerTurn":{},"hazardMap":"","hazardMapAuthor":"","royale":{{"shrinkEveryNTurns":{}}},"squad":{{"allowBodyCollisions":false,"sharedElimination":false,"sharedHealth":false,"sharedLength":false}}}}"#,
            self.chance, self.least, self.damage, self.shrink
        );
        format!(
            r#"{{"game":{{"id":{},"ruleset":{{"name":"{}","version":"v1.2.3","settings":{}}},"map":"{}","timeout":{},"source":"custom"}},"turn":{},"board":{{"height":{},"width":{},"snakes":[{}],"food":{},"hazards":{}}},"you":{}}}"#,
            quoted(facts.text("game")),
            self.ruleset(),
            settings,
            MAPS[self.map as usize].name,
            facts.int("allowed"),
            self.turn,
            self.height,
            self.size,
            snakes.join(","),
            points(self.food()),
            points(self.hazards().flat_map(|(p, layers)| (0..layers).map(move |_| p))),
            self.snake(seat, facts, took(seat)),
        )
    }
}

serve!(State);
