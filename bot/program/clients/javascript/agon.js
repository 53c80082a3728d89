/**
 * The agon protocol: the arena writes a line of JSON for each turn, the bot answers with a move.
 *
 * This file keeps the picture of the game up to date and knows no rules. You need not change it, and it serves every kind of game.
 */
'use strict';

const readline = require('readline');

/**
 * Plays game after game until the arena hangs up.
 *
 * @param {string} name of the bot
 * @param {string} author
 * @param {(view: object, game: object) => string} choose is asked for each move. view is the picture: its fields are those of the kind,
 *     a grid is view.grid[y][x]. game is what was told at the beginning: kind, seat, seats, options, clock.
 */
exports.play = async function (name, author, choose) {
  let game = {};
  let view = null;
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
};

/** What a grid is sent as after the first picture are its changed cells, as x, y, value. */
function changed(view, told) {
  for (const [field, value] of Object.entries(told)) {
    if (isGrid(view[field])) {
      for (const [x, y, cell] of value) view[field][y][x] = cell;
    } else {
      view[field] = value;
    }
  }
  return view;
}

function isGrid(value) {
  return Array.isArray(value) && Array.isArray(value[0]);
}
