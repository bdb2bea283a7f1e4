// Making elements: from text, never from markup.

export function element(name, { on, ...properties } = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (key in made) made[key] = value;
    else made.setAttribute(key, value);
  }
  if (on) made.addEventListener("click", on);
  made.append(...children);
  return made;
}

export function byId(id) {
  return document.getElementById(id);
}

// Write a text where it is not written yet, so that nothing is announced twice.
export function write(at, text) {
  if (at.textContent !== text) at.textContent = text;
}
