// The page by day: what is said, the question that is open, and its answers, chosen first and confirmed then.

import { NOTHING, answerOf, isSentAtOnce, isWritten, range, touchSeat } from "./answers.js";
import { Circle } from "./circle.js";
import { helpOn } from "./help.js";
import { byId, element, write } from "./make.js";
import { capitalised, onPage, say } from "./words.js";

const NUMBERS = new Set(["number", "take"]);
const SHORT = new Set(["confirm", "yes_no"]); // what leaves the circle its place
const ASIDE = { kind: "leave", seats: [], least: 1, most: 1, ties: false, words: [], cards: [], options: [] };
const GOING_ON = { ...ASIDE, kind: "confirm" }; // one button, which is always to be touched
const STAYS_OPEN = new Set(["louder", "softer"]); // orders that are given several times

function same(here, there) {
  return JSON.stringify(here) === JSON.stringify(there);
}

const key = (textContent, on) => element("button", { type: "button", textContent, on });

export class Day {
  // `send` is given what is to be said to the game, and returns whether it could be sent.
  constructor(send) {
    this.send = send;
    this.asked = "";
    this.choice = NOTHING;
    this.sent = null;
    this.aside = null; // what is asked beside the question: who "leaves" or is "denounced", or whether one "quits"
    this.helping = false;
    this.quit = false; // whether the game was put away from this page
    this.circle = new Circle((seat) => this.choose({ ...touchSeat(this.choice, this.open, seat), text: this.choice.text }));
    byId("send").addEventListener("click", () => this.confirm());
    byId("menu").addEventListener("toggle", () => this.help(false));
    addEventListener("pointerdown", ({ target }) => byId("menu").contains(target) || this.fold());
    setInterval(() => this.count(), 500);
    const said = byId("said");
    new ResizeObserver(() => (said.scrollTop = said.scrollHeight)).observe(said);
  }

  // Show the public view, and the table's where there is one.
  show(greeting, view, table, phones = this.phones) {
    const { asleep } = this;
    Object.assign(this, { greeting, view, table, phones });
    this.asleep = view.closed;
    if (this.asleep && !asleep) this.fold();
    document.body.classList.toggle("asleep", this.asleep);
    write(byId("title"), greeting.title);
    write(byId("phase"), view.paused ? say("paused") : say(view.phase, view.number));
    write(byId("circle-name"), say("circle"));
    write(byId("told-name"), say("told"));
    this.circle.show(greeting, view, phones);
    write(byId("signal"), view.call ?? (view.called ? say("called") : ""));
    write(byId("won"), view.won ?? "");
    this.offerStory(view.story);
    this.tell(view.said.map(([kind, text]) => [kind, onPage(text, this.goOn())]));
    if (!table || (this.aside === "denounced" && !table.ask?.denounces)) this.aside = null;
    this.ask(this.asking(table));
    this.count();
    this.offer(table);
  }

  // Offer the story of the game, once there is one; the page keeps it, for the narrator may go before it is read.
  async offerStory(offered) {
    const link = byId("story");
    write(link, say("story"));
    if (link.hidden === !offered) return;
    link.hidden = !offered;
    link.setAttribute("href", "story");
    if (!offered) return;
    try {
      const answer = await fetch("story");
      const kept = new Blob([await answer.text()], { type: "text/html" });
      if (answer.ok && !link.hidden) link.href = URL.createObjectURL(kept);
    } catch {
      // It is read where it is, as long as the narrator is there.
    }
  }

  tell(said) {
    const at = byId("said");
    for (const line of Array.from(at.children)) {
      if (!said.some((one) => same(one, [line.className, line.textContent]))) line.remove();
    }
    const written = Array.from(at.children, (line) => [line.className, line.textContent]);
    // Lines that stand already are left standing: a screen reader reads only what is new.
    let kept = written.length;
    while (kept && !same(written.slice(-kept), said.slice(0, kept))) kept -= 1;
    while (at.children.length > kept) at.firstChild.remove();
    const last = kept === said.length;
    at.append(...said.slice(kept).map(([kind, text]) => element("p", { className: kind, textContent: text })));
    if (!last) at.scrollTop = at.scrollHeight;
  }

  count() {
    const clock = this.view && this.view.countdown;
    const at = byId("countdown");
    at.hidden = !clock;
    if (!clock) return;
    const gone = clock.gone + (this.view.paused ? 0 : (performance.now() - this.view.came) / 1000);
    const left = Math.max(0, Math.ceil(clock.lasts - gone));
    const told = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
    at.setAttribute("aria-label", say("countdown", told));
    write(at, told);
  }

  // --- the open question ---

  // Return what may be answered now: the question, or what is asked beside it.
  asking(table) {
    if (this.aside === "leaves") return { ...ASIDE, seats: this.living() };
    if (this.aside === "quits") return GOING_ON;
    if (!table || table.window) return null;
    if (this.view.paused) return GOING_ON;
    const { ask } = table;
    if (!ask || !ask.denounces) return ask;
    return this.aside ? { ...ask, words: [] } : { ...ask, seats: [] }; // a seat alone denounces nobody
  }

