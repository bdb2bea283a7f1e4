// How this page becomes the table's: by the code of the game.

import { byId, write } from "./make.js";
import { say } from "./words.js";

export function offerPairing(paired) {
  byId("pairing").addEventListener("submit", async (event) => {
    event.preventDefault();
    const field = byId("code");
    const refused = await named(field.value.replace(/\D/g, ""));
    field.value = "";
    write(byId("refused"), refused);
    if (refused) field.focus();
    else paired();
  });
}

export function showPairing(offered) {
  byId("pairing").hidden = !offered;
  write(byId("pairing").querySelector("label"), say("code"));
  write(byId("pairing").querySelector("button"), say("pair"));
}

// Name a code; return why it was refused, or nothing.
async function named(code) {
  try {
    const answer = await fetch("pair", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ code }),
      cache: "no-store",
    });
    if (answer.ok) return "";
    const { reason, seconds } = await answer.json();
    return reason === "wrong" && seconds ? `${say("wrong")} ${say("locked", seconds)}` : say(reason, seconds);
  } catch {
    return say("unreached");
  }
}
