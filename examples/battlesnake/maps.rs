//! The maps of the original: where snakes begin, and where food and hazards are and come to be.
use crate::agon::Dice;
use crate::{Point, State};

pub struct Map {
    pub name: &'static str,
    sizes: &'static [u8], // tiles of a side; empty: any
    seats: u8,
    food: Food,
    hazards: Hazards,
    drawing: &'static [&'static str], // the uppermost row first: a to d begin snakes, f is a place of food, A both, # a hazard, @ two on one another
}

#[derive(Clone, Copy, PartialEq)]
enum Food {
    None,
    Anywhere,
    Dry,         // where no hazard is
    Passages(u16), // on the places of the map, so many at most
    Corridors,   // on the places of the map, by chance
    Maze,
}

#[derive(Clone, Copy, PartialEq)]
enum Hazards {
    Drawn,
    Shrinking,
    InnerWall,
    Rings,
    Columns,
    Spiral,
    Scatter,
    GrowBox,
    ExpandBox,
    ExpandScatter,
    Pits,
    Pools,
    Sinkholes,
    Trails,
    Maze,
}

const fn open(name: &'static str, food: Food, hazards: Hazards) -> Map {
    Map { name, sizes: &[], seats: 8, food, hazards, drawing: &[] }
}

const fn drawn(name: &'static str, sizes: &'static [u8], seats: u8, food: Food, drawing: &'static [&'static str]) -> Map {
    Map { name, sizes, seats, food, hazards: Hazards::Drawn, drawing }
}

pub const MAPS: &[Map] = &[
    open("standard", Food::Anywhere, Hazards::Drawn),
    open("empty", Food::None, Hazards::Drawn),
    open("royale", Food::Anywhere, Hazards::Shrinking),
    open("hz_inner_wall", Food::Anywhere, Hazards::InnerWall),
    open("hz_rings", Food::Anywhere, Hazards::Rings),
    open("hz_columns", Food::Anywhere, Hazards::Columns),
    open("hz_spiral", Food::Anywhere, Hazards::Spiral),
    open("hz_scatter", Food::Anywhere, Hazards::Scatter),
    open("hz_grow_box", Food::Anywhere, Hazards::GrowBox),
    open("hz_expand_box", Food::Anywhere, Hazards::ExpandBox),
    open("hz_expand_scatter", Food::Anywhere, Hazards::ExpandScatter),
    open("snail_mode", Food::Anywhere, Hazards::Trails),
    Map { sizes: &[7, 11, 19], ..open("sinkholes", Food::Anywhere, Hazards::Sinkholes) },
    Map { sizes: &[7, 11, 19], ..open("healing_pools", Food::Anywhere, Hazards::Pools) },
    Map { sizes: &[11], seats: 4, ..open("hz_hazard_pits", Food::Anywhere, Hazards::Pits) },
    Map { sizes: &[7, 11, 19, 25], seats: 1, ..open("solo_maze", Food::Maze, Hazards::Maze) },
    drawn("arcade_maze", &[19], 6, Food::Corridors, ARCADE),
    drawn("hz_castle_wall", &[11], 8, Food::Passages(2), CASTLE),
    drawn("hz_castle_wall_lg", &[19], 8, Food::Passages(2), CASTLE_LG),
    drawn("hz_castle_wall_xl", &[25], 8, Food::Passages(4), CASTLE_XL),
    drawn("hz_rivers_bridges", &[11], 8, Food::Dry, RIVERS),
    drawn("hz_rivers_bridges_lg", &[19], 8, Food::Dry, RIVERS_LG),
    drawn("hz_rivers_bridges_xl", &[25], 8, Food::Dry, RIVERS_XL),
    drawn("hz_islands_bridges", &[11], 4, Food::Dry, ISLANDS),
    drawn("hz_islands_bridges_lg", &[19], 8, Food::Dry, ISLANDS_LG),
];

