// The socket to the narrator: it comes back by itself, and says when it is gone.

const SILENCE = 7000; // ms without a sign of life after which the connection is lost: the narrator gives one every two
const LONGEST_WAIT = 3000;
const TRIES = 6; // after which who is not needed any more gives up
const ELSEWHERE = 4001;
const REVOKED = 4003;
const ASLEEP = 4004;
const FULL = 1013;

export class Wire {
  // `hear` is given every frame, `turned` every change of the connection: open, lost, full, elsewhere, ended. Where it
  // is lost while `over` says so, it soon gives up.
  constructor(hear, turned, over) {
    Object.assign(this, { hear, turned, over });
    this.wait = 300;
    this.tries = 0;
    this.stopped = false;
    addEventListener("online", () => this.retry());
    // What came while nobody looked may be over: who looks again begins anew.
    document.addEventListener("visibilitychange", () => (document.hidden ? this.rest() : this.wake()));
    addEventListener("pagehide", () => this.drop()); // who closes the page does not sleep
    this.open();
  }

  open() {
    clearTimeout(this.timer);
    this.stopped = false;
    this.on = null;
    this.count = 0;
    const socket = new WebSocket(`ws://${location.host}/live`);
    this.socket = socket;
    this.watch();
    socket.addEventListener("message", (message) => {
      if (socket !== this.socket) return;
      this.watch();
      const frame = JSON.parse(message.data);
      if (frame.you) {
        this.wait = 300;
        this.tries = 0;
        this.on = frame.you.on ?? null;
        this.turned("open");
      }
      this.hear(frame);
    });
    socket.addEventListener("close", (event) => {
      if (socket === this.socket) this.lost(event.code);
    });
  }

  // Say something to the game; false where it cannot be sent.
  send(turn, say) {
    if (!this.on || this.socket.readyState !== WebSocket.OPEN) return false;
    this.count += 1;
    this.socket.send(JSON.stringify({ on: this.on, n: this.count, turn, say }));
    return true;
  }

  // Begin anew, for instance with another role.
  renew() {
    this.drop();
    this.open();
  }

  retry() {
    if (!this.stopped && !this.asleep && this.socket.readyState > WebSocket.OPEN) this.open();
  }

  rest() {
    this.asleep = !this.stopped;
    this.drop(ASLEEP);
    clearTimeout(this.timer);
  }

  wake() {
    if (this.asleep) this.open();
    this.asleep = false;
  }

  drop(code) {
    const socket = this.socket;
    this.lost(0);
    socket.close(code);
  }

  lost(code) {
    this.socket = { readyState: WebSocket.CLOSED, close() {} };
    this.on = null;
    clearTimeout(this.silence);
    clearTimeout(this.timer);
    this.tries += 1;
    const ended = this.tries > TRIES && this.over();
    this.stopped = code === ELSEWHERE || ended;
    this.turned(code === ELSEWHERE ? "elsewhere" : code === FULL ? "full" : ended ? "ended" : "lost");
    if (this.stopped) return;
    this.timer = setTimeout(() => this.open(), code === REVOKED ? 0 : this.wait);
    this.wait = Math.min(2 * this.wait, LONGEST_WAIT);
  }

  watch() {
    clearTimeout(this.silence);
    this.silence = setTimeout(() => this.drop(), SILENCE);
  }
}
