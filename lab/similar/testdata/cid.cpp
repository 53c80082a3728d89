#include <algorithm>
#include <iostream>
#include <queue>
#include <string>
#include <vector>

using namespace std;

// Tron: the last one alive wins.
// This bot remembers every trail and steps to a free neighbour. Make it choose better.

const int WIDTH = 30, HEIGHT = 20;
const string NAMES[] = {"UP", "DOWN", "LEFT", "RIGHT"};
const int DX[] = {0, 0, -1, 1}, DY[] = {-1, 1, 0, 0};

struct Walker {
    unsigned long long state = 88172645463325252ULL;
    unsigned next()
    {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        return state % 1000003;
    }
};

double walk(vector<vector<int>> board, int column, int line, Walker& dice)
{
    int survived = 0;
    do {
        board[line][column] = 9;
        vector<int> open;
        for (int side = 3; side >= 0; --side) {
            const int c = column + DX[side], l = line + DY[side];
            const bool wall = c < 0 or l < 0 or c == WIDTH or l == HEIGHT;
            if (not wall and board[l][c] == -1) open.push_back(side);
        }
        if (open.empty()) break;
        const int taken = open[dice.next() % open.size()];
        column += DX[taken];
        line += DY[taken];
    } while (++survived < 60);
    return survived / 60.0;
}

int main()
{
    vector<vector<int>> owner(HEIGHT, vector<int>(WIDTH, -1)); // the player whose trail lies there, or -1

    // game loop
    while (1) {
        int n; // number of players, the dead included
        int p; // your number, from 0
        if (!(cin >> n >> p)) return 0;
        int x = 0, y = 0; // your head
        for (int i = 0; i < n; i++) {
            int x0, y0; // where the trail of player i begins, -1 once it is dead
            int x1, y1; // where its head is, -1 once it is dead
            cin >> x0 >> y0 >> x1 >> y1;
            if (x0 >= 0) {
                owner[y0][x0] = owner[y1][x1] = i;
            } else {
                // The trail of a dead player is gone.
                for (auto& row : owner) for (int& tile : row) if (tile == i) tile = -1;
            }
            if (i == p) { x = x1; y = y1; }
        }

        static Walker dice;
        double sums[4] = {-1, -1, -1, -1};
        for (int side = 0; side < 4; ++side) {
            const int c = x + DX[side], l = y + DY[side];
            if (c < 0 or l < 0 or c == WIDTH or l == HEIGHT or owner[l][c] != -1) continue;
            sums[side] = 0;
            for (int sample = 0; sample != 200; ++sample) sums[side] += walk(owner, c, l, dice);
        }
        string choice = NAMES[max_element(sums, sums + 4) - sums];

        // What you write to cerr is for your eyes only.
        cout << choice << endl;
    }
}
