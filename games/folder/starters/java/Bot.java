import java.io.IOException;
import java.util.Random;

/**
 * A bot that plays any of its moves. Make it choose better.
 *
 * Agon.java beside it speaks with the arena.
 */
class Bot {
    static final Random RANDOM = new Random();

    // VIEW

    public static void main(String[] args) throws IOException {
        Agon.play("Any move in Java", "you", game -> choose(new View(game)));
    }

    static String choose(View view) {
        String[] moves = view.moves();
        return moves[RANDOM.nextInt(moves.length)];
    }
}
