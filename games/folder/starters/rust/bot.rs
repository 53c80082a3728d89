// A bot that plays any of its moves, one after the other. Make it choose better.
//
// agon.rs beside it speaks with the arena. Build it with:  rustc -O -o bot bot.rs
mod agon;

// VIEW

fn main() {
    let mut asked = 0;
    agon::play("Any move in Rust", "you", |game: &agon::Game| {
        asked += 1;
        choose(&View(game), asked)
    });
}

fn choose(view: &View, asked: usize) -> String {
    let moves = view.moves();
    moves[asked * 7 % moves.len()].clone()
}
