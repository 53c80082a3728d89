import java.io.IOException;

/**
 * A bot for Fence and Conquer. It walks rings of 6x6 cells, side by side around the board, then in the rows below. Make it choose better.
 *
 * Agon.java beside it speaks with the arena.
 */
class Bot {
    public static void main(String[] args) throws IOException {
        Agon.play("Rings in Java", "you", Bot::choose);
    }

    /**
     * The next step. game.cell("board", x, y) is 0 for an empty cell, 1 or 2 for one that is owned; your own number is
     * game.number("me") + 1, and you stand at game.number("x", me), game.number("y", me).
     */
    static String choose(Agon.Game game) {
        int step = game.number("turn") / 2; // how many moves we have made
        int ring = step / 25, place = step % 25;
        String on = ring % 6 == 5 ? "D" : "R"; // to where the next ring begins
        return new String[] {"R", "D", "L", "U", on}[place / 5];
    }
}
