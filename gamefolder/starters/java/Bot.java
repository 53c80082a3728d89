import java.io.IOException;
import java.util.List;
import java.util.Random;

/**
 * A bot that plays any of its moves. game.view has what the game shows to your seat, "moves" the moves that you may make, "me" your seat. Make it choose better.
 *
 * Agon.java beside it speaks with the arena.
 */
class Bot {
    static final Random RANDOM = new Random();

    public static void main(String[] args) throws IOException {
        Agon.play("Any move in Java", "you", Bot::choose);
    }

    static String choose(Agon.Game game) {
        List<Object> moves = Agon.list(game.view.get("moves"));
        return (String) moves.get(RANDOM.nextInt(moves.size()));
    }
}
