// A player's own phone: whose it is, the card of that seat, seen while it is held, and what it votes.
//
// What is private to the seat comes as three bytes under a one-time pad, which was in the fragment of the code that
// this phone has scanned. The pad stays in this browser, with how much of it was used to send.

import { byId, element, write } from "./make.js";
import { say } from "./words.js";

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
const [PAD, USED] = ["pad", "used"]; // where they are kept
const SENDS = 48; // where the part of the pad begins under which the phone sends
const READ = 8000; // ms for which a card stands for a screen reader

// Return the bytes that base-32 letters stand for.
export function bytesOf(letters) {
  const bytes = [];
  let [held, bits] = [0, 0];
  for (const letter of letters) {
    held = (held << 5) | LETTERS.indexOf(letter);
    bits += 5;
    if (bits >= 8) {
      bits -= 8;
      bytes.push((held >> bits) & 255);
      held &= (1 << bits) - 1;
    }
  }
  return bytes;
}

// Keep the pad of a code that has admitted this phone; of the one before nothing is used any more.
export function keepPad(pad) {
  localStorage.setItem(USED, "0");
  localStorage.setItem(PAD, pad);
}

export class Pocket {
  // `send` sends something to the game in a turn, and tells whether it could.
  constructor(send) {
    this.send = send;
    this.view = null;
    const hold = byId("hold");
    hold.addEventListener("pointerdown", () => this.reveal(true));
    for (const over of ["pointerup", "pointercancel", "blur"]) addEventListener(over, () => this.reveal(false));
    hold.addEventListener("contextmenu", (event) => event.preventDefault());
    hold.addEventListener("keydown", ({ key, repeat }) => key === " " && !repeat && this.reveal(true));
    hold.addEventListener("keyup", () => this.reveal(false));
    // A screen reader clicks, and holds nothing: it is told what stands on the card, into an earphone.
    hold.addEventListener("click", ({ detail, pointerType }) => detail === 0 && !pointerType && this.read());
    document.addEventListener("visibilitychange", () => this.reveal(false));
  }

  // Show the phone's own view, or nothing where this is no player's phone.
  show(greeting, view, circle, own) {
    Object.assign(this, { greeting, circle, own });
    const dark = !own || view.closed;
    document.body.classList.toggle("pocket", Boolean(own));
    byId("hold").hidden = dark || !own.seat || !circle.dealt;
    byId("mine").hidden = dark || !circle.dealt;
    if (dark) this.reveal(false);
    if (!own) return;
    write(byId("mine"), this.told());
    write(byId("hold"), say("hold"));
    if (!byId("card").hidden) this.reveal(true);
  }

  // Return what this phone is, in one sentence.
  told() {
    const { seat, asks, ended } = this.own;
    if (ended) return say("padEnded");
    if (seat) return say("mine", this.greeting.names[seat - 1] || seat);
    return asks ? say("asks", this.greeting.names[asks - 1] || asks) : "";
  }

  // Return what may be answered here, as the table's page is told of a question; null for nothing.
  get table() {
    const { turn, seat, asks, ask, ended } = this.own;
    const own = { turn, window: null, stored: null, own: true };
    const settled = this.circle.dealt ? seat || asks : false; // before the deal who touched a wrong name touches another
    if (!settled) return { ...own, ask: this.choosing(), prompt: this.told() || say("who") };
    if (!ask || ended) return null;
    return { ...own, ask, stored: this.circle.voted.includes(seat) || null };
  }

  // Before the deal a seat without a phone may be taken; afterwards any may be asked for.
  choosing() {
    const taken = new Set(this.circle.dealt ? this.circle.there : this.circle.with);
    const seats = this.greeting.names.map((_, index) => index + 1).filter((seat) => !taken.has(seat));
    return { kind: "seats", seats, least: 1, most: 1, ties: false, words: [], cards: [], living: [] };
  }

  // Say what was answered here, and return whether it could be sent.
  answer(turn, { answer }) {
    const chosen = answer.seats ? answer.seats[0] : 0;
    if (!this.own.ask) return this.send(turn, { sit: chosen });
    const at = Number(localStorage.getItem(USED));
    const key = bytesOf(localStorage.getItem(PAD) ?? "")[SENDS + at];
    if (key === undefined) return false;
    localStorage.setItem(USED, String(at + 1)); // before it is sent: no byte of a pad is used twice
    return this.send(turn, { vote: [at, chosen ^ key] });
  }

  // Return what stands on the card: a heading, and lines.
  face() {
    const [at, code] = this.own.card;
    const pad = bytesOf(localStorage.getItem(PAD) ?? "").slice(at, at + 3);
    if (at < 0 || pad.length < 3) return [say(at < 0 ? "noCard" : "padEnded")];
    const [card, notes, named] = Array.from(atob(code), (letter, index) => letter.charCodeAt(0) ^ pad[index]);
    const { cards, notes: told } = this.circle;
    if (!card || !cards[card - 1]) return [say("noCard")];
    const more = told.filter((_, bit) => notes & (1 << bit)).map((texts) => texts[texts.length > 1 ? named - 1 : 0]);
    return [...cards[card - 1], ...more];
  }

  reveal(held) {
    const card = byId("card");
    if (!held && card.hidden) return;
    card.hidden = !held;
    const lines = held ? this.face() : [];
    card.replaceChildren(...lines.map((textContent, line) => element(line ? "p" : "h2", { textContent })));
  }

  read() {
    const at = byId("card-read");
    write(at, this.face().join(". "));
    clearTimeout(this.reading);
    this.reading = setTimeout(() => write(at, ""), READ);
  }
}
