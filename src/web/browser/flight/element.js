/** Returns the element with this id. @template {HTMLElement} T @param {string} id @returns {T} */
export function element(id) {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`The page has no #${id}.`);
  return /** @type {T} */ (found);
}
