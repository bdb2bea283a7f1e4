// What may be done at the table's page by day: how the open question is answered, and what the orders are for.

import { isSentAtOnce, isWritten } from "./answers.js";
import { capitalised, say } from "./words.js";

const ORDERS = { repeat: "helpRepeat", state: "helpState", undo: "helpUndo", pause: "helpPause", resume: "helpResume", leave: "helpLeave", quit: "helpQuit" };

// Return the lines of help on a question, null where none is open, and on those of these orders that need words.
export function helpOn(ask, orders, greeting) {
  const explained = orders.filter((order) => order in ORDERS);
  return [...answering(ask, greeting), ...explained.map((order) => say(ORDERS[order], capitalised(greeting.orders[order])))];
}

function answering(ask, greeting) {
  const send = say("send");
  if (!ask) return [say("helpIdle")];
  if (ask.kind === "confirm") return [say("helpNext", capitalised(greeting.orders.next))];
  if (ask.denounces && !ask.seats.length) return [say("helpDenounce", say("denounce")), say("helpChoose", send)];
  if (isWritten(ask)) return [say("helpWrite", send)];
  if (isSentAtOnce(ask)) return [say("helpAtOnce")];
  if (!ask.seats.length) return [say("helpChoose", send)];
  const lines = [ask.least > 1 ? say("chooseSome", ask.least) : say(ask.kind === "ballot" ? "helpMost" : "helpSeat", send)];
  if (ask.ties) lines.push(say("chooseTie"));
  if (ask.ties && ask.most > 1) lines.push(say("chooseClear"));
  if (ask.words.length) lines.push(say("helpInstead", ask.words.map((word) => capitalised(greeting.answers[word])).join(", ")));
  return lines;
}