/// The hazards with which healing_pools begins, by the size of the board: one of the lists.
const POOLS: &[(u8, &[&[Point]])] = &[
    (7, &[&[[3, 3]]]),
    (11, &[&[[3, 3], [7, 7]], &[[3, 7], [7, 3]], &[[3, 5], [7, 5]], &[[5, 7], [5, 3]]]),
    (19, &[&[[5, 5], [13, 13], [5, 13], [13, 5]], &[[5, 10], [13, 10], [10, 13], [10, 5]]]),
];

fn distance(a: Point, b: Point) -> i8 {
    (a[0] - b[0]).abs() + (a[1] - b[1]).abs()
}

fn take<T>(list: &mut Vec<T>, dice: &mut Dice) -> T {
    list.swap_remove(dice.below(list.len()))
}

impl Map {
    /// Tells why no game of so many snakes can be played on the map.
    pub fn refuses(&self, seats: usize, size: u8) -> Option<String> {
        if !self.sizes.is_empty() && !self.sizes.contains(&size) {
            return Some(format!("the map {} has boards of {:?} tiles a side, not of {}: set size", self.name, self.sizes, size));
        }
        if seats > self.seats as usize {
            return Some(format!("the map {} is for {} snakes at most, not for {}", self.name, self.seats, seats));
        }
        None
    }

    pub fn height(&self, width: u8) -> u8 {
        if self.drawing.is_empty() {
            width
        } else {
            self.drawing.len() as u8
        }
    }

    /// The tiles of the drawing that have one of some marks.
    fn tiles(&self, marks: &str) -> Vec<Point> {
        let rows = self.drawing.iter().rev().enumerate();
        rows.flat_map(|(y, row)| row.char_indices().filter(|(_, c)| marks.contains(*c)).map(move |(x, _)| [x as i8, y as i8])).collect()
    }
}

