// The circle of seats, drawn for the eye and listed for the ear.

import { byId, drawn, element } from "./make.js";
import { say } from "./words.js";

const RADIUS = 78;
let shown = "";

export function drawCircle(greeting, view) {
  const seen = JSON.stringify([greeting.players, greeting.names, greeting.language, view.dead, view.office]);
  if (seen === shown) return;
  shown = seen;
  const dead = new Map(view.dead);
  const svg = byId("circle").querySelector("svg");
  const list = byId("circle").querySelector("ol");
  svg.replaceChildren();
  list.replaceChildren();
  const plate = Math.min(20, (RADIUS * Math.PI) / greeting.players - 1);
  for (let seat = 1; seat <= greeting.players; seat += 1) {
    const angle = (2 * Math.PI * (seat - 1)) / greeting.players;
    const [x, y] = [RADIUS * Math.sin(angle), -RADIUS * Math.cos(angle)];
    const name = greeting.names[seat - 1];
    const states = [dead.has(seat) && "dead", view.office === seat && "office"].filter(Boolean);
    const group = drawn("g", { transform: `translate(${x.toFixed(1)} ${y.toFixed(1)})`, class: states.join(" ") });
    group.append(drawn("circle", { r: plate.toFixed(1), class: "plate" }));
    group.append(text(name || String(seat), name && plate > 8 ? -plate / 5 : 0, name ? plate / 2.6 : plate, plate * 1.8));
    if (name && plate > 8) group.append(text(String(seat), plate / 2.2, plate / 2.4, plate));
    const card = dead.get(seat);
    if (card) {
      const under = text(card, plate + 5, Math.max(5, plate / 3), plate * 2.6);
      under.setAttribute("class", "shown");
      group.append(under);
    }
    svg.append(group);
    const told = [say("seat", seat), name, states.includes("dead") && say("dead"), card, states.includes("office") && say("office")];
    list.append(element("li", { textContent: told.filter(Boolean).join(", ") }));
  }
}

function text(content, y, size, widest) {
  const fitted = Math.min(size, (widest / Math.max(content.length, 1)) * 1.8);
  return drawn("text", { y: y.toFixed(1), "font-size": fitted.toFixed(1) }, content);
}
