/** Single keys on the pages of the review: each control with `data-key` is pressed by its key. */

const stored = 'tracker.review.keys';

const choice = document.querySelector('#use-keys');
if (choice instanceof HTMLInputElement) {
  choice.checked = localStorage.getItem(stored) !== 'off';
  choice.addEventListener('change', () => localStorage.setItem(stored, choice.checked ? 'on' : 'off'));
  const holder = choice.closest('p');
  holder?.classList.remove('late');
}

document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape' && isTyping(event.target) && event.target instanceof HTMLElement) event.target.blur();
  const isPlain = !event.repeat && !event.ctrlKey && !event.metaKey && !event.altKey;
  if (!isPlain || isTyping(event.target) || localStorage.getItem(stored) === 'off') return;
  if (!/^[a-z]$/i.test(event.key)) return;
  const key = event.key.toLowerCase();
  const control = key === 'c' ? commentField() : document.querySelector(`[data-key="${key}"]`);
  if (!(control instanceof HTMLElement)) return;
  event.preventDefault();
  press(control);
});

/** @param {HTMLElement} control */
function press(control) {
  const field = commentField();
  const isMissing = control.dataset.needs === 'comment' && field !== null && field.value.trim() === '';
  if (isMissing || control === field) field?.focus();
  else control.click();
}

/** @returns {HTMLTextAreaElement | null} */
function commentField() {
  return document.querySelector('textarea#comment');
}

/** @param {EventTarget | null} target */
function isTyping(target) {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return !['checkbox', 'range', 'button'].includes(target.type);
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;
}
