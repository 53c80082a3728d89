// A bot that plays any of its moves. game.view has what the game shows to your seat, "moves" the moves that you may make, "me" your seat. Make it choose better.
//
// Build it with:  g++ -O2 -std=c++17 -o bot bot.cpp
#include "agon.hpp"

#include <cstdlib>
#include <string>

std::string choose(const agon::Game& game) {
    const auto& moves = game.view["moves"];
    return moves[std::rand() % int(moves.size())].text;
}

int main() { agon::play("Any move in C++", "you", choose); }
