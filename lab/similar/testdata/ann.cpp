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

bool inside(int x, int y) { return x >= 0 && x < WIDTH && y >= 0 && y < HEIGHT; }

// Breadth first over free tiles; -1 for those that cannot be reached.
vector<vector<int>> distances(const vector<vector<int>>& owner, int x, int y)
{
    vector<vector<int>> found(HEIGHT, vector<int>(WIDTH, -1));
    queue<pair<int, int>> next;
    next.push({x, y});
    found[y][x] = 0;
    while (!next.empty()) {
        auto [tx, ty] = next.front();
        next.pop();
        for (int m = 0; m < 4; m++) {
            int nx = tx + DX[m], ny = ty + DY[m];
            if (inside(nx, ny) && owner[ny][nx] < 0 && found[ny][nx] < 0) {
                found[ny][nx] = found[ty][tx] + 1;
                next.push({nx, ny});
            }
        }
    }
    return found;
}

// How many tiles we reach before all rivals, less theirs.
int territory(const vector<vector<int>>& owner, int x, int y, const vector<pair<int, int>>& rivals)
{
    auto own = distances(owner, x, y);
    vector<vector<vector<int>>> others;
    for (auto& rival : rivals) others.push_back(distances(owner, rival.first, rival.second));
    int score = 0;
    for (int row = 0; row < HEIGHT; row++) {
        for (int column = 0; column < WIDTH; column++) {
            int nearest = 1000;
            for (auto& far : others) {
                if (far[row][column] >= 0) nearest = min(nearest, far[row][column]);
            }
            if (own[row][column] >= 0 && own[row][column] < nearest) score += 3;
            else if (nearest < 1000) score -= 1;
        }
    }
    return score;
}

int exits(const vector<vector<int>>& owner, int x, int y)
{
    int free = 0;
    for (int m = 0; m < 4; m++) {
        if (inside(x + DX[m], y + DY[m]) && owner[y + DY[m]][x + DX[m]] < 0) free++;
    }
    return free;
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
        vector<pair<int, int>> heads;
        for (int i = 0; i < n; i++) {
            int x0, y0; // where the trail of player i begins, -1 once it is dead
            int x1, y1; // where its head is, -1 once it is dead
            cin >> x0 >> y0 >> x1 >> y1;
            heads.push_back({x1, y1});
            if (x0 >= 0) {
                owner[y0][x0] = owner[y1][x1] = i;
            } else {
                // The trail of a dead player is gone.
                for (auto& row : owner) for (int& tile : row) if (tile == i) tile = -1;
            }
            if (i == p) { x = x1; y = y1; }
        }

        vector<pair<int, int>> rivals;
        for (int i = 0; i < n; i++) {
            if (i != p && heads[i].first >= 0) rivals.push_back(heads[i]);
        }
        string choice = NAMES[0];
        int best = -1000000;
        for (int m = 0; m < 4; m++) {
            int nx = x + DX[m], ny = y + DY[m];
            if (!inside(nx, ny) || owner[ny][nx] >= 0) continue;
            int value = 2 * territory(owner, nx, ny, rivals);
            if (exits(owner, nx, ny) == 1) value++; // along a wall
            if (value > best) {
                best = value;
                choice = NAMES[m];
            }
        }

        // What you write to cerr is for your eyes only.
        cout << choice << endl;
    }
}
