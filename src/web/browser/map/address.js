/** The state of the page in its address, so that a link shows the same. */

import { pageAddress, pageQuery } from '../page-address.js';

const query = pageQuery();

/** Returns what the address said when the page was loaded. @param {string} name */
export function inAddress(name) {
  return query.get(name);
}

export function addressed() {
  return query;
}

/** Keeps values in the address; one that is null or empty is removed. @param {Readonly<Record<string, string | null>>} values */
export function keepInAddress(values) {
  const now = pageQuery();
  for (const [name, value] of Object.entries(values)) {
    if (value === null || value === '') now.delete(name);
    else now.set(name, value);
  }
  const address = pageAddress(now) + location.hash;
  if (address !== location.href) history.replaceState(null, '', address);
}
