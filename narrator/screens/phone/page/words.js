// What the page says by itself, in the language of its game; before there is one, in the browser's. The words of the
// game come from its pack.

import { FALLBACK, TEXTS } from "./texts.js";

let spoken = {};

// Speak a language from now on.
export function speak(language) {
  const known = language in TEXTS ? language : FALLBACK;
  spoken = TEXTS[known];
  document.documentElement.lang = known;
}

speak(navigator.language.split("-")[0]);

// Return a text, with a number or word put in.
export function say(id, n = "") {
  return spoken[id].replace("{n}", String(n));
}

// Return a text in which the page's own button stands for the key of a keyboard.
export function onPage(text, button) {
  return text.split(say("enter")).join(button);
}

export function capitalised(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
