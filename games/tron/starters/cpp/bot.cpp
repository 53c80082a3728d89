#include <iostream>
#include <string>
#include <vector>

using namespace std;

// Tron: the last one alive wins.
// This bot remembers every trail and steps to a free neighbour. Make it choose better.

const int WIDTH = 30, HEIGHT = 20;
const string NAMES[] = {"UP", "DOWN", "LEFT", "RIGHT"};
const int DX[] = {0, 0, -1, 1}, DY[] = {-1, 1, 0, 0};

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

        string choice = NAMES[0];
        for (int m = 0; m < 4; m++) {
            int nx = x + DX[m], ny = y + DY[m];
            if (nx >= 0 && nx < WIDTH && ny >= 0 && ny < HEIGHT && owner[ny][nx] < 0) choice = NAMES[m];
        }

        // What you write to cerr is for your eyes only.
        cout << choice << endl;
    }
}
