// A bot that plays any of its moves, one after the other. The fields of the game are what it shows to your seat, "moves" the moves that you may make. Make it choose better.
//
// agon.rs beside it speaks with the arena. Build it with:  rustc -O -o bot bot.rs
mod agon;

fn main() {
    let mut asked = 0;
    agon::play("Any move in Rust", "you", |game: &agon::Game| {
        let moves = game.field("moves").list();
        asked += 1;
        moves[asked * 7 % moves.len()].text().to_string()
    });
}
