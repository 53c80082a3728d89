// A bot to begin with: out of blasts, bombs beside walls, on to the next wall.
// It is started anew for every round, with its key and a folder. It reads state.json there and leaves its move in move.txt.
//
// Build it with: mcs -out:bot.exe Bot.cs
using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Text;

public class Bot
{
    static readonly int[][] Steps = { new[] { 1, 0, -1 }, new[] { 2, -1, 0 }, new[] { 3, 1, 0 }, new[] { 4, 0, 1 } }; // code of move.txt, dx, dy
    const int Nothing = 0, Plant = 5;

    readonly int width, height, x, y, bag, radius, planted;
    readonly string[,] kind; // what stands on a cell, "" for nothing
    readonly bool[,] bomb, gift, danger;

    Bot(Dictionary<string, object> state, string key)
    {
        width = Number(state, "MapWidth");
        height = Number(state, "MapHeight");
        kind = new string[width, height];
        bomb = new bool[width, height];
        gift = new bool[width, height];
        danger = new bool[width, height];
        var me = ((List<object>)state["RegisteredPlayerEntities"]).Cast<Dictionary<string, object>>().First(p => (string)p["Key"] == key);
        var place = (Dictionary<string, object>)me["Location"];
        x = Number(place, "X") - 1;
        y = Number(place, "Y") - 1;
        bag = Number(me, "BombBag");
        radius = Number(me, "BombRadius");
        var columns = (List<object>)state["GameBlocks"];
        var bombs = new List<Dictionary<string, object>>();
        for (var i = 0; i < width; i++)
        {
            for (var j = 0; j < height; j++)
            {
                var block = (Dictionary<string, object>)((List<object>)columns[i])[j];
                var entity = (Dictionary<string, object>)block["Entity"];
                kind[i, j] = entity == null ? "" : (string)entity["$type"];
                gift[i, j] = block["PowerUp"] != null;
                bomb[i, j] = block["Bomb"] != null;
                if (bomb[i, j]) bombs.Add((Dictionary<string, object>)block["Bomb"]);
            }
        }
        foreach (var b in bombs)
        {
            var at = (Dictionary<string, object>)b["Location"];
            if ((string)((Dictionary<string, object>)b["Owner"])["Key"] == key) planted++;
            Burn(danger, Number(at, "X") - 1, Number(at, "Y") - 1, Number(b, "BombRadius"));
        }
    }

    bool Soft(int i, int j) { return kind[i, j].Contains(".DestructibleWall"); }

    void Burn(bool[,] cells, int i, int j, int reach)
    {
        cells[i, j] = true;
        foreach (var step in Steps)
        {
            for (var n = 1; n <= reach; n++)
            {
                int a = i + step[1] * n, b = j + step[2] * n;
                if (kind[a, b].Contains(".IndestructibleWall")) break;
                cells[a, b] = true;
                if (Soft(a, b) || bomb[a, b]) break;
            }
        }
    }

    /// The first step of a shortest way to a cell that is wanted; 0 when the player is there or there is no way.
    int FirstStep(Func<int, int, bool> wanted, bool[,] avoid, int reach)
    {
        var queue = new Queue<int[]>();
        var seen = new bool[width, height];
        queue.Enqueue(new[] { x, y, Nothing, 0 });
        seen[x, y] = true;
        while (queue.Count > 0)
        {
            var at = queue.Dequeue();
            if (wanted(at[0], at[1])) return at[2];
            if (at[3] == reach) continue;
            foreach (var step in Steps)
            {
                int i = at[0] + step[1], j = at[1] + step[2];
                if (seen[i, j] || kind[i, j] != "" || bomb[i, j] || avoid != null && avoid[i, j]) continue;
                seen[i, j] = true;
                queue.Enqueue(new[] { i, j, at[2] == Nothing ? step[0] : at[2], at[3] + 1 });
            }
        }
        return Nothing;
    }

    bool WallBeside(int i, int j) { return Steps.Any(step => Soft(i + step[1], j + step[2])); }

    int Move()
    {
        if (danger[x, y]) return FirstStep((i, j) => !danger[i, j], null, 1000);
        if (WallBeside(x, y) && planted < bag)
        {
            var burnt = (bool[,])danger.Clone();
            Burn(burnt, x, y, radius);
            if (FirstStep((i, j) => !burnt[i, j], null, 3) != Nothing) return Plant;
        }
        return FirstStep((i, j) => gift[i, j] || WallBeside(i, j), danger, 1000);
    }

    public static void Main(string[] args)
    {
        var text = File.ReadAllText(Path.Combine(args[1], "state.json"));
        var bot = new Bot((Dictionary<string, object>)new Json(text).Value(), args[0]);
        File.WriteAllText(Path.Combine(args[1], "move.txt"), bot.Move().ToString());
    }

    static int Number(Dictionary<string, object> o, string name) { return (int)o[name]; }
}

/// Reads JSON as far as state.json needs it: objects, lists, texts, whole numbers, true, false and null.
class Json
{
    readonly string text;
    int at;

    public Json(string text) { this.text = text; }

    public object Value()
    {
        switch (text[at])
        {
            case '{': return Object();
            case '[': return List();
            case '"': return String();
        }
        var end = text.IndexOfAny(new[] { ',', ']', '}' }, at);
        var word = text.Substring(at, end - at);
        at = end;
        if (word == "null") return null;
        if (word == "true" || word == "false") return word == "true";
        return int.Parse(word);
    }

    Dictionary<string, object> Object()
    {
        var all = new Dictionary<string, object>();
        while (text[at] != '}')
        {
            at++;
            if (text[at] == '}') break;
            var name = String();
            at++;
            all[name] = Value();
        }
        at++;
        return all;
    }

    List<object> List()
    {
        var all = new List<object>();
        while (text[at] != ']')
        {
            at++;
            if (text[at] == ']') break;
            all.Add(Value());
        }
        at++;
        return all;
    }

    string String()
    {
        var all = new StringBuilder();
        for (at++; text[at] != '"'; at++)
        {
            var c = text[at];
            if (c == '\\')
            {
                c = text[++at];
                if (c == 'u')
                {
                    c = (char)Convert.ToInt32(text.Substring(at + 1, 4), 16);
                    at += 4;
                }
            }
            all.Append(c);
        }
        at++;
        return all.ToString();
    }
}
