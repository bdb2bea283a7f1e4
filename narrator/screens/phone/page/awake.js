// Keeping the screen awake: by a wake lock where the browser has one, else by a moving picture that shows nothing.

import { byId, element, write } from "./make.js";
import { say } from "./words.js";

let wanted = false;
let lock = null;
let picture = null;

export function stayAwake() {
  if (wanted) return;
  wanted = true;
  document.addEventListener("visibilitychange", hold);
  // A browser plays nothing before somebody has touched the page.
  addEventListener("pointerdown", hold, { once: true });
  hold();
}

async function hold() {
  if (document.hidden) return;
  if (navigator.wakeLock) {
    try {
      if (!lock || lock.released) lock = await navigator.wakeLock.request("screen");
      write(byId("advice"), say("dim"));
      return;
    } catch {
      // The browser refuses, for instance when the battery is low.
    }
  }
  write(byId("advice"), say("awake"));
  play();
}

// Pages that do not come by a secure address have no wake lock; a picture that plays keeps most screens awake.
function play() {
  if (!picture) {
    const canvas = element("canvas", { width: 16, height: 16 });
    if (!canvas.captureStream) return;
    const brush = canvas.getContext("2d");
    setInterval(() => brush.fillRect(0, 0, 16, 16), 1000);
    picture = element("video", { muted: true, playsInline: true, ariaHidden: "true", className: "unlit" });
    picture.srcObject = canvas.captureStream(1);
    document.body.prepend(picture);
  }
  picture.play().catch(() => {});
}
