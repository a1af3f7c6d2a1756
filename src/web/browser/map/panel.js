import { element } from './dom.js';
import { sheetMedia } from './sheet-stops.js';

/** Sets up the buttons of the panel: fold, full screen, share. @param {{ onShare: () => void }} actions */
export function setUpPanel({ onShare }) {
  const fold = element('fold');
  fold.hidden = false;
  fold.addEventListener('click', () => {
    // A sheet has more than two stops, and moves itself.
    if (document.querySelector('.panel[data-stop]') === null)
      setFolded(fold, fold.getAttribute('aria-expanded') === 'true');
  });
  // A frame without the head of the panel has nothing to unfold it with.
  if (matchMedia(sheetMedia).matches && fold.getClientRects().length > 0) setFolded(fold, true);
  const shared = element('share');
  shared.hidden = false;
  shared.addEventListener('click', onShare);
  setUpFullScreen(element('full-screen'));
}

/** @param {HTMLElement} fold @param {boolean} isFolded */
function setFolded(fold, isFolded) {
  fold.setAttribute('aria-expanded', String(!isFolded));
  element('flights').hidden = isFolded;
}

/** Some browsers have no full screen, and a frame may not be allowed to use it. @param {HTMLElement} button */
function setUpFullScreen(button) {
  button.hidden = !document.fullscreenEnabled;
  button.addEventListener('click', () => {
    if (document.fullscreenElement === null) void document.documentElement.requestFullscreen().catch(() => undefined);
    else void document.exitFullscreen();
  });
  document.addEventListener('fullscreenchange', () => {
    button.setAttribute('aria-pressed', String(document.fullscreenElement !== null));
  });
}
