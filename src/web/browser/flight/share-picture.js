/** A browser that cannot pass files on saves the picture, as the link says. */
const type = 'image/png';

/** Passes the flight's picture on to an app of the visitor's choice, where the browser can; else the link saves it. @param {HTMLAnchorElement} link */
export function sharePicture(link) {
  const sample = new File([], 'picture', { type });
  if (typeof navigator.canShare !== 'function' || !navigator.canShare({ files: [sample] })) return;
  link.addEventListener('click', (event) => {
    event.preventDefault();
    void pass(link);
  });
}

/** @param {HTMLAnchorElement} link */
async function pass(link) {
  const answer = await fetch(link.href).catch(() => null);
  if (answer?.ok !== true) {
    location.assign(link.href);
    return;
  }
  const file = new File([await answer.blob()], `${link.dataset.name ?? 'flight'}.png`, { type });
  try {
    await navigator.share({ files: [file], title: document.title });
  } catch (error) {
    // The visitor may close the list of apps again; elsewhere too much time has passed since the click.
    if (!(error instanceof DOMException) || error.name !== 'AbortError') location.assign(link.href);
  }
}
