// Keeps the page's own files, so that it opens without the narrator. Nothing of any game is ever kept.

const SHELL = "shell-1";
const FILES = [
  "/",
  "style.css",
  ...["page", "wire", "words", "texts", "make", "answers", "circle", "help", "day", "night", "light", "awake", "pairing", "pocket"].map((name) => `${name}.js`),
  "app.webmanifest",
  "icon.svg",
  "icon-192.png",
  "icon-512.png",
];

addEventListener("install", (event) => {
  skipWaiting();
  event.waitUntil(caches.open(SHELL).then((shell) => shell.addAll(FILES)));
});

addEventListener("activate", (event) => {
  const old = (names) => Promise.all(names.filter((name) => name !== SHELL).map((name) => caches.delete(name)));
  event.waitUntil(caches.keys().then(old).then(() => clients.claim()));
});

addEventListener("fetch", (event) => {
  const { request } = event;
  const kept = FILES.some((file) => new URL(file, `${location.origin}/`).href === request.url);
  if (request.method !== "GET" || !kept) return;
  event.respondWith(fetch(request).catch(() => caches.match(request)));
});
