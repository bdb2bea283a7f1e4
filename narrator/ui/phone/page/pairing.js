// How this page becomes the table's: by the long secret of a QR code that was scanned, or by the code of the game.

import { byId, write } from "./make.js";
import { say } from "./words.js";

let scanned = null; // the long secret, until it is used or worth nothing: here and nowhere else

// Take the secret out of the address, so that it stands in no address bar, history or bookmark.
function takeFromAddress() {
  const secret = location.hash.slice(1);
  if (!secret) return;
  history.replaceState(null, "", location.pathname);
  scanned = secret;
}

export function offerPairing(paired, show) {
  const told = (reason, text) => {
    if (reason === "stale" || !reason) scanned = null;
    write(byId("refused"), text);
    show();
  };
  takeFromAddress();
  addEventListener("hashchange", () => {
    takeFromAddress();
    write(byId("refused"), "");
    show();
  });
  byId("scanned").querySelector("button").addEventListener("click", async () => {
    const { reason, text } = await named({ link: scanned });
    told(reason, text);
    if (!reason) paired();
  });
  byId("pairing").addEventListener("submit", async (event) => {
    event.preventDefault();
    const field = byId("code");
    const { reason, text } = await named({ code: field.value.replace(/\D/g, "") });
    field.value = "";
    told(reason, text);
    if (reason) field.focus();
    else paired();
  });
}

export function showPairing(offered) {
  const form = byId("pairing");
  form.hidden = !offered;
  byId("scanned").hidden = scanned === null;
  write(byId("scanned").querySelector("h2"), say("scanned"));
  write(byId("scanned").querySelector("button"), say("take"));
  write(form.querySelector("label"), say(scanned === null ? "code" : "orCode"));
  write(form.querySelector("[type=submit]"), say("pair"));
}

// Name what admits; return why it was refused and how that is said, or nothing.
async function named(what) {
  try {
    const answer = await fetch("pair", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(what),
      cache: "no-store",
    });
    if (answer.ok) return { reason: "", text: "" };
    const { reason, seconds } = await answer.json();
    const text = say(reason, seconds);
    return { reason, text: reason === "wrong" && seconds ? `${text} ${say("locked", seconds)}` : text };
  } catch {
    return { reason: "unreached", text: say("unreached") };
  }
}