  ask(ask) {
    this.open = ask;
    byId("question").hidden = !this.view.prompt && !this.view.countdown && !this.aside && !this.table?.prompt;
    byId("answer").hidden = !ask;
    document.body.classList.toggle("asked", Boolean(ask));
    document.body.classList.toggle("listed", Boolean(ask) && !ask.seats.length && !ask.denounces && !SHORT.has(ask.kind));
    write(byId("prompt"), this.aside ? say(this.aside) : this.prompt(ask));
    // Who types his name goes on typing, whoever else comes meanwhile.
    const asked = JSON.stringify(ask?.named ? this.greeting.language : [this.table && this.table.turn, ask, this.aside, this.greeting]);
    if (asked !== this.asked) {
      this.asked = asked;
      this.choice = NOTHING;
      this.sent = null;
      this.lay(ask);
      this.circle.place();
    }
    this.mark();
  }

  // Return the question; at the table it names the button that goes on, or confirms.
  prompt(ask) {
    const prompt = this.table?.prompt ?? this.view.prompt;
    if (!prompt || !ask) return prompt ?? "";
    return onPage(prompt, ask.words.includes("done") ? this.goOn() : say("send"));
  }

  goOn() {
    return capitalised(this.greeting.orders.next);
  }

  lay(ask) {
    const options = byId("options");
    options.replaceChildren();
    write(byId("noted"), "");
    const send = byId("send");
    options.classList.toggle("titles", Boolean(ask?.options.length));
    options.classList.toggle("numbers", Boolean(ask) && NUMBERS.has(ask.kind));
    write(byId("hint"), ask && ask.seats.length ? this.hint(ask) : "");
    if (!ask) return;
    const { answers } = this.greeting;
    send.hidden = isSentAtOnce(ask);
    const { orders } = this.greeting;
    send.textContent = ask === GOING_ON ? capitalised(orders[this.goesOn]) : ask.kind === "confirm" ? this.goOn() : say("send");
    for (const [card, name] of ask.cards) this.option(options, name, { card }, () => ({ ...NOTHING, card }));
    for (const [option, name] of ask.options) this.option(options, capitalised(name), { option }, () => ({ ...NOTHING, option }));
    if (NUMBERS.has(ask.kind)) this.numbers(options, ask);
    if (ask.ties) {
      this.option(options, capitalised(answers.tie), { tie: true }, () => {
        const tie = !this.choice.tie;
        return { ...NOTHING, tie, seats: tie ? this.choice.seats : this.choice.seats.slice(0, ask.most) };
      });
    }
    for (const word of ask.words) {
      if (ask.kind === "confirm") continue;
      this.option(options, capitalised(answers[word]), { word }, () => ({ ...NOTHING, word }));
    }
    if (this.aside) options.append(key(say("back"), () => this.turn(null)));
    else if (ask.denounces) options.append(key(say("denounce"), () => this.turn("denounced")));
    if (ask.named || (ask.kind === "text" && isWritten(ask))) {
      const field = element(ask.named ? "input" : "textarea", { className: "whole", maxLength: ask.length, "aria-labelledby": "prompt" });
      field.addEventListener("input", () => this.choose({ ...this.choice, text: field.value }));
      options.append(field);
    }
  }

  numbers(options, ask) {
    const shown = ask.kind === "take" ? (number) => say("diamonds", number) : String;
    if (!isWritten(ask)) {
      for (const number of range(ask.numbers)) this.option(options, shown(number), { number }, () => ({ ...NOTHING, number }));
      return;
    }
    const [min, max] = ask.numbers;
    const field = element("input", { className: "whole", type: "number", min, max, "aria-labelledby": "prompt" });
    field.addEventListener("input", () => {
      this.choose({ ...NOTHING, number: field.validity.valid && field.value !== "" ? Number(field.value) : null });
    });
    options.append(field);
  }

  option(options, label, means, chosen) {
    const button = key(label, () => this.choose(chosen()));
    button.means = means;
    button.className = means.number === undefined ? "word" : "";
    options.append(button);
  }

  hint(ask) {
    if (ask.kind === "confirm") return "";
    const hints = [ask.seats.length && ask.least > 1 ? say("chooseSome", ask.least) : say("choose")];
    if (ask.ties) hints.push(say("chooseTie"));
    if (ask.ties && ask.most > 1) hints.push(say("chooseClear"));
    return hints.join(" ");
  }

  choose(choice) {
    this.choice = choice;
    this.sent = null;
    this.mark();
    if (byId("send").hidden) this.confirm();
  }