impl State {
    fn map(&self) -> &'static Map {
        &MAPS[self.map as usize]
    }

    pub fn set_up(&mut self, dice: &mut Dice) {
        let map = self.map();
        match map.hazards {
            Hazards::Maze => return self.build_maze(0, dice),
            Hazards::Drawn if !map.drawing.is_empty() => {
                self.begin_on_the_map(map, dice);
                map.tiles("#@").into_iter().for_each(|p| self.add_hazard(p, 1));
                map.tiles("@").into_iter().for_each(|p| self.add_hazard(p, 1));
            }
            _ => self.place_snakes(map.hazards == Hazards::Pits, dice),
        }
        match map.food {
            Food::Anywhere | Food::Dry => self.place_food(dice),
            Food::Corridors if self.least > 0 => self.add_food([9, 11]),
            _ => {}
        }
        match map.hazards {
            Hazards::InnerWall => self.add_all(|s, p| s.edge(p) == 1),
            Hazards::Rings => {
                let most = self.size as i8 / 2 - 1;
                self.add_all(|s, p| s.edge(p) % 2 == 1 && s.edge(p) < most);
            }
            Hazards::Columns => self.add_all(|_, p| p[0] % 2 == 1 && p[1] % 2 == 1),
            Hazards::Pools => {
                let all = POOLS.iter().find(|(size, _)| *size == self.size).unwrap().1;
                all[dice.below(all.len())].iter().for_each(|p| self.add_hazard(*p, 1));
            }
            _ => {}
        }
    }

    /// Begins snakes on the letters of the drawing: a quarter each where food avoids hazards; otherwise on all of a, then of b, then of c.
    fn begin_on_the_map(&mut self, map: &Map, dice: &mut Dice) {
        let quarters = map.food == Food::Dry;
        let mut places: Vec<Vec<Point>> = ["aA", "b", "c", "d"].iter().map(|marks| map.tiles(marks)).collect();
        if matches!(map.food, Food::Passages(_)) && self.seats > 4 {
            let more = std::mem::take(&mut places[1]);
            places[0].extend(more);
        }
        let mut at = if quarters { dice.below(4) } else { 0 };
        for nth in 0..self.seats as usize {
            if places[at].is_empty() {
                at += 1;
            }
            let start = take(&mut places[at], dice);
            self.begin(nth, start);
            at = if quarters { (at + 1) % 4 } else { at };
        }
    }

    /// The tiles between a point and the nearest edge.
    fn edge(&self, p: Point) -> i8 {
        p[0].min(p[1]).min(self.size as i8 - 1 - p[0]).min(self.height as i8 - 1 - p[1])
    }

    fn tiles(&self) -> Vec<Point> {
        (0..self.size as i8).flat_map(|x| (0..self.height as i8).map(move |y| [x, y])).collect()
    }

    fn add_all(&mut self, wanted: impl Fn(&State, Point) -> bool) {
        for p in self.tiles() {
            if wanted(self, p) {
                self.add_hazard(p, 1);
            }
        }
    }

    /// A tile without hazards that fits, by lot.
    fn free_of_hazards(&self, wanted: impl Fn(Point) -> bool, dice: &mut Dice) -> Option<Point> {
        let mut free: Vec<Point> = self.tiles().into_iter().filter(|p| wanted(*p) && self.layers(*p) == 0).collect();
        if free.is_empty() {
            None
        } else {
            Some(take(&mut free, dice))
        }
    }

    /// Has the free part of a board of Royale shrink, and makes hazards of the rest.
    pub fn shrink(&mut self, dice: &mut Dice) {
        let (rules, map) = (self.ruleset() == "royale", self.map().hazards == Hazards::Shrinking);
        let now = self.turn % self.shrink == 0;
        if !rules && !(map && now) {
            return;
        }
        if now {
            let side = dice.below(4);
            let (corner, axis) = (side % 2, side / 2);
            self.safe[corner][axis] = self.safe[corner][axis].saturating_add(1);
        }
        self.clear_hazards();
        let (low, high) = (self.safe[0], [self.size as i8 - 1 - self.safe[1][0], self.height as i8 - 1 - self.safe[1][1]]);
        self.add_all(|_, p| (0..2).any(|i| p[i] < low[i] || p[i] > high[i]));
    }

    pub fn drop_food(&mut self, dice: &mut Dice) {
        let map = self.map();
        match map.food {
            Food::None => {}
            Food::Anywhere => self.drop_food_anywhere(false, dice),
            Food::Dry => self.drop_food_anywhere(true, dice),
            Food::Passages(most) if self.turn <= 10 || self.foods == most => {}
            Food::Passages(_) => self.drop_food_on(map.tiles("f"), true, dice),
            Food::Corridors if self.chance == 0 || dice.below(100) > self.chance as usize => {}
            Food::Corridors => self.drop_food_on(map.tiles("fA"), false, dice),
            Food::Maze => self.go_on_in_maze(dice),
        }
    }

    /// Has a food fall on one of some places where no snake is, not even one that is out, nor food; if it is to be apart, not beside a head or a food either.
    fn drop_food_on(&mut self, mut places: Vec<Point>, apart: bool, dice: &mut Dice) {
        places.retain(|p| {
            let near = |other: Point| other == *p || apart && distance(other, *p) == 1;
            !self.food().any(near) && (0..self.seats as usize).all(|nth| !near(self.head(nth)) && !self.body(nth).any(|b| b == *p))
        });
        if !places.is_empty() {
            let p = take(&mut places, dice);
            self.add_food(p);
        }
    }

    pub fn drop_hazards(&mut self, dice: &mut Dice) {
        let (turn, middle) = (self.turn as i16, [self.size as i8 / 2, self.height as i8 / 2]);
        match self.map().hazards {
            Hazards::Spiral if turn % 3 == 0 => self.spiral(turn / 3 - 1, dice),
            Hazards::Scatter if turn % 2 == 0 => {
                if let Some(p) = self.free_of_hazards(|_| true, dice) {
                    self.add_hazard(p, 1);
                }
            }
            Hazards::GrowBox if turn == 1 => self.seed_hazards(2, dice),
            Hazards::GrowBox if turn % 12 == 1 => self.grow_box(dice),
            Hazards::ExpandBox if turn == 1 => self.seed_hazards(2, dice),
            Hazards::ExpandBox if turn % 20 == 1 => {
                let (seed, far) = (self.grown[0], (turn / 20).min(99) as i8);
                self.add_all(|_, p| (p[0] - seed[0]).abs().max((p[1] - seed[1]).abs()) == far);
            }
            Hazards::ExpandScatter if turn == 1 => self.seed_hazards(1, dice),
            Hazards::ExpandScatter if turn % 2 == 1 => {
                let seed = self.grown[0];
                let far = |p: Point| (p[0] - seed[0]).abs().max((p[1] - seed[1]).abs());
                let nearest = self.tiles().into_iter().filter(|p| self.layers(*p) == 0).map(far).min();
                if let Some(p) = self.free_of_hazards(|p| Some(far(p)) == nearest, dice) {
                    self.add_hazard(p, 1);
                }
            }
            Hazards::Pits if (turn - 1) % self.shrink as i16 == 0 => {
                self.clear_hazards();
                let layers = ((turn - 1) / self.shrink as i16 % 7).min(4);
                let pits = self.tiles().into_iter().filter(|p| p[0] % 2 == 1 && p[1] % 2 == 1 && !(p.iter().all(|n| *n == 1 || *n == 9)));
                pits.filter(|_| layers > 0).for_each(|p| self.add_hazard(p, layers as u16));
            }
            Hazards::Pools if turn > 1 && self.hazards > 0 && (turn - 1) % self.shrink as i16 == 0 => {
                let nth = dice.below(self.hazards as usize);
                self.remove_hazard(nth);
            }
            Hazards::Sinkholes if turn == 2 => self.add_hazard(middle, 1),
            Hazards::Sinkholes => {
                let (rings, every) = (if self.size == 7 { 3 } else if self.size == 11 { 5 } else { 7 }, self.shrink as i16);
                let far = (turn - 2) / every;
                if turn > 2 && turn - 1 <= every.saturating_mul(rings) && (turn - 2) % every == 0 {
                    let apart = |p: Point| [(p[0] - middle[0]).abs() as i16, (p[1] - middle[1]).abs() as i16];
                    self.add_all(|_, p| apart(p).iter().all(|n| *n <= far) && apart(p) != [far, far]);
                }
            }
            Hazards::Trails => self.trail(),
            _ => {}
        }
    }
}

