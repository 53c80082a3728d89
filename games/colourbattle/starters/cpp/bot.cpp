// A bot for Colour Battle that walks to the nearest tile it can paint. Make it choose better.
//
// Build it with:  g++ -O2 -std=c++17 -o bot bot.cpp
#include "agon.hpp"

#include <string>

// Whether a tile becomes ours when we step on it.
bool gains(int floor, int id) { return floor == 0 || (id - floor + 300) % 3 == 2; }

std::string choose(const agon::Game& game) {
    const auto& view = game.view;
    const auto& grid = view["grid"];
    int me = view["me"], side = int(grid.size());
    int id = view["ids"][me], x = view["x"][me], y = view["y"][me];
    int toX = x, toY = y, nearest = 2 * side;
    for (int ty = 0; ty < side; ty++) {
        for (int tx = 0; tx < side; tx++) {
            int far = std::abs(tx - x) + std::abs(ty - y);
            if (gains(grid[ty][tx], id) && far > 0 && far < nearest) toX = tx, toY = ty, nearest = far;
        }
    }
    if (toX > x) return "RIGHT";
    if (toX < x) return "LEFT";
    if (toY > y) return "UP";
    if (toY < y) return "DOWN";
    return "STAY";
}

int main() { agon::play("Nearest in C++", "you", choose); }
