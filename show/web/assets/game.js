// The page of a game: reads the reel, and synchronizes board, list, strips, buttons, keys and address.
import { Reel } from "./reel.js";
import { Live, readEmbedded, unpacked } from "./source.js";
import { onTheme, readLook } from "./look.js";
import { Address, readState, writeState } from "./state.js";
import { Player } from "./player.js";
import { Board } from "./board.js";
import { Story, byPlace } from "./story.js";
import { FaultLane } from "./faults.js";
import { TimeLane } from "./times.js";
import { Scrub } from "./scrub.js";
import { List, namedChip } from "./list.js";
import { Cards } from "./cards.js";
import { drawNotes } from "./notes.js";
import { Output } from "./output.js";
import { Controls } from "./controls.js";
import { Spoken } from "./spoken.js";
import { Keys } from "./keys.js";
import { gameKeys } from "./gamekeys.js";
import { describeFault } from "./faultwords.js";
import { pictureView } from "./picture.js";
import { turningPoints } from "./chances.js";
import { playAgain } from "./again.js";
import { Own } from "./own.js";
import * as kindView from "./view.js";

const find = id => document.getElementById(id);
const GROWING = 250; // ms between two drawings of the strips of a growing game
const JOINED = 120; // a live game with more shots than this starts at its newest shot

export class GamePage {
  /** @param {((page: GamePage) => object) | null} hands makes the player's part of this page @param {object} logs the source of an Output */
  constructor(hands = null, logs = null) {
    this.logs = logs;
    this.view = pictureView(kindView, JSON.parse(find("layers").dataset.layers));
    this.layers = Object.fromEntries(this.view.layers.map(l => [l.name, Boolean(l.usual || l.page || l.contrast && matchMedia("(prefers-contrast: more)").matches)]));
    this.state = readState(location.hash, this.layers);
    this.reel = new Reel();
    this.player = new Player(this.reel, () => this.moved());
    this.live = null;
    this.strips = { key: "", at: 0 };
    this.look = null;
    /** @type {number | null} a shot that the address names and that has not been played yet */ this.wanted = null;
    this.bind();
    this.hands = hands?.(this);
  }

  bind() {
    const { reel, player, view } = this;
    player.speed = this.state.speed;
    this.board = new Board(find("canvas"), view);
    this.story = new Story(find("stream"), reel, view);
    this.faults = new FaultLane(find("faults"), reel);
    this.times = new TimeLane(find("times"), find("times-labels"), reel, view);
    this.list = new List(find("list"), reel, view, seat => this.pick(seat));
    this.spoken = new Spoken(find("spoken"), reel, view, player);
    this.cards = new Cards(find("cards"), reel);
    this.scrub = new Scrub({ track: find("track"), range: find("scrub"), head: find("head"), veil: find("veil"), line: find("line"), tip: find("tip") }, player, () => this.total());
    this.output = find("output") ? new Output(find("output"), reel, this.logs, turn => player.step(turn - (reel.frame(0).turn ?? 0) - player.at)) : null;
    this.controls = new Controls(player, view.layers, name => this.toggle(name));
    this.keys = new Keys(gameKeys(this), find("help"));
    this.own = new Own(find("own"), find("board"), () => this.later());
    this.address = new Address(() => this.hash());
    find("canvas").onclick = e => this.pickAt(e.offsetX, e.offsetY);
    find("faults").onclick = e => this.openFaults(this.faults.at(e.offsetX));
    find("fault-before").onclick = () => this.nextFault(-1);
    find("fault-after").onclick = () => this.nextFault(1);
    find("full").onclick = () => this.fullScreen();
    find("keys").onclick = () => this.keys.help();
    find("share").onclick = () => this.share();
    find("again-term").hidden = !find("again");
    find("again-play").onclick = () => this.verify();
    addEventListener("hashchange", () => this.follow(readState(location.hash, this.layers)));
    new ResizeObserver(() => this.restyle(false)).observe(document.body);
    document.addEventListener("fullscreenchange", () => this.later());
    onTheme(() => this.restyle(true));
  }

