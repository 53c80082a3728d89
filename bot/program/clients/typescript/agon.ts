/**
 * The agon protocol: the arena writes a line of JSON for each turn, the bot answers with a move.
 *
 * This file keeps the picture of the game up to date and knows no rules. You need not change it, and it serves every kind of game.
 */
import * as readline from 'node:readline';

/** What is told at the beginning of a game. */
export interface Game {
  kind: string;
  seat: number;
  seats: number;
  options: Record<string, number | string | boolean>;
  clock: Record<string, number>;
}

/**
 * Plays game after game until the arena hangs up. choose is asked for each move. view is the picture: its fields are those of the kind, a grid is view.grid[y][x].
 */
export async function play<View>(name: string, author: string, choose: (view: View, game: Game) => string): Promise<void> {
  let game = {} as Game;
  let view: any = null;
  for await (const line of readline.createInterface({ input: process.stdin })) {
    const told = JSON.parse(line);
    if ('agon' in told) {
      game = told;
      view = null;
      console.log(JSON.stringify({ name, author }));
    } else if (!('over' in told)) {
      view = view ? changed(view, told) : told;
      console.log(choose(view, game));
    }
  }
}

/** What a grid is sent as after the first picture are its changed cells, as x, y, value. */
function changed(view: any, told: any): any {
  for (const [field, value] of Object.entries<any>(told)) {
    if (Array.isArray(view[field]) && Array.isArray(view[field][0])) {
      for (const [x, y, cell] of value) view[field][y][x] = cell;
    } else {
      view[field] = value;
    }
  }
  return view;
}
