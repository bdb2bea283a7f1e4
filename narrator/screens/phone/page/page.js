// The page: it puts together what comes over the wire, and shows it.

import { stayAwake } from "./awake.js";
import { Day } from "./day.js";
import { byId, write } from "./make.js";
import { Night } from "./night.js";
import { Pairing, nameToTheNarrator } from "./pairing.js";
import { Pocket } from "./pocket.js";
import { Wire } from "./wire.js";
import { say, speak } from "./words.js";

const LEFT = "left";
const state = { role: null, taken: false, link: "connecting", greeting: null, view: null, table: null, age: 0 };
Object.assign(state, { circle: null, own: null }); // who has a phone; what is this phone's own

function hear(frame) {
  if (frame.you) Object.assign(state, { role: frame.you.role, taken: false, table: null, own: null });
  if (frame.taken !== undefined) state.taken = frame.taken;
  if (frame.age) state.age = frame.age;
  if (frame.greeting) {
    state.greeting = frame.greeting;
    speak(frame.greeting.language);
  }
  if (frame.public) {
    state.view = { ...frame.public, came: performance.now() - 1000 * state.age };
    state.age = 0;
  }
  if (frame.table) state.table = frame.table;
  if (frame.circle) state.circle = frame.circle;
  if (frame.pocket) state.own = frame.pocket;
  show();
}

function turned(link) {
  state.link = link;
  if (link !== "open") Object.assign(state, { table: null, own: null }); // what was private is not left standing while nobody can wipe it
  show();
}

function show() {
  const { role, taken, link, view, circle, own } = state;
  const named = circle?.names.length ? { names: circle.names } : {}; // typed on the phones, before the game knows them
  const greeting = state.greeting && { ...state.greeting, ...named };
  const open = link === "open";
  write(byId("link"), open ? "" : say(link));
  pairing.show(open && role === "spectator", taken, view, open && role !== "table", circle?.typed);
  byId("come").hidden = link !== "elsewhere" && link !== "ended";
  write(byId("come"), say(link === "ended" ? "again" : "come"));
  write(byId("hand"), say(document.body.classList.contains(LEFT) ? "right" : LEFT));
  if (greeting && view && circle) pocket.show(greeting, view, circle, own);
  const table = own && greeting && view && circle ? pocket.table : state.table;
  if (greeting && view) day.show(greeting, view, open ? table : null, circle);
  if (greeting && view && table && table.window) night.show(greeting, table, open, view);
  else night.wipe();
  byId("day").inert = !byId("night").hidden;
  if (role === "table" || (own && circle?.pads.questions.length)) stayAwake();
}

const send = (turn, said) => wire.send(turn, said);
const day = new Day((turn, said) => (state.own ? pocket.answer(turn, said) : send(turn, said)));
const pocket = new Pocket(send);
const night = new Night((turn, said) => (state.own ? pocket.touch(turn, said) : send(turn, said)));

byId("hand").addEventListener("click", () => {
  document.body.classList.toggle(LEFT);
  show();
});
const pairing = new Pairing(nameToTheNarrator, () => wire.renew());
show();

const wire = new Wire(hear, turned, () => day.quit || state.view?.phase === "over");
byId("come").addEventListener("click", () => wire.open());

// Only where browsers allow it: a secure address, or this very machine.
if (navigator.serviceWorker && isSecureContext) {
  const worker = "service_worker.js";
  const policy = window.trustedTypes && trustedTypes.createPolicy("worker", { createScriptURL: () => worker });
  navigator.serviceWorker.register(policy ? policy.createScriptURL("") : worker).catch(() => {});
}
