/** A bot for Colour Battle that walks to the nearest tile that it can paint and reaches before the others. Make it choose better. */
'use strict';

const { play } = require('./agon.js');

function choose(view) {
  const { grid, me } = view;
  const id = view.ids[me], x = view.x[me], y = view.y[me];
  let to = { x, y, cost: Infinity };
  for (let ty = 0; ty < grid.length; ty++) {
    for (let tx = 0; tx < grid.length; tx++) {
      if ((tx === x && ty === y) || !gains(grid[ty][tx], id)) continue;
      let cost = Math.abs(tx - x) + Math.abs(ty - y);
      if (othersReach(view, tx, ty, cost)) cost += 2 * grid.length;
      if (cost < to.cost) to = { x: tx, y: ty, cost };
    }
  }
  if (to.x > x) return 'RIGHT';
  if (to.x < x) return 'LEFT';
  if (to.y > y) return 'UP';
  if (to.y < y) return 'DOWN';
  return 'STAY';
}

/** Whether a tile becomes ours when we step on it. */
function gains(floor, id) {
  return floor === 0 || (id - floor + 300) % 3 === 2;
}

/** Whether another bot is at a tile within so many steps. */
function othersReach(view, tx, ty, steps) {
  return view.x.some((x, other) => other !== view.me && Math.abs(tx - x) + Math.abs(ty - view.y[other]) <= steps);
}

play('Nearest in JavaScript', 'you', choose);
