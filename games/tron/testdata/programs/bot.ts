/**
 * Tron, as CodinGame's stub of TypeScript has it: the globals readline, print and printErr, and a loop for ever.
 * It remembers every trail and steps to the last free one of UP, DOWN, LEFT and RIGHT.
 **/
declare function readline(): string;
declare function print(line: string): void;
declare function printErr(line: string): void;

const WIDTH: number = 30, HEIGHT: number = 20;
const MOVES: [string, number, number][] = [["UP", 0, -1], ["DOWN", 0, 1], ["LEFT", -1, 0], ["RIGHT", 1, 0]];
const owner: Map<number, number> = new Map();

// game loop
while (true) {
    var inputs: string[] = readline().split(' ');
    const N: number = parseInt(inputs[0]);
    const P: number = parseInt(inputs[1]);
    let x: number = 0, y: number = 0;
    for (let i: number = 0; i < N; i++) {
        var inputs: string[] = readline().split(' ');
        const X0: number = parseInt(inputs[0]);
        const Y0: number = parseInt(inputs[1]);
        const X1: number = parseInt(inputs[2]);
        const Y1: number = parseInt(inputs[3]);
        if (X0 < 0) {
            owner.forEach((other: number, tile: number) => { if (other === i) owner.delete(tile); });
            continue;
        }
        owner.set(Y0 * WIDTH + X0, i);
        owner.set(Y1 * WIDTH + X1, i);
        if (i === P) { x = X1; y = Y1; }
    }

    let choice: string = "UP";
    for (const [name, dx, dy] of MOVES) {
        const nx: number = x + dx, ny: number = y + dy;
        if (nx >= 0 && nx < WIDTH && ny >= 0 && ny < HEIGHT && !owner.has(ny * WIDTH + nx)) choice = name;
    }
    printErr("at " + x + " " + y);
    print(choice);
}
