// The rules of TITLE: players take a free cell in turn, and three in a row win. Build them with the line in game.toml.
import { Fields, Options } from "./agon";

// A state: nine cells, where 0 is free and n belongs to seat n - 1, and then the seat to move, the free cells, and the seat that has three in a row, plus 1.
const PLAYER = 9, LEFT = 10, WON = 11, SIZE = 12;

const LINES: i32[][] = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

/** Begins a game. */
export function deal(seats: i32, options: Options): Int32Array {
  const s = new Int32Array(SIZE);
  s[LEFT] = 9;
  return s;
}

/** Returns the seats that owe a move; none when the game is over. */
export function turn(s: Int32Array): i32[] {
  return s[WON] || !s[LEFT] ? [] : [s[PLAYER]];
}

/** Returns the moves that a seat may make; the first is played for a bot that gives none. */
export function moves(s: Int32Array, seat: i32): string[] {
  const free: string[] = [];
  for (let i = 0; i < 9; i++) if (!s[i]) free.push((i + 1).toString());
  return free;
}

/** Plays a turn. said is indexed by seat, empty for a seat that owed no move. */
export function step(s: Int32Array, said: string[]): void {
  const own = s[PLAYER] + 1;
  s[I32.parseInt(said[s[PLAYER]]) - 1] = own;
  for (let i = 0; i < LINES.length; i++) {
    const l = LINES[i];
    if (s[l[0]] == own && s[l[1]] == own && s[l[2]] == own) s[WON] = own;
  }
  s[LEFT]--;
  s[PLAYER] = 1 - s[PLAYER];
}

/** Returns what a seat has reached: more is better. */
export function outcome(s: Int32Array, seat: i32): f64 {
  return s[WON] == seat + 1 ? 1 : 0;
}

/** Shows a seat, or the audience for -1, what it may see. */
export function observe(s: Int32Array, seat: i32): Fields {
  const rows: i32[][] = [];
  for (let y = 0; y < 3; y++) rows.push([s[3 * y], s[3 * y + 1], s[3 * y + 2]]);
  return new Fields().grid("grid", rows);
}
