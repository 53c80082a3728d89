// A bot to begin with: out of blasts, bombs beside walls, on to the next wall.
// It is started anew for every round, with its key and a folder. It reads state.json there and leaves its move in move.txt.
"use strict";
const fs = require("fs");
const path = require("path");

const STEPS = [[1, 0, -1], [2, -1, 0], [3, 1, 0], [4, 0, 1]]; // code of move.txt, dx, dy
const NOTHING = 0, PLANT = 5;

class Game {
  constructor(state, key) {
    this.blocks = state.GameBlocks; // [x][y], from 0
    this.width = state.MapWidth;
    this.me = state.RegisteredPlayerEntities.find(p => p.Key === key);
    this.x = this.me.Location.X - 1;
    this.y = this.me.Location.Y - 1;
    this.planted = 0;
    this.danger = new Set();
    for (const column of this.blocks) {
      for (const { Bomb: bomb } of column) {
        if (!bomb) continue;
        if (bomb.Owner.Key === key) this.planted++;
        this.burn(this.danger, bomb.Location.X - 1, bomb.Location.Y - 1, bomb.BombRadius);
      }
    }
  }

  id(x, y) { return y * this.width + x; }

  /** What stands on a cell: "IndestructibleWallEntity", "DestructibleWallEntity", "PlayerEntity" or nothing. */
  kind(x, y) {
    const entity = this.blocks[x][y].Entity;
    return entity ? entity.$type.split(",")[0].split(".").pop() : "";
  }

  burn(cells, x, y, radius) {
    cells.add(this.id(x, y));
    for (const [, dx, dy] of STEPS) {
      for (let n = 1; n <= radius; n++) {
        const kind = this.kind(x + dx * n, y + dy * n);
        if (kind === "IndestructibleWallEntity") break;
        cells.add(this.id(x + dx * n, y + dy * n));
        if (kind === "DestructibleWallEntity" || this.blocks[x + dx * n][y + dy * n].Bomb) break;
      }
    }
  }

  /** The first step of a shortest way to a cell that is wanted; 0 when the player is there or there is no way. */
  firstStep(wanted, avoid = new Set(), reach = 1000) {
    const queue = [{ x: this.x, y: this.y, first: NOTHING, steps: 0 }];
    const seen = new Set([this.id(this.x, this.y)]);
    for (const at of queue) {
      if (wanted(at.x, at.y)) return at.first;
      if (at.steps === reach) continue;
      for (const [code, dx, dy] of STEPS) {
        const x = at.x + dx, y = at.y + dy, id = this.id(x, y), block = this.blocks[x][y];
        if (seen.has(id) || avoid.has(id) || block.Entity || block.Bomb) continue;
        seen.add(id);
        queue.push({ x, y, first: at.first || code, steps: at.steps + 1 });
      }
    }
    return NOTHING;
  }

  wallBeside(x, y) { return STEPS.some(([, dx, dy]) => this.kind(x + dx, y + dy) === "DestructibleWallEntity"); }

  move() {
    if (this.danger.has(this.id(this.x, this.y))) return this.firstStep((x, y) => !this.danger.has(this.id(x, y)));
    if (this.wallBeside(this.x, this.y) && this.planted < this.me.BombBag) {
      const burnt = new Set(this.danger);
      this.burn(burnt, this.x, this.y, this.me.BombRadius);
      if (this.firstStep((x, y) => !burnt.has(this.id(x, y)), new Set(), 3)) return PLANT;
    }
    return this.firstStep((x, y) => this.blocks[x][y].PowerUp || this.wallBeside(x, y), this.danger);
  }
}

const [key, folder] = process.argv.slice(2);
const state = JSON.parse(fs.readFileSync(path.join(folder, "state.json"), "utf8"));
fs.writeFileSync(path.join(folder, "move.txt"), String(new Game(state, key).move()));
