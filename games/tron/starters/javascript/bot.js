/**
 * Tron: the last one alive wins.
 * This bot remembers every trail and steps to a free neighbour. Make it choose better.
 * readline() gives a line of input; console.log() answers; console.error() is for your eyes only.
 **/

const WIDTH = 30, HEIGHT = 20;
const MOVES = { UP: [0, -1], DOWN: [0, 1], LEFT: [-1, 0], RIGHT: [1, 0] };

const owner = Array.from({ length: HEIGHT }, () => Array(WIDTH).fill(-1)); // the player whose trail lies there, or -1

// game loop
while (true) {
    var inputs = readline().split(' ');
    const n = parseInt(inputs[0]); // number of players, the dead included
    const p = parseInt(inputs[1]); // your number, from 0
    let x = 0, y = 0; // your head
    for (let i = 0; i < n; i++) {
        var inputs = readline().split(' ');
        const x0 = parseInt(inputs[0]); // where the trail of player i begins, -1 once it is dead
        const y0 = parseInt(inputs[1]);
        const x1 = parseInt(inputs[2]); // where its head is, -1 once it is dead
        const y1 = parseInt(inputs[3]);
        if (x0 >= 0) {
            owner[y0][x0] = owner[y1][x1] = i;
        } else {
            // The trail of a dead player is gone.
            for (const row of owner) row.forEach((other, at) => { if (other === i) row[at] = -1; });
        }
        if (i === p) { x = x1; y = y1; }
    }

    let choice = 'UP';
    for (const [move, [dx, dy]] of Object.entries(MOVES)) {
        const nx = x + dx, ny = y + dy;
        if (nx >= 0 && nx < WIDTH && ny >= 0 && ny < HEIGHT && owner[ny][nx] < 0) choice = move;
    }
    console.log(choice);
}
