/** A bot that plays any of its moves. agon.ts beside it speaks with the arena. Make it choose better. */
import { play } from './agon.ts';

// VIEW

function choose(view: View): string {
  return view.moves[Math.floor(Math.random() * view.moves.length)];
}

play('Any move in TypeScript', 'you', choose);
