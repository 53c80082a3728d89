/**
 * A bot for Fence and Conquer. It walks rings of 6x6 cells, side by side around the board, then in the rows below.
 *
 * view.board[y][x] is 0 for an empty cell, 1 or 2 for one that is owned; your own number is view.me + 1, and you stand at
 * view.x[view.me], view.y[view.me]. Make it choose better.
 */
'use strict';

const { play } = require('./agon.js');

function choose(view) {
  const step = Math.floor(view.turn / 2); // how many moves we have made
  const ring = Math.floor(step / 25);
  const on = ring % 6 === 5 ? 'D' : 'R'; // to where the next ring begins
  return ['R', 'D', 'L', 'U', on][Math.floor((step % 25) / 5)];
}

play('Rings in JavaScript', 'you', choose);
