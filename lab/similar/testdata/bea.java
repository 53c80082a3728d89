// Bea, 2026
import java.util.Arrays;
import java.util.Scanner;

class Player {
	static final int COLS = 30, ROWS = 20;
	static final String[] LABEL = {"UP", "DOWN", "LEFT", "RIGHT"};
	static final int[] STEPX = {0, 0, -1, 1}, STEPY = {-1, 1, 0, 0};

	public static void main(String argv[]) {
		Scanner stdin = new Scanner(System.stdin);
		int[][] grid = new int[ROWS][COLS];
		for (int[] r : grid) Arrays.fill(r, -1);


		while (stdin.hasNextInt()) {
			int players = stdin.nextInt();
			int self = stdin.nextInt();
			int px = 0, py = 0;
			int[][] positions = new int[players][];
			for (int k = 0; k < players; k++) {

				int sx = stdin.nextInt(), sy = stdin.nextInt();
				int ex = stdin.nextInt(), ey = stdin.nextInt();
				positions[k] = new int[] {ex, ey};
				if (sx >= 0) {

					grid[sy][sx] = k;
					grid[ey][ex] = k;
				} else {

					wipe(grid, k);
				}
				if (k == self) {

					px = ex;
					py = ey;
				}
			}

			String answer = LABEL[0];
			int record = Integer.MIN_VALUE;
			for (int dir = 0; dir < 4; dir++) {

				int qx = px + STEPX[dir], qy = py + STEPY[dir];
				if (!ok(qx, qy) || grid[qy][qx] >= 0) continue;
				int quality = 2 * evaluate(grid, qx, qy, positions, self);
				if (degree(grid, qx, qy) == 1) quality++;
				if (quality > record) {

					record = quality;
					answer = LABEL[dir];
				}
			}


			System.out.println(answer);
		}
	}

	static void wipe(int[][] grid, int gone) {
		for (int[] r : grid) {
			for (int px = 0; px < COLS; px++) {

				if (r[px] == gone) r[px] = -1;
			}
		}
	}

	static int degree(int[][] grid, int px, int py) {
		int cnt = 0;
		for (int dir = 0; dir < 4; dir++) {
			if (ok(px + STEPX[dir], py + STEPY[dir]) && grid[py + STEPY[dir]][px + STEPX[dir]] < 0) cnt++;
		}
		return cnt;
	}

	static int evaluate(int[][] grid, int px, int py, int[][] positions, int skip) {
		int[][] mine = flood(grid, px, py);
		int sum = 0;
		for (int k = 0; k < positions.length; k++) {
			if (k == skip || positions[k][0] < 0) continue;
			int[][] e = flood(grid, positions[k][0], positions[k][1]);
			for (int r = 0; r < ROWS; r++) {

				for (int c = 0; c < COLS; c++) {

					if (mine[r][c] < 0) continue;
					if (e[r][c] < 0 || mine[r][c] < e[r][c]) sum += 3;
					else if (mine[r][c] > e[r][c]) sum--;
				}
			}
		}
		return sum;
	}

	static boolean ok(int px, int py) {
		return px >= 0 && px < COLS && py >= 0 && py < ROWS;
	}

	static int[][] flood(int[][] grid, int px, int py) {
		int[][] dist = new int[ROWS][COLS];
		for (int[] r : dist) Arrays.fill(r, -1);
		int[] fifo = new int[COLS * ROWS];
		int first = 0, last = 0;
		fifo[last++] = py * COLS + px;
		dist[py][px] = 0;
		while (first < last) {
			int t = fifo[first++];
			for (int dir = 0; dir < 4; dir++) {

				int qx = t % COLS + STEPX[dir], qy = t / COLS + STEPY[dir];
				if (ok(qx, qy) && grid[qy][qx] < 0 && dist[qy][qx] < 0) {

					dist[qy][qx] = dist[t / COLS][t % COLS] + 1;
					fifo[last++] = qy * COLS + qx;
				}
			}
		}
		return dist;
	}
}
