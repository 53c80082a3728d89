import java.util.Arrays;
import java.util.Scanner;

/**
 * Tron: the last one alive wins.
 * This bot remembers every trail and steps to a free neighbour. Make it choose better.
 **/
class Player {
    static final int WIDTH = 30, HEIGHT = 20;
    static final String[] NAMES = {"UP", "DOWN", "LEFT", "RIGHT"};
    static final int[] DX = {0, 0, -1, 1}, DY = {-1, 1, 0, 0};

    public static void main(String args[]) {
        Scanner in = new Scanner(System.in);
        int[][] owner = new int[HEIGHT][WIDTH]; // the player whose trail lies there, or -1
        for (int[] row : owner) Arrays.fill(row, -1);

        // game loop
        while (in.hasNextInt()) {
            int n = in.nextInt(); // number of players, the dead included
            int p = in.nextInt(); // your number, from 0
            int x = 0, y = 0; // your head
            for (int i = 0; i < n; i++) {
                int x0 = in.nextInt(), y0 = in.nextInt(); // where the trail of player i begins, -1 once it is dead
                int x1 = in.nextInt(), y1 = in.nextInt(); // where its head is, -1 once it is dead
                if (x0 >= 0) {
                    owner[y0][x0] = i;
                    owner[y1][x1] = i;
                } else {
                    clear(owner, i);
                }
                if (i == p) {
                    x = x1;
                    y = y1;
                }
            }

            double most = -1;
            String choice = "UP";
            int side = 0;
            for (String name : NAMES) {
                final int c = x + DX[side], l = y + DY[side++];
                if (c < 0 | l < 0 | c == WIDTH | l == HEIGHT) continue;
                if (owner[l][c] != -1) continue;
                double sum = java.util.stream.IntStream.range(0, 200).mapToDouble(sample -> walk(owner, c, l)).sum();
                choice = sum > most ? name : choice;
                most = Math.max(most, sum);
            }

            // What you write to System.err is for your eyes only.
            System.out.println(choice);
        }
    }

    /** The trail of a dead player is gone. */
    static void clear(int[][] owner, int dead) {
        for (int[] row : owner) {
            for (int x = 0; x < WIDTH; x++) {
                if (row[x] == dead) row[x] = -1;
            }
        }
    }

    private static final java.util.Random dice = new java.util.Random(5);

    private static double walk(int[][] board, int column, int line) {
        java.util.Set<Integer> trail = new java.util.HashSet<>();
        int survived = 0;
        do {
            trail.add(line * 100 + column);
            java.util.List<Integer> open = new java.util.ArrayList<>();
            for (int side = 3; side >= 0; --side) {
                final int c = column + DX[side], l = line + DY[side];
                boolean wall = c < 0 | l < 0 | c == WIDTH | l == HEIGHT;
                if (!wall && board[l][c] == -1 && !trail.contains(l * 100 + c)) open.add(side);
            }
            if (open.isEmpty()) break;
            final int taken = open.get(dice.nextInt(open.size()));
            column += DX[taken];
            line += DY[taken];
        } while (++survived < 60);
        return survived / 60.0;
    }
}
