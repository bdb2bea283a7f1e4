// A player's own phone: whose it is, the card of that seat, seen while it is held, and what it votes.
//
// What is private to the seat comes as three bytes under a one-time pad, which was in the fragment of the code that
// this phone has scanned. The pad stays in this browser, with how much of it was used to send. A phone to which a code was
// typed has none: what it shows and sends is open to whoever listens, and it says so.

import { byId, element, write } from "./make.js";
import { say } from "./words.js";

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
const [PAD, USED] = ["pad", "used"]; // where they are kept
const LIT = "lit"; // how much of the pad's part for nights this phone has sent under
const BYTE = 256;
const [PULSE, REST] = [120, 180]; // ms
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
  localStorage.setItem(LIT, "0");
  localStorage.setItem(PAD, pad);
}

function padFrom(at, count) {
  return bytesOf(localStorage.getItem(PAD) ?? "").slice(at, at + count);
}

export class Pocket {
  // `send` sends something to the game in a turn, and tells whether it could.
  constructor(send) {
    this.send = send;
    this.calls = 0; // of this night
    this.forget();
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
    this.pulse(own, view);
    Object.assign(this, { greeting, view, circle, own });
    if (!own?.night) this.forget();
    else if (own.night.light !== this.light) this.lighten(own.night);
    const dark = !own || view.closed;
    document.body.classList.toggle("pocket", Boolean(own));
    byId("hold").hidden = dark || !own.seat || !circle.dealt;
    byId("mine").hidden = dark || !circle.dealt;
    if (dark) this.reveal(false);
    if (!own) return;
    write(byId("mine"), this.whose());
    write(byId("hold"), say("hold"));
    if (!byId("card").hidden) this.reveal(true);
  }

  // Return what this phone is, in one sentence.
  whose() {
    const { seat, asks, ended, refused, open } = this.own;
    if (ended) return say("padEnded");
    if (refused) return refused;
    const whose = seat || asks;
    const told = whose ? say(seat ? "mine" : "asks", this.greeting.names[whose - 1] || whose) : "";
    return open ? `${told || this.asked} ${say("overheard")}` : told;
  }

  // Return what may be answered here, as the table's page is told of a question; null for nothing.
  get table() {
    const { turn, seat, asks, ask, ended, night } = this.own;
    if (night) return this.pad(night);
    const own = { turn, window: null, stored: null, own: true };
    const settled = this.circle.dealt ? seat || asks : false; // before the deal who touched a wrong name touches another
    const stored = (!this.own.refused && seat) || null;
    if (!settled) return { ...own, ask: this.choosing(), stored, prompt: this.whose() || this.asked };
    if (!ask || ended) return null;
    return { ...own, ask, stored: this.circle.voted.includes(seat) || null };
  }

  get asked() {
    return say(this.circle.naming ? "name" : "who");
  }

  // Before the deal a seat without a phone may be taken; afterwards any may be asked for.
  choosing() {
    const taken = new Set(this.circle.dealt ? this.circle.there : this.circle.with);
    if (this.circle.naming) taken.delete(this.own.seat); // its name may be typed anew
    const seats = this.greeting.names.map((_, index) => index + 1).filter((seat) => !taken.has(seat));
    return { kind: "seats", seats, least: 1, most: 1, ties: false, words: [], cards: [], options: [], living: [], named: this.circle.naming, length: this.circle.longest };
  }

  // Say what was answered here, and return whether it could be sent.
  answer(turn, { answer }) {
    const chosen = answer.seats ? answer.seats[0] : 0;
    if (!this.own.ask) return this.send(turn, { sit: chosen, ...(answer.text ? { name: answer.text } : {}) });
    const at = Number(localStorage.getItem(USED));
    const key = this.own.open ? 0 : bytesOf(localStorage.getItem(PAD) ?? "")[this.circle.parts.sends + at];
    if (key === undefined) return false;
    localStorage.setItem(USED, String(at + 1)); // before it is sent: no byte of a pad is used twice
    return this.send(turn, { vote: [at, chosen ^ key] });
  }

  // --- at night: all phones are lit at once, each shows the same keys, and one is told more ---

  forget() {
    Object.assign(this, { light: null, night: null, touched: null, sent: null, question: 0, wrong: false });
    Object.assign(this, { learnt: new Map(), fellows: new Map() });
  }

