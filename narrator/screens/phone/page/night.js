// The private screen: the same keys in the same places in every window, whatever is asked, and if nothing is.

import { NOTHING, answerOf, choiceOf, range, touchSeat } from "./answers.js";
import { balance, gauge } from "./light.js";
import { byId, element, write } from "./make.js";
import { capitalised, onPage, say } from "./words.js";

const WORDS = ["yes", "no", "nobody"]; // as by day
const ACCENTS = ""; // each language has its own
const GROUPS = ["abc", "def", "ghi", "jkl", "mno", "pqrs", "tuv", "wxyz", ACCENTS, "'!?,.-", "0123456789", " "];
const SMALLEST = 10; // px
const [WIDE, HIGH] = [70, 54]; // px of a key, with the gap to the next
const SMALLEST_LINE = 15;
const STORED = "●";
const SENT = "○";
const DEAD = "† ";

// Make the words of a key as large as they may be on it.
function fit(button) {
  const words = button.firstChild;
  const { paddingLeft, paddingRight, paddingBottom, fontSize } = getComputedStyle(button);
  const wide = button.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
  const high = button.clientHeight - parseFloat(paddingBottom);
  for (let size = parseFloat(fontSize); size >= SMALLEST; size -= 1) {
    words.style.fontSize = `${size}px`;
    if (words.scrollWidth <= wide + 1 && words.offsetHeight <= high + 1) return;
  }
}

// Return how many keys stand on a screen, in how many columns: they are as large as a finger, whatever is asked.
function room(cells, { clientWidth, clientHeight }) {
  const wanted = cells <= 12 ? 3 : cells <= 20 ? 4 : cells <= 35 ? 5 : 6;
  const columns = Math.max(3, Math.min(wanted, Math.floor(clientWidth / WIDE)));
  const rows = Math.max(4, Math.floor(clientHeight / HIGH));
  return [Math.min(cells, columns * rows), columns];
}

// Return a private line as it stands on the screen: a headline is all in capitals.
function lineOf(textContent) {
  const headline = textContent === textContent.toUpperCase() && textContent !== textContent.toLowerCase();
  return element("p", { className: headline ? "headline" : "", textContent });
}

// Make the lines as large as they may be; what is longer still is scrolled, and its end stands there first.
function fitLines(lines) {
  lines.style.fontSize = "";
  let size = parseFloat(getComputedStyle(lines).fontSize);
  while (lines.scrollHeight > lines.clientHeight && size > SMALLEST_LINE) {
    size -= 1;
    lines.style.fontSize = `${size}px`;
  }
  lines.scrollTop = lines.scrollHeight;
}

export class Night {
  // `send` is given what is to be said to the game, and returns whether it could be sent.
  constructor(send) {
    this.send = send;
    this.turn = null;
    this.forget();
    addEventListener("resize", () => this.greeting && !byId("night").hidden && this.draw());
  }

  forget() {
    this.choice = NOTHING;
    this.known = "null";
    this.refused = "";
    this.page = 0;
    this.group = null;
  }

  // Show a window; nothing of the one before is left. `call` is whose it is, and whether the game is `paused`, as
  // everybody is told.
  show(greeting, table, connected, { call, paused, dead }) {
    this.call = call;
    this.dead = new Map(dead);
    this.paused = paused;
    this.greeting = greeting;
    this.table = table;
    this.connected = connected;
    if (this.turn !== table.turn) this.forget();
    this.turn = table.turn;
    const known = JSON.stringify(table.stored);
    if (known !== this.known) {
      this.forget();
      this.known = known;
      if (table.stored) this.choice = choiceOf(table.stored);
    }
    byId("night").hidden = false;
    this.draw();
  }

  // Whether what is chosen is on the narrator's disk.
  get stored() {
    const { stored } = this.table;
    return stored !== null && JSON.stringify(choiceOf(stored)) === JSON.stringify(this.choice);
  }

  // Wipe everything: the window is over, nobody looks, or nobody can say any more whether it is over.
  wipe() {
    this.turn = null;
    this.table = null;
    this.forget();
    byId("night").hidden = true;
    byId("lines").replaceChildren();
    for (const key of byId("night").querySelectorAll("button")) {
      key.firstChild.textContent = "";
      key.setAttribute("aria-pressed", "false");
    }
  }

  draw() {
    const { window } = this.table;
    write(byId("heading"), this.call ? `${this.call} · ${window.heading}` : window.heading);
    byId("lines").setAttribute("aria-label", say("lines"));
    byId("keys").setAttribute("aria-label", say("keys"));
    byId("words").setAttribute("aria-label", say("words"));
    const told = window.lines.map((line) => onPage(line, capitalised(this.greeting.orders.next)));
    const said = [...told, this.choice.text, this.connected ? this.refused : say("offline")];
    const lines = byId("lines");
    lines.replaceChildren(...said.filter(Boolean).map(lineOf));
    fitLines(lines);
    const [cells, columns] = room(this.greeting.cells, byId("keys"));
    byId("keys").style.setProperty("--columns", columns);
    const [keys, words] = [this.buttons(byId("keys"), cells), this.buttons(byId("words"), WORDS.length + 2)];
    const all = [...keys, ...words];
    const gauged = gauge(byId("night"), lines, all);
    this.lay(keys, this.keys(cells));
    this.lay(words, this.words());
    balance(byId("night"), byId("heading"), lines, all, gauged);
  }

