// What the page says by itself. The words of the game come from its pack.

const FR = {
  title: "Narrator",
  circle: "Le cercle",
  told: "Ce qui se dit",
  seat: "Place {n}",
  dead: "hors du cercle",
  office: "porte la charge",
  before: "Avant la première nuit",
  night: "Nuit {n}",
  day: "Jour {n}",
  over: "La partie est finie",
  called: "Un rôle est appelé : les yeux restent fermés.",
  paused: "Pause",
  connecting: "Connexion…",
  lost: "Connexion perdue : rien ne s'envoie. Nouvel essai…",
  full: "Il n'y a plus de place pour regarder. Nouvel essai…",
  elsewhere: "La page de la table est ouverte ailleurs.",
  come: "Reprendre la table ici",
  code: "Ce téléphone est celui de la table : son code",
  pair: "Entrer",
  orCode: "Ou bien le code à six chiffres",
  scanned: "Ce téléphone devient-il celui de la table ?",
  take: "Oui, celui de la table",
  wrong: "Ce n'est pas le code.",
  stale: "Ce code QR ne vaut plus : prenez celui d'à présent, ou tapez le code.",
  asleep: "Les yeux sont fermés : attendez le jour pour prendre la table.",
  locked: "Trop d'essais. Encore {n} s d'attente.",
  taken: "Un autre téléphone est celui de la table. Pour le changer, tapez au terminal : téléphone.",
  unreached: "Le narrateur ne répond pas.",
  send: "Valider",
  sent: "Envoyé…",
  noted: "Noté.",
  countdown: "Temps de parole : {n}",
  choose: "Choisissez, puis validez.",
  chooseSome: "Choisissez {n}, puis validez.",
  chooseTie: "Pour une égalité, touchez aussi le bouton qui le dit.",
  chooseClear: "En égalité, une place touchée deux fois est devant les autres.",
  orders: "Plus",
  leaves: "Qui s'en va ?",
  back: "Retour",
  awake: "L'écran peut s'éteindre seul : réglez sa mise en veille au plus long, et sa lumière au plus bas.",
  dim: "Réglez la lumière de l'écran au plus bas.",
  left: "Pour la main gauche",
  right: "Pour la main droite",
  keys: "Réponses",
  words: "Mots",
  lines: "Pour tes yeux seuls",
  offline: "Pas de connexion : rien n'est envoyé.",
  more: "autres…",
  letters: "lettres…",
  space: "espace",
  diamonds: "{n} ♦",
};

const EN = {
  title: "Narrator",
  circle: "The circle",
  told: "What is said",
  seat: "Seat {n}",
  dead: "out of the circle",
  office: "holds the office",
  before: "Before the first night",
  night: "Night {n}",
  day: "Day {n}",
  over: "The game is over",
  called: "A role is called: eyes stay closed.",
  paused: "Pause",
  connecting: "Connecting…",
  lost: "Connection lost: nothing is sent. Trying again…",
  full: "There is no more room to watch. Trying again…",
  elsewhere: "The table's page is open elsewhere.",
  come: "Take the table back here",
  code: "This phone is the table's: its code",
  pair: "Enter",
  orCode: "Or the code of six digits",
  scanned: "Shall this phone be the table's?",
  take: "Yes, the table's",
  wrong: "That is not the code.",
  stale: "That QR code is worth nothing any more: take the present one, or enter the code.",
  asleep: "Eyes are closed: wait for the day to take the table.",
  locked: "Too many tries. Wait another {n} s.",
  taken: "Another phone is the table's. To change it, type at the terminal: phone.",
  unreached: "The narrator does not answer.",
  send: "Confirm",
  sent: "Sent…",
  noted: "Noted.",
  countdown: "Time to speak: {n}",
  choose: "Choose, then confirm.",
  chooseSome: "Choose {n}, then confirm.",
  chooseTie: "For a tie, also touch the button that says so.",
  chooseClear: "In a tie, a seat touched twice is ahead of the others.",
  orders: "More",
  leaves: "Who leaves?",
  back: "Back",
  awake: "The screen may go dark by itself: give it the longest time-out and the lowest light.",
  dim: "Give the screen its lowest light.",
  left: "For the left hand",
  right: "For the right hand",
  keys: "Answers",
  words: "Words",
  lines: "For your eyes only",
  offline: "No connection: nothing is sent.",
  more: "others…",
  letters: "letters…",
  space: "space",
  diamonds: "{n} ♦",
};

let words = navigator.language.startsWith("fr") ? FR : EN;
document.documentElement.lang = words === FR ? "fr" : "en";

// Speak the game's language from now on.
export function speak(language) {
  words = language === "fr" ? FR : EN;
  document.documentElement.lang = language === "fr" ? "fr" : "en";
}

// Return a text, with a number or word put in.
export function say(id, n = "") {
  return words[id].replace("{n}", String(n));
}

export function capitalised(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