impl State {
    /// Begins the hazards somewhere, as far from the edges at least.
    fn seed_hazards(&mut self, margin: usize, dice: &mut Dice) {
        let p = [self.size, self.height].map(|side| (dice.below(side as usize - 2 * margin + 1) + margin) as i8);
        self.grown = [p; 2];
        self.add_hazard(p, 1);
    }

    /// Has the box of hazards grow on one side.
    fn grow_box(&mut self, dice: &mut Dice) {
        let [low, high] = self.grown;
        let sides = [(0, 0, low[0] > 0), (1, 1, high[1] < self.height as i8 - 1), (1, 0, high[0] < self.size as i8 - 1), (0, 1, low[1] > 0)];
        let mut open: Vec<(usize, usize)> = sides.iter().filter(|side| side.2).map(|side| (side.0, side.1)).collect();
        if open.is_empty() {
            return;
        }
        let (corner, axis) = take(&mut open, dice);
        self.grown[corner][axis] += [-1, 1][corner];
        let ([low, high], at) = (self.grown, self.grown[corner][axis]);
        self.add_all(|_, p| p[axis] == at && (0..2).all(|i| low[i] <= p[i] && p[i] <= high[i]));
    }

    /// Adds the nth tile of a spiral, which goes to the right above where it began, and then clockwise; what is off the board is left out.
    fn spiral(&mut self, nth: i16, dice: &mut Dice) {
        if nth == 0 {
            let margin = self.size as usize * 3 / 10;
            self.grown[0] = [self.size, self.height].map(|side| (dice.below(side as usize - 2 * margin) + margin) as i8);
            return self.add_hazard(self.grown[0], 1);
        }
        let (mut ring, mut rest) = (1, nth - 1);
        while rest >= 8 * ring {
            rest -= 8 * ring;
            ring += 1;
        }
        // The place on the ring is counted from its upper left corner.
        let (side, along) = ((rest + 1) / (2 * ring) % 4, (rest + 1) % (2 * ring));
        let (x, y) = [(along - ring, ring), (ring, ring - along), (ring - along, -ring), (-ring, along - ring)][side as usize];
        let p = [self.grown[0][0] as i16 + x, self.grown[0][1] as i16 + y];
        if (0..self.size as i16).contains(&p[0]) && (0..self.height as i16).contains(&p[1]) {
            self.add_hazard([p[0] as i8, p[1] as i8], 1);
        }
    }

