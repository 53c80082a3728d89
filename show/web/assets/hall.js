// The page of a loop on a big screen: how far the game is and who leads it, then the standing of all games and what changed in it, then the next game.
import { Standing } from "./standing.js";
import { score } from "./numbers.js";

const SHOWN = 8000; // ms for which the standing fills the screen between two games, at most half as long as the game
const MOST = 24, FEW = 4, COLUMNS = 3; // lines of a standing that are on the screen; those that stand in one column; columns beside the board
const AGAIN = 2000; // ms after which a server that does not answer is asked again
const find = id => document.getElementById(id);

/** Hall is the standing of a page for a big screen. */
export class Hall extends Standing {
  constructor(panel, page) {
    super(panel, page);
    this.held = holds();
    this.next = false;
    this.began = performance.now();
    this.before = remembered();
    this.stream.onopen = () => this.say();
    this.stream.onerror = () => this.lost();
    page.keys.add([
      { keys: ["h"], caps: "H", does: "holds this game, or goes on", act: () => this.hold() },
      { keys: ["s"], caps: "S", does: "the standing, or the game", act: () => this.toggle("between") },
      { keys: ["n"], caps: "N", does: "the newest game now", act: () => { this.reload(); } },
    ]);
    this.bracket = find("bracket"); // null: this server has none
    this.offered = false;
  }

  /** Lets the standing ("between"), the bracket ("bracketed") or the game ("") fill the screen. @param {string} what */
  fill(what) {
    for (const name of ["between", "bracketed"]) document.body.classList.toggle(name, name === what);
  }

  toggle(what) { this.fill(document.body.classList.contains(what) ? "" : what); }

  /** Reads the bracket of the stage, or the tables of its groups, one request at a time. The key B is offered once there is one. */
  async read() {
    if (!this.bracket || this.reading) return;
    this.reading = true;
    const answer = await fetch("bracket").catch(() => null), text = answer?.ok && !answer.redirected ? await answer.text().catch(() => null) : null;
    this.reading = false;
    if (text === null) return; // what was read before stays
    this.bracket.replaceChildren(...new DOMParser().parseFromString(text, "text/html").body.childNodes);
    if (!this.drawn && document.body.classList.contains("bracketed")) this.fill("");
    if (!this.drawn || this.offered) return;
    this.offered = true;
    this.page.keys.add([{ keys: ["b"], caps: "B", does: "the bracket, or the game", act: () => this.showBracket() }]);
  }

  /** Whether there is a bracket to show. */
  get drawn() { return Boolean(this.bracket?.childElementCount); }

  showBracket() {
    if (!this.drawn) return;
    this.toggle("bracketed");
    this.read(); // games may have ended since
  }

  hear(news) {
    super.hear(news);
    if (!this.offered || document.body.classList.contains("bracketed")) this.read();
    if (news.showing !== this.panel.dataset.showing) return;
    this.lines = news.lines;
    this.value = news.value;
    this.waits = news.waits;
    this.say();
  }

  /** Shows the bracket or, in a stage without one, the standing, and then the next game. */
  leave() {
    if (this.next) return;
    this.next = true;
    if (!this.lines) { this.reload(); return; } // the next game began while this page was loaded: there is no standing to show
    remember(this.lines);
    this.say();
    if (!this.held) this.go();
  }

