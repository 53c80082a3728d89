// What agon asks of rules, as a WebAssembly module in AssemblyScript. This file knows no game; you need not change it.
//
// rules.ts exports deal, turn, moves, step, outcome and observe. A state is an Int32Array, always of the same length.
import { deal, turn, moves, step, outcome, observe } from "./rules";

// @ts-ignore: decorator
@external("agon", "dice")
declare function dice(n: i32): i32;

// @ts-ignore: decorator
@external("agon", "fail")
declare function fail(at: usize, size: i32): void;

/** A number by chance, from 0 to n - 1: in deal and step. It is the only source of chance. */
export function below(n: i32): i32 {
  return dice(n);
}

/** The options of a game, by name. */
export class Options {
  constructor(private lines: string[]) {}

  /** A text; empty if there is none. */
  text(name: string): string {
    for (let i = 0; i < this.lines.length; i++) {
      if (this.lines[i].startsWith(name + "=")) return this.lines[i].substring(name.length + 1);
    }
    return "";
  }

  /** A whole number; 0 if there is none. */
  int(name: string): i32 {
    const text = this.text(name);
    return text.length ? I32.parseInt(text) : 0;
  }
}

/** What a bot sees. */
export class Fields {
  private words: string[] = [];

  private add(name: string, value: string): Fields {
    this.words.push(quoted(name) + ":" + value);
    return this;
  }
  int(name: string, n: i32): Fields {
    return this.add(name, n.toString());
  }
  text(name: string, text: string): Fields {
    return this.add(name, quoted(text));
  }
  ints(name: string, list: i32[]): Fields {
    return this.add(name, "[" + list.join(",") + "]");
  }
  /** A list of equally long rows. */
  grid(name: string, rows: i32[][]): Fields {
    const texts: string[] = [];
    for (let i = 0; i < rows.length; i++) texts.push("[" + rows[i].join(",") + "]");
    return this.add(name, "[" + texts.join(",") + "]");
  }
  toString(): string {
    return "{" + this.words.join(",") + "}";
  }
}

/** Returns a text as JSON. */
function quoted(text: string): string {
  let out = '"';
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    out += c < 32 || c == 34 || c == 92 ? "\\u" + c.toString(16).padStart(4, "0") : text.charAt(i);
  }
  return out + '"';
}

let input = new ArrayBuffer(0);
let output = new ArrayBuffer(0);
let seats: i32 = 0;
let state = new Int32Array(0);

function said(from: i32, size: i32): string {
  return String.UTF8.decodeUnsafe(changetype<usize>(input) + from, size);
}

function answer(text: string): i64 {
  output = String.UTF8.encode(text);
  return ((<i64>changetype<usize>(output)) << 32) | output.byteLength;
}

function unpack(size: i32): void {
  seats = load<i32>(changetype<usize>(input));
  state = new Int32Array((size - 4) >> 2);
  memory.copy(state.dataStart, changetype<usize>(input) + 4, size - 4);
}

/** Places and scores by seat, with what stands between the two and between seats. */
function ranks(between: string, next: string, before: string, after: string): string {
  const words: string[] = [];
  for (let seat = 0; seat < seats; seat++) {
    const own = outcome(state, seat);
    let place = 1;
    for (let other = 0; other < seats; other++) if (outcome(state, other) > own) place++;
    words.push(before + place.toString() + between + own.toString() + after);
  }
  return words.join(next);
}

/** A move has its own line breaks and tabs as other bytes where it stands beside others. */
function packed(move: string): string { return move.replaceAll("\n", "\x1e").replaceAll("\t", "\x1f"); }
function unpacked(move: string): string { return move.replaceAll("\x1e", "\n").replaceAll("\x1f", "\t"); }

/** Writes the state, and tells of it in lines: the seats that owe a move, no round, and the moves or the ranks. */
function position(): i64 {
  const owes = turn(state);
  let told = owes.join(" ") + "\n\n";
  if (!owes.length) told += ranks(":", " ", "", "");
  for (let i = 0; i < owes.length; i++) told += (i ? "\n" : "") + moves(state, owes[i]).map<string>(move => packed(move)).join("\t");
  const text = String.UTF8.encode(told);
  const size = 4 + state.byteLength;
  output = new ArrayBuffer(4 + size + text.byteLength);
  const at = changetype<usize>(output);
  store<i32>(at, size);
  store<i32>(at + 4, seats);
  memory.copy(at + 8, state.dataStart, state.byteLength);
  memory.copy(at + 4 + size, changetype<usize>(text), text.byteLength);
  return ((<i64>at) << 32) | output.byteLength;
}

export function agon_buffer(size: i32): usize {
  if (size > input.byteLength) input = new ArrayBuffer(size);
  return changetype<usize>(input);
}

export function agon_deal(count: i32, size: i32): i64 {
  seats = count;
  state = deal(count, new Options(said(0, size).split("\n")));
  return position();
}

export function agon_step(size: i32, more: i32): i64 {
  unpack(size);
  const all: string[] = [];
  for (let seat = 0; seat < seats; seat++) all.push("");
  const lines = said(size, more).split("\n");
  for (let i = 0; i < lines.length; i++) {
    const at = lines[i].indexOf("=");
    if (at > 0) all[I32.parseInt(lines[i].substring(0, at))] = unpacked(lines[i].substring(at + 1));
  }
  step(state, all);
  return position();
}

export function agon_ask(what: i32, seat: i32, size: i32, more: i32): i64 {
  unpack(size);
  if (what == 0) return answer("[" + ranks(",", ",", "[", "]") + "]");
  if (what == 1) return answer(observe(state, seat).toString());
  if (what == 5) return answer(moves(state, seat)[0]); // it stands for a fault
  return answer("");
}

/** Ends a call with the words of an error. */
export function abort(message: string | null, file: string | null, line: u32, column: u32): void {
  const why = String.UTF8.encode((message ? message : "it failed") + (file ? ", " + file + ":" + line.toString() : ""));
  fail(changetype<usize>(why), why.byteLength);
}
