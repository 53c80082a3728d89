import java.io.IOException;

/**
 * A bot for Colour Battle that walks to the nearest tile that it can paint and reaches before the others. Make it choose better.
 *
 * Agon.java beside it speaks with the arena.
 */
class Bot {
    public static void main(String[] args) throws IOException {
        Agon.play("Nearest in Java", "you", Bot::choose);
    }

    static String choose(Agon.Game game) {
        int me = game.number("me"), side = game.size("grid");
        int id = game.number("ids", me), x = game.number("x", me), y = game.number("y", me);
        int toX = x, toY = y, best = 5 * side;
        for (int ty = 0; ty < side; ty++) {
            for (int tx = 0; tx < side; tx++) {
                if (tx == x && ty == y || !gains(game.cell("grid", tx, ty), id)) continue;
                int cost = steps(x, y, tx, ty);
                if (othersReach(game, tx, ty, cost)) cost += 2 * side;
                if (cost < best) {
                    toX = tx;
                    toY = ty;
                    best = cost;
                }
            }
        }
        if (toX != x) return toX > x ? "RIGHT" : "LEFT";
        if (toY != y) return toY > y ? "UP" : "DOWN";
        return "STAY";
    }

    /** Whether a tile becomes ours when we step on it. */
    static boolean gains(int floor, int id) {
        return floor == 0 || (id - floor + 300) % 3 == 2;
    }

    static int steps(int x, int y, int toX, int toY) {
        return Math.abs(toX - x) + Math.abs(toY - y);
    }

    /** Whether another bot is at a tile within so many steps. */
    static boolean othersReach(Agon.Game game, int tx, int ty, int within) {
        for (int other = 0; other < game.size("x"); other++) {
            if (other != game.number("me") && steps(game.number("x", other), game.number("y", other), tx, ty) <= within) return true;
        }
        return false;
    }
}