  // Take in what this phone is shown, and send what was touched on it, if it is to: every phone does so, at these times.
  lighten(night) {
    if (this.night?.turn !== night.turn) Object.assign(this, { touched: null, sent: null, wrong: false, fellows: new Map() });
    Object.assign(this, { night, light: night.light });
    const [high, low, ...code] = Array.from(atob(night.code), (letter) => letter.charCodeAt(0));
    const at = this.circle.parts.nights + high * BYTE + low;
    const { shown, fellow, wrong } = this.codes;
    const pad = padFrom(at, shown);
    this.question = 0;
    if (pad.length < shown) return;
    const [question, what, ...named] = code.map((byte, index) => byte ^ pad[index]);
    this.question = question;
    if (what === fellow) this.fellows.set(...named);
    else if (what === wrong) this.wrong = true;
    else if (what) this.learnt.set([what, ...named].join(), this.line(what, ...named));
    if (night.takes) this.tell(night.turn, at + shown);
  }

  // Return how the bytes of a pad are read: the narrator says so.
  get codes() {
    return this.circle.pads.codes;
  }

  tell(turn, at) {
    const { touched } = this.codes;
    const pad = padFrom(at, touched);
    if (pad.length < touched || at < Number(localStorage.getItem(LIT))) return;
    localStorage.setItem(LIT, String(at + touched)); // before it is sent: no byte of a pad is used twice
    const code = this.touchedCode().map((byte, index) => byte ^ pad[index]);
    if (this.send(turn, { touched: btoa(String.fromCharCode(...code)) })) this.sent = this.touched;
  }

  touchedCode() {
    const { seats = [0], word, card } = this.touched ?? {};
    if (word) return [this.codes.word + this.circle.pads.words.indexOf(word), 0];
    if (card) return [this.night.ask.cards.find(([id]) => id === card)[2], 0];
    return [seats[0], seats[1] ?? 0];
  }

  // Take in a touch on the pad; it is sent when all phones send.
  touch(_turn, { answer, order }) {
    if (answer) Object.assign(this, { touched: answer, wrong: false });
    if (order === "undo") this.touched = null;
    return true;
  }

  // Return the pad as a window of the table's page.
  pad({ turn, heading, ask, ghosts }) {
    const { pair } = this.codes;
    const most = this.question < pair ? 1 : 2;
    const dead = this.view.dead.some(([seat]) => seat === this.own.seat);
    const asked = this.circle.pads.questions[(this.question % pair) - 1] ?? say(dead && ghosts ? "ghost" : "touch");
    const fellows = Array.from(this.fellows, ([seat, code]) => `${this.name(seat)} : ${this.named(code)}`);
    const lines = [...this.learnt.values(), asked, ...fellows, ...(this.wrong ? [say("cannot")] : [])];
    return { turn, own: true, ask: { ...ask, least: most, most, ties: false }, window: { heading, lines }, stored: this.sent };
  }

  // Return a line that was told, by its number and two bytes of what it names.
  line(what, one, other) {
    const [form, texts] = this.circle.pads.lines[what - 1];
    const masked = one + other * BYTE;
    const seats = form === "seats" ? this.greeting.names.map((_, index) => index + 1).filter((seat) => masked & (1 << (seat - 1))) : [one];
    const cards = this.circle.cards.length + 1;
    const text = { card: texts[other - 1], hand: texts[one * cards + other - 1], seats: texts[seats.length > 1 ? 1 : 0] }[form] ?? texts[0];
    return text.replace(this.codes.named, seats.map((seat) => this.name(seat)).join(", "));
  }

  name(seat) {
    return String(this.greeting.names[seat - 1] || seat);
  }

  // Return what another one who is called has touched.
  named(code) {
    const { word } = this.codes;
    if (code < word) return code ? this.name(code) : "…";
    return this.greeting.answers[this.circle.pads.words[code - word]] ?? "…";
  }

  // Let a phone that can, tell by pulses the number of each call, as all do.
  pulse(own, { closed, called }) {
    if (!closed) this.calls = 0;
    if (!called || this.view?.called) return;
    this.calls += 1;
    if (own) navigator.vibrate?.(Array.from({ length: this.calls }, () => [PULSE, REST]).flat());
  }

  // Return what stands on the card: a heading, and lines.
  face() {
    const [at, code] = this.own.card;
    const pad = this.own.open ? [0, 0, 0] : padFrom(at, 3);
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