  // Return the buttons of a group, so many of them; they stay the same.
  buttons(group, count) {
    while (group.children.length < count) {
      const button = element("button", { type: "button" }, element("span"));
      button.addEventListener("click", () => button.act && button.act());
      group.append(button);
    }
    while (group.children.length > count) group.lastChild.remove();
    return [...group.children];
  }

  // Write these keys on these buttons.
  lay(buttons, keys) {
    keys.forEach((key, place) => {
      const button = buttons[place];
      const mark = key && key.chosen ? `${this.stored ? STORED : SENT} ` : "";
      write(button.firstChild, key ? mark + key.label : "");
      fit(button);
      button.act = key ? key.act : null;
      button.disabled = !key;
      button.setAttribute("aria-hidden", String(!key));
      button.setAttribute("aria-pressed", String(Boolean(key && key.chosen)));
    });
  }

  // --- what stands on the keys ---

  keys(cells) {
    const all = this.values();
    if (all.length <= cells) return [...all, ...Array(cells - all.length).fill(null)];
    const each = cells - 1;
    const pages = Math.ceil(all.length / each);
    const page = all.slice(this.page * each, (this.page + 1) * each);
    const more = { label: say("more"), act: () => this.turnTo((this.page + 1) % pages) };
    return [...page, ...Array(each - page.length).fill(null), more];
  }

  values() {
    const { ask } = this.table;
    if (ask && ask.kind === "text") return this.letters();
    const values = [];
    if (ask && ask.cards.length) {
      for (const [card, name] of ask.cards) values.push(this.key(name, card === this.choice.card, { ...NOTHING, card }));
    }
    if (ask && (ask.kind === "number" || ask.kind === "take")) {
      for (const number of range(ask.numbers)) {
        const label = ask.kind === "take" ? say("diamonds", number) : String(number);
        values.push(this.key(label, number === this.choice.number, { ...NOTHING, number }));
      }
    }
    if (!values.length) values.push(...this.seats(ask));
    for (const word of ask ? ask.words.filter((other) => !WORDS.includes(other)) : []) {
      const label = capitalised(this.greeting.answers[word]);
      values.push(this.key(label, word === this.choice.word, { ...NOTHING, word }));
    }
    return values;
  }

  // All seats have their keys, also those that may not be named, and where nothing is asked.
  seats(ask) {
    return range([1, this.greeting.players]).map((seat) => ({
      label: `${this.dead.has(seat) ? DEAD : ""}${seat}\n${this.greeting.names[seat - 1]}`.trim(),
      chosen: this.choice.seats.includes(seat),
      act: () => this.choose(touchSeat(this.choice, ask ?? { most: 1, seats: [] }, seat)),
    }));
  }

  key(label, chosen, choice) {
    return { label, chosen, act: () => this.choose(choice) };
  }

  // Letters are chosen in two touches, on the same keys: a bright keyboard would light the room.
  letters() {
    const groups = GROUPS.map((group) => group || say("accents"));
    if (this.group !== null) {
      const letters = [...groups[this.group]];
      const back = { label: say("back"), act: () => this.open(null) };
      return [...letters.map((letter) => ({ label: letter, act: () => this.type(letter) })), back];
    }
    return groups.map((group, place) => {
      const label = group === " " ? say("space") : group.length > 6 ? `${group.at(0)}–${group.at(-1)}` : group;
      return { label, act: () => (group.length === 1 ? this.type(group) : this.open(place)) };
    });
  }

  words() {
    const { answers, orders } = this.greeting;
    return [
      ...WORDS.map((word) => this.key(capitalised(answers[word]), word === this.choice.word, { ...NOTHING, word })),
      { label: capitalised(orders.undo), act: () => this.undo() },
      { label: capitalised(orders.next), act: () => this.next() },
    ];
  }

  // --- what a touch does ---

  choose(choice) {
    this.choice = choice;
    this.refused = "";
    const { ask } = this.table;
    const whole = ask && (choice.seats.length ? choice.seats.length === ask.most : true);
    if (whole) this.say({ answer: answerOf(choice, ask) ?? { seats: choice.seats } });
    else this.draw();
  }

  // Go on: with what is chosen; in a pause with the game, whatever is asked or chosen.
  next() {
    if (this.paused) {
      this.say({ order: "resume" });
      return;
    }
    const { ask } = this.table;
    const answer = ask && !this.stored ? answerOf(this.choice, ask) : null;
    if (!answer && ask && !this.stored && this.choice.seats.length) {
      this.refused = say("missing", ask.least); // his call would pass without what he has begun to choose
      this.draw();
    } else this.say(answer ? { answer } : { order: "next" });
  }

  undo() {
    if (this.choice.text && !this.stored) {
      this.choice = { ...NOTHING, text: this.choice.text.slice(0, -1) };
      this.draw();
      return;
    }
    this.choice = NOTHING;
    this.say({ order: "undo" });
  }

  type(letter) {
    this.group = null;
    const text = (this.stored ? "" : this.choice.text) + letter;
    this.choice = { ...NOTHING, text: text.slice(0, this.table.ask.length) };
    this.draw();
  }

  open(group) {
    this.group = group;
    this.draw();
  }

  turnTo(page) {
    this.page = page;
    this.draw();
  }

  say(said) {
    if (said.answer && said.answer.seats && !said.answer.seats.length) {
      this.draw();
      return;
    }
    this.refused = this.send(this.turn, said) ? "" : say("offline");
    this.draw();
  }
}
