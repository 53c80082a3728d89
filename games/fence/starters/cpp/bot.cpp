// A bot for Fence and Conquer. It walks rings of 6x6 cells, side by side around the board, then in the rows below. Make it choose better.
//
// Build it with:  g++ -O2 -std=c++17 -o bot bot.cpp
#include "agon.hpp"

#include <string>

// Gives the next step. game.view["board"][y][x] is 0 for an empty cell, 1 or 2 for one that is owned; your own number is
// game.view["me"] + 1, and you stand at game.view["x"][me], game.view["y"][me].
std::string choose(const agon::Game& game) {
    int step = game.view["turn"] / 2; // how many moves we have made
    int ring = step / 25, place = step % 25;
    const char* on = ring % 6 == 5 ? "D" : "R"; // to where the next ring begins
    const char* moves[] = {"R", "D", "L", "U", on};
    return moves[place / 5];
}

int main() { agon::play("Rings in C++", "you", choose); }
