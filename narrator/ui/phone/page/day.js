// The page by day: what is said, the question that is open, and its answers, chosen first and confirmed then.

import { NOTHING, answerOf, range, touchSeat } from "./answers.js";
import { drawCircle } from "./circle.js";
import { byId, element, write } from "./make.js";
import { capitalised, say } from "./words.js";

const BUTTONS = 24; // more numbers than this are typed

function same(here, there) {
  return JSON.stringify(here) === JSON.stringify(there);
}

export class Day {
  // `send` is given what is to be said to the game, and returns whether it could be sent.
  constructor(send) {
    this.send = send;
    this.asked = "";
    this.choice = NOTHING;
    this.sent = null;
    byId("send").addEventListener("click", () => this.confirm());
    setInterval(() => this.count(), 500);
  }

  // Show the public view, and the table's where there is one.
  show(greeting, view, table) {
    this.greeting = greeting;
    this.view = view;
    this.table = table;
    document.body.classList.toggle("asleep", view.phase === "night" || view.called);
    write(byId("title"), greeting.title);
    write(byId("phase"), view.paused ? say("paused") : say(view.phase, view.number));
    write(byId("circle-name"), say("circle"));
    write(byId("told-name"), say("told"));
    drawCircle(greeting, view);
    this.tell(view.called ? [...view.said, ["notice", say("called")]] : view.said);
    this.ask(table ? table.ask : null);
    this.count();
    this.offer(table);
  }

  tell(said) {
    const at = byId("said");
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
    write(at, say("countdown", `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`));
  }

  // --- the open question ---

  ask(ask) {
    const section = byId("question");
    section.hidden = !this.view.prompt && !this.view.countdown;
    document.body.classList.toggle("asked", Boolean(ask));
    write(byId("prompt"), this.view.prompt ?? "");
    const asked = JSON.stringify([this.table && this.table.turn, ask, this.greeting.language]);
    if (asked !== this.asked) {
      this.asked = asked;
      this.choice = NOTHING;
      this.lay(ask);
    }
    this.mark();
  }

  lay(ask) {
    const options = byId("options");
    options.replaceChildren();
    write(byId("noted"), "");
    const send = byId("send");
    send.hidden = !ask;
    byId("hint").textContent = ask ? this.hint(ask) : "";
    if (!ask) return;
    const { names, answers, orders } = this.greeting;
    send.textContent = ask.kind === "confirm" ? capitalised(orders.next) : say("send");
    for (const seat of ask.seats) {
      this.option(options, `${seat} ${names[seat - 1]}`.trim(), { seat }, () => touchSeat(this.choice, ask, seat));
    }
    for (const [card, name] of ask.cards) this.option(options, name, { card }, () => ({ ...NOTHING, card }));
    if (ask.kind === "number" || ask.kind === "take") this.numbers(options, ask);
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
    if (ask.kind === "text") {
      const field = element("textarea", { className: "whole", maxLength: ask.length, "aria-labelledby": "prompt" });
      field.addEventListener("input", () => this.choose({ ...NOTHING, text: field.value }));
      options.append(field);
    }
  }

  numbers(options, ask) {
    const shown = ask.kind === "take" ? (number) => say("diamonds", number) : String;
    if (ask.numbers[1] - ask.numbers[0] < BUTTONS) {
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
    const button = element("button", { type: "button", textContent: label, on: () => this.choose(chosen()) });
    button.means = means;
    button.label = label;
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
  }

  mark() {
    const ask = this.table && this.table.ask;
    const { seats, tie, clear, card, number, word } = this.choice;
    for (const button of byId("options").querySelectorAll("button")) {
      const { means } = button;
      const chosen =
        seats.includes(means.seat) ||
        (means.seat !== undefined && means.seat === clear) ||
        (means.tie && tie) ||
        (means.card !== undefined && means.card === card) ||
        (means.number !== undefined && means.number === number) ||
        (means.word !== undefined && means.word === word);
      button.setAttribute("aria-pressed", String(Boolean(chosen)));
      write(button, means.seat !== undefined && means.seat === clear ? `▲ ${button.label}` : button.label);
    }
    byId("send").disabled = !ask || (ask.kind !== "confirm" && !answerOf(this.choice, ask));
    this.note();
  }

  confirm() {
    const { ask, turn } = this.table;
    const sent = ask.kind === "confirm" ? { order: "next" } : { answer: answerOf(this.choice, ask) };
    this.sent = this.send(turn, sent) ? turn : null;
    if (this.sent === null) write(byId("noted"), say("offline"));
    else this.note();
  }

  // An answer is noted once the narrator says that it is stored, and not before.
  note() {
    if (!this.table || this.sent !== this.table.turn) return;
    write(byId("noted"), this.table.stored ? say("noted") : say("sent"));
  }

  // --- orders ---

  offer(table) {
    const menu = byId("menu");
    menu.hidden = !table;
    if (!table) return;
    write(menu.querySelector("summary"), say("orders"));
    const orders = ["repeat", "undo", this.view.paused ? "resume" : "pause", "louder", "softer"];
    const living = table.ask ? table.ask.living : this.living();
    const offered = JSON.stringify([orders, living, this.greeting.language]);
    if (menu.dataset.offered === offered) return;
    menu.dataset.offered = offered;
    this.layOrders(orders, living);
  }

  layOrders(orders, living) {
    const keys = byId("menu").querySelector(".keys");
    const leave = element("button", { type: "button", textContent: `${capitalised(this.greeting.orders.leave)}…` });
    leave.addEventListener("click", () => this.layLeaves(orders, living));
    keys.replaceChildren(
      ...orders.map((order) =>
        element("button", {
          type: "button",
          textContent: capitalised(this.greeting.orders[order]),
          on: () => this.send(this.table.turn, { order }),
        }),
      ),
      leave,
    );
  }

  layLeaves(orders, living) {
    const keys = byId("menu").querySelector(".keys");
    const back = () => this.layOrders(orders, living);
    const asked = element("p", { className: "whole", textContent: say("leaves") });
    keys.replaceChildren(
      asked,
      ...living.map((seat) =>
        element("button", {
          type: "button",
          textContent: `${seat} ${this.greeting.names[seat - 1]}`.trim(),
          on: () => this.send(this.table.turn, { leave: seat }) && back(),
        }),
      ),
      element("button", { type: "button", textContent: say("back"), on: back }),
    );
    keys.querySelector("button").focus();
  }

  living() {
    const dead = new Set(this.view.dead.map(([seat]) => seat));
    return range([1, this.greeting.players]).filter((seat) => !dead.has(seat));
  }
}