  mark() {
    const ask = this.open;
    if (ask?.named) this.choice = { ...this.choice, seats: this.choice.seats.filter((seat) => ask.seats.includes(seat)) };
    const { seats, tie, clear, card, number, word, option } = this.choice;
    this.circle.offer(ask ? ask.seats : []);
    const options = Array.from(byId("options").querySelectorAll("button")).filter((button) => button.means);
    for (const button of [...options, ...this.circle.seats]) {
      const { means } = button;
      const chosen =
        seats.includes(means.seat) ||
        (means.seat !== undefined && means.seat === clear) ||
        (means.tie && tie) ||
        (means.option !== undefined && means.option === option) ||
        (means.card !== undefined && means.card === card) ||
        (means.number !== undefined && means.number === number) ||
        (means.word !== undefined && means.word === word);
      if (button.disabled) button.removeAttribute("aria-pressed");
      else button.setAttribute("aria-pressed", String(Boolean(chosen)));
      button.classList.toggle("ahead", means.seat !== undefined && means.seat === clear);
    }
    byId("send").disabled = !ask || (ask.kind !== "confirm" && !answerOf(this.choice, ask));
    this.note();
  }

  confirm() {
    const { turn } = this.table;
    const sent = this.send(turn, this.said()) ? turn : null;
    this.quit = sent !== null && this.aside === "quits";
    if (sent === null) write(byId("noted"), say("offline"));
    else if (this.aside) this.turn(null);
    else {
      this.sent = sent;
      this.note();
    }
  }

  // Return the order that the one button of an aside, or of a pause, gives.
  get goesOn() {
    return this.aside === "quits" ? "quit" : "resume";
  }

  // Return what is said to the game.
  said() {
    if (this.open === GOING_ON) return { order: this.goesOn };
    if (this.open.kind === "confirm") return { order: "next" };
    return this.aside === "leaves" ? { leave: this.choice.seats[0] } : { answer: answerOf(this.choice, this.open) };
  }

  // An answer is noted once the narrator says that it is stored, and not before.
  note() {
    if (!this.table || this.sent !== this.table.turn) return;
    const { chosen } = this;
    write(byId("noted"), this.table.stored ? (chosen ? say("notedAs", chosen) : say("noted")) : say("sent"));
  }

  // Return what is chosen, as it is called.
  get chosen() {
    const seats = this.choice.seats.map((seat) => this.greeting.names[seat - 1] || seat);
    const options = Array.from(byId("options").querySelectorAll("button"));
    const pressed = options.filter((button) => button.getAttribute("aria-pressed") === "true");
    return [...pressed.map((button) => button.textContent), ...seats].join(", ");
  }

  // --- orders ---

  offer(table) {
    const menu = byId("menu");
    menu.hidden = !table || table.own;
    if (menu.hidden) return;
    write(menu.querySelector("summary"), say("orders"));
    const orders = ["repeat", "state", "undo", this.view.paused ? "resume" : "pause", "louder", "softer"];
    if (this.asleep) this.helping = false;
    this.explain(this.helping ? helpOn(this.open, [...orders, "leave", "quit"], this.greeting) : []);
    const offered = JSON.stringify([orders, this.asleep, this.helping, Boolean(this.phones), this.greeting.language]);
    if (menu.dataset.offered === offered) return;
    menu.dataset.offered = offered;
    const keys = this.helping ? [key(say("back"), () => this.help(false))] : this.orders(orders);
    menu.querySelector(".keys").replaceChildren(...keys);
  }

  // Return the buttons of the menu. Help is for the day: by night it would light the room.
  orders(orders) {
    const labels = this.greeting.orders;
    return [
      ...orders.map((order) => key(capitalised(labels[order]), () => this.order(order))),
      ...(this.greeting.players ? [key(`${capitalised(labels.leave)}…`, () => this.turn("leaves"))] : []),
      ...(this.phones ? [key(say("another"), () => this.order("phone"))] : []),
      key(`${capitalised(labels.quit)}…`, () => this.turn("quits")),
      ...(this.asleep ? [] : [key(say("help"), () => this.help(true))]),
    ];
  }

  order(order) {
    this.send(this.table.turn, { order });
    if (!STAYS_OPEN.has(order)) this.fold();
  }

  fold() {
    byId("menu").open = false;
  }

  // Show help in place of the buttons of the menu, or these again. The page knows it by itself: nothing is sent.
  help(helping) {
    if (this.helping === helping) return;
    this.helping = helping;
    this.show(this.greeting, this.view, this.table);
    if (helping) byId("help").focus();
    else byId("menu").querySelector("summary").focus();
  }

  explain(lines) {
    const at = byId("help");
    at.hidden = !this.helping;
    byId("hand").hidden = this.helping;
    const written = Array.from(at.children, (line) => line.textContent);
    if (!same(written, lines)) at.replaceChildren(...lines.map((textContent) => element("p", { textContent })));
  }

  // Ask this in the circle, or nothing besides the question.
  turn(aside) {
    this.aside = aside;
    this.fold();
    this.show(this.greeting, this.view, this.table);
  }

  // Return who may leave.
  living() {
    if (this.table.ask) return this.table.ask.living;
    const dead = new Set(this.view.dead.map(([seat]) => seat));
    return range([1, this.greeting.players]).filter((seat) => !dead.has(seat));
  }
}
