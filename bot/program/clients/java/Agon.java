import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * The agon protocol: the arena writes a line of JSON for each turn, the bot answers with a move.
 *
 * This file keeps the picture of the game up to date and knows no rules. You need not change it, and it serves every kind of game.
 */
class Agon {
    /** What the bot has been told of the game that it plays. */
    static class Game {
        Map<String, Object> hello = new HashMap<>(); // kind, version, seat, seats, options, clock
        Map<String, Object> view = new HashMap<>(); // the picture: its fields are those of the kind

        int number(String field) {
            return whole(view.get(field));
        }

        String text(String field) {
            return (String) view.get(field);
        }

        int[] ints(String field) {
            return ints(view.get(field));
        }

        String[] texts(String field) {
            return list(view.get(field)).toArray(new String[0]);
        }

        /** The rows of a grid. */
        int[][] rows(String field) {
            return list(view.get(field)).stream().map(Game::ints).toArray(int[][]::new);
        }

        private static int[] ints(Object list) {
            return list(list).stream().mapToInt(Agon::whole).toArray();
        }

        /** A number of a list. */
        int number(String list, int i) {
            return whole(list(view.get(list)).get(i));
        }

        /** A cell of a grid. */
        int cell(String grid, int x, int y) {
            return whole(list(list(view.get(grid)).get(y)).get(x));
        }

        /** The length of a list, or the rows of a grid. */
        int size(String field) {
            return list(view.get(field)).size();
        }

        /** Takes what has changed. What a grid is sent as after the first picture are its changed cells, as x, y, value. */
        private void take(Map<String, Object> told) {
            for (Map.Entry<String, Object> field : told.entrySet()) {
                if (!isGrid(view.get(field.getKey()))) {
                    view.put(field.getKey(), field.getValue());
                    continue;
                }
                List<Object> rows = list(view.get(field.getKey()));
                for (Object changed : list(field.getValue())) {
                    List<Object> cell = list(changed);
                    list(rows.get(whole(cell.get(1)))).set(whole(cell.get(0)), cell.get(2));
                }
            }
        }
    }

    /** Plays game after game until the arena hangs up. choose is asked for each move. */
    static void play(String name, String author, Function<Game, String> choose) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, "UTF-8"));
        Game game = new Game();
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            Map<String, Object> told = object(new Reader(line).value());
            if (told.containsKey("agon")) {
                game = new Game();
                game.hello = told;
                System.out.println("{\"name\":\"" + name + "\",\"author\":\"" + author + "\"}");
            } else if (!told.containsKey("over")) {
                game.take(told);
                System.out.println(choose.apply(game));
            }
            System.out.flush();
        }
    }

    static int whole(Object value) {
        return value == null ? 0 : ((Number) value).intValue();
    }

    @SuppressWarnings("unchecked")
    static List<Object> list(Object value) {
        return (List<Object>) value;
    }

    @SuppressWarnings("unchecked")
    static Map<String, Object> object(Object value) {
        return (Map<String, Object>) value;
    }

    private static boolean isGrid(Object value) {
        return value instanceof List && !list(value).isEmpty() && list(value).get(0) instanceof List;
    }

    /** Reads JSON that is known to be sound: the arena wrote it. */
    private static class Reader {
        private final String text;
        private int at;

        Reader(String text) {
            this.text = text;
        }

        Object value() {
            switch (next()) {
                case '{': return fields();
                case '[': return items();
                case '"': return words();
                case 't': at += 4; return true;
                case 'f': at += 5; return false;
                case 'n': at += 4; return null;
                default: return numeral();
            }
        }

        private Map<String, Object> fields() {
            Map<String, Object> all = new HashMap<>();
            for (at++; next() != '}';) {
                String name = words();
                all.put(name, value());
            }
            at++;
            return all;
        }

        private List<Object> items() {
            List<Object> all = new ArrayList<>();
            for (at++; next() != ']';) all.add(value());
            at++;
            return all;
        }

        private Double numeral() {
            int from = at;
            while (at < text.length() && "+-.0123456789eE".indexOf(text.charAt(at)) >= 0) at++;
            return Double.valueOf(text.substring(from, at));
        }

        private String words() {
            StringBuilder all = new StringBuilder();
            next();
            for (at++; text.charAt(at) != '"'; at++) {
                char c = text.charAt(at);
                if (c != '\\') {
                    all.append(c);
                    continue;
                }
                c = text.charAt(++at);
                if (c == 'u') {
                    c = (char) Integer.parseInt(text.substring(at + 1, at + 5), 16);
                    at += 4;
                } else if (c == 'n') {
                    c = '\n';
                } else if (c == 't') {
                    c = '\t';
                } else if (c == 'r') {
                    c = '\r';
                }
                all.append(c);
            }
            at++;
            return all.toString();
        }

        /** The next character that means something. */
        private char next() {
            while (" ,:".indexOf(text.charAt(at)) >= 0) at++;
            return text.charAt(at);
        }
    }
}
