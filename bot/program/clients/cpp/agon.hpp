// The agon protocol: the arena writes a line of JSON for each turn, the bot answers with a move.
//
// This file keeps the picture of the game up to date and knows no rules. You need not change it, and it serves every kind of game.
#pragma once

#include <cstdlib>
#include <iostream>
#include <map>
#include <string>
#include <vector>

namespace agon {

// A piece of JSON: a number, a text, a list or an object. What is missing reads as 0, "" or empty.
struct Value {
    double number = 0;
    std::string text;
    std::vector<Value> list;
    std::map<std::string, Value> fields;

    bool has(const std::string& name) const { return fields.count(name) > 0; }
    const Value& operator[](const char* name) const {
        static const Value nothing;
        auto found = fields.find(name);
        return found == fields.end() ? nothing : found->second;
    }
    const Value& operator[](int i) const { return list.at(i); }
    size_t size() const { return list.size(); }
    operator int() const { return int(number); }

    std::vector<int> ints() const { return {list.begin(), list.end()}; }
    std::vector<std::string> texts() const {
        std::vector<std::string> all;
        for (auto& v : list) all.push_back(v.text);
        return all;
    }
    std::vector<std::vector<int>> rows() const {
        std::vector<std::vector<int>> all;
        for (auto& row : list) all.push_back(row.ints());
        return all;
    }
};

// Reads JSON that is known to be sound: the arena wrote it.
class Reader {
public:
    explicit Reader(const std::string& line) : at(line.c_str()) {}

    Value value() {
        Value v;
        blanks();
        if (*at == '{') {
            object(v);
        } else if (*at == '[') {
            for (at++; !end(']');) v.list.push_back(value());
        } else if (*at == '"') {
            v.text = text();
        } else if (*at == 't' || *at == 'f' || *at == 'n') {
            v.number = *at == 't';
            while (*at >= 'a' && *at <= 'z') at++;
        } else {
            char* after;
            v.number = std::strtod(at, &after);
            at = after > at ? after : at + 1;
        }
        return v;
    }

private:
    const char* at;

    void blanks() {
        while (*at == ' ' || *at == ',' || *at == ':') at++;
    }
    bool end(char bracket) {
        blanks();
        if (*at != bracket && *at) return false;
        if (*at) at++;
        return true;
    }
    void object(Value& v) {
        for (at++; !end('}');) {
            std::string name = text();
            v.fields[name] = value();
        }
    }
    std::string text() {
        std::string s;
        for (at++; *at && *at != '"'; at++) {
            if (*at != '\\') {
                s += *at;
                continue;
            }
            switch (*++at) {
            case 'n': s += '\n'; break;
            case 'r': s += '\r'; break;
            case 't': s += '\t'; break;
            case 'u': s += char(std::strtol(std::string(at + 1, 4).c_str(), nullptr, 16)); at += 4; break; // control characters, < > and &
            default: s += *at;
            }
        }
        if (*at) at++;
        return s;
    }
};

// What the bot has been told of the game that it plays.
struct Game {
    Value hello; // kind, version, seat, seats, options, clock
    Value view;  // the picture: its fields are those of the kind, a grid is view["grid"][y][x]

    // What a grid is sent as after the first picture are its changed cells, as x, y, value.
    void take(Value&& told) {
        for (auto& [name, value] : told.fields) {
            Value& old = view.fields[name];
            if (old.size() == 0 || old[0].size() == 0) {
                old = std::move(value);
                continue;
            }
            for (auto& cell : value.list) old.list.at(cell[1]).list.at(cell[0]) = cell[2];
        }
    }
};

// Plays game after game until the arena hangs up. choose(game) is asked for each move and gives its word.
template <typename Choose>
void play(const std::string& name, const std::string& author, Choose choose) {
    Game game;
    for (std::string line; std::getline(std::cin, line);) {
        Value told = Reader(line).value();
        if (told.has("agon")) {
            game = Game{std::move(told), {}};
            std::cout << "{\"name\":\"" << name << "\",\"author\":\"" << author << "\"}" << std::endl;
        } else if (!told.has("over")) {
            game.take(std::move(told));
            std::cout << choose(game) << std::endl;
        }
    }
}

} // namespace agon
