import { pageAddress } from '../page-address.js';
import { say } from '../visitor/visitor.js';
import { element } from './dom.js';

/** Offers a link to this address by the system's own dialog, or copies it; where neither is allowed, shows it for copying. @param {string} url @param {string} title */
export async function share(url, title) {
  const note = element('shared');
  if (navigator.share !== undefined && matchMedia('(pointer: coarse)').matches) {
    // An error means that the visitor closed the dialog.
    await navigator.share({ url, title }).catch(() => undefined);
    return;
  }
  const isCopied = await copy(url);
  const field = /** @type {HTMLInputElement} */ (element('shared-link'));
  note.textContent = isCopied ? say('share.copied') : say('share.copy');
  field.value = url;
  note.hidden = false;
  field.hidden = isCopied;
  if (!isCopied) field.select();
  setTimeout(() => {
    if (isCopied) note.hidden = true;
  }, 4_000);
}

/** Returns this page's address with only these values. @param {Readonly<Record<string, string | null>>} values */
export function linkWith(values) {
  const given = Object.entries(values).flatMap(([name, value]) => (value ? [[name, value]] : []));
  return pageAddress(new URLSearchParams(given));
}

/** @param {string} text */
async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