    /// Has trails fade, and snakes leave hazards where their tails were. What a tail leaves is kept above the board for a turn, as in the original.
    fn trail(&mut self) {
        let height = self.height as i8;
        let before: Vec<(Point, u16)> = self.hazards().collect();
        self.clear_hazards();
        before.iter().filter(|(p, n)| p[1] < height && *n > 1).for_each(|(p, n)| self.add_hazard(*p, n - 1));
        let alive: Vec<usize> = self.alive().collect();
        for nth in &alive {
            let n = self.snakes[*nth].length as usize;
            let tail = self.points[n - 1].bodies[*nth];
            if self.points[n - 2].bodies[*nth] != tail {
                self.add_hazard([tail[0], tail[1] + height], n as u16);
            }
        }
        for (p, n) in before.into_iter().filter(|(p, _)| p[1] >= height) {
            let p = [p[0], p[1] - height];
            if !alive.iter().any(|nth| self.head(*nth) == p) {
                self.add_hazard(p, n);
            }
        }
    }
}

const FIRST_MAZE: usize = 7;
const NEAR: i8 = 5;

/// A maze of solo_maze: the tiles of a side, and where its lower left tile is.
struct Maze {
    side: usize,
    corner: Point,
    walls: Vec<Point>,
}

impl Maze {
    fn on_board(&self, p: Point) -> Point {
        [p[0] + self.corner[0], p[1] + self.corner[1]]
    }

    /// Divides a room by walls with holes. Where holes are, no wall of a smaller room begins: shut has x and y of these.
    fn divide(&mut self, low: Point, high: Point, mut shut: [Vec<i8>; 2], dice: &mut Dice) {
        if (0..2).all(|i| high[i] - low[i] <= 2) {
            return;
        }
        let at = [0, 1].map(|i| {
            let open: Vec<i8> = (low[i] + 1..high[i] - 1).filter(|n| !shut[i].contains(n)).collect();
            if open.is_empty() {
                None
            } else {
                Some(open[dice.below(open.len())])
            }
        });
        let mut walls: [Vec<Point>; 2] = [0, 1].map(|i| match at[i] {
            Some(n) => (low[1 - i]..=high[1 - i]).map(|m| if i == 0 { [n, m] } else { [m, n] }).collect(),
            None => Vec::new(),
        });
        if walls.iter().all(|wall| wall.len() > 1) {
            let cross = [at[0].unwrap(), at[1].unwrap()];
            for i in 0..2 {
                cut(&mut walls[i], cross, 2 - i, dice).into_iter().for_each(|hole| shut[1 - i].push(hole[1 - i]));
            }
        } else if let Some(i) = (0..2).find(|i| walls[*i].len() > 1) {
            let nth = dice.below(walls[i].len() - 1);
            shut[1 - i].push(walls[i].swap_remove(nth)[1 - i]);
        }
        walls.into_iter().for_each(|wall| self.walls.extend(wall));
        let parts = [0, 1].map(|i| match at[i] {
            Some(n) => vec![(low[i], n), (n + 1, high[i])],
            None => vec![(low[i], high[i])],
        });
        if at != [None, None] {
            for y in &parts[1] {
                for x in &parts[0] {
                    self.divide([x.0, y.0], [x.1, y.1], shut.clone(), dice);
                }
            }
        }
    }
}

/// Cuts holes into a wall on either side of where it crosses another, so many at most, and returns them. A hole is filled by the last tile of the list, whose order the original keeps so.
fn cut(wall: &mut Vec<Point>, cross: Point, most: usize, dice: &mut Dice) -> Vec<Point> {
    let mut holes = Vec::new();
    let at = |wall: &Vec<Point>| wall.iter().position(|p| *p == cross).unwrap();
    if at(wall) > 0 {
        let nth = dice.below(at(wall));
        holes.push(wall.swap_remove(nth));
    }
    if holes.len() < most && at(wall) + 1 < wall.len() {
        let nth = dice.below(wall.len() - at(wall) - 1) + at(wall) + 1;
        holes.push(wall.swap_remove(nth));
    }
    holes
}

