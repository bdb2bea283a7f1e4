// What the page's modules ask of a browser, without one: elements, texts, clicks; a clock that is told to go on; sockets
// whose other end is the test. Nothing is laid out: every box is as large as any other, and a letter gives one light.

const SELECTOR = /^(?:(\w+)|\.([\w-]+)|#([\w-]+)|\[(\w+)=(\w+)\])$/;

class Listening {
  constructor() {
    this.listeners = [];
  }

  addEventListener(type, heard) {
    this.listeners.push([type, heard]);
  }

  dispatch(type, event = {}) {
    for (const [kind, heard] of this.listeners) if (kind === type) heard({ preventDefault() {}, ...event });
  }
}

class Element extends Listening {
  constructor(name) {
    super();
    Object.assign(this, { name, nodes: [], attributes: {}, hidden: false, disabled: false, inert: false, top: 0 });
    Object.assign(this, { type: "", value: "", min: 0, max: 0, maxLength: -1, className: "", dataset: {}, parent: null });
    Object.assign(this, { clientWidth: 100, clientHeight: 40, offsetHeight: 20, offsetTop: 0, scrollWidth: 50, scrollHeight: 20 });
    this.styles = {};
    this.style = { setProperty: (key, value) => (this.styles[key] = value) };
    const classes = () => new Set(this.className.split(" ").filter(Boolean));
    this.classList = {
      contains: (one) => classes().has(one),
      toggle: (one, on = !classes().has(one)) => {
        const set = classes();
        if (on) set.add(one);
        else set.delete(one);
        this.className = [...set].join(" ");
      },
    };
  }

  get children() {
    return this.nodes.filter((node) => node instanceof Element);
  }

  get firstChild() {
    return this.nodes[0] ?? null;
  }

  get lastChild() {
    return this.nodes.at(-1) ?? null;
  }

  get textContent() {
    return this.nodes.map((node) => (node instanceof Element ? node.textContent : node)).join("");
  }

  set textContent(text) {
    this.written = (this.written ?? 0) + 1;
    this.nodes = text === "" ? [] : [text];
  }

  get scrollTop() {
    return this.top;
  }

  set scrollTop(top) {
    this.top = Math.max(0, Math.min(top, this.scrollHeight - this.clientHeight));
  }

  get validity() {
    const number = Number(this.value);
    return { valid: this.type !== "number" || (number >= this.min && number <= this.max) };
  }

  append(...nodes) {
    for (const node of nodes) if (node instanceof Element) node.parent = this;
    this.nodes.push(...nodes);
  }

  replaceChildren(...nodes) {
    this.nodes = [];
    this.append(...nodes);
  }

  remove() {
    this.parent.nodes = this.parent.nodes.filter((node) => node !== this);
  }

  setAttribute(key, value) {
    if (key === "class") this.className = value;
    this.attributes[key] = String(value);
  }

  getAttribute(key) {
    return this.attributes[key] ?? null;
  }

  removeAttribute(key) {
    delete this.attributes[key];
  }

  get descendants() {
    return this.children.flatMap((child) => [child, ...child.descendants]);
  }

  querySelectorAll(selector) {
    const [, name, className, id, key, value] = SELECTOR.exec(selector);
    return this.descendants.filter(
      (one) =>
        (!name || one.name === name) &&
        (!className || one.classList.contains(className)) &&
        (!id || one.attributes.id === id) &&
        (!key || (one[key] || one.attributes[key]) === value),
    );
  }

  querySelector(selector) {
    return this.querySelectorAll(selector)[0] ?? null;
  }

  focus() {
    document.focused = this;
  }

  click() {
    if (!this.disabled) this.dispatch("click");
  }

  getContext() {
    const brush = { drawn: "", measureText: (text) => ({ width: text.length }), fillRect() {}, scale() {} };
    brush.fillText = (text) => (brush.drawn = text);
    // One white point a letter, and one of the ground.
    brush.getImageData = () => ({ data: new Uint8Array([...brush.drawn].flatMap(() => [255, 255, 255, 255]).concat([0, 0, 0, 255])) });
    return brush;
  }
}

class Socket extends Listening {
  static OPEN = 1;
  static CLOSED = 3;
  static made = [];

  constructor(address) {
    super();
    Object.assign(this, { address, readyState: 0, sent: [] });
    Socket.made.push(this);
  }

  hear(frame) {
    this.readyState = Socket.OPEN;
    this.dispatch("message", { data: JSON.stringify(frame) });
  }

  send(text) {
    this.sent.push(JSON.parse(text));
  }

  close(code = 1000) {
    this.end(code);
  }

  end(code) {
    this.readyState = Socket.CLOSED;
    this.code = code;
    this.dispatch("close", { code });
  }
}

class ResizeObserver {
  observe() {}
}

const time = { now: 0, timers: [], made: 0 };

function laterEvery(called, after, every) {
  time.made += 1;
  time.timers.push({ id: time.made, at: time.now + after, called, every });
  return time.made;
}

// Let so many milliseconds go by.
function goOn(milliseconds) {
  const end = time.now + milliseconds;
  for (;;) {
    const [due] = time.timers.filter(({ at }) => at <= end).toSorted((one, other) => one.at - other.at || one.id - other.id);
    if (!due) break;
    time.now = due.at;
    if (due.every) due.at += due.every;
    else clearTimeout(due.id);
    due.called();
  }
  time.now = end;
}

function clearTimeout(id) {
  time.timers = time.timers.filter((timer) => timer.id !== id);
}

// Make elements of a page that is given as [name, attributes, contents].
function build([name, attributes, contents]) {
  const made = new Element(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.hidden = "hidden" in attributes;
  made.type = attributes.type ?? "";
  made.append(...contents.map(build));
  return made;
}

const page = new Listening();
const document = Object.assign(new Listening(), {
  hidden: false,
  documentElement: new Element("html"),
  createElement: (name) => new Element(name),
  getElementById: (id) => document.documentElement.querySelector(`#${id}`),
  lay: (described) => {
    document.documentElement = build(described);
    document.body = document.documentElement.querySelector("body");
  },
});

Object.assign(globalThis, {
  document,
  goOn,
  clearTimeout,
  setTimeout: (called, after) => laterEvery(called, after, 0),
  setInterval: (called, every) => laterEvery(called, every, every),
  performance: { now: () => time.now },
  addEventListener: (type, heard) => page.addEventListener(type, heard),
  dispatch: (type) => page.dispatch(type),
  getComputedStyle: () => ({
    fontStyle: "normal",
    fontWeight: "400",
    fontSize: "20px",
    fontFamily: "any",
    color: "rgb(255, 255, 255)",
    backgroundColor: "rgb(0, 0, 0)",
    paddingLeft: "0",
    paddingRight: "0",
    paddingBottom: "0",
  }),
  devicePixelRatio: 1,
  navigator: { language: "fr-FR" },
  location: { host: "narrator.test:80", origin: "http://narrator.test", hash: "", pathname: "/" },
  history: { replaceState: (_state, _title, path) => Object.assign(location, { hash: "", pathname: path }) },
  ResizeObserver,
  WebSocket: Socket,
});
