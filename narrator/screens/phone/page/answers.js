// What may be chosen, and which answer a choice is. Nothing here looks at the page.

export const NOTHING = Object.freeze({ seats: [], tie: false, clear: null, card: null, number: null, word: null, option: null, text: "" });

const BUTTONS = 24; // more numbers than this are typed
const AT_ONCE = new Set(["yes", "no", "done"]); // answers that are sent as they are touched: nothing is chosen among them

// Whether a question is answered in a field, and not by buttons.
export function isWritten(ask) {
  if (ask.kind === "text") return !ask.options.length;
  return (ask.kind === "number" || ask.kind === "take") && ask.numbers[1] - ask.numbers[0] >= BUTTONS;
}

export function isSentAtOnce(ask) {
  const words = ask.words.filter((word) => word !== "done" || ask.words.includes("yes")); // which takes what is usual
  return words.length > 0 && !isWritten(ask) && words.every((word) => AT_ONCE.has(word));
}

// Return what is chosen after a seat was touched.
export function touchSeat(choice, ask, seat) {
  const { seats, tie, clear } = choice;
  if (!tie && ask.most === 1) return { ...NOTHING, seats: [seat] };
  if (tie && ask.most > 1 && seats.includes(seat) && clear !== seat) {
    return { ...NOTHING, tie, seats: seats.filter((other) => other !== seat), clear: seat };
  }
  if (clear === seat) return { ...NOTHING, tie, seats };
  if (seats.includes(seat)) return { ...NOTHING, tie, clear, seats: seats.filter((other) => other !== seat) };
  const most = tie ? ask.seats.length : ask.most;
  return { ...NOTHING, tie, clear, seats: [...seats, seat].slice(-most) };
}

// Return the answer that a choice is, or null where it is none yet.
export function answerOf(choice, ask) {
  const { seats, tie, clear } = choice;
  if (choice.word) return { word: choice.word };
  if (choice.option) return { text: choice.option };
  if (choice.card) return { card: choice.card };
  if (choice.number !== null) return ask.kind === "take" ? { diamonds: choice.number } : { number: choice.number };
  if (ask.kind === "text" && tidy(choice.text)) return { text: tidy(choice.text) };
  if (tie) return seats.length > 1 ? { tie: seats, ...(clear === null ? {} : { clear }) } : null;
  if (ask.named && !tidy(choice.text)) return null;
  const named = ask.named ? { text: tidy(choice.text) } : {};
  return seats.length >= ask.least && seats.length <= ask.most && seats.length ? { seats, ...named } : null;
}

// Return the choice that a stored answer is.
export function choiceOf(answer) {
  if (answer.seats) return { ...NOTHING, seats: answer.seats };
  if (answer.tie) return { ...NOTHING, tie: true, seats: answer.tie, clear: answer.clear ?? null };
  if (answer.word) return { ...NOTHING, word: answer.word };
  if (answer.card) return { ...NOTHING, card: answer.card };
  if (answer.text) return { ...NOTHING, text: answer.text };
  return { ...NOTHING, number: answer.number ?? answer.diamonds ?? null };
}

export function range([least, most]) {
  return Array.from({ length: most - least + 1 }, (_, step) => least + step);
}

// Return a text as one line, without the odd spaces of a telephone's keyboard.
function tidy(text) {
  return text.replace(/\s+/g, " ").trim();
}
