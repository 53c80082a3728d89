/** A bot for Colour Battle that walks to the nearest tile it can paint. Make it choose better. */
'use strict';

const { play } = require('./agon.js');

function choose(view) {
  const { grid, me } = view;
  const id = view.ids[me], x = view.x[me], y = view.y[me];
  let to = { x, y, far: Infinity };
  for (let ty = 0; ty < grid.length; ty++) {
    for (let tx = 0; tx < grid.length; tx++) {
      const far = Math.abs(tx - x) + Math.abs(ty - y);
      if (gains(grid[ty][tx], id) && far > 0 && far < to.far) to = { x: tx, y: ty, far };
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

play('Nearest in JavaScript', 'you', choose);
