import { element } from './dom.js';

const storedName = 'tracker-keys';

/**
 * Keys for the whole page: `/` searches, arrows move through the list, `f` follows, `?` helps, Escape closes. Single letters can be
 * switched off, for those who speak to their computer.
 * @param {{ onStep: (step: number) => void, onFollow: () => void, onClose: () => unknown, pageRows: () => number }} actions
 */
export function listenToKeys({ onStep, onFollow, onClose, pageRows }) {
  const help = /** @type {HTMLDialogElement} */ (element('help'));
  const search = element('filter');
  const isOn = keySwitch();
  /** @type {Readonly<Record<string, () => void>>} */
  const letters = { '/': () => search.focus(), f: onFollow, F: onFollow, '?': () => help.showModal() };
  /** @type {Readonly<Record<string, () => number>>} */
  const steps = {
    ArrowDown: () => 1,
    ArrowUp: () => -1,
    PageDown: pageRows,
    PageUp: () => -pageRows(),
    Home: () => Number.NEGATIVE_INFINITY,
    End: () => Number.POSITIVE_INFINITY,
  };
  const opener = element('help-open');
  opener.hidden = false;
  opener.addEventListener('click', () => help.showModal());
  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || help.open) return;
    const { key, target } = event;
    const isTyping = target instanceof HTMLElement && target.matches('input, select, textarea, [contenteditable]');
    if (key === 'Escape') {
      onClose();
      return;
    }
    const act = isTyping || !isOn() ? undefined : letters[key];
    const step = mayStep(target, key, isTyping) ? steps[key] : undefined;
    if (act === undefined && step === undefined) return;
    event.preventDefault();
    if (step === undefined) act?.();
    else onStep(step());
  });
}

/** The map moves by arrows itself; in the search field only the arrow down leads to the list. @param {EventTarget | null} target @param {string} key @param {boolean} isTyping */
function mayStep(target, key, isTyping) {
  if (!(target instanceof HTMLElement)) return true;
  if (isTyping) return target.id === 'filter' && key === 'ArrowDown';
  const isInList = target.closest('#list') !== null;
  return isInList || (target === document.body && key.startsWith('Arrow'));
}

/** Returns whether single letters are on, as the visitor chose in the help. */
function keySwitch() {
  const box = /** @type {HTMLInputElement} */ (element('help-keys'));
  box.checked = stored() !== 'off';
  box.addEventListener('change', () => store(box.checked ? 'on' : 'off'));
  return () => box.checked;
}

/** In a frame of another site there may be no storage. */
function stored() {
  try {
    return localStorage.getItem(storedName);
  } catch {
    return null;
  }
}

/** @param {string} value */
function store(value) {
  try {
    localStorage.setItem(storedName, value);
  } catch {
    // The choice holds for this page alone.
  }
}
