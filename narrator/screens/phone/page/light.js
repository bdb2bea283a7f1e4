// The light that a window throws. Words give light, and fewer words less: what they do not give, a line on
// every key adds, so that the room is as bright whoever reads and whatever there is to read.

const HIGH = 160; // px: no letter is higher
const LINE = 0.76; // of a key's width, as the style sheet has it

const measured = new Map();
const canvas = document.createElement("canvas");
const brush = canvas.getContext("2d", { willReadFrequently: true });

// Return the light of a text, in pixels of its own colour. `font` is its style, `ground` what it stands on.
function lightOf(text, font, ink, ground) {
  const key = `${font} ${ground} ${text}`;
  if (!measured.has(key)) {
    const scale = devicePixelRatio;
    brush.font = font;
    canvas.width = Math.ceil((brush.measureText(text).width + 4) * scale);
    canvas.height = HIGH * scale;
    brush.fillStyle = ground;
    brush.fillRect(0, 0, canvas.width, canvas.height);
    brush.scale(scale, scale);
    brush.font = font;
    brush.fillStyle = ink;
    brush.textBaseline = "middle";
    brush.fillText(text, 2, HIGH / 2);
    const { data } = brush.getImageData(0, 0, canvas.width, canvas.height);
    const base = luminance(rgb(ground));
    let whole = 0;
    for (let at = 0; at < data.length; at += 4) whole += luminance(data.subarray(at, at + 3)) - base;
    measured.set(key, whole / luminance(rgb(ink)) / scale ** 2);
  }
  return measured.get(key);
}

function luminance([red, green, blue]) {
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

function linear(channel) {
  const share = channel / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}

function rgb(colour) {
  return colour.match(/\d+/g).slice(0, 3).map(Number);
}

function light(box, ground) {
  const { fontStyle, fontWeight, fontSize, fontFamily, color } = getComputedStyle(box);
  return lightOf(box.textContent, `${fontStyle} ${fontWeight} ${fontSize} ${fontFamily}`, color, ground);
}

// Set how high the lines on the keys may be, for this screen; return the light of a whole window.
export function gauge(screen, lines, buttons) {
  const room = lines.clientWidth * lines.clientHeight;
  const keys = buttons.reduce((sum, button) => sum + button.clientWidth * button.clientHeight, 0);
  const whole = 0.16 * room + 0.05 * keys;
  const long = LINE * buttons.reduce((sum, button) => sum + button.clientWidth, 0);
  const high = Math.ceil(whole / long);
  screen.style.setProperty("--line", `${high}px`);
  return { whole, most: high * long };
}

// Let the lines on the keys give what the texts do not. The whole is the same in every window on this screen.
export function balance(screen, heading, lines, buttons, { whole, most }) {
  const ground = getComputedStyle(screen).backgroundColor;
  let given = light(heading, ground);
  for (const line of lines.children) {
    const seen = (line.offsetTop + line.offsetHeight - lines.offsetTop - lines.scrollTop) / line.offsetHeight;
    given += Math.min(1, Math.max(0, seen)) * light(line, ground);
  }
  for (const button of buttons) given += light(button.firstChild, getComputedStyle(button).backgroundColor);
  screen.style.setProperty("--glow", (Math.max(0, whole - given) / most).toFixed(5));
}