impl State {
    fn maze(&self, level: usize) -> Maze {
        let side = (FIRST_MAZE + level).min(self.size as usize).min(self.height as usize - 2);
        let corner = [self.size, self.height].map(|n| (n as i8 - side as i8) / 2);
        Maze { side, corner, walls: Vec::new() }
    }

    /// Builds a maze around the snake. The lowest row tells its level in binary digits, the highest to the left.
    fn build_maze(&mut self, level: usize, dice: &mut Dice) {
        let mut maze = self.maze(level);
        let before: Vec<Point> = self.hazards().map(|(p, _)| p).collect();
        self.clear_hazards();
        let width = self.size as i8;
        (0..width).filter(|x| level >> (width - 1 - x) as usize & 1 == 1).for_each(|x| self.add_hazard([x, 0], 1));
        maze.divide([0, 0], [maze.side as i8 - 1; 2], [Vec::new(), Vec::new()], dice);
        let walls: Vec<Point> = maze.walls.iter().map(|p| maze.on_board(*p)).collect();
        self.add_all(|_, p| walls.contains(&p));
        self.begin(0, maze.on_board([0, 0]));
        self.snakes[0].length = (level + 3) as u16;
        let tail = maze.on_board([0, -1]);
        self.points[1..level + 3].iter_mut().for_each(|row| row.bodies[0] = tail);
        self.drop_food_in(&maze, &[before, walls].concat(), dice);
        let (low, high) = (maze.corner, maze.on_board([maze.side as i8 - 1; 2]));
        self.add_all(|_, p| p[1] > 0 && (0..2).any(|i| p[i] < low[i] || p[i] > high[i]));
    }

    /// Has food fall where no wall and no snake is, some way from the head; after a hundred tries in vain it does not.
    fn drop_food_in(&mut self, maze: &Maze, walls: &[Point], dice: &mut Dice) {
        for _ in 0..100 {
            let p = maze.on_board([0, 1].map(|_| dice.below(maze.side) as i8));
            if !walls.contains(&p) && !self.body(0).any(|b| b == p) && distance(p, self.head(0)) >= NEAR.min(maze.side as i8 / 2) {
                return self.add_food(p);
            }
        }
    }

    fn go_on_in_maze(&mut self, dice: &mut Dice) {
        let width = self.size as i8;
        let level = (0..width).fold(0, |level, x| 2 * level + (self.layers([x, 0]) > 0) as usize);
        let (food, maze) = (self.food().next(), self.maze(level));
        match food {
            None => self.build_maze(level + 1, dice),
            // After some mazes of the largest size food flees, so that the game ends.
            Some(food) if FIRST_MAZE + level > maze.side + 5 && distance(self.head(0), food) < NEAR => {
                self.clear_food();
                let walls: Vec<Point> = self.hazards().map(|(p, _)| p).collect();
                self.drop_food_in(&maze, &walls, dice);
            }
            _ => {}
        }
    }
}

const CASTLE: &[&str] = &[
    "...........",
    ".a...b...a.",
    "..##@f@##..",
    "..#.....#..",
    "..@.....@..",
    ".bf.....fb.",
    "..@.....@..",
    "..#.....#..",
    "..##@f@##..",
    ".a...b...a.",
    "...........",
];

const CASTLE_LG: &[&str] = &[
    "...................",
    ".a.......b.......a.",
    "..#####@f@f@#####..",
    "..#####@f@f@#####..",
    "..##...........##..",
    "..##...........##..",
    "..##...........##..",
    "..@@...........@@..",
    "..ff...........ff..",
    ".b@@...........@@b.",
    "..ff...........ff..",
    "..@@...........@@..",
    "..##...........##..",
    "..##...........##..",
    "..##...........##..",
    "..#####@f@f@#####..",
    "..#####@f@f@#####..",
    ".a.......b.......a.",
    "...................",
];