  go() {
    this.fill(this.drawn ? "bracketed" : "between");
    this.read();
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.reload(), Math.min(SHOWN, (performance.now() - this.began) / 2));
  }

  /** Says that the connection is lost. The browser tries again by itself, unless the server has answered with something else. */
  lost() {
    this.say("The connection is lost: this is the last picture.");
    if (this.stream.readyState === EventSource.CLOSED) setTimeout(() => this.reload(), AGAIN);
  }

  /** Loads the page again once the server answers: what is on the screen stays until then. */
  async reload() {
    const answer = await fetch(location.href).catch(() => null);
    if (this.held) return; // going on calls this again
    if (answer?.ok) { location.reload(); return; }
    this.say("The connection is lost: this is the last picture.");
    setTimeout(() => this.reload(), AGAIN);
  }

  hold() {
    this.held = !this.held;
    keep(this.held);
    this.say();
    if (this.held) { this.fill(""); return; }
    if (this.next || this.stream.readyState === EventSource.CLOSED) this.go();
  }

  /** Fills the table, whose lines are as high as the screen has room for. */
  fillTable(news) {
    super.fillTable(news);
    const lines = Math.max(1, Math.min(news.lines.length, MOST)), rows = lines <= FEW ? lines : Math.max(FEW, Math.ceil(lines / COLUMNS));
    this.panel.style.setProperty("--lines", String(lines));
    this.panel.style.setProperty("--rows", String(rows));
  }

  row(line) {
    const row = super.row(line), cell = row.insertCell(), was = this.before.get(line.name);
    const up = was === undefined ? 0 : was - line.rank;
    cell.className = "moved " + (up > 0 ? "good" : up < 0 ? "bad" : "muted");
    cell.textContent = up > 0 ? `▲ ${up}` : up < 0 ? `▼ ${-up}` : "";
    cell.title = up ? `${Math.abs(up)} ${up > 0 ? "up" : "down"} since the game before` : "";
    return row;
  }

  /** Writes the foot of the screen. @param {string} trouble what is wrong with the connection */
  say(trouble = "") {
    const first = this.lines?.[0], words = find("coming");
    words.classList.toggle("bad", trouble !== "");
    words.textContent = trouble || [first && `Leading: ${first.name}, ${first.score}`, this.held ? "This game is held: H goes on" : this.waits ? `The contest ${this.waits}` : this.next ? "Next: another game" : ""].filter(Boolean).join(" · ");
  }

  /** Gives the board a place of its shape. */
  shape() {
    const { page } = this, { width, height } = page.view.size(page.reel.frame(page.player.at)), shape = String(width / height), stage = document.querySelector(".stage");
    if (stage.style.getPropertyValue("--shape") === shape) return;
    stage.style.setProperty("--shape", shape);
    page.later();
  }

  /** Shows how far the game is. */
  draw() {
    const { reel, player } = this.page, { head, ending } = reel, { at } = player;
    const round = reel.frame(at).round ?? at, most = ending ? reel.frame(player.last).round ?? player.last : head.rounds;
    find("far").textContent = String(round);
    find("far-of").textContent = most ? `of ${most} ${head.steps}` : head.steps;
    find("far-bar").max = Math.max(1, most || round);
    find("far-bar").value = round;
    find("far-leads").replaceChildren(...ending && at === player.last ? won(reel, at) : leads(reel, at));
    this.shape();
    find("far-live").hidden = Boolean(ending);
  }
}

/** Words about a bot, whose name alone is cut if they do not fit. */
const words = (name, rest) => [Object.assign(document.createElement("span"), { className: "cut", textContent: name }), ` ${rest}`];

/** Returns who is first, and by how much if places go by scores. */
function leads(reel, at) {
  const places = reel.places(at), scores = reel.scores(at), order = places.map((_, seat) => seat).sort((a, b) => places[a] - places[b]);
  const [first, second] = order;
  if (second === undefined || places[first] === places[second]) return [];
  const by = scores[first] - scores[second];
  return words(reel.head.seats[first].name, "leads" + (by > 0 ? ` by ${score(by, reel.head.unit)}` : ""));
}

/** Returns who won a game that is over, nothing if several did. */
function won(reel, at) {
  if (/^0*$/.test(reel.ending.digest)) return [reel.ending.words]; // the game does not count
  const places = reel.places(at), first = places.map((_, seat) => seat).filter(seat => places[seat] === Math.min(...places));
  return first.length === 1 ? words(reel.head.seats[first[0]].name, "won") : [];
}

const place = () => `standing of ${location.pathname}`;

const hold = () => `hold of ${location.pathname}`;

/** Whether the screen was held before this page was loaded: H may be pressed while the next game is being loaded. */
function holds() {
  try { return sessionStorage.getItem(hold()) !== null; } catch { return false; }
}

/** @param {boolean} held */
function keep(held) {
  try { if (held) sessionStorage.setItem(hold(), ""); else sessionStorage.removeItem(hold()); } catch { /* a screen without storage holds one page */ }
}

/** @returns {Map<string, number>} the ranks at the end of the game before */
function remembered() {
  try { return new Map(JSON.parse(sessionStorage.getItem(place()) ?? "[]")); } catch { return new Map(); }
}

function remember(lines) {
  try { sessionStorage.setItem(place(), JSON.stringify(lines.map(l => [l.name, l.rank]))); } catch { /* a screen without storage shows no changes */ }
}
