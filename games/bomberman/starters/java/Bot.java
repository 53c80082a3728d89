// A bot to begin with: out of blasts, bombs beside walls, on to the next wall.
// It is started anew for every round, with its key and a folder. It reads state.json there and leaves its move in move.txt.
//
// Build it with: javac Bot.java && jar cfe bot.jar Bot *.class
import java.nio.file.*;
import java.util.*;

public class Bot {
    static final int[][] STEPS = {{1, 0, -1}, {2, -1, 0}, {3, 1, 0}, {4, 0, 1}}; // code of move.txt, dx, dy
    static final int NOTHING = 0, PLANT = 5;

    final int width, height, x, y, bag, radius;
    final String[][] kind; // what stands on a cell, "" for nothing
    final boolean[][] bomb, gift;
    final boolean[][] danger;
    int planted;

    Bot(Map<String, Object> state, String key) {
        width = number(state, "MapWidth");
        height = number(state, "MapHeight");
        kind = new String[width][height];
        bomb = new boolean[width][height];
        gift = new boolean[width][height];
        danger = new boolean[width][height];
        Map<String, Object> me = null;
        for (Object player : list(state.get("RegisteredPlayerEntities"))) {
            if (object(player).get("Key").equals(key)) me = object(player);
        }
        x = number(object(me.get("Location")), "X") - 1;
        y = number(object(me.get("Location")), "Y") - 1;
        bag = number(me, "BombBag");
        radius = number(me, "BombRadius");
        List<Map<String, Object>> bombs = new ArrayList<>();
        for (int i = 0; i < width; i++) {
            for (int j = 0; j < height; j++) {
                Map<String, Object> block = object(list(list(state.get("GameBlocks")).get(i)).get(j));
                Map<String, Object> entity = object(block.get("Entity"));
                kind[i][j] = entity == null ? "" : (String) entity.get("$type");
                gift[i][j] = block.get("PowerUp") != null;
                bomb[i][j] = block.get("Bomb") != null;
                if (bomb[i][j]) bombs.add(object(block.get("Bomb")));
            }
        }
        for (Map<String, Object> b : bombs) {
            if (object(b.get("Owner")).get("Key").equals(key)) planted++;
            Map<String, Object> at = object(b.get("Location"));
            burn(danger, number(at, "X") - 1, number(at, "Y") - 1, number(b, "BombRadius"));
        }
    }

    boolean soft(int i, int j) { return kind[i][j].contains(".DestructibleWall"); }

    void burn(boolean[][] cells, int i, int j, int reach) {
        cells[i][j] = true;
        for (int[] step : STEPS) {
            for (int n = 1; n <= reach; n++) {
                int a = i + step[1] * n, b = j + step[2] * n;
                if (kind[a][b].contains(".IndestructibleWall")) break;
                cells[a][b] = true;
                if (soft(a, b) || bomb[a][b]) break;
            }
        }
    }

    interface Wanted { boolean at(int i, int j); }

    /** The first step of a shortest way to a cell that is wanted; 0 when the player is there or there is no way. */
    int firstStep(Wanted wanted, boolean[][] avoid, int reach) {
        ArrayDeque<int[]> queue = new ArrayDeque<>();
        boolean[][] seen = new boolean[width][height];
        queue.add(new int[]{x, y, NOTHING, 0});
        seen[x][y] = true;
        while (!queue.isEmpty()) {
            int[] at = queue.remove();
            if (wanted.at(at[0], at[1])) return at[2];
            if (at[3] == reach) continue;
            for (int[] step : STEPS) {
                int i = at[0] + step[1], j = at[1] + step[2];
                if (seen[i][j] || !kind[i][j].isEmpty() || bomb[i][j] || avoid != null && avoid[i][j]) continue;
                seen[i][j] = true;
                queue.add(new int[]{i, j, at[2] == NOTHING ? step[0] : at[2], at[3] + 1});
            }
        }
        return NOTHING;
    }

    boolean wallBeside(int i, int j) {
        for (int[] step : STEPS) if (soft(i + step[1], j + step[2])) return true;
        return false;
    }

    int move() {
        if (danger[x][y]) return firstStep((i, j) -> !danger[i][j], null, 1000);
        if (wallBeside(x, y) && planted < bag) {
            boolean[][] burnt = new boolean[width][];
            for (int i = 0; i < width; i++) burnt[i] = danger[i].clone();
            burn(burnt, x, y, radius);
            if (firstStep((i, j) -> !burnt[i][j], null, 3) != NOTHING) return PLANT;
        }
        return firstStep((i, j) -> gift[i][j] || wallBeside(i, j), danger, 1000);
    }

    public static void main(String[] args) throws Exception {
        Path folder = Paths.get(args[1]);
        String text = new String(Files.readAllBytes(folder.resolve("state.json")), "UTF-8");
        Bot bot = new Bot(object(new Json(text).value()), args[0]);
        Files.write(folder.resolve("move.txt"), String.valueOf(bot.move()).getBytes("UTF-8"));
    }

    @SuppressWarnings("unchecked")
    static Map<String, Object> object(Object o) { return (Map<String, Object>) o; }

    @SuppressWarnings("unchecked")
    static List<Object> list(Object o) { return (List<Object>) o; }

    static int number(Map<String, Object> o, String name) { return ((Long) o.get(name)).intValue(); }
}

/** Reads JSON as far as state.json needs it: objects, lists, texts, whole numbers, true, false and null. */
class Json {
    final String text;
    int at;

    Json(String text) { this.text = text; }

    Object value() {
        char c = text.charAt(at);
        if (c == '{') return object();
        if (c == '[') return list();
        if (c == '"') return string();
        int from = at;
        while (",]}".indexOf(text.charAt(at)) < 0) at++;
        String word = text.substring(from, at);
        if (word.equals("null")) return null;
        if (word.equals("true") || word.equals("false")) return Boolean.valueOf(word);
        return Long.valueOf(word);
    }

    Map<String, Object> object() {
        Map<String, Object> all = new HashMap<>();
        while (text.charAt(at) != '}') {
            at++;
            if (text.charAt(at) == '}') break;
            String name = string();
            at++;
            all.put(name, value());
        }
        at++;
        return all;
    }

    List<Object> list() {
        List<Object> all = new ArrayList<>();
        while (text.charAt(at) != ']') {
            at++;
            if (text.charAt(at) == ']') break;
            all.add(value());
        }
        at++;
        return all;
    }

    String string() {
        StringBuilder all = new StringBuilder();
        for (at++; text.charAt(at) != '"'; at++) {
            char c = text.charAt(at);
            if (c == '\\') {
                c = text.charAt(++at);
                if (c == 'u') {
                    c = (char) Integer.parseInt(text.substring(at + 1, at + 5), 16);
                    at += 4;
                }
            }
            all.append(c);
        }
        at++;
        return all.toString();
    }
}
