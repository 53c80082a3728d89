// Plays a game again by the module of its rules, which is in the page: what agon verify does, without agon. The numbers are those of packages game and gamefolder.

/**
 * @typedef {object} Told what a page knows of a game
 * @property {string} module of the rules, in base64 @property {string} name @property {string} version @property {string} seed @property {number} seats @property {string} options
 * @property {number[]} draws @property {number} words @property {number} every @property {(string | {fault: string})[][]} turns
 */

const ONES = (1n << 64n) - 1n;
const FAILED = 0xffffffff; // the size of a state in an answer that is a failure
const OBSERVE = 1, ABSENT = 5; // questions of agon_ask
const AUDIENCE = -1;
const PAUSE = 100; // turns after which the page gets a moment

function mix(z) {
  z = (z ^ z >> 30n) * 0xbf58476d1ce4e5b9n & ONES;
  z = (z ^ z >> 27n) * 0x94d049bb133111ebn & ONES;
  return z ^ z >> 31n;
}

class Dice {
  constructor(seed, given) {
    this.seed = BigInt.asUintN(64, BigInt(seed));
    this.given = given.slice();
  }

  turn(n) { this.state = mix(this.seed) ^ mix(BigInt(n) + 0x632be59bd9b4e019n & ONES); }

  below(n) {
    if (this.given.length) return (this.given.shift() % n + n) % n;
    const most = BigInt(n), limit = (1n << 64n) % most;
    for (;;) {
      this.state = this.state + 0x9e3779b97f4a7c15n & ONES;
      const value = mix(this.state);
      if (value >= limit) return Number(value % most);
    }
  }
}

const MUL = 0x9fb21c651e98df25n, ADD = 0xd6e8feb86659fd93n;

class Hash {
  h = 0n;

  add(v) {
    const product = (this.h ^ v ^ ADD) * MUL;
    this.h = product >> 64n ^ product & ONES ^ (v << 29n | v >> 35n) & ONES;
  }

  int(n) { this.add(BigInt.asUintN(64, BigInt(n))); }

  text(s) {
    const bytes = new TextEncoder().encode(s);
    this.int(bytes.length);
    for (const byte of bytes) this.add(BigInt(byte));
  }

  get sum() { return mix(this.h); }
}

/** The rules of a module. */
class Rules {
  /** @param {Told} told */
  static async load(told) {
    const rules = new Rules();
    rules.told = told;
    rules.dice = new Dice(told.seed, told.draws);
    const code = await WebAssembly.compile(Uint8Array.from(atob(told.module), c => c.charCodeAt(0)));
    const imports = { agon: { dice: n => rules.dice.below(n), fail: (at, size) => { throw new Error(rules.read(at, size)); } } };
    for (const { module, name } of WebAssembly.Module.imports(code)) if (module !== "agon") (imports[module] ??= {})[name] = (...args) => rules.system(name, args);
    rules.exports = (await WebAssembly.instantiate(code, imports)).exports;
    rules.exports._initialize?.();
    return rules;
  }

  /** A call of WASI, which gives rules nothing: no argument, no file, a clock that stands still. */
  system(name, args) {
    const memory = new DataView(this.exports.memory.buffer);
    if (name.endsWith("_sizes_get")) args.forEach(at => memory.setUint32(at, 0, true));
    else if (name === "clock_time_get") memory.setBigUint64(args[2], 0n, true);
    else if (name === "random_get") new Uint8Array(memory.buffer, args[0], args[1]).fill(0);
    else if (name === "proc_exit") throw new Error("it ended with exit code " + args[0]);
    else if (!["args_get", "environ_get", "sched_yield"].includes(name)) return 8; // a bad descriptor
    return 0;
  }

  read(at, size) { return new TextDecoder().decode(new Uint8Array(this.exports.memory.buffer, at >>> 0, size)); }

  /** Calls a function with parts in its buffer, and returns the bytes of its answer. */
  call(name, parts, ...before) {
    const size = parts.reduce((sum, part) => sum + part.length, 0);
    const at = this.exports.agon_buffer(size) >>> 0;
    let to = at;
    for (const part of parts) {
      new Uint8Array(this.exports.memory.buffer, to, part.length).set(part);
      to += part.length;
    }
    const answer = BigInt.asUintN(64, this.exports[name](...before, ...parts.map(part => part.length)));
    return new Uint8Array(this.exports.memory.buffer, Number(answer >> 32n), Number(answer & 0xffffffffn)).slice();
  }

  /** Reads the answer of a deal or a step. */
  position(answer, round) {
    const size = new DataView(answer.buffer).getUint32(0, true), text = new TextDecoder();
    if (size === FAILED) throw new Error(text.decode(answer.subarray(4)));
    const [owes, counted, ...rest] = text.decode(answer.subarray(4 + size)).split("\n");
    return {
      state: answer.slice(4, 4 + size), owes: owes.split(" ").filter(Boolean).map(Number), round: counted ? Number(counted) : round,
      places: owes ? [] : rest[0].split(" ").map(rank => Number(rank.split(":")[0])),
    };
  }

  deal() {
    this.dice.turn(0);
    return this.position(this.call("agon_deal", [new TextEncoder().encode(this.told.options)], this.told.seats), 0);
  }

  step(before, turn, moves) {
    const lines = before.owes.map((seat, i) => {
      const move = moves[i];
      if (typeof move === "string") return `${seat}=${move}\n`;
      return `${seat}=${this.ask(before, ABSENT, seat, move.fault).replaceAll("\n", "\x1e").replaceAll("\t", "\x1f")}\n`;
    });
    this.dice.turn(turn);
    return this.position(this.call("agon_step", [before.state, new TextEncoder().encode(lines.join(""))]), before.round + 1);
  }

  ask(p, what, seat, said = "") { return new TextDecoder().decode(this.call("agon_ask", [p.state, new TextEncoder().encode(said)], what, seat)); }

  /** Returns the hash of a position, as the audience sees it. */
  hash(p) {
    const h = new Hash();
    h.text(this.ask(p, OBSERVE, AUDIENCE));
    h.int(p.round);
    const owes = p.owes.reduce((set, seat) => set | 1n << BigInt(seat), 0n);
    for (let word = 0; word < this.told.words; word++) h.add(owes >> BigInt(64 * word) & ONES);
    for (const place of p.places) h.int(place);
    return h.sum;
  }
}

/** Plays a game again, and returns its digest in 16 hexadecimal digits. @param {Told} told */
export async function playAgain(told) {
  const rules = await Rules.load(told), digest = new Hash();
  digest.text(told.name);
  digest.text(told.version);
  digest.int(told.seats);
  let p = rules.deal(), turn = 0;
  digest.add(rules.hash(p));
  for (const moves of told.turns) {
    if (!p.owes.length) break;
    p = rules.step(p, ++turn, moves);
    if (turn % told.every === 0 || !p.owes.length) digest.add(rules.hash(p));
    if (turn % PAUSE === 0) await new Promise(go => setTimeout(go));
  }
  digest.int(turn);
  return digest.sum.toString(16).padStart(16, "0");
}
