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
            int[][] heads = new int[n][];
            for (int i = 0; i < n; i++) {
                int x0 = in.nextInt(), y0 = in.nextInt(); // where the trail of player i begins, -1 once it is dead
                int x1 = in.nextInt(), y1 = in.nextInt(); // where its head is, -1 once it is dead
                heads[i] = new int[] {x1, y1};
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

            String choice = NAMES[0];
            int best = Integer.MIN_VALUE;
            for (int m = 0; m < 4; m++) {
                int nx = x + DX[m], ny = y + DY[m];
                if (!inside(nx, ny) || owner[ny][nx] >= 0) continue;
                int value = 2 * territory(owner, nx, ny, heads, p);
                if (exits(owner, nx, ny) == 1) value++; // along a wall
                if (value > best) {
                    best = value;
                    choice = NAMES[m];
                }
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

    static boolean inside(int x, int y) {
        return x >= 0 && x < WIDTH && y >= 0 && y < HEIGHT;
    }

    /** Breadth first over free tiles; -1 for those that cannot be reached. */
    static int[][] distances(int[][] owner, int x, int y) {
        int[][] found = new int[HEIGHT][WIDTH];
        for (int[] row : found) Arrays.fill(row, -1);
        int[] queue = new int[WIDTH * HEIGHT];
        int head = 0, tail = 0;
        queue[tail++] = y * WIDTH + x;
        found[y][x] = 0;
        while (head < tail) {
            int tile = queue[head++];
            for (int m = 0; m < 4; m++) {
                int nx = tile % WIDTH + DX[m], ny = tile / WIDTH + DY[m];
                if (inside(nx, ny) && owner[ny][nx] < 0 && found[ny][nx] < 0) {
                    found[ny][nx] = found[tile / WIDTH][tile % WIDTH] + 1;
                    queue[tail++] = ny * WIDTH + nx;
                }
            }
        }
        return found;
    }

    /** How many tiles we reach before all rivals, less theirs. */
    static int territory(int[][] owner, int x, int y, int[][] heads, int me) {
        int[][] own = distances(owner, x, y);
        int score = 0;
        for (int i = 0; i < heads.length; i++) {
            if (i == me || heads[i][0] < 0) continue;
            int[][] far = distances(owner, heads[i][0], heads[i][1]);
            for (int row = 0; row < HEIGHT; row++) {
                for (int column = 0; column < WIDTH; column++) {
                    if (own[row][column] < 0) continue;
                    if (far[row][column] < 0 || own[row][column] < far[row][column]) score += 3;
                    else if (own[row][column] > far[row][column]) score--;
                }
            }
        }
        return score;
    }

    static int exits(int[][] owner, int x, int y) {
        int free = 0;
        for (int m = 0; m < 4; m++) {
            if (inside(x + DX[m], y + DY[m]) && owner[y + DY[m]][x + DX[m]] < 0) free++;
        }
        return free;
    }
}
