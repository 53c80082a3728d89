// A bot for Colour Battle that walks to the nearest tile that it can paint and reaches before the others. Make it choose better.
//
// Build it with:  g++ -O2 -std=c++17 -o bot bot.cpp
#include "agon.hpp"

#include <string>

// Whether a tile becomes ours when we step on it.
bool gains(int floor, int id) { return floor == 0 || (id - floor + 300) % 3 == 2; }

int steps(int x, int y, int toX, int toY) { return std::abs(toX - x) + std::abs(toY - y); }

// Whether another bot is at a tile within so many steps.
bool othersReach(const agon::Value& view, int tx, int ty, int within) {
    for (int other = 0; other < int(view["x"].size()); other++) {
        if (other != int(view["me"]) && steps(view["x"][other], view["y"][other], tx, ty) <= within) return true;
    }
    return false;
}

std::string choose(const agon::Game& game) {
    const auto& view = game.view;
    const auto& grid = view["grid"];
    int me = view["me"], side = int(grid.size());
    int id = view["ids"][me], x = view["x"][me], y = view["y"][me];
    int toX = x, toY = y, best = 5 * side;
    for (int ty = 0; ty < side; ty++) {
        for (int tx = 0; tx < side; tx++) {
            if ((tx == x && ty == y) || !gains(grid[ty][tx], id)) continue;
            int cost = steps(x, y, tx, ty);
            if (othersReach(view, tx, ty, cost)) cost += 2 * side;
            if (cost < best) toX = tx, toY = ty, best = cost;
        }
    }
    if (toX > x) return "RIGHT";
    if (toX < x) return "LEFT";
    if (toY > y) return "UP";
    if (toY < y) return "DOWN";
    return "STAY";
}

int main() { agon::play("Nearest in C++", "you", choose); }
