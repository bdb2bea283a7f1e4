// How this page becomes the table's: by the long secret of a QR code that was scanned, or by the code of the game.

import { byId, write } from "./make.js";
import { keepPad } from "./pocket.js";
import { say } from "./words.js";

const WAITED_FOR = new Set(["asleep", "unreached"]);

export class Pairing {
  // `name` sends what admits and returns why it was refused, and for how many seconds; `paired` is called once it was not.
  constructor(name, paired) {
    this.name = name;
    this.paired = paired;
    this.scanned = null; // the long secret, until it is used or worth nothing: here and nowhere else
    this.naming = false;
    this.named = null; // the view in which it was named last
    this.shown = [false, false, null, false, false];
    this.takeFromAddress();
    addEventListener("hashchange", () => {
      this.takeFromAddress();
      this.show(...this.shown);
    });
    byId("pairing").addEventListener("submit", (event) => this.submit(event));
  }

  // Take the secret out of the address, so that it stands in no address bar, history or bookmark.
  takeFromAddress() {
    const secret = location.hash.slice(1);
    if (!secret) return;
    history.replaceState(null, "", location.pathname);
    Object.assign(this, { scanned: secret, named: null });
    write(byId("refused"), say(secret.includes(".") ? "joining" : "scanned"));
  }

  // Offer the table to a spectator's page unless it is `taken`, and name what was scanned: at once, and again by day
  // where that was not heard. `view` is what all pages see now. A page that `joins` may become a player's, where codes are
  // `typed` by this one too.
  show(offered, taken, view, joins, typed) {
    if (this.shown[1] && !taken) write(byId("refused"), ""); // it told of a phone that has the table no more
    this.shown = [offered, taken, view, joins, typed];
    byId("pairing").hidden = !offered || (taken && !typed);
    byId("refused").hidden = !joins;
    write(byId("pairing").querySelector("label"), say(typed ? "joinCode" : "code"));
    write(byId("pairing").querySelector("button"), say("pair"));
    const closed = this.named && view.closed;
    const fits = this.scanned && (this.scanned.includes(".") ? joins : offered);
    if (fits && view && !this.naming && !closed && view !== this.named) this.follow(view);
  }

  async follow(view) {
    Object.assign(this, { naming: true, named: view });
    const secret = this.scanned;
    const [link, pad] = secret.split(".");
    const refused = await this.name(pad ? { seat: link } : { link });
    if (pad && !refused) keepPad(pad);
    this.naming = false;
    if (secret === this.scanned && (!refused || !WAITED_FOR.has(refused.reason))) this.scanned = null;
    this.tell(refused);
  }

  async submit(event) {
    event.preventDefault();
    const field = byId("code");
    const refused = await this.name({ code: field.value.replace(/\D/g, "") });
    field.value = "";
    this.tell(refused);
    if (refused) field.focus();
  }

  tell(refused) {
    if (!refused) {
      write(byId("refused"), "");
      this.paired();
      return;
    }
    const { reason, seconds } = refused;
    const text = say(reason, seconds);
    write(byId("refused"), reason === "wrong" && seconds ? `${text} ${say("locked", seconds)}` : text);
  }
}

// Name what admits; return null where it did.
export async function nameToTheNarrator(what) {
  try {
    const answer = await fetch("pair", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(what),
      cache: "no-store",
    });
    return answer.ok ? null : await answer.json();
  } catch {
    return { reason: "unreached" };
  }
}
