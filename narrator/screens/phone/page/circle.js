// The circle of seats: what is known of each, and by day the keys with which one is named.

import { range } from "./answers.js";
import { byId, element } from "./make.js";
import { say } from "./words.js";

const [LEAST, MOST] = [44, 76]; // px: a seat is at least as large as a finger; on a tablet it may be larger
const NAMED = 56; // px in which most names have room
const WHOLE = 64; // px in which nearly all have
const APART = 4; // px
const EDGES = 10; // px of a seat's width in which no letter stands
const WIDEST = 114; // px of a seat on a telephone
const LETTERS = { name: [11, 20], card: [9, 12] }; // px
const SHAPES = [1, 1.15, 1.3, 1.5]; // how much wider than high a seat may be
const BENDS = [1, 0.6, 0.4]; // from an oval to a table with rounded corners, around which more seats have room
const STEPS = 120; // in which one walks around it

const brush = document.createElement("canvas").getContext("2d");

// Return where so many seats stand in a box, clockwise from its top: their middles, and the size of each. Where there
// is no room for a circle they stand in rows.
export function seatsIn(players, width, height) {
  let best = null;
  const most = Math.max(MOST, Math.min(width, height) / 5);
  const heights = range([LEAST / 2, Math.floor(most / 2)]).map((half) => 2 * half);
  for (const bend of BENDS) {
    for (const shape of SHAPES) {
      for (const high of heights) {
        const wide = Math.round(shape * high);
        const good = 1.5 * wide + high; // names are wide
        if (wide >= width || high >= height || (best && best.good >= good)) continue;
        const places = around(players, width - wide, Math.min(height - high, 1.3 * (width - wide)), bend);
        if (apart(places, wide, high)) best = { wide, high, good, places };
      }
    }
    if (best && best.wide >= NAMED) break;
  }
  const rows = inRows(players, width, height, most);
  if (!best || (best.wide < NAMED && rows.wide >= WHOLE && rows.least <= height + APART)) return rows;
  return { ...best, round: true, least: 0, places: best.places.map(([x, y]) => [width / 2 + x, height / 2 + y]) };
}

// Return places around a table of this size, equally far apart along its edge.
function around(players, width, height, bend) {
  const bent = (share) => Math.sign(share) * Math.abs(share) ** bend;
  const edge = range([0, STEPS]).map((step) => {
    const angle = (2 * Math.PI * step) / STEPS;
    return [(width / 2) * bent(Math.sin(angle)), (-height / 2) * bent(Math.cos(angle))];
  });
  const gone = [0];
  for (const [step, [x, y]] of edge.slice(1).entries()) gone.push(gone[step] + Math.hypot(x - edge[step][0], y - edge[step][1]));
  return range([0, players - 1]).map((seat) => {
    const way = (gone[STEPS] * seat) / players;
    const next = Math.max(1, gone.findIndex((far) => far >= way));
    const part = (way - gone[next - 1]) / (gone[next] - gone[next - 1]);
    return [0, 1].map((axis) => edge[next - 1][axis] + part * (edge[next][axis] - edge[next - 1][axis]));
  });
}

function apart(places, wide, high) {
  return places.every(([x, y], seat) =>
    places.slice(seat + 1).every(([u, v]) => Math.abs(u - x) >= wide + APART || Math.abs(v - y) >= high + APART),
  );
}

// Return rows of seats: all in sight where they can be, as wide as their names where they can be, and as large as they
// can be; else as many in a row as have room.
function inRows(players, width, height, most) {
  let best = null;
  const columns = Math.max(1, Math.floor((width + APART) / (LEAST + APART)));
  for (let across = columns; across >= 1; across -= 1) {
    const rows = Math.ceil(players / across);
    const wide = Math.min(Math.floor((width + APART) / across) - APART, 1.5 * most);
    const high = Math.min(most, Math.max(LEAST, Math.floor((height + APART) / rows) - APART));
    const least = rows * (high + APART);
    const good = (least <= height + APART) * 2 * WIDEST + (wide >= WHOLE) * WIDEST + Math.min(wide / 1.4, high);
    if (best && best.good >= good) continue;
    const places = range([0, players - 1]).map((seat) => [
      (seat % across) * (wide + APART) + wide / 2,
      Math.floor(seat / across) * (high + APART) + high / 2,
    ]);
    best = { wide, high, round: false, good, least, places };
  }
  return best;
}

export class Circle {
  // `touched` is called with a seat that is touched while it may be named.
  constructor(touched) {
    this.touched = touched;
    this.shown = "";
    this.seats = [];
    new ResizeObserver(() => this.place()).observe(byId("circle"));
  }

