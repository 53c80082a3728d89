// A bot that plays any of its moves. agon.hpp beside it speaks with the arena. Make it choose better.
//
// Build it with:  g++ -O2 -std=c++17 -o bot bot.cpp
#include "agon.hpp"

#include <cstdlib>
#include <string>
#include <vector>

// VIEW

std::string choose(const View& view) {
    auto moves = view.moves();
    return moves[std::rand() % moves.size()];
}

int main() {
    agon::play("Any move in C++", "you", [](const agon::Game& game) { return choose({game.view}); });
}
