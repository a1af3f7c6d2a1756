/** @param {string} id */
export function element(id) {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`The page has no #${id}.`);
  return found;
}

/** @template {keyof HTMLElementTagNameMap} K @param {K} name @param {Record<string, string>} attributes @param {...(Node | string)} children @returns {HTMLElementTagNameMap[K]} */
export function make(name, attributes, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

/** Sets text only if it changed, because screen readers announce every change. @param {Element} target @param {string} text */
export function setText(target, text) {
  if (target.textContent !== text) target.textContent = text;
}

/** Whether the pages are shown in a frame of another site. */
export function isEmbedded() {
  return document.querySelector('.embedded') !== null;
}
