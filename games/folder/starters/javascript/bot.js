/** A bot that plays any of its moves. agon.js beside it speaks with the arena. Make it choose better. */
'use strict';

const { play } = require('./agon.js');

// VIEW

/** @param {View} view */
function choose(view) {
  return view.moves[Math.floor(Math.random() * view.moves.length)];
}

play('Any move in JavaScript', 'you', choose);