  async start() {
    const embedded = find("reel");
    if (!embedded) { this.live = new Live("stream", this.reel, () => this.grow()); return; }
    try {
      await readEmbedded(embedded, this.reel);
    } catch (error) {
      find("failed").textContent = `This browser could not unpack the game (${error.message}). One of the last few years can; the table without a script is complete.`;
      find("failed").hidden = false;
      return;
    }
    this.reel.ending ??= { words: "the game was not played to its end", digest: "" };
    this.open();
  }

  /** Handles new lines of a game that is being played. */
  grow() {
    if (!this.reel.length) return;
    this.player.at = Math.min(this.player.at, this.player.last);
    if (!this.opened) this.open();
    if (this.wanted !== null) this.seek(this.wanted);
    this.later();
  }

  /** Shows the first picture. The page is ready when it is drawn: what the game does not have is hidden then. */
  open() {
    this.opened = true;
    this.look = readLook(this.reel.head.seats);
    this.showTurnings();
    this.begin();
    this.draw();
    document.documentElement.classList.add("ready");
  }

  /** Goes to the shot that the address names, else to the deal, or to the newest of a live game. */
  begin() {
    if (this.state.r !== null) { this.seek(this.state.r); return; }
    if (this.hands) { this.player.end(); return; }
    if (!this.reel.ending && this.reel.length > JOINED) { this.player.end(); return; }
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) this.player.go(0); else this.player.play();
  }

  /** Pauses at a shot. A shot that has not been played yet is shown once it is. @param {number} at */
  seek(at) {
    this.player.step(at - this.player.at);
    this.wanted = at > this.player.last && !this.reel.ending ? at : null;
  }

  moved() {
    this.wanted = null;
    this.later();
  }

  /** Returns the number of the last shot of the whole game, estimated while it is played. */
  total() {
    const { reel, player } = this, { round = 0, turn = 0 } = reel.frame(player.last);
    if (reel.ending) return player.last;
    const each = round > 0 ? turn / round : 1;
    return Math.max(player.last, Math.round(reel.head.rounds * each), 1);
  }

  hash() {
    const r = this.wanted ?? (this.player.follows ? null : this.player.at);
    return writeState({ r, pick: this.state.pick, speed: this.player.speed, on: this.state.on }, this.layers);
  }

  /** Shows the state that an address describes. */
  follow(state) {
    this.state = state;
    this.player.speed = state.speed;
    if (state.r !== null) this.seek(state.r); else this.later();
  }

  pick(seat) {
    this.state.pick = this.state.pick === seat ? null : seat;
    this.later();
  }

  /** Picks the bot under a point of the board, if the view can find it. */
  pickAt(x, y) {
    if (!this.look || !this.view.seatAt) return;
    const frame = this.reel.frame(this.player.at), tile = find("canvas").clientWidth / this.view.size(frame).width;
    const seat = this.view.seatAt(frame, x / tile, y / tile);
    if (seat >= 0) this.pick(seat); else this.unpick();
  }

  unpick() {
    this.state.pick = null;
    this.later();
  }

  toggle(name) {
    this.state.on[name] = !this.state.on[name];
    this.later();
  }

  restyle(theme) {
    if (theme && this.reel.head) {
      this.look = readLook(this.reel.head.seats);
      this.showTurnings();
    }
    this.strips.key = "";
    this.later();
  }

  later() {
    this.address.later();
    this.request ||= requestAnimationFrame(() => { this.request = 0; this.draw(); });
  }

  draw() {
    const { reel, player, state, look } = this;
    if (!look) return;
    const frame = reel.frame(player.at), pick = state.pick !== null && state.pick < reel.head.seats.length ? state.pick : null;
    const marks = this.view.marks?.(frame, state.on) ?? reel.head.seats.map(s => s.mark);
    const ago = n => reel.frame(Math.max(0, player.at - n));
    this.board.draw(frame, look, { pick, on: state.on, key: player.at, moving: !player.playing || player.speed === "10" }, ago);
    this.own.draw(player.at, reel.ending !== null);
    this.cards.draw(this.view.cards?.(frame, ago) ?? [], look, marks);
    this.list.draw(player.at, look, pick, marks);
    this.controls.draw(state.on, this.live);
    this.drawStrips(pick);
    this.scrub.draw();
    drawNotes(find("notes"), this.view.notes?.(frame, pick, ago, reel.head.seats) ?? [], seat => namedChip(look.seats[seat], marks[seat], reel.head.seats[seat]));
    this.drawWords(frame, pick);
    this.output?.draw(player.at, pick);
    this.hands?.draw();
    this.spoken.draw(pick);
  }

  drawStrips(pick) {
    if (find("stream").clientWidth === 0) return; // they are not on the screen
    const total = this.total(), strong = pick ?? byPlace(this.reel)[0], key = [this.reel.length, total, pick, strong, this.reel.ending !== null, this.state.on.chances].join();
    const now = performance.now(), growing = !this.reel.ending && this.strips.key !== "" && this.strips.pick === pick;
    if (key === this.strips.key) return;
    if (growing && now - this.strips.at < GROWING) { setTimeout(() => this.later(), GROWING); return; }
    this.strips = { key, at: now, pick };
    this.story.draw(this.look, total, pick, this.state.on.chances);
    this.faults.draw(this.look, total);
    find("timelane").hidden = find("strong-line").hidden = !this.times.full;
    find("story-name").textContent = this.story.shows;
    find("strong-what").textContent = this.times.clocked ? "time left" : "slowest move, logarithmic";
    if (this.times.full) this.times.draw(this.look, total, strong);
    find("strong").textContent = this.reel.head.seats[strong].name;
    find("fault-before").disabled = find("fault-after").disabled = this.reel.faults.length === 0;
  }

  drawWords(frame, pick) {
    const { head, ending } = this.reel, last = ending && this.player.at === this.player.last;
    find("round").textContent = String(frame.round ?? this.player.at);
    find("rounds").textContent = "/ " + (ending ? this.reel.frame(this.player.last).round ?? this.player.last : head.rounds || "…");
    find("facts").textContent = this.view.facts?.(frame) ?? "";
    find("picked").textContent = pick === null ? "" : this.view.picked?.(frame, pick) ?? "";
    find("ending").textContent = last ? ending.words : "";
    find("digest").textContent = ending?.digest ?? "";
    find("digest-term").hidden = !ending?.digest;
  }

  /** Plays the game again by its rules, if they are in the page, and says whether it is the same. */
  async verify() {
    const said = find("again-said");
    said.textContent = "playing";
    try {
      const digest = await playAgain(JSON.parse(await unpacked(find("again"))));
      said.textContent = digest === this.reel.ending.digest ? "it is the same game" : `it is another game, of the digest ${digest}`;
    } catch (error) {
      said.textContent = `it cannot be played again: ${error.message}`;
    }
  }

  /** Lists the turning points of a game whose chances were estimated. */
  showTurnings() {
    const { chances } = this.reel.head;
    if (!chances) return;
    find("turnings").replaceChildren(...turningPoints(chances, this.reel, this.look, t => {
      this.state.pick = t.seat;
      this.seek(t.turn ? t.turn - 1 : t.from);
    }));
    find("turnings").hidden = false;
  }

  nextFault(by) {
    const { faults } = this.reel, at = this.player.at + 1;
    const list = faults.filter(f => by > 0 ? f.shot > at : f.shot < at);
    const next = by > 0 ? list[0] : list.at(-1);
    if (next) this.openFaults(faults.filter(f => f.shot === next.shot));
  }

  /** Goes to the shot before some faults and describes them. */
  openFaults(faults) {
    if (!faults.length) return;
    this.player.step(faults[0].shot - 1 - this.player.at);
    const lines = faults.slice(0, 8).map(f => describeFault(f, this.reel, this.look));
    find("fault").replaceChildren(...lines);
    find("fault").hidden = false;
  }

  showOutput() {
    this.output.toggle();
    this.later();
  }

  fullScreen() {
    if (document.fullscreenElement) document.exitFullscreen(); else find("board").requestFullscreen?.();
  }

  async share() {
    this.address.now();
    try { await navigator.clipboard.writeText(location.href); } catch { find("shared").textContent = location.href; return; }
    find("shared").textContent = "address copied";
    setTimeout(() => { find("shared").textContent = ""; }, 3000);
  }
}
