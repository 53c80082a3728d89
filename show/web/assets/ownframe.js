// The frame of a game's own viewer: the Drawer of CodinGame's SDK, which is among the game's files, draws the shots that the page names.
// Nothing here is the page's: the frame has an origin of its own, and gets numbers of shots alone.

const MOVING = 400; // ms in which the next turn is reached
const canvas = document.getElementById("canvas"), said = new Set();
let wanted = 0;

/** Tells the page why the game is not shown. */
function fail(error) {
  const text = String(error?.message ?? error);
  if (!said.has(text)) parent.postMessage({ failed: text }, "*");
  said.add(text);
}

/** The little of jQuery that a Drawer calls, which has its player's: events of the canvas. */
const listening = element => ({ off: () => listening(element), bind: (name, act) => { element.addEventListener(name, act); }, mousemove: act => { element.addEventListener("mousemove", act); } });
window.$ ??= listening;

/** Returns an image in a colour, the face of a player. */
function face(colour) {
  const image = Object.assign(document.createElement("canvas"), { width: 64, height: 64 }), g = image.getContext("2d");
  g.fillStyle = colour;
  g.fillRect(0, 0, 64, 64);
  return image.toDataURL();
}

const until = done => new Promise(resolve => { const ask = () => done() ? resolve() : requestAnimationFrame(ask); ask(); });

/** Loads the game as far as it was played, and returns what shows a shot, with the number of shots. */
async function load(Drawer) {
  const game = await (await fetch("views.json")).json();
  if (!game.frames.length) throw new Error("the game has nothing for its own viewer yet");
  const drawer = new Drawer(null), colours = [Drawer.playerColors].flat(), agents = game.agents.map(a => ({ ...a, color: colours[a.index] ?? "#ffffff", avatar: face(colours[a.index] ?? "#ffffff") }));
  drawer.demo = undefined; // another game, which is shown before the game
  drawer.addErrorListener?.(error => fail(error.cause ?? error));
  drawer.init(canvas, Drawer.WIDTH, Drawer.HEIGHT, null, 1, null, "replay");
  await until(() => drawer.isReady());
  drawer.initFrames(game.frames, agents);
  await until(() => !drawer.loading && !drawer.intro);
  return { drawer, shots: game.shots };
}

async function show() {
  const { Drawer } = await import("./core/Drawer.js");
  let { drawer, shots } = await load(Drawer), at = -1, since = 0;
  const draw = now => {
    requestAnimationFrame(draw);
    const shot = Math.min(wanted, shots.length - 1), progress = Math.min(1, (now - since) / MOVING);
    if (shot !== at) since = shot === at + 1 ? now : 0;
    else if (progress === 1 && since === 0) return;
    drawer.update(shots[shot], since ? shot === at ? progress : 0 : 1, 1);
    if (progress === 1 && shot === at) since = 0;
    at = shot;
    parent.postMessage({ shown: at, of: shots.length }, "*");
  };
  requestAnimationFrame(draw);
}

addEventListener("message", ({ source, data }) => {
  if (source === parent && Number.isInteger(data?.shot)) wanted = Math.max(0, data.shot);
});
addEventListener("error", event => fail(event.message));
addEventListener("unhandledrejection", event => fail(event.reason));
show().catch(fail);
