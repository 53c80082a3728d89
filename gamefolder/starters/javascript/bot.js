/** A bot that plays any of its moves. view has what the game shows to your seat, view.moves the moves that you may make, view.me your seat. Make it choose better. */
'use strict';

const { play } = require('./agon.js');

function choose(view) {
  return view.moves[Math.floor(Math.random() * view.moves.length)];
}

play('Any move in JavaScript', 'you', choose);
