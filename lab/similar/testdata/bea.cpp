/* Tron bot by Bea */
#include <algorithm>
#include <iostream>
#include <queue>
#include <string>
#include <vector>

using namespace std;




const int COLS = 30, ROWS = 20;
const string LABEL[] = {"UP", "DOWN", "LEFT", "RIGHT"};
const int STEPX[] = {0, 0, -1, 1}, STEPY[] = {-1, 1, 0, 0};

bool ok(int px, int py) { return px >= 0 && px<COLS && py >= 0 && py<ROWS; }

int degree(const vector<vector<int>>& grid, int px, int py) {
  int cnt = 0;
  for (int dir = 0; dir<4; dir++) {
    if (ok(px + STEPX[dir], py + STEPY[dir]) && grid[py + STEPY[dir]][px + STEPX[dir]]<0) cnt++;
  }
  return cnt;
}


vector<vector<int>> flood(const vector<vector<int>>& grid, int px, int py) {
  vector<vector<int>> dist(ROWS, vector<int>(COLS, -1));
  queue<pair<int, int>> todo;
  todo.push({px, py});
  dist[py][px] = 0;
  while (!todo.empty()) {
    auto [cx, cy] = todo.front();
    todo.pop();
    for (int dir = 0; dir<4; dir++) {
      int qx = cx + STEPX[dir], qy = cy + STEPY[dir];
      if (ok(qx, qy) && grid[qy][qx]<0 && dist[qy][qx]<0) {
        dist[qy][qx] = dist[cy][cx] + 1;
        todo.push({qx, qy});
      }
    }
  }
  return dist;
}


int evaluate(const vector<vector<int>>& grid, int px, int py, const vector<pair<int, int>>& enemies) {
  auto mine = flood(grid, px, py);
  vector<vector<vector<int>>> theirs;
  for (auto& enemy : enemies) theirs.push_back(flood(grid, enemy.first, enemy.second));
  int sum = 0;
  for (int r = 0; r<ROWS; r++) {
    for (int c = 0; c<COLS; c++) {
      int minimum = 1000;
      for (auto& e : theirs) {
        if (e[r][c] >= 0) minimum = min(minimum, e[r][c]);
      }
      if (mine[r][c] >= 0 && mine[r][c]<minimum) sum += 3;
      else
      if (minimum<1000) sum -= 1;
    }
  }
  return sum;
}

int main() {
  vector<vector<int>> grid(ROWS, vector<int>(COLS, -1));


  while (1) {
    int players;
    int self;
    if (!(cin >> players >> self)) return 0;
    int px = 0, py = 0;
    vector<pair<int, int>> positions;
    for (int k = 0; k<players; k++) {
      int sx, sy;
      int ex, ey;
      cin >> sx >> sy >> ex >> ey;
      positions.push_back({ex, ey});
      if (sx >= 0) {
        grid[sy][sx] = grid[ey][ex] = k;
      } else {

        for (auto& r : grid) for (int& t : r) if (t == k) t = -1;
      }
      if (k == self) { px = ex; py = ey; }
    }

    vector<pair<int, int>> enemies;
    for (int k = 0; k<players; k++) {
      if (k != self && positions[k].first >= 0) enemies.push_back(positions[k]);
    }
    string answer = LABEL[0];
    int record = -1000000;
    for (int dir = 0; dir<4; dir++) {
      int qx = px + STEPX[dir], qy = py + STEPY[dir];
      if (!ok(qx, qy) || grid[qy][qx] >= 0) continue;
      int quality = 2 * evaluate(grid, qx, qy, enemies);
      if (degree(grid, qx, qy) == 1) quality++;
      if (quality > record) {
        record = quality;
        answer = LABEL[dir];
      }
    }


    cout << answer << endl;
  }
}