const CASTLE_XL: &[&str] = &[
    ".........................",
    ".....b.............b.....",
    ".........................",
    "...####@f@#@f@#@f@####...",
    "...####@f@#@f@#@f@####...",
    ".a.##...............##.a.",
    "...##...............##...",
    "...@@...............@@...",
    "...ff...............ff...",
    "...@@...............@@...",
    "...##...............##...",
    "...@@...............@@...",
    "...ff...............ff...",
    "...@@...............@@...",
    "...##...............##...",
    "...@@...............@@...",
    "...ff...............ff...",
    "...@@...............@@...",
    "...##...............##...",
    ".a.##...............##.a.",
    "...####@f@#@f@#@f@####...",
    "...####@f@#@f@#@f@####...",
    ".........................",
    ".....b.............b.....",
    ".........................",
];

const RIVERS: &[&str] = &[
    ".....#.....",
    ".c.c.#...b.",
    "...........",
    ".....#.b...",
    ".....#.....",
    "##.#####.##",
    ".....#.....",
    "...a.#.d...",
    "...........",
    ".a...#...d.",
    ".....#.....",
];

const RIVERS_LG: &[&str] = &[
    ".........#.........",
    ".c...c...#...d...d.",
    ".........#.........",
    "...................",
    ".........#.........",
    ".c...c...#...d...d.",
    ".........#.........",
    ".........#.........",
    "........###........",
    "####.#########.####",
    "........###........",
    ".........#.........",
    ".........#.........",
    ".a...a...#...b...b.",
    ".........#.........",
    "...................",
    ".........#.........",
    ".a...a...#...b...b.",
    ".........#.........",
];

const RIVERS_XL: &[&str] = &[
    "............#............",
    ".d.......d.....b.......b.",
    "............#............",
    "............#............",
    "............#............",
    "............#............",
    "............#............",
    ".........................",
    "............#............",
    ".d.......d..#..b.......b.",
    "...........###...........",
    "..........#####..........",
    "#.#####.#########.#####.#",
    "..........#####..........",
    "...........###...........",
    ".a.......a..#..c.......c.",
    "............#............",
    ".........................",
    "............#............",
    "............#............",
    "............#............",
    "............#............",
    "............#............",
    ".a.......a.....c.......c.",
    "............#............",
];

const ISLANDS: &[&str] = &[
    "##..###..##",
    "#..c.#.b..#",
    "...........",
    ".c...#...b.",
    "#....#....#",
    "##.#####.##",
    "#....#....#",
    ".a...#...d.",
    "...........",
    "#..a.#.d..#",
    "##..###..##",
];

const ISLANDS_LG: &[&str] = &[
    "####..#######..####",
    "##......###......##",
    "#.d...d..#..c...c.#",
    "#........#........#",
    "...................",
    ".........#.........",
    "#.d...d..#..c...c.#",
    "#........#........#",
    "##......###......##",
    "####.#########.####",
    "##......###......##",
    "#........#........#",
    "#.a...a..#..b...b.#",
    ".........#.........",
    "...................",
    "#........#........#",
    "#.a...a..#..b...b.#",
    "##......###......##",
    "####..#######..####",
];

const ARCADE: &[&str] = &[
    "#.###############.#",
    "#........#........#",
    "#.##.###.#.###.##.#",
    "#...A....f....A...#",
    "#.##.#.#####.#.##.#",
    "#....#...#...#....#",
    "#..#.###.#.###.#..#",
    "#..#.#...c...#.#..#",
    "####.#.#.#.#.#.####",
    "...f...#.f.#...f...",
    "####.#.#.#.#.#.####",
    "#..#.#...b...#.#..#",
    "#..#.#.#####.#.#..#",
    "#...A....#....A...#",
    "#.##.###.#.###.##.#",
    "#..#.....f.....#..#",
    "##.#.#.#####.#.#.##",
    "#....#...#...#....#",
    "#.######.#.######.#",
    "#f.......f.......f#",
    "#.###############.#",
];
