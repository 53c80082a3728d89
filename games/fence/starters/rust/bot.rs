// A bot for Fence and Conquer. It walks rings of 6x6 cells, side by side around the board, then in the rows below. Make it choose better.
//
// agon.rs beside it speaks with the arena. Build it with:  rustc -O -o bot bot.rs
mod agon;

/// The next step. game.cell("board", x, y) is 0 for an empty cell, 1 or 2 for one that is owned; your own number is game.number("me") + 1,
/// and you stand at game.field("x").list()[me], game.field("y").list()[me].
fn choose(game: &agon::Game) -> String {
    let step = game.number("turn") / 2; // how many moves we have made
    let (ring, place) = (step / 25, step % 25);
    let on = if ring % 6 == 5 { "D" } else { "R" }; // to where the next ring begins
    ["R", "D", "L", "U", on][(place / 5) as usize].to_string()
}

fn main() {
    agon::play("Rings in Rust", "you", choose);
}
