// A bot to begin with: out of blasts, bombs beside walls, on to the next wall.
// It is started anew for every round, with its key and a folder. It reads state.json there and leaves its move in move.txt.
//
// Build it with: g++ -O2 -std=c++17 -o bot bot.cpp
#include <cstdlib>
#include <deque>
#include <fstream>
#include <functional>
#include <map>
#include <sstream>
#include <string>
#include <vector>

// Json reads JSON as far as state.json needs it: objects, lists, texts, whole numbers, true, false and null.
struct Json {
    std::string text;  // of a text, a number or a word
    std::vector<Json> list;
    std::map<std::string, Json> fields;
    bool null = false;

    const Json& operator[](const std::string& name) const { return fields.at(name); }
    const Json& operator[](size_t n) const { return list.at(n); }
    int number() const { return std::atoi(text.c_str()); }

    static Json parse(const std::string& s, size_t& at) {
        Json v;
        if (s[at] == '"') {
            v.text = string(s, at);
        } else if (s[at] == '[') {
            if (s[++at] == ']') return ++at, v;
            for (;; at++) {
                v.list.push_back(parse(s, at));
                if (s[at] == ']') break;
            }
            at++;
        } else if (s[at] == '{') {
            if (s[++at] == '}') return ++at, v;
            for (;; at++) {
                std::string name = string(s, at);
                at++;
                v.fields[name] = parse(s, at);
                if (s[at] == '}') break;
            }
            at++;
        } else {
            size_t end = s.find_first_of(",]}", at);
            v.text = s.substr(at, end - at);
            v.null = v.text == "null";
            at = end;
        }
        return v;
    }

    static std::string string(const std::string& s, size_t& at) {
        std::string all;
        for (at++; s[at] != '"'; at++) {
            if (s[at] == '\\') at++;
            all += s[at];
        }
        at++;
        return all;
    }
};

const int steps[4][3] = {{1, 0, -1}, {2, -1, 0}, {3, 1, 0}, {4, 0, 1}};  // code of move.txt, dx, dy
const int nothing = 0, plant = 5;

using Cells = std::vector<std::vector<bool>>;

struct Bot {
    int width, height, x = 0, y = 0, bag = 0, radius = 0, planted = 0;
    std::vector<std::vector<std::string>> kind;  // what stands on a cell, "" for nothing
    Cells bomb, gift, danger;

    Bot(const Json& state, const std::string& key) : width(state["MapWidth"].number()), height(state["MapHeight"].number()) {
        kind.assign(width, std::vector<std::string>(height));
        bomb.assign(width, std::vector<bool>(height));
        gift = danger = bomb;
        for (const Json& p : state["RegisteredPlayerEntities"].list) {
            if (p["Key"].text != key) continue;
            x = p["Location"]["X"].number() - 1;
            y = p["Location"]["Y"].number() - 1;
            bag = p["BombBag"].number();
            radius = p["BombRadius"].number();
        }
        std::vector<const Json*> bombs;
        for (int i = 0; i < width; i++) {
            for (int j = 0; j < height; j++) {
                const Json& block = state["GameBlocks"][i][j];
                if (!block["Entity"].null) kind[i][j] = block["Entity"]["$type"].text;
                gift[i][j] = !block["PowerUp"].null;
                bomb[i][j] = !block["Bomb"].null;
                if (bomb[i][j]) bombs.push_back(&block["Bomb"]);
            }
        }
        for (const Json* b : bombs) {
            planted += (*b)["Owner"]["Key"].text == key;
            burn(danger, (*b)["Location"]["X"].number() - 1, (*b)["Location"]["Y"].number() - 1, (*b)["BombRadius"].number());
        }
    }

    bool soft(int i, int j) const { return kind[i][j].find(".DestructibleWall") != std::string::npos; }
    bool hard(int i, int j) const { return kind[i][j].find(".IndestructibleWall") != std::string::npos; }

    void burn(Cells& cells, int i, int j, int reach) const {
        cells[i][j] = true;
        for (auto& s : steps) {
            for (int n = 1; n <= reach; n++) {
                int a = i + s[1] * n, b = j + s[2] * n;
                if (hard(a, b)) break;
                cells[a][b] = true;
                if (soft(a, b) || bomb[a][b]) break;
            }
        }
    }

    // firstStep is the first step of a shortest way to a cell that is wanted; 0 when the player is there or there is no way.
    int firstStep(const std::function<bool(int, int)>& wanted, const Cells* avoid, int reach) const {
        struct Place { int x, y, first, far; };
        std::deque<Place> queue{{x, y, nothing, 0}};
        Cells seen(width, std::vector<bool>(height));
        seen[x][y] = true;
        while (!queue.empty()) {
            Place at = queue.front();
            queue.pop_front();
            if (wanted(at.x, at.y)) return at.first;
            if (at.far == reach) continue;
            for (auto& s : steps) {
                int i = at.x + s[1], j = at.y + s[2];
                if (seen[i][j] || !kind[i][j].empty() || bomb[i][j] || (avoid && (*avoid)[i][j])) continue;
                seen[i][j] = true;
                queue.push_back({i, j, at.first ? at.first : s[0], at.far + 1});
            }
        }
        return nothing;
    }

    bool wallBeside(int i, int j) const {
        for (auto& s : steps)
            if (soft(i + s[1], j + s[2])) return true;
        return false;
    }

    int move() const {
        if (danger[x][y]) return firstStep([&](int i, int j) { return !danger[i][j]; }, nullptr, 1000);
        if (wallBeside(x, y) && planted < bag) {
            Cells burnt = danger;
            burn(burnt, x, y, radius);
            if (firstStep([&](int i, int j) { return !burnt[i][j]; }, nullptr, 3)) return plant;
        }
        return firstStep([&](int i, int j) { return gift[i][j] || wallBeside(i, j); }, &danger, 1000);
    }
};

int main(int, char** args) {
    std::string folder = args[2];
    std::ifstream file(folder + "/state.json", std::ios::binary);
    std::stringstream text;
    text << file.rdbuf();
    size_t at = 0;
    Bot bot(Json::parse(text.str(), at), args[1]);
    std::ofstream(folder + "/move.txt") << bot.move();
}