  // Show who sits where, and what everybody knows of him; of `phones`, who has one, and who has voted on it.
  show(greeting, view, phones) {
    const marked = phones ? (phones.dealt ? phones.voted : phones.with) : [];
    const seen = JSON.stringify([greeting.players, greeting.names, greeting.language, view.dead, view.office, marked]);
    if (seen === this.shown) return;
    this.shown = seen;
    const dead = new Map(view.dead);
    this.seats = range([1, greeting.players]).map((seat) => this.seat(seat, greeting.names[seat - 1], dead, view.office));
    for (const seat of marked) {
      const button = this.seats[seat - 1];
      button.classList.add("done");
      const told = say(phones.dealt ? "voted" : "withPhone");
      button.append(element("span", { className: "unseen", textContent: `, ${told}` }));
    }
    byId("circle").querySelector("ol").replaceChildren(...this.seats.map((button) => element("li", {}, button)));
    this.place();
  }

  seat(seat, name, dead, office) {
    const card = dead.get(seat);
    const button = element(
      "button",
      { type: "button", disabled: true, on: () => this.touched(seat) },
      element("span", { className: "number", textContent: String(seat) }),
      ...(name ? [element("span", { className: "name", textContent: name })] : []),
    );
    const told = (text) => button.append(element("span", { className: "unseen", textContent: `, ${text}` }));
    if (dead.has(seat)) told(say("dead"));
    if (office === seat) told(say("office"));
    if (card) button.append(element("span", { className: "card", textContent: card }));
    button.className = [dead.has(seat) && "dead", office === seat && "office", !name && "unnamed"].filter(Boolean).join(" ");
    button.means = { seat };
    return button;
  }

  // Let these seats be touched, and no other.
  offer(seats) {
    for (const button of this.seats) button.disabled = !seats.includes(button.means.seat);
  }

  // Put the seats where there is room for them.
  place() {
    const circle = byId("circle");
    const { wide, high, round, least, places } = seatsIn(this.seats.length, circle.clientWidth, circle.clientHeight);
    circle.style.setProperty("--least", `${least}px`);
    for (const [seat, button] of this.seats.entries()) {
      const [x, y] = places[seat];
      Object.assign(button.style, {
        left: `${(x - wide / 2).toFixed(1)}px`,
        top: `${(y - high / 2).toFixed(1)}px`,
        width: `${wide}px`,
        height: `${high}px`,
      });
      for (const part of button.children) part.style.fontSize = LETTERS[part.className] ? `${fitted(part, wide)}px` : "";
    }
    this.hint(places, wide, high, round);
  }

  // Put the hint into the middle of the circle; where it has no room there, it is only heard.
  hint(places, wide, high, round) {
    const circle = byId("circle");
    const hint = byId("hint");
    hint.className = "";
    for (const share of round ? [1, 0.85, 0.7] : []) {
      const [across, down] = middle(places, wide, high, share, circle);
      Object.assign(hint.style, { left: `${circle.clientWidth / 2 - across}px`, width: `${2 * across}px` });
      Object.assign(hint.style, { top: `${circle.clientHeight / 2 - down}px`, height: `${2 * down}px` });
      if (hint.scrollHeight <= hint.clientHeight) return;
    }
    Object.assign(hint.style, { left: "", width: "", top: "", height: "" });
    hint.className = "unseen";
  }
}

// Return half the width and height of a box in the middle of a circle, as wide as this share of what is free.
function middle(places, wide, high, share, { clientWidth, clientHeight }) {
  const across = share * (clientWidth / 2 - wide - APART);
  const near = places.filter(([x]) => Math.abs(x - clientWidth / 2) < across + wide / 2 + APART);
  const down = Math.min(...near.map(([, y]) => Math.abs(y - clientHeight / 2))) - high / 2 - APART;
  return [Math.max(0, across), Math.max(0, down)];
}

// Return how large the letters of a seat may be, so that they stand on one line where that can still be read.
function fitted(part, wide) {
  const [smallest, usual] = LETTERS[part.className];
  const largest = Math.max(usual, usual * (wide / WIDEST));
  const { fontWeight, fontFamily } = getComputedStyle(part);
  brush.font = `${fontWeight} ${largest}px ${fontFamily}`;
  const whole = (largest * (wide - EDGES)) / brush.measureText(part.textContent).width;
  return Math.max(smallest, Math.min(largest, Math.floor(whole)));
}
