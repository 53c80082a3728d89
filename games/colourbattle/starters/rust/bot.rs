// A bot for Colour Battle that walks to the nearest tile that it can paint and reaches before the others. Make it choose better.
//
// agon.rs beside it speaks with the arena. Build it with:  rustc -O -o bot bot.rs
mod agon;

/// Whether a tile becomes ours when we step on it.
fn gains(floor: i64, id: i64) -> bool {
    floor == 0 || (id - floor + 300) % 3 == 2
}

fn steps(x: i64, y: i64, to_x: i64, to_y: i64) -> i64 {
    (to_x - x).abs() + (to_y - y).abs()
}

fn choose(game: &agon::Game) -> String {
    let me = game.number("me") as usize;
    let place = |i: usize| (game.field("x").list()[i].number(), game.field("y").list()[i].number());
    let bots = game.field("x").list().len();
    let id = game.field("ids").list()[me].number();
    let (x, y) = place(me);
    let side = game.field("grid").list().len() as i64;
    let (mut to_x, mut to_y, mut best) = (x, y, 5 * side);
    for ty in 0..side {
        for tx in 0..side {
            if (tx, ty) == (x, y) || !gains(game.cell("grid", tx as usize, ty as usize), id) {
                continue;
            }
            let mut cost = steps(x, y, tx, ty);
            let others_reach = (0..bots).any(|i| i != me && steps(place(i).0, place(i).1, tx, ty) <= cost);
            if others_reach {
                cost += 2 * side;
            }
            if cost < best {
                (to_x, to_y, best) = (tx, ty, cost);
            }
        }
    }
    let word = match (to_x - x, to_y - y) {
        (dx, _) if dx > 0 => "RIGHT",
        (dx, _) if dx < 0 => "LEFT",
        (_, dy) if dy > 0 => "UP",
        (_, dy) if dy < 0 => "DOWN",
        _ => "STAY",
    };
    word.to_string()
}

fn main() {
    agon::play("Nearest in Rust", "you", choose);
}
