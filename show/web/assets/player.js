// The shot on the screen, and the time of the next one.
import { Reel } from "./reel.js";

/** Player moves through a reel that may still grow. */
export class Player {
  /** @param {Reel} reel @param {() => void} show called whenever at, playing or speed changed */
  constructor(reel, show) {
    this.reel = reel;
    this.show = show;
    this.at = 0;
    this.playing = false;
    this.speed = "60";
    this.owed = 0; // fraction of a shot that is due
    this.then = 0;
    this.request = 0;
  }

  get last() { return Math.max(0, this.reel.length - 1); }

  /** Reports whether the newest shot of a growing game is shown as soon as it comes. */
  get follows() { return this.playing && !this.reel.ending && this.at === this.last; }

  /** Shots per second. "fast" is 600, or the whole game in ten seconds if that is more. */
  get rate() { return this.speed === "fast" ? Math.max(600, this.last / 10) : Number(this.speed); }

  /** Goes to a shot. @param {number} at */
  go(at) {
    this.at = Math.min(this.last, Math.max(0, at));
    this.show();
  }

  /** Pauses, and moves by n shots, which may be negative. @param {number} n */
  step(n) {
    this.playing = false;
    this.go(this.at + n);
  }

  play() {
    if (this.reel.ending && this.at === this.last) this.at = 0;
    this.playing = true;
    this.owed = 0;
    this.then = performance.now();
    this.ask();
    this.show();
  }

  stop() {
    this.playing = false;
    this.show();
  }

  toggle() { this.playing ? this.stop() : this.play(); }

  /** Pauses at the deal. */
  reset() {
    this.playing = false;
    this.go(0);
  }

  /** Goes to the last shot; in a game that is still being played, follows its newest one. */
  end() {
    this.playing = !this.reel.ending;
    this.at = this.last;
    if (this.playing) this.play(); else this.show();
  }

  /** @param {"10" | "60" | "fast"} speed */
  pace(speed) {
    this.speed = speed;
    this.show();
  }

  ask() {
    cancelAnimationFrame(this.request);
    this.request = requestAnimationFrame(now => this.tick(now));
  }

  tick(now) {
    if (!this.playing) return;
    this.owed = Math.min(this.owed + Math.max(0, now - this.then) / 1000 * this.rate, this.rate);
    this.then = now;
    const steps = Math.min(Math.floor(this.owed), this.last - this.at);
    this.owed = this.at === this.last ? 0 : this.owed - steps;
    const over = this.at + steps === this.last && this.reel.ending !== null;
    if (over) this.playing = false;
    if (steps > 0 || over) this.go(this.at + steps);
    if (this.playing) this.ask();
  }
}
